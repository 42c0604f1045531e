// SPDX-License-Identifier: Apache-2.0
// One token of each sequence through a packed model. Few tokens lie in rows, not in panels: of one
// token a panel would be empty but for a lane.
#include <algorithm>
#include <string>

#include <espalier/models/inference/cached_attention.h>
#include <espalier/models/inference/packed_model.h>
#include <espalier/models/inference/packed_weights.h>
#include <espalier/models/inference/piece_layout.h>
#include <espalier/models/layers/layer_kernels.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

/// Rows of so many values in `memory`, each aligned.
MatrixView<float> rows_in(AlignedVector<float>& memory, Index rows, Index cols) {
  const Index stride = PieceLayout::lanes_of(cols);
  const auto size = static_cast<std::size_t>(PieceLayout::lanes_of(rows) * stride);
  if (memory.size() < size) memory.resize(size);
  return {memory.data(), rows, cols, stride};
}

void norm_rows(MatrixView<const float> x, MatrixView<float> y, const PackedNorm& norm,
               const Context& context) {
  const auto normalise_row = layer_kernels(context).norm.normalise_row;
  for (Index i = 0; i < x.rows; ++i)
    normalise_row(&x(i, 0), &y(i, 0), norm.weight.data(), norm.bias.data(), x.cols,
                  static_cast<float>(norm.epsilon));
}

void add_rows(MatrixView<const float> x, MatrixView<float> y) {
  for (Index i = 0; i < x.rows; ++i)
    for (Index f = 0; f < x.cols; ++f) y(i, f) += x(i, f);
}

void activate_rows(Activation activation, MatrixView<float> x, const Context& context) {
  const ActivationKernels kernels = layer_kernels(context).activation;
  const auto loop = activation == Activation::kGelu       ? kernels.gelu_only
                    : activation == Activation::kGeluTanh ? kernels.gelu_tanh_only
                                                          : kernels.relu_values;
  for (Index i = 0; i < x.rows; ++i) loop(&x(i, 0), x.stride);
}

[[noreturn]] void refuse_step(std::size_t sequence, const std::string& what) {
  throw ShapeError("inference: sequence " + std::to_string(sequence) + ": " + what);
}

void check_step(std::span<const std::int32_t> tokens, std::span<KeyValueCache* const> caches,
                const PackedWeights& weights) {
  const ModelConfig& config = weights.config;
  if (tokens.size() != caches.size())
    throw ShapeError("inference: " + std::to_string(caches.size()) + " caches for " +
                     std::to_string(tokens.size()) + " tokens; expected one for each");
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const KeyValueCache& cache = *caches[i];
    if (tokens[i] < 0 || tokens[i] >= config.vocabulary)
      refuse_step(i, "the token is " + std::to_string(tokens[i]) + "; expected 0 to " +
                         std::to_string(config.vocabulary - 1));
    if (cache.weights() != weights.number || cache.tokens() == 0)
      refuse_step(i, "its cache holds no prompt of this model; expected one from prefill");
    if (cache.tokens() >= config.max_positions)
      refuse_step(i, "its cache holds " + std::to_string(cache.tokens()) +
                         " tokens; expected fewer, since the model has no position for more");
    if (std::count(caches.begin(), caches.end(), caches[i]) != 1)
      refuse_step(i, "its cache is that of another too; expected one for each");
  }
}

}  // namespace

void PackedModel::step(std::span<const std::int32_t> tokens, std::span<KeyValueCache* const> caches,
                       MatrixView<float> out, InferenceWorkspace& workspace, Index largest) const {
  expect_causal();
  const PackedWeights& weights = *weights_;
  const ModelConfig& config = weights.config;
  check_step(tokens, caches, weights);
  const auto count = static_cast<Index>(tokens.size());
  if (out.rows != count || out.cols != config.vocabulary)
    throw ShapeError("inference: out has " + std::to_string(out.rows) + " x " +
                     std::to_string(out.cols) + " values; expected " + std::to_string(count) +
                     " x " + std::to_string(config.vocabulary));
  if (count == 0) return;
  for (KeyValueCache* const cache : caches) cache->reserve(cache->tokens() + 1);
  const FloatMode mode = context_->float_mode();

  // The tables give panels, which serve as rows of so many tokens.
  const Index lanes = PieceLayout::lanes_of(count);
  for (std::vector<std::int32_t>* ids : {&workspace.tokens, &workspace.segments, &workspace.places})
    ids->assign(static_cast<std::size_t>(lanes), 0);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    workspace.tokens[i] = tokens[i];
    workspace.places[i] = static_cast<std::int32_t>(caches[i]->tokens());
  }
  workspace.hidden.reshape_for_overwrite(lanes, config.hidden, sparse::kPanelWidthMultiple);
  embed_tokens(weights.tables(), workspace.tokens, workspace.segments, workspace.places,
               workspace.hidden, *context_);
  MatrixView<float> state = rows_in(workspace.state, lanes, config.hidden);
  sparse::unpack_tokens(workspace.hidden, state, *context_);
  step_layers(caches, workspace);

  const PackedLinear& decoder = weights.lm_head->decoder;
  state.rows = count;
  const MatrixView<float> words = rows_in(workspace.step_words, count, decoder.rows());
  decoder.forward_top(state, words, largest, workspace.top, workspace.plain, workspace.rounded,
                      *context_);
  for (Index i = 0; i < count; ++i)
    std::copy_n(&words(i, 0), config.vocabulary, out.row(i).begin());
  // Last, since memory may be short until here: then the caches hold what they held before.
  for (KeyValueCache* const cache : caches) cache->advance(1);
}

void PackedModel::step_layers(std::span<KeyValueCache* const> caches,
                              InferenceWorkspace& workspace) const {
  const PackedWeights& weights = *weights_;
  const ModelConfig& config = weights.config;
  const Context& context = *context_;
  const auto count = static_cast<Index>(caches.size());
  const Index hidden = config.hidden;
  const MatrixView<float> state = rows_in(workspace.state, count, hidden);
  const MatrixView<float> inner = rows_in(workspace.step_inner, count, hidden);
  const MatrixView<float> result = rows_in(workspace.step_result, count, hidden);
  rows_in(workspace.step_wide, count, std::max(3 * hidden, config.intermediate));  // for both
  const MatrixView<float> qkv = rows_in(workspace.step_wide, count, 3 * hidden);
  const MatrixView<float> widened = rows_in(workspace.step_wide, count, config.intermediate);
  const auto apply = [&](const PackedLinear& linear, MatrixView<const float> x,
                         MatrixView<float> y) {
    linear.forward_rows(x, y, workspace.plain, workspace.rounded, context);
  };
  // The layers of causal models are pre-norm.
  for (std::size_t l = 0; l < weights.layers.size(); ++l) {
    const PackedLayer& layer = weights.layers[l];
    norm_rows(state, inner, layer.attention_norm, context);
    apply(layer.query_key_value, inner, qkv);
    attend_next(qkv, caches, static_cast<Index>(l), inner, workspace.attention.scores, context);
    apply(layer.attention_output, inner, result);
    add_rows(result, state);
    norm_rows(state, inner, layer.output_norm, context);
    apply(layer.intermediate, inner, widened);
    activate_rows(config.activation, widened, context);
    apply(layer.output, widened, result);
    add_rows(result, state);
  }
  norm_rows(state, state, *weights.final_norm, context);
}

}  // namespace espalier::models
