// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/cached_attention.h>

#include <algorithm>
#include <cmath>

#include <espalier/models/layers/layer_kernels.h>
#include <espalier/sparse/core/profile.h>

namespace espalier::models {
namespace {

constexpr Index kPieceTokens = KeyValueCache::kPieceTokens;

/// Multiply-adds for which one more thread is woken, as for a product of few tokens.
constexpr Index kAttentionWorkPerThread = Index{1} << 18;

/// Adds the keys and values of the next token.
void store_next(std::span<const float> qkv, Index layer, KeyValueCache& cache) {
  const Index features = static_cast<Index>(qkv.size()) / 3, size = cache.head_size();
  const Index piece = cache.tokens() / kPieceTokens, lane = cache.tokens() % kPieceTokens;
  float* const keys = cache.keys(layer, piece) + lane;
  const float* const from = qkv.data() + features;
  for (Index f = 0; f < features; ++f) keys[f * kPieceTokens] = from[f];
  for (Index head = 0; head < cache.heads(); ++head)
    std::copy_n(from + features + head * size, size,
                cache.values(layer, piece, head) + lane * cache.value_stride());
}

/// One head of the newest token. `scores` has room for the scores of all keys, whole pieces of
/// them, and a head's values behind.
void attend_head(const KeyValueCache& cache, Index layer, Index head, const float* query,
                 float* out, float* scores, const LayerKernels& kernels) {
  const Index keys = cache.tokens() + 1, size = cache.head_size(), stride = cache.value_stride();
  const Index pieces = (keys + kPieceTokens - 1) / kPieceTokens;
  for (Index p = 0; p < pieces; ++p)
    kernels.lane_product.multiply(
        {.a = query,
         .a_row = 0,
         .a_depth = 1,
         .b = cache.keys(layer, p) + head * size * kPieceTokens,
         .b_stride = kPieceTokens,
         .c = scores + p * kPieceTokens,
         .c_stride = kPieceTokens,
         .rows = 1,
         .lanes = std::min(kPieceTokens, (keys - p * kPieceTokens + 15) / 16 * 16),
         .depth = size});
  const auto scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(size)));
  const float inverse_sum = kernels.attention.softmax_row(scores, keys, scale);
  float* const sums = scores + pieces * kPieceTokens;
  for (Index p = 0; p < pieces; ++p)
    kernels.lane_product.multiply({.a = scores + p * kPieceTokens,
                                   .a_row = 0,
                                   .a_depth = 1,
                                   .b = cache.values(layer, p, head),
                                   .b_stride = stride,
                                   .c = sums,
                                   .c_stride = stride,
                                   .rows = 1,
                                   .lanes = stride,
                                   .depth = std::min(kPieceTokens, keys - p * kPieceTokens),
                                   .accumulate = p > 0});
  for (Index f = 0; f < size; ++f) out[f] = sums[f] * inverse_sum;
}

}  // namespace

void store_prompt(const sparse::Activations& qkv, std::span<const TokenPiece> pieces, Index layer,
                  KeyValueCache& cache) {
  const Index features = qkv.features() / 3, size = cache.head_size();
  const Index stride = cache.value_stride();
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const TokenPiece& piece = pieces[p];
    const auto row = [&](Index feature) { return qkv.row(piece.panel, feature) + piece.lane; };
    const auto at = static_cast<Index>(p);
    for (Index f = 0; f < features; ++f)
      std::copy_n(row(features + f), piece.tokens, cache.keys(layer, at) + f * kPieceTokens);
    for (Index f = 0; f < features; ++f) {
      const float* const from = row(2 * features + f);
      float* const to = cache.values(layer, at, f / size) + f % size;
      for (Index t = 0; t < piece.tokens; ++t) to[t * stride] = from[t];
    }
  }
}

void attend_next(MatrixView<const float> qkv, std::span<KeyValueCache* const> caches, Index layer,
                 MatrixView<float> out, std::vector<AlignedVector<float>>& scores,
                 const Context& context) {
  if (caches.empty()) return;
  const ProfileSection section(context.profile(), "attention", "forward");
  Index most_keys = 0, all_keys = 0;
  for (std::size_t i = 0; i < caches.size(); ++i) {
    store_next(qkv.row(static_cast<Index>(i)), layer, *caches[i]);
    most_keys = std::max(most_keys, caches[i]->tokens() + 1);
    all_keys += caches[i]->tokens() + 1;
  }
  const KeyValueCache& any = *caches.front();
  const Index heads = any.heads(), size = any.head_size();
  const auto room = static_cast<std::size_t>(
      (most_keys + kPieceTokens - 1) / kPieceTokens * kPieceTokens + any.value_stride());
  if (scores.size() < static_cast<std::size_t>(context.threads()))
    scores.resize(static_cast<std::size_t>(context.threads()));
  const Index tasks = heads * static_cast<Index>(caches.size());
  const Index parts = std::clamp<Index>(2 * all_keys * heads * size / kAttentionWorkPerThread, 1,
                                        std::min<Index>(context.threads(), tasks));
  for (AlignedVector<float>& own : scores)
    if (own.size() < room) own.resize(room);
  const LayerKernels kernels = layer_kernels(context);
  context.parallel_for(parts, [&](Index part) {
    float* const own = scores[static_cast<std::size_t>(part)].data();
    for (Index task = tasks * part / parts; task < tasks * (part + 1) / parts; ++task) {
      const Index i = task / heads, head = task % heads;
      attend_head(*caches[static_cast<std::size_t>(i)], layer, head, &qkv(i, head * size),
                  &out(i, head * size), own, kernels);
    }
  });
}

}  // namespace espalier::models
