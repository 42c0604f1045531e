// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/key_words.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include <espalier/training/config/task_declaration.h>

namespace espalier::experiments {
namespace {

std::string with_unit(const std::string& title, const std::string& unit) {
  return unit.empty() || unit == training::kShare ? title : fmt::format("{} ({})", title, unit);
}

}  // namespace

std::string in_words(const std::string& key) {
  static const std::map<std::string, std::string> kNames = {
      {"data.corpus", "text"},
      {"data.sequence", "tokens in a window"},
      {"data.vocabulary_size", "pieces in the vocabulary"},
      {"model.block", "block size"},
      {"model.density", "density"},
      {"model.embedding_deviation", "first deviation of the embedding"},
      {"model.heads", "heads"},
      {"model.hidden", "width"},
      {"model.initial_deviation", "first deviation"},
      {"model.intermediate", "feed-forward width"},
      {"model.layers", "layers"},
      {"model.name", "model"},
      {"model.norm", "placement of norms"},
      {"run.seed", "seed"},
      {"run.task", "task"},
      {"topology.block_norm", "norm of a block"},
      {"topology.drop_fraction", "drop fraction"},
      {"topology.every_steps", "steps between updates"},
      {"topology.grow", "growth"},
      {"topology.grown_moments", "moments of grown blocks"},
      {"topology.policy", "policy"},
      {"topology.updates", "number of updates"},
      {"training.batch", "batch"},
      {"training.beta2", "beta2"},
      {"training.group_lasso", "group lasso"},
      {"training.learning_rate", "learning rate"},
      {"training.optimizer", "optimizer"},
      {"training.steps", "steps"},
      {"training.tokens", "tokens"},
      {"training.weight_decay", "weight decay"},
  };
  for (const training::ResultMetric& result : training::result_metrics())
    if (key == result.name)
      return result.metric.name == training::metric::kLoss
                 ? result.title
                 : with_unit(result.title, result.metric.unit);
  const auto found = kNames.find(key);
  return found == kNames.end() ? key : found->second;
}

std::string in_words(const std::string& key, const std::string& value) {
  static const std::map<std::string, std::map<std::string, std::string>> kValues = {
      // No deviation of its own.
      {"model.embedding_deviation", {{"0", "the same"}, {"0.0", "the same"}}},
      {"model.norm", {{"post", "post-norm"}, {"pre", "pre-norm"}}},
      {"topology.block_norm", {{"l1", "L1"}, {"l2", "L2"}, {"linf", "largest value"}}},
      {"topology.policy",
       {{"blast", "BLaST"},
        {"block_diagonal", "block-diagonal"},
        {"constant_fan_in", "constant fan-in"},
        {"gmp", "GMP"},
        {"granet", "GraNet"},
        {"itop_rigl", "RigL-ITOP"},
        {"itop_set", "SET-ITOP"},
        {"mest", "MEST"},
        {"mest_soft", "MEST, soft"},
        {"n_of_m", "N of M"},
        {"one_shot_magnitude", "one shot, by norm"},
        {"one_shot_random", "one shot, random"},
        {"rigl", "RigL"},
        {"scale_free", "scale-free"},
        {"set", "SET"},
        {"set_magnitude", "SET, by magnitude"},
        {"small_world", "small-world"},
        {"snfs", "SNFS"},
        {"snip", "SNIP"},
        {"srigl", "SRigL"}}},
  };
  const auto values = kValues.find(key);
  if (values == kValues.end()) return value;
  const auto found = values->second.find(value);
  return found == values->second.end() ? value : found->second;
}

std::string loss_unit_of(const std::set<std::string>& tasks) {
  std::set<std::string> units;
  for (const std::string& name : tasks)
    if (const training::TaskDeclarationPtr task = training::find_task_declaration(name))
      units.insert(training::loss_unit(task->info().metrics));
  units.erase("");
  return fmt::format("{}", fmt::join(units, " or "));
}

std::string metric_in_words(const std::string& metric, const std::set<std::string>& tasks) {
  const bool is_loss =
      metric == training::metric::kValidationLoss || metric == training::metric::kTestLoss;
  return is_loss ? with_unit(in_words(metric), loss_unit_of(tasks)) : in_words(metric);
}

}  // namespace espalier::experiments
