# The progress line: on a terminal, while long work runs, and gone before anything else is written.
# `cost` stands for all: it is sure to take more than the time in which nothing is said.

set(line "\rmeasuring one head's attention [^\r]*%.\\[K")
set(erased "\r.\\[K")

attnlab_cli_test(progress_on_a_terminal
    PTY 70 ARGS cost --max-n 1024
    STDOUT_MATCHES "^${line}" "%.\\[K${erased}What attention costs" STDOUT_LACKS "4 MiB.*\r")
attnlab_cli_test(progress_in_a_narrow_terminal
    PTY 12 ARGS cost --max-n 1024 STDOUT_MATCHES "^\rmeasu… +[0-9]+%.\\[K")
attnlab_cli_test(progress_of_a_model
    PTY 70 ARGS cost --max-n 512 --model trophy-tiny
    STDOUT_MATCHES "${erased}What attention costs" STDOUT_LACKS "not run.*\r")
attnlab_cli_test(progress_beside_results_in_a_file
    PTY 70 SHELL [["$ATTNLAB" cost --max-n 1024 >out; grep -c measuring out; head -c 4 out]]
    STDOUT_MATCHES "${line}.*${erased}0\nWhat$")
attnlab_cli_test(progress_before_an_error
    PTY 70 SHELL [["$ATTNLAB" cost --max-n 1024 >/dev/full]]
    EXIT 1 STDOUT_MATCHES "${line}.*${erased}error: cannot write standard output")
attnlab_cli_test(progress_before_json_in_a_terminal
    PTY 70 ARGS cost --max-n 1024 --json - STDOUT_MATCHES "%.\\[K${erased}{\n" STDOUT_LACKS "schema.*\r")

attnlab_cli_test(progress_before_json_into_the_terminal
    PTY 70 SHELL [["$ATTNLAB" cost --max-n 1024 --json /dev/tty >text]]
    STDOUT_MATCHES "%.\\[K${erased}{\n" STDOUT_LACKS "schema.*\r")

# Interrupted, it leaves an empty line and no file, and the process ends as the signal says.
attnlab_cli_test(progress_interrupted
    PTY 70 SHELL [["$ATTNLAB" cost --max-n 8192 --dk 256 --json out.json >text & sleep 2; kill -TERM $!; wait $!; echo "code $?"; ls -A]]
    STDOUT_MATCHES "%.\\[K${erased}[^\r]*code 143\ntext\n$")
attnlab_cli_test(progress_signals_stay_ignored
    PTY 70 SHELL [[trap '' HUP; "$ATTNLAB" cost >out & sleep 0.6; kill -HUP $!; wait $!; echo "code $?"]]
    STDOUT_MATCHES "code 0\n$")

# Where it would be in somebody's way, there is none.
attnlab_cli_test(progress_not_without_a_terminal ARGS cost --max-n 1024 STDERR_EMPTY STDOUT_LACKS "\r")
attnlab_cli_test(progress_not_into_a_file
    PTY 70 SHELL [["$ATTNLAB" cost --max-n 1024 2>err; wc -c <err]] STDOUT_MATCHES "\n0\n$" STDOUT_LACKS "measuring one")
attnlab_cli_test(progress_not_on_a_dumb_terminal
    PTY 70 ENV TERM=dumb ARGS cost --max-n 1024 STDOUT_MATCHES "^What attention costs" STDOUT_LACKS "\r")
attnlab_cli_test(progress_not_from_the_background
    PTY 70 SHELL [[set -m; "$ATTNLAB" cost --max-n 1024 >out & wait; echo done]] STDOUT_MATCHES "done\n" STDOUT_LACKS "measuring one")
attnlab_cli_test(progress_not_of_short_work PTY 70 ARGS tokens Hello STDOUT_LACKS "\r")
