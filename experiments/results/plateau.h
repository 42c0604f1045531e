// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <espalier/drawing/chart.h>
#include <espalier/training/config/metric.h>

namespace espalier::experiments {

/// Least distance below the unigram entropy, in nats, at which a language model counts as trained.
inline constexpr double kTrainedEnoughNats = 0.5;

/// What `trained_enough` denies, for notes and footnotes.
inline constexpr const char* kNotTrainedEnough =
    "less than 0.5 nats below the unigram entropy, or above the context-free loss";

/// Has a model of this loss, in nats, learnt anything of context? A masked language model stands at
/// first at the unigram entropy, then on a plateau at the context-free loss, which copying alone
/// gives; there all models are equal, and none proves anything. True if the loss is at least
/// kTrainedEnoughNats below the former and below the latter, where `metrics` has it (summaries in
/// CSV do not); nothing if the task has no unigram entropy.
std::optional<bool> trained_enough(const training::MetricValues& metrics, double loss);

/// The same by the validation loss, since unigram entropy and context-free loss are those of the
/// text to validate on; by `loss` where `metrics` lacks it.
std::optional<bool> validated_enough(const training::MetricValues& metrics, double loss);

/// A loss in a figure, with both ends of its bar.
struct ShownLoss {
  double loss, low, high;
  bool trained_enough;
};

/// Widens an axis to hold the bars of all, but of those that are not trained enough and far from
/// the others (`Axis::is_near`), which they would press together; if there are no others, of all.
void cover_losses(drawing::Axis& axis, const std::vector<ShownLoss>& losses);

}  // namespace espalier::experiments
