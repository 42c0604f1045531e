// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <espalier/models/checkpoints/stored_model.h>
#include <espalier/sparse/core/types.h>
#include <espalier/sparse/format/block_csr_matrix.h>
#include <espalier/sparse/ops/block_norms.h>

namespace espalier::models {

/// How a dense model becomes sparse.
struct SparsifyOptions {
  Index block = 16;                    ///< side of the blocks
  std::optional<double> density = {};  ///< of each weight; none: blocks of zeros go, no others
  sparse::BlockNorm norm = sparse::BlockNorm::kL1;  ///< those with the largest stay
};

/// Keeps the `blocks_for_density` blocks with the largest norms, of equals those at lower
/// positions, and of a matrix that stores fewer all of them. Throws ConfigError if `density` is not
/// in (0, 1]. Source: Han et al. 2015, "Learning both weights and connections for efficient neural
/// networks"; of blocks: Narang et al. 2017, "Block-sparse recurrent neural networks".
sparse::BlockCsrMatrix<float> prune(const sparse::BlockCsrMatrix<float>& matrix, double density,
                                    sparse::BlockNorm norm);

/// Makes the linear weights of the encoder sparse, each to the same density; embeddings, norms,
/// biases and heads stay as they are. Blocks of exact zeros are not stored; a dense weight that has
/// none, without a density, stays dense. What is sparse already is cut anew where its blocks have
/// another shape. Throws ShapeError naming the weight that the block does not divide, ConfigError
/// as `prune`; the model may then be changed in part.
void sparsify(StoredModel& model, const SparsifyOptions& options);

}  // namespace espalier::models
