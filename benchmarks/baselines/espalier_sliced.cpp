// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/baselines/implementation.h>
#include <espalier/models/inference/sliced_rows.h>

namespace espalier::benchmarks {
namespace {

class SlicedRunner : public Runner {
 public:
  SlicedRunner(const Problem& problem, int threads)
      : problem_(problem),
        context_({.threads = threads}),
        rows_(problem.w().pattern(), problem.w().values(), context_),
        y_(static_cast<std::size_t>(problem.shape().out)) {}
  void run() override { rows_.multiply(problem_.x(), {}, y_, context_); }
  std::vector<float> result() const override { return y_; }

 private:
  const Problem& problem_;
  Context context_;
  models::SlicedRows rows_;
  std::vector<float> y_;
};

bool offers(const Shape& shape, Product product, int /*threads*/) {
  return product == Product::kLinearPlain && !shape.dense() && shape.type == Type::kF32 &&
         shape.block == 1 && shape.tokens == 1 && shape.in <= models::SlicedRows::kMostColumns &&
         Context({.threads = 1}).variant().vectorised;
}

std::unique_ptr<Runner> make(const Problem& problem, Product /*product*/, int threads) {
  return std::make_unique<SlicedRunner>(problem, threads);
}

}  // namespace

Implementation espalier_sliced_implementation() {
  return {"espalier.sliced",
          "one token through blocks of 1, stored in slices of eight rows for a pattern that stays",
          &offers, &make};
}

}  // namespace espalier::benchmarks
