// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/machines/parallel_plan.h>
#include <espalier/training/config/run_config.h>

namespace espalier::experiments {

/// A step of a run on one rank, with the time that it takes there.
machines::ParallelJob plan_job(const training::RunConfig& config, double step_seconds,
                               double optimizer_seconds);

/// Why `train --pipeline` refuses the run, in a line; "" if it does not.
std::string pipeline_refusal(const training::RunConfig& config);

/// A model of the literature, which no machine here can train, with the layout of its publication.
struct PublishedModel {
  std::string name;
  Index layers = 0;
  Index hidden = 0;
  Index heads = 0;
  Index vocabulary = 0;
  Index sequence = 0;
  Index batch = 0;  ///< sequences; each is a micro-batch
  machines::Layout layout;
};

const std::vector<PublishedModel>& published_models();

/// Its training with `density` of the values of its linear weights, in square blocks of `block`, at
/// so many FLOPs a second of a rank that computes. As such models are trained: values, gradients
/// and messages have 16 bits, the optimizer keeps three times 32 bits for each value (ZeRO, section
/// 3.1), a layer keeps its input and computes the rest once more, and attention computes the pairs
/// of tokens that the mask hides too. The optimizer's time is left out. Throws ConfigError if the
/// density is not in (0, 1], or the block does not divide the widths.
machines::ParallelJob published_job(const PublishedModel& model, double density, Index block,
                                    double flops_per_second);

}  // namespace espalier::experiments
