// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "benchmarks/problem.h"

namespace espalier::benchmarks {

/// One product with its operands packed in the layout that suits an implementation best, ready to
/// be run again and again. Packing and planning are not part of a run.
class Runner {
 public:
  virtual ~Runner() = default;
  virtual void run() = 0;
  /// What the last run computed, in the layout that `Problem::verify` expects.
  virtual std::vector<float> result() const = 0;
};

/// Something that computes products: this library's variants and the libraries it is compared with.
struct Implementation {
  std::string name;
  /// A line for the context of the report: version, instruction set, number of threads.
  std::string description;
  /// Makes a product ready; null if the implementation does not offer it or not on `threads`.
  std::unique_ptr<Runner> (*make)(const Problem& problem, Product product, int threads);
};

/// Those of this build that can run here; libraries that are not installed are left out.
std::vector<Implementation> implementations();

Implementation espalier_implementation();
Implementation espalier_reference_implementation();
Implementation eigen_implementation();
Implementation onednn_implementation();
/// An implementation without a name if OpenBLAS is not installed.
Implementation openblas_implementation();

/// A dense product in plain row-major arrays [features, tokens], for libraries that have a
/// BLAS-like call: c = op(a) op(b).
struct DenseOperands {
  DenseOperands(const Problem& problem, Product product);

  const float* a;
  const float* b;
  bool transpose_a = false;
  bool transpose_b = false;
  Index m, n, k;
  Index lda, ldb;
  std::vector<float> c;  ///< [m, n]
};

/// Whether `product` is one of the dense ones.
bool is_dense(Product product);

}  // namespace espalier::benchmarks
