// SPDX-License-Identifier: Apache-2.0
// The header of release 7.4 does not say itself that its functions are C.
extern "C" {
#include <GraphBLAS.h>
}

#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include <espalier/benchmarks/baselines/implementation.h>

namespace espalier::benchmarks {
namespace {

void check(GrB_Info info, const char* call) {
  if (info != GrB_SUCCESS && info != GrB_NO_VALUE)
    throw std::runtime_error(std::string("graphblas: ") + call + " returned " +
                             std::to_string(info));
}

void start_library() {
  static const bool started = [] {
    check(GrB_init(GrB_NONBLOCKING), "GrB_init");
    return true;
  }();
  static_cast<void>(started);
}

GrB_Index extent(Index i) { return static_cast<GrB_Index>(i); }

/// A matrix of the library, by rows.
class Matrix {
 public:
  Matrix(Index rows, Index cols) {
    start_library();
    check(GrB_Matrix_new(&matrix_, GrB_FP32, extent(rows), extent(cols)), "GrB_Matrix_new");
  }
  /// Every entry present.
  static Matrix full(Index rows, Index cols, const float* values) {
    Matrix made(rows, cols);
    check(GrB_Matrix_free(&made.matrix_), "GrB_Matrix_free");
    const std::size_t bytes = static_cast<std::size_t>(rows * cols) * sizeof(float);
    void* copy = std::malloc(bytes);  // the library takes it over and frees it
    if (copy == nullptr) throw std::bad_alloc();
    std::memcpy(copy, values, bytes);
    check(GxB_Matrix_import_FullR(&made.matrix_, GrB_FP32, extent(rows), extent(cols), &copy, bytes,
                                  false, nullptr),
          "GxB_Matrix_import_FullR");
    return made;
  }
  /// The stored values of the weights, or their transpose.
  static Matrix weights(const Problem& problem, bool transposed) {
    Matrix made(transposed ? problem.shape().in : problem.shape().out,
                transposed ? problem.shape().out : problem.shape().in);
    std::vector<GrB_Index> rows, cols;
    for (const auto& [row, col] : problem.stored_positions()) {
      rows.push_back(extent(transposed ? col : row));
      cols.push_back(extent(transposed ? row : col));
    }
    check(GrB_Matrix_build_FP32(made.matrix_, rows.data(), cols.data(), problem.w().values().data(),
                                rows.size(), GrB_PLUS_FP32),
          "GrB_Matrix_build_FP32");
    made.finish();
    return made;
  }
  Matrix(Matrix&& other) noexcept : matrix_(std::exchange(other.matrix_, nullptr)) {}
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
  ~Matrix() { GrB_Matrix_free(&matrix_); }

  GrB_Matrix handle() const { return matrix_; }
  void finish() { check(GrB_Matrix_wait(matrix_, GrB_MATERIALIZE), "GrB_Matrix_wait"); }
  /// Row-major values, 0 where there is no entry.
  std::vector<float> dense() const {
    GrB_Index rows = 0, cols = 0, count = 0;
    check(GrB_Matrix_nrows(&rows, matrix_), "GrB_Matrix_nrows");
    check(GrB_Matrix_ncols(&cols, matrix_), "GrB_Matrix_ncols");
    check(GrB_Matrix_nvals(&count, matrix_), "GrB_Matrix_nvals");
    std::vector<GrB_Index> row(count), col(count);
    std::vector<float> value(count), all(rows * cols);
    check(GrB_Matrix_extractTuples_FP32(row.data(), col.data(), value.data(), &count, matrix_),
          "GrB_Matrix_extractTuples_FP32");
    for (std::size_t i = 0; i < count; ++i) all[row[i] * cols + col[i]] = value[i];
    return all;
  }

 private:
  GrB_Matrix matrix_ = nullptr;
};

class Descriptor {
 public:
  explicit Descriptor(int threads) {
    check(GrB_Descriptor_new(&descriptor_), "GrB_Descriptor_new");
    check(GxB_Desc_set(descriptor_, GxB_DESCRIPTOR_NTHREADS, threads), "GxB_Desc_set");
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { GrB_Descriptor_free(&descriptor_); }
  GrB_Descriptor handle() const { return descriptor_; }
  void set(GrB_Desc_Field field, GrB_Desc_Value value) {
    check(GrB_Descriptor_set(descriptor_, field, value), "GrB_Descriptor_set");
  }

 private:
  GrB_Descriptor descriptor_ = nullptr;
};

/// Sparse times full. Accumulating into a full matrix of zeros is five times as fast as a plain
/// product, which goes through a sparse result; setting the zeros is part of the run.
class SparseProduct : public Runner {
 public:
  SparseProduct(const Problem& problem, bool transposed, int threads)
      : w_(Matrix::weights(problem, transposed)),
        input_(transposed
                   ? Matrix::full(problem.shape().out, problem.shape().tokens, problem.dy().data())
                   : Matrix::full(problem.shape().in, problem.shape().tokens, problem.x().data())),
        output_(transposed ? problem.shape().in : problem.shape().out, problem.shape().tokens),
        rows_(extent(transposed ? problem.shape().in : problem.shape().out)),
        cols_(extent(problem.shape().tokens)),
        descriptor_(threads) {}
  void run() override {
    check(GrB_Matrix_assign_FP32(output_.handle(), nullptr, nullptr, 0.0f, GrB_ALL, rows_, GrB_ALL,
                                 cols_, descriptor_.handle()),
          "GrB_Matrix_assign_FP32");
    check(GrB_mxm(output_.handle(), nullptr, GrB_PLUS_FP32, GrB_PLUS_TIMES_SEMIRING_FP32,
                  w_.handle(), input_.handle(), descriptor_.handle()),
          "GrB_mxm");
    output_.finish();
  }
  std::vector<float> result() const override { return output_.dense(); }

 private:
  Matrix w_, input_, output_;
  GrB_Index rows_, cols_;
  Descriptor descriptor_;
};

/// Full times full transposed under the structural mask of the weights.
class SampledProduct : public Runner {
 public:
  SampledProduct(const Problem& problem, int threads)
      : problem_(problem),
        mask_(Matrix::weights(problem, false)),
        dy_(Matrix::full(problem.shape().out, problem.shape().tokens, problem.dy().data())),
        x_(Matrix::full(problem.shape().in, problem.shape().tokens, problem.x().data())),
        output_(problem.shape().out, problem.shape().in),
        descriptor_(threads) {
    descriptor_.set(GrB_MASK, GrB_STRUCTURE);
    descriptor_.set(GrB_INP1, GrB_TRAN);
    descriptor_.set(GrB_OUTP, GrB_REPLACE);
  }
  void run() override {
    check(GrB_mxm(output_.handle(), mask_.handle(), nullptr, GrB_PLUS_TIMES_SEMIRING_FP32,
                  dy_.handle(), x_.handle(), descriptor_.handle()),
          "GrB_mxm");
    output_.finish();
  }
  std::vector<float> result() const override {
    const std::vector<float> all = output_.dense();
    std::vector<float> stored;
    for (const auto& [row, col] : problem_.stored_positions())
      stored.push_back(all[static_cast<std::size_t>(row * problem_.shape().in + col)]);
    return stored;
  }

 private:
  const Problem& problem_;
  Matrix mask_, dy_, x_, output_;
  Descriptor descriptor_;
};

/// Its dense products are slower than its sparse ones and are not offered. It builds no matrix of
/// no entries.
bool offers(const Shape& shape, Product product, int /*threads*/) {
  return !shape.dense() && shape.density > 0 && shape.type == Type::kF32 &&
         product != Product::kTopologyUpdate && !is_plain(product);
}

std::unique_ptr<Runner> make(const Problem& problem, Product product, int threads) {
  if (product == Product::kLayerStep) return nullptr;
  if (product == Product::kSddmm) return std::make_unique<SampledProduct>(problem, threads);
  return std::make_unique<SparseProduct>(problem, product == Product::kSpmmTransposed, threads);
}

}  // namespace

Implementation graphblas_implementation() {
  return {"graphblas",
          "SuiteSparse:GraphBLAS " + std::to_string(GxB_IMPLEMENTATION_MAJOR) + "." +
              std::to_string(GxB_IMPLEMENTATION_MINOR) + "." +
              std::to_string(GxB_IMPLEMENTATION_SUB) +
              ", by rows, mxm into a full matrix and masked mxm",
          &offers, &make};
}

}  // namespace espalier::benchmarks
