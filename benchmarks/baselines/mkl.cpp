// SPDX-License-Identifier: Apache-2.0
// oneMKL, if the dynamic loader finds it; its headers are not needed.
#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <stdexcept>

#include <espalier/benchmarks/baselines/implementation.h>

namespace espalier::benchmarks {
namespace {

// Constants of the CBLAS standard and of mkl_spblas.h.
constexpr int kRowMajor = 101, kNoTranspose = 111, kTranspose = 112;
constexpr int kSparseNoTranspose = 10, kSparseGeneral = 20, kZeroBased = 0;
constexpr int kThreadingSequential = 1;

struct MatrixDescription {
  int type = kSparseGeneral;
  int mode = 0;
  int diagonal = 0;
};

/// The C interface with 32-bit integers, as far as it is used here.
struct Mkl {
  int (*set_threading_layer)(int);
  void (*get_version_string)(char*, int);
  void (*sgemm)(int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha,
                const float* a, int lda, const float* b, int ldb, float beta, float* c, int ldc);
  int (*create_csr)(void** matrix, int base, int rows, int cols, int* row_begins, int* row_ends,
                    int* columns, float* values);
  int (*create_bsr)(void** matrix, int base, int layout, int rows, int cols, int block,
                    int* row_begins, int* row_ends, int* columns, float* values);
  int (*set_mm_hint)(void* matrix, int operation, MatrixDescription, int layout, int columns,
                     int calls);
  int (*optimize)(void* matrix);
  int (*mm)(int operation, float alpha, void* matrix, MatrixDescription, int layout, const float* x,
            int columns, int ldx, float beta, float* y, int ldy);
  int (*destroy)(void* matrix);
};

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

const Mkl* mkl() {
  static Mkl loaded;
  static const bool complete = [] {
    void* library = nullptr;
    if (const char* const forced = forced_target_of_peer("AVX512", "AVX2", "SSE4_2"))
      ::setenv("MKL_ENABLE_INSTRUCTIONS", forced, 1);
    for (const char* name : {"libmkl_rt.so.2", "libmkl_rt.so.1", "libmkl_rt.so"})
      if (library == nullptr) library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return false;
    const bool found = find(library, "MKL_Set_Threading_Layer", loaded.set_threading_layer) &&
                       find(library, "mkl_get_version_string", loaded.get_version_string) &&
                       find(library, "cblas_sgemm", loaded.sgemm) &&
                       find(library, "mkl_sparse_s_create_csr", loaded.create_csr) &&
                       find(library, "mkl_sparse_s_create_bsr", loaded.create_bsr) &&
                       find(library, "mkl_sparse_set_mm_hint", loaded.set_mm_hint) &&
                       find(library, "mkl_sparse_optimize", loaded.optimize) &&
                       find(library, "mkl_sparse_s_mm", loaded.mm) &&
                       find(library, "mkl_sparse_destroy", loaded.destroy);
    if (found) loaded.set_threading_layer(kThreadingSequential);
    return found;
  }();
  return complete ? &loaded : nullptr;
}

int narrow(Index i) { return static_cast<int>(i); }

void check(int status, const char* call) {
  if (status != 0)
    throw std::runtime_error(std::string("mkl: ") + call + " returned " + std::to_string(status));
}

class DenseRunner : public Runner {
 public:
  DenseRunner(const Problem& problem, Product product) : o_(problem, product) {}
  void run() override {
    mkl()->sgemm(kRowMajor, o_.transpose_a ? kTranspose : kNoTranspose,
                 o_.transpose_b ? kTranspose : kNoTranspose, narrow(o_.m), narrow(o_.n),
                 narrow(o_.k), 1.0f, o_.a, narrow(o_.lda), o_.b, narrow(o_.ldb), 0.0f, o_.c.data(),
                 narrow(o_.n));
  }
  std::vector<float> result() const override { return o_.result(); }

 private:
  DenseOperands o_;
};

/// Inspector-executor product on row-major [features, tokens]: BSR for blocks, CSR for single
/// values. The input gradient stores the transposed weights.
class SparseRunner : public Runner {
 public:
  SparseRunner(const Problem& problem, bool transposed)
      : input_(transposed ? problem.dy().data() : problem.x().data()),
        tokens_(narrow(problem.shape().tokens)) {
    const sparse::BlockPattern& pattern = problem.w().pattern();
    const Index block = pattern.block().rows;
    const Index rows = transposed ? pattern.cols() : pattern.rows();
    const Index cols = transposed ? pattern.rows() : pattern.cols();
    const auto offsets = transposed ? pattern.column_offsets() : pattern.row_offsets();
    for (const Index offset : offsets) offsets_.push_back(narrow(offset));
    for (Index k = 0; k < pattern.blocks(); ++k) {
      const auto at = static_cast<std::size_t>(k);
      columns_.push_back(transposed ? pattern.column_rows()[at] : pattern.columns()[at]);
      const auto values = problem.w().block(transposed ? pattern.column_blocks()[at] : k);
      for (Index i = 0; i < block; ++i)
        for (Index j = 0; j < block; ++j)
          values_.push_back(
              values[static_cast<std::size_t>(transposed ? j * block + i : i * block + j)]);
    }
    output_.resize(static_cast<std::size_t>(rows * problem.shape().tokens));
    if (block == 1)
      check(mkl()->create_csr(&matrix_, kZeroBased, narrow(rows), narrow(cols), offsets_.data(),
                              offsets_.data() + 1, columns_.data(), values_.data()),
            "mkl_sparse_s_create_csr");
    else
      check(mkl()->create_bsr(&matrix_, kZeroBased, kRowMajor, narrow(rows / block),
                              narrow(cols / block), narrow(block), offsets_.data(),
                              offsets_.data() + 1, columns_.data(), values_.data()),
            "mkl_sparse_s_create_bsr");
    constexpr int kExpectedCalls = 1000;
    // The hint may be refused for a format without a special form; the product works all the same.
    mkl()->set_mm_hint(matrix_, kSparseNoTranspose, {}, kRowMajor, tokens_, kExpectedCalls);
    mkl()->optimize(matrix_);
  }
  SparseRunner(const SparseRunner&) = delete;
  SparseRunner& operator=(const SparseRunner&) = delete;
  ~SparseRunner() override { mkl()->destroy(matrix_); }

  void run() override {
    check(mkl()->mm(kSparseNoTranspose, 1.0f, matrix_, {}, kRowMajor, input_, tokens_, tokens_,
                    0.0f, output_.data(), tokens_),
          "mkl_sparse_s_mm");
  }
  std::vector<float> result() const override { return {output_.begin(), output_.end()}; }

 private:
  const float* input_;
  int tokens_;
  std::vector<int> offsets_, columns_;
  AlignedVector<float> values_, output_;
  void* matrix_ = nullptr;
};

/// On one thread; it has no sampled product, and takes no arrays of no entries.
bool offers(const Shape& shape, Product product, int threads) {
  if (threads != 1) return false;
  if (shape.dense()) return offers_dense(shape, product, threads);
  return shape.density > 0 && shape.type == Type::kF32 &&
         (product == Product::kSpmm || product == Product::kSpmmTransposed);
}

std::unique_ptr<Runner> make(const Problem& problem, Product product, int /*threads*/) {
  if (product == Product::kLayerStep) return nullptr;
  if (problem.shape().dense()) return std::make_unique<DenseRunner>(problem, product);
  return std::make_unique<SparseRunner>(problem, product == Product::kSpmmTransposed);
}

}  // namespace

Implementation mkl_implementation() {
  if (mkl() == nullptr) return {};
  std::array<char, 256> version{};
  // The library pads with blanks and does not end the text.
  mkl()->get_version_string(version.data(), static_cast<int>(version.size()) - 1);
  std::string text = version.data();
  text.erase(text.find_last_not_of(' ') + 1);
  return {"mkl",
          text + ", cblas_sgemm and mkl_sparse_s_mm (CSR, BSR) on row-major [features, tokens]",
          &offers, &make};
}

}  // namespace espalier::benchmarks
