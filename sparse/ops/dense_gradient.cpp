// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/dense_gradient.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/balanced_tree.h>
#include <espalier/sparse/ops/gemm.h>
#include <espalier/sparse/ops/operand_check.h>

namespace espalier::sparse {
namespace {

void form_dense_part(const GradientParts::Part& part, MatrixView<float> dw,
                     const Context& context) {
  if (part.x->tokens() > 0) return gemm_weight_gradient(*part.dy, *part.x, dw, false, context);
  std::fill_n(dw.data, dw.rows * dw.cols, 0.0F);
}

}  // namespace

void dense_gradient(const GradientParts& gradient, MatrixView<float> dw, const Context& context) {
  check_matrix("dense_gradient", "dw", dw);
  check_parts("dense_gradient", gradient, dw.rows, dw.cols);
  expect_equal("dense_gradient", "row stride of dw", dw.stride, dw.cols);
  const std::span<float> values(dw.data, static_cast<std::size_t>(dw.rows * dw.cols));
  if (gradient.parts.empty()) std::ranges::fill(values, 0.0F);
  std::vector<AlignedVector<float>> aside;
  const auto put_aside = [&](Index level) {
    if (std::ssize(aside) <= level) aside.resize(static_cast<std::size_t>(level) + 1);
    aside[static_cast<std::size_t>(level)].assign(values.begin(), values.end());
  };
  const auto add = [&](Index level) {
    const MatrixView<const float> from(aside[static_cast<std::size_t>(level)].data(), dw.rows,
                                       dw.cols);
    context.parallel_for(dw.rows, [&](Index r) {
      for (Index c = 0; c < dw.cols; ++c) dw(r, c) += from(r, c);
    });
  };
  if (!gradient.parts.empty())
    add_by_tree(
        0, std::ssize(gradient.parts),
        [&](Index i) { form_dense_part(gradient.parts[static_cast<std::size_t>(i)], dw, context); },
        put_aside, add);
  if (gradient.peers != nullptr) gradient.peers->sum(values);
}

}  // namespace espalier::sparse
