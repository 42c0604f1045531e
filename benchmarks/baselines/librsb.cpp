// SPDX-License-Identifier: Apache-2.0
#include <rsb.h>

#include <stdexcept>

#include <espalier/benchmarks/baselines/implementation.h>

namespace espalier::benchmarks {
namespace {

void check(rsb_err_t error, const char* call) {
  if (error != RSB_ERR_NO_ERROR)
    throw std::runtime_error(std::string("librsb: ") + call + " returned " + std::to_string(error));
}

void start_library() {
  static const bool started = [] {
    check(rsb_lib_init(RSB_NULL_INIT_OPTIONS), "rsb_lib_init");
    return true;
  }();
  static_cast<void>(started);
}

/// Recursive sparse blocks times row-major [features, tokens]. The input gradient stores the
/// transposed weights, since the library's transposed product is far slower.
class SparseProduct : public Runner {
 public:
  SparseProduct(const Problem& problem, bool transposed, int threads)
      : input_(transposed ? problem.dy().data() : problem.x().data()),
        tokens_(static_cast<rsb_coo_idx_t>(problem.shape().tokens)),
        threads_(threads) {
    start_library();
    const Shape& s = problem.shape();
    const Index rows = transposed ? s.in : s.out, cols = transposed ? s.out : s.in;
    std::vector<rsb_coo_idx_t> row, col;
    for (const auto& [r, c] : problem.stored_positions()) {
      row.push_back(static_cast<rsb_coo_idx_t>(transposed ? c : r));
      col.push_back(static_cast<rsb_coo_idx_t>(transposed ? r : c));
    }
    output_.resize(static_cast<std::size_t>(rows * s.tokens));
    rsb_err_t error = RSB_ERR_NO_ERROR;
    matrix_ = rsb_mtx_alloc_from_coo_const(
        problem.w().values().data(), row.data(), col.data(), static_cast<rsb_nnz_idx_t>(row.size()),
        RSB_NUMERICAL_TYPE_FLOAT, static_cast<rsb_coo_idx_t>(rows),
        static_cast<rsb_coo_idx_t>(cols), 1, 1, RSB_FLAG_DEFAULT_RSB_MATRIX_FLAGS, &error);
    check(error, "rsb_mtx_alloc_from_coo_const");
    tune();
  }
  SparseProduct(const SparseProduct&) = delete;
  SparseProduct& operator=(const SparseProduct&) = delete;
  ~SparseProduct() override { rsb_mtx_free(matrix_); }

  void run() override {
    set_threads();
    const float alpha = 1, beta = 0;
    check(rsb_spmm(RSB_TRANSPOSITION_N, &alpha, matrix_, tokens_, RSB_FLAG_WANT_ROW_MAJOR_ORDER,
                   input_, tokens_, &beta, output_.data(), tokens_),
          "rsb_spmm");
  }
  std::vector<float> result() const override { return {output_.begin(), output_.end()}; }

 private:
  void set_threads() {
    check(rsb_lib_set_opt(RSB_IO_WANT_EXECUTING_THREADS, &threads_), "rsb_lib_set_opt");
  }
  /// Lets the library look for a better structure, for a bounded time.
  void tune() {
    constexpr rsb_int_t kMaximumRounds = 2;
    constexpr rsb_time_t kMaximumSeconds = 1;
    set_threads();
    const float alpha = 1, beta = 0;
    check(
        rsb_tune_spmm(&matrix_, nullptr, nullptr, kMaximumRounds, kMaximumSeconds,
                      RSB_TRANSPOSITION_N, &alpha, nullptr, tokens_, RSB_FLAG_WANT_ROW_MAJOR_ORDER,
                      input_, tokens_, &beta, output_.data(), tokens_),
        "rsb_tune_spmm");
  }

  const float* input_;
  rsb_coo_idx_t tokens_;
  rsb_int_t threads_;
  rsb_mtx_t* matrix_ = nullptr;
  AlignedVector<float> output_;
};

bool offers(const Shape& shape, Product product, int /*threads*/) {
  return !shape.dense() && shape.type == Type::kF32 &&
         (product == Product::kSpmm || product == Product::kSpmmTransposed);
}

std::unique_ptr<Runner> make(const Problem& problem, Product product, int threads) {
  return std::make_unique<SparseProduct>(problem, product == Product::kSpmmTransposed, threads);
}

}  // namespace

Implementation librsb_implementation() {
  return {"librsb",
          std::string("version ") + RSB_LIBRSB_VER_STRING +
              ", autotuned for at most a second, row-major [features, tokens]",
          &offers, &make};
}

}  // namespace espalier::benchmarks
