# attnlab all: the four steps in order.

attnlab_cli_test(all_steps SHELL [["$ATTNLAB" all | grep '(attnlab [a-z0-9]*)$']]
    STDOUT_MATCHES "attnlab toy\\)\n.*attnlab saturation\\)\n.*attnlab gpt2\\)\n.*attnlab compare\\)\n$" STDERR_EMPTY)
attnlab_cli_test(all_is_the_steps_alone
    SHELL [["$ATTNLAB" all >all; for step in toy saturation gpt2 compare; do "$ATTNLAB" $step >step; lines=$(wc -l <step); grep -n "attnlab $step)" all | cut -d: -f1 >at; tail -n +$(($(cat at) + 2)) all | head -n $lines | cmp - step || exit 1; done]]
    STDOUT_EMPTY STDERR_EMPTY)
attnlab_cli_test(all_json ARGS all --json - SCHEMA all.schema
    STDOUT_MATCHES "\"step\": \"toy\".*\"step\": \"saturation\".*\"step\": \"gpt2\".*\"step\": \"compare\"" STDERR_EMPTY)
attnlab_cli_test(all_narrow ARGS all --width 20 STDOUT_MATCHES "Attention shows\nwhere a head looks," STDERR_EMPTY)
