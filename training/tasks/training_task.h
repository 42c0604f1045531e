// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <espalier/machines/machines.h>
#include <espalier/models/layers/loss.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::training {

/// What the model predicted in one batch.
struct BatchResult {
  double loss = 0;        ///< per prediction, in the task's unit; 0 of none
  Index predictions = 0;  ///< masked tokens, or images; 0 if chance masked none of a small batch
};

/// Samples [begin, end) of a batch: sequences, windows or images.
struct SampleRange {
  Index begin = 0;
  Index end = 0;
};

/// What the model predicts on held-out data.
struct Validation {
  MetricValues metrics = {};     ///< those that the task declares of validations and tests
  Index predictions = 0;         ///< masked tokens, or images
  double loss_error = kUnknown;  ///< standard error of the loss; not known of a single group
  std::vector<models::PredictionLoss> groups = {};  ///< what was summed up, in order

  /// Per prediction, in the unit that the task declares.
  double loss() const { return metrics.value(metric::kLoss); }
};

/// The means over the predictions that were summed up, one at least.
inline Validation mean_of(const models::PredictionLoss& total) {
  const auto count = static_cast<double>(total.count);
  return {.metrics = {{metric::kLoss, total.loss_sum / count},
                      {metric::kAccuracy, static_cast<double>(total.correct) / count}},
          .predictions = total.count};
}

/// Sums up a validation that comes in groups of samples, whose losses tell how far chance moves the
/// mean. With loss sum L_g and predictions n_g of group g, of G,
///   loss = sum L_g / N,  N = sum n_g
///   loss_error = sqrt(G / (G - 1) sum (L_g - loss n_g)^2) / N
/// the standard error of a ratio: predictions of one group may depend on each other, groups not.
/// Source: Cochran 1977, Sampling Techniques, section 9A (cluster sampling).
class ValidationSum {
 public:
  void add(const models::PredictionLoss& group) { groups_.push_back(group); }

  Validation mean() const {
    models::PredictionLoss total;
    double loss_squares = 0, products = 0, count_squares = 0;
    for (const models::PredictionLoss& group : groups_) {
      const auto count = static_cast<double>(group.count);
      total += group;
      loss_squares += group.loss_sum * group.loss_sum;
      products += group.loss_sum * count;
      count_squares += count * count;
    }
    Validation validation = mean_of(total);
    validation.groups = groups_;
    if (groups_.size() < 2) return validation;
    const double loss = validation.loss();
    const double squares = loss_squares - 2 * loss * products + loss * loss * count_squares;
    const auto groups = static_cast<double>(groups_.size());
    if (std::isfinite(squares))
      validation.loss_error = std::sqrt(std::max(0.0, groups / (groups - 1) * squares)) /
                              static_cast<double>(total.count);
    return validation;
  }

 private:
  std::vector<models::PredictionLoss> groups_;
};

/// The data of a task in memory, as `Task::load` reads them. A task derives its own from this.
struct TaskData {
  TaskData() = default;
  TaskData(const TaskData&) = delete;
  TaskData& operator=(const TaskData&) = delete;
  virtual ~TaskData() = default;

  std::vector<std::string> notes;     ///< what people are told of them, a line each
  std::vector<std::string> warnings;  ///< what nobody may miss
  std::string corpus_hash;            ///< for the manifest: what the data are
  std::string vocabulary_hash;        ///< and by which vocabulary they are read, if by any
  std::string vocabulary;             ///< its text, as a vocab.txt has it
  std::string tokenizer_config;       ///< of a tokenizer_config.json beside that; or empty
  std::vector<std::string> labels;    ///< of the classes that are told apart, in their order
};

/// A hash that says on which data a run trains.
struct DataHash {
  std::string key;   ///< as checkpoints name it
  std::string what;  ///< as messages name it
  std::string value;
  /// Of a file that decides the model instead: a branch may have another one.
  bool of_model = false;
  std::string remedy = {};  ///< what helps where it differs, if anything of its own does
  std::string origin = {};  ///< the folder that it is of, where the configuration may not say
};

/// A model and the data that it learns from: what a trainer needs to know of either.
class TrainingTask {
 public:
  TrainingTask(const TrainingTask&) = delete;
  TrainingTask& operator=(const TrainingTask&) = delete;
  virtual ~TrainingTask() = default;

  /// Blocks that each weight with a pattern will store when training ends, by name.
  const std::map<std::string, Index>& target_blocks() const { return target_blocks_; }

  /// Every parameter of the model; it lives as long as the task.
  virtual models::ParameterList parameters() = 0;
  /// Gathers the batch of step `step`, from 0, of training.batch samples, for `train`. Returns the
  /// number of its predictions, by which its sum of losses is divided: the count of the whole
  /// batch, however many ranges of it are trained here. A pure function of (configuration, data,
  /// step).
  virtual Index gather(Index step) = 0;
  /// Forward and backward on these samples of the batch that was gathered: adds the gradient of the
  /// sum of their losses times `scale`, and returns that sum. Both are zero where nothing is to
  /// be predicted. A pure function of (batch, samples, scale, parameters). May tell
  /// `progress`, if there is one, which gradients are complete before it returns.
  virtual double train(SampleRange samples, double scale,
                       const models::BackwardProgress& progress) = 0;
  /// From now on validations and tests are collective: the ranks of a job may share what there is
  /// to predict, and all get what one process would. Where a task cannot, each predicts all.
  /// `machines` must outlive the task.
  virtual void share_predictions(machines::Machines& /*machines*/) {}
  /// Of the stage of a model whose layers lie with several processes: the number of `parameters()`
  /// that come before the first layer's. Those of the other stages lie behind these, in the order
  /// of the whole model.
  virtual Index leading_parameters() { return 0; }
  /// Of such a stage: what the weights of the others store now, by name, so that `sample_flops` and
  /// `complete` count all.
  virtual void take_stored(std::map<std::string, Index> /*elsewhere*/) {}
  /// Mean loss on fixed held-out data, the same in every run.
  virtual Validation validate() = 0;
  /// As `validate`, with each sequence in a group by itself: `Validation::groups` are windows. Of
  /// what has no sequences as `validate`.
  virtual Validation validate_by_window() { return validate(); }
  /// The same on a share of the held-out data, which is cut into such pieces: on the piece of this
  /// number, from 0, over and over. All of it where a task's data are not cut, or a piece holds
  /// nothing to predict.
  virtual Validation validate_share(Index /*number*/, double /*share*/) { return validate(); }
  /// As `validate` on other held-out data, of a run that is done; nothing if none are kept for it.
  virtual std::optional<Validation> test() { return std::nullopt; }
  /// As `test`, with groups as `validate_by_window` has them.
  virtual std::optional<Validation> test_by_window() { return test(); }
  /// FLOPs of training on one sequence or image with what the model stores now: products with
  /// weights that may be sparse, and attention.
  virtual double sample_flops() = 0;
  virtual std::vector<DataHash> data_hashes() const = 0;
  /// What a validation's loss means, for people.
  virtual std::string comment(const Validation& validation) const = 0;
  /// Adds to a result what only the task knows, its metrics of the end among that.
  virtual void complete(RunResult& result) = 0;

 protected:
  /// With `InitialTopology::targets` of what the model starts from.
  explicit TrainingTask(std::map<std::string, Index> target_blocks)
      : target_blocks_(std::move(target_blocks)) {}

 private:
  std::map<std::string, Index> target_blocks_;
};

}  // namespace espalier::training
