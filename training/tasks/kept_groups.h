// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include <espalier/models/families/lm_head.h>
#include <espalier/sparse/core/types.h>

namespace espalier::training {

/// Panel groups that outlive the calls which lent them (`CorpusTask::for_each_group`), since a
/// pipeline has several on their way. Tokens and labels must live as long. Memory: some numbers for
/// each sequence and prediction.
class KeptGroups {
 public:
  void add(const models::MlmBatch& lent) {
    Kept& kept = kept_.emplace_back();
    models::MlmBatch& group = groups_.emplace_back(lent);
    const auto keep = [](auto& memory, auto& view) {
      memory.assign(view.begin(), view.end());
      view = memory;
    };
    keep(kept.positions, group.positions);
    keep(kept.lengths, group.lengths);
    keep(kept.segments, group.segments);
    keep(kept.documents, group.documents);
  }
  std::span<const models::MlmBatch> groups() const { return groups_; }

 private:
  struct Kept {
    std::vector<Index> positions, lengths, documents;
    std::vector<std::int32_t> segments;
  };

  std::deque<Kept> kept_;  // never moved
  std::vector<models::MlmBatch> groups_;
};

}  // namespace espalier::training
// Tested by tests/training/tasks/pipelined_model_test.cpp
