// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/key_list.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <espalier/files/number_text.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/schedules/rules/density_distribution.h>
#include <espalier/schedules/rules/policy_option_list.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/named_registry.h>
#include <espalier/sparse/core/precision.h>
#include <espalier/training/config/loss_scale_keys.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/task.h>
#include <espalier/training/config/time_budget.h>

namespace espalier::training {
namespace {

/// Where a configuration has an option of its policy.
Slot slot_of_option(const schedules::PolicyOptionField& field, RunConfig& config) {
  schedules::PolicyOptions& options = config.topology;
  return std::visit(
      [&](const auto& member) -> Slot {
        if constexpr (std::is_same_v<std::decay_t<decltype(member)>, schedules::NamedField>)
          return ChoiceSlot{
              [&options, read = member.read] { return read(options); },
              [&options, write = member.write](const std::string& name) { write(options, name); }};
        else
          return &(options.*member);
      },
      field);
}

Key key_of(const schedules::PolicyOption& option) {
  Domain domain = {option.expected, option.admits};
  if (const auto* named = std::get_if<schedules::NamedField>(&option.field))
    domain = one_of(named->names());
  return {
      .table = "topology",
      .name = option.name,
      .slot = [field = option.field](RunConfig& config) { return slot_of_option(field, config); },
      .domain = std::move(domain),
      .meaning = option.meaning};
}

constexpr double kLargestTokens = 1e15;
constexpr double kMostEpochs = 1e6;

std::vector<std::string> distribution_choices() {
  const auto names = schedules::distribution_names();
  return {names.begin(), names.end()};
}

Domain one_of_tasks(const std::vector<TaskPtr>& known) {
  std::vector<std::string> names;
  names.reserve(known.size());
  for (const TaskPtr& task : known) names.push_back(task->info().name);
  return one_of(std::move(names));
}

std::string help_of_tasks(const std::vector<TaskPtr>& known) {
  std::string help;
  for (const TaskPtr& task : known) help += (help.empty() ? "" : ", or ") + task->info().help;
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

/// The options that configurations had when the first runs were published: these are in every hash.
constexpr std::array<std::string_view, 6> kFirstOptions = {
    "drop_fraction", "updates", "drop_schedule", "block_norm", "regrow_dropped", "grown_values"};

std::vector<Key> common_keys(const std::vector<TaskPtr>& known) {
  std::vector<Key> all;
  std::string table;
  const auto add = [&](const char* name, auto access, Domain domain, const std::string& meaning,
                       const KeyTags& tags = {}) {
    all.push_back({table, name, [access](RunConfig& config) { return &access(config); },
                   std::move(domain), meaning, tags});
  };
#define ESPALIER_KEY(table, name) \
#name, [](RunConfig & c) -> auto& { return c.table.name; }
  table = "run";
  add(ESPALIER_KEY(run, name), any_text(),
      "name of the run's folder; empty: made of model, topology.policy, density, block, learning "
      "rate and seed",
      {.decides = Decides::kOutput});
  add(ESPALIER_KEY(run, task), one_of_tasks(known), help_of_tasks(known), {.every_task = false});
  add(ESPALIER_KEY(run, seed), count_from(0, files::kLargestWhole), "root of every random stream");
  add(ESPALIER_KEY(run, threads), count_from(0, 4096), "0: as many as the machine has",
      {.decides = Decides::kOutput});
  add(ESPALIER_KEY(run, kernel), any_text(),
      "kernel variant; empty: that of ESPALIER_KERNEL, else the best one here");
  add(ESPALIER_KEY(run, folder), any_text(), "where run folders are made",
      {.decides = Decides::kOutput});

  table = "model";
  add(ESPALIER_KEY(model, name), one_of(encoder_names()),
      "size of the encoder, or of the decoder (gpt_...) of causal_lm", {.every_task = false});
  add(ESPALIER_KEY(model, layers), count_from(0, 1000), "0: as the name says",
      {.every_task = false});
  add(ESPALIER_KEY(model, hidden), count_from(0, 65536), "0: as the name says",
      {.every_task = false});
  add(ESPALIER_KEY(model, heads), count_from(0, 65536),
      "0: as the name says, or one for 64 (else 32) of a changed hidden width",
      {.every_task = false});
  add(ESPALIER_KEY(model, intermediate), count_from(0, 262144),
      "width inside the feed-forward layer; 0: four times the hidden width", {.every_task = false});
  add(ESPALIER_KEY(model, positions), count_from(0, 8192),
      "rows of the table of positions, for longer sequences in a next phase; 0: data.sequence",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, density), share("(0, 1]", false, true),
      "stored share of every encoder weight matrix, or of every layer of a perceptron but the "
      "last");
  add(ESPALIER_KEY(model, block), one_of_counts({1, 2, 4, 8, 16}), "side of the square blocks");
  add(ESPALIER_KEY(model, initial_deviation), positive(),
      "standard deviation of the truncated normal that initialises weights", {.every_task = false});
  add(ESPALIER_KEY(model, embedding_density), share("(0, 1]", false, true),
      "stored share of the table of words, which embeds tokens and, tied, decodes; below 1, blocks "
      "of model.block that are drawn once and that no policy moves",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, dropout), share("[0, 1)", true, false),
      "chance that a hidden value is dropped in training: after the embeddings and after each half "
      "of a layer",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, attention_dropout), share("[0, 1)", true, false),
      "chance that a probability of attention is dropped in training",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, norm), one_of({"post", "pre"}),
      "where the layers of an encoder normalise: after each residual sum, or ahead of each half",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, attention_block), count_from(0, 8192),
      "sparse attention in blocks of so many tokens, a multiple of 16; 0: every token sees every "
      "other",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, attention_window), count_from(0, 8192),
      "of sparse attention: blocks that a block sees on either side of itself",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, attention_global), count_from(0, 8192),
      "of sparse attention: first blocks that see all and are seen by all",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, attention_stride), count_from(0, 8192),
      "of sparse attention: each block sees every so-manyeth before and after it; 0: none",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, attention_random), count_from(0, 8192),
      "of sparse attention: further blocks that each one sees, drawn at random once",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, attention_pattern), any_text(),
      "of sparse attention, in place of these: a .mtx or .smtx of data.sequence rows (queries) and "
      "columns (keys), whose entries say which blocks are seen",
      {.every_task = false, .absent_at_default = true});
  add(ESPALIER_KEY(model, widths), any_text(), "pixels, hidden units and classes of the perceptron",
      {.every_task = false});
  add(ESPALIER_KEY(model, initial_scale), one_of({"inputs", "stored_inputs"}),
      "initial deviation: sqrt(2 / inputs), or with the stored inputs of a unit in the mean",
      {.every_task = false});

  table = "topology";
  add(ESPALIER_KEY(topology, policy), any_text(),
      "how the patterns change: dense, static, dynamic, ...; see espalier policies");
  for (const schedules::PolicyOption& option : schedules::policy_option_list()) {
    Key key = key_of(option);
    key.tags.absent_at_default =
        std::ranges::find(kFirstOptions, option.name) == kFirstOptions.end();
    all.push_back(std::move(key));
  }
  add(ESPALIER_KEY(topology, rewire), share("[0, 1]", true, true), "of pattern small_world",
      {.absent_at_default = true});
  add(ESPALIER_KEY(topology, distribution), one_of(distribution_choices()),
      "how model.density is spread over the weights", {.absent_at_default = true});
  add(ESPALIER_KEY(topology, erk_power), count_from(0, 10), "of distribution \"erk\"",
      {.absent_at_default = true});
  add(ESPALIER_KEY(topology, layers), any_text(),
      "densities by glob, such as \"*.query.weight=0.5 *.layer.0.*=1\"; 1 keeps a layer dense",
      {.absent_at_default = true});

  table = "data";
  add(ESPALIER_KEY(data, corpus), any_text(),
      "\"default\" (GCIDE and WordNet), or a text file or folder; a mixture by weights: "
      "\"default=3 novels/=1\"",
      {.decides = Decides::kData, .every_task = false});
  add(ESPALIER_KEY(data, folder), any_text(),
      "where the packages of the default corpus are; ESPALIER_DATA takes the default's place",
      {.decides = Decides::kOutput, .every_task = false});
  add(ESPALIER_KEY(data, vocabulary), any_text(), "a vocab.txt; empty: learnt from the corpus",
      {.decides = Decides::kData, .every_task = false});
  add(ESPALIER_KEY(data, vocabulary_size), count_from(64, 1 << 20),
      "pieces to learn if no vocabulary is given", {.every_task = false});
  add(ESPALIER_KEY(data, sequence), multiple_of(16, 512), "tokens of a sequence",
      {.every_task = false});
  add(ESPALIER_KEY(data, validation_fraction), share("(0, 1)", false, false),
      "share of the documents held out, at most 0.5 of a corpus", {.every_task = false});
  add(ESPALIER_KEY(data, cache), any_text(), "where vocabularies and encoded corpora are kept",
      {.decides = Decides::kOutput, .every_task = false});
  add(ESPALIER_KEY(data, images), any_text(),
      "\"fashion_mnist\", or a folder with files of MNIST's four names",
      {.decides = Decides::kData, .every_task = false});
  add(ESPALIER_KEY(data, image_folder), any_text(),
      "where the package of Fashion-MNIST is unpacked",
      {.decides = Decides::kOutput, .every_task = false});

  table = "training";
  add(ESPALIER_KEY(training, tokens), count_from(0, kLargestTokens),
      "budget in tokens, rounded up to whole batches; 0: `steps` counts", {.every_task = false});
  add(ESPALIER_KEY(training, epochs), not_negative(kMostEpochs),
      "budget in passes over 60,000 images, rounded up to whole batches; 0: `steps` counts",
      {.every_task = false});
  add(ESPALIER_KEY(training, steps), count_from(1),
      "optimizer steps if neither tokens nor epochs are given");
  add(ESPALIER_KEY(training, batch), count_from(1, 1 << 20), "sequences or images of one step");
  add(ESPALIER_KEY(training, learning_rate), positive(), "peak learning rate");
  add(ESPALIER_KEY(training, scale_learning_rate), truth(),
      "multiply by exp(1.969 s^2 + 0.2905 s), s = 1 - density");
  add(ESPALIER_KEY(training, warmup_fraction), share("[0, 1)", true, false),
      "share of the steps with a rising learning rate");
  add(ESPALIER_KEY(training, warmup_steps), count_from(0),
      "the same as a number of steps, whatever the length of the run; 0: `warmup_fraction` counts",
      {.absent_at_default = true});
  add(ESPALIER_KEY(training, warmup_power), positive(),
      "the rate rises as the share of the warm-up that is done to this power",
      {.absent_at_default = true});
  add(ESPALIER_KEY(training, decay_power), not_negative(),
      "and falls as the share of the rest that is left to this power; 0: it stays",
      {.absent_at_default = true});
  add(ESPALIER_KEY(training, optimizer), one_of(optimizer_names()),
      "what moves the weights; its settings, among the keys below, are those of its source if they "
      "are not given",
      {.absent_at_default = true});
  add(ESPALIER_KEY(training, precision), one_of(precision_names()),
      "to what the operands of products are rounded; weights, sums and all else are float32",
      {.absent_at_default = true});
  add(ESPALIER_KEY(training, weight_decay), not_negative(),
      "pull of values towards zero; none on biases and norms", {.of_optimizer = true});
  add(ESPALIER_KEY(training, group_lasso), not_negative(),
      "pull on the blocks of sparse weights as a whole",
      {.absent_at_default = true, .of_optimizer = true});
  add(ESPALIER_KEY(training, beta1), share("[0, 1)", true, false), "decay of the first moment",
      {.of_optimizer = true});
  add(ESPALIER_KEY(training, beta2), share("[0, 1)", true, false), "decay of the second moment",
      {.of_optimizer = true});
  add(ESPALIER_KEY(training, epsilon), positive(), "added to the root of the second moment",
      {.of_optimizer = true});
  add(ESPALIER_KEY(training, gradient_clip), not_negative(),
      "largest global gradient norm; 0: not clipped", {.of_optimizer = true});
  add(ESPALIER_KEY(training, panel_group), count_from(1, 4096),
      "sequences that walk through all layers together", {.every_task = false});
  add(ESPALIER_KEY(training, record_every), count_from(0),
      "steps of a train record; 0: two hundred records a run", {.decides = Decides::kOutput});
  add(ESPALIER_KEY(training, validate_every), count_from(0),
      "in steps; 0: after every epoch of images, else twenty times a run",
      {.decides = Decides::kOutput});
  add(ESPALIER_KEY(training, validation_sequences), count_from(1), "sequences of one validation",
      {.every_task = false});
  add(ESPALIER_KEY(training, checkpoint_every), count_from(0),
      "in steps; 0: with every validation, on images at the end only",
      {.decides = Decides::kOutput});
  add(ESPALIER_KEY(training, keep_checkpoints), count_from(1, 1 << 20),
      "how many of the latest stay on disk", {.decides = Decides::kOutput});
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

std::vector<Key> all_keys(const std::vector<TaskPtr>& known) {
  std::vector<Key> all = common_keys(known);
  for (const Key& key : loss_scale_keys()) add_own_key(key, all);
  for (const Key& key : time_budget_keys()) add_own_key(key, all);
  for (const Key& key : optimizer_keys()) add_own_key(key, all);
  for (const TaskPtr& task : known)
    for (const Key& key : task->info().own_keys) add_own_key(key, all);
  return all;
}

}  // namespace

const std::vector<Key>& keys() {
  static std::mutex mutex;
  // One for each time that something was registered, so that lists that are in use stay.
  static std::map<std::size_t, std::vector<Key>> lists;
  const std::lock_guard lock(mutex);
  std::vector<Key>& list = lists[registrations()];
  if (list.empty()) list = all_keys(tasks());
  return list;
}

}  // namespace espalier::training
