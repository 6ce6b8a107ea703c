# attnlab toy: approved views, every option, and every way in which a file can be wrong.

# --- Views -----------------------------------------------------------------------------------

attnlab_cli_test(toy_default ARGS toy STDOUT_FILE toy_default.txt STDERR_EMPTY)
attnlab_cli_test(toy_everything
    ARGS toy --lookup --tie-qk --causal STDOUT_FILE toy_everything.txt STDERR_EMPTY)
attnlab_cli_test(toy_no_scale
    ARGS toy --no-scale --width 60 STDOUT_FILE toy_no_scale.txt STDERR_EMPTY)
attnlab_cli_test(toy_narrow
    ENV COLUMNS=20 ARGS toy --lookup --tie-qk STDOUT_FILE toy_narrow.txt STDERR_EMPTY)
attnlab_cli_test(toy_random_cropped
    ARGS toy --n 30 --dk 9 --seed 7 --width 60 STDOUT_FILE toy_random_cropped.txt STDERR_EMPTY)
attnlab_cli_test(toy_color
    ARGS toy --color always --width 40
    STDOUT_MATCHES "\n.\\[1mQ, the queries: what each token is.\\[0m\n" STDERR_EMPTY)
attnlab_cli_test(toy_help
    ARGS toy --help
    STDOUT_MATCHES "--lookup" "--tie-qk" "--no-scale" "--causal" "--input" "--precision" "--seed"
        "Examples:\n  attnlab toy .*\n  attnlab toy " STDERR_EMPTY)

# --- Options ---------------------------------------------------------------------------------

# Any of the three gives random vectors; the other two keep their defaults.
attnlab_cli_test(toy_n ARGS toy --n 2 STDOUT_MATCHES "seed 1\\..* 2 tokens, d_k = 4")
attnlab_cli_test(toy_dk ARGS toy --dk 9 STDOUT_MATCHES "seed 1\\..* 4 tokens, d_k = 9" "sqrt\\(9\\) = 3")
attnlab_cli_test(toy_seed
    ARGS toy --seed 18446744073709551615
    STDOUT_MATCHES "seed 18446744073709551615\\..* 4 tokens, d_k = 4")
attnlab_cli_test(toy_largest_n
    ARGS toy --n 1024 --dk 2 STDOUT_MATCHES "the first 24 of 1024 rows" "1\\.000\n")
attnlab_cli_test(toy_one_token ARGS toy --n 1 --lookup --tie-qk STDOUT_MATCHES "1\\.000  1\\.000\n")
attnlab_cli_test(toy_precision_9 ARGS toy --precision 9 STDOUT_MATCHES "  0\\.920455694  ")
attnlab_cli_test(toy_precision_0 ARGS toy --precision 0 STDOUT_LACKS "0\\.[0-9]")

# --- JSON ------------------------------------------------------------------------------------

attnlab_cli_test(toy_json ARGS toy --json - SCHEMA toy.schema STDERR_EMPTY
    STDOUT_MATCHES "^{\n \"schema\": \"attention-lab/1\",\n \"step\": \"toy\"" STDOUT_LACKS "lookup" "tie_qk")
attnlab_cli_test(toy_json_everything
    ARGS toy --lookup --tie-qk --causal --json - SCHEMA toy.schema STDERR_EMPTY
    STDOUT_MATCHES "\"scores\": \\[\n  \\[0, null, null, null\\]" "\"lookup\"" "\"tie_qk\"")
attnlab_cli_test(toy_json_random
    ARGS toy --n 7 --dk 3 --seed 18446744073709551615 --no-scale --json - SCHEMA toy.schema
    STDOUT_MATCHES "\"seed\": 18446744073709551615,")
attnlab_cli_test(toy_json_file
    SHELL [=["$ATTNLAB" toy --json dump.json >text && cat dump.json && "$ATTNLAB" toy | cmp - text]=]
    SCHEMA toy.schema STDERR_EMPTY)

# --- Bad options -----------------------------------------------------------------------------

function(toy_refuses name message)
    attnlab_cli_test(toy_refuses_${name} ARGS toy ${ARGN} EXIT 2 STDOUT_EMPTY
                     STDERR_MATCHES "^error: ${message}\n$")
endfunction()
toy_refuses(n_0 "--n is `0`, expected a whole number, 1 to 1024" --n 0)
toy_refuses(n_1025 "--n is `1025`, expected a whole number, 1 to 1024" --n 1025)
toy_refuses(n_text "--n is `four`, expected a whole number, 1 to 1024" --n four)
toy_refuses(dk_0 "--dk is `0`, expected a whole number, 1 to 4096" --dk 0)
toy_refuses(dk_4097 "--dk is `4097`, expected a whole number, 1 to 4096" --dk 4097)
toy_refuses(seed_negative "--seed is `-1`, expected a whole number, 0 to 18446744073709551615"
            --seed -1)
toy_refuses(seed_too_large
            "--seed is `18446744073709551616`, expected a whole number, 0 to 18446744073709551615"
            --seed 18446744073709551616)
toy_refuses(precision_10 "--precision is `10`, expected a whole number, 0 to 9" --precision 10)
toy_refuses(precision_empty "--precision needs a value\nhint: .*" "--precision=")
toy_refuses(input_and_n "--input and --n are given, expected one of them" --input a.json --n 3)
toy_refuses(input_and_dk "--input and --dk are given, expected one of them" --input a.json --dk 3)
toy_refuses(input_and_seed "--input and --seed are given, expected one of them"
            --input a.json --seed 3)
attnlab_cli_test(toy_mistyped
    ARGS toy --tie-kq EXIT 2 STDOUT_EMPTY
    STDERR_MATCHES "^error: there is no option `--tie-kq` of `toy`\nhint: did you mean `--tie-qk`\\?\n$")

# --- Files -----------------------------------------------------------------------------------

# Runs toy on a file, in.json, with this text.
set(toy_k_and_v [=["K": [[1, 0], [0, 1]], "V": [[1], [2]]]=])
set(toy_q [=["Q": [[1, 0], [0, 1]]]=])
function(toy_shell json options result)
    attnlab_quote_for_sh("${json}" json)
    set(${result} "printf %s ${json} >in.json; \"$ATTNLAB\" toy --input in.json ${options}"
        PARENT_SCOPE)
endfunction()

toy_shell("{${toy_q}, ${toy_k_and_v}}" "" shell)
attnlab_cli_test(toy_file
    SHELL "${shell}" STDERR_EMPTY
    STDOUT_MATCHES "the vectors of in\\.json\\. 2 tokens, d_k = 2" "t0 +0\\.670  0\\.330  1\\.000")
toy_shell("{${toy_q}, ${toy_k_and_v}, \"tokens\": [\"a\", \"b\"], \"mask\": [[true, false], [1, 1]]}"
          "--lookup --tie-qk" shell)
attnlab_cli_test(toy_file_mask
    SHELL "${shell}" STDERR_EMPTY
    STDOUT_MATCHES "a +1\\.000 +1\\.000\n  b +0\\.330  0\\.670  1\\.000" "A closed cell is blank")
attnlab_cli_test(toy_file_mask_json SHELL "${shell} --json -" SCHEMA toy.schema
    STDOUT_MATCHES "\"mask\": \"given\"" "\"file\": \"in\\.json\"")
attnlab_cli_test(toy_file_labels
    SHELL [=[printf '{"Q": [[1], [2], [3]], "K": [[1], [0], [1]], "V": [[1, 0.5], [2, 1], [3, 2]], "tokens": ["\346\227\245\346\234\254\350\252\236", "\\u001b[31mred\\u202e", "e\314\201"]}' >in.json
"$ATTNLAB" toy --input in.json --lookup --width 60]=]
    STDOUT_FILE toy_file_labels.txt STDERR_EMPTY)

function(toy_file_refused name json message)
    toy_shell("${json}" "${ARGN}" shell)
    attnlab_cli_test(toy_file_${name} SHELL "${shell}" EXIT 1 STDOUT_EMPTY
                     STDERR_MATCHES "^error: in\\.json: ${message}\n$")
endfunction()
# A row or a cell of Q that is wrong.
function(toy_q_refused name q message)
    toy_file_refused(${name} "{\"Q\": ${q}, ${toy_k_and_v}}" "${message}")
endfunction()
toy_q_refused(ragged "[[1, 0], [0]]" "Q, row 1 has 1 column, expected 2 as in row 0")
toy_q_refused(no_rows "[]" "Q is empty, expected at least one row")
toy_q_refused(no_columns "[[]]" "Q, row 0 is empty, expected at least one number")
toy_q_refused(number "3" "Q is 3, expected a list of rows")
toy_q_refused(flat "[1, 0]" "Q, row 0 is 1, expected a list of numbers")
toy_q_refused(string "[[1, \"x\"]]" "Q, row 0, column 1 is \"x\", expected a number")
toy_q_refused(true "[[1, true]]" "Q, row 0, column 1 is true, expected a number")
toy_q_refused(null "[[1, null]]" "Q, row 0, column 1 is null, expected a number")
toy_q_refused(object "[[1, {}]]" "Q, row 0, column 1 is an object, expected a number")
toy_q_refused(nested "[[1, [0]]]" "Q, row 0, column 1 is a list, expected a number")
toy_q_refused(1e39 "[[0, 0], [1, -1e39]]"
              "Q, row 1, column 1 is -1e39, expected a number of at most 3\\.4e\\+38, float's largest")
toy_q_refused(1e999 "[[1e999, 0]]"
              "Q, row 0, column 0 is 1e999, expected a number of at most 3\\.4e\\+38, float's largest")
toy_q_refused(nan "[[1, NaN]]" "Q, row 0, column 1: not JSON at line 1, column [0-9]+, after `1, N`")
toy_q_refused(too_few_rows "[[1, 0]]" "K has 2 rows, expected 1: .*")
toy_q_refused(other_dk "[[1], [0]]" "K has 2 columns, expected 1: .*")

toy_file_refused(no_q "{${toy_k_and_v}}" "Q is missing, expected Q, K, V and, if you like, tokens and mask")
toy_file_refused(unknown_member "{${toy_q}, ${toy_k_and_v}, \"W\": 1}"
                 "`W` is no member of the format, expected Q, K, V and, if you like, tokens and mask")
toy_file_refused(twice "{${toy_q}, ${toy_q}, ${toy_k_and_v}}" "Q stands there twice, expected it once")
toy_file_refused(list "[1]" "the file is a list, expected an object with Q, K, V .*")
toy_file_refused(empty "" "not JSON at line 1, column 1, where it ends")
toy_file_refused(no_json "Q = 1" "not JSON at line 1, column 1, after `Q`")
toy_file_refused(cut_short "{\"Q\":\n [[1, 0]" "not JSON at line 2, column 8, after `0\\]`")
toy_file_refused(trailing "{} x" "not JSON at line 1, column 4, after `{} x`")
toy_file_refused(few_tokens "{${toy_q}, ${toy_k_and_v}, \"tokens\": [\"a\"]}"
                 "tokens has 1 element, expected 2: one for each row of Q")
toy_file_refused(token_number "{${toy_q}, ${toy_k_and_v}, \"tokens\": [\"a\", 3]}"
                 "tokens, element 1 is 3, expected a string")
toy_file_refused(tokens_string "{${toy_q}, ${toy_k_and_v}, \"tokens\": \"ab\"}"
                 "tokens is \"ab\", expected a list of strings")
toy_file_refused(hidden_row "{${toy_q}, ${toy_k_and_v}, \"mask\": [[1, 0], [0, 0]]}"
                 "mask, row 1: it hides every key from `t1`, expected at least one to look at")
toy_file_refused(mask_2 "{${toy_q}, ${toy_k_and_v}, \"mask\": [[1, 0], [0, 2]]}"
                 "mask, row 1, column 1 is 2, expected true, false, 1 or 0")
toy_file_refused(mask_shape "{${toy_q}, ${toy_k_and_v}, \"mask\": [[1, 1]]}"
                 "the mask is \\[1, 2\\], expected \\[2, 2\\]: who may look at whom")
toy_file_refused(overflow "{\"Q\": [[1e30]], \"K\": [[1e30]], \"V\": [[1]]}"
                 "attention: Q K\\^T has infinity in row 0, column 0: the dot product overflows")
toy_file_refused(tied_overflow "{\"Q\": [[1e30]], \"K\": [[1]], \"V\": [[1]]}"
                 "with the queries as keys: .* row 0, column 0: the dot product overflows" --tie-qk)

toy_shell("{${toy_q}, ${toy_k_and_v}, \"mask\": [[1, 1], [1, 1]]}" "--causal" shell)
attnlab_cli_test(toy_file_mask_and_causal
    SHELL "${shell}" EXIT 2 STDOUT_EMPTY
    STDERR_MATCHES "^error: --causal and the mask of in\\.json are given, expected one of them\n$")
attnlab_cli_test(toy_file_deep
    SHELL [=[{ printf '{"Q": '; head -c 1000000 /dev/zero | tr '\0' '['; } >in.json
"$ATTNLAB" toy --input in.json]=]
    EXIT 1 STDOUT_EMPTY
    STDERR_MATCHES "^error: in\\.json: Q, row 0, column 0 is a list, expected a number\n$")
attnlab_cli_test(toy_file_too_long
    SHELL [=[{ printf '{"Q": [[0]'; i=0; while [ $i -lt 1024 ]; do printf ',[0]'; i=$((i + 1)); done; } >in.json
"$ATTNLAB" toy --input in.json]=]
    EXIT 1 STDOUT_EMPTY
    STDERR_MATCHES "^error: in\\.json: Q has more than 1024 rows, expected at most 1024\n$")
attnlab_cli_test(toy_file_too_wide
    SHELL [=[{ printf '{"Q": [[0'; head -c 4096 /dev/zero | sed 's/\x00/,0/g'; } >in.json
"$ATTNLAB" toy --input in.json]=]
    EXIT 1 STDOUT_EMPTY
    STDERR_MATCHES "^error: in\\.json: Q, row 0 has more than 4096 columns, expected at most 4096\n$")
attnlab_cli_test(toy_file_not_utf8
    SHELL [=[printf '{"Q": [[1]], "K": [[1]], "V": [[1]], "tokens": ["\377"]}' >in.json
"$ATTNLAB" toy --input in.json]=]
    EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: in\\.json: not JSON at line 1, column 50")
attnlab_cli_test(toy_file_missing
    ARGS toy --input nothing.json EXIT 1 STDOUT_EMPTY
    STDERR_MATCHES "^error: cannot open nothing\\.json: No such file or directory\n$")
attnlab_cli_test(toy_file_folder
    ARGS toy --input . EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: cannot read \\.: Is a directory\n$")
attnlab_cli_test(toy_file_escaped_name
    SHELL [=[name=$(printf 'a\033b'); echo 1 >"$name"; "$ATTNLAB" toy --input "$name"]=]
    EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: a\\\\x1bb: the file is 1, expected an object")
