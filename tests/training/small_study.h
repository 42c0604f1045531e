// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <espalier/sparse/core/rng.h>
#include <espalier/text/sequences/prepared_corpus.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/tasks/mlm_task.h>

namespace espalier::training {

/// Text of short sentences with a simple grammar, so that the context says something about a word.
inline std::string small_text() {
  constexpr std::array<std::string_view, 8> subjects = {
      "a cat", "the dog", "one bird", "my horse", "her fox", "a fish", "the hen", "our cow"};
  constexpr std::array<std::string_view, 6> verbs = {"sees", "likes", "finds",
                                                     "eats", "hears", "has"};
  const Random random(1, stream_id("small text"));
  std::string text;
  for (std::uint64_t i = 0; i < 600; ++i) {
    text += subjects[random.below(3 * i, subjects.size())];
    text += ' ';
    text += verbs[random.below(3 * i + 1, verbs.size())];
    text += ' ';
    text += subjects[random.below(3 * i + 2, subjects.size())];
    text += ".\n\n";
  }
  return text;
}

/// A run of 24 steps with five topology updates that takes a fraction of a second.
inline RunConfig small_config(const std::string& corpus, const std::string& mode) {
  RunConfig config;
  config.run.name = mode;
  config.run.seed = 5;
  config.run.threads = 1;
  config.model.name = "nano";
  config.model.layers = 1;
  config.model.hidden = 32;
  config.model.heads = 2;
  config.model.density = mode == "dense" ? 1.0 : 0.25;
  config.topology.policy = mode;
  config.topology.updates = 6;
  config.data.corpus = corpus;
  config.data.vocabulary_size = 64;
  config.data.sequence = 16;
  config.data.validation_fraction = 0.2;
  config.data.cache = "";
  config.training.steps = 24;
  config.training.batch = 6;
  config.training.panel_group = 4;  // a whole group and a half one
  config.training.learning_rate = 3e-3;
  config.training.validate_every = 8;
  config.training.validation_sequences = 10;
  return config;
}

inline text::PreparedData small_data(const RunConfig& config) {
  text::DataOptions options;
  options.corpus = config.data.corpus;
  options.vocabulary_size = config.data.vocabulary_size;
  options.sequence_length = config.data.sequence;
  options.validation_fraction = config.data.validation_fraction;
  options.cache_folder = "";
  return prepare_corpus(options);
}

/// A trainer with its task.
struct SmallTrainer {
  SmallTrainer(const RunConfig& config, const text::PreparedData& data, const Context& context)
      : task(config, data, context), trainer(config, task, context) {}

  MlmTask task;
  Trainer trainer;
};

}  // namespace espalier::training
