# Runs one case that attnlab_cli_test wrote, and says everything that came out otherwise.
#
#     cmake -D CASE=<build>/tests/cli/NAME [-D ACCEPT=ON] -P run_case.cmake
#
# With ACCEPT, a run that meets all other expectations becomes the approved file.

cmake_minimum_required(VERSION 3.25)
set_property(GLOBAL PROPERTY failures 0)

function(failed what)
    message(NOTICE "${what}")
    set_property(GLOBAL PROPERTY failures 1)
endfunction()

function(run)
    file(REMOVE_RECURSE ${CASE}/work)
    set(command sh "${CASE}/command.sh")
    if(pty)
        set(command ${script} --quiet --return --command
                    "stty cols ${pty} rows 24 && sh '${CASE}/command.sh'" /dev/null)
    endif()
    execute_process(COMMAND ${command} INPUT_FILE "${stdin}" OUTPUT_FILE "${CASE}/stdout"
                    ERROR_FILE "${CASE}/stderr" RESULT_VARIABLE result)
    if(pty)
        file(READ "${CASE}/stdout" text)
        string(REPLACE "\r\n" "\n" text "${text}")
        file(WRITE "${CASE}/stdout" "${text}")
    endif()
    set(result "${result}" PARENT_SCOPE)
endfunction()

function(expect_exit code)
    if(NOT result STREQUAL code)
        failed("exit code ${result}, expected ${code}")
    endif()
endfunction()

function(expect_matches stream regex)
    file(READ "${CASE}/${stream}" text)
    if(NOT text MATCHES "${regex}")
        failed("${stream} does not match: ${regex}")
    endif()
endfunction()

function(expect_lacks stream regex)
    file(READ "${CASE}/${stream}" text)
    if(text MATCHES "${regex}")
        failed("${stream} must not match: ${regex}")
    endif()
endfunction()

function(expect_empty stream)
    file(SIZE "${CASE}/${stream}" size)
    if(size GREATER 0)
        failed("${stream} is not empty")
    endif()
endfunction()

function(expect_schema schema)
    execute_process(COMMAND "${validate_json}" "${schema}" "${CASE}/stdout"
                    RESULT_VARIABLE invalid OUTPUT_VARIABLE reason ERROR_VARIABLE reason)
    if(NOT invalid STREQUAL "0")
        failed("stdout against ${schema}: ${reason}")
    endif()
endfunction()

function(expect_file stream file)
    execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files "${CASE}/${stream}" "${file}"
                    RESULT_VARIABLE differs OUTPUT_QUIET ERROR_QUIET)
    if(differs STREQUAL "0")
        return()
    endif()
    get_property(n GLOBAL PROPERTY failures)
    if(ACCEPT AND n EQUAL 0)
        get_filename_component(folder "${file}" DIRECTORY)
        file(MAKE_DIRECTORY "${folder}")
        file(COPY_FILE "${CASE}/${stream}" "${file}")
        message(NOTICE "accepted: ${file}")
        return()
    endif()
    execute_process(COMMAND diff -u "${file}" "${CASE}/${stream}" OUTPUT_VARIABLE diff
                    ERROR_VARIABLE diff)
    failed("${stream} is not ${file}; `cmake --build <build> --target accept` accepts it\n${diff}")
endfunction()

function(show what file)
    file(READ "${file}" text LIMIT 4000)
    message(NOTICE "--- ${what}\n${text}")
endfunction()

include("${CASE}/expected.cmake")

get_property(n GLOBAL PROPERTY failures)
if(n GREATER 0)
    show("command (${CASE}/command.sh)" "${CASE}/command.sh")
    show("stdout" "${CASE}/stdout")
    show("stderr" "${CASE}/stderr")
    message(FATAL_ERROR "the case failed")
endif()
