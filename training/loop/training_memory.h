// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/training/config/run_config.h>
#include <espalier/training/loop/state_of_rank.h>

namespace espalier::training {

/// Bytes that each process of a job holds at the very least, by kind. Data and scratch are not
/// counted.
struct TrainingMemory {
  double weights = 0;          ///< stored values
  double gradients = 0;        ///< of these
  double spare_gradients = 0;  ///< that the tree over training.shards holds
  double optimizer_state = 0;  ///< such as moments
  double patterns = 0;         ///< positions of blocks
  double activations = 0;      ///< what the layers keep of one panel group for the backward pass
  double dense_gradients = 0;  ///< what policies keep that score positions that are not stored

  double bytes() const {
    return weights + gradients + spare_gradients + optimizer_state + patterns + activations +
           dense_gradients;
  }
};

/// A lower bound of what each of so many processes holds that train with this configuration. With
/// p processes, S shards, N tokens of a batch and a policy that scores dense gradients, these take
///   growth by gradient   4 N / p sum over weights of (in + out), of the steps with an update
///   a mean of gradients  that of each step, and 4 (sum over weights of in * out, to stay, and
///                        (1 + log2(S / p)) of the largest weight, for as long as it is formed)
/// and what is summed over processes at once, at most 16 MiB, is scratch. With `kSlice` each has 1
/// / p of the optimizer's state. With `kStage` each has some of the layers, and trains whole
/// batches: of these the one that holds most. Builds nothing. Throws as `require_stages_for`.
TrainingMemory least_training_memory(const RunConfig& config, Index ranks = 1,
                                     StateOfRank state = StateOfRank::kAll);
/// Their sum, or what a process holds when training begins, with the whole state of the optimizer
/// and without what a step needs, if that is more.
double least_training_bytes(const RunConfig& config, Index ranks = 1,
                            StateOfRank state = StateOfRank::kAll);

/// Values of gradients at all positions that the processes of a job add in a step, besides those of
/// what is stored, so that each can keep a mean of them.
double dense_values_a_step(const RunConfig& config);

/// Values of gradients at all positions of which each process adds a slice in a step, to grow by
/// them, and a score of each block, which is the most that it then tells the others: the mean over
/// the steps. Of a policy whose updates follow the clock: the most.
double scored_values_a_step(const RunConfig& config);

/// Bytes that the processes of a job gather in a step besides new values where each keeps a slice
/// of the optimizer's state, on the mean: the state of weights that an update edits, and the
/// gradients of steps in which the policy, or the loss scaler of float16, reads them. Of a policy
/// whose updates follow the clock: the most.
double zero1_bytes_a_step(const RunConfig& config);

/// Bytes that are available to this process: the machine's memory, or less if its control group or
/// a resource limit says so.
double available_memory_bytes();

/// Throws ConfigError, with the keys and the number of machines that would help, if training needs
/// more than `available` bytes in each of so many processes. So a run fails at once, and not after
/// minutes of allocating.
void require_memory(const RunConfig& config, double available = available_memory_bytes(),
                    Index ranks = 1, StateOfRank state = StateOfRank::kAll);

}  // namespace espalier::training
