# Runs all golden tests once for each kind of processor that the kernels are compiled for and that
# this machine can be, from the best down to the baseline. It knows no names: the program lists them.
#
#     cmake -D GOLDEN_TESTS=<program> -D LIST_TARGETS=<program> [-D TESTS=<Catch's names or tags>]
#           -P every_target.cmake

cmake_minimum_required(VERSION 3.25)

# One run of all golden tests; its output, errors included, and its exit code.
function(run_golden_tests target output_variable code_variable)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -E env "ATTNLAB_TEST_TARGET=${target}" "${GOLDEN_TESTS}" ${TESTS}
        OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE code)
    set(${output_variable} "${output}" PARENT_SCOPE)
    set(${code_variable} "${code}" PARENT_SCOPE)
endfunction()

execute_process(
    COMMAND "${LIST_TARGETS}"
    OUTPUT_VARIABLE targets OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE code)
string(REPLACE "\n" ";" targets "${targets}")
list(LENGTH targets n_targets)
if(NOT code STREQUAL "0" OR n_targets LESS 1)
    message(FATAL_ERROR "${LIST_TARGETS} ended with ${code} and listed ${n_targets} targets")
endif()

set(failed "")
foreach(target IN LISTS targets)
    string(TIMESTAMP begin "%s")
    run_golden_tests("${target}" output code)
    string(TIMESTAMP end "%s")
    math(EXPR seconds "${end} - ${begin}")
    if(code STREQUAL "0" AND output MATCHES "All tests passed \\(([^\n]*)\\)")
        message(NOTICE "${target}: passed, ${CMAKE_MATCH_1}, ${seconds} s")
    else()
        message(NOTICE "${target}: FAILED (${code})\n${output}")
        list(APPEND failed "${target}")
    endif()
endforeach()

# A target that no machine has must not pass as another: else the runs above would show nothing.
run_golden_tests(NO_TARGET output code)
if(NOT code STREQUAL "2" OR NOT output MATCHES "the target is `NO_TARGET`, expected one of")
    message(NOTICE "NO_TARGET: ended with ${code}, expected a refusal\n${output}")
    list(APPEND failed NO_TARGET)
endif()

if(failed)
    message(FATAL_ERROR "golden tests failed for: ${failed}")
endif()
