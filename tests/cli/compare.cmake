# attnlab compare: what is the same to the bit, and what flips, on the embedded model.

attnlab_cli_test(compare_default ARGS compare STDOUT_FILE compare.txt STDERR_EMPTY)
attnlab_cli_test(compare_the_noun_flips ARGS compare --json -
    SCHEMA compare.schema STDERR_EMPTY
    STDOUT_MATCHES "\"first_difference\": 12" "\"identical_rows\": 12" "\"bit_identical\": true"
                   "\"max_difference_in_identical_rows\": 0,"
                   "\"probabilities\": \\[\n *\\[0\\.9[0-9]*, [^,\n]*\\],\n *\\[[^,\n]*, 0\\.9[0-9]*\\]")
attnlab_cli_test(compare_no_mask ARGS compare --no-mask --json -
    SCHEMA compare.schema STDOUT_MATCHES "\"bit_identical\": false" "\"identical_rows\": 0," STDERR_EMPTY)
attnlab_cli_test(compare_no_mask_text ARGS compare --no-mask STDOUT_MATCHES "counterfactual" STDERR_EMPTY)
attnlab_cli_test(compare_different_lengths
    ARGS compare "The trophy didn't fit because it was big." "The trophy didn't fit because it was much too small." --json -
    SCHEMA compare.schema STDOUT_MATCHES "\"first_difference\": 8" "\"bit_identical\": true" STDERR_EMPTY)
attnlab_cli_test(compare_one_is_the_beginning ARGS compare "The trophy" "The trophy was big." STDOUT_MATCHES "the end of the text" "no token|No token" STDERR_EMPTY)
attnlab_cli_test(compare_the_same ARGS compare "The trophy." "The trophy." --json -
    SCHEMA compare.schema STDOUT_MATCHES "\"first_difference\": null" "\"bit_identical\": true" STDERR_EMPTY)
attnlab_cli_test(compare_the_same_text ARGS compare "The trophy." "The trophy." STDOUT_MATCHES "Both texts are the same" "Nowhere" STDERR_EMPTY)
attnlab_cli_test(compare_nothing_in_common ARGS compare "The" "big" STDOUT_MATCHES "differ from the first token on" STDERR_EMPTY)
attnlab_cli_test(compare_focus_in_neither ARGS compare "The trophy was big." "The trophy was small."
    STDOUT_MATCHES "`it` is in neither text" STDERR_EMPTY)
attnlab_cli_test(compare_focus_in_one ARGS compare "Because it was big." "The trophy was small." STDOUT_MATCHES "only in the first text" STDERR_EMPTY)
attnlab_cli_test(compare_focus_null ARGS compare "The trophy was big." "The trophy was small." --json -
    SCHEMA compare.schema STDOUT_MATCHES "\"focus\": null" STDERR_EMPTY)
attnlab_cli_test(compare_focus ARGS compare --focus suitcase --layer 1 --head 2 STDOUT_MATCHES "The row of 7:suitcase in head 1.2" STDERR_EMPTY)
attnlab_cli_test(compare_top ARGS compare --top 1 --layer 2 STDOUT_MATCHES "\nHead 2\\.[0-3]\n" STDOUT_LACKS "\nHead [01]" STDERR_EMPTY)
attnlab_cli_test(compare_top_zero ARGS compare --top 0 STDOUT_LACKS "second minus first\n" STDERR_EMPTY)
attnlab_cli_test(compare_narrow ARGS compare --width 40 STDOUT_MATCHES "fit;[ \n]+--width[ \n]+shows[ \n]+more" STDERR_EMPTY)
attnlab_cli_test(compare_cue_with_spaces
    SHELL [[for cue in The ' The' ' The ' 'The '; do "$ATTNLAB" compare --cue "$cue" --json - | grep -A9 '"probabilities"' >"one$cue"; cmp "one$cue" oneThe || exit 1; done]]
    STDOUT_EMPTY STDERR_EMPTY)
attnlab_cli_test(compare_candidate_of_several_tokens ARGS compare --candidates "trophy,trophy was" --json -
    SCHEMA compare.schema STDOUT_MATCHES "\"continuations\": \\[\" trophy\", \" trophy was\"\\]" STDERR_EMPTY)
attnlab_cli_test(compare_candidates_of_another_text ARGS compare "The cat." "The dog."
    STDOUT_MATCHES "left out: trophy and suitcase are in neither text" STDERR_EMPTY)
attnlab_cli_test(compare_candidates_of_another_text_json ARGS compare "The cat." "The dog." --json -
    SCHEMA compare.schema STDOUT_MATCHES "\"next\": null" STDERR_EMPTY)
attnlab_cli_test(compare_no_room_for_the_cue
    SHELL [[text="The$(printf '%063d' 0 | sed 's/0/ the/g')"; "$ATTNLAB" compare "$text" "$text" --candidates trophy | grep 'left out']]
    STDOUT_MATCHES "left out: with the cue the first" STDERR_EMPTY)
attnlab_cli_test(compare_one_text ARGS compare a EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: compare: one text is given, expected two or none\nhint: ")
attnlab_cli_test(compare_empty_text ARGS compare a "" EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: the text is empty")
attnlab_cli_test(compare_focus_of_one_text ARGS compare --focus small EXIT 2 STDOUT_EMPTY STDERR_MATCHES "in the first text: --focus `small`")
attnlab_cli_test(compare_insertion ARGS compare "The cat was big because it was." "The old cat was big because it was." STDOUT_MATCHES "\n *1/2:cat" STDERR_EMPTY)
attnlab_cli_test(compare_cue_not_utf8 SHELL [["$ATTNLAB" compare --cue "$(printf 'a\377')"]] EXIT 2 STDOUT_EMPTY STDERR_MATCHES "--cue is not UTF-8 from offset 1")
attnlab_cli_test(compare_stdin SHELL [[printf 'The cat' | "$ATTNLAB" compare - "The dog" --top 0]] STDOUT_MATCHES "The first text" STDERR_EMPTY)
attnlab_cli_test(compare_stdin_twice ARGS compare - - EXIT 2 STDOUT_EMPTY STDERR_MATCHES "one standard input")
attnlab_cli_test(compare_too_long SHELL [["$ATTNLAB" compare a "$(printf 'The%064d' 0 | sed 's/0/ the/g')"]]
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "65 tokens, the model takes 64")
attnlab_cli_test(compare_bad_top ARGS compare --top -1 EXIT 2 STDOUT_EMPTY STDERR_MATCHES "--top is `-1`")
attnlab_cli_test(compare_bad_layer ARGS compare --layer 3 EXIT 2 STDOUT_EMPTY STDERR_MATCHES "--layer is `3`, expected numbers from 0 to 2")
