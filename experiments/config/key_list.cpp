// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/config/key_list.h>

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <espalier/experiments/config/optimizer_keys.h>
#include <espalier/experiments/config/task.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/schedules/rules/density_distribution.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

constexpr double kLargestTokens = 1e15;
constexpr double kMostEpochs = 1e6;

std::vector<std::string> distribution_choices() {
  const auto names = schedules::distribution_names();
  return {names.begin(), names.end()};
}

Domain one_of_tasks(const std::vector<TaskPtr>& known) {
  std::vector<std::string> names;
  for (const TaskPtr& task : known) names.push_back(task->info().name);
  return one_of(std::move(names));
}

std::string help_of_tasks(const std::vector<TaskPtr>& known) {
  std::string help;
  for (const TaskPtr& task : known) help += (help.empty() ? "" : ", or ") + task->info().help;
  return help;
}

std::vector<Key> common_keys(const std::vector<TaskPtr>& known) {
  std::vector<Key> all;
  std::string table;
  bool every_task = true;
  bool later = false;
  bool of_optimizer = false;
  const auto add = [&](const char* name, auto access, Domain domain, const std::string& meaning,
                       Role role = Role::kResult) {
    all.push_back({table, name, [access](RunConfig& config) { return slot_of(access(config)); },
                   std::move(domain), meaning, role, every_task, later, of_optimizer});
  };
#define ESPALIER_KEY(table, name) \
#name, [](RunConfig & c) -> auto& { return c.table.name; }
  table = "run";
  add(ESPALIER_KEY(run, name), any_text(),
      "name of the run's folder; empty: made from model and mode", Role::kPlace);
  every_task = false;
  add(ESPALIER_KEY(run, task), one_of_tasks(known), help_of_tasks(known));
  every_task = true;
  add(ESPALIER_KEY(run, seed), count_from(0, 9007199254740992.0), "root of every random stream");
  add(ESPALIER_KEY(run, threads), count_from(0, 4096), "0: as many as the machine has",
      Role::kPlace);
  add(ESPALIER_KEY(run, kernel), any_text(), "kernel variant; empty: the best one here");
  add(ESPALIER_KEY(run, folder), any_text(), "where run folders are made", Role::kPlace);

  table = "model";
  every_task = false;
  add(ESPALIER_KEY(model, name), one_of(models::model_names("bert")), "size of the encoder");
  add(ESPALIER_KEY(model, layers), count_from(0, 1000), "0: as the name says");
  add(ESPALIER_KEY(model, hidden), count_from(0, 65536), "0: as the name says");
  add(ESPALIER_KEY(model, heads), count_from(0, 65536),
      "0: as the name says, or one for 64 (else 32) of a changed hidden width");
  add(ESPALIER_KEY(model, intermediate), count_from(0, 262144),
      "width inside the feed-forward layer; 0: four times the hidden width");
  every_task = true;
  add(ESPALIER_KEY(model, density), share("(0, 1]", false, true),
      "stored share of every encoder weight matrix, or of every layer of a perceptron but the "
      "last");
  add(ESPALIER_KEY(model, block), one_of_counts({1, 2, 4, 8, 16}), "side of the square blocks");
  every_task = false;
  add(ESPALIER_KEY(model, initial_deviation), positive(),
      "standard deviation of the truncated normal that initialises weights");
  every_task = false;
  add(ESPALIER_KEY(model, widths), any_text(),
      "pixels, hidden units and classes of the perceptron");
  add(ESPALIER_KEY(model, initial_scale), one_of({"inputs", "stored_inputs"}),
      "initial deviation: sqrt(2 / inputs), or with the stored inputs of a unit in the mean");
  every_task = true;

  table = "topology";
  add(ESPALIER_KEY(topology, policy), any_text(),
      "how the patterns change: dense, static, dynamic, ...; see espalier policies");
  add(ESPALIER_KEY(topology, drop_fraction), share("[0, 1]", true, true),
      "share of the stored blocks that an update drops, at its largest");
  add(ESPALIER_KEY(topology, updates), count_from(1), "intervals per run, so one update fewer");
  add(ESPALIER_KEY(topology, drop_schedule), choice_of<schedules::ScheduleShape>(),
      "course of the drop fraction over the run");
  add(ESPALIER_KEY(topology, block_norm), choice_of<sparse::BlockNorm>(),
      "norm whose smallest blocks are dropped");
  add(ESPALIER_KEY(topology, regrow_dropped), truth(),
      "may an update regrow the blocks that it dropped");
  add(ESPALIER_KEY(topology, grown_values), choice_of<schedules::GrownValues>(),
      "values of grown blocks");
  // Keys that came after runs had been published: at their defaults they leave hashes alone.
  later = true;
  add(ESPALIER_KEY(topology, every_steps), count_from(0),
      "update after every so many steps instead of `updates` times; 0: not");
  add(ESPALIER_KEY(topology, every_seconds), not_negative(),
      "update after every so many seconds instead: not repeatable; 0: not");
  add(ESPALIER_KEY(topology, once_at), once_share(),
      "one update only, after this share of the run; -1: more");
  add(ESPALIER_KEY(topology, end), share("(0, 1]", false, true),
      "share of the run after which the patterns stay");
  add(ESPALIER_KEY(topology, drop_fraction_end), share("[0, 1]", true, true),
      "drop fraction at `end`");
  add(ESPALIER_KEY(topology, drop_phase), share("[0, 1]", true, true),
      "share of a cosine before it falls");
  add(ESPALIER_KEY(topology, drop_power), positive(), "of drop_schedule inverse_power");
  add(ESPALIER_KEY(topology, drop), choice_of<schedules::DropCriterion>(),
      "by what blocks are chosen to be dropped");
  add(ESPALIER_KEY(topology, gradient_weight), not_negative(),
      "lambda of drop \"magnitude_gradient\"");
  add(ESPALIER_KEY(topology, rounding), choice_of<schedules::Rounding>(),
      "of the number of blocks that an update drops");
  add(ESPALIER_KEY(topology, grow), choice_of<schedules::GrowCriterion>(),
      "by what positions are chosen to grow; gradients are those of the whole batch");
  add(ESPALIER_KEY(topology, gradient_pool), choice_of<sparse::GradientPool>(),
      "how the gradients of a block become its score");
  add(ESPALIER_KEY(topology, momentum), share("[0, 1)", true, false),
      "decay of the mean gradient of grow \"momentum\"");
  add(ESPALIER_KEY(topology, keep_regrown), truth(),
      "does a block that is dropped and regrown at once keep its values");
  add(ESPALIER_KEY(topology, redistribute), truth(),
      "do weights of large momentum get more of the dropped blocks");
  add(ESPALIER_KEY(topology, grown_deviation), not_negative(), "of grown_values \"normal\"");
  add(ESPALIER_KEY(topology, grown_moments), choice_of<sparse::GrownMoments>(),
      "moments of grown blocks");
  add(ESPALIER_KEY(topology, skip_optimizer), truth(),
      "do steps with an update leave the optimizer out");
  add(ESPALIER_KEY(topology, grow_first), truth(),
      "grow at once and drop at the next update, storing more in between");
  add(ESPALIER_KEY(topology, density_start), share("[0, 1]", true, true),
      "density to start from if it is larger than model.density; 0: model.density");
  add(ESPALIER_KEY(topology, density_schedule), choice_of<schedules::ScheduleShape>(),
      "course of the density from density_start");
  add(ESPALIER_KEY(topology, density_end), share("(0, 1]", false, true),
      "share of the run at which model.density is reached");
  add(ESPALIER_KEY(topology, density_scope), choice_of<schedules::DensityScope>(),
      "compare blocks within a layer or over all layers when the density falls");
  add(ESPALIER_KEY(topology, structure), choice_of<schedules::Structure>(),
      "what all patterns have in common");
  add(ESPALIER_KEY(topology, group), count_from(1), "M of N:M, in blocks");
  add(ESPALIER_KEY(topology, ablation), share("[0, 1]", true, true),
      "least share of salient blocks of a block row with constant_fan_in");
  add(ESPALIER_KEY(topology, pattern), any_text(),
      "patterns to start from: random, banded, block_diagonal, butterfly, constant_fan_in, "
      "n_of_m, scale_free, small_world, or \"file:PATH\" (.mtx, .smtx; {weight} stands for the "
      "name)");
  add(ESPALIER_KEY(topology, rewire), share("[0, 1]", true, true), "of pattern small_world");
  add(ESPALIER_KEY(topology, distribution), one_of(distribution_choices()),
      "how model.density is spread over the weights");
  add(ESPALIER_KEY(topology, erk_power), count_from(0, 10), "of distribution \"erk\"");
  add(ESPALIER_KEY(topology, layers), any_text(),
      "densities by glob, such as \"*.query.weight=0.5 layer0.*=1\"; 1 keeps a layer dense");
  later = false;

  table = "data";
  every_task = false;
  add(ESPALIER_KEY(data, corpus), any_text(),
      "\"default\" (GCIDE and WordNet), or a text file or folder", Role::kData);
  add(ESPALIER_KEY(data, folder), any_text(), "where the packages of the default corpus are",
      Role::kPlace);
  add(ESPALIER_KEY(data, vocabulary), any_text(), "a vocab.txt; empty: learnt from the corpus",
      Role::kData);
  add(ESPALIER_KEY(data, vocabulary_size), count_from(64, 1 << 20),
      "pieces to learn if no vocabulary is given");
  add(ESPALIER_KEY(data, sequence), multiple_of(16, 512), "tokens of a sequence");
  add(ESPALIER_KEY(data, validation_fraction), share("(0, 1)", false, false),
      "share of the documents held out");
  add(ESPALIER_KEY(data, cache), any_text(), "where vocabularies and encoded corpora are kept",
      Role::kPlace);
  every_task = false;
  add(ESPALIER_KEY(data, images), any_text(),
      "\"fashion_mnist\", or a folder with files of MNIST's four names", Role::kData);
  add(ESPALIER_KEY(data, image_folder), any_text(),
      "where the package of Fashion-MNIST is unpacked", Role::kPlace);

  table = "training";
  every_task = false;
  add(ESPALIER_KEY(training, tokens), count_from(0, kLargestTokens),
      "budget in tokens, rounded up to whole batches; 0: `steps` counts");
  every_task = false;
  add(ESPALIER_KEY(training, epochs), not_negative(kMostEpochs),
      "budget in passes over 60,000 images, rounded up to whole batches; 0: `steps` counts");
  every_task = true;
  add(ESPALIER_KEY(training, steps), count_from(1),
      "optimizer steps if neither tokens nor epochs are given");
  add(ESPALIER_KEY(training, batch), count_from(1, 1 << 20), "sequences or images of one step");
  add(ESPALIER_KEY(training, learning_rate), positive(), "peak learning rate");
  add(ESPALIER_KEY(training, scale_learning_rate), truth(),
      "multiply by exp(1.969 s^2 + 0.2905 s), s = 1 - density");
  add(ESPALIER_KEY(training, warmup_fraction), share("[0, 1)", true, false),
      "share of the steps with a rising learning rate");
  later = true;
  add(ESPALIER_KEY(training, optimizer), one_of(optimizer_names()),
      "what moves the weights; its settings, among the keys below, are those of its source if they "
      "are not given");
  later = false;
  of_optimizer = true;
  add(ESPALIER_KEY(training, weight_decay), not_negative(),
      "pull of values towards zero; none on biases and norms");
  later = true;
  add(ESPALIER_KEY(training, group_lasso), not_negative(),
      "pull on the blocks of sparse weights as a whole");
  later = false;
  add(ESPALIER_KEY(training, beta1), share("[0, 1)", true, false), "decay of the first moment");
  add(ESPALIER_KEY(training, beta2), share("[0, 1)", true, false), "decay of the second moment");
  add(ESPALIER_KEY(training, epsilon), positive(), "added to the root of the second moment");
  add(ESPALIER_KEY(training, gradient_clip), not_negative(),
      "largest global gradient norm; 0: not clipped");
  of_optimizer = false;
  every_task = false;
  add(ESPALIER_KEY(training, panel_group), count_from(1, 4096),
      "sequences that walk through all layers together");
  every_task = true;
  add(ESPALIER_KEY(training, validate_every), count_from(0),
      "in steps; 0: after every epoch of images, else twenty times a run", Role::kPlace);
  every_task = false;
  add(ESPALIER_KEY(training, validation_sequences), count_from(1), "sequences of one validation");
  every_task = true;
  add(ESPALIER_KEY(training, checkpoint_every), count_from(0),
      "in steps; 0: with every validation, on images at the end only", Role::kPlace);
  add(ESPALIER_KEY(training, keep_checkpoints), count_from(1, 1 << 20),
      "how many of the latest stay on disk", Role::kPlace);
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
  for (const Key& key : optimizer_keys()) add_own_key(key, all);
  for (const TaskPtr& task : known)
    for (const Key& key : task->info().own_keys) add_own_key(key, all);
  return all;
}

}  // namespace

const std::vector<Key>& keys() {
  static std::mutex mutex;
  // By the number of tasks and optimizers, so that lists that are in use stay when one is
  // registered.
  static std::map<std::pair<std::size_t, std::size_t>, std::vector<Key>> lists;
  const std::vector<TaskPtr> known = tasks();
  const std::lock_guard lock(mutex);
  std::vector<Key>& list = lists[{known.size(), optimizer_names().size()}];
  if (list.empty()) list = all_keys(known);
  return list;
}

}  // namespace espalier::experiments
