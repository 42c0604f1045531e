// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/machines/machines.h>
#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/types.h>

namespace espalier::training {

/// The place of a rank in a pipeline of p stages, through which panel groups pass one behind the
/// other. Rank 1 has the first layers, rank 0 the last, and before and behind all of them what a
/// group begins and ends with: embedding and head. In tick t, from 0, stage s of 0 to p - 1 does
///   embed        group t                  (rank 0)
///   forward      group t - s - 1
///   backward     group t - 2p + s + 1     (rank 0 first applies the head)
///   end          group t - 2p             (rank 0: the embedding's backward pass)
/// of those that there are, and what is then wanted elsewhere travels. With m groups,
///   ticks = m + 2p
/// of which m have a forward and a backward pass on each stage: the first p and the last p are the
/// bubble. A stage keeps 2(p - s) - 1 groups. Source: Narayanan et al. 2021, "Efficient large-scale
/// language model training on GPU clusters using Megatron-LM", section 2.2 (one forward, one
/// backward), in lockstep.
class StagePlace {
 public:
  StagePlace(int rank, int ranks) : rank_(rank), stages_(ranks) {}

  bool ends() const { return rank_ == 0; }
  int stages() const { return stages_; }
  int stage() const { return ends() ? stages_ - 1 : rank_ - 1; }
  /// Ranks that have the layers before and behind. Rank 0, with the embedding, is before the first.
  int before() const { return rank_of(stage() - 1); }
  int behind() const { return rank_of(stage() + 1); }

  Index forward_group(Index tick) const { return tick - stage() - 1; }
  Index backward_group(Index tick) const { return tick - 2 * stages_ + stage() + 1; }
  Index ended_group(Index tick) const { return tick - 2 * stages_; }
  Index training_ticks(Index groups) const { return groups + 2 * stages_; }
  Index prediction_ticks(Index groups) const { return groups + stages_; }
  /// Groups whose records a stage needs at once: of its layers, of the embedding and of the head.
  Index layer_records() const { return 2 * (stages_ - stage()) - 1; }
  Index embedding_records() const { return 2 * stages_ + 1; }
  Index head_records() const { return stages_ + 1; }

 private:
  int rank_of(int stage) const { return stage < 0 || stage == stages_ - 1 ? 0 : stage + 1; }

  int rank_;
  int stages_;
};

/// What travels between stages at the end of a tick.
class StageMessages {
 public:
  /// `machines` must outlive this object.
  explicit StageMessages(machines::Machines& machines);

  /// Has these values sent; they are copied. Several to one rank arrive in this order.
  void send(int rank, std::span<const float> values);
  /// Has the next values of this rank received there; the memory must stay until `exchange`.
  void receive(int rank, std::span<float> values);
  /// Collective. Throws IoError if a rank is lost.
  void exchange();

 private:
  struct Peer {
    AlignedVector<float> sent, received;
    std::vector<std::span<float>> destinations;
  };

  machines::Machines* machines_;
  std::vector<Peer> peers_;
};

}  // namespace espalier::training
// Tested by tests/training/tasks/pipelined_model_test.cpp
