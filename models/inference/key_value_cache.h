// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <espalier/models/families/model_config.h>
#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

/// The keys and values of the tokens that a causal model has read of one sequence, in each layer,
/// so that the next token need not compute them anew. `PackedModel::prefill` fills it and
/// `PackedModel::step` adds a token; one call at a time.
///
/// Memory: 8 layers hidden bytes for each token, more if 16 does not divide the size of a head, in
/// pieces of 64 tokens, as many as were ever needed: 4.5 MiB for a piece of GPT-2 of 12 layers,
/// 72 MiB for its 1024 tokens. Nothing is copied when it grows.
class KeyValueCache {
 public:
  KeyValueCache() = default;
  KeyValueCache(const KeyValueCache&) = delete;
  KeyValueCache& operator=(const KeyValueCache&) = delete;
  KeyValueCache(KeyValueCache&&) = default;
  KeyValueCache& operator=(KeyValueCache&&) = default;

  /// Tokens of the sequence that were read.
  Index tokens() const { return tokens_; }
  /// Memory that it holds.
  std::size_t bytes() const;

  /// Takes the shape of a model, of the weights of this number, and forgets all tokens. Memory of
  /// the same shape is kept.
  void reset(const ModelConfig& config, std::uint64_t weights);
  /// Of which weights it holds keys and values; 0: of none.
  std::uint64_t weights() const { return weights_; }
  /// Makes room for so many tokens in all. If memory is short nothing has changed.
  void reserve(Index tokens);
  /// Forgets all but the first tokens, so that the sequence goes on behind them: at most as many as
  /// it has, and none for a number below 0.
  void shorten(Index tokens) { tokens_ = std::clamp<Index>(tokens, 0, tokens_); }
  /// Says that so many tokens were written in every layer.
  void advance(Index tokens) { tokens_ += tokens; }

  // Of piece p, which has tokens [64 p, 64 p + 64), there being room for them:

  /// Keys, [features][kPieceTokens].
  float* keys(Index layer, Index piece) { return at(layer, piece); }
  const float* keys(Index layer, Index piece) const { return at(layer, piece); }
  /// Values of a head, [kPieceTokens][value_stride]: those of a token side by side, padded to 16.
  float* values(Index layer, Index piece, Index head) {
    return at(layer, piece) + (features_ + head * value_stride()) * kPieceTokens;
  }
  const float* values(Index layer, Index piece, Index head) const {
    return at(layer, piece) + (features_ + head * value_stride()) * kPieceTokens;
  }
  Index value_stride() const;

  Index heads() const { return heads_; }
  /// Features of a head.
  Index head_size() const { return features_ / heads_; }

  static constexpr Index kPieceTokens = 64;

 private:
  Index layer_values() const { return (features_ + heads_ * value_stride()) * kPieceTokens; }
  float* at(Index layer, Index piece) {
    return pieces_[static_cast<std::size_t>(piece)].data() + layer * layer_values();
  }
  const float* at(Index layer, Index piece) const {
    return pieces_[static_cast<std::size_t>(piece)].data() + layer * layer_values();
  }

  Index layers_ = 0;
  Index features_ = 0;
  Index heads_ = 1;
  Index tokens_ = 0;
  std::uint64_t weights_ = 0;
  std::vector<AlignedVector<float>> pieces_;
};

}  // namespace espalier::models
// Tested by tests/models/inference/generation_test.cpp
