// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/embedding.h>

#include <algorithm>
#include <array>
#include <string>

#include <espalier/models/parameters/initialise.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>
#include <espalier/sparse/core/profile.h>
#include <espalier/sparse/core/reused.h>
#include <espalier/sparse/core/simd_targets.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "espalier/models/layers/embedding.cpp"
#include <hwy/foreach_target.h>

#include <espalier/models/layers/vector_math-inl.h>

#ifndef ESPALIER_MODELS_EMBEDDING_ROWS_  // once, although this file is compiled for each target
#define ESPALIER_MODELS_EMBEDDING_ROWS_
namespace espalier::models {
/// Rows of four tokens in the three tables; those of a table that is not there, or not dense, are
/// null.
template <typename Float>
struct TokenRows {
  std::array<Float*, 4> word;
  std::array<Float*, 4> position;
  std::array<Float*, 4> segment;
};
}  // namespace espalier::models
#endif  // ESPALIER_MODELS_EMBEDDING_ROWS_

HWY_BEFORE_NAMESPACE();
namespace espalier::models::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
constexpr Index transposable(Index) { return 0; }
#else
/// Features that the vector loops handle; the others are left to plain loops.
constexpr Index transposable(Index features) { return features / 4 * 4; }

using Four = hn::FixedTag<float, 4>;
using Quad = hn::Vec<Four>;

/// Transposes a 4 x 4 tile in registers.
HWY_INLINE void transpose(Quad& a, Quad& b, Quad& c, Quad& e) {
  const Four d;
  const Quad ac_low = hn::InterleaveLower(d, a, c), ac_high = hn::InterleaveUpper(d, a, c);
  const Quad be_low = hn::InterleaveLower(d, b, e), be_high = hn::InterleaveUpper(d, b, e);
  a = hn::InterleaveLower(d, ac_low, be_low);
  b = hn::InterleaveUpper(d, ac_low, be_low);
  c = hn::InterleaveLower(d, ac_high, be_high);
  e = hn::InterleaveUpper(d, ac_high, be_high);
}
#endif

template <bool kSegments>
HWY_INLINE void gather_rows(const TokenRows<const float>& rows, Index features, Index width,
                            float* HWY_RESTRICT lanes) {
  Index f = 0;
#if HWY_TARGET != HWY_SCALAR
  const Four d;
  const auto row = [&](int i) HWY_ATTR {
    Quad place = hn::LoadU(d, rows.position[i] + f);
    if constexpr (kSegments) place = hn::Add(place, hn::LoadU(d, rows.segment[i] + f));
    return hn::Add(hn::LoadU(d, rows.word[i] + f), place);
  };
  for (; f < transposable(features); f += 4) {
    Quad a = row(0), b = row(1), c = row(2), e = row(3);
    transpose(a, b, c, e);
    hn::Store(a, d, lanes + f * width);
    hn::Store(b, d, lanes + (f + 1) * width);
    hn::Store(c, d, lanes + (f + 2) * width);
    hn::Store(e, d, lanes + (f + 3) * width);
  }
#endif
  for (; f < features; ++f)
    for (int i = 0; i < 4; ++i) {
      float place = rows.position[i][f];
      if constexpr (kSegments) place += rows.segment[i][f];
      lanes[f * width + i] = rows.word[i][f] + place;
    }
}

/// Sums the table rows of four tokens into four lanes of a panel.
void gather_sum(const TokenRows<const float>& rows, Index features, Index width,
                float* HWY_RESTRICT lanes) {
  if (rows.segment[0] != nullptr)
    gather_rows<true>(rows, features, width, lanes);
  else
    gather_rows<false>(rows, features, width, lanes);
}

/// Adds four lanes of a panel to the table rows of four tokens, token by token, since tokens may
/// share rows.
void scatter_add(const float* HWY_RESTRICT lanes, Index features, Index width,
                 const TokenRows<float>& rows) {
  Index f = 0;
#if HWY_TARGET != HWY_SCALAR
  const Four d;
  const auto add = [&](Quad value, float* to)
                       HWY_ATTR { hn::StoreU(hn::Add(hn::LoadU(d, to), value), d, to); };
  for (; f < transposable(features); f += 4) {
    Quad a = hn::Load(d, lanes + f * width), b = hn::Load(d, lanes + (f + 1) * width);
    Quad c = hn::Load(d, lanes + (f + 2) * width), e = hn::Load(d, lanes + (f + 3) * width);
    transpose(a, b, c, e);
    for (const auto& table : {rows.word, rows.position, rows.segment}) {
      if (table[0] == nullptr) continue;
      add(a, table[0] + f);
      add(b, table[1] + f);
      add(c, table[2] + f);
      add(e, table[3] + f);
    }
  }
#endif
  for (; f < features; ++f)
    for (int i = 0; i < 4; ++i)
      for (const auto& table : {rows.word, rows.position, rows.segment})
        if (table[i] != nullptr) table[i][f] += lanes[f * width + i];
}

}  // namespace espalier::models::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace espalier::models {
namespace {

HWY_EXPORT(gather_sum);
HWY_EXPORT(scatter_add);

using sparse::Activations;

/// Tokens that are gathered and scattered together, as `TokenRows` holds them.
constexpr Index kTokensAtOnce = 4;

/// Features of one task of the backward pass: a few cache lines of each table row, and whole blocks
/// of any size that has a kernel.
constexpr Index kChunkFeatures = 64;

void require_least(const std::string& layer, const char* name, Index value, Index least) {
  if (value < least)
    throw ConfigError(layer + ": " + name + " is " + std::to_string(value) +
                      "; expected at least " + std::to_string(least));
}

/// Throws ConfigError naming the first option that does not fit.
const EmbeddingOptions& checked(const EmbeddingOptions& options) {
  require_least(options.name, "vocabulary", options.vocabulary, 1);
  require_least(options.name, "max_positions", options.max_positions, 1);
  require_least(options.name, "segments", options.segments, 0);
  require_least(options.name, "hidden", options.hidden, 1);
  if (!(options.initial_deviation >= 0.0))
    throw ConfigError(options.name + ": initial_deviation is " +
                      number_text(options.initial_deviation) + "; expected 0 or more");
  return options;
}

void check_ids(const std::string& layer, const char* what, std::span<const std::int32_t> ids,
               Index bound) {
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] < 0 || ids[i] >= bound)
      throw ShapeError(layer + ": " + std::string(what) + " " + std::to_string(i) + " is " +
                       std::to_string(ids[i]) + "; expected 0 to " + std::to_string(bound - 1));
}

/// Rows, from feature `first` on, of the four tokens that begin with `token`; tables may be null.
template <typename Float>
TokenRows<Float> rows_of(Float* word, Float* position, Float* segment,
                         std::span<const std::int32_t> tokens,
                         std::span<const std::int32_t> segment_ids,
                         std::span<const std::int32_t> places, Index sequence, Index hidden,
                         Index token, Index first) {
  TokenRows<Float> rows;
  for (Index i = 0; i < 4; ++i) {
    const Index segment_id = segment_ids.empty() ? 0 : segment_ids[token + i];
    rows.word[i] = word == nullptr ? nullptr : word + tokens[token + i] * hidden + first;
    const Index place = places.empty() ? (token + i) % sequence : places[token + i];
    rows.position[i] = position + place * hidden + first;
    rows.segment[i] = segment == nullptr ? nullptr : segment + segment_id * hidden + first;
  }
  return rows;
}

/// Lets the words of `rows` be rows of zeros in `memory`, one for each, which stand for those of a
/// sparse table.
template <typename Float>
void point_words_to_zeros(AlignedVector<float>& memory, Index features, TokenRows<Float>& rows) {
  memory.assign(static_cast<std::size_t>(kTokensAtOnce * features), 0.0f);
  for (Index i = 0; i < kTokensAtOnce; ++i) rows.word[i] = memory.data() + i * features;
}

/// Calls `visit(f, piece)` for each stored block that row `row` of a sparse table passes through in
/// the features from `first` on: `piece` is what it has of the row, from feature first + f on.
template <typename Float, typename Visit>
void for_each_piece(const sparse::BlockPattern& pattern, Float* values, Index row, Index first,
                    Index features, const Visit& visit) {
  const sparse::BlockShape block = pattern.block();
  const auto blocks = pattern.row_offsets().subspan(static_cast<std::size_t>(row / block.rows), 2);
  const BlockIndex* const columns = pattern.columns().data();
  const BlockIndex* const end = columns + blocks[1];
  for (const BlockIndex* at = std::lower_bound(columns + blocks[0], end, first / block.cols);
       at != end && *at * block.cols < first + features; ++at)
    visit(*at * block.cols - first,
          values + (at - columns) * block.size() + row % block.rows * block.cols);
}

}  // namespace

TokenEmbedding::TokenEmbedding(const EmbeddingOptions& options, const Context& context)
    : context_(&context),
      name_(checked(options).name),
      words_({.name = name_ + ".word_embeddings",
              .in = options.hidden,
              .out = options.vocabulary,
              .block = options.block,
              .density = options.density,
              .pattern = options.pattern,
              .bias = false,
              .initial_deviation = options.initial_deviation},
             context) {
  words_.weight().fixed_pattern = true;
  if (options.norm)
    norm_.emplace(name_ + ".LayerNorm", options.hidden, context, options.norm_epsilon);
  const auto make = [&](Parameter& table, const char* name, Index rows) {
    table.name = name_ + '.' + name + ".weight";
    table.make_dense({rows, options.hidden});
    initialise_truncated_normal(table, options.initial_deviation, context.seed());
  };
  make(position_, "position_embeddings", options.max_positions);
  if (options.segments > 0) make(segment_, "token_type_embeddings", options.segments);
}

ParameterList TokenEmbedding::parameters() {
  ParameterList list = {&words_.weight(), &position_};
  if (has_segments()) list.push_back(&segment_);
  if (norm_)
    for (Parameter* parameter : norm_->parameters()) list.push_back(parameter);
  return list;
}

void TokenEmbedding::check(std::span<const std::int32_t> tokens,
                           std::span<const std::int32_t> segment_ids,
                           std::span<const std::int32_t> places, Index sequence) const {
  const Index count = static_cast<Index>(tokens.size());
  if (sequence < 1 || sequence > position_.shape[0])
    throw ShapeError(name_ + ": sequence is " + std::to_string(sequence) + "; expected 1 to " +
                     std::to_string(position_.shape[0]) + " positions");
  if (count % sequence != 0 || count % kTokensAtOnce != 0)
    throw ShapeError(name_ + ": tokens has " + std::to_string(count) +
                     " ids; expected whole sequences of " + std::to_string(sequence) +
                     ", and a multiple of " + std::to_string(kTokensAtOnce));
  const auto expect_none_or_all = [&](const char* what, std::span<const std::int32_t> ids) {
    if (!ids.empty() && ids.size() != tokens.size())
      throw ShapeError(name_ + ": " + what + " has " + std::to_string(ids.size()) +
                       " ids; expected none or " + std::to_string(count));
  };
  expect_none_or_all("segment_ids", segment_ids);
  expect_none_or_all("places", places);
  for (const Parameter* table : {&words_.weight(), &position_, &segment_})
    if (!table->shape.empty()) table->check_lengths();
  check_ids(name_, "token", tokens, vocabulary());
  // Without a table of segments there is segment 0 alone, of which nothing is added.
  check_ids(name_, "segment id", segment_ids, has_segments() ? segment_.shape[0] : 1);
  check_ids(name_, "place", places, position_.shape[0]);
}

namespace {

constexpr const char* kKind = "embedding";  // in profiles

/// y := the sum of the rows of each token. Places are those in a sequence if there are none.
void sum_rows(const EmbeddingTables& tables, std::span<const std::int32_t> tokens,
              std::span<const std::int32_t> segment_ids, std::span<const std::int32_t> places,
              Index sequence, Activations& y, const Context& context) {
  const Index width = y.panel_width(), hidden = y.features();
  const bool sparse = tables.pattern != nullptr;
  context.parallel_for(y.panels(), [&](Index panel) {
    const Reused<AlignedVector<float>> memory;
    for (Index lane = 0; lane < y.used_lanes(panel); lane += kTokensAtOnce) {
      const Index token = panel * width + lane;
      auto rows = rows_of(sparse ? nullptr : tables.words.data(), tables.positions.data(),
                          tables.segments.empty() ? nullptr : tables.segments.data(), tokens,
                          segment_ids, places, sequence, hidden, token, 0);
      if (sparse) {
        point_words_to_zeros(*memory, hidden, rows);
        for (Index i = 0; i < kTokensAtOnce; ++i)
          for_each_piece(*tables.pattern, tables.words.data(), tokens[token + i], 0, hidden,
                         [&](Index f, const float* piece) {
                           std::copy_n(piece, tables.pattern->block().cols,
                                       memory->data() + i * hidden + f);
                         });
      }
      HWY_DYNAMIC_DISPATCH(gather_sum)
      (rows, hidden, width, y.panel(panel) + lane);
    }
  });
}

}  // namespace

void TokenEmbedding::forward(std::span<const std::int32_t> tokens,
                             std::span<const std::int32_t> segment_ids, Index sequence,
                             Activations& y, EmbeddingRecord& record,
                             std::span<const std::int32_t> places) const {
  check(tokens, segment_ids, places, sequence);
  const Index width = y.panel_width();
  sparse::PanelShape{static_cast<Index>(tokens.size()), hidden(), width}.check(name_, "y",
                                                                               y.shape());
  record.sequence = sequence;
  if (norm_) record.normalised.reshape(y.tokens(), y.features(), width);
  {
    const ProfileSection section(context_->profile(), kKind, "forward");
    const Parameter& words = words_.weight();
    sum_rows({.pattern = words.pattern.get(),
              .words = words.values,
              .positions = position_.values,
              .segments = segment_.values},
             tokens, segment_ids, places, sequence, norm_ ? record.normalised : y, *context_);
  }
  if (norm_)
    norm_->forward(record.normalised, nullptr, y, record.inverse_deviation);
  else
    y.clear_padding();
}

void embed_tokens(const EmbeddingTables& tables, std::span<const std::int32_t> tokens,
                  std::span<const std::int32_t> segment_ids, std::span<const std::int32_t> places,
                  Activations& y, const Context& context) {
  const auto count = static_cast<std::size_t>(y.tokens());
  if (tokens.size() != count || places.size() != count ||
      (!segment_ids.empty() && segment_ids.size() != count) || count % kTokensAtOnce != 0)
    throw ShapeError("embed_tokens: " + std::to_string(tokens.size()) + " tokens, " +
                     std::to_string(places.size()) + " places and " +
                     std::to_string(segment_ids.size()) + " segments; expected " +
                     std::to_string(count) + " of each, a multiple of " +
                     std::to_string(kTokensAtOnce));
  const ProfileSection section(context.profile(), kKind, "forward");
  sum_rows(tables, tokens, segment_ids, places, 1, y, context);
}

void TokenEmbedding::backward(std::span<const std::int32_t> tokens,
                              std::span<const std::int32_t> segment_ids, EmbeddingRecord& record,
                              const Activations& dy, std::span<const std::int32_t> places) {
  const Index sequence = record.sequence, width = dy.panel_width();
  check(tokens, segment_ids, places, sequence);
  sparse::PanelShape{static_cast<Index>(tokens.size()), hidden(), width}.check(name_, "dy",
                                                                               dy.shape());
  if (norm_) {
    record.gradient.reshape(dy.tokens(), dy.features(), width);
    norm_->backward(record.normalised, record.inverse_deviation, dy, record.gradient);
  }
  const Activations& gradient = norm_ ? record.gradient : dy;
  const ProfileSection section(context_->profile(), kKind, "backward");
  Parameter& words = words_.weight();
  context_->parallel_for_chunks(hidden(), kChunkFeatures, [&](Index first, Index features) {
    const Reused<AlignedVector<float>> memory;
    for (Index token = 0; token < dy.tokens(); token += kTokensAtOnce) {
      auto rows =
          rows_of(words.is_sparse() ? nullptr : words.gradient.data(), position_.gradient.data(),
                  has_segments() ? segment_.gradient.data() : nullptr, tokens, segment_ids, places,
                  sequence, hidden(), token, first);
      if (words.is_sparse()) point_words_to_zeros(*memory, features, rows);
      HWY_DYNAMIC_DISPATCH(scatter_add)
      (gradient.row(token / width, first) + token % width, features, width, rows);
      if (!words.is_sparse()) continue;
      for (Index i = 0; i < kTokensAtOnce; ++i)
        for_each_piece(*words.pattern, words.gradient.data(), tokens[token + i], first, features,
                       [&](Index f, float* piece) {
                         const float* const added = memory->data() + i * features + f;
                         for (Index c = 0; c < words.pattern->block().cols; ++c)
                           piece[c] += added[c];
                       });
    }
  });
}

}  // namespace espalier::models
#endif  // HWY_ONCE
