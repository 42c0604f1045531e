// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/key_value_cache.h>

#include <espalier/models/inference/piece_layout.h>
#include <espalier/sparse/format/panels.h>

namespace espalier::models {

// A piece of a prompt, as `PieceLayout` cuts it, is one here.
static_assert(KeyValueCache::kPieceTokens == sparse::kDefaultPanelWidth);

std::size_t KeyValueCache::bytes() const {
  return pieces_.size() * static_cast<std::size_t>(layers_ * layer_values()) * sizeof(float);
}

Index KeyValueCache::value_stride() const { return PieceLayout::lanes_of(head_size()); }

void KeyValueCache::reset(const ModelConfig& config, std::uint64_t weights) {
  tokens_ = 0;
  weights_ = weights;
  if (layers_ == config.layers && features_ == config.hidden && heads_ == config.heads) return;
  pieces_.clear();
  layers_ = config.layers;
  features_ = config.hidden;
  heads_ = config.heads;
}

void KeyValueCache::reserve(Index tokens) {
  const auto pieces = static_cast<std::size_t>((tokens + kPieceTokens - 1) / kPieceTokens);
  while (pieces_.size() < pieces)
    pieces_.emplace_back(static_cast<std::size_t>(layers_ * layer_values()));
}

}  // namespace espalier::models
