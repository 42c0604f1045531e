// SPDX-License-Identifier: Apache-2.0
// Part of a module, of which eigen_modules.cpp loads the one for this processor. Its Eigen has a
// namespace of its own, so that no template's instance comes from the program, which was compiled
// for any processor.
#define Eigen EigenOfTheModule
#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <espalier/benchmarks/baselines/eigen_module.h>

namespace espalier::benchmarks {
namespace {

using Dense = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using DenseView = Eigen::Map<const Dense, Eigen::Aligned64>;
using Sparse = Eigen::SparseMatrix<float, Eigen::RowMajor>;

DenseView inputs(const Problem& p) { return {p.x().data(), p.shape().in, p.shape().tokens}; }
DenseView gradients(const Problem& p) { return {p.dy().data(), p.shape().out, p.shape().tokens}; }
DenseView weights(const Problem& p) { return {p.dense_w().data(), p.shape().out, p.shape().in}; }

/// A result in memory of the same kind as the operands.
struct Output {
  Output(Index rows, Index cols)
      : values(static_cast<std::size_t>(rows * cols)), view(values.data(), rows, cols) {}
  AlignedVector<float> values;
  Eigen::Map<Dense, Eigen::Aligned64> view;
};

/// Sparse times dense, [features, tokens] row-major: the layout that Eigen is fastest on.
class SparseProduct : public Runner {
 public:
  SparseProduct(const Problem& problem, bool transposed)
      : w_(weights(problem).sparseView()),
        input_(transposed ? gradients(problem) : inputs(problem)),
        output_(transposed ? w_.cols() : w_.rows(), input_.cols()) {
    if (transposed) w_ = Sparse(w_.transpose());
  }
  void run() override { output_.view.noalias() = w_ * input_; }
  std::vector<float> result() const override {
    return {output_.values.begin(), output_.values.end()};
  }

 private:
  Sparse w_;
  DenseView input_;
  Output output_;
};

/// Eigen has no sampled product; this is the loop that a user would write: one dot product of
/// contiguous rows for each stored value.
class SampledProduct : public Runner {
 public:
  explicit SampledProduct(const Problem& problem)
      : x_(inputs(problem)), dy_(gradients(problem)), positions_(problem.stored_positions()) {
    values_.resize(positions_.size());
  }
  void run() override {
    for (std::size_t i = 0; i < positions_.size(); ++i)
      values_[i] = dy_.row(positions_[i].first).dot(x_.row(positions_[i].second));
  }
  std::vector<float> result() const override { return values_; }

 private:
  DenseView x_, dy_;
  std::vector<std::pair<Index, Index>> positions_;
  std::vector<float> values_;
};

class DenseProduct : public Runner {
 public:
  DenseProduct(const Problem& problem, Product product)
      : product_(product),
        w_(weights(problem)),
        x_(inputs(problem)),
        dy_(gradients(problem)),
        output_(product == Product::kSpmmTransposed ? w_.cols() : w_.rows(),
                product == Product::kSddmm ? w_.cols() : x_.cols()) {}
  void run() override {
    if (product_ == Product::kSpmm)
      output_.view.noalias() = w_ * x_;
    else if (product_ == Product::kSpmmTransposed)
      output_.view.noalias() = w_.transpose() * dy_;
    else
      output_.view.noalias() = dy_ * x_.transpose();
  }
  std::vector<float> result() const override {
    return {output_.values.begin(), output_.values.end()};
  }

 private:
  Product product_;
  DenseView w_, x_, dy_;
  Output output_;
};

/// On one thread: built without OpenMP, as Eigen usually is.
bool offers(const Shape& shape, Product product, int threads) {
  return threads == 1 && shape.type == Type::kF32 && product != Product::kTopologyUpdate &&
         !is_plain(product);
}

std::unique_ptr<Runner> make(const Problem& problem, Product product, int /*threads*/) {
  if (product == Product::kLayerStep) return nullptr;
  if (problem.shape().dense()) return std::make_unique<DenseProduct>(problem, product);
  if (product == Product::kSddmm) return std::make_unique<SampledProduct>(problem);
  return std::make_unique<SparseProduct>(problem, product == Product::kSpmmTransposed);
}

}  // namespace

Implementation eigen_products() {
  return {"eigen",
          "version " + std::to_string(EIGEN_WORLD_VERSION) + "." +
              std::to_string(EIGEN_MAJOR_VERSION) + "." + std::to_string(EIGEN_MINOR_VERSION) +
              ", compiled for " + Eigen::SimdInstructionSetsInUse() +
              ", row-major [features, tokens], sampled product as a loop of dot products",
          &offers, &make};
}

}  // namespace espalier::benchmarks
