// SPDX-License-Identifier: Apache-2.0
#include <libxsmm.h>

#include <cstdlib>

#include <espalier/benchmarks/baselines/implementation.h>

namespace espalier::benchmarks {
namespace {

/// "spmdm": sparse times dense on row-major [features, tokens]. The weights are cut into sparse
/// slices once, which is not part of a run. The input gradient uses slices of the transposed
/// weights.
class SpmdmRunner : public Runner {
 public:
  SpmdmRunner(const Problem& problem, bool transposed)
      : input_(transposed ? problem.dy().data() : problem.x().data()) {
    const Shape& s = problem.shape();
    const Index rows = transposed ? s.in : s.out, inner = transposed ? s.out : s.in;
    // The slices are made from a dense matrix; its own option for a transposed one is not used, so
    // that both directions are certain to compute the same way.
    AlignedVector<float> w(problem.dense_w());
    if (transposed) {
      for (Index r = 0; r < s.out; ++r)
        for (Index c = 0; c < s.in; ++c)
          w[static_cast<std::size_t>(c * s.out + r)] =
              problem.dense_w()[static_cast<std::size_t>(r * s.in + c)];
    }
    libxsmm_spmdm_init(static_cast<int>(rows), static_cast<int>(s.tokens), static_cast<int>(inner),
                       1, &handle_, &slices_);
    for (int i = 0; i < libxsmm_spmdm_get_num_createSparseSlice_blocks(&handle_); ++i)
      libxsmm_spmdm_createSparseSlice_fp32_thread(&handle_, 'N', w.data(), slices_, i, 0, 1);
    output_.resize(static_cast<std::size_t>(rows * s.tokens));
  }
  SpmdmRunner(const SpmdmRunner&) = delete;
  SpmdmRunner& operator=(const SpmdmRunner&) = delete;
  ~SpmdmRunner() override { libxsmm_spmdm_destroy(&handle_); }

  void run() override {
    const float alpha = 1, beta = 0;
    const int count = libxsmm_spmdm_get_num_compute_blocks(&handle_);
    for (int i = 0; i < count; ++i)
      libxsmm_spmdm_compute_fp32_thread(&handle_, 'N', 'N', &alpha, slices_, input_, 'N', &beta,
                                        output_.data(), i, 0, 1);
  }
  std::vector<float> result() const override { return {output_.begin(), output_.end()}; }

 private:
  const float* input_;
  libxsmm_spmdm_handle handle_{};
  libxsmm_CSR_sparseslice* slices_ = nullptr;
  AlignedVector<float> output_;
};

bool offers(const Shape& shape, Product product, int threads) {
  return threads == 1 && !shape.dense() && shape.type == Type::kF32 &&
         (product == Product::kSpmm || product == Product::kSpmmTransposed);
}

std::unique_ptr<Runner> make(const Problem& problem, Product product, int /*threads*/) {
  return std::make_unique<SpmdmRunner>(problem, product == Product::kSpmmTransposed);
}

}  // namespace

Implementation libxsmm_implementation() {
  if (const char* const forced = forced_target_of_peer("skx", "hsw", "wsm"))
    ::setenv("LIBXSMM_TARGET", forced, 1);
  libxsmm_init();
  return {"libxsmm",
          std::string("version ") + LIBXSMM_VERSION + ", target " + libxsmm_get_target_arch() +
              ", spmdm compute on row-major [features, tokens]",
          &offers, &make};
}

}  // namespace espalier::benchmarks
