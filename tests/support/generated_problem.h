// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <vector>

#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/block_csr_matrix.h>

namespace espalier::testing {

/// Which blocks a generated matrix stores.
enum class Fill {
  kRandom,     ///< each block with probability `density`, so some rows and columns stay empty
  kEmptyRows,  ///< as kRandom, but no block in the odd block rows
  kFull,
  kOneBlock,
  kNone
};

/// Description of a product's operands: everything follows from it.
struct ProblemSpec {
  Index block = 1;
  Index grid_rows = 1;
  Index grid_cols = 1;
  Index tokens = 1;
  Index panel_width = 16;
  Fill fill = Fill::kRandom;
  double density = 0.3;
  std::uint64_t seed = 1;
};

std::ostream& operator<<(std::ostream& out, const ProblemSpec& spec);

/// Operands of all three products, drawn from a standard normal. Padding of the inputs is zero.
struct Problem {
  explicit Problem(const ProblemSpec& spec);

  ProblemSpec spec;
  sparse::BlockCsrMatrix<float> w;  ///< [out, in]
  sparse::Activations x;            ///< [in, tokens]
  sparse::Activations dy;           ///< [out, tokens]
  std::vector<float> bias;          ///< [out]
  std::vector<float> bias_in;       ///< [in]

  Index out() const { return w.pattern().rows(); }
  Index in() const { return w.pattern().cols(); }
};

/// The specs that every product is tested on, for one block size: ragged token counts, several
/// panel widths, empty rows, a full matrix, one block, no block, no token, one token, wide and
/// tall.
std::vector<ProblemSpec> problem_specs(Index block);

/// Activations of the given shape drawn from a standard normal, with zero padding.
sparse::Activations normal_activations(Index tokens, Index features, Index panel_width,
                                       std::uint64_t seed);

/// As above, but NaN everywhere, padding too: what an output holds before a product overwrites it.
sparse::Activations nan_activations(Index tokens, Index features, Index panel_width);

/// `count` standard normal values.
std::vector<float> normal_values(Index count, std::uint64_t seed);

}  // namespace espalier::testing
