// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/gradient_parts.h>
#include <espalier/sparse/format/panels.h>
#include <espalier/sparse/ops/product_plan.h>
#include <espalier/sparse/ops/product_start.h>

namespace espalier::sparse {

/// Throws ShapeError "PRODUCT: WHAT is FOUND; expected EXPECTED" unless both are equal. Private to
/// the products.
inline void expect_equal(const char* product, const char* what, Index found, Index expected) {
  if (found != expected)
    throw ShapeError(std::string(product) + ": " + what + " is " + std::to_string(found) +
                     "; expected " + std::to_string(expected));
}

/// The same of WHAT OF, which is put together only if it is told: products check every call.
inline void expect_equal(const char* product, const char* what, const char* of, Index found,
                         Index expected) {
  if (found != expected)
    expect_equal(product, (std::string(what) + ' ' + of).c_str(), found, expected);
}

/// The pattern of a plan. Throws ShapeError if it has none.
inline const BlockPattern& checked_pattern(const char* product, const ProductPlan& plan) {
  if (plan.pattern() == nullptr)
    throw ShapeError(std::string(product) + ": the plan has no pattern");
  return *plan.pattern();
}

inline void check_values(const char* product, Index values, const BlockPattern& pattern) {
  expect_equal(product, "number of values", values, pattern.values());
}

/// Checks the two activations of a product against the extents of its matrix and each other.
struct PanelOperands {
  const char* product;
  const char* a_name;
  PanelShape a;
  Index a_features;
  const char* b_name;
  PanelShape b;
  Index b_features;

  void check() const {
    expect_equal(product, "features of", a_name, a.features, a_features);
    expect_equal(product, "features of", b_name, b.features, b_features);
    expect_equal(product, "tokens of", b_name, b.tokens, a.tokens);
    expect_equal(product, "panel width of", b_name, b.panel_width, a.panel_width);
  }
};

/// Throws ShapeError unless the parts of a gradient of [rows, cols] fit together. Those without
/// tokens may have any shape.
inline void check_parts(const char* product, const GradientParts& gradient, Index rows,
                        Index cols) {
  const std::size_t count = gradient.parts.size();
  if (count != 0 && !std::has_single_bit(count))
    throw ShapeError(std::string(product) + ": " + std::to_string(count) +
                     " parts of a gradient; expected a power of two");
  for (const GradientParts::Part& part : gradient.parts)
    if (part.dy->tokens() > 0 || part.x->tokens() > 0)
      PanelOperands{product, "dy", part.dy->shape(), rows, "x", part.x->shape(), cols}.check();
}

/// Checks the bias of a product with `outputs` output features.
inline void check_start(const char* product, const ProductStart& start, Index outputs) {
  if (start.bias.empty()) return;
  expect_equal(product, "length of the bias", static_cast<Index>(start.bias.size()), outputs);
  if (start.accumulate)
    throw ShapeError(std::string(product) +
                     ": start has both a bias and accumulation; expected one of them");
}

/// An operand by name, and the memory between its first and its last value.
struct Operand {
  const char* name;
  std::span<const std::byte> bytes;

  template <typename T>
  Operand(const char* name_, std::span<T> values) : name(name_), bytes(std::as_bytes(values)) {}
  /// Token panels of any type of value.
  template <typename T>
  Operand(const char* name_, const Panels<T>& x) : Operand(name_, x.values()) {}
  template <typename T>
  Operand(const char* name_, MatrixView<T> m)
      : Operand(name_, std::span<const T>(m.data, m.rows == 0 ? 0 : extent(m))) {}

  bool overlaps(const Operand& other) const {
    const std::less<const std::byte*> before;
    return !bytes.empty() && !other.bytes.empty() &&
           before(bytes.data(), other.bytes.data() + other.bytes.size()) &&
           before(other.bytes.data(), bytes.data() + bytes.size());
  }

 private:
  template <typename T>
  static std::size_t extent(const MatrixView<T>& m) {
    return static_cast<std::size_t>((m.rows - 1) * m.stride + m.cols);
  }
};

[[noreturn]] inline void fail_overlap(const std::string& product, const char* output,
                                      const char* input) {
  throw ShapeError(product + ": " + output + " overlaps " + input + "; expected memory of its own");
}

/// Throws ShapeError "PRODUCT: OUTPUT overlaps INPUT; ..." if an output shares memory with one of
/// the inputs, which the product would read after it was overwritten.
inline void expect_apart(const std::string& product, const Operand& output,
                         std::span<const Operand> inputs) {
  for (const Operand& input : inputs)
    if (output.overlaps(input)) fail_overlap(product, output.name, input.name);
}
inline void expect_apart(const std::string& product, const Operand& output,
                         std::initializer_list<Operand> inputs) {
  expect_apart(product, output, std::span(inputs.begin(), inputs.size()));
}

/// The same for two row-major matrices, which may be different columns of one array.
inline void expect_apart(const char* product, const char* output_name,
                         MatrixView<const float> output, const char* input_name,
                         MatrixView<const float> input) {
  if (!Operand(output_name, output).overlaps({input_name, input})) return;
  if (output.stride == input.stride && output.stride > 0) {
    // Both lie in one array of rows of this length.
    const auto bytes =
        std::bit_cast<std::intptr_t>(input.data) - std::bit_cast<std::intptr_t>(output.data);
    const Index apart = bytes / static_cast<Index>(sizeof(float));
    const Index column = ((apart % output.stride) + output.stride) % output.stride;
    if (column >= output.cols && column + input.cols <= output.stride) return;
  }
  fail_overlap(product, output_name, input_name);
}

}  // namespace espalier::sparse
