// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Core>
#include <Eigen/SparseCore>

#include "benchmarks/implementation.h"

namespace espalier::benchmarks {
namespace {

using Dense = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using DenseView = Eigen::Map<const Dense>;
using Sparse = Eigen::SparseMatrix<float, Eigen::RowMajor>;

DenseView inputs(const Problem& p) { return {p.x().data(), p.shape().in, p.shape().tokens}; }
DenseView gradients(const Problem& p) { return {p.dy().data(), p.shape().out, p.shape().tokens}; }

std::vector<float> to_vector(const Dense& m) { return {m.data(), m.data() + m.size()}; }

/// Sparse times dense, [features, tokens] row-major: the layout that Eigen is fastest on.
class SparseProduct : public Runner {
 public:
  SparseProduct(const Problem& problem, bool transposed)
      : w_(DenseView(problem.dense_w().data(), problem.shape().out, problem.shape().in)
               .sparseView()),
        input_(transposed ? gradients(problem) : inputs(problem)) {
    if (transposed) w_ = Sparse(w_.transpose());
    output_.resize(w_.rows(), input_.cols());
  }
  void run() override { output_.noalias() = w_ * input_; }
  std::vector<float> result() const override { return to_vector(output_); }

 private:
  Sparse w_;
  Dense input_, output_;
};

/// Eigen has no sampled product; this is the loop that a user would write: one dot product of
/// contiguous rows for each stored value.
class SampledProduct : public Runner {
 public:
  explicit SampledProduct(const Problem& problem) : x_(inputs(problem)), dy_(gradients(problem)) {
    const auto& pattern = problem.w().pattern();
    const auto block = pattern.block();
    for (const auto [row, col] : pattern.coordinates())
      for (Index i = 0; i < block.rows; ++i)
        for (Index j = 0; j < block.cols; ++j)
          positions_.emplace_back(row * block.rows + i, col * block.cols + j);
    values_.resize(positions_.size());
  }
  void run() override {
    for (std::size_t i = 0; i < positions_.size(); ++i)
      values_[i] = dy_.row(positions_[i].first).dot(x_.row(positions_[i].second));
  }
  std::vector<float> result() const override { return values_; }

 private:
  Dense x_, dy_;
  std::vector<std::pair<Index, Index>> positions_;
  std::vector<float> values_;
};

class DenseProduct : public Runner {
 public:
  DenseProduct(const Problem& problem, Product product)
      : product_(product),
        w_(DenseView(problem.dense_w().data(), problem.shape().out, problem.shape().in)),
        x_(inputs(problem)),
        dy_(gradients(problem)) {}
  void run() override {
    if (product_ == Product::kGemm)
      output_.noalias() = w_ * x_;
    else if (product_ == Product::kGemmTransposed)
      output_.noalias() = w_.transpose() * dy_;
    else
      output_.noalias() = dy_ * x_.transpose();
  }
  std::vector<float> result() const override { return to_vector(output_); }

 private:
  Product product_;
  Dense w_, x_, dy_, output_;
};

std::unique_ptr<Runner> make(const Problem& problem, Product product, int threads) {
  if (threads != 1) return nullptr;  // built without OpenMP, as Eigen usually is
  if (is_dense(product)) return std::make_unique<DenseProduct>(problem, product);
  if (product == Product::kSddmm) return std::make_unique<SampledProduct>(problem);
  return std::make_unique<SparseProduct>(problem, product == Product::kSpmmTransposed);
}

}  // namespace

Implementation eigen_implementation() {
  return {"eigen",
          "version " + std::to_string(EIGEN_WORLD_VERSION) + "." +
              std::to_string(EIGEN_MAJOR_VERSION) + "." + std::to_string(EIGEN_MINOR_VERSION) +
              ", instruction sets " + Eigen::SimdInstructionSetsInUse() +
              ", row-major [features, tokens]",
          &make};
}

}  // namespace espalier::benchmarks
