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
/// T for powers of 1000). Throws ConfigError for anything else, and for what is not above 0; it
/// names `option`, where the text stands.
Network network_in(const std::string& text, const std::string& option = "--network");

/// Sizes that decide how the layers of a transformer can be shared out.
struct LayerShape {
  Index layers = 0;  ///< 0: nothing that stages or tensor ranks could share
  Index heads = 1;
  double values = 0;           ///< stored, of all layers; those of the embedding are left over
  double features = 0;         ///< of a token between two layers
  double tokens = 0;           ///< of a batch
  double micro_batches = 1;    ///< of a batch: what passes through the layers at a time
  double bytes_per_value = 4;  ///< of activations as they travel
  bool recomputes = false;     ///< keeps inputs of layers alone, and computes the rest once more
  /// Stages pass micro-batches on in lockstep, and one has embedding and head, as `train
  /// --pipeline`.
  bool lockstep = false;
};

/// A model and what its training takes on one rank.
struct ParallelJob {
  double stored_values = 0;          ///< of all parameters
  double value_bytes = 8;            ///< of a stored value and its gradient
  double state_bytes_per_value = 0;  ///< that the optimizer keeps for each, 8 for AdamW
  double gradient_bytes = 4;         ///< of a gradient as it travels
  double pattern_bytes = 0;          ///< positions of blocks
  double step_seconds = 0;           ///< of the whole batch
  double optimizer_seconds = 0;      ///< of that, what the optimizer takes
  double dense_values = 0;           ///< of gradients at all positions that all ranks sum in a step
  double scored_values = 0;  ///< of these that each rank sums a slice of, and scores, on the mean
  double zero1_bytes = 0;    ///< that ranks with ZeRO-1 gather besides new values, on the mean
  LayerShape layers = {};
  /// Bytes that the layers keep of one micro-batch for the backward pass, on each of so many ranks
  /// that share the batch.
  std::function<double(Index data)> activation_bytes;
  /// Bytes of gradients that are not summed yet, on each of these ranks; null: none.
  std::function<double(Index data)> unsummed_bytes = nullptr;
};

/// A way to share out a step among data x tensor x stages ranks.
struct Layout {
  Index data = 1;      ///< parts of the batch
  Index tensor = 1;    ///< parts of each layer: whole heads, rows and columns (Shoeybi et al. 2019)
  Index stages = 1;    ///< of consecutive layers, one-forward-one-backward (Narayanan et al. 2021)
  bool zero1 = false;  ///< data ranks keep the optimizer of a slice each (Rajbhandari et al. 2020)

  Index ranks() const { return data * tensor * stages; }
};

/// Of two ranks that share layers, and of two others.
struct Networks {
  Network inner;
  Network outer;
};

/// What is predicted for a layout.
struct ParallelPlan {
  Layout layout;
  double memory_bytes = 0;  ///< of the rank that has most, at the very least
  double sent_bytes = 0;    ///< by a rank in a step, and as many received
  double network_seconds = 0;
  double hidden_seconds = 0;  ///< of these, those in which the rank still computes
  double bubble_seconds = 0;  ///< in which a stage waits for the first or the last micro-batches
  double step_seconds = 0;
  double efficiency = 1;  ///< step_seconds(1) / (ranks step_seconds(ranks))
};

/// Can the layers be cut so? Stages are layers at least, and tensor ranks have whole heads.
bool fits(const LayerShape& layers, const Layout& layout);

/// Predicts a step. d, t and k are the layout's data, tensor and stages; the largest stage has the
/// share s = ceil(L / k) / L of L layers and all of the embedding, so that a rank stores
///   n = (s layer values + others) / t
/// values of g bytes as they travel, beside its parts D of the gradients at all positions that all
/// sum, and S of those that each scores a slice of. A rank of the d computes m = micro-batches / d
/// of them, of T/d tokens with h features of a bytes, through k stages in m + k - 1 turns:
///
///   turns    = (m + k - 1) / m
///   compute  = (step(1) - optimizer) s / (d t) turns           with a bubble of (k - 1) / m
///   layers   = turns A s L (2 (t - 1) m latency + 2 (t - 1) / t (T/d) h a / rate)  all-reduces;
///              A = 4 of each layer, 2 forward and 2 backward; 6 if it is computed once more
///   stages   = turns 2 (m latency + (T/d) h a / rate)            outputs forward, gradients back
///   data     = 2 (d - 1) latency + 2 (d - 1) / d g (n + D + S / 2) / rate   a ring
///   hidden   = min(2/3 compute / m, 2 (d - 1) / d g layer values / rate)  of data ranks alone
///   update   = optimizer n / all values, and 1 / d of it with ZeRO-1
///   step     = compute + layers + stages + data - hidden + update
///   memory   = (value + state) bytes n + patterns + unsummed + activations s min(k, m) / t
///              + g n (d - 1) / d
///
/// where ZeRO-1 keeps 1 / d of the state and sends (d - 1) / d of what it gathers besides, the last
/// term of memory is what is received, and inputs of layers that are computed once more are whole
/// on each of the t. In lockstep a stage keeps min(2 k - 1, m) of the micro-batches, and the stage
/// with the head sends embedded tokens too.
///
/// Gradients of layers travel while the backward pass of the last micro-batch, two thirds of its
/// time, computes others; what else there is counts as complete when it ends. Nothing else
/// overlaps: an upper bound of the time as to the network. Computing is taken to divide
/// evenly, the head's and the embedding's with the layers': a lower bound as to that. Norms and
/// sums that tensor ranks repeat, kernels that are slower on less, and whatever a step of many
/// ranks waits for are left out. A prediction from one machine, not a measurement.
///
/// The bytes are those of a ring (Patarasuk and Yuan 2009); its latency is counted, though messages
/// to all ranks leave at once. Throws ConfigError if a number of the layout is below 1, if the
/// layers cannot be cut so, or if the micro-batches are fewer than the data ranks.
ParallelPlan parallel_plan(const ParallelJob& job, const Networks& networks, const Layout& layout);

/// 1, 2, 4 and so on up to `most`, which comes last.
std::vector<Index> doubling_ranks(Index most);

}  // namespace espalier::machines
