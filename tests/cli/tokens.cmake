# attnlab tokens: the texts that broke other tokenizers, through the whole program.

attnlab_cli_test(tokens_table ARGS tokens --model gpt2 "The trophy didn’t fit" STDOUT_FILE tokens.txt STDERR_EMPTY)
attnlab_cli_test(tokens_json ARGS tokens --model gpt2 "The trophy didn’t fit" --json -
    STDOUT_MATCHES "\"bytes\": \"e280\"" "\"bytes\": \"99\"" "\"text\": \"�+\"" SCHEMA tokens.schema STDERR_EMPTY)
attnlab_cli_test(tokens_bos ARGS tokens --model gpt2 --bos hello STDOUT_MATCHES "put first" "50256.*31373" STDERR_EMPTY)
attnlab_cli_test(tokens_special_as_id ARGS tokens --model gpt2 "a<|endoftext|>b" STDOUT_MATCHES "^3 tokens" "50256" STDERR_EMPTY)
attnlab_cli_test(tokens_special_as_text ARGS tokens --model gpt2 "a<|endoftext|>b" --special text
    STDOUT_MATCHES "^9 tokens" STDOUT_LACKS "50256" STDERR_EMPTY)
attnlab_cli_test(tokens_special_unknown ARGS tokens a --special maybe EXIT 2 STDERR_MATCHES "--special is `maybe`, expected id or text")
attnlab_cli_test(tokens_no_text ARGS tokens EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: tokens: no text is given\nhint: ")
attnlab_cli_test(tokens_empty ARGS tokens "" EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: the text is empty")
attnlab_cli_test(tokens_empty_stdin ARGS tokens - EXIT 2 STDOUT_EMPTY STDERR_MATCHES "the text is empty on standard input")
attnlab_cli_test(tokens_stdin SHELL [[printf 'hello\n\nworld' | "$ATTNLAB" tokens --model gpt2 -]]
    STDOUT_MATCHES "^4 tokens" "31373.*198.*198.*6894" STDERR_EMPTY)
attnlab_cli_test(tokens_text_file SHELL [[printf '\357\273\277a\000b' >text; "$ATTNLAB" tokens --model gpt2 --text-file text]]
    STDOUT_MATCHES "ef\n.*bb\n.*bf\n" "\\\\x00" STDERR_EMPTY)
attnlab_cli_test(tokens_text_file_missing ARGS tokens --text-file nowhere EXIT 1 STDOUT_EMPTY STDERR_MATCHES "cannot open nowhere: No such file")
attnlab_cli_test(tokens_text_file_without_end ARGS tokens --text-file /dev/zero EXIT 1 STDOUT_EMPTY STDERR_MATCHES "/dev/zero is larger than 67108864 bytes")
attnlab_cli_test(tokens_text_file_is_a_folder ARGS tokens --text-file / EXIT 1 STDOUT_EMPTY STDERR_MATCHES "cannot read /: Is a directory")
attnlab_cli_test(tokens_two_texts SHELL [[echo a >text; "$ATTNLAB" tokens b --text-file text]]
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "expected one of them")
attnlab_cli_test(tokens_not_utf8 SHELL [["$ATTNLAB" tokens "$(printf 'ab\377c')"]]
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: the text is not UTF-8: byte 0xff at offset 2\n$")
attnlab_cli_test(tokens_not_utf8_stdin SHELL [[printf 'ab\300\257' | "$ATTNLAB" tokens -]] EXIT 2 STDOUT_EMPTY STDERR_MATCHES "offset 2")
attnlab_cli_test(tokens_not_utf8_file SHELL [[printf 'a\342\200' >text; "$ATTNLAB" tokens --text-file text]] EXIT 2 STDOUT_EMPTY STDERR_MATCHES "offset 1")
attnlab_cli_test(tokens_no_control_bytes
    SHELL [["$ATTNLAB" tokens --model gpt2 "$(printf 'a\033[31m\007\rb\342\200\256c')"]]
    STDOUT_MATCHES "\\\\x1b" "\\\\x07" "\\\\r" STDOUT_LACKS "\r" STDERR_EMPTY)
attnlab_cli_test(tokens_no_control_bytes_in_json
    SHELL [["$ATTNLAB" tokens --model gpt2 "$(printf 'a\033[31m\342\200\256c')" --json - >out.json; grep -c "$(printf '\033')" out.json; grep -o 'u001b\|u202e' out.json | sort -u]]
    STDOUT_MATCHES "^0\nu001b\nu202e\n$" STDERR_EMPTY)
attnlab_cli_test(tokens_without_a_vocabulary SHELL [[mkdir m; cp "$DATA/gpt2/config.json" m; "$ATTNLAB" tokens a --model ./m]]
    ENV "DATA=${PROJECT_SOURCE_DIR}/data" EXIT 2 STDOUT_EMPTY STDERR_MATCHES "has no vocab.json and merges.txt")
attnlab_cli_test(tokens_half_a_vocabulary
    SHELL [[mkdir m; cp "$DATA/gpt2/config.json" "$DATA/gpt2/vocab.json" m; "$ATTNLAB" tokens a --model ./m]]
    ENV "DATA=${PROJECT_SOURCE_DIR}/data" EXIT 1 STDOUT_EMPTY STDERR_MATCHES "vocab.json but not merges.txt")
