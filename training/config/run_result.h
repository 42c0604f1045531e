// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/metric.h>

namespace espalier::training {

/// The result of a finished run.
struct RunResult {
  Index steps = 0;
  Index sequences = 0;             ///< number of sequences, or of images
  Index tokens = 0;                ///< 0 for images
  Index vocabulary = 0;            ///< pieces that the vocabulary has in the end
  double masked_per_sequence = 0;  ///< mean number of predicted positions in training
  double attention_density = 1;    ///< stored share of the attention weights
  double feed_forward_density = 1;
  double peak_learning_rate = kUnknown;  ///< after any scaling for sparsity
  double train_loss = kUnknown;          ///< mean over the last interval
  /// `ResultMetric`s: of the validation after the last step, of the test, of the end.
  MetricValues metrics = {};
  double parameters = kUnknown;      ///< stored at the end
  double training_flops = kUnknown;  ///< sum over all steps, each with the weights stored then
  double peak_bytes = kUnknown;      ///< largest memory of the weights that may be sparse, with
                                     ///< gradients, optimizer state and patterns
  double update_flops = 0;           ///< of topology updates
  double seconds = kUnknown;         ///< of training, over all sessions
  Index skipped_steps = 0;           ///< steps without effect, since their gradient was not finite
};

/// The cost of a run with such a result, as its task counts it.
struct RunCost {
  double encoder_training_flops = kUnknown;  ///< of weights that may be sparse, and of attention
  double encoder_flops_per_sequence = kUnknown;  ///< or per image
  double total_training_flops = kUnknown;        ///< with head, optimizer and topology updates
  double parameters = kUnknown;                  ///< stored
};

}  // namespace espalier::training
