# attnlab gpt2: the maps, on the embedded model.

attnlab_cli_test(gpt2_default ARGS gpt2 STDOUT_FILE gpt2.txt STDERR_EMPTY)
attnlab_cli_test(gpt2_head ARGS gpt2 --layer 2 --head 1 --values STDOUT_FILE gpt2-values.txt STDERR_EMPTY)
attnlab_cli_test(gpt2_narrow ARGS gpt2 --width 40 STDOUT_FILE gpt2-narrow.txt STDERR_EMPTY)
attnlab_cli_test(gpt2_drop_first ARGS gpt2 --layer 1 --head 3 --drop-first --scale sqrt STDOUT_FILE gpt2-drop-first.txt STDERR_EMPTY)
attnlab_cli_test(gpt2_all_heads SHELL [["$ATTNLAB" gpt2 --layer all --head all | grep -c '^Head ']] STDOUT_MATCHES "^12\n$" STDERR_EMPTY)
attnlab_cli_test(gpt2_some_heads SHELL [["$ATTNLAB" gpt2 --layer 0-1 --head 3,0 | grep '^Head ']]
    STDOUT_MATCHES "^Head 0.0 [^\n]*\nHead 0.3 [^\n]*\nHead 1.0 [^\n]*\nHead 1.3 [^\n]*\n$" STDERR_EMPTY)
attnlab_cli_test(gpt2_layer_only SHELL [["$ATTNLAB" gpt2 --layer 2 | grep -c '^Head 2']] STDOUT_MATCHES "^4\n$" STDERR_EMPTY)
attnlab_cli_test(gpt2_mean ARGS gpt2 --mean --layer 1 --head 0-2 STDOUT_MATCHES "Layer 1, mean of heads 0, 1, 2" STDERR_EMPTY)
attnlab_cli_test(gpt2_no_mask ARGS gpt2 --no-mask STDOUT_MATCHES "not[ \n]trained[ \n]so" STDOUT_LACKS "closed by the mask" STDERR_EMPTY)
attnlab_cli_test(gpt2_scale_log ARGS gpt2 --scale log STDOUT_MATCHES "logarithmic" STDERR_EMPTY)
attnlab_cli_test(gpt2_one_token ARGS gpt2 The --values STDOUT_MATCHES "1 token," "0:The 1.00\n" "most at 0:The, 1.000; entropy 0.000 bits" STDERR_EMPTY)
attnlab_cli_test(gpt2_full_length SHELL [["$ATTNLAB" gpt2 "$(printf 'The%063d' 0 | sed 's/0/ the/g')" | grep tokens,]] STDOUT_MATCHES "^64 tokens" STDERR_EMPTY)
attnlab_cli_test(gpt2_too_long SHELL [["$ATTNLAB" gpt2 "$(printf 'The%064d' 0 | sed 's/0/ the/g')"]]
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: 65 tokens, the model takes 64\n")
attnlab_cli_test(gpt2_much_too_long SHELL [[head -c 1000000 /dev/zero | tr '\0' '^' | "$ATTNLAB" gpt2 -]]
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: [0-9]+ tokens, the model takes 64\n")
attnlab_cli_test(gpt2_curly_apostrophe ARGS gpt2 "The trophy didn’t fit in the suitcase because it was too big."
    STDOUT_MATCHES "> 1[0-9]:it" "~ " "is a part of a character" STDERR_EMPTY)
attnlab_cli_test(gpt2_wide_labels ARGS gpt2 "日本 🏆 é it" --layer 0 --head 0 STDOUT_MATCHES "~" STDERR_EMPTY)

# --- JSON ---------------------------------------------------------------------------------------

attnlab_cli_test(gpt2_json ARGS gpt2 --json - SCHEMA gpt2.schema STDOUT_MATCHES "\"choice\": {" STDERR_EMPTY)
attnlab_cli_test(gpt2_json_everything ARGS gpt2 --layer all --head 1,3 --mean --scores --tensors --json -
    SCHEMA gpt2.schema STDOUT_MATCHES "\"mean_attention\"" "null" "\"heads\": \\[1, 3\\]" "\"choice\": null" STDERR_EMPTY)
attnlab_cli_test(gpt2_json_no_mask ARGS gpt2 --no-mask --scores --layer 0 --json -
    SCHEMA gpt2.schema STDOUT_MATCHES "\"mask\": \"none\"" STDOUT_LACKS "\\[null|, null\\]" STDERR_EMPTY)
attnlab_cli_test(gpt2_json_ids ARGS gpt2 --ids 1,2,3 --bos --json - SCHEMA gpt2.schema STDOUT_MATCHES "\"text\": null,\n \"bos\": true" STDERR_EMPTY)
attnlab_cli_test(gpt2_json_partial_token ARGS gpt2 "a’" --json - SCHEMA gpt2.schema STDOUT_MATCHES "\"bytes\": \"99\"" STDERR_EMPTY)
attnlab_cli_test(gpt2_scores_without_json ARGS gpt2 --scores EXIT 2 STDOUT_EMPTY STDERR_MATCHES "--scores adds to the JSON")
attnlab_cli_test(gpt2_tensors_without_json ARGS gpt2 --tensors EXIT 2 STDOUT_EMPTY STDERR_MATCHES "--tensors adds to the JSON")

# --- Choices that cannot be met -----------------------------------------------------------------

foreach(bad 3 -1 2-1 "" "0,,1" "x" "1-" "-" "0;1" "99999999999999999999")
    string(MAKE_C_IDENTIFIER "${bad}" id)
    string(TOLOWER "${id}" id)
    string(LENGTH "${bad}" length)
    attnlab_cli_test(gpt2_bad_layer_${id}_${length} ARGS gpt2 --layer "${bad}"
        EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: --layer is `[^\n]*`, expected numbers from 0 to 2, [^\n]*\n$")
endforeach()
attnlab_cli_test(gpt2_bad_head ARGS gpt2 --head 4 EXIT 2 STDOUT_EMPTY STDERR_MATCHES "--head is `4`, expected numbers from 0 to 3")
attnlab_cli_test(gpt2_focus_twice ARGS gpt2 "it was it" --focus it
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "`it` is in the text 2 times, as tokens 0, 2" "--focus 2")
attnlab_cli_test(gpt2_focus_index ARGS gpt2 "The it was it" --focus 1 STDOUT_MATCHES "> 1:it" STDERR_EMPTY)
attnlab_cli_test(gpt2_focus_last_by_default ARGS gpt2 "The it was it" STDOUT_MATCHES "in the text 2 times; the focus is the last, 3" "> 3:it" STDERR_EMPTY)
attnlab_cli_test(gpt2_focus_missing ARGS gpt2 --focus zebra EXIT 2 STDOUT_EMPTY STDERR_MATCHES "--focus `zebra`: no token")
attnlab_cli_test(gpt2_focus_out_of_range ARGS gpt2 --focus 14 EXIT 2 STDOUT_EMPTY STDERR_MATCHES "expected a token from 0 to 13")
attnlab_cli_test(gpt2_focus_empty ARGS gpt2 --focus "" EXIT 2 STDOUT_EMPTY STDERR_MATCHES "--focus")
attnlab_cli_test(gpt2_no_focus_in_the_text ARGS gpt2 "The trophy was big." STDOUT_MATCHES "it is the last one" STDERR_EMPTY)
attnlab_cli_test(gpt2_candidates ARGS gpt2 --candidates because,suitcase STDOUT_MATCHES "at because and suitcase" STDERR_EMPTY)
attnlab_cli_test(gpt2_candidates_empty ARGS gpt2 --candidates "a,," EXIT 2 STDOUT_EMPTY STDERR_MATCHES "--candidates is `a,,`")
attnlab_cli_test(gpt2_ids_out_of_range ARGS gpt2 --ids 1,99999 EXIT 2 STDOUT_EMPTY STDERR_MATCHES "--ids has `99999`, expected numbers from 0 to [0-9]+ between commas")
attnlab_cli_test(gpt2_ids_empty ARGS gpt2 --ids "" EXIT 2 STDOUT_EMPTY STDERR_MATCHES "--ids is ``")
attnlab_cli_test(gpt2_ids_and_text ARGS gpt2 a --ids 1 EXIT 2 STDOUT_EMPTY STDERR_MATCHES "expected one of them")
attnlab_cli_test(gpt2_drop_first_of_one ARGS gpt2 The --drop-first EXIT 2 STDOUT_EMPTY STDERR_MATCHES "--drop-first")
attnlab_cli_test(gpt2_empty_text ARGS gpt2 "" EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: the text is empty")
attnlab_cli_test(gpt2_not_utf8 SHELL [["$ATTNLAB" gpt2 "$(printf 'a\377')"]] EXIT 2 STDOUT_EMPTY STDERR_MATCHES "offset 1")

# --- Models that cannot be used -----------------------------------------------------------------

# A copy of the embedded model, harmed by a line of sh.
function(attnlab_broken_model name harm reason)
    attnlab_cli_test(gpt2_broken_model_${name}
        SHELL "cp -R \"$DATA/models/trophy-tiny\" m && chmod -R u+w m && (cd m && ${harm}) && \"$ATTNLAB\" gpt2 --model ./m"
        ENV "DATA=${PROJECT_SOURCE_DIR}/data"
        EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: [^\n]*${reason}")
endfunction()
attnlab_broken_model(cut "head -c 5000 model.safetensors >cut && mv cut model.safetensors" "incomplete download")
attnlab_broken_model(empty ": >model.safetensors" "too short for a header")
attnlab_broken_model(text "echo hello, this is text >model.safetensors" "model.safetensors")
attnlab_broken_model(missing "rm model.safetensors" "has no weights")
attnlab_broken_model(no_config "rm config.json" "config.json")
attnlab_broken_model(bad_config "echo { >config.json" "config.json")
attnlab_broken_model(other_activation "sed -i s/gelu_new/relu/ config.json" "relu")
attnlab_broken_model(other_sizes "sed -i 's/\"n_layer\": 3/\"n_layer\": 4/' config.json" "h\\.3\\.")
attnlab_broken_model(other_vocabulary "cp \"$DATA/gpt2/vocab.json\" \"$DATA/gpt2/merges.txt\" ." "vocab.json has 50257 tokens")

attnlab_cli_test(gpt2_without_a_vocabulary
    SHELL [[cp -R "$DATA/models/trophy-tiny" m; rm -f m/vocab.json m/merges.txt; "$ATTNLAB" gpt2 --model ./m --ids 1,2,3]]
    ENV "DATA=${PROJECT_SOURCE_DIR}/data" STDOUT_MATCHES "0:#1 1:#2 2:#3" STDERR_EMPTY)
attnlab_cli_test(gpt2_text_without_a_vocabulary
    SHELL [[cp -R "$DATA/models/trophy-tiny" m; rm -f m/vocab.json m/merges.txt; "$ATTNLAB" gpt2 --model ./m]]
    ENV "DATA=${PROJECT_SOURCE_DIR}/data" EXIT 2 STDOUT_EMPTY STDERR_MATCHES "has no vocabulary" "--ids")

# --- Going on with the text ---------------------------------------------------------------------

attnlab_cli_test(gpt2_greedy ARGS gpt2 --greedy 6 --layer 2 --head 3 STDOUT_FILE gpt2-greedy.txt STDERR_EMPTY)
attnlab_cli_test(gpt2_greedy_json ARGS gpt2 --greedy 6 --layer 2 --head 3 --json - SCHEMA gpt2.schema
    STDOUT_MATCHES "\"n_prompt\": 14,\n \"generated\": {\n  \"text\": \" The trophy was too big\\.\",\n  \"ended\": false" STDERR_EMPTY)
attnlab_cli_test(gpt2_without_greedy_json ARGS gpt2 --json - SCHEMA gpt2.schema STDOUT_MATCHES "\"n_prompt\": 14,\n \"generated\": null" STDERR_EMPTY)
attnlab_cli_test(gpt2_greedy_ends ARGS gpt2 --greedy 20 --mean --layer 0 STDOUT_MATCHES "\n21 tokens, " "20:<.endoftext.>\\+" "end-of-text token: the model" STDERR_EMPTY)
attnlab_cli_test(gpt2_greedy_is_the_map_of_the_whole_text
    SHELL [["$ATTNLAB" gpt2 --greedy 6 --layer all --json - | sed '1,/"layers"/d' >one
"$ATTNLAB" gpt2 "The trophy didn't fit in the suitcase because it was too big. The trophy was too big." --layer all --json - | sed '1,/"layers"/d' >two
cmp one two && wc -l <one]]
    STDOUT_MATCHES "^[0-9][0-9]+\n$" STDERR_EMPTY)
attnlab_cli_test(gpt2_greedy_ids ARGS gpt2 --ids 424,1169 --greedy 2 --layer 0 --head 0 STDOUT_MATCHES "\n4 tokens, " STDERR_EMPTY)
attnlab_cli_test(gpt2_greedy_focus ARGS gpt2 --greedy 6 --focus 15 STDOUT_MATCHES "> 15:trophy\\+" STDERR_EMPTY)
attnlab_cli_test(gpt2_greedy_drop_first ARGS gpt2 The --greedy 2 --drop-first STDOUT_MATCHES "Token 0 is left out" STDERR_EMPTY)
attnlab_cli_test(gpt2_greedy_too_many ARGS gpt2 --greedy 51 EXIT 2 STDOUT_EMPTY
    STDERR_MATCHES "^error: 14 tokens and 51 more are 65, the model takes 64\nhint: ")
attnlab_cli_test(gpt2_greedy_no_mask ARGS gpt2 --greedy 2 --no-mask EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: --greedy and --no-mask are given")
attnlab_cli_test(gpt2_greedy_0 ARGS gpt2 --greedy 0 EXIT 2 STDOUT_EMPTY STDERR_MATCHES "--greedy is `0`, expected a whole number, 1 to 100000")
