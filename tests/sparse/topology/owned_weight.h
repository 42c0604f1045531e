// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/format/block_pattern.h>
#include <espalier/sparse/topology/weight_buffers.h>

namespace espalier::sparse {

/// A weight with gradient and two moments, as a layer and its optimizer own them between them. All
/// values are random, none is zero. Must not move while a view is in use.
struct OwnedWeight {
  OwnedWeight(PatternPtr pattern_, std::uint64_t seed) : pattern(std::move(pattern_)) {
    std::uint64_t stream = 0;
    for (AlignedVector<float>* buffer : {&values, &gradient, &first, &second}) {
      const Random random(seed, ++stream);
      for (Index i = 0; i < pattern->values(); ++i)
        buffer->push_back(static_cast<float>(random.uniform(static_cast<std::uint64_t>(i)) + 0.5));
    }
  }

  std::shared_ptr<WeightBuffers> owner(std::string name = "weight") {
    auto owner = std::make_shared<WeightBuffers>(std::move(name), pattern, values, gradient);
    owner->attach(first);
    owner->attach(second);
    return owner;
  }
  WeightView view(std::string name = "weight") { return owner(std::move(name))->view(); }

  PatternPtr pattern;
  AlignedVector<float> values;
  AlignedVector<float> gradient;
  AlignedVector<float> first;
  AlignedVector<float> second;
};

}  // namespace espalier::sparse
