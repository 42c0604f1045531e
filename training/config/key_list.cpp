// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/key_list.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <espalier/files/number_text.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/optimizers/optimizer_settings.h>
#include <espalier/schedules/rules/density_distribution.h>
#include <espalier/schedules/rules/policy_option_list.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/named_registry.h>
#include <espalier/sparse/core/precision.h>
#include <espalier/training/config/loss_scale_keys.h>
#include <espalier/training/config/model_shape.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/shards.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/config/time_budget.h>

namespace espalier::training {
namespace {

/// An option of a policy as a configuration has it.
Key key_of(const SettingOf<schedules::PolicyOptions>& option) {
  return {{option, [read = option.read](const RunConfig& config) { return read(config.topology); },
           [write = option.write](RunConfig& config, const SettingValue& value) {
             write(config.topology, value);
           }},
          "topology"};
}

constexpr double kLargestTokens = 1e15;
constexpr double kMostEpochs = 1e6;

std::vector<std::string> distribution_choices() {
  const auto names = schedules::distribution_names();
  return {names.begin(), names.end()};
}

Domain one_of_tasks(const std::vector<TaskDeclarationPtr>& known) {
  std::vector<std::string> names;
  names.reserve(known.size());
  for (const TaskDeclarationPtr& task : known) names.push_back(task->info().name);
  return Domain::one_of(std::move(names));
}

std::string help_of_tasks(const std::vector<TaskDeclarationPtr>& known) {
  std::string help;
  for (const TaskDeclarationPtr& task : known)
    help += (help.empty() ? "" : ", or ") + task->info().help;
  return help;
}

/// Names of the models that read sequences of tokens.
std::vector<std::string> encoder_names() {
  std::vector<std::string> names;
  for (const models::ModelFamily& family : models::model_families())
    if (family.make_encoder)
      for (const models::ModelConfig& size : family.sizes) names.push_back(size.name);
  return names;
}

std::vector<std::string> activation_names() {
  std::vector<std::string> names;
  names.reserve(kActivations.size());
  for (const auto& [name, activation] : kActivations) names.emplace_back(name);
  return names;
}

/// The options that configurations had when the first runs were published: these are in every hash.
constexpr std::array<std::string_view, 6> kFirstOptions = {
    "drop_fraction", "updates", "drop_schedule", "block_norm", "regrow_dropped", "grown_values"};

std::vector<Key> common_keys(const std::vector<TaskDeclarationPtr>& known) {
  std::vector<Key> all;
  std::string table;
  const auto add = [&](const char* name, auto access, Domain domain, const std::string& meaning,
                       const SettingTags& tags = {}) {
    all.push_back({{{name, std::move(domain), meaning, tags}, access}, table});
  };
  // A setting that optimizers declare and that a field of the configuration holds.
  const auto add_setting = [&](const char* name, auto access, bool absent_at_default = false) {
    Setting setting = optimizer_setting(name);
    setting.tags = {.absent_at_default = absent_at_default, .of_optimizer = true};
    all.push_back({{std::move(setting), access}, table});
  };
#define ESPALIER_KEY(table, name) \
#name, [](auto& c) -> auto& { return c.table.name; }
  table = "run";
  add(ESPALIER_KEY(run, name), Domain::any_text(),
      "name of the run's folder; empty: made from model, policy, density, block, learning rate and "
      "seed",
      {.decides = Decides::kOutput});
  add(ESPALIER_KEY(run, task), one_of_tasks(known), help_of_tasks(known), {.every_task = false});
  add(ESPALIER_KEY(run, seed), Domain::count_from(0, files::kLargestWhole),
      "seed of every random number");
  add(ESPALIER_KEY(run, threads), Domain::count_from(0, 4096),
      "threads to compute on; 0: all cores that it may use. Results do not depend on it",
      {.decides = Decides::kOutput, .free_at_evaluation = true});
  add(ESPALIER_KEY(run, kernel), Domain::any_text(),
      "kernel variant; empty: that of ESPALIER_KERNEL, else the fastest on this machine",
      {.free_at_evaluation = true});
  add(ESPALIER_KEY(run, folder), Domain::any_text(), "where run folders are made",
      {.decides = Decides::kOutput, .free_at_evaluation = true});

  table = "model";
  add(ESPALIER_KEY(model, name), Domain::one_of(encoder_names()),
      "model and size; those of causal_lm begin with gpt_", {.every_task = false});
  add(ESPALIER_KEY(model, layers), Domain::count_from(0, 1000), "layers; 0: as model.name says",
      {.every_task = false});
  add(ESPALIER_KEY(model, hidden), Domain::count_from(0, 65536),
      "width of the model; 0: as model.name says", {.every_task = false});
  add(ESPALIER_KEY(model, heads), Domain::count_from(0, 65536),
      "attention heads; 0: as model.name says, or one for each 64 (else 32) of a changed width",
      {.every_task = false});
  add(ESPALIER_KEY(model, intermediate), Domain::count_from(0, 262144),
      "width inside the feed-forward layer; 0: four times the hidden width", {.every_task = false});
  add(ESPALIER_KEY(model, positions), Domain::count_from(0, 8192),
      "longest sequence that the model can read, in this phase or a later one; 0: data.sequence",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, density), Domain::share("(0, 1]"),
      "share of the blocks that each sparse weight stores; the last layer of a perceptron stays "
      "dense");
  add(ESPALIER_KEY(model, block), Domain::one_of_counts({1, 2, 4, 8, 16}),
      "side of the square blocks");
  add(ESPALIER_KEY(model, initial_deviation), Domain::positive(),
      "standard deviation of the truncated normal that initialises weights", {.every_task = false});
  add(ESPALIER_KEY(model, embedding_density), Domain::share("(0, 1]"),
      "share of the blocks that the word embedding (and the tied decoder) stores; below 1 its "
      "blocks are drawn once and never move",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, dropout), Domain::share("[0, 1)"),
      "dropout probability after the embeddings, after attention and after the feed-forward layer",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, attention_dropout), Domain::share("[0, 1)"),
      "dropout probability of attention probabilities",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, norm), Domain::one_of({"post", "pre"}),
      "LayerNorm after each residual sum, or before attention and feed-forward layer; a GroupBERT "
      "has the latter, whatever this says",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, norm_epsilon), Domain::positive(),
      "what norms add to the variance, as a model of others was trained with",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, activation), Domain::one_of(activation_names()),
      "activation of feed-forward layers and of a head: the exact GELU, its tanh form, or ReLU",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, attention_block), Domain::count_from(0, 8192),
      "tokens in a block of sparse attention, a multiple of 16; 0: dense attention",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, attention_window), Domain::count_from(0, 8192),
      "sparse attention: each block sees so many blocks on either side",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, attention_global), Domain::count_from(0, 8192),
      "sparse attention: the first so many blocks see all blocks and are seen by all",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, attention_stride), Domain::count_from(0, 8192),
      "sparse attention: each block also sees every n-th block before and after it; 0: none",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, attention_random), Domain::count_from(0, 8192),
      "sparse attention: each block also sees so many blocks that are drawn at random once",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, attention_pattern), Domain::any_text(),
      "sparse attention from a .mtx or .smtx file in place of these: one row for each query, one "
      "column for each key of data.sequence",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, widths), Domain::any_text(),
      "widths of the perceptron: pixels, hidden units, classes", {.every_task = false});
  add(ESPALIER_KEY(model, initial_scale), Domain::one_of({"inputs", "stored_inputs"}),
      "initial standard deviation of the perceptron: sqrt(2 / inputs), or sqrt(2 / mean number of "
      "stored inputs)",
      {.every_task = false});

  table = "topology";
  add(ESPALIER_KEY(topology, policy), Domain::any_text(),
      "how the patterns move: dense, static, dynamic, ...; `espalier policies` lists them");
  for (const auto& option : schedules::policy_option_list()) {
    Key key = key_of(option);
    key.tags.absent_at_default =
        std::ranges::find(kFirstOptions, option.name) == kFirstOptions.end();
    all.push_back(std::move(key));
  }
  add(ESPALIER_KEY(topology, rewire), Domain::share("[0, 1]"),
      "rewiring probability of pattern small_world", {.absent_at_default = true});
  add(ESPALIER_KEY(topology, distribution), Domain::one_of(distribution_choices()),
      "how model.density is distributed over the weights",
      {.absent_at_default = true, .of_spread = true});
  add(ESPALIER_KEY(topology, erk_power), Domain::count_from(0, 10), "power of distribution \"erk\"",
      {.absent_at_default = true, .of_spread = true});
  add(ESPALIER_KEY(topology, dense_attention), Domain::truth(),
      "whether the four weights of attention in each layer stay dense, so that feed-forward layers "
      "alone are sparse",
      {.absent_at_default = true, .of_spread = true});
  add(ESPALIER_KEY(topology, layers), Domain::any_text(),
      "densities of single weights by glob, such as \"*.query.weight=0.5 *.layer.0.*=1\"; 1 keeps "
      "a weight dense",
      {.absent_at_default = true, .of_spread = true});

  table = "data";
  add(ESPALIER_KEY(data, corpus), Domain::any_text(),
      "\"default\" (GCIDE and WordNet), a text file, a folder, or a weighted mixture: \"default=3 "
      "novels/=1\"",
      {.decides = Decides::kData, .every_task = false, .free_at_evaluation = true});
  add(ESPALIER_KEY(data, folder), Domain::any_text(),
      "folder of the default corpus; ESPALIER_DATA replaces the default",
      {.decides = Decides::kOutput, .every_task = false, .free_at_evaluation = true});
  add(ESPALIER_KEY(data, vocabulary), Domain::any_text(),
      "a vocab.txt, of labelled texts and questions also the folder of a tokenizer; empty: that of "
      "model.encoder, and where there is none one that is learnt from the text",
      {.decides = Decides::kData, .every_task = false, .free_at_evaluation = true});
  add(ESPALIER_KEY(data, vocabulary_size), Domain::count_from(64, 1 << 20),
      "size of the vocabulary that is learnt", {.every_task = false});
  add(ESPALIER_KEY(data, sequence), Domain::multiple_of(16, 512), "tokens in a sequence",
      {.every_task = false, .of_windows = true});
  add(ESPALIER_KEY(data, validation_fraction), Domain::share("(0, 1)"),
      "share of the documents that are held out for validation; at most 0.5 of a corpus",
      {.every_task = false, .of_windows = true, .free_at_evaluation = true});
  add(ESPALIER_KEY(data, cache), Domain::any_text(),
      "folder that keeps vocabularies and encoded corpora",
      {.decides = Decides::kOutput, .every_task = false, .free_at_evaluation = true});
  add(ESPALIER_KEY(data, images), Domain::any_text(),
      "\"fashion_mnist\", or a folder with four files that are named as MNIST's",
      {.decides = Decides::kData, .every_task = false, .free_at_evaluation = true});
  add(ESPALIER_KEY(data, image_folder), Domain::any_text(),
      "folder where Fashion-MNIST is unpacked",
      {.decides = Decides::kOutput, .every_task = false, .free_at_evaluation = true});

  table = "training";
  add(ESPALIER_KEY(training, tokens), Domain::count_from(0, kLargestTokens),
      "budget in tokens, padding among them, rounded up to whole batches; 0: training.steps is "
      "the budget",
      {.every_task = false});
  add(ESPALIER_KEY(training, epochs), Domain::not_negative(kMostEpochs),
      "budget in passes over the images, rounded up to whole batches; 0: training.steps is the "
      "budget",
      {.every_task = false});
  add(ESPALIER_KEY(training, steps), Domain::count_from(1),
      "budget in optimizer steps, if neither tokens nor epochs are given");
  add(ESPALIER_KEY(training, batch), Domain::count_from(1, 1 << 20),
      "sequences or images in a step");
  add(ESPALIER_KEY(training, learning_rate), models::positive_number(), "peak learning rate");
  add(ESPALIER_KEY(training, scale_learning_rate), Domain::truth(),
      "multiply the learning rate by exp(1.969 s^2 + 0.2905 s), where s = 1 - density");
  add(ESPALIER_KEY(training, warmup_fraction), Domain::share("[0, 1)"),
      "share of the steps over which the learning rate rises");
  add(ESPALIER_KEY(training, warmup_steps), Domain::count_from(0),
      "steps over which the learning rate rises; 0: training.warmup_fraction of the run",
      {.absent_at_default = true});
  add(ESPALIER_KEY(training, warmup_power), Domain::positive(),
      "power of the warm-up: rate = peak x (share of the warm-up done)^power",
      {.absent_at_default = true});
  add(ESPALIER_KEY(training, decay_power), Domain::not_negative(),
      "power of the decay: rate = peak x (share of the steps left)^power; 0: constant",
      {.absent_at_default = true});
  add(ESPALIER_KEY(training, optimizer), Domain::one_of(optimizer_names()),
      "optimizer; a setting of it that is not given is as its paper has it",
      {.absent_at_default = true});
  add(ESPALIER_KEY(training, precision), Domain::one_of(precision_names()),
      "format of the operands of products; weights and sums stay float32",
      {.absent_at_default = true});
  add_setting(ESPALIER_KEY(training, weight_decay));
  add_setting(ESPALIER_KEY(training, group_lasso), true);
  add_setting(ESPALIER_KEY(training, beta1));
  add_setting(ESPALIER_KEY(training, beta2));
  add_setting(ESPALIER_KEY(training, epsilon));
  add_setting(ESPALIER_KEY(training, gradient_clip));
  add(ESPALIER_KEY(training, panel_group), Domain::count_from(1, 4096),
      "sequences that pass through all layers together, while they fit the cache",
      {.every_task = false, .free_at_evaluation = true});
  add(ESPALIER_KEY(training, record_every), Domain::count_from(0),
      "steps between two train records; 0: 200 records in a run", {.decides = Decides::kOutput});
  add(ESPALIER_KEY(training, validate_every), Domain::count_from(0),
      "steps between two validations; 0: 20 in a run, or one after each epoch of images",
      {.decides = Decides::kOutput});
  add(ESPALIER_KEY(training, validation_sequences), Domain::count_from(1),
      "sequences in a validation",
      {.every_task = false, .of_windows = true, .free_at_evaluation = true});
  add(ESPALIER_KEY(training, checkpoint_every), Domain::count_from(0),
      "steps between two checkpoints; 0: one with each validation, of images at the end only",
      {.decides = Decides::kOutput});
  add(ESPALIER_KEY(training, keep_checkpoints), Domain::count_from(1, 1 << 20),
      "how many of the latest checkpoints are kept", {.decides = Decides::kOutput});
#undef ESPALIER_KEY
  return all;
}

/// Puts a key of a task or an optimizer behind the others of its table.
void add_own_key(const Key& key, std::vector<Key>& all) {
  auto place = all.end();
  for (auto it = all.begin(); it != all.end(); ++it) {
    if (it->path() == key.path()) throw ConfigError("key " + key.path() + ": declared twice");
    if (it->table == key.table) place = it + 1;
  }
  all.insert(place, key);
}

std::vector<Key> all_keys(const std::vector<TaskDeclarationPtr>& known) {
  std::vector<Key> all = common_keys(known);
  for (const Key& key : loss_scale_keys()) add_own_key(key, all);
  for (const Key& key : time_budget_keys()) add_own_key(key, all);
  add_own_key(shards_key().key(), all);
  for (const Key& key : optimizer_keys()) {
    // Another optimizer may have it too, or a field of the configuration hold it.
    const auto same = std::ranges::find(all, key.path(), &Key::path);
    if (same == all.end() || !same->tags.of_optimizer) add_own_key(key, all);
  }
  for (const TaskDeclarationPtr& task : known)
    for (Key key : task->info().own_keys) {
      key.tags.every_task = false;
      add_own_key(key, all);
    }
  return all;
}

}  // namespace

const std::vector<Key>& keys() {
  static std::mutex mutex;
  // One for each time that something was registered, so that lists that are in use stay.
  static std::map<std::size_t, std::vector<Key>> lists;
  const std::lock_guard lock(mutex);
  std::vector<Key>& list = lists[registrations()];
  if (list.empty()) list = all_keys(task_declarations());
  return list;
}

}  // namespace espalier::training
