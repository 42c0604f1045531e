// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/format/block_pattern.h>
#include <espalier/sparse/topology/evolvable_weight.h>

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

  EvolvableWeight view(std::string name = "weight") {
    EvolvableWeight weight(std::move(name), pattern, values, gradient);
    weight.attach(first);
    weight.attach(second);
    return weight;
  }

  PatternPtr pattern;
  AlignedVector<float> values;
  AlignedVector<float> gradient;
  AlignedVector<float> first;
  AlignedVector<float> second;
};

}  // namespace espalier::sparse
