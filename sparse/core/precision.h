// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace espalier {

/// The type to which the layers of a model round the operands of their products: weights,
/// activations and gradients of activations. Sums and everything else stay in float.
enum class Precision {
  kFloat32,   ///< no rounding
  kBFloat16,  ///< to nearest, ties to even: half the memory that a product reads
  kFloat16,   ///< to nearest, ties to even: 11 significant bits; small gradients need a scaled loss
};

/// "float32", "bfloat16", "float16", in the order of the enumerators.
const std::vector<std::string>& precision_names();
const std::string& precision_name(Precision precision);
/// Throws ConfigError, which lists the names, if there is no such one.
Precision precision_by_name(const std::string& name);

}  // namespace espalier
// Tested by tests/sparse/ops/round_operand_test.cpp
