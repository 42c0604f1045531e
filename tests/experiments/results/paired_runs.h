// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <espalier/sparse/core/types.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

struct PairedRunSettings {
  std::string block = "1";
  std::string updates = "160";
  std::string rate = "0.004";
  std::string tested = "0";
};

/// A run that is done, named after what was trained: what it was tested on is no part of that.
inline training::RunSummary paired_run(const std::string& policy, Index seed, double loss,
                                       const PairedRunSettings& settings = {}) {
  training::RunSummary run;
  run.name = policy + settings.block + '-' + settings.updates + '-' + settings.rate + '-' +
             std::to_string(seed);
  run.status = "done";
  run.policy = policy;
  run.seed = seed;
  run.learning_rate = std::stod(settings.rate);
  run.settings = {{"model.block", settings.block},
                  {"topology.policy", policy},
                  {"topology.updates", settings.updates},
                  {"training.learning_rate", settings.rate},
                  {"training.test_sequences", settings.tested},
                  {"training.tokens", "51200000"}};
  run.metrics = {{"validation_loss", loss}, {"unigram_entropy", 5.4}};
  return run;
}

}  // namespace espalier::experiments
