// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

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

}  // namespace espalier::experiments
