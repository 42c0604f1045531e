// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <espalier/schedules/rules/policy_options.h>
#include <espalier/sparse/core/setting.h>

namespace espalier::training {

/// Everything that defines a training run. A TOML file states what differs from these defaults;
/// `config_help` prints every key with its meaning and domain. Field names are the keys.
struct RunConfig {
  struct Run {
    std::string name;
    std::string task = "mlm";
    Index seed = 1;
    Index threads = 0;
    std::string kernel;
    std::string folder = "runs";
    bool operator==(const Run&) const = default;
  } run;

  struct Model {
    std::string name = "tiny";
    Index layers = 0;
    Index hidden = 0;
    Index heads = 0;
    Index intermediate = 0;
    Index positions = 0;
    double density = 1.0;
    Index block = 4;
    double initial_deviation = 0.02;
    double embedding_density = 1.0;
    double dropout = 0;
    double attention_dropout = 0;
    std::string norm = "post";
    double norm_epsilon = 1e-12;
    std::string activation = "gelu";
    Index attention_block = 0;
    Index attention_window = 1;
    Index attention_global = 0;
    Index attention_stride = 0;
    Index attention_random = 0;
    std::string attention_pattern;
    std::string widths = "784-512-256-10";
    std::string initial_scale = "inputs";
    bool operator==(const Model&) const = default;
  } model;

  /// The settings of the policy, and how stored blocks are spread over the weights. Where a file
  /// gives none, it has the defaults of its policy (`schedules::policy_preset`, and
  /// `schedules::policy_info` of dense_attention).
  struct Topology : schedules::PolicyOptions {
    std::string policy = "dense";
    double rewire = 0.1;
    std::string distribution = "uniform";
    double erk_power = 1;
    bool dense_attention = false;
    std::string layers;
    bool operator==(const Topology&) const = default;
  } topology;

  struct Data {
    std::string corpus = "default";
    std::string folder = ".cache/corpus";
    std::string vocabulary;
    Index vocabulary_size = 8192;
    Index sequence = 128;
    double validation_fraction = 0.05;
    std::string cache = ".cache";
    std::string images = "fashion_mnist";
    std::string image_folder = ".cache/images";
    bool operator==(const Data&) const = default;
  } data;

  struct Training {
    Index tokens = 0;
    double epochs = 0;
    Index steps = 1000;
    Index batch = 64;
    double learning_rate = 1e-3;
    bool scale_learning_rate = false;
    double warmup_fraction = 0.1;
    Index warmup_steps = 0;
    double warmup_power = 1;
    double decay_power = 1;
    std::string optimizer = "adamw";
    std::string precision = "float32";
    double weight_decay = 0.01;
    double group_lasso = 0;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-6;
    double gradient_clip = 1.0;
    Index panel_group = 4;
    Index record_every = 0;
    Index validate_every = 0;
    Index validation_sequences = 256;
    Index checkpoint_every = 0;
    Index keep_checkpoints = 2;
    bool operator==(const Training&) const = default;
  } training;

  /// Values of the keys that tasks and optimizers bring along, by "table.key". `OwnKey` reads them.
  SettingValues own;

  bool operator==(const RunConfig&) const = default;
};

/// The table topology with the settings of a policy's source (`schedules::policy_preset`), from
/// which a file that names the policy starts. Throws ConfigError if there is no such policy.
RunConfig::Topology topology_preset(const std::string& policy);

}  // namespace espalier::training
