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

/// Products on token panels, with the kernel variant of the context. A step reads the same x and dy
/// in its products, as a layer does.
class EspalierRunner : public Runner {
 public:
  EspalierRunner(const Problem& problem, Product product, int threads, const std::string& kernel)
      : problem_(problem),
        product_(product),
        context_({.threads = threads, .kernel = kernel}),
        w_(problem.dense_w().data(), problem.shape().out, problem.shape().in) {
    const auto [out, in, tokens, block, density, type] = problem.shape();
    if (block != 0) plan_ = make_plan(problem.w().pattern_ptr(), context_);
    if (needs(Product::kSpmm) || needs(Product::kSddmm))
      x_ = sparse::pack({problem.x().data(), in, tokens});
    if (needs(Product::kSpmmTransposed) || needs(Product::kSddmm))
      dy_ = sparse::pack({problem.dy().data(), out, tokens});
    if (needs(Product::kSpmm)) y_ = Activations(tokens, out);
    if (needs(Product::kSpmmTransposed)) dx_ = Activations(tokens, in);
    if (needs(Product::kSddmm))
      dw_.resize(block == 0 ? problem.dense_w().size() : problem.w().values().size());
  }

  void run() override {
    for (const Product step : kSteps)
      if (needs(step)) problem_.shape().dense() ? run_dense(step) : run_sparse(step);
  }

  std::vector<float> result() const override {
    std::vector<float> all;
    for (const Activations* part : {&y_, &dx_}) {
      if (part->values().empty()) continue;
      const std::size_t at = all.size();
      all.resize(at + static_cast<std::size_t>(part->features() * part->tokens()));
      unpack(*part, {all.data() + at, part->features(), part->tokens()});
    }
    all.insert(all.end(), dw_.begin(), dw_.end());
    return all;
  }

 private:
  bool needs(Product step) const { return product_ == step || product_ == Product::kLayerStep; }

  void run_sparse(Product step) {
    const auto values = problem_.w().values();
    if (step == Product::kSpmm) return spmm(plan_, values, x_, y_, {}, context_);
    if (step == Product::kSpmmTransposed)
      return spmm_transposed(plan_, values, dy_, dx_, {}, context_);
    sddmm(plan_, dy_, x_, dw_, false, context_);
  }
  void run_dense(Product step) {
    if (step == Product::kSpmm) return gemm(w_, x_, y_, {}, context_);
    if (step == Product::kSpmmTransposed) return gemm_transposed(w_, dy_, dx_, {}, context_);
    gemm_weight_gradient(dy_, x_, {dw_.data(), w_.rows, w_.cols}, false, context_);
  }

  const Problem& problem_;
  Product product_;
  Context context_;
  MatrixView<const float> w_;
  sparse::ProductPlan plan_;
  Activations x_, dy_, y_, dx_;
  AlignedVector<float> dw_;
};

/// A topology update of one weight: edit, remap of values and two moments, and a new plan. The old
/// buffers stay, so that every run does the same work.
class UpdateRunner : public Runner {
 public:
  UpdateRunner(const Problem& problem, int threads, const std::string& kernel)
      : problem_(problem), context_({.threads = threads, .kernel = kernel}), edit_(problem.edit()) {
    const auto values = problem.w().values();
    for (AlignedVector<float>& buffer : old_) buffer.assign(values.begin(), values.end());
  }
  void run() override {
    const sparse::EditResult changed = apply_edit(problem_.w().pattern(), edit_);
    for (std::size_t i = 0; i < old_.size(); ++i) new_[i] = changed.remap.remapped(old_[i]);
    plan_ = make_plan(changed.pattern, context_);
  }
  std::vector<float> result() const override {
    std::vector<float> all;
    for (const AlignedVector<float>& buffer : new_)
      all.insert(all.end(), buffer.begin(), buffer.end());
    return all;
  }

 private:
  const Problem& problem_;
  Context context_;
  sparse::TopologyEdit edit_;
  std::array<AlignedVector<float>, 3> old_, new_;
  sparse::ProductPlan plan_;
};

bool offers(const Shape& shape, Product product, int /*threads*/) {
  return shape.type == Type::kF32 && !(shape.dense() && product == Product::kTopologyUpdate);
}

template <const char* kKernel>
std::unique_ptr<Runner> make(const Problem& problem, Product product, int threads) {
  if (product == Product::kTopologyUpdate)
    return std::make_unique<UpdateRunner>(problem, threads, kKernel);
  return std::make_unique<EspalierRunner>(problem, product, threads, kKernel);
}

constexpr char kBest[] = "highway";
constexpr char kReference[] = "reference";

}  // namespace

Implementation espalier_implementation() {
  const Context context({.threads = 1, .kernel = kBest});
  return {"espalier",
          std::string("kernel variant ") + kBest + ", SIMD target " +
              sparse::simd_target_name(context) + ", token panels of " +
              std::to_string(sparse::kDefaultPanelWidth) + ", dense products by " +
              sparse::dense_library_name(context) + " on panels",
          &offers, &make<kBest>};
}

Implementation espalier_reference_implementation() {
  return {"espalier.reference", "plain loops with double accumulation", &offers, &make<kReference>};
}

}  // namespace espalier::benchmarks
