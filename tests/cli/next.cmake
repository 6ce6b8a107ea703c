# attnlab next: what comes next after a text, on the embedded model.

attnlab_cli_test(next_default ARGS next --greedy 8 STDOUT_FILE next.txt STDERR_EMPTY)
attnlab_cli_test(next_narrow ARGS next --top 3 --greedy 2 --width 40 STDOUT_FILE next-narrow.txt STDERR_EMPTY)
attnlab_cli_test(next_answers_the_chapter
    ARGS next "The trophy didn't fit in the suitcase because it was too small. The" --top 1
    STDOUT_MATCHES "     1  1268  \" suitcase\"       0\\.9996 " STDOUT_LACKS "\n +2 " STDERR_EMPTY)
attnlab_cli_test(next_top_of_all ARGS next --top 1000 STDOUT_MATCHES "\n +1000 " "272 other tokens" STDERR_EMPTY)
attnlab_cli_test(next_bos ARGS next --bos STDOUT_MATCHES "15 tokens, the end-of-text token put first" STDERR_EMPTY)
attnlab_cli_test(next_ids ARGS next --ids 424,1169 --top 2 STDOUT_MATCHES "^Model .*\n  0:The 1:trophy\n" STDERR_EMPTY)
attnlab_cli_test(next_ids_bos ARGS next --ids 424,1169 --bos STDOUT_MATCHES "3 tokens, the end-of-text" STDERR_EMPTY)
attnlab_cli_test(next_stdin SHELL [[printf 'The trophy' | "$ATTNLAB" next - --top 1]] STDOUT_MATCHES "2 tokens," STDERR_EMPTY)
attnlab_cli_test(next_text_file SHELL [[printf 'The trophy' >text; "$ATTNLAB" next --text-file text --top 1]] STDOUT_MATCHES "2 tokens," STDERR_EMPTY)
attnlab_cli_test(next_one_token ARGS next The --greedy 1 STDOUT_MATCHES "1 token, .*Continued greedily by 1 token\n" STDERR_EMPTY)
attnlab_cli_test(next_threads_change_nothing
    SHELL [["$ATTNLAB" next --greedy 8 --json - --threads 1 >one && "$ATTNLAB" next --greedy 8 --json - --threads 2 >two && cmp one two]]
    STDOUT_EMPTY STDERR_EMPTY)
attnlab_cli_test(next_full_length ARGS next --greedy 50 STDOUT_MATCHES "Continued greedily by 7 tokens\n" "end-of-text token" STDERR_EMPTY)
attnlab_cli_test(next_too_many ARGS next --greedy 52 EXIT 2 STDOUT_EMPTY
    STDERR_MATCHES "^error: 14 tokens and 52 more are 66, the model goes on to 65\nhint: ")
attnlab_cli_test(next_one_after_a_full_context SHELL [["$ATTNLAB" next "$(printf 'The%063d' 0 | sed 's/0/ the/g')" --greedy 1]]
    STDOUT_MATCHES "^Model .*64 tokens,.*Continued greedily by 1 token\n.*\n +64 " STDERR_EMPTY)
attnlab_cli_test(next_two_after_a_full_context SHELL [["$ATTNLAB" next "$(printf 'The%063d' 0 | sed 's/0/ the/g')" --greedy 2]]
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: 64 tokens and 2 more are 66, the model goes on to 65\nhint: ")
attnlab_cli_test(next_too_long SHELL [["$ATTNLAB" next "$(printf 'The%064d' 0 | sed 's/0/ the/g')"]]
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: 65 tokens, the model takes 64\n")
attnlab_cli_test(next_no_control_bytes
    SHELL [["$ATTNLAB" next "$(printf 'a\033[31m\342\200\256c’')" --greedy 3 --top 1000 >text; grep -c "$(printf '\033')" text]]
    EXIT 1 STDOUT_MATCHES "^0\n$" STDERR_EMPTY)
attnlab_cli_test(next_without_a_vocabulary
    SHELL [[cp -R "$DATA/models/trophy-tiny" m; rm -f m/vocab.json m/merges.txt; "$ATTNLAB" next --model ./m --ids 424,1169 --top 2 --greedy 2]]
    ENV "DATA=${PROJECT_SOURCE_DIR}/data" STDOUT_MATCHES "0:#424 1:#1169" "The text goes on: [0-9]+ [0-9]+\n" STDERR_EMPTY)
attnlab_cli_test(next_help ARGS next --help STDOUT_MATCHES "--top N" "--greedy N" "Examples:\n  attnlab next .*\n  attnlab next " STDERR_EMPTY)

attnlab_cli_test(next_json ARGS next --top 3 --json - SCHEMA next.schema STDOUT_MATCHES "\"generated\": null" STDERR_EMPTY)
attnlab_cli_test(next_json_greedy ARGS next "The trophy didn’t fit" --greedy 5 --json - SCHEMA next.schema STDOUT_MATCHES "\"ended\": " STDERR_EMPTY)
attnlab_cli_test(next_json_ended ARGS next --greedy 8 --json - SCHEMA next.schema
    STDOUT_MATCHES "\"text\": \" The trophy was too big\\.\",\n  \"ended\": true" STDERR_EMPTY)
attnlab_cli_test(next_json_ids ARGS next --ids 1,2,3 --json - SCHEMA next.schema STDOUT_MATCHES "\"text\": null,\n \"bos\": false" STDERR_EMPTY)

function(next_refuses name message)
    attnlab_cli_test(next_refuses_${name} ARGS next ${ARGN} EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: ${message}")
endfunction()
next_refuses(top_0 "--top is `0`, expected a whole number, 1 to 1000" --top 0)
next_refuses(top_1001 "--top is `1001`, expected a whole number, 1 to 1000" --top 1001)
next_refuses(top_word "--top is `all`, expected a whole number" --top all)
next_refuses(greedy_0 "--greedy is `0`, expected a whole number, 1 to 100000" --greedy 0)
next_refuses(greedy_negative "--greedy is `-3`, expected a whole number" --greedy -3)
next_refuses(greedy_huge "--greedy is `99999999999999999999`, expected a whole number" --greedy 99999999999999999999)
next_refuses(ids_and_text "a text and --ids are given, expected one of them" a --ids 1)
next_refuses(ids_out_of_range "--ids has `1272`, expected numbers from 0 to 1271 between commas\n" --ids 5,1272,7)
attnlab_cli_test(next_empty ARGS next "" EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: the text is empty")
next_refuses(two_texts "`b` is one argument too many" a b)
attnlab_cli_test(next_not_utf8 SHELL [["$ATTNLAB" next "$(printf 'a\377')"]] EXIT 2 STDOUT_EMPTY STDERR_MATCHES "offset 1")
attnlab_cli_test(next_mistyped ARGS nexd EXIT 2 STDOUT_EMPTY STDERR_MATCHES "did you mean `next`")
