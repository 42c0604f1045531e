// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/implementation.h"

namespace espalier::benchmarks {

bool is_dense(Product product) { return dense_counterpart(product) == product; }

DenseOperands::DenseOperands(const Problem& problem, Product product) {
  const auto [out, in, tokens, block, density] = problem.shape();
  switch (product) {
    case Product::kGemm:
      a = problem.dense_w().data(), b = problem.x().data();
      m = out, n = tokens, k = in, lda = in, ldb = tokens;
      break;
    case Product::kGemmTransposed:
      a = problem.dense_w().data(), b = problem.dy().data(), transpose_a = true;
      m = in, n = tokens, k = out, lda = in, ldb = tokens;
      break;
    default:
      a = problem.dy().data(), b = problem.x().data(), transpose_b = true;
      m = out, n = in, k = tokens, lda = tokens, ldb = tokens;
      break;
  }
  c.resize(static_cast<std::size_t>(m * n));
}

std::vector<Implementation> implementations() {
  std::vector<Implementation> all = {espalier_implementation(), espalier_reference_implementation(),
                                     eigen_implementation(), onednn_implementation()};
  if (Implementation openblas = openblas_implementation(); !openblas.name.empty())
    all.push_back(std::move(openblas));
  return all;
}

}  // namespace espalier::benchmarks
