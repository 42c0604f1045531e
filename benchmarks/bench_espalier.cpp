// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/implementation.h"
#include "sparse/format/activations.h"
#include "sparse/ops/gemm.h"
#include "sparse/ops/kernel_variant.h"
#include "sparse/ops/sddmm.h"
#include "sparse/ops/spmm.h"

namespace espalier::benchmarks {
namespace {

using sparse::Activations;

/// Products on token panels, with the kernel variant of the context.
class EspalierRunner : public Runner {
 public:
  EspalierRunner(const Problem& problem, Product product, int threads, const std::string& kernel)
      : problem_(problem),
        product_(product),
        context_({.threads = threads, .kernel = kernel}),
        x_(sparse::pack({problem.x().data(), problem.shape().in, problem.shape().tokens})),
        dy_(sparse::pack({problem.dy().data(), problem.shape().out, problem.shape().tokens})) {
    const Shape& shape = problem.shape();
    if (!is_dense(product)) plan_ = make_plan(problem.w().pattern_ptr(), context_);
    if (writes_weights())
      gradient_.resize(is_dense(product) ? problem.dense_w().size() : problem.w().values().size());
    else
      output_ = Activations(shape.tokens, writes_inputs() ? shape.in : shape.out);
  }

  void run() override {
    const Shape& shape = problem_.shape();
    const MatrixView<const float> w(problem_.dense_w().data(), shape.out, shape.in);
    switch (product_) {
      case Product::kSpmm:
        return spmm(plan_, problem_.w().values(), x_, output_, {}, context_);
      case Product::kSpmmTransposed:
        return spmm_transposed(plan_, problem_.w().values(), dy_, output_, {}, context_);
      case Product::kSddmm:
        return sddmm(plan_, dy_, x_, gradient_, false, context_);
      case Product::kGemm:
        return gemm(w, x_, output_, {}, context_);
      case Product::kGemmTransposed:
        return gemm_transposed(w, dy_, output_, {}, context_);
      case Product::kGemmWeightGradient:
        return gemm_weight_gradient(dy_, x_, {gradient_.data(), shape.out, shape.in}, false,
                                    context_);
    }
  }

  std::vector<float> result() const override {
    if (writes_weights()) return {gradient_.begin(), gradient_.end()};
    std::vector<float> out(static_cast<std::size_t>(output_.features() * output_.tokens()));
    unpack(output_, {out.data(), output_.features(), output_.tokens()});
    return out;
  }

 private:
  bool writes_weights() const {
    return product_ == Product::kSddmm || product_ == Product::kGemmWeightGradient;
  }
  bool writes_inputs() const {
    return product_ == Product::kSpmmTransposed || product_ == Product::kGemmTransposed;
  }

  const Problem& problem_;
  Product product_;
  Context context_;
  sparse::ProductPlan plan_;
  Activations x_, dy_, output_;
  AlignedVector<float> gradient_;
};

template <const char* kKernel>
std::unique_ptr<Runner> make(const Problem& problem, Product product, int threads) {
  return std::make_unique<EspalierRunner>(problem, product, threads, kKernel);
}

constexpr char kBest[] = "highway";
constexpr char kReference[] = "reference";

}  // namespace

Implementation espalier_implementation() {
  return {"espalier",
          std::string("kernel variant ") + kBest + ", SIMD target " +
              sparse::simd_target_name(Context({.threads = 1, .kernel = kBest})) +
              ", token panels of 128; dense products by oneDNN on panels",
          &make<kBest>};
}

Implementation espalier_reference_implementation() {
  return {"espalier.reference", "plain loops with double accumulation", &make<kReference>};
}

}  // namespace espalier::benchmarks
