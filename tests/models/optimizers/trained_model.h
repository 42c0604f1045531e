// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <espalier/models/optimizers/optimizer.h>
#include <espalier/models/parameters/evolvable.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/topology/random_pattern.h>

namespace espalier::testing {

/// Half an ulp of 1 in float: one rounding's relative error.
inline constexpr double kUnit = 0x1p-24;
/// For products of two roundings, which the bounds of the tests leave out.
inline constexpr double kSlack = 1.01;

/// A dense weight of several chunks and no whole number of vectors, a bias that wants no decay and
/// a sparse weight, with gradients that are functions of the step alone.
struct TrainedModel {
  models::Parameter dense, bias, sparse;

  /// Extents and density of the sparse weight.
  explicit TrainedModel(Index rows = 64, Index cols = 96, double density = 0.3) {
    dense.name = "dense.weight";
    dense.make_dense({40001});
    bias.name = "dense.bias";
    bias.make_dense({13});
    bias.weight_decay = false;
    sparse.name = "sparse.weight";
    sparse.shape = {rows, cols};
    sparse.pattern =
        sparse::random_pattern(rows, cols, {4, 4}, density, Random(7, stream_id("pattern")));
    sparse.values.resize(static_cast<std::size_t>(sparse.pattern->values()));
    sparse.gradient.resize(sparse.values.size());
    for (models::Parameter* parameter : parameters()) fill(parameter->values, *parameter, 0);
  }

  models::ParameterList parameters() { return {&dense, &bias, &sparse}; }

  void fill_gradients(int step) {
    for (models::Parameter* parameter : parameters())
      fill(parameter->gradient, *parameter, static_cast<std::uint64_t>(step));
  }

  /// Drops the first block and grows the first free position, whose place in the pattern it
  /// returns. The state of `optimizer` moves along.
  Index move_block(models::Optimizer& optimizer) {
    auto weights = models::evolvable(*this, optimizer);
    sparse::BlockCoordinate grown{0, 0};
    while (sparse.pattern->find(grown) >= 0) ++grown.col;
    edit_weight(*weights[0], {.drop = {0}, .grow = {grown}});
    return sparse.pattern->find(grown);
  }

  /// Values and state, for comparisons bit by bit.
  std::vector<AlignedVector<float>> everything(const models::Optimizer& optimizer) {
    std::vector<AlignedVector<float>> result;
    for (const models::Parameter* parameter : parameters()) {
      result.push_back(parameter->values);
      for (const std::string& name : optimizer.state())
        result.push_back(optimizer.state(*parameter, name));
    }
    return result;
  }

 private:
  static void fill(AlignedVector<float>& values, const models::Parameter& parameter,
                   std::uint64_t step) {
    // The same for every model of a thread, which makes many: drawn once.
    static thread_local std::map<std::pair<std::string, std::uint64_t>, std::vector<float>> drawn;
    std::vector<float>& numbers = drawn[{parameter.name, step}];
    const Random random(5, stream_id(parameter.name, step));
    while (numbers.size() < values.size())
      numbers.push_back(static_cast<float>(random.normal(numbers.size())));
    std::copy_n(numbers.begin(), values.size(), values.begin());
  }
};

}  // namespace espalier::testing
