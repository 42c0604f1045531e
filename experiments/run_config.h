// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "models/model_config.h"
#include "sparse/core/types.h"

namespace espalier::experiments {

/// Everything that defines a training run. A TOML file states what differs from these defaults;
/// `config_help` prints every key with its meaning and domain. Field names are the keys.
struct RunConfig {
  struct Run {
    std::string name;
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
    double density = 1.0;
    Index block = 4;
    double initial_deviation = 0.02;
    bool operator==(const Model&) const = default;
  } model;

  struct Topology {
    std::string policy = "dense";
    double drop_fraction = 0.5;
    Index updates = 160;
    std::string drop_schedule = "cosine";
    std::string block_norm = "l1";
    bool regrow_dropped = false;
    std::string grown_values = "zero";
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
    bool operator==(const Data&) const = default;
  } data;

  struct Training {
    Index tokens = 0;
    Index steps = 1000;
    Index batch = 64;
    double learning_rate = 1e-3;
    bool scale_learning_rate = false;
    double warmup_fraction = 0.1;
    double weight_decay = 0.01;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-6;
    double gradient_clip = 1.0;
    Index panel_group = 4;
    Index validate_every = 0;
    Index validation_sequences = 256;
    Index checkpoint_every = 0;
    Index keep_checkpoints = 2;
    bool operator==(const Training&) const = default;
  } training;

  bool operator==(const RunConfig&) const = default;
};

/// Reads `path`, applies `overrides` ("table.key=value") in order and checks the result.
/// An override's value is TOML; text that is not TOML is a string, so that `model.name=mini` works.
/// Throws IoError if the file cannot be read, and ConfigError in one line if it is no TOML, or for
/// an unknown key (with the nearest known one), a wrong type, a value outside its domain or values
/// that contradict each other. The line names the file and line, or "--set", the key, the value and
/// what was expected.
RunConfig load_run_config(const std::filesystem::path& path,
                          const std::vector<std::string>& overrides = {});

/// The same from TOML text; `source` stands for the file in messages.
RunConfig parse_run_config(std::string_view toml, const std::string& source,
                           const std::vector<std::string>& overrides = {});

/// Checks every domain and the rules between keys, as loading does. `source` opens each message.
void validate(const RunConfig& config, const std::string& source);

/// The whole configuration as TOML that parses to an equal one. Precondition: it is valid.
std::string to_toml(const RunConfig& config);

/// Every key with its default and meaning, in the form of a commented TOML file. It parses to the
/// default configuration.
std::string config_help();

/// Optimizer steps of the run: `training.steps`, or as many whole batches as `training.tokens`
/// need.
Index steps(const RunConfig& config);

/// Steps from one validation to the next: `training.validate_every`, or a twentieth of the run.
Index validation_interval(const RunConfig& config);

/// Steps from one checkpoint to the next: `training.checkpoint_every`, or the validation interval.
Index checkpoint_interval(const RunConfig& config);

/// Shape of the model: the named one with the extents that the configuration overrides, its name
/// then being, for example, "tiny_L3_H128". Heads follow a changed hidden width in sizes of 64,
/// else 32. Throws ConfigError if the extents do not fit together.
models::ModelConfig model_config(const RunConfig& config);

/// 64-bit hash, in hexadecimal, of everything that decides the result: not of the run's name,
/// folders, number of threads, and how often it is validated and saved.
std::string config_hash(const RunConfig& config);

/// The same without seed, learning rate and kernel, and with the budget in steps: runs that agree
/// in it are one experiment, repeated or tuned. Nor does it depend on where the text is: compare
/// the hashes of corpus and vocabulary beside it.
std::string settings_hash(const RunConfig& config);

}  // namespace espalier::experiments
