# attnlab fetch: against a hub on 127.0.0.1 that speaks Hugging Face's protocol, with the embedded
# model as the repository; the ORG of a name says how that hub behaves (support/hub_protocol.hpp).
# Nothing here leaves this machine.

# The command runs beside a hub: "$HUB" "$MODEL" log COMMAND. No proxy and no cache of the user's.
set(fetch_environment
    "HUB=${PROJECT_BINARY_DIR}/tests/hub_server" "MODEL=${PROJECT_SOURCE_DIR}/data/models/trophy-tiny"
    "SNAPSHOT=snapshots/0123456789abcdef0123456789abcdef01234567"
    "WEIGHTS=c4406b635f9a26e1e2efc1679d7f1dcd92df4a7e3576b8b9b8079eff90fcc14e"
    HF_HOME=home HF_HUB_CACHE= HUGGINGFACE_HUB_CACHE= HF_TOKEN= HF_TOKEN_PATH= HF_HUB_OFFLINE=
    TRANSFORMERS_OFFLINE= CURL_CA_BUNDLE= REQUESTS_CA_BUNDLE= SSL_CERT_FILE= SSL_CERT_DIR=
    # In the background, a fetch that has come halfway: \$! is it.
    "HALFWAY=\"$ATTNLAB\" fetch hold/m >out 2>err &
until test -s home/hub/models--hold--m/blobs/$WEIGHTS.incomplete
do sleep 0.01
done"
    http_proxy= https_proxy= HTTPS_PROXY= all_proxy= ALL_PROXY= no_proxy= NO_PROXY=)

# A line of sh beside a hub; the hub's log is printed when it has ended.
function(fetch_test name script)
    attnlab_cli_test(fetch_${name} ENV ${fetch_environment} "SCRIPT=${script}"
        SHELL [["$HUB" "$MODEL" log sh -c "$SCRIPT"; code=$?; cat log; exit $code]] ${ARGN})
endfunction()

# The whole output of one command, in one line of sh that begins with `fetch`.
function(fetch_fails name arguments)
    attnlab_cli_test(fetch_fails_${name} ENV ${fetch_environment}
        SHELL "\"$HUB\" \"$MODEL\" log \"$ATTNLAB\" fetch ${arguments}"
        EXIT 1 STDOUT_EMPTY STDERR_MATCHES ${ARGN})
endfunction()

# --- All goes well ----------------------------------------------------------------------------

fetch_test(whole [["$ATTNLAB" fetch plain/m >out; cat out; cd home/hub/models--plain--m
ls; cat refs/main; echo; for f in $SNAPSHOT/*; do readlink $f; cmp $f "$MODEL/${f##*/}"; done]]
    STDOUT_MATCHES "plain/m, revision main \\(commit 0123456789ab\\), from http://127\\.0\\.0\\.1:[0-9]+\n"
                   " model\\.safetensors +946\\.1 kB +came +SHA-256 c4406b"
                   "973\\.8 kB came. their sizes and hashes are right\\.\nThey lie in\n  home/hub/models--plain--m/snapshots/0123"
                   "\nNow: attnlab gpt2 --model plain/m\n"
                   "\nblobs\nrefs\nsnapshots\n0123456789abcdef0123456789abcdef01234567\n(../../blobs/[0-9a-f]+\n)(../../blobs/[0-9a-f]+\n)../../blobs/c4406b[0-9a-f]+\n../../blobs/[0-9a-f]+\nhub HEAD"
    STDERR_EMPTY)
fetch_test(then_runs [["$ATTNLAB" fetch plain/m >out && "$ATTNLAB" gpt2 --model plain/m | tail -n +3 >of_cache
"$ATTNLAB" gpt2 --model "$MODEL" | tail -n +3 | cmp - of_cache && HF_ENDPOINT=http://127.0.0.1:1 "$ATTNLAB" gpt2 --model plain/m | head -n 1]]
    STDOUT_MATCHES "^Model plain/m" STDERR_EMPTY)
fetch_test(again_brings_nothing [["$ATTNLAB" fetch plain/m >out; echo "again" >>log; "$ATTNLAB" fetch plain/m]]
    STDOUT_MATCHES "All 973\\.8 kB are there already\\. " STDOUT_LACKS "again\n.*GET [^\n]*(vocab|merges|safetensors)" STDERR_EMPTY)
fetch_test(again_writes_nothing [["$ATTNLAB" fetch plain/m >out; rm -r home/hub/.locks; ls -aiR home >before; "$ATTNLAB" fetch plain/m; ls -aiR home | cmp - before]]
    STDOUT_MATCHES "All 973\\.8 kB are there already\\. What is there has the right size" STDOUT_LACKS "differ" STDERR_EMPTY)
fetch_test(default_is_gpt2 [["$ATTNLAB" fetch >out; ls home/hub]]
    STDOUT_MATCHES "^models--openai-community--gpt2\nhub HEAD /openai-community/gpt2/resolve/main/config.json" STDERR_EMPTY)
fetch_test(a_model_of_before_it_moved [[mkdir -p home/hub/models--gpt2; "$ATTNLAB" fetch gpt2 >out; head -n 1 out; ls home/hub]]
    STDOUT_MATCHES "^models--gpt2\n" STDERR_MATCHES "has no config.json of gpt2" EXIT 0)
fetch_test(by_model_option [["$ATTNLAB" --model plain/m fetch]] STDOUT_MATCHES "^plain/m, revision main" STDERR_EMPTY)
fetch_test(revision [["$ATTNLAB" fetch plain/m --revision refs/pr/1; cat home/hub/models--plain--m/refs/refs/pr/1]]
    STDOUT_MATCHES "--model plain/m --revision refs/pr/1\n0123456789abcdef" "resolve/refs%2Fpr%2F1/config.json" STDERR_EMPTY)
fetch_test(commit_has_no_ref [["$ATTNLAB" fetch plain/m --revision 0123456789abcdef0123456789abcdef01234567 >out; ls home/hub/models--plain--m]]
    STDOUT_MATCHES "^blobs\nsnapshots\nhub " STDERR_EMPTY)
fetch_test(follows_a_model_that_moved [["$ATTNLAB" fetch moved/m >out; ls home/hub]]
    STDOUT_MATCHES "^models--moved--m\nhub HEAD /moved/m/resolve/main/config.json auth=- range=- 307\nhub HEAD /plain/m/" STDERR_EMPTY)
fetch_test(json [["$ATTNLAB" fetch plain/m --json -; rm log; touch log]]
    SCHEMA fetch.schema STDOUT_MATCHES "\"dry_run\": false" "\"bytes_to_come\": 973836," "\"state\": \"fetched\"" STDERR_EMPTY)
fetch_test(odd_path [[HF_HOME="$PWD/ein Wörterbuch ✓" "$ATTNLAB" fetch plain/m && HF_HOME="$PWD/ein Wörterbuch ✓" "$ATTNLAB" gpt2 --model plain/m | head -n 1]]
    STDOUT_MATCHES "ein Wörterbuch ✓/hub/models--plain--m/snapshots" "\nModel plain/m" STDERR_EMPTY)
fetch_test(cache_elsewhere [[HF_HUB_CACHE=cache "$ATTNLAB" fetch plain/m >out; ls -d cache/*; ls -A]]
    STDOUT_MATCHES "^cache/models--plain--m\ncache\nlog\nout\nhub" STDERR_EMPTY)
fetch_test(proxy [[no_proxy=127.0.0.1 http_proxy=$HF_ENDPOINT HF_ENDPOINT=http://hub.invalid "$ATTNLAB" fetch plain/m]]
    STDOUT_MATCHES "from http://hub\\.invalid\n" STDERR_EMPTY)

# --- A dry run --------------------------------------------------------------------------------

fetch_test(dry_run [["$ATTNLAB" fetch plain/m --dry-run; ls -A]]
    STDOUT_MATCHES " model\\.safetensors +946\\.1 kB +would come +SHA-256" "A dry run: 973\\.8 kB would come\\.\nThey would lie in\n  home/hub/"
                   "\nThen: attnlab gpt2 --model plain/m\nlog\nhub"
    STDOUT_LACKS "GET [^\n]*(vocab|merges|safetensors)" "cdn" STDERR_EMPTY)
fetch_test(dry_run_with_a_beginning
    [["$ATTNLAB" fetch plain/m >out; cd home/hub/models--plain--m/blobs; head -c 1000 $WEIGHTS >$WEIGHTS.incomplete; rm $WEIGHTS; cd ../../../..
"$ATTNLAB" fetch plain/m --dry-run]]
    STDOUT_MATCHES "would come, after 1\\.0 kB that are there" " config\\.json +327 B +is there" "945\\.1 kB of 973\\.8 kB would come" STDERR_EMPTY)
fetch_test(dry_run_json [["$ATTNLAB" fetch plain/m --dry-run --json -; rm log; touch log]]
    SCHEMA fetch.schema STDOUT_MATCHES "\"dry_run\": true" "\"state\": \"missing\"" STDERR_EMPTY)

# --- The token --------------------------------------------------------------------------------

fetch_test(token_stays_at_the_hub [[HF_TOKEN=hf_right "$ATTNLAB" fetch private/m >out]]
    STDOUT_MATCHES "hub GET [^\n]*model.safetensors auth=Bearer hf_right [^\n]*302\ncdn GET /private/model.safetensors\\?signature=x auth=- range=- 200\n"
    STDOUT_LACKS "cdn [^\n]*hf_right" "hub [^\n]*auth=-" STDERR_EMPTY)
fetch_test(token_file [[mkdir home; echo hf_right >home/token; "$ATTNLAB" fetch private/m >out]]
    STDOUT_MATCHES "hub HEAD [^\n]*auth=Bearer hf_right" STDOUT_LACKS "cdn [^\n]*hf_right" STDERR_EMPTY)
fetch_fails(private private/m "shows no model private/m: there is none of that name, or it is private \\(401\\): Invalid username" "hint: look at the name; for a private model set HF_TOKEN\n")
fetch_test(wrong_token [[HF_TOKEN=hf_wrong "$ATTNLAB" fetch private/m]] EXIT 1
    STDERR_MATCHES "does not give private/m to the owner of the token in HF_TOKEN \\(401\\)" "hint: [^\n]*/settings/tokens\n" STDERR_LACKS "hf_wrong")
fetch_test(broken_token [[HF_TOKEN="hf_ü x" "$ATTNLAB" fetch plain/m]] EXIT 2 STDOUT_EMPTY
    STDERR_MATCHES "^error: the token of HF_TOKEN has a space" STDERR_LACKS "hf_ü")

# --- It breaks on the way ---------------------------------------------------------------------

fetch_test(resumes [["$ATTNLAB" fetch cut-once/m]]
    STDOUT_MATCHES "973\\.8 kB came" "cdn [^\n]*range=- 200\n[^\n]*\ncdn [^\n]*range=bytes=473048- 206\n"
    STDERR_MATCHES "^the connection to 127\\.0\\.0\\.1:[0-9]+ broke: [^\n]*. trying again in 1 s \\(2 of 5\\)\n$")
fetch_test(resumes_without_ranges [["$ATTNLAB" fetch cut-norange/m]]
    STDOUT_MATCHES "973\\.8 kB came" "range=bytes=473048- 200\n" STDERR_MATCHES "does not go on from byte 473048: it comes from the beginning\n")
fetch_test(busy_once [["$ATTNLAB" fetch busy-once/m]]
    STDOUT_MATCHES "973\\.8 kB came" STDERR_MATCHES "^127\\.0\\.0\\.1:[0-9]+ answers 503. trying again \\(2 of 5\\)\n")
fetch_fails(busy busy/m "\\(5 of 5\\)\nerror: 127\\.0\\.0\\.1:[0-9]+ answers 503. 5 tries\nhint: what has come so far stays")
fetch_fails(limit limit/m "^error: 127\\.0\\.0\\.1:[0-9]+ answers 429, too many requests, and asks to wait 3600 s\nhint: ")

# Killed halfway, the cache has no file that is not whole, and the next run goes on from there.
fetch_test(killed [[eval "$HALFWAY"; kill -9 $!; wait $! 2>/dev/null; ls home/hub/models--hold--m home/hub/models--hold--m/$SNAPSHOT
touch go; "$ATTNLAB" fetch hold/m]]
    STDOUT_MATCHES "^home/hub/models--hold--m:\nblobs\nsnapshots\n\nhome/[^\n]*:\nconfig.json\nmerges.txt\nvocab.json\n"
                   "came, after [0-9.]+ k?B that were there" "range=bytes=[1-9][0-9]*- 206\n"
    STDERR_MATCHES "^model.safetensors: going on after [0-9.]+ k?B of 946.1 kB\n$")
fetch_test(interrupted [[eval "$HALFWAY"; kill -TERM $!; wait $! 2>/dev/null; echo "code $?"; cat err; ls home/hub/models--hold--m/blobs | grep -c incomplete]]
    STDOUT_MATCHES "^code 143\ninterrupted. what has come so far stays: the same command goes on from there\n1\n" STDERR_EMPTY)

# Two at once: the second waits, says so, and finds the file whole.
fetch_test(two_at_once [[eval "$HALFWAY"; first=$!; "$ATTNLAB" fetch hold/m >out2 2>err2 &
until grep -qs waiting err2; do sleep 0.01; done; touch go; wait $first; echo "first $?"; wait $!; echo "second $?"
cat err err2; grep -c "  is there" out2; grep -c "cdn GET" log]]
    STDOUT_MATCHES "^first 0\nsecond 0\nanother process is fetching model.safetensors of hold/m: waiting for it\n4\n1\n" STDERR_EMPTY)

# What stands in a partial file is believed only when the whole has the right hash.
set(partial "mkdir -p home/hub/models--plain--m/blobs && cd home/hub/models--plain--m/blobs")
fetch_test(damaged_beginning "(${partial} && echo damaged >$WEIGHTS.incomplete)
\"$ATTNLAB\" fetch plain/m"
    STDOUT_MATCHES " kB came. their" "range=bytes=8- 206\n.*cdn [^\n]*range=- 200\n"
    STDERR_MATCHES "model.safetensors: the 8 B that were there are not its beginning. it comes again\n$")
fetch_test(beginning_too_long "(${partial} && head -c 1000000 /dev/zero >$WEIGHTS.incomplete)
\"$ATTNLAB\" fetch plain/m" STDOUT_MATCHES "973.8 kB came" "range=- 200\n" STDERR_EMPTY)
fetch_test(all_there_but_the_name "(${partial} && cp \"$MODEL/model.safetensors\" $WEIGHTS.incomplete)
\"$ATTNLAB\" fetch plain/m" STDOUT_MATCHES "27.7 kB of 973.8 kB came" STDOUT_LACKS "cdn" STDERR_MATCHES "going on after 946.1 kB of 946.1 kB")
fetch_test(blob_of_another_size "(${partial} && echo short >$WEIGHTS)
\"$ATTNLAB\" fetch plain/m && cmp home/hub/models--plain--m/$SNAPSHOT/model.safetensors \"$MODEL/model.safetensors\""
    STDOUT_MATCHES "973.8 kB came" STDERR_EMPTY)
fetch_test(dangling_link "mkdir -p home/hub/models--plain--m/$SNAPSHOT
ln -s ../../blobs/gone home/hub/models--plain--m/$SNAPSHOT/config.json
\"$ATTNLAB\" fetch plain/m >out && cmp home/hub/models--plain--m/$SNAPSHOT/config.json \"$MODEL/config.json\""
    STDERR_EMPTY)
fetch_test(ref_that_is_gone "mkdir -p home/hub/models--plain--m/refs
printf ffffffffffffffffffffffffffffffffffffffff >home/hub/models--plain--m/refs/main
\"$ATTNLAB\" fetch plain/m >out && cat home/hub/models--plain--m/refs/main" STDOUT_MATCHES "^0123456789abcdef" STDERR_EMPTY)

# --- What the hub says or does wrong ----------------------------------------------------------

fetch_fails(unknown unknown/m "^error: 127.0.0.1:[0-9]+ shows no model unknown/m: there is none of that name, or it is private .401.: Repository not found\nhint: look at the name")
fetch_fails(mistyped gtp2 "has no config.json of gtp2 at revision main\nhint: did you mean `attnlab fetch gpt2`")
fetch_fails(gated gated/m "^error: gated/m is gated: [^\n]* .403.\nhint: accept them at http://127.0.0.1:[0-9]+/gated/m, then set HF_TOKEN")
fetch_fails(revision "plain/m --revision v9" "^error: plain/m has no revision 'v9' .404.\nhint: [^\n]*/plain/m/tree/main lists its branches and tags\n$")
fetch_fails(rude rude/m [[answers 400 for config.json of rude/m: .x1b.31mred.x07]])
fetch_fails(elsewhere elsewhere/m "leads on to 127.0.0.1:[0-9]+ before it says what config.json is\nhint: if that is the hub, set HF_ENDPOINT=http://127.0.0.1:[0-9]+\n")
fetch_fails(loop loop/m "leads on from one address to the next, 10 times")
fetch_fails(fewer short/m "model.safetensors of short/m has 473048 bytes to come, and 946096 were promised\n")
fetch_fails(more long/m "model.safetensors of long/m has more than the 946096 bytes that were promised\nhint: what came was deleted")
fetch_fails(hash wrong/m "^error: model.safetensors of wrong/m has the SHA-256 [0-9a-f]+, expected c4406b[0-9a-f]+\nhint: what came was deleted")
fetch_fails(no_commit nocommit/m "says of config.json of nocommit/m the commit ''" "hint: it is no hub, or")
fetch_fails(no_hash nohash/m "the hash '\"1234\"', expected 64 or 40 hexadecimal digits")
fetch_fails(no_room huge/m "^error: 1.0 EB are to come, and there is room for [^\n]* at home/hub\nhint: make room, or put the cache elsewhere")
fetch_test(nothing_wrong_stays [["$ATTNLAB" fetch wrong/m 2>err || "$ATTNLAB" fetch long/m 2>>err || ls -A home/hub/*/blobs home/hub/*]]
    STDOUT_LACKS "incomplete" "c4406b" "refs" STDERR_EMPTY)

# --- What the repository is -------------------------------------------------------------------

function(fetch_repository name change)
    attnlab_cli_test(fetch_repository_${name} ENV ${fetch_environment}
        SHELL "cp -r \"$MODEL\" r && cd r && ${change} && cd .. && \"$HUB\" r log \"$ATTNLAB\" fetch plain/m" ${ARGN})
endfunction()
fetch_repository(of_another_type "sed -i s/gpt2/bert/ config.json" EXIT 1 STDOUT_EMPTY
    STDERR_MATCHES "^error: plain/m is no GPT-2: model_type in its config.json is 'bert'\nhint: ")
fetch_repository(of_another_type_leaves_nothing "sed -i s/gpt2/bert/ config.json && cd .. && \"$HUB\" r log \"$ATTNLAB\" fetch plain/m 2>err || cat log && ls home && cd r"
    EXIT 2 STDOUT_MATCHES "^hub HEAD [^\n]*config.json[^\n]*\nhub GET [^\n]*config.json[^\n]*\n$" STDERR_MATCHES "home")
fetch_repository(of_pytorch "mv model.safetensors pytorch_model.bin" EXIT 1 STDOUT_EMPTY
    STDERR_MATCHES "^error: plain/m has no safetensors weights, only PyTorch's pytorch_model.bin\nhint: [^\n]*python3 lab/export_weights.py --from plain/m --to FOLDER")
fetch_repository(without_weights "rm model.safetensors" EXIT 1 STDOUT_EMPTY
    STDERR_MATCHES "^error: plain/m has no weights: neither model.safetensors nor model.safetensors.index.json\n$")
fetch_repository(without_config "rm config.json" EXIT 1 STDOUT_EMPTY STDERR_MATCHES "has no config.json of plain/m at revision main")
fetch_repository(without_vocabulary "rm merges.txt" STDOUT_MATCHES "The model has no merges.txt: attnlab cannot cut a text for it" STDOUT_LACKS " vocab.json +[0-9]" STDERR_EMPTY)
set(split "mv model.safetensors model-1.safetensors && cp model-1.safetensors model-2.safetensors && echo x >>model-2.safetensors && echo '{\"weight_map\": {\"a\": \"model-1.safetensors\", \"b\": \"NAME\"}}' >model.safetensors.index.json")
string(REPLACE "NAME" "model-2.safetensors" two "${split}")
fetch_repository(in_two_files "${two}" STDOUT_MATCHES " model-1.safetensors +946.1 kB +came .* model-2.safetensors +946.1 kB +came " STDERR_EMPTY)
string(REPLACE "NAME" "model-3.safetensors" three "${split}")
fetch_repository(without_a_part "${three}" EXIT 1 STDOUT_EMPTY
    STDERR_MATCHES "^error: model.safetensors.index.json of plain/m lists model-3.safetensors, which is not there\n$")
string(REPLACE "NAME" "../../../home/.profile" outside "${split}")
fetch_repository(outside_of_itself "${outside}" EXIT 1 STDOUT_EMPTY STDERR_MATCHES "^error: model.safetensors.index.json of plain/m[^\n]*\.\./\.\./")

# --- The network and the machine --------------------------------------------------------------

function(fetch_alone name code)
    attnlab_cli_test(fetch_alone_${name} ENV ${fetch_environment} ${ARGN} EXIT ${code} STDOUT_EMPTY)
endfunction()
fetch_alone(nobody_listens 1 HF_ENDPOINT=http://127.0.0.1:1 ARGS fetch
    STDERR_MATCHES "^error: cannot reach 127.0.0.1:1: [^\n]*\nhint: is there a network. behind a proxy, set https_proxy")
fetch_alone(no_such_host 1 HF_ENDPOINT=http://hub.invalid ARGS fetch
    STDERR_MATCHES "^error: cannot reach hub.invalid: Could not resolve host: hub.invalid\nhint: ")
fetch_alone(offline 2 HF_HUB_OFFLINE=1 ARGS fetch STDERR_MATCHES "^error: fetch: HF_HUB_OFFLINE is set, so no connection is opened\nhint: ")
fetch_alone(endpoint 2 HF_ENDPOINT=ftp://hub ARGS fetch STDERR_MATCHES "^error: HF_ENDPOINT is 'ftp://hub', expected the address of a hub, as in https://huggingface.co\n$")
fetch_alone(endpoint_with_a_password 2 HF_ENDPOINT=http://user:secret@hub ARGS fetch STDERR_LACKS secret
    STDERR_MATCHES "^error: HF_ENDPOINT is 'http://\\*\\*\\*@hub', expected an address without a user and a password\nhint: [^\n]*HF_TOKEN\n$")
fetch_alone(endpoint_without_a_port 2 HF_ENDPOINT=http://127.0.0.1:99999 ARGS fetch STDERR_MATCHES "^error: HF_ENDPOINT is 'http://127.0.0.1:99999', expected the address")
fetch_alone(endpoint_without_a_bracket 2 SHELL [[HF_ENDPOINT=$(printf 'http://\133::1') "$ATTNLAB" fetch]] STDERR_MATCHES "^error: HF_ENDPOINT is 'http://.::1', expected the address")
fetch_alone(proxy_of_bad_syntax 1 HF_ENDPOINT=http://hub.invalid http_proxy=http://user:secret@127.0.0.1:99999 ARGS fetch STDERR_LACKS secret
    STDERR_MATCHES "^error: cannot reach hub.invalid by a proxy: [^\n]*\\*\\*\\*@127[^\n]*\nhint: a proxy is named by https_proxy, http_proxy or all_proxy")
fetch_alone(no_such_certificates 1 CURL_CA_BUNDLE=/nope ARGS fetch STDERR_MATCHES "^error: CURL_CA_BUNDLE=/nope: there is no such file of certificates\nhint: ")
fetch_alone(name 2 ARGS fetch a/b/c STDERR_MATCHES "^error: 'a/b/c' is no name of a model at Hugging Face")
fetch_alone(name_twice 2 ARGS --model gpt2 fetch gpt2 STDERR_MATCHES "^error: fetch: the model is named twice")
fetch_alone(revision 2 ARGS fetch gpt2 --revision ../x STDERR_MATCHES "^error: '../x' is no revision")
fetch_alone(home_is_a_file 1 SHELL [[touch home && "$ATTNLAB" fetch]] STDERR_MATCHES "^error: HF_HOME: [^\n]* is no folder\nhint: ")
fetch_test(model_is_a_file [[mkdir -p home/hub; touch home/hub/models--plain--m; "$ATTNLAB" fetch plain/m]] EXIT 1
    STDERR_MATCHES "^error: home/hub/models--plain--m is no folder, and the cache needs one there\nhint: move it away")
fetch_test(token_path_is_no_file [[HF_TOKEN_PATH=none "$ATTNLAB" fetch plain/m >out]] STDERR_MATCHES "^HF_TOKEN_PATH names none, which is no file: without a token\n$")
fetch_alone(read_only 1 HF_HUB_CACHE=/proc/cache SHELL [["$HUB" "$MODEL" log "$ATTNLAB" fetch plain/m]]
    STDERR_MATCHES "^error: cannot write /proc/cache/[^\n]*: [^\n]*\n")
attnlab_cli_test(fetch_help ARGS fetch --help
    STDOUT_MATCHES "--dry-run" "Examples:\n  attnlab fetch .*\n  attnlab fetch " "HF_TOKEN, HF_TOKEN_PATH " "REQUESTS_CA_BUNDLE" STDERR_EMPTY)

# Who it is, is proven by a certificate; who else is trusted, CURL_CA_BUNDLE says.
find_program(ATTNLAB_OPENSSL openssl)
if(ATTNLAB_OPENSSL)
    set(tls [[printf 'HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n' >answer
serve() {
"$OPENSSL" s_server -accept 0 -4 -cert cert -key key -naccept 1 <answer >$1 2>&1 &
until grep -qs ^ACCEPT $1
do sleep 0.01
done
HF_ENDPOINT=https://127.0.0.1:$(sed -n 's/^ACCEPT.*://p' $1)
export HF_ENDPOINT
}
"$OPENSSL" req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key -out cert -days 2 -subj /CN=x -addext subjectAltName=IP:127.0.0.1 2>/dev/null]])
    fetch_alone(certificate 1 "OPENSSL=${ATTNLAB_OPENSSL}"
        SHELL "${tls}\nserve out\n\"$ATTNLAB\" fetch"
        STDERR_MATCHES "^error: (127.0.0.1:[0-9]+) cannot prove that it is 127.0.0.1:[0-9]+: [^\n]*\nhint: [^\n]*CURL_CA_BUNDLE or SSL_CERT_FILE")
    fetch_alone(certificates_that_are_none 1 "OPENSSL=${ATTNLAB_OPENSSL}"
        SHELL "${tls}\nserve out\necho no >none\nREQUESTS_CA_BUNDLE=none \"$ATTNLAB\" fetch\ncode=$?\nkill $!\nexit $code"
        STDERR_MATCHES "error: REQUESTS_CA_BUNDLE=none: no certificates can be read from it\nhint: CURL_CA_BUNDLE, REQUESTS_CA_BUNDLE or SSL_CERT_FILE")
    fetch_alone(certificate_that_is_trusted 1 "OPENSSL=${ATTNLAB_OPENSSL}"
        SHELL "${tls}\nserve out\nSSL_CERT_FILE=cert \"$ATTNLAB\" fetch"
        STDERR_MATCHES "^error: 127.0.0.1:[0-9]+ has no config.json of openai-community/gpt2")
endif()

# --- The bar ----------------------------------------------------------------------------------

# It shows from 0.4 s on: the file waits halfway for longer. Elsewhere short work has no line.
fetch_test(bar_on_a_terminal [[(until test -s home/hub/models--hold--m/blobs/$WEIGHTS.incomplete; do sleep 0.01; done; sleep 0.6; touch go) & exec "$ATTNLAB" fetch hold/m]] PTY 100
    STDOUT_MATCHES "\rfetching [0-9.]+ k?B of 973.8 kB, [0-9.]+ k?B/s[^\r]*%.\\[K.*\r.\\[K[^\r]*hold/m, revision main")
fetch_test(no_bar_in_a_file [[(sleep 0.6; touch go) & exec "$ATTNLAB" fetch hold/m]] STDOUT_LACKS "\r" STDERR_EMPTY)

# The start of every command would take several times as long if libcurl were linked.
find_program(ATTNLAB_LDD ldd)
if(ATTNLAB_LDD)
    attnlab_cli_test(fetch_is_all_that_loads_libcurl ENV "LDD=${ATTNLAB_LDD}"
        SHELL [["$LDD" "$ATTNLAB" >libraries && grep -c libc libraries && ! grep curl libraries]]
        STDOUT_MATCHES "^[1-9][0-9]*\n$" STDERR_EMPTY)
endif()
