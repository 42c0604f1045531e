// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include <espalier/machines/machines.h>

namespace espalier::training {

/// Losses of the panel groups of a validation, whose prediction the ranks of a job share: of p
/// ranks, rank r predicts the groups i with i mod p = r, and all get the losses of all. They are
/// those of one process, bit for bit. A rank sends (p - 1) / p of their bytes.
template <typename Loss>
class GroupLosses {
  static_assert(std::is_trivially_copyable_v<Loss>, "losses travel as bytes");

 public:
  /// `machines` must outlive this object; null: one process predicts all.
  explicit GroupLosses(machines::Machines* machines) : machines_(machines) {}

  /// The next group: calls `predict()`, which returns its loss, if it is this rank's.
  template <typename Predict>
  void add(const Predict& predict) {
    if (count_++ % ranks() == rank()) own_.push_back(predict());
  }

  /// The losses of all groups, in order. Collective: all ranks must have added as many. Throws
  /// IoError if a rank is lost.
  std::vector<Loss> all() const {
    if (machines_ == nullptr) return own_;
    std::vector<std::vector<Loss>> of_ranks;
    std::vector<std::span<std::byte>> slices;
    for (std::size_t r = 0; r < ranks(); ++r)
      of_ranks.emplace_back((count_ + ranks() - 1 - r) / ranks());
    of_ranks[rank()] = own_;
    for (std::vector<Loss>& losses : of_ranks)
      slices.push_back(std::as_writable_bytes(std::span(losses)));
    machines_->gather(slices);
    std::vector<Loss> losses;
    for (std::size_t i = 0; i < count_; ++i) losses.push_back(of_ranks[i % ranks()][i / ranks()]);
    return losses;
  }

 private:
  std::size_t ranks() const {
    return machines_ == nullptr ? 1 : static_cast<std::size_t>(machines_->ranks());
  }
  std::size_t rank() const {
    return machines_ == nullptr ? 0 : static_cast<std::size_t>(machines_->rank());
  }

  machines::Machines* machines_;
  std::size_t count_ = 0;
  std::vector<Loss> own_;
};

}  // namespace espalier::training
