# Texts so long that their maps are not kept: every showing is a run of the model, and JSON and text
# are written as they come, still whole or not at all.

# A line of sh that has a model in ./m and $ids for it. The shell sees to 80 MB of JSON.
function(attnlab_long_text_test name harm line)
    attnlab_cli_test(long_${name}
        SHELL "\"$WRITE_MODEL\" m ${harm} && ids=$(seq 767 | sed 's/.*/,5/' | tr -d '\\n') && ids=1$ids
${line}"
        ENV "WRITE_MODEL=${PROJECT_BINARY_DIR}/tests/write_model" ${ARGN})
endfunction()

attnlab_long_text_test(json_is_the_same_wherever_it_goes ""
    [["$ATTNLAB" gpt2 --model ./m --ids $ids --layer all --mean --json one.json >text &&
"$ATTNLAB" gpt2 --model ./m --ids $ids --layer all --mean --threads 1 --json - | cmp - one.json &&
"$ATTNLAB" gpt2 --model ./m --ids $ids --layer all --mean | cmp - text && ls -A && head -c 2 one.json && tail -c 3 one.json && rm one.json]]
    STDOUT_MATCHES "^m\none.json\ntext\n{\n\n}\n$" STDERR_EMPTY)
attnlab_long_text_test(json_of_some_heads ""
    [["$ATTNLAB" gpt2 --model ./m --ids $ids --layer 1 --head 3 --json one.json >text &&
"$ATTNLAB" gpt2 --model ./m --ids $ids --layer all --json all.json >all &&
grep -A 1000 '^Head 1.3 ' all | head -n 40 >a; grep -A 1000 '^Head 1.3 ' text | head -n 40 | cmp - a &&
grep -c '^    \[' all.json one.json; rm *.json]]
    STDOUT_MATCHES "^all.json:12288\none.json:768\n$" STDERR_EMPTY)
attnlab_long_text_test(failing_model_and_json_alone overflow
    [["$ATTNLAB" gpt2 --model ./m --ids $ids --layer all --json -]]
    EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: [^\n]*1\\.0[^\n]*\n$")
attnlab_long_text_test(failing_model_and_text overflow
    [["$ATTNLAB" gpt2 --model ./m --ids $ids --layer all]]
    EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: [^\n]*1\\.0[^\n]*\n$")
attnlab_long_text_test(failing_model_and_a_file overflow
    [["$ATTNLAB" gpt2 --model ./m --ids $ids --layer all --json out.json; code=$?; ls -A; exit $code]]
    EXIT 1 STDOUT_MATCHES "^m\n$" STDERR_MATCHES "^error: [^\n]*1\\.0[^\n]*\n$")
attnlab_long_text_test(failing_model_and_a_pipe overflow
    [[mkfifo out.json; cat out.json & "$ATTNLAB" gpt2 --model ./m --ids $ids --layer all --json out.json; code=$?; wait; exit $code]]
    EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: [^\n]*1\\.0[^\n]*\n$")
attnlab_long_text_test(layers_that_are_not_chosen_cannot_fail overflow
    [["$ATTNLAB" gpt2 --model ./m --ids $ids --layer 0 | grep -c '^Head ']] STDOUT_MATCHES "^8\n$" STDERR_EMPTY)
attnlab_long_text_test(file_too_large ""
    [[trap '' XFSZ; ulimit -f 20000; "$ATTNLAB" gpt2 --model ./m --ids $ids --layer all --json out.json; code=$?; ls -A; exit $code]]
    EXIT 1 STDOUT_MATCHES "^m\n$" STDERR_MATCHES "^error: cannot write out.json: File too large\n$")
attnlab_long_text_test(interrupted ""
    [[ulimit -f 20000; "$ATTNLAB" gpt2 --model ./m --ids $ids --layer all --json out.json 2>/dev/null; test $? -gt 128 && ls -A]]
    STDOUT_MATCHES "^m\n$")
attnlab_long_text_test(stdout_full ""
    [["$ATTNLAB" gpt2 --model ./m --ids $ids --layer all --json - >/dev/full]]
    EXIT 1 STDERR_MATCHES "^error: cannot write standard output: No space left on device\n$")
attnlab_long_text_test(reader_goes ""
    [[{ "$ATTNLAB" gpt2 --model ./m --ids $ids --layer all --json -; echo $? >code; } | head -n 1; cat code]]
    STDOUT_MATCHES "^{\n0\n$" STDERR_EMPTY)

# Maps and JSON of this run are 38 and 80 MB. The peak of all resident memory is looked at when most
# of the JSON has been written. (Sanitizers need far more than the program.)
if(EXISTS /proc/self/status AND NOT ATTNLAB_SANITIZE)
    attnlab_long_text_test(memory_is_bounded ""
        [[{ "$ATTNLAB" gpt2 --model ./m --ids $ids --layer all --threads 2 --json - & echo $! >pid; wait; } |
{ head -c 60000000 >/dev/null; grep VmHWM "/proc/$(cat pid)/status"; cat >/dev/null; }]]
        STDOUT_MATCHES "^VmHWM:[ \t]+[1-5]?[0-9]?[0-9]?[0-9]?[0-9] kB\n$" STDERR_EMPTY)
endif()
