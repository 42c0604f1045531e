// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/block_csr_matrix.h>
#include <espalier/sparse/topology/topology_edit.h>

namespace espalier::benchmarks {

/// What is measured. Each product of a sparse layer has a dense counterpart that does the same work
/// for a dense one; a shape says which of the two is meant.
enum class Product {
  kSpmm,            ///< forward; dense: gemm
  kSpmmTransposed,  ///< input gradient; dense: gemm_transposed
  kSddmm,           ///< weight gradient; dense: gemm_weight_gradient
  kLayerStep,       ///< the three, one after the other, as one
  kLinearPlain,     ///< forward, on plain row-major [tokens, features] activations
  kLinearPlainTransposed,
  kLinearPlainGradient,
  kTopologyUpdate,  ///< an edit of the pattern, remap of values and two moments, and a new plan
};

inline constexpr std::array kAllProducts = {Product::kSpmm,
                                            Product::kSpmmTransposed,
                                            Product::kSddmm,
                                            Product::kLayerStep,
                                            Product::kLinearPlain,
                                            Product::kLinearPlainTransposed,
                                            Product::kLinearPlainGradient,
                                            Product::kTopologyUpdate};

/// Whether activations are plain.
bool is_plain(Product product);
/// The same product on activations that each implementation packs as it likes.
Product packed_counterpart(Product product);

/// The three products of a layer, in the order of a training step.
inline constexpr std::array kSteps = {Product::kSpmm, Product::kSpmmTransposed, Product::kSddmm};

/// Element type of the operands; sums are of single precision.
enum class Type { kF32, kBf16 };
/// "f32" or "bf16".
const char* type_name(Type type);

/// Extents of a layer and what is stored of it.
struct Shape {
  Index out = 768;
  Index in = 768;
  Index tokens = 2048;
  Index block = 0;     ///< 0: dense
  double density = 1;  ///< stored / total
  Type type = Type::kF32;

  bool dense() const { return block == 0; }
  bool operator==(const Shape&) const = default;
};

/// The dense shape of the same extents, of single precision.
Shape dense_counterpart(Shape shape);

/// Of a layer with this pattern.
Shape shape_of(const sparse::BlockPattern& pattern, Index tokens);

/// Bytes of the operands of a problem of this shape, whose sparse weights it has as dense ones too.
double problem_bytes(const Shape& shape);
/// Bytes of the result of a product, in single precision.
double result_bytes(const Shape& shape, Product product);

/// Share of the stored blocks that `kTopologyUpdate` drops and grows.
inline constexpr double kDropFraction = 0.3;

/// Operands of the products of one shape, in plain row-major arrays; each implementation packs them
/// as it likes. Values are standard normal, drawn from fixed streams, and rounded to bfloat16 if
/// that is the type, so that every implementation multiplies the same numbers. A copy has arrays of
/// its own with the same values.
class Problem {
 public:
  /// A random pattern of the shape's density, or dense weights.
  explicit Problem(const Shape& shape);
  /// A given pattern; `tokens` columns of activations.
  Problem(sparse::PatternPtr pattern, Index tokens);

  const Shape& shape() const { return shape_; }
  const AlignedVector<float>& x() const { return x_; }    ///< [in, tokens]
  const AlignedVector<float>& dy() const { return dy_; }  ///< [out, tokens]
  /// The weights; only for a sparse shape.
  const sparse::BlockCsrMatrix<float>& w() const { return *w_; }
  /// The weights as a dense row-major matrix [out, in].
  const AlignedVector<float>& dense_w() const { return dense_w_; }
  /// Row and column of every stored value, in pattern order; only for a sparse shape.
  std::vector<std::pair<Index, Index>> stored_positions() const;
  /// The edit of a topology update; only for a sparse shape.
  sparse::TopologyEdit edit() const;

  /// Useful floating-point operations; 0 for a topology update.
  double flops(Product product) const;
  /// Bytes of the operands and results of a product, each counted once.
  double operand_bytes(Product product) const;

  /// Empty if `result` agrees with the reference implementation, else what differs. The result is
  /// row-major ([out, tokens], [in, tokens] or [out, in]); a sparse weight gradient is in pattern
  /// order; that of a step is its three results in a row; that of a topology update is the values
  /// and both moments (which start as copies of the values) over the new pattern.
  ///
  /// The bound of a sum of n products of normal numbers is 8 sqrt(n) u n 4 / pi, u = 2^-24: errors
  /// of independent roundings stay below lambda sqrt(n) u sum |a b| but for a probability of
  /// 2 exp(-lambda^2 / 2) (Higham and Mary 2019, "A New Approach to Probabilistic Rounding Error
  /// Analysis", theorem 2.4); the mean of |a b| is 2 / pi, doubled to cover its spread. Activations
  /// of type bf16 are rounded once more, by a share of at most 2^-8.
  std::string verify(Product product, const std::vector<float>& result) const;

 private:
  void store(sparse::PatternPtr pattern);
  const std::vector<float>& reference(Product product) const;
  std::vector<float> reference_update() const;
  std::string verify_part(Product product, const float* result, std::size_t count) const;
  double bound(Product product) const;

  Shape shape_;
  AlignedVector<float> x_, dy_, dense_w_;
  std::optional<sparse::BlockCsrMatrix<float>> w_;
  /// Made when first asked for; copies share them.
  std::shared_ptr<std::map<Product, std::vector<float>>> references_ =
      std::make_shared<std::map<Product, std::vector<float>>>();
};

/// What one measurement is of. Its name identifies it everywhere: in the output of Google
/// Benchmark, in JSON and in comparisons of revisions.
struct Case {
  Product product = Product::kSpmm;
  Shape shape;
  std::string implementation;
  int threads = 1;

  bool operator==(const Case&) const = default;
};

/// PRODUCT/IMPLEMENTATION/block:B/out:O/in:I/tokens:T/density:D/type:f32|bf16/threads:N
std::string name_of(const Case& what);
/// The case that a name stands for; nothing if it is not such a name.
std::optional<Case> case_of(const std::string& name);
/// First part of the name: "spmm", or "gemm" if dense, and so on.
std::string product_name(Product product, bool dense);

}  // namespace espalier::benchmarks
