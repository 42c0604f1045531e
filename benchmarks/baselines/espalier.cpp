// SPDX-License-Identifier: Apache-2.0

#include <espalier/benchmarks/baselines/implementation.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/panels.h>
#include <espalier/sparse/ops/convert_bf16.h>
#include <espalier/sparse/ops/gemm.h>
#include <espalier/sparse/ops/linear_plain.h>
#include <espalier/sparse/ops/sddmm.h>
#include <espalier/sparse/ops/spmm.h>
#include <espalier/sparse/ops/target_names.h>

namespace espalier::benchmarks {
namespace {

using sparse::Activations;

sparse::Panels<BFloat16> packed(const AlignedVector<float>& values, Index features, Index tokens,
                                Index panel_width, const Context& context, BFloat16) {
  sparse::Panels<BFloat16> panels(tokens, features, panel_width);
  sparse::pack({values.data(), features, tokens}, panels, context);
  return panels;
}
Activations packed(const AlignedVector<float>& values, Index features, Index tokens,
                   Index panel_width, const Context& /*context*/, float) {
  return sparse::pack({values.data(), features, tokens}, panel_width);
}

void append(std::vector<float>& all, const sparse::Panels<BFloat16>& part, const Context& context) {
  const std::size_t at = all.size();
  all.resize(at + static_cast<std::size_t>(part.features() * part.tokens()));
  sparse::unpack(part, {all.data() + at, part.features(), part.tokens()}, context);
}
void append(std::vector<float>& all, const Activations& part, const Context& /*context*/) {
  const std::size_t at = all.size();
  all.resize(at + static_cast<std::size_t>(part.features() * part.tokens()));
  sparse::unpack(part, {all.data() + at, part.features(), part.tokens()});
}

/// Panels and result of the products of one layer. A step reads the same x and dy in its products,
/// as a layer does.
template <typename Element>
class PanelRunner : public Runner {
 public:
  PanelRunner(const Problem& problem, Product product, int threads, const std::string& kernel)
      : problem_(problem), product_(product), context_({.threads = threads, .kernel = kernel}) {
    const Shape& s = problem.shape();
    const Index width = s.dense() ? sparse::kDensePanelWidth : sparse::kDefaultPanelWidth;
    if (needs(Product::kSpmm) || needs(Product::kSddmm))
      x_ = packed(problem.x(), s.in, s.tokens, width, context_, Element{});
    if (needs(Product::kSpmmTransposed) || needs(Product::kSddmm))
      dy_ = packed(problem.dy(), s.out, s.tokens, width, context_, Element{});
    if (needs(Product::kSpmm)) y_ = Panels(s.tokens, s.out, width);
    if (needs(Product::kSpmmTransposed)) dx_ = Panels(s.tokens, s.in, width);
    if (needs(Product::kSddmm))
      dw_.resize(s.dense() ? problem.dense_w().size() : problem.w().values().size());
  }

  void run() final {
    for (const Product step : kSteps)
      if (needs(step)) run_step(step);
  }

  std::vector<float> result() const final {
    std::vector<float> all;
    append(all, y_, context_);
    append(all, dx_, context_);
    all.insert(all.end(), dw_.begin(), dw_.end());
    return all;
  }

 protected:
  using Panels = sparse::Panels<Element>;

  virtual void run_step(Product step) = 0;
  bool needs(Product step) const { return product_ == step || product_ == Product::kLayerStep; }

  const Problem& problem_;
  Product product_;
  Context context_;
  Panels x_, dy_, y_, dx_;
  AlignedVector<float> dw_;
};

template <typename Element>
class SparseRunner : public PanelRunner<Element> {
 public:
  SparseRunner(const Problem& problem, Product product, int threads, const std::string& kernel)
      : PanelRunner<Element>(problem, product, threads, kernel),
        plan_(make_plan(problem.w().pattern_ptr(), this->context_)) {
    for (const float value : problem.w().values()) values_.push_back(Element(value));
  }

 private:
  void run_step(Product step) override {
    const std::span<const Element> values(values_);
    if (step == Product::kSpmm)
      spmm(plan_, values, this->x_, this->y_, {}, this->context_);
    else if (step == Product::kSpmmTransposed)
      spmm_transposed(plan_, values, this->dy_, this->dx_, {}, this->context_);
    else
      sddmm(plan_, this->dy_, this->x_, this->dw_, false, this->context_);
  }

  sparse::ProductPlan plan_;
  AlignedVector<Element> values_;
};

class DenseRunner : public PanelRunner<float> {
 public:
  using PanelRunner<float>::PanelRunner;

 private:
  void run_step(Product step) override {
    const Shape& s = problem_.shape();
    const MatrixView<const float> w(problem_.dense_w().data(), s.out, s.in);
    if (step == Product::kSpmm)
      gemm(w, x_, y_, {}, context_);
    else if (step == Product::kSpmmTransposed)
      gemm_transposed(w, dy_, dx_, {}, context_);
    else
      gemm_weight_gradient(dy_, x_, {dw_.data(), s.out, s.in}, false, context_);
  }
};

/// Row-major [tokens, features] in and out; packing and unpacking are part of the run.
class PlainRunner : public Runner {
 public:
  PlainRunner(const Problem& problem, Product product, int threads, const std::string& kernel)
      : problem_(problem),
        product_(product),
        context_({.threads = threads, .kernel = kernel}),
        plan_(make_plan(problem.w().pattern_ptr(), context_)) {
    const Shape& s = problem.shape();
    if (product != Product::kLinearPlainTransposed) x_ = transposed(problem.x(), s.in, s.tokens);
    if (product != Product::kLinearPlain) dy_ = transposed(problem.dy(), s.out, s.tokens);
    output_.resize(product == Product::kLinearPlainGradient
                       ? problem.w().values().size()
                       : static_cast<std::size_t>(s.tokens * output_features()));
  }
  void run() override {
    const Shape& s = problem_.shape();
    const auto values = problem_.w().values();
    const MatrixView<const float> x(x_.data(), s.tokens, s.in), dy(dy_.data(), s.tokens, s.out);
    const MatrixView<float> y(output_.data(), s.tokens, output_features());
    if (product_ == Product::kLinearPlain)
      linear_plain(plan_, values, x, y, {}, scratch_, context_);
    else if (product_ == Product::kLinearPlainTransposed)
      linear_plain_transposed(plan_, values, dy, y, scratch_, context_);
    else
      linear_plain_gradient(plan_, dy, x, output_, false, scratch_, context_);
  }
  std::vector<float> result() const override {
    if (product_ == Product::kLinearPlainGradient) return {output_.begin(), output_.end()};
    const auto turned = transposed(output_, problem_.shape().tokens, output_features());
    return {turned.begin(), turned.end()};
  }

 private:
  Index output_features() const {
    return product_ == Product::kLinearPlain ? problem_.shape().out : problem_.shape().in;
  }

  const Problem& problem_;
  Product product_;
  Context context_;
  sparse::ProductPlan plan_;
  sparse::PlainScratch scratch_;
  AlignedVector<float> x_, dy_, output_;
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
    for (std::size_t i = 0; i < old_.size(); ++i) {
      new_[i] = AlignedVector<float>(static_cast<std::size_t>(changed.pattern->values()));
      changed.remap.move(old_[i], new_[i]);
    }
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
  if (product == Product::kTopologyUpdate || is_plain(product))
    return !shape.dense() && shape.type == Type::kF32;
  return !shape.dense() || shape.type == Type::kF32;
}

template <const char* kKernel>
std::unique_ptr<Runner> make(const Problem& problem, Product product, int threads) {
  if (product == Product::kTopologyUpdate)
    return std::make_unique<UpdateRunner>(problem, threads, kKernel);
  if (is_plain(product)) return std::make_unique<PlainRunner>(problem, product, threads, kKernel);
  if (problem.shape().dense())
    return std::make_unique<DenseRunner>(problem, product, threads, kKernel);
  if (problem.shape().type == Type::kBf16)
    return std::make_unique<SparseRunner<BFloat16>>(problem, product, threads, kKernel);
  return std::make_unique<SparseRunner<float>>(problem, product, threads, kKernel);
}

constexpr char kBest[] = "";  // what the library chooses, or ESPALIER_KERNEL
constexpr char kReference[] = "reference";

}  // namespace

Implementation espalier_implementation() {
  const Context context({.threads = 1, .kernel = kBest});
  return {"espalier",
          "kernel variant " + context.kernel() + ", SIMD target " +
              sparse::simd_target_name(context) +
              " (bf16: " + sparse::bf16_simd_target_name(context) + "), token panels of " +
              std::to_string(sparse::kDefaultPanelWidth) + ", dense products by " +
              sparse::dense_library_name(context) + " on panels",
          &offers, &make<kBest>};
}

Implementation espalier_reference_implementation() {
  return {"espalier.reference", "plain loops with double accumulation", &offers, &make<kReference>};
}

}  // namespace espalier::benchmarks
