// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/sparsify_model.h>

#include <vector>

#include <espalier/models/families/declaration.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/sparse/topology/random_pattern.h>
#include <espalier/sparse/topology/select.h>
#include <espalier/sparse/topology/topology_edit.h>

namespace espalier::models {
namespace {

sparse::BlockCsrMatrix<float> in_blocks(const StoredTensor& tensor, sparse::BlockShape block) {
  if (tensor.is_sparse()) {
    sparse::BlockCsrMatrix<float> matrix(tensor.pattern, tensor.values);
    return tensor.pattern->block() == block ? matrix : sparse::reblock(matrix, block);
  }
  const MatrixView<const float> dense(tensor.values.data(), tensor.shape[0], tensor.shape[1]);
  return sparse::from_dense(dense, block);
}

}  // namespace

sparse::BlockCsrMatrix<float> prune(const sparse::BlockCsrMatrix<float>& matrix, double density,
                                    sparse::BlockNorm norm) {
  const sparse::BlockPattern& pattern = matrix.pattern();
  const Index kept = sparse::blocks_for_density(pattern.grid_size(), density);
  if (pattern.blocks() <= kept) return matrix;
  std::vector<double> norms = sparse::block_norms(pattern, matrix.values(), norm);
  // Of equal norms the lower position stays: what goes is what `largest` does not name.
  std::vector<bool> stays(norms.size());
  for (const Index block : sparse::largest(norms, kept))
    stays[static_cast<std::size_t>(block)] = true;
  sparse::TopologyEdit edit;
  for (Index block = 0; block < pattern.blocks(); ++block)
    if (!stays[static_cast<std::size_t>(block)]) edit.drop.push_back(block);
  const sparse::EditResult result = sparse::apply_edit(pattern, edit);
  sparse::BlockCsrMatrix<float> pruned(result.pattern);
  result.remap.move(matrix.values(), pruned.values());
  return pruned;
}

void sparsify(StoredModel& model, const SparsifyOptions& options) {
  const sparse::BlockShape block = {.rows = options.block, .cols = options.block};
  for (const LinearWeight& weight : declare(model.config).weights) {
    if (!weight.may_be_sparse) continue;
    static_cast<void>(model.at(weight.name, {weight.rows, weight.cols}));
    StoredTensor& tensor = model.parameters.at(weight.name);
    try {
      sparse::BlockCsrMatrix<float> matrix = in_blocks(tensor, block);
      if (options.density) matrix = prune(matrix, *options.density, options.norm);
      const sparse::PatternPtr& pattern = matrix.pattern_ptr();
      if (!tensor.is_sparse() && !options.density && pattern->blocks() == pattern->grid_size())
        continue;
      tensor.values.assign(matrix.values().begin(), matrix.values().end());
      tensor.pattern = pattern;
    } catch (const ShapeError& error) {
      throw ShapeError(model.origin + ": " + weight.name + ": " + error.what());
    }
  }
}

}  // namespace espalier::models
