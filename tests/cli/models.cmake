# Where models come from: folders, the data folder, Hugging Face's cache; attnlab models, --model,
# --revision. The caches are made by the cases, the embedded model stands in for a real one.

# What a case of this file has: the commits $A, $B and $C, and
#   cached MODEL COMMIT [FILE ...]    a snapshot in ./hub, of links to blobs, and refs/main;
#                                     the embedded model's four files where none is named
set(attnlab_cache_words [[A=aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd
B=bbbbbbbbbbccccccccccddddddddddeeeeeeeeee
C=ccccccccccddddddddddeeeeeeeeeeffffffffff
cached() {
    folder=$HF_HUB_CACHE/models--$(printf %s "$1" | sed 's,/,--,'); commit=$2; shift 2
    test $# -gt 0 || set config.json model.safetensors vocab.json merges.txt
    mkdir -p "$folder/blobs" "$folder/refs" "$folder/snapshots/$commit"
    for file in "$@"; do
        if test -f "$DATA/models/trophy-tiny/$file"; then
            cat "$DATA/models/trophy-tiny/$file"
        else
            echo "$file"
        fi >"$folder/blobs/$file-$commit"
        ln -s "../../blobs/$file-$commit" "$folder/snapshots/$commit/$file"
    done
    printf %s "$commit" >"$folder/refs/main"
}
]])
function(attnlab_cache_test name shell)
    attnlab_cli_test(models_${name}
        SHELL "${attnlab_cache_words}${shell}"
        ENV "DATA=${PROJECT_SOURCE_DIR}/data" "HF_HUB_CACHE=hub"
            "WRITE_MODEL=${PROJECT_BINARY_DIR}/tests/write_model" ${ARGN})
endfunction()

# --- attnlab models -----------------------------------------------------------------------------

attnlab_cli_test(models_without_a_cache ARGS models
    STDOUT_MATCHES "\n  trophy-tiny +[0-9.]+ [kM]B  F32 +235,584  complete\n  gpt2 [^\n]*vocabulary only\n"
                   "cache, /nowhere/huggingface/hub\n  No GPT-2; `attnlab fetch gpt2`" STDERR_EMPTY)

# One of each kind. The data folder is a copy, so that no card or fact of the real one is counted.
string(CONCAT attnlab_every_state "${attnlab_cache_words}" [[
mkdir -p data/models/trophy-tiny data/gpt2
(cd "$DATA/models/trophy-tiny" && cat config.json) >data/models/trophy-tiny/config.json
for f in model.safetensors vocab.json merges.txt; do cp "$DATA/models/trophy-tiny/$f" data/models/trophy-tiny; done
for f in config.json vocab.json merges.txt; do cp "$DATA/gpt2/$f" data/gpt2; done
export ATTNLAB_DATA=data
cached openai-community/gpt2 $B config.json pytorch_model.bin
cached openai-community/gpt2 $A
mkdir -p hub/models--openai-community--gpt2/refs/refs/pr
printf %s $B >hub/models--openai-community--gpt2/refs/refs/pr/1
cached distilbert/distilgpt2 $A
rm hub/models--distilbert--distilgpt2/blobs/model.safetensors*
cached me/without-words $C config.json model.safetensors
cached gpt2-medium $A
rm -r hub/models--gpt2-medium/snapshots/*
cached gpt2-large $A config.json
echo nonsense >hub/models--gpt2-large/refs/main
cached google/bert $A other
rm hub/models--google--bert/snapshots/*/other
echo '{"model_type": "bert"}' >hub/models--google--bert/snapshots/$A/config.json
cached someone/pictures $A model_index.json
mkdir -p hub/datasets--a--b hub/.locks
]])
foreach(width 100 40)
    attnlab_cli_test(models_every_state_${width}
        SHELL "${attnlab_every_state}\"$ATTNLAB\" models --width ${width}"
        ENV "DATA=${PROJECT_SOURCE_DIR}/data" "HF_HUB_CACHE=hub"
        STDOUT_FILE models_${width}.txt STDERR_EMPTY)
endforeach()
attnlab_cli_test(models_json
    SHELL "${attnlab_every_state}\"$ATTNLAB\" models --json -"
    ENV "DATA=${PROJECT_SOURCE_DIR}/data" "HF_HUB_CACHE=hub" SCHEMA models.schema STDERR_EMPTY
    STDOUT_MATCHES "\"home\": \"embedded\",\n +\"state\": \"complete\"" "\"state\": \"vocabulary_only\""
                   "\"name\": \"openai-community/gpt2\",\n +\"home\": \"cache\",\n +\"state\": \"complete\",\n +\"folder\": \"hub/models--openai-community--gpt2/snapshots/a[a-d]*\",\n +\"commit\": \"a[a-d]*\",\n +\"revisions\": \\[\"main\"\\]"
                   "\"state\": \"no_vocabulary\"" "\"folder\": null" "\"model_type\": \"bert\"" "\"model_type\": null")
attnlab_cli_test(models_color ARGS models --color always STDOUT_MATCHES "\\[1mIn Hugging" STDERR_EMPTY)
attnlab_cli_test(models_home_is_no_folder SHELL [[echo >file; HF_HOME=$PWD/file "$ATTNLAB" models]]
    STDOUT_MATCHES "trophy-tiny.*HF_HOME: [^\n]*" "file is no[ \n]+folder" STDERR_EMPTY)
attnlab_cli_test(models_home_is_not_set SHELL [[env -u HF_HOME -u HOME "$ATTNLAB" models]]
    STDOUT_MATCHES "trophy-tiny.*In Hugging Face's cache\n.*HOME are[ \n]+not[ \n]+set" STDERR_EMPTY)
attnlab_cli_test(models_takes_no_model ARGS models --model gpt2 EXIT 2 STDOUT_EMPTY STDERR_MATCHES "^error: models: all are listed")
attnlab_cli_test(models_takes_no_argument ARGS models gpt2 EXIT 2 STDOUT_EMPTY STDERR_MATCHES "one argument too many")
attnlab_cli_test(models_mistyped ARGS model EXIT 2 STDOUT_EMPTY STDERR_MATCHES "did you mean `models`")

# --- --model: what is found, in which order -------------------------------------------------------

attnlab_cache_test(in_the_cache [[cached me/mine $A; "$ATTNLAB" gpt2 --model me/mine --layer 1 --head 2]]
    STDOUT_MATCHES "^Model me/mine \\(commit aaaaaaa\\): 3 layers" "Head 1.2 " STDERR_EMPTY)
attnlab_cache_test(in_json [[cached me/mine $A; "$ATTNLAB" gpt2 --model me/mine --json -]]
    SCHEMA gpt2.schema STDOUT_MATCHES "\"name\": \"me/mine\",\n +\"about\": \"commit aaaaaaa\"" STDERR_EMPTY)
attnlab_cache_test(short_name [[cached openai-community/gpt2 $A; "$ATTNLAB" gpt2 --model gpt2]]
    STDOUT_MATCHES "^Model openai-community/gpt2 \\(commit aaaaaaa\\)" STDERR_EMPTY)
attnlab_cache_test(old_name [[cached distilgpt2 $A; "$ATTNLAB" gpt2 --model distilbert/distilgpt2]]
    STDOUT_MATCHES "^Model distilgpt2 \\(commit aaaaaaa\\)" STDERR_EMPTY)
attnlab_cache_test(revision
    [[cached me/mine $A; cached me/mine $B; mkdir hub/models--me--mine/refs/v; printf %s $A >hub/models--me--mine/refs/v/1
for r in main v/1 $A; do "$ATTNLAB" gpt2 --model me/mine --revision $r | head -n 1 | cut -c 1-50; done]]
    STDOUT_MATCHES "^Model me/mine \\(commit bbbbbbb\\)[^\n]*\nModel me/mine \\(revision v/1, commit aaaaaaa\\)[^\n]*\nModel me/mine \\(commit aaaaaaa\\)" STDERR_EMPTY)
attnlab_cache_test(vocabulary_in_the_cache
    [[cached me/mine $A vocab.json merges.txt; "$ATTNLAB" tokens --model me/mine trophy]]
    STDOUT_MATCHES "vocabulary of me/mine \\([0-9]+ tokens\\)" STDERR_EMPTY)
attnlab_cache_test(vocabulary_of_the_project
    [[cached openai-community/gpt2 $A; "$ATTNLAB" tokens --model gpt2 hello]]
    STDOUT_MATCHES "vocabulary of gpt2 \\(50257 tokens\\)" STDERR_EMPTY)
attnlab_cache_test(vocabulary_without_a_cache
    [[HF_HUB_CACHE=/dev/null "$ATTNLAB" tokens --model gpt2 hello]] STDOUT_MATCHES "50257 tokens" STDERR_EMPTY)
attnlab_cache_test(folder_before_data
    [[cp -R "$DATA/models/trophy-tiny" . && "$ATTNLAB" gpt2 --model trophy-tiny && "$ATTNLAB" gpt2 | head -n 1]]
    STDOUT_MATCHES "^Model trophy-tiny: 3 layers" "\nModel trophy-tiny \\(a small GPT-2" STDERR_EMPTY)
attnlab_cache_test(folder_before_cache
    [[cached me/mine $A; mkdir me; cp -R "$DATA/models/trophy-tiny" me/mine; "$ATTNLAB" gpt2 --model me/mine]]
    STDOUT_MATCHES "^Model mine: 3 layers" STDERR_EMPTY)
attnlab_cache_test(data_before_cache
    [[cached trophy-tiny $A; "$ATTNLAB" gpt2 --model trophy-tiny]] STDOUT_MATCHES "^Model trophy-tiny \\(a small GPT-2" STDERR_EMPTY)
attnlab_cache_test(weights_put_into_data
    [[cp -R "$DATA" data; chmod -R u+w data; for f in config.json model.safetensors vocab.json merges.txt; do cp "$DATA/models/trophy-tiny/$f" data/gpt2; done
cached openai-community/gpt2 $A; ATTNLAB_DATA=data "$ATTNLAB" gpt2 --model gpt2]]
    STDOUT_MATCHES "^Model gpt2: 3 layers" STDERR_EMPTY)
attnlab_cache_test(spaces_and_letters
    [[HF_HUB_CACHE="$PWD/a cache é/日本"; cached me/mine $A; "$ATTNLAB" gpt2 --model me/mine; "$ATTNLAB" models --width 500]]
    STDOUT_MATCHES "^Model me/mine" "/a cache é/日本\n.*\n  me/mine [^\n]*complete\n" STDERR_EMPTY)
attnlab_cache_test(home_in_a_variable
    [[HF_HUB_CACHE="$PWD/home/hub"; cached me/mine $A; unset HF_HUB_CACHE; HOME=$PWD HF_HOME='$HOME/home' "$ATTNLAB" gpt2 --model me/mine]]
    STDOUT_MATCHES "^Model me/mine" STDERR_EMPTY)
# Whether root may write everywhere or not: nothing is written.
attnlab_cache_test(read_only
    [[cached me/mine $A; find hub | sort >before; chmod -R a-w hub; "$ATTNLAB" gpt2 --model me/mine; "$ATTNLAB" models; chmod -R u+w hub; find hub | sort | cmp - before]]
    STDOUT_MATCHES "^Model me/mine" "me/mine [^\n]*complete" STDERR_EMPTY)

# --- Names and revisions that there are not -------------------------------------------------------

function(attnlab_model_refused name exit_code shell message)
    attnlab_cache_test(${name} "${shell}" EXIT ${exit_code} STDOUT_EMPTY STDERR_MATCHES "^error: ${message}\n$" ${ARGN})
endfunction()
attnlab_model_refused(not_fetched 1 [["$ATTNLAB" gpt2 --model gpt2-xl]]
    "the model gpt2-xl is not here: it is not in Hugging Face's cache, hub\nhint: `attnlab fetch gpt2-xl` downloads it. --model DIR takes it from a folder")
attnlab_model_refused(not_fetched_revision 1 [["$ATTNLAB" gpt2 --model gpt2 --revision v2]]
    "the model gpt2 is not here[^\n]*\nhint: `attnlab fetch gpt2 --revision v2` downloads it[^\n]*")
attnlab_model_refused(unknown_name 1 [["$ATTNLAB" gpt2 --model me/mine]]
    "the model me/mine is not here: it is not in Hugging Face's cache, hub\nhint: `attnlab fetch me/mine` downloads it, if it is a model at Hugging Face. --model DIR takes it from a folder")
attnlab_model_refused(unlike_any 2 [["$ATTNLAB" gpt2 --model zebra-crossing]]
    "no model zebra-crossing: no folder[^\n]*\nhint: `attnlab models` lists what there is")
attnlab_model_refused(near_embedded 2 [["$ATTNLAB" gpt2 --model trofy-tiny]] "[^\n]*\nhint: did you mean --model trophy-tiny\\?")
attnlab_model_refused(near_short_name 2 [["$ATTNLAB" gpt2 --model gpt2-meduim]] "[^\n]*\nhint: did you mean --model gpt2-medium\\?")
attnlab_model_refused(near_home 1 [["$ATTNLAB" gpt2 --model openai-comunity/gpt2]]
    "the model openai-comunity/gpt2 is not here[^\n]*\nhint: did you mean --model openai-community/gpt2\\? Else `attnlab fetch openai-comunity/gpt2` downloads it[^\n]*")
attnlab_model_refused(near_cached 1 [[cached me/my-poems $A; "$ATTNLAB" gpt2 --model me/my-poem]]
    "[^\n]*\nhint: did you mean --model me/my-poems\\? Else `attnlab fetch me/my-poem` downloads it[^\n]*")
attnlab_model_refused(near_begun 2 [["$ATTNLAB" gpt2 --model trophy]] "[^\n]*\nhint: did you mean --model trophy-tiny\\?")
foreach(name GPT2 GPT-2 gpt2-small gpt2-smal)
    string(TOLOWER "near_to_${name}" id)
    string(REPLACE "-" "_" id "${id}")
    attnlab_model_refused(${id} 2 "\"$ATTNLAB\" gpt2 --model ${name}" "[^\n]*\nhint: did you mean --model gpt2\\?")
endforeach()
attnlab_model_refused(near_home_small 1 [["$ATTNLAB" gpt2 --model openai-community/gpt2-small]]
    "[^\n]*\nhint: did you mean --model openai-community/gpt2\\? [^\n]*")
attnlab_model_refused(near_revision 2 [[cached me/mine $A; "$ATTNLAB" gpt2 --model me/mine --revision mai]]
    "the cache has no revision mai of [^\n]*\nhint: did you mean --revision main\\? Else `attnlab fetch me/mine --revision mai` downloads it")
attnlab_model_refused(checked_by_name 2 [["$ATTNLAB" check nope]] "no model nope: no folder[^\n]*\nhint: [^\n]*")
attnlab_model_refused(checked_empty 2 [["$ATTNLAB" check ""]] "the name of the model is empty, expected a folder or a name")
attnlab_model_refused(no_path_out 2 [[cached me/mine $A; "$ATTNLAB" gpt2 --model hub/../nowhere]] "no model hub/../nowhere: no folder[^\n]*\nhint: [^\n]*")
attnlab_model_refused(control_bytes 2 [["$ATTNLAB" gpt2 --model "$(printf 'a\033[31mb')"]] "no model a[\\]x1b\\[31mb: no folder[^\n]*\nhint: [^\n]*")
attnlab_model_refused(empty_name 2 [["$ATTNLAB" gpt2 --model ""]] "the name of the model is empty, expected a folder or a name")
attnlab_model_refused(unknown_revision 2 [[cached me/mine $A; "$ATTNLAB" gpt2 --model me/mine --revision v2]]
    "the cache has no revision v2 of me/mine, it has main, a[a-d]*\nhint: `attnlab fetch me/mine --revision v2` downloads it")
attnlab_model_refused(part_of_a_commit 2 [[cached me/mine $A; "$ATTNLAB" gpt2 --model me/mine --revision aaaa]]
    "[^\n]*\nhint: a commit is given by all its digits: --revision a[a-d]*")
attnlab_model_refused(revision_path 2 [[cached me/mine $A; "$ATTNLAB" gpt2 --model me/mine --revision ../main]]
    "'../main' is no revision: [^\n]*\nhint: [^\n]*")
attnlab_model_refused(revision_empty 2 [[cached me/mine $A; "$ATTNLAB" gpt2 --model me/mine --revision ""]] "'' is no revision: it is empty\nhint: [^\n]*")
attnlab_model_refused(revision_of_a_folder 2 [[mkdir m; "$ATTNLAB" gpt2 --model ./m --revision main]] "--revision main: ./m is a folder, and only a model of Hugging Face's cache has revisions")
attnlab_model_refused(revision_of_the_embedded 2 [["$ATTNLAB" gpt2 --revision main]] "--revision main: [^\n]*models/trophy-tiny is a folder, [^\n]*")
attnlab_model_refused(revision_of_the_vocabulary 2 [["$ATTNLAB" tokens hi --model gpt2 --revision main]] "--revision main: [^\n]*data/gpt2 is a folder, [^\n]*")

# --- A folder here that hides a name ----------------------------------------------------------------

foreach(shadow "data trophy-tiny" "short_name gpt2-xl" "cache me/mine")
    separate_arguments(shadow)
    list(GET shadow 0 what)
    list(GET shadow 1 name)
    attnlab_model_refused(shadow_of_${what} 1 "cached me/mine $A; mkdir -p ${name}; \"$ATTNLAB\" gpt2 --model ${name}"
        "the folder ./${name}, which is taken before the name, has no config.json\nhint: run attnlab in another folder, or rename this one, for the model ${name}")
endforeach()
attnlab_model_refused(shadow_of_a_vocabulary 1 [[mkdir gpt2; "$ATTNLAB" tokens hi --model gpt2]]
    "the folder ./gpt2, which is taken before the name, has no vocab.json and merges.txt\nhint: run attnlab in another folder[^\n]*")
attnlab_model_refused(no_shadow_as_a_path 1 [[mkdir gpt2; "$ATTNLAB" gpt2 --model ./gpt2]] "the model gpt2 is not whole: config.json is missing in ./gpt2")

# --- What is wrong with a model in the cache ------------------------------------------------------

# The embedded model as me/mine, harmed by a line of sh in its snapshot.
function(attnlab_harmed_model name harm message)
    attnlab_model_refused(${name} 1 "cached me/mine $A; (cd hub/models--me--mine/snapshots/$A && ${harm}); \"$ATTNLAB\" gpt2 --model me/mine" "${message}")
endfunction()
set(fetch "\nhint: `attnlab fetch me/mine` downloads it")
attnlab_harmed_model(dangling_weights "rm ../../blobs/model*" "the model me/mine is not whole: hub/[^\n]*/model.safetensors is a link to ../../blobs/model.safetensors-a[a-d]*, which is gone${fetch}")
attnlab_harmed_model(dangling_config "rm ../../blobs/config*" "[^\n]*/config.json is a link to [^\n]*, which is gone${fetch}")
attnlab_harmed_model(dangling_merges "rm ../../blobs/merges*" "[^\n]*/merges.txt is a link to [^\n]*, which is gone${fetch}")
attnlab_harmed_model(no_config "rm config.json" "the model me/mine is not whole: config.json is missing in hub/[^\n]*${fetch}")
attnlab_harmed_model(no_merges "rm merges.txt" "the model me/mine is not whole: merges.txt is missing in hub/[^\n]*${fetch}")
attnlab_harmed_model(no_weights "rm model.safetensors" "the model me/mine has no weights: hub/[^\n]*/model.safetensors is missing${fetch}")
attnlab_harmed_model(only_a_pickle "mv model.safetensors pytorch_model.bin"
    "the model me/mine has no safetensors: hub/[^\n]* has only pytorch_model.bin, a pickle of PyTorch, which is not read here\nhint: python3 lab/export_weights.py --from 'hub/models--me--mine/snapshots/a[a-d]*' --to my-model writes it as safetensors. then --model ./my-model")
attnlab_harmed_model(only_tensorflow "mv model.safetensors tf_model.h5" "[^\n]* has only tf_model.h5, which is not read here\nhint: save it with transformers[^\n]*")
attnlab_harmed_model(cut_weights "head -c 5000 model.safetensors >cut && mv cut ../../blobs/model*" "[^\n]*model.safetensors: [^\n]*incomplete download[^\n]*")
attnlab_model_refused(snapshot_gone 1 [[cached me/mine $A; rm -r hub/models--me--mine/snapshots/*; "$ATTNLAB" gpt2 --model me/mine]]
    "hub/models--me--mine/refs/main names the snapshot a[a-d]*, which is gone${fetch}")
attnlab_model_refused(ref_is_nonsense 1 [[cached me/mine $A; echo nonsense >hub/models--me--mine/refs/main; "$ATTNLAB" gpt2 --model me/mine]]
    "hub/[^\n]*/refs/main holds 'nonsense', expected a commit of 40 hexadecimal digits\nhint: [^\n]*")
attnlab_model_refused(only_a_folder 1 [[mkdir -p hub/models--me--mine; "$ATTNLAB" gpt2 --model me/mine]]
    "the cache has a folder of me/mine, but no snapshot in it: hub/models--me--mine${fetch}")
attnlab_model_refused(no_vocabulary 1 [[cached me/mine $A config.json model.safetensors; "$ATTNLAB" tokens hi --model me/mine]]
    "the model me/mine is not whole: vocab.json, merges.txt are missing in [^\n]*${fetch}")
attnlab_cache_test(text_without_vocabulary [[cached me/mine $A config.json model.safetensors; "$ATTNLAB" gpt2 --model me/mine]]
    EXIT 2 STDOUT_EMPTY STDERR_MATCHES "me/mine has no vocabulary" "attnlab fetch" "--ids")
attnlab_cache_test(ids_without_vocabulary [[cached me/mine $A config.json model.safetensors; "$ATTNLAB" gpt2 --model me/mine --ids 1,2,3]]
    STDOUT_MATCHES "0:#1 1:#2 2:#3" STDERR_EMPTY)
attnlab_model_refused(cache_is_a_file 1 [[echo >file; HF_HUB_CACHE=file "$ATTNLAB" gpt2 --model gpt2]]
    "HF_HUB_CACHE: Hugging Face's cache would be file, but file is no folder\nhint: [^\n]*")
attnlab_model_refused(home_is_a_file 1 [[echo >file; unset HF_HUB_CACHE; HF_HOME=$PWD/file "$ATTNLAB" gpt2 --model gpt2]]
    "HF_HOME: Hugging Face's cache would be [^\n]*file/hub, but [^\n]*file is no folder\nhint: [^\n]*")
attnlab_model_refused(no_home 1 [[unset HF_HUB_CACHE HF_HOME HOME; "$ATTNLAB" gpt2 --model gpt2]]
    "Hugging Face's cache has no place: [^\n]*\nhint: set HF_HOME to a folder")

# A fetch that was interrupted: the weights are coming, and no ref is written yet.
set(attnlab_unfinished [[cached me/mine $A; rm -r hub/models--me--mine/refs hub/models--me--mine/snapshots/$A/model*
head -c 473000 hub/models--me--mine/blobs/model* >hub/models--me--mine/blobs/0123.incomplete; rm hub/models--me--mine/blobs/model*; ]])
attnlab_model_refused(unfinished 1 "${attnlab_unfinished}\"$ATTNLAB\" gpt2 --model me/mine"
    "the model me/mine is unfinished, 473.0 kB came\nhint: `attnlab fetch me/mine` goes on")
attnlab_cache_test(unfinished_is_listed "${attnlab_unfinished}\"$ATTNLAB\" models" STDERR_EMPTY
    STDOUT_MATCHES "me/mine +aaaaaaa +[0-9.]+ kB +- +- +unfinished\n\n  Unfinished:\n  the model me/mine is unfinished, 473.0 kB came\n    hint: `attnlab fetch me/mine` goes on\n$")
attnlab_cache_test(unfinished_in_json "${attnlab_unfinished}\"$ATTNLAB\" models --json -" STDERR_EMPTY
    SCHEMA models.schema STDOUT_MATCHES "\"state\": \"unfinished\"")
attnlab_cache_test(unfinished_blobs_alone
    [[mkdir -p hub/models--me--mine/blobs; printf 12345 >hub/models--me--mine/blobs/0.incomplete; "$ATTNLAB" models]]
    STDOUT_MATCHES "me/mine [^\n]*unfinished\n.*the model me/mine is unfinished, 5 B came" STDERR_EMPTY)

# A commit that no branch leads to.
attnlab_cache_test(commit_is_listed [[cached me/mine $A; rm hub/models--me--mine/refs/main; "$ATTNLAB" models]] STDERR_EMPTY
    STDOUT_MATCHES "me/mine +aaaaaaa [^\n]*complete\n\n  By the commit alone:\n  --model me/mine --revision aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd\n$")
attnlab_model_refused(commit_without_main 2 [[cached me/mine $A; rm hub/models--me--mine/refs/main; "$ATTNLAB" gpt2 --model me/mine]]
    "the cache has no revision main of me/mine, it has a[a-d]*\nhint: `attnlab fetch me/mine` downloads it. --model me/mine --revision aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd takes what is here")

# What is damaged is broken, and not another kind of model. Each harm is done in models--me--mine.
function(attnlab_broken_in_list name harm message)
    attnlab_cache_test(listed_${name} "cached me/mine $A; (cd hub/models--me--mine && ${harm}); \"$ATTNLAB\" models --width 300"
        STDOUT_MATCHES "\n  me/mine [^\n]*broken\n" "\n  Broken:\n  [^\n]*${message}" STDOUT_LACKS "no GPT-2" "No GPT-2" STDERR_EMPTY)
endfunction()
attnlab_broken_in_list(config_gone "rm blobs/config*" "config.json is a link to [^\n]*, which is gone")
attnlab_broken_in_list(config_circle "ln -sf config.json snapshots/$A/config.json" "which leads back to itself")
attnlab_broken_in_list(config_folder "rm snapshots/$A/config.json; mkdir snapshots/$A/config.json" "config.json is a folder, expected a file")
attnlab_broken_in_list(config_no_json "echo nonsense >blobs/config.json-$A" "config.json: not JSON")
attnlab_broken_in_list(no_config "rm snapshots/$A/config.json" "config.json is missing in")
attnlab_broken_in_list(empty_snapshot "rm snapshots/$A/*" "config.json is missing in")
attnlab_broken_in_list(snapshots_file "rm -r snapshots; echo >snapshots" "models--me--mine/snapshots is no folder")
attnlab_broken_in_list(snapshot_file "rm -r snapshots/$A; echo >snapshots/$A" "snapshots/a[a-d]* is no folder")
attnlab_broken_in_list(snapshot_gone "rm -r snapshots/$A" "refs/main names the snapshot a[a-d]*, which is gone")
attnlab_broken_in_list(nothing "rm -r snapshots refs" "the cache has a folder of me/mine, but no snapshot in it")
attnlab_broken_in_list(file "cd .. && rm -r models--me--mine && echo >models--me--mine" "hub/models--me--mine is no folder")
attnlab_broken_in_list(ref_folder "rm refs/main; mkdir refs/main" "refs/main is a folder, expected a file with a commit")
attnlab_broken_in_list(words_without_config "rm snapshots/$A/config.json snapshots/$A/m*" "config.json is missing in")
attnlab_cache_test(listed_without_config [[cached me/pictures $A model_index.json; "$ATTNLAB" models]]
    STDOUT_MATCHES "but no GPT-2: me/pictures \\(no config.json\\)" STDERR_EMPTY)
attnlab_cache_test(listed_cache_link [[ln -s nowhere hub; "$ATTNLAB" models]]
    STDOUT_MATCHES "HF_HUB_CACHE: Hugging Face's cache would be hub, but hub is a link to nowhere, which is[ \n]+no folder" STDERR_EMPTY)
attnlab_model_refused(model_is_a_file 1 [[mkdir hub; echo >hub/models--me--mine; "$ATTNLAB" gpt2 --model me/mine]]
    "the model me/mine is not whole: hub/models--me--mine is no folder\nhint: remove it. then `attnlab fetch me/mine` downloads it")
attnlab_model_refused(ref_is_a_folder 1 [[cached me/mine $A; rm hub/models--me--mine/refs/main; mkdir hub/models--me--mine/refs/main; "$ATTNLAB" gpt2 --model me/mine]]
    "hub/models--me--mine/refs/main is a folder, expected a file with a commit\nhint: remove it. then `attnlab fetch me/mine` downloads it")

# --- Weights in several files ---------------------------------------------------------------------

attnlab_cache_test(split
    [["$WRITE_MODEL" one/m && "$WRITE_MODEL" m split && "$ATTNLAB" gpt2 --model ./m --ids 1,2,3 --json split.json >split.txt &&
"$ATTNLAB" gpt2 --model one/m --ids 1,2,3 --json one.json | cmp - split.txt && cmp one.json split.json && ls m]]
    STDOUT_MATCHES "^config.json\nmodel-00001-of-00003.safetensors\nmodel-00002-of-00003.safetensors\nmodel-00003-of-00003.safetensors\nmodel.safetensors.index.json\n$" STDERR_EMPTY)
attnlab_cache_test(split_in_the_cache
    [["$WRITE_MODEL" m split; mkdir -p hub/models--me--mine/snapshots hub/models--me--mine/refs; mv m hub/models--me--mine/snapshots/$A; printf %s $A >hub/models--me--mine/refs/main
"$ATTNLAB" gpt2 --model me/mine --ids 1,2,3 | head -n 1; "$ATTNLAB" models]]
    STDOUT_MATCHES "^Model me/mine" "me/mine +main aaaaaaa +[0-9.]+ kB +F32 +[0-9,]+ +no vocabulary\n" STDERR_EMPTY)
attnlab_model_refused(split_files_missing 1
    [["$WRITE_MODEL" m split; rm m/model-00001* m/model-00003*; "$ATTNLAB" gpt2 --model ./m --ids 1]]
    "the model m is not whole: model-00001-of-00003.safetensors, model-00003-of-00003.safetensors are missing in ./m")
attnlab_model_refused(split_wrong_file 1
    [["$WRITE_MODEL" m split; sed -i 's/\(wpe.weight.*\)00002-of/\100001-of/' m/model.safetensors.index.json; "$ATTNLAB" gpt2 --model ./m --ids 1]]
    "./m/model.safetensors.index.json: 1 tensor is not where it says: 'transformer.wpe.weight' is in 'model-00002-of-00003.safetensors', not in 'model-00001-of-00003.safetensors'\nhint: [^\n]*")
attnlab_model_refused(split_tensor_twice 1
    [["$WRITE_MODEL" m split; cp m/model-00001* m/model-00004-of-00003.safetensors; sed -i '0,/00001-of/s//00004-of/' m/model.safetensors.index.json; "$ATTNLAB" gpt2 --model ./m --ids 1]]
    "./m/model.safetensors.index.json: tensor '[^\n]*' is in two files, ./m/model-00001-of-00003.safetensors and ./m/model-00004-of-00003.safetensors")
attnlab_model_refused(split_path_out 1
    [["$WRITE_MODEL" m split; sed -i 's,"model-00002,"../model-00002,' m/model.safetensors.index.json; "$ATTNLAB" gpt2 --model ./m --ids 1]]
    "./m/model.safetensors.index.json: the file of tensor '[^\n]*' is '../model-00002-of-00003.safetensors', expected [^\n]*")
attnlab_model_refused(split_no_json 1
    [["$WRITE_MODEL" m split; echo hello >m/model.safetensors.index.json; "$ATTNLAB" gpt2 --model ./m --ids 1]]
    "./m/model.safetensors.index.json: not JSON: byte 0 cannot stand there")
