# attnlab_cli_test(NAME ...): one run of the program, and what has to come of it. It becomes the
# test cli.NAME. A case is written as a shell script and a list of expectations into the build
# folder, cli/NAME/, so that it can be run again by hand: sh build/test/tests/cli/NAME/command.sh
#
#     attnlab_cli_test(tokens_empty_text
#         ARGS tokens ""
#         EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: [^\n]*empty")
#
# What is run (in an empty folder; COLUMNS, NO_COLOR and ATTNLAB_DATA unset, HF_HOME where nothing
# is, and no other variable of Hugging Face's; stdin empty):
#   ARGS a b ...          the program's arguments; anything goes but a keyword of this list
#   SHELL "line"          instead of ARGS: a line of sh, in which "$ATTNLAB" is the program. For
#                         pipes, for bytes that are not UTF-8 ("$(printf '\377')"), for files
#   ENV NAME=value ...    environment variables
#   STDIN_FILE path       standard input; relative to tests/cli/
#   STDOUT_TO head        stdout is a pipe whose reader ends after one line: | head -n 1
#             gone        ... whose reader has ended already
#             full        stdout is /dev/full;  closed: there is no stdout
#   PTY columns           stdout and stderr are one terminal of that width; all comes as stdout
# What is expected:
#   EXIT code             0 where it is not given
#   STDOUT_MATCHES r ...  CMake regular expressions that must match; ^ and $ are the ends of all of
#                         stdout, a line ends with \n
#   STDOUT_LACKS r ...    ... that must not match
#   STDOUT_EMPTY          nothing at all
#   STDOUT_FILE name      exactly the bytes of approved/name; the target `accept` rewrites it
#   STDERR_...            the same for stderr
#   SCHEMA name           stdout is JSON that data/schema/name.json allows
#
# UNREGISTERED writes the case without making it a test; the runner's own tests use it.

set(attnlab_cli_runner ${CMAKE_CURRENT_LIST_DIR}/run_case.cmake)

# util-linux's script gives a command a terminal; other systems' script takes other options, and
# some containers have no terminals to give.
find_program(ATTNLAB_SCRIPT script)
execute_process(COMMAND "${ATTNLAB_SCRIPT}" --quiet --return --command true /dev/null
                INPUT_FILE /dev/null RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
set(attnlab_has_terminals TRUE)
if(NOT result STREQUAL "0")
    set(attnlab_has_terminals FALSE)
    message(STATUS "No 'script' that gives a terminal: the tests that need one are left out")
endif()

function(attnlab_quote_for_sh text result)
    string(REPLACE "'" "'\\''" text "${text}")
    set(${result} "'${text}'" PARENT_SCOPE)
endfunction()

function(attnlab_quote_for_cmake text result)
    string(REGEX REPLACE "([\\\"$])" "\\\\\\1" text "${text}")
    set(${result} "\"${text}\"" PARENT_SCOPE)
endfunction()

function(attnlab_cli_test name)
    if(NOT name MATCHES "^[a-z0-9_]+$")
        message(FATAL_ERROR "attnlab_cli_test: '${name}' is no name of small letters, digits and _")
    endif()
    set(one SHELL STDIN_FILE STDOUT_TO PTY EXIT STDOUT_FILE STDERR_FILE SCHEMA)
    set(many ARGS ENV STDOUT_MATCHES STDOUT_LACKS STDERR_MATCHES STDERR_LACKS)
    set(case_folder ${CMAKE_CURRENT_BINARY_DIR}/${name})

    # The arguments are read one by one: a CMake list would lose empty ones and cut at semicolons.
    set(command "\"$ATTNLAB\"")
    set(environment "")
    set(expected "")
    set(expected_files "")
    set(approved "")
    set(exit_code 0)
    set(stdin /dev/null)
    set(stdout_to "")
    set(pty "")
    set(register TRUE)
    set(keyword "")
    math(EXPR last "${ARGC} - 1")
    foreach(i RANGE 1 ${last})
        set(value "${ARGV${i}}")
        if(value STREQUAL "UNREGISTERED")
            set(register FALSE)
        elseif(value MATCHES "^(STDOUT|STDERR)_EMPTY$")
            string(TOLOWER ${CMAKE_MATCH_1} stream)
            string(APPEND expected "expect_empty(${stream})\n")
        elseif(value IN_LIST one OR value IN_LIST many)
            set(keyword ${value})
            continue()
        elseif(keyword STREQUAL "ARGS")
            attnlab_quote_for_sh("${value}" quoted)
            string(APPEND command " ${quoted}")
        elseif(keyword STREQUAL "SHELL")
            set(command "${value}")
        elseif(keyword STREQUAL "ENV")
            attnlab_quote_for_sh("${value}" quoted)
            string(APPEND environment "export ${quoted}\n")
        elseif(keyword STREQUAL "EXIT")
            set(exit_code ${value})
        elseif(keyword STREQUAL "STDIN_FILE")
            get_filename_component(stdin "${value}" ABSOLUTE)
        elseif(keyword STREQUAL "STDOUT_TO")
            set(stdout_to ${value})
        elseif(keyword STREQUAL "PTY")
            set(pty ${value})
        elseif(keyword STREQUAL "SCHEMA")
            get_filename_component(schema "${value}.json" ABSOLUTE
                                   BASE_DIR ${PROJECT_SOURCE_DIR}/data/schema)
            string(APPEND expected "expect_schema(\"${schema}\")\n")
        elseif(keyword MATCHES "^(STDOUT|STDERR)_(MATCHES|LACKS)$")
            string(TOLOWER ${keyword} keyword_lower)
            string(REPLACE "_" ";" parts ${keyword_lower})
            list(GET parts 0 stream)
            list(GET parts 1 kind)
            attnlab_quote_for_cmake("${value}" quoted)
            string(APPEND expected "expect_${kind}(${stream} ${quoted})\n")
        elseif(keyword MATCHES "^(STDOUT|STDERR)_FILE$")
            string(TOLOWER ${CMAKE_MATCH_1} stream)
            get_filename_component(file "${value}" ABSOLUTE
                                   BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR}/approved)
            string(APPEND expected_files "expect_file(${stream} \"${file}\")\n")
            list(APPEND approved ${file})
        else()
            message(FATAL_ERROR "attnlab_cli_test(${name}): '${value}' belongs to no keyword")
        endif()
        if(NOT keyword IN_LIST many)
            set(keyword "")
        endif()
    endforeach()

    if(stdout_to STREQUAL "head")
        set(command "{ ${command}\necho $? >exit_code; } | head -n 1\nexit \"$(cat exit_code)\"")
    elseif(stdout_to STREQUAL "gone")
        set(command
            "{ sleep 0.2; ${command}\necho $? >exit_code; } | :\nexit \"$(cat exit_code)\"")
    elseif(stdout_to STREQUAL "full")
        set(command "{ ${command}\n} >/dev/full")
    elseif(stdout_to STREQUAL "closed")
        set(command "{ ${command}\n} >&-")
    elseif(NOT stdout_to STREQUAL "")
        message(FATAL_ERROR "attnlab_cli_test(${name}): STDOUT_TO ${stdout_to} is unknown")
    endif()

    attnlab_quote_for_sh("${case_folder}/work" work)
    attnlab_quote_for_sh("${PROJECT_BINARY_DIR}/lab/attnlab" program)
    file(WRITE ${case_folder}/command.sh
         "mkdir -p ${work} && cd ${work} || exit 99\n"
         "unset ATTNLAB_DATA COLUMNS NO_COLOR\n"
         "unset HF_HUB_CACHE HUGGINGFACE_HUB_CACHE HF_TOKEN HF_ENDPOINT HF_HUB_OFFLINE\n"
         "export HF_HOME=/nowhere/huggingface\n"
         "export ATTNLAB=${program} TERM=xterm-256color LC_ALL=C.UTF-8\n"
         "${environment}${command}\n")
    file(WRITE ${case_folder}/expected.cmake
         "set(stdin \"${stdin}\")\nset(pty \"${pty}\")\nset(script \"${ATTNLAB_SCRIPT}\")\n"
         "set(validate_json \"${PROJECT_BINARY_DIR}/tests/validate_json\")\nrun()\n"
         "expect_exit(${exit_code})\n${expected}${expected_files}")
    if(NOT register)
        return()
    endif()
    set_property(GLOBAL APPEND PROPERTY attnlab_approved_files ${approved})
    if(pty AND NOT attnlab_has_terminals)
        return()
    endif()
    if(approved)
        set_property(GLOBAL APPEND PROPERTY attnlab_approved_cases ${case_folder})
    endif()
    add_test(NAME cli.${name} COMMAND ${CMAKE_COMMAND} -D CASE=${case_folder}
                                      -P ${attnlab_cli_runner})
    set_tests_properties(cli.${name} PROPERTIES TIMEOUT 120)
endfunction()

# The target `accept`, and no approved file that belongs to no case.
function(attnlab_cli_finish)
    get_property(cases GLOBAL PROPERTY attnlab_approved_cases)
    set(commands "")
    foreach(case_folder IN LISTS cases)
        list(APPEND commands COMMAND ${CMAKE_COMMAND} -D ACCEPT=ON -D CASE=${case_folder}
             -P ${attnlab_cli_runner})
    endforeach()
    add_custom_target(accept ${commands} COMMENT "Accepting what the views print" VERBATIM)
    add_dependencies(accept attnlab validate_json)

    get_property(used GLOBAL PROPERTY attnlab_approved_files)
    file(GLOB approved ${CMAKE_CURRENT_SOURCE_DIR}/approved/*)
    foreach(file IN LISTS approved)
        if(NOT file IN_LIST used)
            message(SEND_ERROR "${file} belongs to no case: remove it")
        endif()
    endforeach()
endfunction()
