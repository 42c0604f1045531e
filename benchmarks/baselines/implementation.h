// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <espalier/benchmarks/measure/problem.h>
#include <espalier/benchmarks/measure/runner.h>

namespace espalier::benchmarks {

/// An implementation has a product that it offers, but not on this processor.
class NotOnThisProcessor : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Something that computes products: this library's variants and the libraries it is compared with.
struct Implementation {
  std::string name;
  /// A line for the context of the report: version, instruction set, layout.
  std::string description;
  /// Whether it has this product for shapes of this kind on so many threads.
  bool (*offers)(const Shape& shape, Product product, int threads);
  /// Makes an offered product ready; `problem` must outlive the runner. A step is made by
  /// `make_runner` from the single products where this returns null. Throws NotOnThisProcessor.
  std::unique_ptr<Runner> (*make)(const Problem& problem, Product product, int threads);
};

/// Those of this build that can run here; libraries that are not installed are left out.
const std::vector<Implementation>& implementations();

/// Names of those that have a product of one of these shapes on one thread, but none on `threads`.
std::vector<std::string> one_thread_only(std::span<const Shape> shapes, int threads);

/// Makes an offered product ready. Without operand sets of its own it reads those of `problem`;
/// with them, successive runs use copies of `problem` in turn, so that no run finds its operands in
/// a cache that is smaller than all of them.
std::unique_ptr<Runner> make_runner(const Implementation& implementation, const Problem& problem,
                                    Product product, int threads, int operand_sets = 0);

/// The same, compared with the reference before anything is timed. Whatever a library throws, but
/// for NotOnThisProcessor, becomes a std::runtime_error that begins with the name of `what`.
std::unique_ptr<Runner> make_verified_runner(const Implementation& implementation,
                                             const Problem& problem, const Case& what,
                                             int operand_sets = 0);

/// Runs a fresh runner, each operand set once, and compares it with the reference. Throws
/// std::runtime_error that names the benchmark if they differ: a wrong result has no speed.
void verify_or_throw(Runner& runner, const Problem& problem, Product product,
                     const std::string& name, int operand_sets = 0);

/// What another library calls the instruction set that ESPALIER_SIMD_TARGET forces this process
/// to, so that it can be told to stay within it: one of the names given here; null if none is
/// forced.
const char* forced_target_of_peer(const char* avx512, const char* avx2, const char* sse4);

Implementation espalier_implementation();
Implementation espalier_reference_implementation();
/// What packed models do with weights that stay: `models::SlicedRows`. One token alone.
Implementation espalier_sliced_implementation();
/// Products of Eigen, and loops over blocks on it, compiled for this processor, of the first of the
/// folders that has their module. If none has, one that offers nothing and says why.
std::vector<Implementation> eigen_implementations(std::span<const std::filesystem::path> folders);
Implementation onednn_implementation();
/// These are loaded at run time; an implementation without a name if they are not installed.
Implementation mkl_implementation();
Implementation openblas_implementation();
#if defined(ESPALIER_BENCH_HAS_GRAPHBLAS)
Implementation graphblas_implementation();
#endif
#if defined(ESPALIER_BENCH_HAS_LIBXSMM)
Implementation libxsmm_implementation();
#endif
#if defined(ESPALIER_BENCH_HAS_LIBRSB)
Implementation librsb_implementation();
#endif

/// A dense product in row-major arrays, for libraries that have a BLAS-like call: c = op(a) op(b).
/// Activations are [features, tokens], or [tokens, features] for a plain product.
class DenseOperands {
 public:
  DenseOperands(const Problem& problem, Product product);
  DenseOperands(const DenseOperands&) = delete;
  DenseOperands& operator=(const DenseOperands&) = delete;
  /// c as `Problem::verify` expects it.
  std::vector<float> result() const;

  const float* a;
  const float* b;
  bool transpose_a = false;
  bool transpose_b = false;
  Index m, n, k;
  Index lda, ldb;
  AlignedVector<float> c;  ///< [m, n]

 private:
  void set_packed(const Problem& problem, Product product);
  void set_plain(const Problem& problem, Product product);

  bool transpose_c_ = false;
  AlignedVector<float> x_, dy_;  ///< [tokens, features], if the product is plain
};

/// The transpose of a row-major matrix [rows, cols].
AlignedVector<float> transposed(std::span<const float> values, Index rows, Index cols);

/// What a library with nothing but dense products of type f32 offers.
bool offers_dense(const Shape& shape, Product product, int threads);

}  // namespace espalier::benchmarks
