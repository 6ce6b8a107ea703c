# attnlab check: the facts about a model, on the embedded model: all agree, and one that is changed
# does not.

attnlab_cli_test(check_default ARGS check
    STDOUT_MATCHES "What is published of trophy-tiny\n  agreed  " "What holds for every GPT-2" "\n[0-9]+ facts: [0-9]+ agreed, 0 off\\.\n$"
    STDOUT_LACKS "OFF" "  -  " STDERR_EMPTY)
attnlab_cli_test(check_name ARGS check trophy-tiny STDOUT_MATCHES ", 0 off\\.\n$" STDERR_EMPTY)
attnlab_cli_test(check_model ARGS check --model trophy-tiny STDOUT_MATCHES ", 0 off\\.\n$" STDERR_EMPTY)
attnlab_cli_test(check_one_thread ARGS check --threads 1 STDOUT_MATCHES ", 0 off\\.\n$" STDERR_EMPTY)
attnlab_cli_test(check_narrow SHELL [[for w in 20 40 50; do LC_ALL=C.UTF-8 "$ATTNLAB" check --width $w >text && awk -v w=$w 'length > w' text; done]] STDOUT_EMPTY STDERR_EMPTY)
attnlab_cli_test(check_color ARGS check --color always STDOUT_MATCHES "\n  .\\[2magreed.\\[0m  Greedy" STDERR_EMPTY)
attnlab_cli_test(check_json ARGS check --json - SCHEMA check.schema STDOUT_MATCHES "\"n_off\": 0,\n \"n_cannot\": 0,\n \"n_differs\": 0,\n \"n_unpublished\": 0" STDERR_EMPTY)
attnlab_cli_test(check_help ARGS check --help STDOUT_MATCHES "--facts NAME|FILE" "Examples:\n  attnlab check\n  attnlab check " STDERR_EMPTY)

# --- A fact that is off -------------------------------------------------------------------------

# The embedded model's facts, one line of them changed by sed.
function(check_changed name change)
    attnlab_cli_test(check_changed_${name}
        SHELL "sed '${change}' \"$FACTS\" >f.json && ! cmp -s f.json \"$FACTS\" && \"$ATTNLAB\" check --facts f.json"
        ENV "FACTS=${PROJECT_SOURCE_DIR}/data/facts/trophy-tiny.json" ${ARGN})
endfunction()
function(check_is_off name change)
    check_changed(${name} "${change}" EXIT 1 STDERR_MATCHES "^error: 1 of [0-9]+ facts is off\n$" STDOUT_MATCHES "[0-9]+ agreed, 1 off\\.\n$" ${ARGN})
endfunction()
check_is_off(continuation "s/365, 1169, 356/365, 1268, 356/" "OFF     Greedy continuation[^[]*Number[ \n]+2 of[ \n]+them[ \n]+is[ \n]+1169[ \n]+and[ \n]+not[ \n]+1268")
check_is_off(loss "s/\"published\": 3\\.0621/\"published\": 3.1621/" "OFF     Mean next-token loss[^[]*off[ \n]+by[ \n]+1\\.0e-01")
check_is_off(rows "s/0\\.9914315/0.9/" "OFF     Head 2\\.3,[^[]*off[ \n]+by[ \n]+9\\.1e-02[^[]*row[ \n]+14,[ \n]+key[ \n]+1")
check_is_off(first_token "s/\"published\": 0\\.2309/\"published\": 0.3309/" "OFF     Layer 0, mean weight[^[]*off[ \n]+by[ \n]+1\\.0e-01")
check_is_off(head "/\"score\": \"induction\"/,/among_first/s/\"heads\": .*/\"heads\": [\"0.0\"],/" "OFF     The first induction head[^[]*0\\.0[ \n]+is[ \n]+number[ \n]+[0-9]+")
check_is_off(threshold "/\"score\": \"induction\"/,/above/s/\"above\": .*/\"above\": 0.99,/" "OFF     The first induction head[^[]*too[ \n]+little")
check_is_off(control "/\"score\": \"induction\"/,/control/s/\"control_below\": .*/\"control_below\": 0.001,/" "OFF     The first induction head[^[]*too[ \n]+much")
check_is_off(order "s/\"higher\": 1169/\"higher\": 365/" "OFF     ` trophy`[^[]*365[ \n]+is[ \n]+not[ \n]+above[ \n]+1268")
check_is_off(parameters "s/235584/235585/" "OFF     Parameters[^[]*off[ \n]+by[ \n]+1")
check_is_off(tied "s/\"head_is_tied\": true/\"head_is_tied\": false/" "OFF     The head[^[]*expected[ \n]+its own")
check_changed(sha256 "s/\"sha256\": \"../\"sha256\": \"00/" STDOUT_MATCHES "differs  SHA-256.*another[ \n]+file" ", 0 off, 1 differs\\.\n$" STDERR_EMPTY)
attnlab_cli_test(check_json_off
    SHELL [[sed 's/235584/235585/' "$FACTS" >f.json; "$ATTNLAB" check --facts f.json --json -]]
    ENV "FACTS=${PROJECT_SOURCE_DIR}/data/facts/trophy-tiny.json" EXIT 1 SCHEMA check.schema
    STDOUT_MATCHES "\"n_off\": 1," "\"verdict\": \"off\"" STDERR_MATCHES "^error: 1 of [0-9]+ facts is off\n$")
attnlab_cli_test(check_json_file_off
    SHELL [[sed 's/235584/235585/' "$FACTS" >f.json; "$ATTNLAB" check --facts f.json --json out.json >text; echo $?; grep -c '"off"' out.json; tail -n 1 text]]
    ENV "FACTS=${PROJECT_SOURCE_DIR}/data/facts/trophy-tiny.json" STDOUT_MATCHES "^1\n1\n[0-9]+ facts: [0-9]+ agreed, 1 off\\.\n$" STDERR_MATCHES "is off")
attnlab_cli_test(check_other_weights
    SHELL [[cp -R "$DATA/models/trophy-tiny" m && chmod -R u+w m && printf '\101\102\103\075' | dd of=m/model.safetensors bs=1 seek=900000 conv=notrunc 2>/dev/null && "$ATTNLAB" check --model ./m --facts trophy-tiny]]
    ENV "DATA=${PROJECT_SOURCE_DIR}/data" EXIT 1 STDOUT_MATCHES "differs  SHA-256" STDERR_MATCHES "off\n$")

# --- Facts of another model, and of none --------------------------------------------------------

attnlab_cli_test(check_facts_of_another_model ARGS check --facts gpt2 EXIT 1
    STDOUT_MATCHES "What is published of gpt2\n" "It[ \n]+cannot[ \n]+be[ \n]+measured[ \n]+on[ \n]+this[ \n]+model" "agreed +Sum of each row"
    STDERR_MATCHES "^error: [0-9]+ of 26 facts is off, [0-9]+ cannot be measured on this model\n$")
attnlab_cli_test(check_facts_of_the_home ARGS check --facts openai-community/gpt2 EXIT 1 STDOUT_MATCHES "What is published of gpt2\n" STDERR_MATCHES "off")
attnlab_cli_test(check_folder
    SHELL [["$ATTNLAB" check --model "$DATA/models/trophy-tiny"]] ENV "DATA=${PROJECT_SOURCE_DIR}/data"
    STDOUT_MATCHES "Nothing is published here of this model in particular\\. `--facts[ \n]+gpt2`[ \n]+or[ \n]+`--facts[ \n]+trophy-tiny`" "7 facts: 4 agreed, 0 off, 3 with nothing to compare\\.\n$" STDERR_EMPTY)
attnlab_cli_test(check_folder_with_facts
    SHELL [["$ATTNLAB" check "$DATA/models/trophy-tiny/" --facts trophy-tiny]] ENV "DATA=${PROJECT_SOURCE_DIR}/data"
    STDOUT_MATCHES "What is published of trophy-tiny" ", 0 off\\.\n$" STDERR_EMPTY)
attnlab_cli_test(check_without_a_vocabulary
    SHELL [[cp -R "$DATA/models/trophy-tiny" m; rm -f m/vocab.json m/merges.txt; "$ATTNLAB" check ./m --facts trophy-tiny]]
    ENV "DATA=${PROJECT_SOURCE_DIR}/data" STDOUT_MATCHES ", 0 off\\.\n$" STDERR_EMPTY)
# In the cache a model goes by its home, which its facts know by the short name.
function(check_cached name folder model)
    attnlab_cli_test(check_cached_${name}
        SHELL "r=hub/models--${folder} && mkdir -p $r/refs $r/snapshots && printf %s $COMMIT >$r/refs/main && cp -R \"$DATA/models/trophy-tiny\" $r/snapshots/$COMMIT && HF_HOME=. \"$ATTNLAB\" check ${model}"
        ENV "DATA=${PROJECT_SOURCE_DIR}/data" "COMMIT=0123456789012345678901234567890123456789" ${ARGN})
endfunction()
check_cached(home openai-community--gpt2 gpt2 EXIT 1 STDOUT_MATCHES "^Model openai-community/gpt2" "What is published of gpt2\n" STDERR_MATCHES "off, [0-9]+ cannot be measured on this model\n$")
check_cached(full_name openai-community--gpt2 openai-community/gpt2 EXIT 1 STDOUT_MATCHES "What is published of gpt2\n" STDERR_MATCHES "off, [0-9]+ cannot be measured on this model\n$")
check_cached(old_name gpt2 gpt2 EXIT 1 STDOUT_MATCHES "What is published of gpt2\n" STDERR_MATCHES "off, [0-9]+ cannot be measured on this model\n$")
check_cached(of_someone_else someone--gpt2 someone/gpt2 STDOUT_MATCHES "Nothing is published here of this model" STDERR_EMPTY)

# --- What cannot be used ------------------------------------------------------------------------

attnlab_cli_test(check_two_names ARGS check trophy-tiny --model trophy-tiny EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: check: [^\n]*expected one of them")
attnlab_cli_test(check_unknown_model ARGS check trofy-tiny EXIT 2 STDOUT_EMPTY STDERR_MATCHES "did you mean --model trophy-tiny")
attnlab_cli_test(check_unknown_facts ARGS check --facts trofy-tiny EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: --facts trofy-tiny: [^\n]*gpt2, trophy-tiny\nhint: did you mean --facts trophy-tiny")
attnlab_cli_test(check_empty_facts ARGS check --facts "" EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: --facts ")
attnlab_cli_test(check_facts_folder SHELL [["$ATTNLAB" check --facts .]] EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: \\. is no regular file\n$")
attnlab_cli_test(check_nan
    SHELL [[cp -R "$DATA/models/trophy-tiny" m && chmod -R u+w m && printf '\000\000\300\177' | dd of=m/model.safetensors bs=1 seek=900000 conv=notrunc 2>/dev/null && "$ATTNLAB" check --model ./m]]
    ENV "DATA=${PROJECT_SOURCE_DIR}/data" EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: [^\n]*wte.weight. is NaN")
attnlab_cli_test(check_mistyped ARGS chekc EXIT 2 STDOUT_EMPTY STDERR_MATCHES "did you mean `check`")

# A broken file of facts: file, fact and field are named.
function(check_breaks name change)
    attnlab_cli_test(check_broken_${name}
        SHELL "sed '${change}' \"$FACTS\" >f.json && \"$ATTNLAB\" check --facts f.json"
        ENV "FACTS=${PROJECT_SOURCE_DIR}/data/facts/trophy-tiny.json"
        EXIT 1 STDOUT_EMPTY STDERR_MATCHES ${ARGN})
endfunction()
check_breaks(json "s/{/[/" "^error: f\\.json: not JSON at byte [0-9]+\n$")
check_breaks(empty d "^error: f\\.json: not JSON")
check_breaks(kind "s/greedy_continuation\",$/greedy\",/" "^error: f\\.json: fact 1, `greedy_continuation_big`: field `kind`: got \"greedy\", expected one of ")
check_breaks(bound "s/\"bound\": 1e-05/\"bound\": \"small\"/" "^error: f\\.json: fact 2, `next_token_loss_big`: field `bound`: got \"small\", expected a number above 0")
check_breaks(missing "/\"layer\": 2/d" "^error: f\\.json: fact 3, [^\n]*: field `layer`: got nothing, expected a whole number")
check_breaks(unknown "s/\"queries\"/\"query\"/" "^error: f\\.json: fact 3, [^\n]*: field `queries`: got nothing")
check_breaks(nul "s/\"schema\"/\"\\x00\"/" "^error: f\\.json: not JSON")
check_breaks(sequences "s/\"sequences\": 4/\"sequences\": 100000000000/" "^error: f\\.json: fact 16, [^\n]*: field `sequences`: got 100000000000, expected 1 to 1000\n$")
check_breaks(same_token "s/\"higher\": 1169/\"higher\": 1268/" "^error: f\\.json: fact 4, [^\n]*: field `lower`: got 1268, expected another token than `higher`\n$")
check_changed(of_longer_sequences "s/\"length\": 30/\"length\": 3000/" EXIT 1 STDOUT_MATCHES "cannot[ \n]+be[ \n]+measured[ \n]+on[ \n]+this[ \n]+model:[ \n]+it[ \n]+is[ \n]+about[ \n]+6001[ \n]+tokens" STDERR_MATCHES "^error: 2 of [0-9]+ facts cannot be measured on this model\n$")
attnlab_cli_test(check_no_facts
    SHELL [[printf '{"schema": "attention-lab/facts/1", "model": "x", "facts": []}' >f.json; "$ATTNLAB" check --facts f.json]]
    STDOUT_MATCHES "The facts of x say nothing but of its files\\." STDOUT_LACKS "What is published of" STDERR_EMPTY)
attnlab_cli_test(check_facts_pipe SHELL [[mkfifo f; "$ATTNLAB" check --facts f]] EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: f is no regular file\n$")
