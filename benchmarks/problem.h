// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sparse/format/block_csr_matrix.h"

namespace espalier::benchmarks {

/// The products of a layer: sparse ones, and their dense counterparts.
enum class Product { kSpmm, kSpmmTransposed, kSddmm, kGemm, kGemmTransposed, kGemmWeightGradient };

inline constexpr std::array kSparseProducts = {Product::kSpmm, Product::kSpmmTransposed,
                                               Product::kSddmm};

std::string product_name(Product product);
/// The product of a dense layer that does the same work.
Product dense_counterpart(Product product);

/// Extents of a layer and what is stored of it.
struct Shape {
  Index out = 768;
  Index in = 768;
  Index tokens = 2048;
  Index block = 0;     ///< 0: dense
  double density = 1;  ///< stored / total
};

/// Operands of the products of one shape, in plain row-major arrays; each implementation packs them
/// as it likes. Values are standard normal, drawn from fixed streams.
class Problem {
 public:
  explicit Problem(const Shape& shape);

  const Shape& shape() const { return shape_; }
  const std::vector<float>& x() const { return x_; }    ///< [in, tokens]
  const std::vector<float>& dy() const { return dy_; }  ///< [out, tokens]
  /// The weights; only for a sparse shape.
  const sparse::BlockCsrMatrix<float>& w() const { return *w_; }
  /// The weights as a dense row-major matrix [out, in].
  const std::vector<float>& dense_w() const { return dense_w_; }

  /// Useful floating-point operations of one product.
  double flops() const;

  /// Empty if `result` agrees with the reference implementation, else what differs. The result is
  /// row-major ([out, tokens], [in, tokens] or [out, in]) or, for kSddmm, in pattern order. The
  /// bound is that of `rounding_bound`, with the magnitudes that normal operands have.
  std::string verify(Product product, const std::vector<float>& result) const;

 private:
  const std::vector<float>& reference(Product product) const;

  Shape shape_;
  std::vector<float> x_, dy_, dense_w_;
  std::optional<sparse::BlockCsrMatrix<float>> w_;
  mutable std::map<Product, std::vector<float>> references_;  // made when first asked for
};

}  // namespace espalier::benchmarks
