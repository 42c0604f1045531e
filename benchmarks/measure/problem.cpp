// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/measure/problem.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/sparse/ops/gemm.h>
#include <espalier/sparse/ops/sddmm.h>
#include <espalier/sparse/ops/spmm.h>
#include <espalier/sparse/topology/random_pattern.h>

namespace espalier::benchmarks {
namespace {

constexpr std::uint64_t kSeed = 1;

AlignedVector<float> normal_values(const char* stream, Index count, Type type) {
  const Random random(kSeed, stream_id(stream));
  AlignedVector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = static_cast<float>(random.normal(i));
    values[i] = type == Type::kBf16 ? static_cast<float>(BFloat16(value)) : value;
  }
  return values;
}

std::vector<float> unpacked(const sparse::Activations& a) {
  std::vector<float> out(static_cast<std::size_t>(a.features() * a.tokens()));
  unpack(a, {out.data(), a.features(), a.tokens()});
  return out;
}

/// Most entries in one line of a compressed index.
Index longest_line(std::span<const Index> offsets) {
  Index longest = 0;
  for (std::size_t i = 1; i < offsets.size(); ++i)
    longest = std::max(longest, offsets[i] - offsets[i - 1]);
  return longest;
}

/// Coordinates of every block that is not stored, in row order.
std::vector<sparse::BlockCoordinate> free_coordinates(const sparse::BlockPattern& pattern) {
  std::vector<sparse::BlockCoordinate> all;
  const auto stored = pattern.coordinates();
  auto next = stored.begin();
  for (BlockIndex row = 0; row < pattern.grid_rows(); ++row) {
    for (BlockIndex col = 0; col < pattern.grid_cols(); ++col) {
      const sparse::BlockCoordinate at{row, col};
      if (next != stored.end() && *next == at)
        ++next;
      else
        all.push_back(at);
    }
  }
  return all;
}

}  // namespace

bool is_plain(Product product) { return packed_counterpart(product) != product; }

Product packed_counterpart(Product product) {
  switch (product) {
    case Product::kLinearPlain:
      return Product::kSpmm;
    case Product::kLinearPlainTransposed:
      return Product::kSpmmTransposed;
    case Product::kLinearPlainGradient:
      return Product::kSddmm;
    default:
      return product;
  }
}

const char* type_name(Type type) { return type == Type::kF32 ? "f32" : "bf16"; }

Shape dense_counterpart(Shape shape) {
  shape.block = 0;
  shape.density = 1;
  shape.type = Type::kF32;
  return shape;
}

Shape shape_of(const sparse::BlockPattern& pattern, Index tokens) {
  return {.out = pattern.rows(),
          .in = pattern.cols(),
          .tokens = tokens,
          .block = pattern.block().rows,
          .density = pattern.density()};
}

double problem_bytes(const Shape& shape) {
  const auto out = static_cast<double>(shape.out), in = static_cast<double>(shape.in);
  const double stored = shape.dense() ? 0 : shape.density * out * in;
  return sizeof(float) * (out * in + stored + (out + in) * static_cast<double>(shape.tokens));
}

double result_bytes(const Shape& shape, Product product) {
  const auto out = static_cast<double>(shape.out), in = static_cast<double>(shape.in);
  const auto tokens = static_cast<double>(shape.tokens);
  const double y = sizeof(float) * out * tokens, dx = sizeof(float) * in * tokens;
  const double dw = sizeof(float) * shape.density * out * in;
  switch (packed_counterpart(product)) {
    case Product::kSpmm:
      return y;
    case Product::kSpmmTransposed:
      return dx;
    case Product::kSddmm:
      return dw;
    case Product::kTopologyUpdate:  // values and both moments
      return 3 * dw;
    default:
      return y + dx + dw;
  }
}

Problem::Problem(const Shape& shape)
    : shape_(shape),
      x_(normal_values("benchmark x", shape.in * shape.tokens, shape.type)),
      dy_(normal_values("benchmark dy", shape.out * shape.tokens, shape.type)) {
  if (shape.dense()) {
    dense_w_ = normal_values("benchmark w", shape.out * shape.in, shape.type);
  } else {
    store(sparse::random_pattern(shape.out, shape.in, {shape.block, shape.block}, shape.density,
                                 Random(kSeed, stream_id("benchmark pattern"))));
  }
}

Problem::Problem(sparse::PatternPtr pattern, Index tokens)
    : shape_(shape_of(*pattern, tokens)),
      x_(normal_values("benchmark x", pattern->cols() * tokens, Type::kF32)),
      dy_(normal_values("benchmark dy", pattern->rows() * tokens, Type::kF32)) {
  store(std::move(pattern));
}

void Problem::store(sparse::PatternPtr pattern) {
  AlignedVector<float> values = normal_values("benchmark w", pattern->values(), shape_.type);
  w_.emplace(std::move(pattern), std::move(values));
  dense_w_ = to_dense(*w_);
}

std::vector<std::pair<Index, Index>> Problem::stored_positions() const {
  std::vector<std::pair<Index, Index>> positions;
  const auto block = w_->pattern().block();
  for (const auto [row, col] : w_->pattern().coordinates())
    for (Index i = 0; i < block.rows; ++i)
      for (Index j = 0; j < block.cols; ++j)
        positions.emplace_back(row * block.rows + i, col * block.cols + j);
  return positions;
}

sparse::TopologyEdit Problem::edit() const {
  const sparse::BlockPattern& pattern = w_->pattern();
  const auto free = free_coordinates(pattern);
  const auto count = std::min(static_cast<Index>(kDropFraction * pattern.blocks()),
                              static_cast<Index>(free.size()));
  sparse::TopologyEdit edit;
  edit.drop = sparse::sample_without_replacement(pattern.blocks(), count,
                                                 Random(kSeed, stream_id("benchmark drop")));
  for (const Index i : sparse::sample_without_replacement(
           static_cast<Index>(free.size()), count, Random(kSeed, stream_id("benchmark grow"))))
    edit.grow.push_back(free[static_cast<std::size_t>(i)]);
  return edit;
}

double Problem::flops(Product product) const {
  if (product == Product::kTopologyUpdate) return 0;
  const double stored = static_cast<double>(w_ ? w_->pattern().values() : shape_.out * shape_.in);
  const double one = 2.0 * static_cast<double>(shape_.tokens) * stored;
  return product == Product::kLayerStep ? 3 * one : one;
}

double Problem::operand_bytes(Product product) const {
  const double element = shape_.type == Type::kBf16 ? 2 : 4, gradient = sizeof(float);
  const double stored = static_cast<double>(w_ ? w_->pattern().values() : shape_.out * shape_.in);
  const double index = w_ ? sizeof(BlockIndex) * static_cast<double>(w_->pattern().blocks()) : 0;
  const double activations = element * static_cast<double>(x_.size() + dy_.size());
  switch (packed_counterpart(product)) {
    case Product::kTopologyUpdate:
      return 2 * (3 * element * stored + index);
    case Product::kLayerStep:  // reads x, dy and w, writes y, dx and dw
      return 2 * activations + (element + gradient) * stored + index;
    case Product::kSddmm:
      return activations + gradient * stored + index;
    default:
      return activations + element * stored + index;
  }
}

const std::vector<float>& Problem::reference(Product product) const {
  std::vector<float>& result = (*references_)[product];
  if (!result.empty()) return result;
  const Context context({.threads = 0, .kernel = "reference"});
  const Shape& s = shape_;
  const sparse::Activations x = sparse::pack({x_.data(), s.in, s.tokens});
  const sparse::Activations dy = sparse::pack({dy_.data(), s.out, s.tokens});
  const MatrixView<const float> dense(dense_w_.data(), s.out, s.in);
  const sparse::ProductPlan plan =
      w_ ? make_plan(w_->pattern_ptr(), context) : sparse::ProductPlan{};
  switch (product) {
    case Product::kSpmm: {
      sparse::Activations y(s.tokens, s.out);
      w_ ? spmm(plan, w_->values(), x, y, {}, context) : gemm(dense, x, y, {}, context);
      return result = unpacked(y);
    }
    case Product::kSpmmTransposed: {
      sparse::Activations dx(s.tokens, s.in);
      w_ ? spmm_transposed(plan, w_->values(), dy, dx, {}, context)
         : gemm_transposed(dense, dy, dx, {}, context);
      return result = unpacked(dx);
    }
    case Product::kSddmm:
      result.resize(w_ ? w_->values().size() : dense_w_.size());
      w_ ? sddmm(plan, dy, x, result, false, context)
         : gemm_weight_gradient(dy, x, {result.data(), s.out, s.in}, false, context);
      return result;
    default:
      return result = reference_update();
  }
}

std::vector<float> Problem::reference_update() const {
  const sparse::BlockPattern& old = w_->pattern();
  const sparse::TopologyEdit change = edit();
  std::vector<sparse::BlockCoordinate> coordinates = change.grow;
  const auto stored = old.coordinates();
  std::vector<bool> dropped(stored.size());
  for (const Index k : change.drop) dropped[static_cast<std::size_t>(k)] = true;
  for (std::size_t k = 0; k < stored.size(); ++k)
    if (!dropped[k]) coordinates.push_back(stored[k]);
  std::sort(coordinates.begin(), coordinates.end());
  std::vector<float> values;
  for (const sparse::BlockCoordinate at : coordinates) {
    const Index k = old.find(at);
    for (Index i = 0; i < old.block().size(); ++i)
      values.push_back(k < 0 ? 0.0f : w_->block(k)[static_cast<std::size_t>(i)]);
  }
  std::vector<float> all;
  for (int buffer = 0; buffer < 3; ++buffer) all.insert(all.end(), values.begin(), values.end());
  return all;
}

double Problem::bound(Product product) const {
  if (product == Product::kTopologyUpdate) return 0;  // survivors are copied
  Index longest = product == Product::kSpmm ? shape_.in : shape_.out;
  if (product == Product::kSddmm) {
    longest = shape_.tokens;
  } else if (w_) {
    const sparse::BlockPattern& pattern = w_->pattern();
    longest = shape_.block * longest_line(product == Product::kSpmm ? pattern.row_offsets()
                                                                    : pattern.column_offsets());
  }
  const auto n = static_cast<double>(longest);
  constexpr double kLambda = 8, kMeanMagnitude = 2 / 3.14159265, kSpread = 2;
  // At least the sum of one product.
  return kLambda * std::sqrt(std::max(n, 1.0)) * 0x1.0p-24 * std::max(n, 1.0) * kMeanMagnitude *
         kSpread;
}

std::string Problem::verify_part(Product product, const float* result, std::size_t count) const {
  const std::vector<float>& expected = reference(product);
  const bool rounded = shape_.type == Type::kBf16 && product != Product::kSddmm;
  const double of_sum = bound(product);
  for (std::size_t i = 0; i < count; ++i) {
    const double allowed =
        of_sum + (rounded ? 0x1.0p-8 * (std::abs(static_cast<double>(expected[i])) + of_sum) : 0);
    if (std::abs(static_cast<double>(result[i]) - expected[i]) <= allowed) continue;
    std::ostringstream message;
    message << "value " << i << " is " << result[i] << "; expected " << expected[i] << " within "
            << allowed;
    return message.str();
  }
  return "";
}

std::string Problem::verify(Product product, const std::vector<float>& result) const {
  std::vector<Product> parts = {packed_counterpart(product)};
  if (product == Product::kLayerStep) parts.assign(kSteps.begin(), kSteps.end());
  std::size_t expected = 0;
  for (const Product part : parts) expected += reference(part).size();
  if (result.size() != expected)
    return std::to_string(result.size()) + " values; expected " + std::to_string(expected);
  std::size_t at = 0;
  for (const Product part : parts) {
    const std::size_t count = reference(part).size();
    if (std::string fault = verify_part(part, result.data() + at, count); !fault.empty())
      return parts.size() == 1 ? fault : product_name(part, shape_.dense()) + ": " + fault;
    at += count;
  }
  return "";
}

std::string product_name(Product product, bool dense) {
  switch (product) {
    case Product::kSpmm:
      return dense ? "gemm" : "spmm";
    case Product::kSpmmTransposed:
      return dense ? "gemm_transposed" : "spmm_transposed";
    case Product::kSddmm:
      return dense ? "gemm_weight_gradient" : "sddmm";
    case Product::kLayerStep:
      return "layer_step";
    case Product::kLinearPlain:
      return "linear_plain";
    case Product::kLinearPlainTransposed:
      return "linear_plain_transposed";
    case Product::kLinearPlainGradient:
      return "linear_plain_gradient";
    default:
      return "topology_update";
  }
}

std::string name_of(const Case& what) {
  const Shape& s = what.shape;
  std::ostringstream name;
  name << product_name(what.product, s.dense()) << '/' << what.implementation
       << "/block:" << s.block << "/out:" << s.out << "/in:" << s.in << "/tokens:" << s.tokens
       << "/density:" << s.density << "/type:" << type_name(s.type) << "/threads:" << what.threads;
  return name.str();
}

std::optional<Case> case_of(const std::string& name) {
  std::map<std::string, std::string> fields;
  std::vector<std::string> words;
  std::istringstream in(name);
  for (std::string part; std::getline(in, part, '/');) {
    const auto colon = part.find(':');
    if (colon == std::string::npos)
      words.push_back(part);
    else
      fields[part.substr(0, colon)] = part.substr(colon + 1);
  }
  if (words.size() < 2) return {};
  Case what;
  what.implementation = words[1];
  try {
    what.shape = {.out = std::stoll(fields["out"]),
                  .in = std::stoll(fields["in"]),
                  .tokens = std::stoll(fields["tokens"]),
                  .block = std::stoll(fields["block"]),
                  .density = std::stod(fields["density"]),
                  .type = fields["type"] == "bf16" ? Type::kBf16 : Type::kF32};
    what.threads = std::stoi(fields["threads"]);
  } catch (const std::logic_error&) {
    return {};  // a field is missing or no number
  }
  for (const Product product : kAllProducts) {
    if (words[0] != product_name(product, what.shape.dense())) continue;
    what.product = product;
    return what;
  }
  return {};
}

}  // namespace espalier::benchmarks
