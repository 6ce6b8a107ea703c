# The runner itself: it passes the command what was written, and it fails when it should.
# Cases named bad_* are written, not registered; tests named self_* run them.

# --- What is written arrives -----------------------------------------------------------------

# printf stands in for the program: ATTNLAB is only the default of what is run.
attnlab_cli_test(self_arguments_arrive
    ENV ATTNLAB=printf
    ARGS "<%s>" "two words" "" "it's \"quoted\"" "a;b" "[" "]" "$HOME \\n" "two
lines" "*"
    STDOUT_MATCHES "^<two words><><it's \"quoted\"><a;b><\\[><\\]><\\$HOME \\\\n><two\nlines><\\*>$"
    STDERR_EMPTY)
attnlab_cli_test(self_bytes_arrive
    SHELL [[printf %s "$(printf 'a\377b')" | od -An -tx1]]
    STDOUT_MATCHES "^ 61 ff 62\n$")
attnlab_cli_test(self_environment_arrives
    ENV "COLUMNS=20" "NO_COLOR=a b"
    SHELL [[printf '%s|%s|%s' "$COLUMNS" "$NO_COLOR" "${ATTNLAB_DATA-unset}"]]
    STDOUT_MATCHES "^20\\|a b\\|unset$")
attnlab_cli_test(self_stdin_is_empty SHELL "cat" STDOUT_EMPTY STDERR_EMPTY)
attnlab_cli_test(self_stdin_is_a_file
    STDIN_FILE runner/self_test.cmake SHELL "head -n 1" STDOUT_MATCHES "^# The runner itself")
attnlab_cli_test(self_stderr_is_apart
    SHELL "echo out; echo err >&2; exit 3"
    EXIT 3 STDOUT_MATCHES "^out\n$" STDERR_MATCHES "^err\n$" STDERR_LACKS "out")
attnlab_cli_test(self_folder_is_empty SHELL "ls -A" STDOUT_EMPTY)
attnlab_cli_test(self_stdout_head
    STDOUT_TO head SHELL [[echo first; echo second; (exit 4)]]
    EXIT 4 STDOUT_MATCHES "^first\n$")
attnlab_cli_test(self_stdout_gone
    STDOUT_TO gone SHELL [[env printf 'x'; env printf 'x' >&2]] STDOUT_EMPTY STDERR_MATCHES "^x$")
attnlab_cli_test(self_stdout_full
    STDOUT_TO full SHELL "env printf x" EXIT 1 STDERR_MATCHES "No space left")
attnlab_cli_test(self_stdout_closed
    STDOUT_TO closed SHELL "env printf x" EXIT 1 STDERR_MATCHES "Bad file descriptor")
attnlab_cli_test(self_no_terminal SHELL "test -t 0 || test -t 1 || test -t 2" EXIT 1)
attnlab_cli_test(self_terminal
    PTY 72 SHELL "test -t 1 && stty size && exit 5" EXIT 5 STDOUT_MATCHES "^24 72\n$")

# --- It fails when it should -----------------------------------------------------------------

# Runs a bad_* case: the runner must end with 1 and say why.
function(attnlab_runner_must_fail name why)
    attnlab_cli_test(self_${name}_fails
        SHELL "'${CMAKE_COMMAND}' -D CASE='${CMAKE_CURRENT_BINARY_DIR}/bad_${name}' -P '${attnlab_cli_runner}'"
        EXIT 1 STDERR_MATCHES "${why}" "the case failed" STDOUT_EMPTY)
endfunction()

attnlab_cli_test(bad_exit UNREGISTERED SHELL "exit 3")
attnlab_runner_must_fail(exit "exit code 3, expected 0")
attnlab_cli_test(bad_crash UNREGISTERED SHELL [[sh -c 'kill -SEGV $$']] EXIT 1)
attnlab_runner_must_fail(crash "exit code 139, expected 1")
attnlab_cli_test(bad_match UNREGISTERED SHELL "echo ab; echo c >&2" STDOUT_MATCHES "a" "^b")
attnlab_runner_must_fail(match "stdout does not match: \\^b")
attnlab_cli_test(bad_stderr_match UNREGISTERED SHELL "echo ab" STDERR_MATCHES "ab")
attnlab_runner_must_fail(stderr_match "stderr does not match: ab")
attnlab_cli_test(bad_lack UNREGISTERED SHELL "echo ab" STDOUT_LACKS "c" "b")
attnlab_runner_must_fail(lack "stdout must not match: b")
attnlab_cli_test(bad_empty UNREGISTERED SHELL "echo >&2" STDOUT_EMPTY STDERR_EMPTY)
attnlab_runner_must_fail(empty "stderr is not empty")
attnlab_cli_test(bad_file UNREGISTERED SHELL "echo ab" STDOUT_FILE ${attnlab_cli_runner})
attnlab_runner_must_fail(file "\\+ab\n")
attnlab_cli_test(bad_missing_file UNREGISTERED SHELL "echo ab" STDOUT_FILE /nowhere/file)
attnlab_runner_must_fail(missing_file "stdout is not /nowhere/file")

# --- JSON Schema -----------------------------------------------------------------------------

# The smallest of schemas, in the build folder.
set(schema ${CMAKE_CURRENT_BINARY_DIR}/schema)
file(WRITE ${schema}.json [[{"type": "object", "required": ["a"], "additionalProperties": false,
    "properties": {"a": {"type": "array", "items": {"$ref": "#/$defs/number"}}},
    "$defs": {"number": {"type": ["number", "null"], "minimum": 0}}}]])
attnlab_cli_test(self_schema SHELL [[echo '{"a": [1, 0.5, null]}']] SCHEMA ${schema})
attnlab_cli_test(bad_schema UNREGISTERED SHELL [[echo '{"a": [1, "x", -2], "b": 0}']]
    SCHEMA ${schema})
attnlab_runner_must_fail(schema
    "/b is not allowed\n/a/1 is string, not .\"number\",\"null\".\n/a/2 is -2, against minimum 0\n")
attnlab_cli_test(bad_required UNREGISTERED SHELL [[echo '{}']] SCHEMA ${schema})
attnlab_runner_must_fail(required "/ lacks \"a\"")
attnlab_cli_test(bad_nan UNREGISTERED SHELL [[echo '{"a": [NaN]}']] SCHEMA ${schema})
attnlab_runner_must_fail(nan "parse error")
attnlab_cli_test(bad_utf8 UNREGISTERED SHELL [[printf '{"a": [], "b": "\377"}']] SCHEMA ${schema})
attnlab_runner_must_fail(utf8 "invalid string")
attnlab_cli_test(bad_json_end UNREGISTERED SHELL [[echo '{"a": []} {}']] SCHEMA ${schema})
attnlab_runner_must_fail(json_end "expected end of input")
attnlab_cli_test(bad_no_schema UNREGISTERED SHELL [[echo '{}']] SCHEMA ${schema}_missing)
attnlab_runner_must_fail(no_schema "cannot be read")

# A schema that would check nothing is refused.
set(unknown [[{"maximun": 1}]])
set(reference [[{"$ref": "#/$defs/none"}]])
set(type [[{"type": "objekt"}]])
foreach(part unknown reference type)
    file(WRITE ${schema}_${part}.json "${${part}}")
    attnlab_cli_test(bad_schema_${part} UNREGISTERED SHELL "echo 1" SCHEMA ${schema}_${part})
    attnlab_runner_must_fail(schema_${part} "_${part}.json: schema: ")
endforeach()

# --- Accepting -------------------------------------------------------------------------------

# A good run becomes the approved file; one that fails in any other way leaves it as it was.
set(approved ${CMAKE_CURRENT_BINARY_DIR}/approved_by_self_test)
attnlab_cli_test(good_view UNREGISTERED SHELL "echo new" STDOUT_FILE ${approved})
attnlab_cli_test(bad_view UNREGISTERED SHELL "echo broken; exit 1" STDOUT_FILE ${approved}.2)
set(accept "'${CMAKE_COMMAND}' -D ACCEPT=ON -P '${attnlab_cli_runner}'")
string(REPLACE "-P" "-D CASE='${CMAKE_CURRENT_BINARY_DIR}/good_view' -P" accept_good "${accept}")
string(REPLACE "-P" "-D CASE='${CMAKE_CURRENT_BINARY_DIR}/bad_view' -P" accept_bad "${accept}")
attnlab_cli_test(self_accept_takes_a_good_run
    SHELL "echo old >'${approved}'; ${accept_good} && cat '${approved}'"
    STDOUT_MATCHES "^new\n$" STDERR_MATCHES "accepted: ")
attnlab_cli_test(self_accept_refuses_a_failed_run
    SHELL "echo old >'${approved}.2'; ${accept_bad}; code=$?; cat '${approved}.2'; exit $code"
    EXIT 1 STDOUT_MATCHES "^old\n$" STDERR_MATCHES "exit code 1, expected 0")
