// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/models/families/model_config.h>
#include <espalier/schedules/rules/policy_options.h>
#include <espalier/sparse/core/types.h>

namespace espalier::experiments {

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
    double density = 1.0;
    Index block = 4;
    double initial_deviation = 0.02;
    std::string widths = "784-512-256-10";
    std::string initial_scale = "inputs";
    bool operator==(const Model&) const = default;
  } model;

  /// What the policy is told, and how the stored blocks are spread over the weights. The defaults
  /// of a file are those of its policy (`schedules::policy_preset`).
  struct Topology : schedules::PolicyOptions {
    std::string policy = "dense";
    double rewire = 0.1;
    std::string distribution = "uniform";
    double erk_power = 1;
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
    double weight_decay = 0.01;
    double group_lasso = 0;
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

/// Reads `path`, applies `overrides` ("table.key=value") in order and checks the result. Keys of
/// the table topology that are not given have the values of the policy's source. An override's
/// value is TOML; text that is not TOML is a string, so that `model.name=mini` works. Throws
/// IoError if the file cannot be read, and ConfigError in one line if it is no TOML, or for an
/// unknown key (with the nearest known one), a wrong type, a value outside its domain, values that
/// contradict each other or a key of another task. The line names the file and line, or
/// "--set", the key, the value and what was expected.
RunConfig load_run_config(const std::filesystem::path& path,
                          const std::vector<std::string>& overrides = {});

/// The same from TOML text; `source` stands for the file in messages.
RunConfig parse_run_config(std::string_view toml, const std::string& source,
                           const std::vector<std::string>& overrides = {});

/// The table topology with the settings of a policy's source (`schedules::policy_preset`): what a
/// file that names this policy starts from. Throws ConfigError if there is no such policy.
RunConfig::Topology topology_preset(const std::string& policy);

/// Checks every domain and the rules between keys, as loading does. `source` opens each message.
void validate(const RunConfig& config, const std::string& source);

/// The whole configuration as TOML that parses to an equal one. Precondition: it is valid.
std::string to_toml(const RunConfig& config);

/// Every key with its default and meaning, in the form of a commented TOML file. It parses to the
/// default configuration.
std::string config_help();

/// Does the run classify images, run.task "images"? Otherwise it models masked language, "mlm".
bool trains_on_images(const RunConfig& config);

/// Images of an epoch, as `training.epochs` counts: the training set of MNIST and Fashion-MNIST.
inline constexpr Index kImagesPerEpoch = 60000;

/// Optimizer steps of the run: `training.steps`, or as many whole batches as `training.tokens` or
/// `training.epochs` need.
Index steps(const RunConfig& config);

/// Steps from one validation to the next: `training.validate_every`, or else an epoch of images or
/// a twentieth of any other run.
Index validation_interval(const RunConfig& config);

/// Steps from one checkpoint to the next: `training.checkpoint_every`, or the validation interval;
/// runs on images, which take seconds, save at their end only.
Index checkpoint_interval(const RunConfig& config);

/// Name of the model, such as "tiny" or "mlp_784-512-256-10". Throws as the function for the task.
std::string model_name(const RunConfig& config);

/// `model.widths` as numbers. Throws ConfigError if they are not two or more numbers from 1 to
/// 65536 with hyphens between them.
std::vector<Index> layer_widths(const RunConfig& config);

/// Shape of the encoder: the named one with the extents that the configuration overrides, its name
/// then being, for example, "tiny_L3_H128". Heads follow a changed hidden width in sizes of 64,
/// else 32. Throws ConfigError if the extents do not fit together.
models::ModelConfig model_config(const RunConfig& config);

/// 64-bit hash, in hexadecimal, of everything that decides the result: not of the run's name,
/// folders, number of threads, how often it is validated and saved, and keys of another task.
std::string config_hash(const RunConfig& config);

/// The same without seed, learning rate and kernel, and with the budget in steps: runs that agree
/// in it are one experiment, repeated or tuned. Nor does it depend on where the text is: compare
/// the hashes of corpus and vocabulary beside it.
std::string settings_hash(const RunConfig& config);

}  // namespace espalier::experiments
