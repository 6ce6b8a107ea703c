# What every command shares: help, mistakes, where output goes, how it looks.

attnlab_cli_test(program_help ARGS --help STDOUT_MATCHES "attnlab all" "--json FILE" "compare" STDERR_EMPTY)
attnlab_cli_test(program_no_command STDOUT_MATCHES "\nCommands:\n" STDERR_EMPTY)
attnlab_cli_test(program_version ARGS --version STDOUT_MATCHES "^attnlab [0-9]+\\.[0-9]+\\.[0-9]+\n$" STDERR_EMPTY)
foreach(command all toy saturation gpt2 compare tokens cost models)
    attnlab_cli_test(program_help_${command} ARGS ${command} --help
        STDOUT_MATCHES "Usage: attnlab ${command}" "--model DIR" "--revision REV" "--json FILE"
                       "--color auto" "--width N" "--threads N"
                       "Examples:\n  attnlab ${command}[^\n]*\n  attnlab ${command}"
        STDERR_EMPTY)
endforeach()

# --- Mistakes: exit code 2, one line that names them, the nearest word ------------------------

attnlab_cli_test(program_mistyped_command ARGS gtp2
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: there is no command `gtp2`\nhint: did you mean `gpt2`\\?\n$")
attnlab_cli_test(program_unlike_any_command ARGS banana
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: there is no command `banana`\nhint: [^\n]*--help[^\n]*\n$")
attnlab_cli_test(program_mistyped_option ARGS gpt2 --laier 1
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: there is no option `--laier` of `gpt2`\nhint: did you mean `--layer`\\?\n$")
attnlab_cli_test(program_mistyped_option_before ARGS --modle x gpt2
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "`--modle`" "did you mean `--model`")
attnlab_cli_test(program_option_of_a_command_before ARGS --layer 1 gpt2
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "`--layer` before the command")
attnlab_cli_test(program_option_without_value ARGS gpt2 --json
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: --json needs a value\nhint: ")
attnlab_cli_test(program_option_twice ARGS gpt2 --layer 0 --layer 1
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: --layer is given more than once\n")
attnlab_cli_test(program_option_alone ARGS --json - EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: no command is given\n")
attnlab_cli_test(program_folder_removed SHELL [[mkdir d; cd d; rmdir ../d; "$ATTNLAB" gpt2 --model .]] EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: [^\n]*\n")
attnlab_cli_test(program_many_threads SHELL [["$ATTNLAB" gpt2 --threads 1024 | cmp - "$APPROVED"]] ENV "APPROVED=${CMAKE_CURRENT_SOURCE_DIR}/approved/gpt2.txt" STDOUT_EMPTY STDERR_EMPTY)
attnlab_cli_test(program_too_many_arguments ARGS gpt2 two words
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "`words` is one argument too many" "quotes")
# Only a command that takes a text is told how one is given.
foreach(arguments "fetch;a/b;c/d" "models;x" "check;a;b" "cost;x")
    list(GET arguments 0 command)
    attnlab_cli_test(program_too_many_for_${command} ARGS ${arguments} EXIT 2 STDOUT_EMPTY
        STDERR_MATCHES "is one argument too many\nhint: `attnlab ${command} --help` shows what is expected\n$")
    attnlab_cli_test(program_no_such_option_of_${command} ARGS ${command} --zebra-crossing EXIT 2 STDOUT_EMPTY
        STDERR_MATCHES "no option `--zebra-crossing` of `${command}`\nhint: `attnlab ${command} --help` shows what is expected\n$")
endforeach()
foreach(command gpt2 tokens next compare)
    attnlab_cli_test(program_no_such_option_of_${command} ARGS ${command} --zebra-crossing EXIT 2 STDOUT_EMPTY
        STDERR_MATCHES "hint: a text that begins with a dash stands after --\n$")
endforeach()
attnlab_cli_test(program_too_many_for_compare ARGS compare a b c EXIT 2 STDOUT_EMPTY STDERR_MATCHES "quotes")
attnlab_cli_test(program_command_begun ARGS comp EXIT 2 STDOUT_EMPTY STDERR_MATCHES "did you mean `compare`")
attnlab_cli_test(program_command_in_capitals ARGS GPT2 EXIT 2 STDOUT_EMPTY STDERR_MATCHES "did you mean `gpt2`")
attnlab_cli_test(program_width_zero ARGS tokens --width 0 a
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: --width is `0`, expected a whole number, 1 to 10000\n$")
attnlab_cli_test(program_width_negative ARGS tokens --width -5 a EXIT 2 STDERR_MATCHES "--width is `-5`")
attnlab_cli_test(program_width_no_number ARGS tokens --width abc a EXIT 2 STDERR_MATCHES "--width is `abc`")
attnlab_cli_test(program_width_empty ARGS tokens --width "" a EXIT 2 STDERR_MATCHES "--width is ``")
attnlab_cli_test(program_threads_zero ARGS tokens --threads 0 a EXIT 2 STDERR_MATCHES "--threads is `0`")
attnlab_cli_test(program_color_unknown ARGS tokens --color pink a
    EXIT 2 STDERR_MATCHES "--color is `pink`, expected auto or always or never")
attnlab_cli_test(program_control_bytes_in_an_argument ARGS "\t\r[31m" EXIT 2
    STDERR_MATCHES "`\\\\t\\\\r" STDERR_LACKS "\r" "\t")

# --- Models by name and by folder -------------------------------------------------------------

attnlab_cli_test(program_model_mistyped ARGS gpt2 --model gtp2
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: no model gtp2: no folder of that name, no model in the data folder" "did you mean --model gpt2")
attnlab_cli_test(program_model_no_folder ARGS gpt2 --model ./nowhere EXIT 2 STDOUT_EMPTY STDERR_MATCHES "\\./nowhere")
attnlab_cli_test(program_model_empty ARGS gpt2 --model "" EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: the name of the model is empty")
attnlab_cli_test(program_model_before_and_after
    SHELL [["$ATTNLAB" --model gpt2 tokens Hello && "$ATTNLAB" tokens Hello --model gpt2]]
    STDOUT_MATCHES "15496.*15496" STDERR_EMPTY)
attnlab_cli_test(program_model_folder
    SHELL [[cp -R "$DATA/models/trophy-tiny" "a folder é" && "$ATTNLAB" gpt2 --model "a folder é/"]]
    ENV "DATA=${PROJECT_SOURCE_DIR}/data"
    STDOUT_MATCHES "^Model a folder é: 3 layers" STDERR_EMPTY)
attnlab_cli_test(program_data_folder_given
    ENV "ATTNLAB_DATA=${PROJECT_SOURCE_DIR}/data" ARGS tokens a STDOUT_MATCHES "trophy-tiny" STDERR_EMPTY)
attnlab_cli_test(program_data_folder_wrong
    ENV "ATTNLAB_DATA=/nowhere" ARGS gpt2 EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: ATTNLAB_DATA is /nowhere, which is no folder\n$")
# The sentence is changed in the copy, so that the data of the source tree cannot stand in for it.
attnlab_cli_test(program_installed_and_moved
    SHELL [["$CMAKE" --install "$BUILD" --prefix one >/dev/null && mv one two && sed -i 's/too big/too large/' two/share/attention-lab/sentences.json && two/bin/attnlab gpt2]]
    ENV "CMAKE=${CMAKE_COMMAND}" "BUILD=${PROJECT_BINARY_DIR}" STDOUT_MATCHES "12:large" STDERR_EMPTY)
attnlab_cli_test(program_data_beside_it
    SHELL [[cp "$ATTNLAB" . && cp -R "$DATA" data && sed -i 's/too big/too large/' data/sentences.json && ./attnlab gpt2]]
    ENV "DATA=${PROJECT_SOURCE_DIR}/data" STDOUT_MATCHES "12:large" STDERR_EMPTY)
attnlab_cli_test(program_gpt2_without_weights ARGS gpt2 --model gpt2
    EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: the model gpt2 is not here[^\n]*\nhint: `attnlab fetch gpt2` downloads it[^\n]*--model DIR")

# --- Where JSON and text go -------------------------------------------------------------------

attnlab_cli_test(program_json_alone ARGS tokens a --json - STDOUT_MATCHES "^{\n \"schema\"" STDERR_EMPTY SCHEMA tokens.schema)
attnlab_cli_test(program_json_file
    SHELL [["$ATTNLAB" tokens a --json out.json >text && grep -q '"schema"' out.json && cat text && ls -A]]
    STDOUT_MATCHES "^1 token," "out.json\ntext\n$" STDERR_EMPTY)
attnlab_cli_test(program_json_file_replaced
    SHELL [[umask 022; echo old >out.json; chmod 640 out.json; "$ATTNLAB" tokens a --json out.json >/dev/null; stat -c %a out.json; head -n 1 out.json; ls -A]]
    STDOUT_MATCHES "^640\n{\nout.json\n$" STDERR_EMPTY)
attnlab_cli_test(program_json_file_behind_a_link
    SHELL [[echo old >real.json; ln -s real.json link.json; "$ATTNLAB" tokens a --json link.json >/dev/null; test -L link.json && head -n 1 real.json]]
    STDOUT_MATCHES "^{\n$" STDERR_EMPTY)
attnlab_cli_test(program_json_file_behind_a_link_to_nothing
    SHELL [[mkdir f; ln -s f/real.json link.json; "$ATTNLAB" tokens a --json link.json >/dev/null; test -L link.json && head -n 1 f/real.json]]
    STDOUT_MATCHES "^{\n$" STDERR_EMPTY)
attnlab_cli_test(program_json_interrupted
    SHELL [[mkfifo text; "$ATTNLAB" gpt2 --text-file text --json out.json & sleep 0.5; ls -A | grep -c out.json; kill -TERM $!; wait $! 2>/dev/null; ls -A]]
    STDOUT_MATCHES "^1\ntext\n$" STDERR_LACKS "error")
attnlab_cli_test(program_json_no_folder ARGS gpt2 --json nowhere/out.json
    EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: cannot write nowhere/out.json: No such file or directory\n$")
attnlab_cli_test(program_json_is_a_folder ARGS gpt2 --json /
    EXIT 1 STDOUT_EMPTY STDERR_MATCHES "cannot write /: Is a directory")
attnlab_cli_test(program_json_empty_name ARGS gpt2 --json "" EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: --json")
attnlab_cli_test(program_json_fails_before_the_work
    SHELL [["$ATTNLAB" gpt2 --model ./nowhere --json nowhere/out.json]]
    EXIT 1 STDOUT_EMPTY STDERR_MATCHES "cannot write nowhere/out.json")
attnlab_cli_test(program_json_full_disk
    SHELL [["$ATTNLAB" tokens a --json /dev/full; code=$?; ls -A; exit $code]]
    EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: cannot write /dev/full: No space left on device\n$")
attnlab_cli_test(program_json_nothing_left_behind_by_an_error
    SHELL [["$ATTNLAB" gpt2 --layer 99 --json out.json; code=$?; ls -A; exit $code]]
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "--layer")
attnlab_cli_test(program_stdout_head STDOUT_TO head ARGS gpt2 --layer all --head all STDOUT_MATCHES "^Model" STDERR_EMPTY)
attnlab_cli_test(program_stdout_gone STDOUT_TO gone ARGS gpt2 STDERR_EMPTY)
attnlab_cli_test(program_stdout_full STDOUT_TO full ARGS gpt2
    EXIT 1 STDERR_MATCHES "^error: cannot write standard output: No space left on device\n$")
attnlab_cli_test(program_stdout_closed STDOUT_TO closed ARGS gpt2
    EXIT 1 STDERR_MATCHES "^error: cannot write standard output: Bad file descriptor\n$")

# --- Width and colour -------------------------------------------------------------------------

attnlab_cli_test(program_columns_20 ENV COLUMNS=20 ARGS gpt2
    STDOUT_MATCHES "of[ \n]+14[ \n]+fit;[ \n]+--width[ \n]+shows[ \n]+more" STDOUT_LACKS "\n                              " STDERR_EMPTY)
attnlab_cli_test(program_columns_nonsense
    SHELL [["$ATTNLAB" gpt2 >default; for c in 0 abc -3 12x ''; do COLUMNS=$c "$ATTNLAB" gpt2 | cmp - default || exit 1; done]]
    STDOUT_EMPTY STDERR_EMPTY)
attnlab_cli_test(program_same_bytes_every_run
    SHELL [["$ATTNLAB" all --json one.json >one.txt; "$ATTNLAB" all --json two.json --threads 1 >two.txt
cmp one.json two.json && cmp one.txt two.txt]]
    STDOUT_EMPTY STDERR_EMPTY)
attnlab_cli_test(program_width_wins ENV COLUMNS=20 ARGS gpt2 --width 100 STDOUT_LACKS "fit;" STDERR_EMPTY)
attnlab_cli_test(program_terminal_width PTY 30 ARGS gpt2 STDOUT_MATCHES "fit;[ \n]+--width[ \n]+shows[ \n]+more")
attnlab_cli_test(program_terminal_color PTY 100 ARGS gpt2 STDOUT_MATCHES "\\[1m")
attnlab_cli_test(program_terminal_no_color PTY 100 ENV NO_COLOR=1 ARGS gpt2 STDOUT_LACKS "\\[1m")
attnlab_cli_test(program_terminal_no_color_empty PTY 100 ENV NO_COLOR= ARGS gpt2 STDOUT_MATCHES "\\[1m")
attnlab_cli_test(program_terminal_dumb PTY 100 ENV TERM=dumb ARGS gpt2 STDOUT_LACKS "\\[1m")
attnlab_cli_test(program_no_terminal_no_color ARGS gpt2 STDOUT_LACKS "\\[1m")
attnlab_cli_test(program_color_always ARGS gpt2 --color always STDOUT_MATCHES "\\[1m")
attnlab_cli_test(json_into_a_pipe_by_name SHELL [["$ATTNLAB" toy --json /dev/stdout | head -c 20; "$ATTNLAB" tokens hi --json /dev/fd/2 2>&1 >/dev/null | grep -c schema]]
    STDOUT_MATCHES "^{\n \"schema\": \"attent" "\n?1\n$" STDERR_EMPTY)
