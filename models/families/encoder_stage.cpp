// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/encoder_stage.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>

namespace espalier::models {
namespace {

void check_cut(Index layers, Index ranks, double ends) {
  if (ranks < 1)
    throw ConfigError("pipeline: " + std::to_string(ranks) + " processes, expected at least 1");
  if (layers < ranks)
    throw ConfigError("model.layers: " + std::to_string(layers) + ", expected at least " +
                      std::to_string(ranks) + ", one for each process of the pipeline");
  if (!(ends >= 0 && std::isfinite(ends)))
    throw ConfigError("pipeline: the ends cost " + number_text(ends) +
                      " layers, expected 0 or more");
}

}  // namespace

std::vector<EncoderStage> encoder_stages(Index layers, Index ranks, double ends) {
  check_cut(layers, ranks, ends);
  const Index others = ranks - 1;
  if (others == 0) return {{.first_layer = 0, .last_layer = layers, .ends = true}};
  const auto cost = [&](Index with_ends) {
    const Index largest = (layers - with_ends + others - 1) / others;
    return std::max(static_cast<double>(with_ends) + ends, static_cast<double>(largest));
  };
  Index with_ends = 1;
  for (Index count = 2; count <= layers - others; ++count)
    if (cost(count) < cost(with_ends)) with_ends = count;

  const Index before = layers - with_ends, least = before / others, larger = before % others;
  std::vector<EncoderStage> stages = {{.first_layer = before, .last_layer = layers, .ends = true}};
  for (Index rank = 1, first = 0; rank < ranks; ++rank) {
    const Index count = least + (rank > others - larger ? 1 : 0);
    stages.push_back({.first_layer = first, .last_layer = first + count, .ends = false});
    first += count;
  }
  return stages;
}

std::vector<EncoderStage> encoder_stages(const ModelDeclaration& model, Index layers, Index ranks,
                                         const EncoderDensity& density, Index sequence,
                                         double predicted) {
  const FlopCount count = count_flops(model, density, sequence, predicted, Pass::kTraining);
  const double layer = (count.encoder_linear + count.attention) / static_cast<double>(layers);
  return encoder_stages(layers, ranks, (count.head + count.embedding) / layer);
}

}  // namespace espalier::models
