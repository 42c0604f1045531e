// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::machines {

/// What joins two machines.
struct Network {
  double latency_seconds = 0;
  double bytes_per_second = 0;
};

/// "50us,1Gb/s": a time (s, ms, us or ns) and a rate (b/s in bits or B/s in bytes, with k, M, G or
/// T for powers of 1000). Throws ConfigError for anything else, and for what is not above 0.
Network network_in(const std::string& text);

/// A model and what its training takes on one rank.
struct ParallelJob {
  double stored_values = 0;      ///< of all parameters
  double state_per_value = 0;    ///< values that the optimizer keeps for each, 2 for AdamW
  double pattern_bytes = 0;      ///< positions of blocks
  double step_seconds = 0;       ///< of the whole batch
  double optimizer_seconds = 0;  ///< of that, what the optimizer takes
  double dense_values = 0;       ///< of gradients at all positions that a step sums, on the mean
  /// Bytes that each of so many ranks holds besides these: what layers keep for the backward pass,
  /// and gradients that are not summed yet.
  std::function<double(Index ranks)> working_bytes;
};

/// Ways to share out a step.
enum class Sharing {
  kData,   ///< each rank has a part of the batch, the whole model and the whole optimizer
  kZero1,  ///< and the optimizer of a slice of the model (Rajbhandari et al. 2020, stage 1)
};

/// What is predicted for a number of ranks.
struct ParallelPlan {
  Index ranks = 1;
  Sharing sharing = Sharing::kData;
  double memory_bytes = 0;  ///< of a rank, at the very least
  double sent_bytes = 0;    ///< by a rank in a step, and as many received
  double network_seconds = 0;
  double step_seconds = 0;
  double efficiency = 1;  ///< step_seconds(1) / (ranks step_seconds(ranks))
};

/// Predicts a step of p ranks that share the batch, with n stored values in float32 and d values of
/// gradients that a policy scores where nothing is stored:
///
///   bytes   = 4 (n + d) 2 (p - 1) / p         a rank sends slices of gradients, gathers slices
///   network = 2 (p - 1) latency + bytes / rate
///   step    = (step(1) - optimizer) / p + optimizer + network       data parallel
///           = step(1) / p + network                                 ZeRO-1
///   memory  = 4 n (2 + state) + patterns + working + 4 n (p - 1) / p      data parallel
///
/// where ZeRO-1 keeps 4 n state / p, and the last term of memory is what is received. An upper
/// bound of the time as to the network, for nothing overlaps; a lower one as to computing, which is
/// taken to divide evenly. A prediction from one machine, not a measurement.
///
/// The bytes are those of a ring (Patarasuk and Yuan 2009); its latency is counted, though messages
/// to all ranks leave at once. Throws ConfigError if there is not a rank.
ParallelPlan parallel_plan(const ParallelJob& job, const Network& network, Index ranks,
                           Sharing sharing);

/// 1, 2, 4 and so on up to `most`, which comes last.
std::vector<Index> doubling_ranks(Index most);

}  // namespace espalier::machines
