// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/format/panels.h>

namespace espalier::models {

/// Inputs in 8 bits, as `Int8Weights` rounds them.
struct Int8Inputs {
  AlignedVector<std::uint8_t> values;
  AlignedVector<float> steps;  ///< of each lane
  AlignedVector<std::int32_t> zeros;
};

/// The inputs of a layer in the type of its weights. A layer overwrites them; who calls it keeps
/// their memory for the next one.
struct RoundedInputs {
  sparse::Panels<BFloat16> bfloat16;
  Int8Inputs int8;
};

}  // namespace espalier::models
// Tested by tests/models/inference/int8_weights_test.cpp
