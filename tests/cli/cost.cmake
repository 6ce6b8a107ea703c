# attnlab cost: what is counted, to the byte; of what is measured only that it is there, for a time
# is never the same twice.

# Without its second section, which is the measured one.
function(cost_counted name file)
    attnlab_cli_test(cost_${name} ENV ${ARGN}
        SHELL [["$ATTNLAB" cost --max-n $MAX_N >all && sed '/^2\. /,/^$/d' all]]
        STDOUT_FILE ${file} STDERR_EMPTY)
endfunction()
cost_counted(counted cost_counted.txt MAX_N=4096)
cost_counted(counted_narrow cost_narrow.txt MAX_N=128 COLUMNS=30)

attnlab_cli_test(cost_sections
    ARGS cost --max-n 128
    STDOUT_MATCHES "\n1\\. One head, counted\n.*\n2\\. One head, measured\n.*\n3\\. Attention in a whole layer of GPT-2 small, counted\n"
                   "\n +n +ms +runs +ratio +predicted\n +64 +[0-9.]+ +[0-9,]+ +- +- +[^\n]*\n +128 +[0-9.]+ +[0-9,]+ +[0-9.]+ +4 "
    STDOUT_LACKS "4\\. The same, measured" "nan" "inf" STDERR_EMPTY)
attnlab_cli_test(cost_one_length
    ARGS cost --max-n 127 STDOUT_MATCHES "\n +64 +[0-9.]+ +[0-9,]+ +- +- " STDOUT_LACKS "\n +128 " STDERR_EMPTY)
attnlab_cli_test(cost_dk
    ARGS cost --max-n 64 --dk 16 STDOUT_MATCHES "a[ \n]dot product of d_k = 16 numbers" " 65,536 +65,536 +16 KiB\n" STDERR_EMPTY)
attnlab_cli_test(cost_color
    ARGS cost --max-n 64 --color always STDOUT_MATCHES "\n.\\[1m1\\. One head, counted.\\[0m\n" STDERR_EMPTY)
attnlab_cli_test(cost_help
    ARGS cost --help STDOUT_MATCHES "--max-n N" "--dk N" "Examples:\n  attnlab cost .*\n  attnlab cost " STDERR_EMPTY)

# The layers of a model that is named are measured as far as it takes the length.
attnlab_cli_test(cost_model
    ARGS cost --max-n 128 --model trophy-tiny
    STDOUT_MATCHES "layer of trophy-tiny, counted\n.*\n4\\. The same, measured\n"
                   "\n +64 +[0-9.]+ +[0-9.]+ +[0-9.]+% +14\\.3% [^\n]*\n +128 +- +- +- +25\\.0%\n"
                   "-: not run, trophy-tiny takes 64 tokens at most\\.\n"
    STDERR_EMPTY)
attnlab_cli_test(cost_model_without_vocabulary
    SHELL [[mkdir m && cp "$DATA/config.json" "$DATA/model.safetensors" m && "$ATTNLAB" --model m cost --max-n 64]]
    ENV "DATA=${PROJECT_SOURCE_DIR}/data/models/trophy-tiny"
    STDOUT_MATCHES "layer of m, counted\n.*\n4\\. The same, measured\n" STDERR_EMPTY)
attnlab_cli_test(cost_model_without_weights ARGS cost --model gpt2
    EXIT 1 STDOUT_EMPTY STDERR_MATCHES "the model gpt2 is not here" "hint: ")
attnlab_cli_test(cost_model_mistyped ARGS cost --model trofy-tiny
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "did you mean --model trophy-tiny")

attnlab_cli_test(cost_json ARGS cost --max-n 256 --json - SCHEMA cost.schema STDERR_EMPTY
    STDOUT_MATCHES "\"n\": 256,\n    \"entries\": 65536,\n    \"causal_entries\": 32896,"
                   "\"equal_at_n\": 4608," "\"is_measured\": false" "\"measured\": null")
attnlab_cli_test(cost_json_model ARGS cost --max-n 128 --model trophy-tiny --json -
    SCHEMA cost.schema STDERR_EMPTY
    STDOUT_MATCHES "\"is_measured\": true" "\"attention_cpu_ms\": " "\"measured\": null")
attnlab_cli_test(cost_json_file
    SHELL [["$ATTNLAB" cost --max-n 64 --json cost.json >text && head -n 3 cost.json && head -c 4 text]]
    STDOUT_MATCHES "^{\n \"schema\": \"attention-lab/1\",\n \"step\": \"cost\",\nWhat" STDERR_EMPTY)

function(cost_refuses name message)
    attnlab_cli_test(cost_refuses_${name} ARGS cost ${ARGN} EXIT 2 STDOUT_EMPTY
                     STDERR_MATCHES "^error: ${message}\n")
endfunction()
cost_refuses(max_n_63 "--max-n is `63`, expected a whole number, 64 to 16384" --max-n 63)
cost_refuses(max_n_16385 "--max-n is `16385`, expected a whole number, 64 to 16384" --max-n 16385)
cost_refuses(max_n_negative "--max-n is `-64`, expected a whole number, 64 to 16384" --max-n -64)
cost_refuses(max_n_word "--max-n is `many`, expected a whole number, 64 to 16384" --max-n many)
cost_refuses(dk_0 "--dk is `0`, expected a whole number, 1 to 1024" --dk 0)
cost_refuses(dk_1025 "--dk is `1025`, expected a whole number, 1 to 1024" --dk 1025)
cost_refuses(option "there is no option `--maxn` of `cost`\nhint: did you mean `--max-n`\\?" --maxn 64)
cost_refuses(argument "`words` is one argument too many" words)
attnlab_cli_test(cost_mistyped ARGS csot EXIT 2 STDOUT_EMPTY STDERR_MATCHES "did you mean `cost`")
