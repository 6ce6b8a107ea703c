# Shows that check.cmake can fail: fixtures/ breaks each rule at least once, and fixtures/expected.txt
# holds the lines that have to come out, no more and no fewer.

execute_process(
    COMMAND ${CMAKE_COMMAND} -D ROOT=${CMAKE_CURRENT_LIST_DIR}/fixtures -D MAX_LINES=14
            -P ${CMAKE_CURRENT_LIST_DIR}/check.cmake
    RESULT_VARIABLE result
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
file(READ ${CMAKE_CURRENT_LIST_DIR}/fixtures/expected.txt expected)
string(FIND "${output}" "${expected}CMake Error" position)
if(NOT result EQUAL 1 OR NOT position EQUAL 0)
    message(FATAL_ERROR "exit code ${result}\n--- got\n${output}\n--- expected\n${expected}")
endif()
