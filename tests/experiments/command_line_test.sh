#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The espalier program as a user meets it: exit codes, one clear line for each wrong input, nothing lost.
# usage: command_line_test.sh PROGRAM
set -euo pipefail
espalier=$1
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failures=0

fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

# expect CODE PATTERN COMMAND...: the command exits with CODE and prints a line that has PATTERN (an extended
# regular expression); what goes to stderr of a failing command is that one line.
expect() {
  local code=$1 pattern=$2 status=0
  shift 2
  "$@" >out.txt 2>err.txt || status=$?
  ((status == code)) || fail "$* exits with $status, expected $code: $(tail -n 2 err.txt)"
  grep -qE -- "$pattern" out.txt err.txt || fail "$* does not print '$pattern': $(cat out.txt err.txt | tail -n 3)"
}

# refuse CODE PATTERN COMMAND...: as expect, and stderr has nothing but that line, and at most where help is.
refuse() {
  expect "$@"
  local lines
  lines=$(grep -cv '^Run with --help for more information.$' err.txt || true)
  ((lines == 1)) || fail "${*:3} has $lines lines on stderr, expected 1: $(head -n 3 err.txt)"
}

words() { # a small corpus
  for i in $(seq 1 400); do
    printf 'the %s sees a %s near the %s\n\n' "animal$((i % 7))" "tree$((i * i % 5))" "house$((i % 3))"
  done
}
words >text.txt
refuse 1 'runs: no such folder; train a run first, or name folders of runs' "$espalier" runs ls
cat >run.toml <<'TOML'
[model]
name = "nano"
layers = 1
hidden = 32
heads = 2
density = 0.25
[topology]
policy = "dynamic"
updates = 4
[data]
corpus = "text.txt"
vocabulary_size = 64
sequence = 16
validation_fraction = 0.2
[training]
steps = 40
batch = 4
validation_sequences = 4
TOML
train=("$espalier" train --config run.toml --threads 1)

# What works.
expect 0 'training_flops": 8334' "$espalier" flops --model base --density 0.1 --json
expect 0 'training_flops": 2617' "$espalier" flops --model mini --json
expect 0 'head_flops": 67947724.8,' "$espalier" flops --model mini --embedding-density 0.25 --json
expect 0 'explored": 0.990' "$espalier" explored --density 0.1 --updates 160 --drop-fraction 0.5 --json
expect 0 'explored 0.988$' "$espalier" explored --density 0.1 --updates 160 --drop-fraction 0.5 --regrow-dropped
expect 0 'explored 0.988$' "$espalier" explored --density 0.1 --updates 1.6e2 --drop-fraction 0.5 --regrow-dropped
refuse 2 '1.5e0, expected an integer' "$espalier" explored --updates 1.5e0
refuse 2 '^espalier: --seed: run.seed: 9007199254740993, expected an integer from 0 to 9007199254740992' "$espalier" train --config run.toml --seed 9007199254740993
refuse 2 "^espalier: --threads: run.threads: 'abc', expected an integer from 0 to 4096" "$espalier" train --config run.toml --threads abc
for twice in '--seed 3 --set run.seed=4' '--name x --set run.name=y' '--out x --set run.folder=y' '--threads 1 --set run.threads=2'; do
  # shellcheck disable=SC2086  # several words
  refuse 2 "^espalier: ${twice%% *} and ${twice#* * } are both given; leave one out" "$espalier" train --config run.toml $twice
done
long=$(printf 'x%.0s' {1..300})
refuse 1 "^espalier: $long: File name too long\$" "$espalier" runs ls "$long"
refuse 1 "^espalier: $long/.*File name too long\$" "${train[@]}" --out "$long"
expect 2 'cannot look into: File name too long$' "${train[@]}" --out "$long" --dry-run
expect 0 '^dynamic +always sparse +never +0.10 +0.10 ' "$espalier" policies
expect 0 '^rigl +dense FLOPs on updates +each update +0.10 +0.10 ' "$espalier" policies
expect 0 '^snfs +dense state +each step +0.10 +0.35 ' "$espalier" policies # (4 x 0.1 + 1 dense) / 4
expect 0 '^mest_soft +always sparse +never +0.06 +0.06 ' "$espalier" policies --density 0.05
expect 0 '^granet .* 0.50 +0.50 ' "$espalier" policies
expect 0 '"peak_density": 0.5' "$espalier" policies --json
expect 0 'FLOPs of each weight, and twice that under srigl' "$espalier" policies --help
expect 2 'density' "$espalier" policies --density 0
refuse 2 'density excludes --criteria' "$espalier" policies --criteria --density 0.2
expect 0 '^note: --sequence: without effect, since mlp_784-300-100-10 reads no sequences' "$espalier" flops --model mlp_784-300-100-10 --sequence 64
expect 0 '"name": "magnitude_gradient"' "$espalier" policies --criteria --json
expect 0 'SIMD target' "$espalier" doctor
# As on an older processor: the last target of its list is below every other.
oldest=$("$espalier" doctor | sed -n 's/^SIMD target .*, //p')
expect 0 "^SIMD target +$oldest, forced by ESPALIER_SIMD_TARGET; this machine has .*, $oldest\$" \
  env ESPALIER_SIMD_TARGET="$oldest" "$espalier" doctor
expect 0 '^bfloat16 products +sparse: widened to float32.*; dense: widened to float32' \
  env ESPALIER_SIMD_TARGET="$oldest" "$espalier" doctor
refuse 2 "ESPALIER_SIMD_TARGET: 'AVX1' is not a SIMD target of this machine; expected one of: .*, $oldest\$" \
  env ESPALIER_SIMD_TARGET=AVX1 "$espalier" doctor
forced=(env ESPALIER_SIMD_TARGET="$oldest" "${train[@]}" --set run.folder=forced)
expect 0 "^narrow: training.precision is 'bfloat16', .* used as $oldest, .*; a step takes longer than with 'float32'\$" \
  "${forced[@]}" --name narrow --set training.precision=bfloat16
grep -q "\"kernel\": \"highway ($oldest, forced)\"" forced/narrow/manifest.json || fail 'the manifest hides what was forced'
# OpenMP binds the first thread to a core before the program begins, which has all that there are nevertheless.
for bind in FALSE TRUE; do
  expect 0 "bound-$bind" env OMP_PROC_BIND=$bind "$espalier" train --config run.toml --threads 0 --name "bound-$bind" \
    --set run.folder=forced
  grep '"threads"' "forced/bound-$bind/manifest.json" >"threads-$bind.txt"
done
cmp -s threads-FALSE.txt threads-TRUE.txt || fail "OMP_PROC_BIND changes the number of threads: $(cat threads-*.txt)"
expect 0 '^wide: ' "${forced[@]}" --name wide
! grep -q 'a step takes longer' err.txt || fail 'single precision is said to gain nothing'
rm -r forced .cache # the next commands make none
expect 0 '"revision": ' "$espalier" doctor --json
python3 -m json.tool out.txt >/dev/null || fail 'doctor --json is no JSON'
expect 0 '"OPENBLAS_CORETYPE": ' env OPENBLAS_CORETYPE=$'\xff' "$espalier" doctor --json
expect 0 'exit codes|Exit codes' "$espalier" --help
expect 0 'learning_rate' "$espalier" train --help
expect 0 "policy = ['\"]dynamic['\"]" "${train[@]}" --dry-run
refuse_dry() { # PATTERN COMMAND...: a dry run that says in one line why the run could not start, and makes nothing
  expect 2 "$@"
  (($(wc -l <err.txt) == 1)) || fail "a dry run says more than a line: $(cat err.txt)"
  [[ ! -e runs && ! -e .cache ]] || fail "a dry run made runs or .cache: $*"
}
refuse_dry "corpus 'gone.txt': does not exist" "${train[@]}" --dry-run --set data.corpus=gone.txt
refuse_dry "default corpus: 'gone/.* is missing" "${train[@]}" --dry-run --set data.corpus=default --set data.folder=gone
refuse_dry "data.vocabulary: 'gone-vocab.txt' does not exist" "${train[@]}" --dry-run --set data.vocabulary=gone-vocab.txt --set data.vocabulary_size=8192
printf '%s\n' '[PAD]' '[UNK]' '[CLS]' '[SEP]' '[MASK]' α β >greek-vocab.txt
refuse_dry "corpus 'text.txt': its training split: all of its [0-9]+ tokens are \[UNK\] to the vocabulary 'greek-vocab.txt'" \
  "${train[@]}" --dry-run --set data.vocabulary=greek-vocab.txt --set data.vocabulary_size=8192
printf '%s\n' the sees a near >>greek-vocab.txt
expect 0 'warning: corpus text.txt: training split: [0-9.]+% of the tokens are \[UNK\]' "${train[@]}" --dry-run --quiet \
  --set data.vocabulary=greek-vocab.txt
expect 0 'data.vocabulary_size is 64, to no effect on what is trained: data.vocabulary is greek-vocab.txt' \
  "${train[@]}" --dry-run --quiet --set data.vocabulary=greek-vocab.txt
expect 0 ' 0.00% \[UNK\]' "${train[@]}" --dry-run
{ cat text.txt; printf 'the caf\xe9 sees a r\xf4le\n\n'; } >latin.txt
expect 0 'warning: corpus latin.txt: 2 bytes are not valid UTF-8, .* are lost; convert the text' "${train[@]}" --dry-run --quiet \
  --set data.corpus=latin.txt
refuse_dry 'topology.pattern: gone.mtx: cannot read' "${train[@]}" --dry-run --set topology.pattern=file:gone.mtx
refuse_dry 'training.test_sequences: found 9999' "${train[@]}" --dry-run --set training.test_sequences=9999
refuse_dry 'does not fill one sequence of 512' "${train[@]}" --dry-run --set data.sequence=512 --set data.validation_fraction=0.01
refuse_dry 'topology: updates is 50; expected at most' "${train[@]}" --dry-run --set topology.updates=50
refuse_dry 'GB of memory' "${train[@]}" --dry-run --set model.hidden=65536 --set model.layers=1000 --set model.heads=64
expect 0 '^time +about .* 20 validations of .* on 1 thread$' "${train[@]}" --estimate --quiet
[[ ! -e runs ]] || fail '--estimate makes a folder'
expect 0 '^  activations +[0-9.]+$' "${train[@]}" --memory --quiet
[[ ! -e runs ]] || fail '--memory makes a folder'
refuse 2 'dry-run excludes --estimate' "${train[@]}" --dry-run --estimate
refuse 2 'dry-run excludes --memory' "${train[@]}" --dry-run --memory
expect 1 'none.txt' "${train[@]}" --estimate --set data.corpus=none.txt
expect 0 '[0-9] nats (below|above) unigram entropy' "${train[@]}" --name a
expect 0 'runs/a' "${train[@]}" --name a # done already
expect 0 'steps = 40' "${train[@]}" --name a --dry-run
expect 2 'a: holds a run of another configuration' "${train[@]}" --name a --set model.density=0.5 --dry-run
expect 2 'a: a run of 40 steps, which cannot become one of 60 steps' "${train[@]}" --name a --set training.steps=60 --extend --dry-run
expect 0 'density = 0.5' "${train[@]}" --name a --set model.density=0.5 --overwrite --dry-run
expect 0 'query.weight' "$espalier" inspect runs/a
expect 0 '"block":' "$espalier" inspect runs/a --json
expect 0 '"overlap_initial": 0' "$espalier" inspect runs/a --json
expect 0 'norms \(L1\)' "$espalier" inspect runs/a
refuse 1 'runs/a/vocab.txt: no checkpoint here; expected a step_N folder' "$espalier" inspect runs/a/vocab.txt
refuse 2 'run.toml:1: no table \[study\], \[row\] or \[scale\], expected the file of a study' "$espalier" train --config run.toml --run a
expect 0 'figures/a/animation.gif' "$espalier" topology runs/a --out figures --frames 3

# Answers come in order, one line for each request, the same alone and in a batch.
for i in $(seq 1 300); do printf 'the animal%d sees a [MASK]\n' $((i % 7)); done >masked.txt
expect 0 '^[^	]+	0\.[0-9e-]+$' "$espalier" predict runs/a masked.txt --threads 2
cp out.txt together.txt
(($(wc -l <together.txt) == 300)) || fail "300 requests got $(wc -l <together.txt) answers"
tail -n 1 masked.txt | "$espalier" predict runs/a | cmp -s - <(tail -n 1 together.txt) || fail "an answer depends on its batch"
expect 0 '^[^	]+	0\.[0-9e-]+$' "$espalier" predict runs/a masked.txt --int8
(($(wc -l <out.txt) == 300)) || fail "300 requests in 8 bits got $(wc -l <out.txt) answers"
expect 0 '^\{"masks":\[\{"position":[0-9]+,"words":\[\{"word":"[^"]+","id":[0-9]+,"probability":' "$espalier" predict runs/a masked.txt --json --top-k 3
(($(head -n 1 masked.txt | "$espalier" predict runs/a --task embed | tr '\t' '\n' | wc -l) == 32)) || fail 'a vector has not 32 values'
step=$(basename "$(ls -d runs/a/checkpoints/step_* | tail -n 1)")
expect 0 '	' "$espalier" predict "runs/a@${step#step_}" masked.txt
printf 'the <mask>\nthe [MASK]\nthe animal\n' >unmasked.txt
expect 0 'warning: unmasked.txt:1: has no \[MASK\], and its answer no word' "$espalier" predict runs/a unmasked.txt
(($(wc -l <out.txt) == 3 && $(wc -l <err.txt) == 1)) || fail 'lines without a mask have other answers, or more than one warning'
printf '{"text": "the [MASK]"}\n{"txt": 1}\n' >bad.jsonl
refuse 1 'bad.jsonl:2: has no "text"; expected' "$espalier" predict runs/a bad.jsonl
(($(wc -l <out.txt) == 1)) || fail 'answers to the requests before a bad one are missing'
refuse 1 'gone.txt: cannot open' "$espalier" predict runs/a gone.txt
gzip -c masked.txt >masked.gz
refuse 1 'masked.gz: is compressed; expected lines of text, as from gzip -dc' "$espalier" predict runs/a masked.gz
printf 'the [MASK]\n\0\n' >binary
refuse 1 'binary:2: holds a NUL byte; expected a line of UTF-8 text' "$espalier" predict runs/a binary
(($(wc -l <out.txt) == 1)) || fail 'answers to the requests before one with a NUL byte are missing'
# A text in Latin-1 loses its letters with accents, which is said, once.
printf 'the [MASK]\nthe \xe9t\xe9 [MASK]\nthe \xe9 [MASK]\n' >latin_requests.txt
refuse 0 'warning: latin_requests.txt:2: 2 bytes are not valid UTF-8, .* are not read; convert the text' "$espalier" predict runs/a latin_requests.txt
(($(wc -l <out.txt) == 3)) || fail 'a text that is no UTF-8 gets no answer'
{ echo 'the [MASK]'; head -c 17000000 /dev/zero | tr '\0' a; } >wide.txt
refuse 1 'wide.txt:2: longer than 16777216 bytes' "$espalier" predict runs/a wide.txt
(($(wc -l <out.txt) == 1)) || fail 'answers to the requests before one that is too long are missing'
rm wide.txt
refuse 2 "unknown task 'guess', expected one of embed fill-mask" "$espalier" predict runs/a masked.txt --task guess
refuse 2 'has the head masked-lm; expected --task fill-mask or embed' "$espalier" predict runs/a masked.txt --task classify
refuse 2 'longest sequence: 17 tokens; expected 1 to 16' "$espalier" predict runs/a masked.txt --longest 17
refuse 2 '--stride: is read by qa alone, and the task is fill-mask' "$espalier" predict runs/a masked.txt --stride 2
refuse 2 '--no-answer: is read by qa alone' "$espalier" predict runs/a masked.txt --no-answer
for precision in float16 x; do
  for verb in predict generate; do
    refuse 2 "precision: $precision not in \{float32,bfloat16\}" "$espalier" "$verb" runs/a --precision "$precision"
  done
done
refuse 2 '--top-k: is read by fill-mask classify qa alone, and the task is embed' "$espalier" predict runs/a masked.txt --task embed --top-k 1
# A question without its context: what is expected is said in the format of the line.
{
  printf '{"data": [{"paragraphs": [{"context": "the animal0", "qas": []}'
  for i in $(seq 1 40); do
    printf ', {"context": "animal%d sees", "qas": [{"id": "%d", "question": "who", "answers": [{"text": "animal%d", "answer_start": 0}]}]}' "$i" "$i" "$i"
  done
  printf ']}]}'
} >questions.json
expect 0 '' "${train[@]}" --quiet --name asker --out asked --set run.task=question_answering --set data.questions=questions.json \
  --set data.stride=6 --set data.corpus=default --set training.validation_sequences=256
printf 'who\tthe animal1 sees\nwho\n' >asked.tsv
refuse 1 'asked.tsv:2: has no context; expected question<TAB>context' "$espalier" predict asked/asker asked.tsv
echo '{"question": "who"}' >asked.jsonl
refuse 1 'asked.jsonl:1: has no context; expected \{"question": ..., "context": ...\}' "$espalier" predict asked/asker asked.jsonl
# Windows of a long context share as many tokens as in training, unless told otherwise.
{ printf 'who\t'; for i in $(seq 1 40); do printf 'the animal%d sees ' "$i"; done; echo; } >asked.tsv
expect 0 '^[^	]+	0[.]' "$espalier" predict asked/asker asked.tsv --top-k 20
cp out.txt usual.txt
expect 0 '' "$espalier" predict asked/asker asked.tsv --top-k 20 --stride 6
cmp -s out.txt usual.txt || fail "a question is not asked by data.stride of the run"
expect 0 '' "$espalier" predict asked/asker asked.tsv --top-k 20 --stride 4
! cmp -s out.txt usual.txt || fail "another stride changes no answer"
# So does how much better "no answer" has to be than the best one.
expect 0 '' "${train[@]}" --quiet --name shy --out asked --set run.task=question_answering --set data.questions=questions.json \
  --set data.stride=6 --set data.corpus=default --set training.validation_sequences=256 --set model.none_threshold=-1e6
expect 0 '^	[0-9]' "$espalier" predict asked/shy asked.tsv --no-answer
# What is cut is said, once, and no question is dropped without a word.
echo 'the [MASK] sees' >long.txt
for _ in 1 2 3; do echo 'the [MASK] sees a tree near the house and a tree near the house and a tree'; done >>long.txt
refuse 0 'long.txt:2: has [0-9]+ tokens, of which 16 fit \(--longest\)' "$espalier" predict runs/a long.txt
(($(wc -l <out.txt) == 4)) || fail 'a text that is cut gets no answer'
echo 'the animal1 sees a tree near the house and a tree near the house and a [MASK]' >>long.txt
expect 1 'long.txt:5: has [0-9]+ tokens, of which 16 fit \(--longest\), and 1 \[MASK\]' "$espalier" predict runs/a long.txt
(($(wc -l <out.txt) == 4)) || fail 'answers to the requests before one whose mask is cut off are missing'
# Who reads no further ends it quietly.
for i in $(seq 1 40); do cat masked.txt; done >many.txt
"$espalier" predict runs/a many.txt 2>err.txt | head -n 1 >/dev/null
[[ ! -s err.txt ]] || fail "a reader that is gone: $(cat err.txt)"
# Whole lines after SIGINT, from a pipe whose writer has not ended.
mkfifo requests
{ cat masked.txt; exec sleep 60; } >requests &
writer=$!
"$espalier" predict runs/a requests >out.txt &
program=$!
for _ in $(seq 1 600); do (($(wc -l <out.txt) == 300)) && break; sleep 0.1; done
kill -INT "$program"
wait "$program" || true
kill "$writer" || true
(($(wc -l <out.txt) == 300)) && [[ -z $(tail -c 1 out.txt | tr -d '\n') ]] || fail 'a stopped program left part of a line'

# A causal model writes: in order, the same alone and beside others, and to a reader that is gone.
expect 0 '' "${train[@]}" --quiet --name writer --set run.task=causal_lm --set model.name=gpt_nano
writer=("$espalier" generate runs/writer --temperature 1 --seed 3 --max-tokens 12)
for i in $(seq 1 40); do printf 'the animal%d sees\n' $((i % 7)); done >prompts.txt
expect 0 '' "${writer[@]}" --file prompts.txt --threads 2
(($(wc -l <out.txt) == 40)) || fail "40 prompts got $(wc -l <out.txt) texts"
"${writer[@]}" 'the animal1 sees' | cmp -s - <(head -n 1 out.txt) || fail 'a text depends on what is written beside it'
"${writer[@]}" <prompts.txt | cmp -s - out.txt || fail 'a pipe and a file give other texts'
printf '\xef\xbb\xbfthe animal1 sees\r\n' | "${writer[@]}" --json | cmp -s - <("${writer[@]}" 'the animal1 sees' --json) || fail 'a byte order mark belongs to the first prompt'
expect 0 '^\{"prompt":"the","text":"[^"]*","prompt_tokens":2,"tokens":[0-9]+,"end":"[a-z_]+"\}$' "${writer[@]}" the --json
"${writer[@]}" --file prompts.txt 2>err.txt | head -c 1 >/dev/null
[[ ! -s err.txt ]] || fail "a reader that is gone: $(cat err.txt)"
# A prompt, or a file, may have the name of a verb.
for verb in forest explored runs; do
  expect 0 '^\{"prompt":"'$verb'","text":' "${writer[@]}" $verb --json
done
head -n 3 masked.txt >inspect
expect 0 '' "$espalier" predict runs/a inspect
(($(wc -l <out.txt) == 3)) || fail "a file 'inspect' of 3 lines got $(wc -l <out.txt) answers"
refuse 2 'not expected: plan' "$espalier" doctor plan
refuse 2 'top_p is 2; expected a probability above 0' "${writer[@]}" the --top-p 2
refuse 2 'prompt 0 has 21 tokens; expected at most 16' "${writer[@]}" "$(printf 'the %.0s' {1..20})"
# A line that is at fault has its name, and those before it, not all of which were begun, their texts.
{ head -n 18 prompts.txt; printf 'the %.0s' {1..20}; echo; } >long_prompts.txt
refuse 2 'long_prompts.txt:19: has 21 tokens; expected at most 16' "${writer[@]}" --file long_prompts.txt
(($(wc -l <out.txt) == 18)) || fail "18 prompts before one that is too long got $(wc -l <out.txt) texts"
{ head -n 18 prompts.txt; printf 'the \0\n'; } >binary
refuse 1 'binary:19: holds a NUL byte' "${writer[@]}" --file binary
(($(wc -l <out.txt) == 18)) || fail "18 prompts before one with a NUL byte got $(wc -l <out.txt) texts"
refuse 2 'prompt excludes --file' "${writer[@]}" the --file prompts.txt
refuse 2 'runs/a: has the head masked-lm; expected a model that predicts the next word' "$espalier" generate runs/a the
# SIGINT leaves whole characters and the exit code of what was stopped.
{ cat prompts.txt; exec sleep 60; } >requests &
feeder=$!
"${writer[@]}" --file requests >out.txt &
program=$!
for _ in $(seq 1 600); do (($(wc -l <out.txt) == 40)) && break; sleep 0.1; done
kill -INT "$program"
code=0
wait "$program" || code=$?
kill "$feeder" || true
((code == 75)) || fail "a stopped program ends with $code"
iconv -f UTF-8 out.txt >/dev/null || fail 'a stopped program left part of a character'

# A run goes to transformers and to a folder of ours, by each of its names, and comes back the same.
expect 0 '^dense: bert with head masked-lm, ' "$espalier" convert runs/a dense
grep -q '"model_max_length": 16$' dense/tokenizer_config.json || fail 'a converted folder does not say how long texts may be'
expect 0 '^at: ' "$espalier" convert "runs/a@${step#step_}" at
expect 0 '^step: ' "$espalier" convert "runs/a/checkpoints/$step" step
expect 0 '^ours: .* weights of density ' "$espalier" convert runs/a ours --sparse
expect 0 '^back: ' "$espalier" convert ours back
cp -r back windows
sed -i 's/$/\r/' windows/vocab.txt
expect 0 '^of-windows: ' "$espalier" convert windows of-windows
cmp windows/vocab.txt of-windows/vocab.txt || fail 'a vocabulary with the line ends of Windows did not go along'
for folder in at step back; do
  for file in config.json model.safetensors vocab.txt tokenizer_config.json; do
    cmp "dense/$file" "$folder/$file" || fail "dense/$file and $folder/$file differ"
  done
done
cmp runs/a/vocab.txt dense/vocab.txt || fail 'the vocabulary did not go along'
expect 0 '^ones: ' "$espalier" convert ours ones --sparse --block 1
expect 0 'warning: --int8: no linear layer of ones has blocks of 4' "$espalier" predict ones masked.txt --int8
expect 0 '^query.mtx: 32 x 32, density ' "$espalier" convert ours query.mtx --tensor bert.encoder.layer.0.attention.self.query.weight
expect 0 '^query.smtx: 32 x 32, density ' "$espalier" convert query.mtx query.smtx --block 4 --density 0.5
refuse 2 'dense: is there already, expected a folder that is not' "$espalier" convert runs/a dense
refuse 2 '--density: given without --block, expected both' "$espalier" convert runs/a none --density 0.5
refuse 2 '--norm requires --density' "$espalier" convert runs/a none --norm l2
for norm in l9 1; do refuse 2 "norm: $norm not in \{l1,l2,linf\}" "$espalier" convert query.mtx none.mtx --density 0.5 --norm "$norm"; done
expect 0 '^large.mtx: 32 x 32, density ' "$espalier" convert query.mtx large.mtx --block 4 --density 0.5 --norm linf
refuse 2 'tensor: of a model, whose weights have names; query.mtx is one matrix' "$espalier" convert query.mtx none.mtx --tensor w
expect 0 'query.npz: 32 x 32' "$espalier" convert query.mtx query.npz
expect 0 'back.mtx: 32 x 32' "$espalier" convert query.npz back.mtx
cmp -s query.mtx back.mtx || fail 'a matrix does not come back from .npz as it was'
refuse 1 'dense/config.json: hidden_act is "silu", expected one of gelu' bash -c 'sed -i "s/\"gelu\"/\"silu\"/" dense/config.json && "$0" convert dense none' "$espalier"
[[ ! -e none && -z $(ls -d .espalier-partial-* 2>/dev/null) ]] || fail 'a refused conversion left something'
# The tokens that end a text go along, those of the tokenizer where config.json has none.
expect 0 '^wrote: gpt with head causal-lm' "$espalier" convert runs/writer wrote
sep=$(($(grep -nxF '[SEP]' wrote/vocab.txt | cut -d: -f1) - 1))
grep -qw "\"eos_token_id\": $sep" wrote/config.json || fail "a text of the converted model does not end at $sep"
echo '{"max_new_tokens": 7}' >wrote/generation_config.json
expect 0 '' "$espalier" convert wrote rewrote --sparse
cmp wrote/generation_config.json rewrote/generation_config.json || fail 'generation_config.json did not go along'
sed -i "s/\"eos_token_id\": $sep/\"eos_token_id\": null/" rewrote/config.json
expect 0 '' "$espalier" convert rewrote ended
cmp wrote/config.json ended/config.json || fail 'a converted folder has not the ends of texts of its tokenizer'
# A model repository for Triton: whole or not at all.
expect 0 'repository/words/: version 1, fill-mask' "$espalier" export runs/a repository/words/ --triton --threads 1 --int8
[[ $(cat repository/words/config.pbtxt) == *'backend: "espalier"'*'"int8" value { string_value: "true"'*'"threads"'* ]] || fail 'config.pbtxt has no settings'
expect 0 '^repository/words: version 2$' "$espalier" export runs/a repository/words --triton --model-version 2
# What config.pbtxt says is for all versions.
refuse 2 'runs/writer: is for generate; expected fill-mask, as repository/words/2 is' "$espalier" export runs/writer repository/words --triton --model-version 3
cp repository/words/config.pbtxt served.pbtxt
# What the server would refuse, or clients would misread.
sed -i '$ a # parameters { key: "longest" value { string_value: "99" } }' repository/words/config.pbtxt
expect 0 '^repository/words: version 4$' "$espalier" export runs/a repository/words --triton --model-version 4
echo 'parameters: { key: "longest" value: { string_value: "17" } }' >>repository/words/config.pbtxt
refuse 2 'words/config.pbtxt: of runs/a: longest sequence: 17 tokens; expected 1 to 16' "$espalier" export runs/a repository/words --triton --model-version 5
{ cat served.pbtxt; echo 'input [{ name: "INPUT_IDS" data_type: TYPE_INT64 dims: [-1] allow_ragged_batch: true }]'; } >repository/words/config.pbtxt
sed -i '$ s/$/x/' repository/words/4/vocab.txt
refuse 2 'runs/a: has other token ids than repository/words/4, and clients send INPUT_IDS' "$espalier" export runs/a repository/words --triton --model-version 5
{ cat served.pbtxt; echo 'output { name: "SCORE" data_type: TYPE_FP32 dims: -1 dims: 7 }'; } >repository/words/config.pbtxt
refuse 2 'words/config.pbtxt: of runs/a: output SCORE is TYPE_FP32 \[-1,7\]; expected TYPE_FP32 \[-1,5\]' "$espalier" export runs/a repository/words --triton --model-version 5
{ cat served.pbtxt; echo 'output [{ name: "SCORE"'; } >repository/words/config.pbtxt
refuse 1 'words/config.pbtxt: line .*: found the end, expected a field' "$espalier" export runs/a repository/words --triton --model-version 5
mv served.pbtxt repository/words/config.pbtxt
expect 0 '^repository/words: version 5$' "$espalier" export runs/a repository/words --triton --model-version 5
rm -r repository/words/[45]
expect 0 'vectors: version 1, embed' "$espalier" export runs/a vectors --triton --task embed
expect 0 '^vectors: version 2$' "$espalier" export runs/writer vectors --triton --model-version 2
for version in 1 2; do [[ -s repository/words/$version/vocab.txt && -s repository/words/$version/config.json ]] || fail "version $version is not whole"; done
refuse 2 'words/2: is there already' "$espalier" export runs/a repository/words --triton --model-version 2
refuse 2 'config.pbtxt: is there already; expected settings there' "$espalier" export runs/a repository/words --triton --model-version 3 --threads 2
refuse 2 'has the head masked-lm; expected --task fill-mask or embed' "$espalier" export runs/a repository/other --triton --task classify
refuse 2 '--longest: is read by .* alone, and the task is generate' "$espalier" export runs/writer repository/other --triton --longest 8
refuse 2 '--top-k: is read by' "$espalier" export runs/a repository/other --triton --task embed --top-k 3
refuse 2 '--top-k: .*not in range' "$espalier" export runs/a repository/other --triton --top-k 2147483648
refuse 2 '--no-answer: is read by qa alone' "$espalier" export runs/a repository/other --triton --no-answer
refuse 2 'longest sequence: 17 tokens' "$espalier" export runs/a repository/other --triton --longest 17
refuse 2 'has no config.pbtxt' "$espalier" export runs/a runs/a --triton
expect 2 '--triton is required' "$espalier" export runs/a repository/other
[[ $(ls -A repository) == words ]] || fail "export leaves something: $(ls -A repository)"
expect 0 'effective' "$espalier" inspect --help
expect 0 'survival' "$espalier" topology --help
expect 0 'temperature FLOAT=0' "$espalier" generate --help

# Every verb that help lists explains itself, and names what it does not know.
verbs_of() { # the verbs, or those below VERB
  "$espalier" "$@" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][^ ]*\) .*/\1/p'
}
verbs=()
for verb in $(verbs_of); do
  verbs+=("$verb")
  for below in $(verbs_of "$verb"); do verbs+=("$verb $below"); done
done
for verb in train sweep doctor 'runs export'; do
  printf '%s\n' "${verbs[@]}" | grep -qxF "$verb" || fail "--help does not list $verb"
done
for verb in "${verbs[@]}"; do
  # shellcheck disable=SC2086  # the words of the verb
  expect 0 "^Usage: espalier $verb( |\$)" "$espalier" $verb --help
  # Counted, since grep -q ends at the first line, and what still writes to it would fail.
  explained=$(sed -n '/^\(Positionals\|Options\|Subcommands\):$/,/^$/p' out.txt | grep -v -- '-h,--help' |
    grep -cE '^  [-a-z].*  +[A-Z]' || true)
  ((explained > 0)) || fail "$verb --help explains nothing but itself"
  # shellcheck disable=SC2086
  refuse 2 'not expected: .*--no-such-option' "$espalier" $verb --no-such-option
done

# A run that is interrupted makes a checkpoint, whatever asks it to stop.
interrupt() { # NAME SIGNAL: the exit code of a run that gets the signal once it trains
  # Under nohup a child ignores SIGHUP, and the program leaves that so.
  env --default-signal=HUP "${train[@]}" --name "$1" --set training.steps=400000 >/dev/null 2>err.txt &
  local pid=$! status=0
  for _ in $(seq 300); do
    if [[ -s runs/$1/metrics.jsonl ]]; then break; fi
    sleep 0.1
  done
  kill "-$2" "$pid"
  wait "$pid" || status=$?
  echo "$status"
}
for signal in INT TERM HUP USR1; do
  status=$(interrupt "b$signal" "$signal")
  ((status == 75)) || fail "a run that gets SIG$signal exits with $status, expected 75"
  [[ -n $(ls "runs/b$signal/checkpoints") ]] || fail "a run that got SIG$signal left no checkpoint"
  expect 0 'query.weight' "$espalier" inspect "runs/b$signal"
done
# Twice, as to a process and to its group; only a second Ctrl-C ends at once.
"${train[@]}" --name twice --set training.steps=400000 >/dev/null 2>err.txt &
twice=$!
for _ in $(seq 300); do
  if [[ -s runs/twice/metrics.jsonl ]]; then break; fi
  sleep 0.1
done
kill -TERM "$twice" && kill -TERM "$twice"
status=0
wait "$twice" || status=$?
((status == 75)) || fail "a run that gets SIGTERM twice exits with $status, expected 75"
expect 2 'bINT: a run of 400000 steps, which cannot become one of 40 steps, since it has trained [0-9]+ steps already; train anew with --overwrite' "${train[@]}" --name bINT
expect 2 'bINT: holds a run of another configuration, with .*model.density [0-9.]+, not 0.5; .*choose another' "${train[@]}" --name bINT --set model.density=0.5

# A larger budget in place, where nothing that was done follows from it.
flat=("${train[@]}" --name flat --set training.decay_power=0 --set training.warmup_steps=5 --set training.validate_every=20 --set training.record_every=10
  --set topology.every_steps=15 --set topology.drop_schedule=constant)
expect 0 'runs/flat' "${flat[@]}"
expect 2 'flat: a run of 40 steps; add --extend to make it one of 60 steps' "${flat[@]}" --set training.steps=60
expect 0 'runs/flat' "${flat[@]}" --set training.steps=60 --extend
expect 0 'extended at step 40; before, 40 steps' "$espalier" runs show runs/flat
expect 2 'excludes' "${flat[@]}" --extend --overwrite
expect 2 'no run here has trained; train one without --extend first' "${train[@]}" --name none --extend
expect 2 'a: a run of 40 steps, which cannot become one of 60 steps, since the learning rate of step 1 rises' "${train[@]}" --name a --set training.steps=60 --extend

# What followed the clock is trained again by its record.
expect 0 'runs/clocked' "${train[@]}" --name clocked --set training.schedule_by=hours --set training.hours=0.0003
expect 0 'runs/again' "$espalier" train --replay runs/clocked --name again --threads 2
cmp runs/clocked/clock.log runs/again/clock.log || fail 'a replay has another clock'
expect 0 'settings that differ: none' "$espalier" runs diff runs/clocked runs/again
expect 0 'replay of +clocked' "$espalier" runs show runs/again
expect 2 'a: the run follows no clock; train it again by its configuration' "$espalier" train --replay runs/a --name again

# What one process has no use for is said.
for option in --zero1 --pipeline '--rank-timeout 60'; do
  # shellcheck disable=SC2086  # the option and its value
  expect 0 "^note: ${option% *}: without effect, since this is one process" "${train[@]}" --name a $option
done
refuse 2 'rank-timeout: .* not in range 6 to 86400' "${train[@]}" --name a --rank-timeout 5

# A pipeline is planned for those that can have one.
plan=("$espalier" plan --config run.toml --set model.layers=2 --ranks 2 --network 50us,1Gb/s --step-seconds 1)
expect 0 ' pipeline ' "${plan[@]}"
expect 0 ' data parallel ' "${plan[@]}" --set topology.policy=snfs --set topology.updates=4
! grep -q pipeline out.txt || fail 'a pipeline is planned for a policy that train --pipeline refuses'
refuse 2 'ranks: 64, expected at most 8: training.batch is 4 sequences, each on 2 ranks$' "${plan[@]/#2/64}" --tensor 2
refuse 2 'optimizer-seconds: -1, expected a number from 0$' "${plan[@]}" --optimizer-seconds=-1
refuse 2 "stages: --pipeline: topology.policy 'snfs' compares" "${plan[@]}" --set topology.policy=snfs --stages 2

# A run is replaced when it is asked for, and not by one that cannot begin.
expect 2 'excludes' "${train[@]}" --name bHUP --overwrite --resume never
# What a variable that is not set leaves is no value.
for option in --name --seed --threads --out --run --resume; do
  refuse 2 "$option: expected a value, found an empty one" "${train[@]}" "$option" ''
done
expect 2 "with .*data.corpus text.txt, not '';" "${train[@]}" --name bHUP --set data.corpus=
cp runs/bHUP/manifest.json before.json
expect 1 'nowhere.txt' "${train[@]}" --name bHUP --overwrite --set data.corpus=nowhere.txt
cmp -s before.json runs/bHUP/manifest.json || fail 'a replacement that could not begin changed the run'
exec 9>>runs/bHUP/lock && flock 9
expect 1 'another process is writing this run' "${train[@]}" --name bHUP --overwrite
exec 9>&-
expect 0 'runs/bHUP' "${train[@]}" --name bHUP --overwrite
grep -q '"status": "done"' runs/bHUP/manifest.json || fail 'a run was not replaced'
[[ ! -e runs/.bHUP.replaced ]] || fail 'the replaced run was not removed'
expect 2 'a run of this name exists' "${train[@]}" --name bINT --set training.steps=400000 --resume never
expect 1 'name a checkpoint, RUN/checkpoints/step_N' "${train[@]}" --name bINT --resume runs/bINT
expect 2 'name a checkpoint, RUN/checkpoints/step_N' "${train[@]}" --name bINT --resume runs/bINT --dry-run
rm runs/bTERM/manifest.json
expect 2 'files of a run but no manifest.json' "${train[@]}" --name bTERM --set training.steps=4000
expect 2 'a run of this name exists' "${train[@]}" --name bTERM --set training.steps=400000 --resume never

# A sweep trains what is not done yet.
cat >sweep.toml <<'TOML'
[sweep]
base = "run.toml"
folder = "swept"
[grid]
"topology.policy" = ["static", "dynamic"]
"training.learning_rate" = [0.001, 0.002]
TOML
expect 0 'policy_static-learning_rate_0.002' "$espalier" sweep --config sweep.toml --dry-run
expect 0 'swept' "$espalier" sweep --config sweep.toml --workers 2 --set data.corpus=text.txt
expect 0 '4/4 .*best policy_(static|dynamic)-learning_rate_0.00[12] [0-9.]+$' "$espalier" sweep --config sweep.toml
expect 2 "corpus 'nowhere.txt'" "$espalier" sweep --config sweep.toml --out elsewhere --set data.corpus=nowhere.txt
expect 2 "corpus 'nowhere.txt'" "$espalier" sweep --config sweep.toml --out elsewhere --set data.corpus=nowhere.txt --dry-run
refuse 2 'out: expected a value, found an empty one' "$espalier" sweep --config sweep.toml --out ''
expect 0 '^policy_static-learning_rate_0.002$' "$espalier" sweep --config sweep.toml --dry-run --part 2/4
(($(wc -l <out.txt) == 1)) || fail "a part of one run lists $(cat out.txt)"
refuse 2 'part: 9/3, expected NUMBER/COUNT' "$espalier" sweep --config sweep.toml --dry-run --part 9/3
[[ ! -e elsewhere ]] || fail 'a sweep without its data made a folder'
expect 2 'policy_static-learning_rate_0.001: holds a run of another configuration' "$espalier" sweep --config sweep.toml --set model.density=0.5 --dry-run
expect 0 'policy_static' "$espalier" sweep --config sweep.toml --set model.density=0.5 --set data.corpus=text.txt --dry-run --overwrite
expect 2 'unknown, expected .sweep. and .grid.' "$espalier" sweep --config run.toml
sed 's/run.toml/gone.toml/' sweep.toml >baseless.toml
refuse 1 "baseless.toml:2: sweep.base: 'gone.toml', which is not there; expected a run's configuration" "$espalier" sweep --config baseless.toml
refuse 2 'sweep.base' "$espalier" sweep --config baseless.toml --dry-run

# What runs recorded goes to other tools.
expect 2 'nothing to write; add --tensorboard' "$espalier" runs export swept
expect 0 'events/policy_static-learning_rate_0.001/events.out.tfevents' "$espalier" runs export swept --tensorboard events --csv metrics.csv
expect 0 '^policy_static-learning_rate_0.001,validation,[0-9]+,' "$espalier" runs export swept --csv -
touch events/policy_static-learning_rate_0.001/events.out.tfevents.0000000001.espalier # of an earlier start
expect 0 'events.out.tfevents' "$espalier" runs export swept --tensorboard events
(($(find events/policy_static-learning_rate_0.001 -type f | wc -l) == 1)) || fail 'an export leaves events of another start'
expect 0 'policy_dynamic-learning_rate_0.002: [0-9]+ numbers' python3 "$here/read_events.py" events metrics.csv swept/policy_*

# A summary in each changes no list and no table, and nobody who reads makes one.
tables() {
  "$espalier" runs ls swept && "$espalier" runs ls swept --format json && "$espalier" pareto swept --out tables &&
    "$espalier" ablation swept --out tables && cat tables/*.csv tables/*.md
}
tables >with.txt 2>&1 || fail "tables of runs with summaries: $(cat with.txt)"
(($(find swept -name summary.json | wc -l) == 4)) || fail 'runs that have ended have no summary.json'
echo '{' >swept/policy_static-learning_rate_0.001/summary.json
expect 0 'note: summary not used: swept/policy_static-learning_rate_0.001/summary.json' "$espalier" runs ls swept
find swept -name summary.json -delete
tables >without.txt 2>&1
cmp with.txt without.txt || fail 'tables differ without the summaries of runs'
[[ -z $(find swept -name summary.json) ]] || fail 'a list wrote a summary.json'

# A checkpoint is validated on another text.
words | tail -n 300 >other.txt
expect 0 'loss +[0-9.]+ nats' "$espalier" eval swept/policy_static-learning_rate_0.001 --corpus other.txt
expect 0 '95% interval .*over text, not over seeds' "$espalier" eval swept/policy_static-learning_rate_0.001 --against swept/policy_dynamic-learning_rate_0.001
expect 2 'decides what was trained' "$espalier" eval swept/policy_static-learning_rate_0.001 --set model.hidden=64
expect 0 'vocabulary_size and stride' "$espalier" eval --help
expect 0 'or the texts that data.test_texts names' "$espalier" eval --help
expect 2 'keeps nothing back for a test .*; call eval without --test' "$espalier" eval runs/a --test
expect 0 'runs/tested' "${train[@]}" --name tested --set training.test_sequences=4
expect 0 '"part": "test"' "$espalier" eval runs/tested --test --json --quiet
python3 - out.txt runs/tested/metrics.jsonl <<'PYTHON' || fail 'eval --test --json gives another loss than the run has'
import json, sys
end = [json.loads(line) for line in open(sys.argv[2])][-1]
sys.exit(json.load(open(sys.argv[1]))["loss"] != end["test_loss"])
PYTHON

# What runs cost is drawn against what they lost, and what a key changes is compared run by run.
expect 0 'drawn_runs/pareto.svg' "$espalier" pareto swept --out drawn_runs
expect 2 'drawn_runs/summary.csv: --over draws over these runs' "$espalier" pareto swept --over drawn_runs/summary.csv --out drawn_runs
# Two that draw into one folder do so one after another.
flock drawn_runs bash -c 'touch held; for i in {1..600}; do ! grep -q "note: waits" err.txt || exit 0; sleep 0.1; done' &
until [[ -e held ]]; do sleep 0.1; done
expect 0 'note: waits for another process that writes to drawn_runs' "$espalier" pareto swept --out drawn_runs
wait $!
expect 0 'paired/ablation_pairs.csv' "$espalier" ablation swept --rows topology.policy --columns training.learning_rate --pair topology.policy --out paired
(($(wc -l <paired/ablation_pairs.csv) == 3)) || fail "two pairs fill $(wc -l <paired/ablation_pairs.csv) lines, expected 3"
cp paired/summary.csv whole.csv
refuse 2 'paired/summary.csv: --where chooses some of these runs' "$espalier" ablation paired/summary.csv --where topology.policy=static --out paired
cmp paired/summary.csv whole.csv || fail 'an ablation loses runs of the summary that it reads'
expect 0 'forest/forest.svg' "$espalier" forest swept --reference 0.2 --reference-name 'a paper' --out forest
(($(wc -l <forest/forest.csv) == 2)) || fail "one row of pairs fills $(wc -l <forest/forest.csv) lines, expected 2"
expect 0 "forest/forest.svg" env -C tables "$espalier" forest summary.csv --out forest
refuse 2 'pairs: no run has topology.policy rigl' "$espalier" forest swept --against rigl --out forest
refuse 2 'model.block has the values .*; name one of them as' "$espalier" forest swept --pair model.block --out forest
refuse 2 'reference nan, expected a finite number' "$espalier" forest swept --reference nan --out forest
expect 0 'of them distinct' "$espalier" runs same swept
refuse 2 'gap: .*off the plateau' "$espalier" runs curves swept --gap static dynamic --out gap
refuse 2 'no row is left: of [0-9]+ none is trained long enough' "$espalier" pareto swept --frontier --out frontier
refuse 2 'no cost flops, expected encoder_flops' "$espalier" pareto swept --frontier --cost flops --out frontier
refuse 2 'name the times of steps by --times' "$espalier" pareto swept --frontier --cost seconds --out frontier

# What searches is another program, which is named.
cat >search.toml <<'TOML'
[sweep]
base = "run.toml"
folder = "searched"
method = "bayes"
run_cap = 2
[sweep.parameters]
"training.learning_rate" = { distribution = "log_uniform_values", min = 1e-4, max = 1e-1 }
TOML
refuse 2 "sweep.method: 'bayes', expected 'grid'; what searches is: python -m espalier.tune search.toml" "$espalier" sweep --config search.toml
refuse 2 'method: a sweep trains a grid; what searches is: python -m espalier.tune sweep.toml' "$espalier" sweep --config sweep.toml --method random
sed -i 's/bayes/grid/; s/{ distribution.*}/{ values = [0.001, 0.002, 0.004] }/; s/^\[sweep\]$/&\nprogram = "train.py"/' search.toml
expect 0 'best: learning_rate_0.00[12], validation_loss [0-9.]+$' "$espalier" sweep --config search.toml
grep -q '^note: search.toml: sweep.program not used' err.txt || fail 'a key of a sweep that is not used has no note'
expect 0 'best: ' "$espalier" sweep --config search.toml --flops 1 --trials 3 --out by_flops
(($(ls -d by_flops/learning_rate_* | wc -l) < 3)) || fail 'a budget of FLOPs ends no sweep'
expect 0 'best: ' "$espalier" sweep --config search.toml --hours 1e-9 --workers 1 --out by_hours
expect 0 'best: ' "$espalier" sweep --config search.toml --hours 1e300 --workers 1 --out by_hours # as for no limit
! grep -q '/-' err.txt || fail "a budget beyond every integer is shown as a negative one: $(tail -n 1 err.txt)"
refuse 2 "--set: training.weight_decay: '=0.1', expected a number.*; what follows from other keys is set by python -m espalier.tune FILE --derive" \
  "$espalier" train --config run.toml --set training.weight_decay==0.1

# A study trains what is not done yet, and draws; nothing is made before all of it is checked.
mkdir small
{
  printf '[study]\ntitle = "Small"\nfigure = "table"\ndata = { folder = "data", packages = ["some", "more"] }\n'
  sed -E 's/^\[(.*)\]$/[base.\1]/' run.toml
  printf '[row.moving]\ntopology.policy = "dynamic"\nmodel.density = 0.5\n'
  printf '[scale.smoke]\nabout = "one run"\nruns = [{ row = "moving", "run.seed" = 1 }]\n[[scale.full.grid]]\nrow = "moving"\n"run.seed" = [1, 2]\n'
} >small/study.toml
expect 0 'moving-run.seed_1' "$espalier" study small --dry-run
warned=$("$espalier" study small --dry-run 2>&1 >/dev/null | grep -c 'tree with uncommitted changes' || true)
[[ $warned == "$("$espalier" --version | grep -c -- -dirty || true)" ]] || fail 'a study does not say whether its program is of a changed tree'
expect 0 'data some more' "$espalier" study small --data
expect 1 'study.over: .gone.csv., which is not there' "$espalier" study <(sed 's/^figure/over = "gone.csv"\n&/' small/study.toml)
expect 2 "study small has smoke, full" "$espalier" study small --scale paper
sed 's/^figure = .*/figure = "ablation"\nablation = { metric = "validation_los" }/' small/study.toml >small/metric.toml
sed 's/^figure = .*/figure = "ablation"\nablation = { rows = ["topology.policy"], pair = "topology.policy" }/' small/study.toml >small/pair.toml
refuse 2 'scale full: run moving-seed_1: no metric validation_los' "$espalier" study small/metric.toml --scale full
refuse 2 'scale full: ablation: pair topology.policy: all runs have' "$espalier" study small/pair.toml --scale full --dry-run
for values in '"data.vocabulary_size" = [64, 96]' '"data.sequence" = [16, 32]'; do # of a figure, before a run trains
  sed "s/^figure = .*/figure = \"pareto\"/; s/^\"run.seed\" = \[1, 2\]/&\n$values/" small/study.toml >small/data.toml
  refuse 2 'scale full: .* and .*: different (vocabularies|data.sequence) .*: their losses cannot be compared' \
    "$espalier" study small/data.toml --scale full --dry-run
done
sed 's/^"run.seed" = \[1, 2\]/&\n"model.hidden" = [32, 64]/' small/study.toml >small/sizes.toml
refuse 2 'scale full: runs .* and .*: .* expected runs of one model' "$espalier" study small/sizes.toml --scale full --dry-run
expect 2 'unknown key, did you mean about' "$espalier" study <(sed 's/^runs/abut/' small/study.toml)
sed 's/corpus = "text.txt"/corpus = "nowhere.txt"/' small/study.toml >small/gone.toml
expect 2 "corpus 'nowhere.txt'" "$espalier" study small/gone.toml --dry-run
grep -q 'moving-run.seed_1' out.txt || fail 'a dry run without data prints no names'
expect 2 "corpus 'nowhere.txt'" "$espalier" study small/gone.toml --scale full --quiet
[[ -z $(ls -d runs/small-* 2>/dev/null) ]] || fail "a dry run, or a study without its data, made a folder"
expect 0 'runs/small-full/figure/policies.md' "$espalier" study small --scale full --workers 2
expect 0 '2/2 .*best moving-seed_[12] [0-9.]+$' "$espalier" study small/study.toml --scale full
[[ -s runs/small-full/figure/report.html ]] || fail 'a study has no report.html'
expect 0 'shown/report.html' "$espalier" report runs/small-full runs/a --out shown --title Small
expect 0 'again/moving-seed_1' "$espalier" train --config runs/small-full/moving-seed_1/config.toml --out again --quiet # as the page says
expect 1 'gone: cannot read' "$espalier" report gone --out shown
expect 0 'drawn/policies.md' "$espalier" study small --draw runs/small-full --out drawn
refuse 2 "study small has smoke, full" "$espalier" study small --scale paper --draw runs/small-full --out drawn
refuse 2 'dry-run excludes --draw' "$espalier" study small --draw runs/small-full --dry-run
instead=('--slurm' '--part 1/2' '--draw runs/small-full' '--time 1' --data)
for i in "${!instead[@]}"; do
  for other in "${instead[@]:i+1}"; do
    # shellcheck disable=SC2086  # the options and their values
    refuse 2 "${instead[i]%% *} excludes ${other%% *}|${other%% *} excludes ${instead[i]%% *}" "$espalier" study small ${instead[i]} $other
  done
done
for option in --scale --part --out; do
  refuse 2 "$option: expected a value, found an empty one" "$espalier" study small "$option" ''
done
refuse 2 'model: expected a value, found an empty one' "$espalier" predict ''
refuse 2 '--sort: expected a value, found an empty one' "$espalier" runs ls --sort '' runs/small-full
refuse 2 '--sequence: expected a value, found an empty one' "$espalier" flops --sequence ''
refuse 2 '--plugin: expected a value, found an empty one' "$espalier" --plugin '' policies
refuse 2 'part: 9/3, expected NUMBER/COUNT' "$espalier" study small --scale full --dry-run --part 9/3
expect 0 '^moving-seed_2$' "$espalier" study small --scale full --dry-run --part 2/2
! grep -q 'moving-seed_1' out.txt || fail 'a part lists the runs of another'
sed 's/^figure = .*/figure = "ablation"\nablation = { columns = "run.seed" }/; s/^\[scale.smoke\]$/&\nwhere = ["run.seed==77"]/' small/study.toml >small/where.toml
expect 0 'where_drawn/ablation.csv' "$espalier" study small/where.toml --draw runs/small-full --out where_drawn
expect 2 'no run' "$espalier" study small/where.toml --scale smoke --draw runs/small-full --out where_drawn
sed 's/figure = "table"/figure = "pareto"/' small/study.toml >small/timed.toml
expect 0 'timed/figure/step_times.csv' "$espalier" study small/timed.toml --time 1 --out timed
grep -qE '^moving' timed/figure/step_times.csv || fail 'step_times.csv has no row of the study'
expect 0 'clocks/step_times.csv' "$espalier" runs time runs/small-full --where 'topology.policy=dynamic' --rounds 1 --out clocks
(($(wc -l <clocks/step_times.csv) == 2)) || fail 'runs time measured runs that differ in seed alone twice'
[[ $(cut -d, -f2 clocks/step_times.csv | tail -1) == "$(grep -E '^moving' timed/figure/step_times.csv | cut -d, -f2)" ]] ||
  fail 'runs time and study --time give one model two hashes'
# Times are read before anything is written, and nothing is printed where they are of no row.
expect 0 'timed/figure/wall_clock.csv' "$espalier" pareto runs/small-full --out timed/figure
rm timed/figure/pareto.csv
head -n 1 timed/figure/step_times.csv >heading.csv
printf 'run,seconds\n' >timed/figure/step_times.csv
expect 1 'timed/figure/step_times.csv:1: 2 cells, expected run,settings_hash' "$espalier" pareto runs/small-full --out timed/figure
[[ ! -s out.txt && ! -e timed/figure/pareto.csv ]] || fail "pareto prints or writes half of its tables: $(cat out.txt)"
mv heading.csv timed/figure/step_times.csv
expect 2 'wall clock: no row has a time; measure them by espalier study --time' "$espalier" pareto runs/small-full --out timed/figure
[[ ! -s out.txt ]] || fail "pareto prints a table before it fails: $(cat out.txt)"
refuse 2 'where: no run is left' "$espalier" runs time runs/small-full --where 'run.seed=77' --out clocks
head -n 1 runs/small-full/figure/summary.csv >headings.csv
refuse 2 'runs time: no run is there' "$espalier" runs time headings.csv --out clocks
expect 0 '^note: moving-seed_[12]: [0-9]+ of 1000 rounds, since a run has [0-9]+ steps only' "$espalier" runs time runs/small-full --rounds 1e3 --out clocks
refuse 1 'clocks/step_times.csv: ' "$espalier" runs time runs/small-full --out clocks/step_times.csv # before it prepares anything
mkdir -p taken/step_times.csv
refuse 1 'taken/step_times.csv: cannot write: it is no regular file' "$espalier" runs time runs/small-full --out taken
expect 0 'ablated/ablation.svg' "$espalier" ablation runs/small-full --columns topology.policy --metric explored --out ablated
expect 2 'no metric none, expected one of' "$espalier" ablation runs/small-full --metric none --out ablated
expect 0 'one/ablation.csv' "$espalier" ablation runs/small-full --where 'run.seed == 1' --out one
(($(wc -l <one/summary.csv) == 2)) || fail 'summary.csv beside an ablation has runs that --where left out'
expect 0 'moving.* done .*100%' "$espalier" runs ls runs/small-full --where 'topology.policy=dynamic' --sort=-explored
expect 0 'moving' "$espalier" runs ls --where 'run.seed=1' --where 'topology.policy=dynamic' --columns name,seed runs/small-full
expect 0 '"validation_loss": [0-9]' "$espalier" runs ls runs/small-full --format json
expect 2 "where 'seed'" "$espalier" runs ls runs/small-full --where seed
expect 2 "no column 'colour'" "$espalier" runs ls runs/small-full --sort colour
expect 1 'gone: cannot read' "$espalier" runs ls gone
expect 0 'curves/curves.svg' "$espalier" runs curves runs/small-full --out curves
expect 1 'nowhere: cannot read' "$espalier" runs curves runs/nowhere --out curves
refuse 1 'summary.csv: cannot read: Not a directory; expected a run or a folder of runs$' "$espalier" runs curves curves/summary.csv --out curves
expect 0 'run.seed  *1  2' "$espalier" runs diff runs/small-full/moving-seed_1 runs/small-full/moving-seed_2
expect 0 'validation loss' "$espalier" runs show runs/small-full/moving-seed_1
expect 1 'manifest.json' "$espalier" runs show runs
expect 0 '100%' "$espalier" runs watch runs/small-full
branch=("$espalier" train --set topology.policy=static --out runs --name branch --quiet --from)
expect 2 'no step is left after step 40 of moving-seed_1; name an earlier checkpoint by RUN@STEP' "${branch[@]}" runs/small-full/moving-seed_1
expect 2 'there are those of step 40, 38, and training.keep_checkpoints keeps more' "${branch[@]}" runs/small-full/moving-seed_1@20
expect 0 'runs/branch' "${branch[@]}" runs/small-full/moving-seed_1@38
expect 0 'runs/branch' "${branch[@]}" runs/small-full/moving-seed_1@38 # done already
expect 2 'branch: holds a branch of moving-seed_1@38, not of moving-seed_2@38; .*--overwrite' "${branch[@]}" runs/small-full/moving-seed_2@38 --seed 1
cp runs/branch/config.toml branch.toml
expect 2 'branch: holds a branch of moving-seed_1@38, not a run that began by itself; .*--overwrite' "$espalier" train --config branch.toml
expect 0 'runs/branch' "$espalier" train --config runs/branch/config.toml
expect 1 'runs: no run here; expected a run.s folder, which has manifest.json' "$espalier" eval runs
expect 0 'topology.policy *dynamic *static' "$espalier" runs diff runs/small-full/moving-seed_1 runs/branch
expect 2 'no name; add --name' "$espalier" train --from runs/small-full/moving-seed_1
expect 2 'requires --config' "$espalier" train --from runs/small-full/moving-seed_1 --run moving --name other
expect 2 'Exactly 1 option' "$espalier" train --quiet
expect 0 'smoke: one run' "$espalier" study small --scale smoke --workers 2
expect 0 'alone' "$espalier" train --config small/study.toml --run moving --name alone
expect 0 'seed = 2' "$espalier" train --config small/study.toml --run moving-seed_2 --dry-run
expect 2 'study.toml:1: study: the file is a study of many runs; --run NAME chooses' "$espalier" train --config small/study.toml --dry-run
expect 2 'no row or run .movin., did you mean moving' "$espalier" train --config small/study.toml --run movin

# Output that does not arrive is a failure.
for verb in --help --version "flops --model base --json" doctor policies "inspect runs/a" "train --help"; do
  status=0
  # shellcheck disable=SC2086  # the words of the verb
  "$espalier" $verb >/dev/full 2>err.txt || status=$?
  ((status == 1)) || fail "$verb into a full device exits with $status, expected 1"
  grep -q 'cannot write to standard output' err.txt || fail "$verb into a full device says: $(cat err.txt)"
done

# What must not work, and says so in one line.
refuse 1 'gone: cannot read: .*; expected a run, a folder of runs or a .csv' "$espalier" table gone --out figures
refuse 2 'density is 2, expected a value in' "$espalier" explored --density 2
refuse 2 '--updates: Value 0 not in range 1 to 16777216' "$espalier" explored --updates 0
refuse 2 'not expected: here' "$espalier" doctor here
refuse 1 'gone: no run here; expected a run.s folder' "$espalier" runs diff runs/a gone
refuse 2 'runs: At least 2 required but received 1' "$espalier" runs diff runs/a
refuse 1 'gone/deeper: cannot read' "$espalier" runs watch gone/deeper
refuse 2 '--every: 0, expected a number from 0.1 to 86400' "$espalier" runs watch runs --every 0
refuse 1 'gone: no run here; expected a run.s folder' "$espalier" eval gone
no_model='gone: no model here; expected the folder of a run, which has manifest.json, or a model folder'
refuse 1 "$no_model" "$espalier" predict gone
refuse 1 "$no_model" "$espalier" convert gone out
refuse 1 "$no_model" "$espalier" export gone out --triton
ln -s loop loop # as a folder that may not be entered, but for root too
refuse 1 'loop/config.json: cannot look into: Too many levels of symbolic links' "$espalier" predict loop
rm loop
refuse 2 'report: 0 frames, expected at least 2' "$espalier" report runs/a --out shown --frames 0
refuse 1 'gone.toml: cannot open' "$espalier" sweep --config gone.toml
refuse 1 'gone: cannot open: .*; expected a study.toml or its folder' "$espalier" study gone
refuse 2 '--workers: Value -1 not in range' "$espalier" study small --workers -1
expect 2 'needs at least .* GB of memory .* lower model.hidden' "${train[@]}" --name huge --set model.hidden=65536 \
  --set model.layers=1000 --set model.heads=64
printf 'aaaaaaaaaa%.0s' $(seq 400) >endless.txt
for _ in $(seq 8); do cat endless.txt endless.txt && printf '\n\n'; done >endless-words.txt
expect 1 "corpus 'endless-words.txt': its training split: all of its 8 tokens are \[UNK\]" "${train[@]}" --name w \
  --set data.corpus=endless-words.txt
expect 2 'no subcommand given; choose one' "$espalier"
refuse 2 'not expected: trian, did you mean train\?$' "$espalier" trian --config run.toml
refuse 2 'not expected: fly$' "$espalier" fly # no flops
refuse 2 'not expected: lss, did you mean ls\?$' "$espalier" runs lss
refuse 2 'not expected: help, did you mean --help\?$' "$espalier" help
refuse 2 'not expected: --thread, did you mean --threads\?$' "$espalier" train --config run.toml --thread=1
refuse 2 'not expected: --sed, did you mean --seed\?$' "$espalier" train --config run.toml --sed=1
refuse 2 'is required; not expected: --confg, did you mean --config\?$' "$espalier" train --confg run.toml
refuse 2 'not expected: --metod$' "$espalier" sweep --config run.toml --metod # neither --set nor --method, which no help has
refuse 2 'not expected: one, two$' "$espalier" doctor one two
expect 2 '--config' "$espalier" train
expect 1 'missing.toml' "$espalier" train --config missing.toml
for verb in 'train --config' 'sweep --config' study; do
  # shellcheck disable=SC2086  # the words of the verb
  refuse 2 'missing.toml: cannot open' "$espalier" $verb missing.toml --dry-run
done
refuse 2 'missing: no run here' "$espalier" train --from missing --name branch --dry-run
refuse 1 'plugin .*missing.so' "$espalier" --plugin missing.so policies
expect 2 "model.hiden.*hidden" "${train[@]}" --set model.hiden=64
expect 2 'model.density.*0' "${train[@]}" --set model.density=0
expect 2 'model.density.*1.5' "${train[@]}" --set model.density=1.5
expect 2 'block' "${train[@]}" --set model.block=3
expect 2 'block' "${train[@]}" --set model.block=16 --set model.hidden=40
expect 2 'sequence' "${train[@]}" --set data.sequence=20
expect 2 'learning_rate' "${train[@]}" --set training.learning_rate=fast
expect 1 'nowhere.txt' "${train[@]}" --name c --set data.corpus=nowhere.txt
[[ ! -e runs/c ]] || fail "a start that failed left runs/c"
: >empty.txt
expect 1 'empty.txt' "${train[@]}" --name d --set data.corpus=empty.txt
printf '[PAD]\n[UNK]\n[CLS]\n[SEP]\nthe\n' >vocab.txt
expect 1 'vocab.txt.*\[MASK\]' "${train[@]}" --name e --set data.vocabulary=vocab.txt
refuse 2 'unknown model .bert-huge., expected one of ' "$espalier" flops --model bert-huge
refuse 2 '--density: 2, expected a number' "$espalier" flops --model base --density 2
refuse 2 '--sequence: Value 0 not in range 1 to 2147483647' "$espalier" flops --sequence 0
refuse 2 '--embedding-density: 0, expected a number' "$espalier" flops --model base --embedding-density 0
expect 1 'nothing' "$espalier" pareto nothing --out figure
expect 1 'nothing' "$espalier" inspect nothing
expect 1 'nothing' "$espalier" topology nothing --out figures
expect 2 "weight 'w' is in no run" "$espalier" topology runs/a --out figures --weight w
expect 2 'kernel' "${train[@]}" --name f --set run.kernel=magic

# A checkpoint that was cut short or altered is refused by name, and the run before it goes on.
checkpoint=$(ls -d runs/a/checkpoints/step_* | tail -n 1)
cp -r "$checkpoint" cut && truncate -s 100 cut/model.safetensors
refuse 1 'cut/model\.safetensors: truncated: 100 bytes, expected ' "$espalier" inspect cut
cp -r "$checkpoint" altered
printf 'x' | dd of=altered/model.safetensors bs=1 seek=3000 conv=notrunc status=none
refuse 1 'altered/model\.safetensors: ' "$espalier" inspect altered

# Invalid UTF-8 is replaced and counted, not fatal.
cp -r "$checkpoint" $'step\xff'
expect 0 '"checkpoint": "step' "$espalier" inspect $'step\xff' --json
{ words && printf 'caf\xe9 \xff\xfe\n'; } >latin.txt
expect 0 'runs/g' "${train[@]}" --name g --set data.corpus=latin.txt

((failures == 0)) || { printf '%d failures\n' "$failures" && exit 1; }
printf 'all as expected\n'
