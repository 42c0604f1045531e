// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/packed_model.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <espalier/models/families/gathered_tokens.h>
#include <espalier/models/families/panel_groups.h>
#include <espalier/models/inference/cached_attention.h>
#include <espalier/models/inference/packed_weights.h>
#include <espalier/models/layers/activation.h>
#include <espalier/models/layers/residual.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/ops/linear_plain.h>

namespace espalier::models {
namespace {

using sparse::Activations;

/// Tokens that a head reads at a time: those of one panel.
constexpr Index kHeadTokens = sparse::kDefaultPanelWidth;

[[noreturn]] void refuse(std::size_t sequence, const std::string& what) {
  throw ShapeError("inference: sequence " + std::to_string(sequence) + ": " + what);
}

void check_ids(std::size_t sequence, const char* what, std::span<const std::int32_t> ids,
               Index bound) {
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] < 0 || ids[i] >= bound)
      refuse(sequence, std::string(what) + " " + std::to_string(i) + " is " +
                           std::to_string(ids[i]) + "; expected 0 to " + std::to_string(bound - 1));
}

Index tokens_of(std::span<const TokenSequence> sequences) {
  Index tokens = 0;
  for (const TokenSequence& sequence : sequences)
    tokens += static_cast<Index>(sequence.tokens.size());
  return tokens;
}

void check_out(MatrixView<const float> out, Index rows, Index cols) {
  if (out.rows != rows || out.cols != cols || out.stride < cols)
    throw ShapeError("inference: out has " + std::to_string(out.rows) + " x " +
                     std::to_string(out.cols) + " values; expected " + std::to_string(rows) +
                     " x " + std::to_string(cols));
}

[[noreturn]] void refuse_head(const PackedWeights& weights, const std::string& what) {
  throw ConfigError("inference: the model has the head " + std::string(to_string(weights.head)) +
                    ", which gives no " + what);
}

/// Panels as rows of tokens, [lanes][features].
MatrixView<const float> as_rows(const Activations& x, InferenceWorkspace& workspace,
                                const Context& context) {
  const auto values = static_cast<std::size_t>(x.tokens() * x.features());
  if (workspace.rows.size() < values) workspace.rows.resize(values);
  const MatrixView<float> rows(workspace.rows.data(), x.tokens(), x.features());
  sparse::unpack_tokens(x, rows, context);
  return rows;
}

/// Calls body(token, lane) for the tokens of all sequences, in order.
template <typename Body>
void for_each_token(const PieceLayout& layout, const Body& body) {
  Index token = 0;
  for (const TokenPiece& piece : layout.pieces().pieces)
    for (Index t = 0; t < piece.tokens; ++t)
      body(token++, piece.panel * layout.panel_width() + piece.lane + t);
}

/// Rows [first, first + tokens) of `out` from all tokens of `x`.
void copy_tokens(const Activations& x, Index first, MatrixView<float> out,
                 InferenceWorkspace& workspace, const Context& context) {
  const MatrixView<const float> rows = as_rows(x, workspace, context);
  for_each_token(workspace.layout, [&](Index token, Index lane) {
    std::copy_n(rows.row(lane).begin(), out.cols, out.row(first + token).begin());
  });
}

/// Rows [first, first + count) of `out` from the first tokens of `x`.
void copy_rows(const Activations& x, Index first, Index count, MatrixView<float> out,
               InferenceWorkspace& workspace, const Context& context) {
  const MatrixView<const float> rows = as_rows(x, workspace, context);
  for (Index i = 0; i < count; ++i)
    std::copy_n(rows.row(i).begin(), out.cols, out.row(first + i).begin());
}

}  // namespace

PackedModel::PackedModel(const StoredModel& model, const Context& context,
                         const PackedOptions& options)
    : context_(&context),
      weights_(std::make_unique<const PackedWeights>(pack_weights(model, options, context))) {}

PackedModel::~PackedModel() = default;

const ModelConfig& PackedModel::config() const { return weights_->config; }
HeadKind PackedModel::head() const { return weights_->head; }
const std::vector<std::string>& PackedModel::labels() const { return weights_->labels; }
Index PackedModel::classes() const {
  return weights_->classifier ? weights_->classifier->out() : 0;
}
bool PackedModel::has_pooler() const { return weights_->pooler.has_value(); }
Index PackedModel::stored_values() const { return weights_->stored_values; }
bool PackedModel::has_int8() const {
  return std::ranges::any_of(weights_->layers, [](const PackedLayer& layer) {
    return layer.query_key_value.is_int8() || layer.attention_output.is_int8() ||
           layer.intermediate.is_int8() || layer.output.is_int8();
  });
}
std::size_t PackedModel::weight_bytes() const { return weights_->weight_bytes; }
double PackedModel::density() const {
  return static_cast<double>(weights_->stored_values) / static_cast<double>(weights_->all_values);
}

void PackedModel::check_sequences(std::span<const TokenSequence> sequences) const {
  const ModelConfig& config = weights_->config;
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    const TokenSequence& sequence = sequences[i];
    const auto length = static_cast<Index>(sequence.tokens.size());
    if (length < 1 || length > config.max_positions)
      refuse(i, std::to_string(length) + " tokens; expected 1 to " +
                    std::to_string(config.max_positions));
    check_ids(i, "token", sequence.tokens, config.vocabulary);
    if (!sequence.segments.empty() && sequence.segments.size() != sequence.tokens.size())
      refuse(i, std::to_string(sequence.segments.size()) + " segments; expected none or " +
                    std::to_string(length));
    check_ids(i, "segment", sequence.segments, std::max<Index>(config.segments, 1));
  }
}

template <typename Body>
void PackedModel::for_each_group(std::span<const TokenSequence> sequences,
                                 InferenceWorkspace& workspace, const Body& body,
                                 std::span<KeyValueCache* const> caches) const {
  // Panels that stay in the caches from layer to layer, and work for every thread. What walks
  // together does not show in the results.
  const Index most = sparse::kDefaultPanelWidth *
                     std::max<Index>(kPanelGroup, 2 * static_cast<Index>(context_->threads()));
  Group group;
  while (group.first < sequences.size()) {
    workspace.lengths.clear();
    group.end = group.first;
    group.tokens = 0;
    for (Index lanes = 0; group.end < sequences.size(); ++group.end) {
      const auto length = static_cast<Index>(sequences[group.end].tokens.size());
      lanes += PieceLayout::lanes_of(length);
      if (group.end > group.first && lanes > most) break;
      workspace.lengths.push_back(length);
      group.tokens += length;
    }
    workspace.layout.arrange(workspace.lengths);
    const std::size_t count = group.end - group.first;
    embed(sequences.subspan(group.first, count), workspace);
    encode(workspace, caches.empty() ? caches : caches.subspan(group.first, count));
    body(static_cast<const Group&>(group));
    group.first = group.end;
    group.first_token += group.tokens;
  }
}

void PackedModel::embed(std::span<const TokenSequence> sequences,
                        InferenceWorkspace& workspace) const {
  const PieceLayout& layout = workspace.layout;
  const auto lanes = static_cast<std::size_t>(layout.lanes());
  for (std::vector<std::int32_t>* ids : {&workspace.tokens, &workspace.segments, &workspace.places})
    ids->assign(lanes, 0);  // of lanes that belong to no token too
  for (std::size_t s = 0; s < sequences.size(); ++s) {
    const TokenSequence& sequence = sequences[s];
    for (std::size_t t = 0; t < sequence.tokens.size(); ++t) {
      const auto lane =
          static_cast<std::size_t>(layout.lane(static_cast<Index>(s), static_cast<Index>(t)));
      workspace.tokens[lane] = sequence.tokens[t];
      workspace.places[lane] = static_cast<std::int32_t>(t);
      if (!sequence.segments.empty()) workspace.segments[lane] = sequence.segments[t];
    }
  }
  Activations& hidden = workspace.hidden;
  hidden.reshape_for_overwrite(layout.lanes(), weights_->config.hidden, layout.panel_width());
  embed_tokens(weights_->tables(), workspace.tokens, workspace.segments, workspace.places, hidden,
               *context_);
  if (weights_->embedding_norm)
    layer_norm(hidden, nullptr, hidden, *weights_->embedding_norm, *context_);
}

void PackedModel::encode(InferenceWorkspace& workspace,
                         std::span<KeyValueCache* const> caches) const {
  const PackedWeights& weights = *weights_;
  const Context& context = *context_;
  Activations& hidden = workspace.hidden;
  Activations& inner = workspace.inner;
  Activations& result = workspace.result;
  const bool pre_norm = weights.final_norm.has_value();
  inner.reshape_for_overwrite(hidden.tokens(), hidden.features(), hidden.panel_width());
  // What a sub-layer reads, and the sum of that and what it gives, with its norm.
  const auto input_of = [&](const PackedNorm& norm) -> const Activations& {
    if (!pre_norm) return hidden;
    layer_norm(hidden, nullptr, inner, norm, context);
    return inner;
  };
  const auto add_result = [&](const PackedNorm& norm) {
    if (pre_norm)
      add_residual(result, hidden, context);
    else
      layer_norm(result, &hidden, hidden, norm, context);
  };
  for (std::size_t l = 0; l < weights.layers.size(); ++l) {
    const PackedLayer& layer = weights.layers[l];
    layer.query_key_value.forward(input_of(layer.attention_norm), workspace.wide, workspace.rounded,
                                  context);
    for (std::size_t s = 0; s < caches.size(); ++s)
      store_prompt(workspace.wide, workspace.layout.pieces().of(static_cast<Index>(s)),
                   static_cast<Index>(l), *caches[s]);
    attend(workspace.wide, weights.config.heads, workspace.layout.pieces(), weights.causal, inner,
           workspace.attention, context);
    layer.attention_output.forward(inner, result, workspace.rounded, context);
    add_result(layer.attention_norm);
    layer.intermediate.forward(input_of(layer.output_norm), workspace.wide, workspace.rounded,
                               context);
    activate(weights.config.activation, workspace.wide, context);
    layer.output.forward(workspace.wide, result, workspace.rounded, context);
    add_result(layer.output_norm);
  }
  if (pre_norm) layer_norm(hidden, nullptr, hidden, *weights.final_norm, context);
}

template <typename Lane, typename Body>
void PackedModel::for_each_gathered(Index count, InferenceWorkspace& workspace, const Lane& lane,
                                    const Body& body) const {
  for (Index first = 0; first < count; first += kHeadTokens) {
    const Index tokens = std::min(kHeadTokens, count - first);
    workspace.lanes.clear();
    for (Index i = first; i < first + tokens; ++i) workspace.lanes.push_back(lane(i));
    const Index width = PieceLayout::lanes_of(tokens);
    workspace.gathered.reshape_for_overwrite(tokens, weights_->config.hidden, width);
    gather_tokens(workspace.hidden, workspace.lanes, workspace.gathered, *context_);
    workspace.gathered.clear_padding();
    body(first, tokens);
  }
}

template <typename Body>
void PackedModel::for_each_first_token(std::span<const TokenSequence> sequences,
                                       InferenceWorkspace& workspace, const Body& body) const {
  check_sequences(sequences);
  for_each_group(sequences, workspace, [&](const Group& group) {
    for_each_gathered(
        static_cast<Index>(group.end - group.first), workspace,
        [&](Index sequence) { return workspace.layout.lane(sequence, 0); },
        [&](Index first, Index count) { body(static_cast<Index>(group.first) + first, count); });
  });
}

void PackedModel::pool(InferenceWorkspace& workspace) const {
  weights_->pooler->forward(workspace.gathered, workspace.first, workspace.rounded, *context_);
  for (float& value : workspace.first.values()) value = std::tanh(value);
  workspace.first.clear_padding();
}

void PackedModel::hidden_states(std::span<const TokenSequence> sequences, MatrixView<float> out,
                                InferenceWorkspace& workspace) const {
  check_sequences(sequences);
  check_out(out, tokens_of(sequences), weights_->config.hidden);
  for_each_group(sequences, workspace, [&](const Group& group) {
    copy_tokens(workspace.hidden, group.first_token, out, workspace, *context_);
  });
}

void PackedModel::mean_states(std::span<const TokenSequence> sequences, MatrixView<float> out,
                              InferenceWorkspace& workspace) const {
  check_sequences(sequences);
  check_out(out, static_cast<Index>(sequences.size()), weights_->config.hidden);
  for_each_group(sequences, workspace, [&](const Group& group) {
    const MatrixView<const float> rows = as_rows(workspace.hidden, workspace, *context_);
    for (std::size_t s = group.first; s < group.end; ++s) {
      const auto length = static_cast<Index>(sequences[s].tokens.size());
      const auto mean = out.row(static_cast<Index>(s));
      std::ranges::fill(mean, 0.0f);
      for (Index t = 0; t < length; ++t) {
        const auto row = rows.row(workspace.layout.lane(static_cast<Index>(s - group.first), t));
        for (std::size_t f = 0; f < mean.size(); ++f) mean[f] += row[f];
      }
      for (float& value : mean) value /= static_cast<float>(length);
    }
  });
}

void PackedModel::pooled_states(std::span<const TokenSequence> sequences, MatrixView<float> out,
                                InferenceWorkspace& workspace) const {
  if (!weights_->pooler) refuse_head(*weights_, "pooled states");
  check_out(out, static_cast<Index>(sequences.size()), weights_->config.hidden);
  for_each_first_token(sequences, workspace, [&](Index first, Index count) {
    pool(workspace);
    copy_rows(workspace.first, first, count, out, workspace, *context_);
  });
}

void PackedModel::class_logits(std::span<const TokenSequence> sequences, MatrixView<float> out,
                               InferenceWorkspace& workspace) const {
  if (!weights_->classifier) refuse_head(*weights_, "classes");
  check_out(out, static_cast<Index>(sequences.size()), classes());
  for_each_first_token(sequences, workspace, [&](Index first, Index count) {
    pool(workspace);
    weights_->classifier->forward(workspace.first, workspace.second, workspace.rounded, *context_);
    copy_rows(workspace.second, first, count, out, workspace, *context_);
  });
}

void PackedModel::word_logits(std::span<const TokenSequence> sequences,
                              std::span<const Index> positions, MatrixView<float> out,
                              InferenceWorkspace& workspace) const {
  if (!weights_->lm_head) refuse_head(*weights_, "words");
  check_sequences(sequences);
  const Index tokens = tokens_of(sequences);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Index least = i == 0 ? 0 : positions[i - 1] + 1;
    if (positions[i] < least || positions[i] >= tokens)
      throw ShapeError("inference: position " + std::to_string(i) + " is " +
                       std::to_string(positions[i]) + "; expected " + std::to_string(least) +
                       " to " + std::to_string(tokens - 1) + ", ascending");
  }
  write_words(sequences, positions, out, workspace, {});
}

void PackedModel::write_words(std::span<const TokenSequence> sequences,
                              std::span<const Index> positions, MatrixView<float> out,
                              InferenceWorkspace& workspace,
                              std::span<KeyValueCache* const> caches) const {
  check_out(out, static_cast<Index>(positions.size()), weights_->config.vocabulary);
  const PackedLmHead& head = *weights_->lm_head;
  Index done = 0;
  const auto write_group = [&](const Group& group) {
    const Index end = group.first_token + group.tokens;
    Index count = 0;
    const auto all = static_cast<Index>(positions.size());
    while (done + count < all && positions[static_cast<std::size_t>(done + count)] < end) ++count;
    // Positions ascend, and so do the sequences that they are in.
    Index sequence = 0, sequence_begin = group.first_token;
    const auto lane = [&](Index i) {
      const Index position = positions[static_cast<std::size_t>(done + i)];
      while (position >= sequence_begin + workspace.lengths[static_cast<std::size_t>(sequence)])
        sequence_begin += workspace.lengths[static_cast<std::size_t>(sequence++)];
      return workspace.layout.lane(sequence, position - sequence_begin);
    };
    for_each_gathered(count, workspace, lane, [&](Index first, Index chosen) {
      const Activations* decoded = &workspace.gathered;
      if (head.transform) {
        head.transform->forward(workspace.gathered, workspace.first, workspace.rounded, *context_);
        activate(weights_->config.activation, workspace.first, *context_);
        layer_norm(workspace.first, nullptr, workspace.first, head.norm, *context_);
        decoded = &workspace.first;
      }
      head.decoder.forward(*decoded, workspace.second, workspace.rounded, *context_);
      copy_rows(workspace.second, done + first, chosen, out, workspace, *context_);
    });
    done += count;
  };
  for_each_group(sequences, workspace, write_group, caches);
}

bool PackedModel::is_causal() const { return weights_->head == HeadKind::kCausalLm; }

void PackedModel::expect_causal() const {
  if (!is_causal()) refuse_head(*weights_, "next words");
}

void PackedModel::prefill(std::span<const TokenSequence> sequences,
                          std::span<KeyValueCache* const> caches, MatrixView<float> out,
                          InferenceWorkspace& workspace) const {
  expect_causal();
  check_sequences(sequences);
  if (caches.size() != sequences.size())
    throw ShapeError("inference: " + std::to_string(caches.size()) + " caches for " +
                     std::to_string(sequences.size()) + " sequences; expected one for each");
  for (std::size_t s = 0; s < caches.size(); ++s)
    if (std::count(caches.begin(), caches.end(), caches[s]) != 1)
      throw ShapeError("inference: sequence " + std::to_string(s) +
                       ": its cache is that of another too; expected one for each");
  workspace.positions.clear();
  Index tokens = 0;
  for (std::size_t s = 0; s < sequences.size(); ++s) {
    const auto length = static_cast<Index>(sequences[s].tokens.size());
    tokens += length;
    workspace.positions.push_back(tokens - 1);
    caches[s]->reset(weights_->config, weights_->number);
    caches[s]->reserve(length);
  }
  write_words(sequences, workspace.positions, out, workspace, caches);
  for (std::size_t s = 0; s < sequences.size(); ++s)
    caches[s]->advance(static_cast<Index>(sequences[s].tokens.size()));
}

void PackedModel::span_logits(std::span<const TokenSequence> sequences, MatrixView<float> out,
                              InferenceWorkspace& workspace) const {
  if (!weights_->spans) refuse_head(*weights_, "spans");
  check_sequences(sequences);
  check_out(out, tokens_of(sequences), 2);
  for_each_group(sequences, workspace, [&](const Group& group) {
    weights_->spans->forward(workspace.hidden, workspace.second, workspace.rounded, *context_);
    copy_tokens(workspace.second, group.first_token, out, workspace, *context_);
  });
}

}  // namespace espalier::models
