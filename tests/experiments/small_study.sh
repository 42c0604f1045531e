# SPDX-License-Identifier: Apache-2.0
# For tests: a study of a minute at most, in the present folder.

# small_study RUNS STEPS: writes small/study.toml, whose scale full has RUNS runs, moving-seed_1 and so on, of STEPS steps each.
small_study() {
  for i in $(seq 1 400); do
    printf 'the %s sees a %s near the %s\n\n' "animal$((i % 7))" "tree$((i * i % 5))" "house$((i % 3))"
  done >text.txt
  mkdir -p small
  cat >small/study.toml <<TOML
[study]
title = "Small"
figure = "table"
[base]
run.task = "mlm"
model = { name = "nano", layers = 1, hidden = 32, heads = 2, density = 0.25 }
topology = { policy = "dynamic", updates = 4 }
data = { corpus = "text.txt", vocabulary_size = 64, sequence = 16, validation_fraction = 0.2 }
training = { steps = $2, batch = 4, validation_sequences = 4, validate_every = 10 }
[row.moving]
model.density = 0.5
[[scale.full.grid]]
row = "moving"
"run.seed" = [$(seq -s , 1 "$1")]
TOML
}

# same_weights RUN RUN: prints "same" if the last checkpoints of both have the same weights.
same_weights() {
  local a b
  a=$(find "$1/checkpoints" -name 'model.safetensors' | sort | tail -n 1)
  b=$(find "$2/checkpoints" -name 'model.safetensors' | sort | tail -n 1)
  if [[ -n $a && -n $b ]] && cmp -s "$a" "$b"; then echo same; else echo different; fi
}
