# attnlab saturation: approved views, options, JSON, errors.

attnlab_cli_test(saturation_default ARGS saturation STDOUT_FILE saturation_default.txt STDERR_EMPTY)
attnlab_cli_test(saturation_threads
    ARGS saturation --threads 3 STDOUT_FILE saturation_default.txt STDERR_EMPTY)
attnlab_cli_test(saturation_60
    ARGS saturation --n 32 --dk 4,64 --trials 3 --width 60
    STDOUT_FILE saturation_60.txt STDERR_EMPTY)
attnlab_cli_test(saturation_narrow
    ENV COLUMNS=20 ARGS saturation --dk 64,1024 --trials 2
    STDOUT_FILE saturation_narrow.txt STDERR_EMPTY)
attnlab_cli_test(saturation_color
    ARGS saturation --dk 4 --color always
    STDOUT_MATCHES "\n.\\[1m2\\. Without the division softmax collapses.\\[0m\n")
attnlab_cli_test(saturation_help
    ARGS saturation --help
    STDOUT_MATCHES "--dk" "--n" "--trials" "--seed"
        "Examples:\n  attnlab saturation .*\n  attnlab saturation " STDERR_EMPTY)

# One key, one trial, one component: nothing to measure, and it says so.
attnlab_cli_test(saturation_least
    ARGS saturation --n 1 --trials 1 --dk 1
    STDOUT_MATCHES "A trial is 1 query and 1 key; every\nnumber is a mean over 1 trial\\."
        " 1 +0\\.00 +-  +1\\.000 +0\\.000  100%\n"
    STDOUT_LACKS "nan" "inf" STDERR_EMPTY)
attnlab_cli_test(saturation_seed
    SHELL [["$ATTNLAB" saturation --seed 2 --dk 4 >a && "$ATTNLAB" saturation --dk 4 >b && ! cmp -s a b && grep -c "Seed 2\." a]]
    STDOUT_MATCHES "^1\n$" STDERR_EMPTY)

attnlab_cli_test(saturation_json ARGS saturation --json - SCHEMA saturation.schema STDERR_EMPTY
    STDOUT_MATCHES "\"d_k\": \\[1, 4, 16, 64, 256, 1024\\]" "\"undivided\": 2980\\.957987041")
attnlab_cli_test(saturation_json_least
    ARGS saturation --n 1 --trials 1 --dk 1 --json - SCHEMA saturation.schema STDERR_EMPTY)

function(saturation_refuses name message)
    attnlab_cli_test(saturation_refuses_${name} ARGS saturation ${ARGN} EXIT 2 STDOUT_EMPTY
                     STDERR_MATCHES "^error: ${message}\n$")
endfunction()
saturation_refuses(dk_0 "--dk has `0`, expected numbers from 1 to 4096 between commas" --dk 4,0)
saturation_refuses(dk_4097 "--dk is `4097`, expected numbers from 1 to 4096 between commas" --dk 4097)
saturation_refuses(dk_range "--dk is `1-4`, expected numbers from 1 to 4096 between commas" --dk 1-4)
saturation_refuses(dk_empty "--dk needs a value\nhint: .*" "--dk=")
saturation_refuses(dk_comma "--dk has ``, expected numbers from 1 to 4096 between commas" --dk 4,)
saturation_refuses(n_0 "--n is `0`, expected a whole number, 1 to 1024" --n 0)
saturation_refuses(n_1025 "--n is `1025`, expected a whole number, 1 to 1024" --n 1025)
saturation_refuses(trials_0 "--trials is `0`, expected a whole number, 1 to 10000" --trials 0)
saturation_refuses(trials_10001 "--trials is `10001`, expected a whole number, 1 to 10000"
                   --trials 10001)
saturation_refuses(seed_negative "--seed is `-1`, expected a whole number, 0 to 18446744073709551615"
                   --seed -1)
saturation_refuses(argument "`x` is one argument too many.*" x)
