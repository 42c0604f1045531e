// SPDX-License-Identifier: Apache-2.0
#include "tests/support/generated_problem.h"

#include <algorithm>
#include <limits>

#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/ops/narrow_run.h>

namespace espalier::testing {
namespace {

bool is_stored(const ProblemSpec& spec, BlockIndex row, BlockIndex col, const Random& random) {
  switch (spec.fill) {
    case Fill::kFull:
      return true;
    case Fill::kNone:
      return false;
    case Fill::kOneBlock:
      return row == spec.grid_rows / 2 && col == spec.grid_cols / 2;
    case Fill::kEmptyRows:
      if (row % 2 == 1) return false;
      [[fallthrough]];
    case Fill::kRandom:
      break;
  }
  const auto position = static_cast<std::uint64_t>(row * spec.grid_cols + col);
  return random.uniform(position) < spec.density;
}

sparse::PatternPtr generated_pattern(const ProblemSpec& spec) {
  const Random random(spec.seed, stream_id("pattern"));
  std::vector<sparse::BlockCoordinate> stored;
  for (BlockIndex r = 0; r < spec.grid_rows; ++r)
    for (BlockIndex c = 0; c < spec.grid_cols; ++c)
      if (is_stored(spec, r, c, random)) stored.push_back({r, c});
  return sparse::BlockPattern::from_coordinates(spec.grid_rows * spec.block,
                                                spec.grid_cols * spec.block,
                                                {spec.block, spec.block}, std::move(stored));
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const ProblemSpec& s) {
  return out << "block " << s.block << ", grid " << s.grid_rows << "x" << s.grid_cols << ", tokens "
             << s.tokens << ", panel width " << s.panel_width << ", fill "
             << static_cast<int>(s.fill) << ", density " << s.density << ", seed " << s.seed;
}

Problem::Problem(const ProblemSpec& s)
    : spec(s),
      w(generated_pattern(s)),
      x(normal_activations(s.tokens, s.grid_cols * s.block, s.panel_width, s.seed + 1)),
      dy(normal_activations(s.tokens, s.grid_rows * s.block, s.panel_width, s.seed + 2)),
      bias(normal_values(s.grid_rows * s.block, s.seed + 3)),
      bias_in(normal_values(s.grid_cols * s.block, s.seed + 4)) {
  const std::vector<float> values = normal_values(w.pattern().values(), s.seed);
  std::copy(values.begin(), values.end(), w.values().begin());
}

std::vector<ProblemSpec> problem_specs(Index block) {
  // Grids small enough that the reference with its double loops takes milliseconds.
  const Index rows = std::max<Index>(3, 48 / block);
  const Index cols = std::max<Index>(2, 32 / block);
  std::vector<ProblemSpec> specs = {
      {.block = block, .grid_rows = rows, .grid_cols = cols, .tokens = 128, .panel_width = 128},
      {.block = block, .grid_rows = rows, .grid_cols = cols, .tokens = 300, .panel_width = 128},
      {.block = block, .grid_rows = cols, .grid_cols = rows, .tokens = 100, .panel_width = 48},
      {.block = block, .grid_rows = rows, .grid_cols = cols, .tokens = 33, .panel_width = 16},
      {.block = block, .grid_rows = rows, .grid_cols = cols, .tokens = 700, .panel_width = 64},
      {.block = block, .grid_rows = cols, .grid_cols = rows, .tokens = 250, .panel_width = 240},
      {.block = block,
       .grid_rows = rows,
       .grid_cols = cols,
       .tokens = 65,
       .panel_width = 64,
       .fill = Fill::kEmptyRows},
      {.block = block,
       .grid_rows = rows,
       .grid_cols = cols,
       .tokens = 40,
       .panel_width = 32,
       .fill = Fill::kFull},
      {.block = block,
       .grid_rows = rows,
       .grid_cols = cols,
       .tokens = 20,
       .panel_width = 16,
       .fill = Fill::kOneBlock},
      {.block = block,
       .grid_rows = rows,
       .grid_cols = cols,
       .tokens = 20,
       .panel_width = 16,
       .fill = Fill::kNone},
      {.block = block, .grid_rows = rows, .grid_cols = cols, .tokens = 0, .panel_width = 128},
      {.block = block, .grid_rows = rows, .grid_cols = cols, .tokens = 1, .panel_width = 128},
      {.block = block, .grid_rows = 1, .grid_cols = 40, .tokens = 17, .panel_width = 16},
      // More than one range of outputs and of inputs, which products take one after the other.
      {.block = block,
       .grid_rows = 800 / block,
       .grid_cols = 816 / block,
       .tokens = 2,
       .panel_width = 16,
       .density = 0.02},
      // Long contractions, which products may split: forward, then input gradient.
      {.block = block,
       .grid_rows = 2,
       .grid_cols = 1600 / block,
       .tokens = 17,
       .panel_width = 16,
       .density = 0.1},
      {.block = block,
       .grid_rows = 1600 / block,
       .grid_cols = 2,
       .tokens = 17,
       .panel_width = 16,
       .density = 0.1},
      {.block = block, .grid_rows = 40, .grid_cols = 1, .tokens = 17, .panel_width = 16},
  };
  // Products of few tokens in float go another way: all of it on more tokens too.
  for (std::size_t i = 0, few = specs.size(); i < few; ++i)
    if (sparse::is_narrow(specs[i].tokens)) {
      specs.push_back(specs[i]);
      specs.back().tokens += sparse::kMostNarrowTokens;
    }
  return specs;
}

std::vector<float> normal_values(Index count, std::uint64_t seed) {
  const Random random(seed, stream_id("values"));
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(random.normal(i));
  return values;
}

sparse::Activations normal_activations(Index tokens, Index features, Index panel_width,
                                       std::uint64_t seed) {
  const std::vector<float> values = normal_values(features * tokens, seed);
  return sparse::pack({values.data(), features, tokens}, panel_width);
}

sparse::Activations nan_activations(Index tokens, Index features, Index panel_width) {
  sparse::Activations out(tokens, features, panel_width);
  std::fill(out.values().begin(), out.values().end(), std::numeric_limits<float>::quiet_NaN());
  return out;
}

}  // namespace espalier::testing
