// SPDX-License-Identifier: Apache-2.0
// What a user with blocks would write on Eigen's dense products: a loop over the stored blocks.
// In the module of eigen.cpp.
#define Eigen EigenOfTheModule
#include <Eigen/Core>

#include <espalier/benchmarks/baselines/eigen_module.h>

namespace espalier::benchmarks {
namespace {

using Dense = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Input = Eigen::Map<const Dense, Eigen::Aligned64>;
using Output = Eigen::Map<Dense, Eigen::Aligned64>;

template <int kBlock>
class BlockRunner : public Runner {
 public:
  BlockRunner(const Problem& problem, Product product)
      : problem_(problem),
        product_(product),
        x_(problem.x().data(), problem.shape().in, problem.shape().tokens),
        dy_(problem.dy().data(), problem.shape().out, problem.shape().tokens),
        coordinates_(problem.w().pattern().coordinates()) {
    const Shape& s = problem.shape();
    output_.resize(
        product == Product::kSddmm
            ? problem.w().values().size()
            : static_cast<std::size_t>((product == Product::kSpmm ? s.out : s.in) * s.tokens));
  }
  void run() override {
    const Shape& s = problem_.shape();
    if (product_ == Product::kSddmm) {
      for (std::size_t k = 0; k < coordinates_.size(); ++k) {
        const auto [row, col] = coordinates_[k];
        Eigen::Map<Block>(output_.data() + k * Block::SizeAtCompileTime).noalias() =
            dy_.template middleRows<kBlock>(row * kBlock) *
            x_.template middleRows<kBlock>(col * kBlock).transpose();
      }
      return;
    }
    Output y(output_.data(), product_ == Product::kSpmm ? s.out : s.in, s.tokens);
    y.setZero();
    for (std::size_t k = 0; k < coordinates_.size(); ++k) {
      const auto [row, col] = coordinates_[k];
      const Eigen::Map<const Block> w(problem_.w().values().data() + k * Block::SizeAtCompileTime);
      if (product_ == Product::kSpmm)
        y.template middleRows<kBlock>(row * kBlock).noalias() +=
            w * x_.template middleRows<kBlock>(col * kBlock);
      else
        y.template middleRows<kBlock>(col * kBlock).noalias() +=
            w.transpose() * dy_.template middleRows<kBlock>(row * kBlock);
    }
  }
  std::vector<float> result() const override { return {output_.begin(), output_.end()}; }

 private:
  using Block = Eigen::Matrix<float, kBlock, kBlock, Eigen::RowMajor>;

  const Problem& problem_;
  Product product_;
  Input x_, dy_;
  std::vector<sparse::BlockCoordinate> coordinates_;
  AlignedVector<float> output_;
};

bool offers(const Shape& shape, Product product, int threads) {
  return threads == 1 && shape.type == Type::kF32 && shape.block >= 4 &&
         product != Product::kTopologyUpdate && !is_plain(product);
}

std::unique_ptr<Runner> make(const Problem& problem, Product product, int /*threads*/) {
  if (product == Product::kLayerStep) return nullptr;
  if (problem.shape().block == 4) return std::make_unique<BlockRunner<4>>(problem, product);
  if (problem.shape().block == 8) return std::make_unique<BlockRunner<8>>(problem, product);
  return std::make_unique<BlockRunner<16>>(problem, product);
}

}  // namespace

Implementation eigen_blocks() {
  return {"eigen.blocks",
          "the Eigen above, a loop of dense products over the stored blocks, from block 4 on",
          &offers, &make};
}

}  // namespace espalier::benchmarks

extern "C" void espalier_bench_eigen(std::vector<espalier::benchmarks::Implementation>* all) {
  all->push_back(espalier::benchmarks::eigen_products());
  all->push_back(espalier::benchmarks::eigen_blocks());
}
