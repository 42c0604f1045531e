// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/lm_head.h>

#include <string>

#include <espalier/models/families/gathered_tokens.h>
#include <espalier/models/layers/activation.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/extent.h>
#include <espalier/sparse/core/profile.h>
#include <espalier/sparse/ops/gemm.h>

namespace espalier::models {
namespace {

using sparse::Activations;
using sparse::DenseOperand;
using sparse::multiply;
using sparse::Transpose;

/// Words of one task: their logits for 320 positions (640 KiB) stay in a second-level cache
/// between the product and the softmax. Part of the result: it fixes the order of the sums.
constexpr Index kChunkWords = 512;
/// Hidden features of one task of the input gradient: few enough to keep several threads busy,
/// enough that packing the gradients of all logits anew for each task is a small part of its
/// product.
constexpr Index kChunkFeatures = 128;

Index chunks(Index total, Index size) { return (total + size - 1) / size; }

/// The part of an array with one entry for each word that begins at word `first`; empty if the
/// array is.
template <typename Words>
auto share_of(Words& words, Index first, Index count) {
  const auto all = std::span(words);
  return words.empty()
             ? all
             : all.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
}

MatrixView<const float> view(const Activations& compact) {
  return {compact.panel(0), compact.features(), compact.panel_width()};
}

Linear& checked_embedding(Linear& embedding, Index hidden, Index vocabulary) {
  const Parameter& table = embedding.weight();
  if (table.shape != std::vector<Index>{vocabulary, hidden})
    throw ShapeError("cls.predictions: tied embedding " + table.name +
                     " does not fit; expected one of " + std::to_string(vocabulary) + " x " +
                     std::to_string(hidden));
  return embedding;
}

void check_positions(std::span<const Index> positions, std::span<const std::int32_t> labels,
                     Index tokens, Index vocabulary) {
  if (positions.size() != labels.size())
    throw ShapeError("cls.predictions: labels has " + std::to_string(labels.size()) +
                     " values; expected " + std::to_string(positions.size()) +
                     ", one for each position");
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Index least = i == 0 ? 0 : positions[i - 1] + 1;
    if (positions[i] < least || positions[i] >= tokens)
      throw ShapeError("cls.predictions: position " + std::to_string(i) + " is " +
                       std::to_string(positions[i]) + "; expected " + std::to_string(least) +
                       " to " + std::to_string(tokens - 1) + ", ascending");
    if (labels[i] < 0 || labels[i] >= vocabulary)
      throw ShapeError("cls.predictions: label " + std::to_string(i) + " is " +
                       std::to_string(labels[i]) + "; expected 0 to " +
                       std::to_string(vocabulary - 1));
  }
}

constexpr const char* kDecoder = "cls.predictions.decoder";  // in profiles

/// Where rounded values from `first` on go; nowhere in float32, in which the memory is empty.
std::byte* place_in(AlignedVector<std::byte>& memory, Index first, Precision precision) {
  return memory.empty()
             ? nullptr
             : memory.data() + static_cast<std::size_t>(first) * sparse::rounded_bytes(precision);
}

/// What products read of a matrix that was rounded before, if the precision rounds at all.
DenseOperand kept_operand(MatrixView<const float> m, const AlignedVector<std::byte>& rounded,
                          Precision precision) {
  return rounded.empty() ? DenseOperand(m)
                         : DenseOperand::of_rounded(rounded.data(), m.rows, m.cols, precision);
}

/// Adds to the gradient of a dense table's words, from `first` on, the gradient of their logits
/// times the decoder's input.
void add_words(const DenseOperand& dlogits, const DenseOperand& decoded, Index first,
               Parameter& table, const Context& context) {
  const Index features = table.shape[1];
  multiply(dlogits, Transpose::kNo, decoded, Transpose::kYes,
           {table.gradient.data() + first * features, dlogits.rows(), features}, true, context);
}

}  // namespace

LmHead::LmHead(Linear& tied_embedding, Index hidden, Index vocabulary, double initial_deviation,
               const Context& context, LmHeadKind kind, Activation activation, double norm_epsilon)
    : context_(&context),
      embedding_(&checked_embedding(tied_embedding, hidden, vocabulary)),
      activation_(activation) {
  if (kind == LmHeadKind::kPlain) return;
  dense_.emplace(LinearOptions{.name = "cls.predictions.transform.dense",
                               .in = hidden,
                               .out = hidden,
                               .initial_deviation = initial_deviation},
                 context);
  norm_.emplace("cls.predictions.transform.LayerNorm", hidden, context, norm_epsilon);
  bias_.name = "cls.predictions.bias";
  bias_.make_dense({vocabulary});
  bias_.weight_decay = false;
}

void LmHead::declare(Index hidden, Index vocabulary, ModelDeclaration& model, LmHeadKind kind) {
  const bool transform = kind == LmHeadKind::kTransform;
  if (transform)
    model.head.push_back({.name = "cls.predictions.transform.dense.weight",
                          .kind = WeightKind::kHead,
                          .rows = hidden,
                          .cols = hidden,
                          .may_be_sparse = false});
  model.head.push_back({.name = transform ? "cls.predictions.decoder.weight" : "lm_head.weight",
                        .kind = WeightKind::kHead,
                        .rows = vocabulary,
                        .cols = hidden,
                        .may_be_sparse = false,
                        .tied_to_embedding = true});
  const Index biases = hidden + vocabulary, norm = 2 * hidden;
  if (transform) model.other_values += static_cast<double>(biases + norm);
}

ParameterList LmHead::parameters() {
  if (!has_transform()) return {};
  ParameterList list = {&bias_};
  for (Parameter* parameter : dense_->parameters()) list.push_back(parameter);
  for (Parameter* parameter : norm_->parameters()) list.push_back(parameter);
  return list;
}

PredictionLoss LmHead::loss(const Activations& hidden, std::span<const Index> positions,
                            std::span<const std::int32_t> labels, MlmRecord& record) const {
  const Index count = static_cast<Index>(positions.size());
  shape_gathered(record.gathered, count, this->hidden());
  gather_tokens(hidden, positions, record.gathered, *context_);
  if (has_transform()) {
    for (Activations* x : {&record.transformed, &record.activated, &record.normalised})
      shape_gathered(*x, count, this->hidden());
    dense_->forward(record.gathered, record.transformed);
    activate(activation_, record.transformed, record.activated, *context_);
    norm_->forward(record.activated, nullptr, record.normalised, record.inverse_deviation);
  }

  record.pieces.resize(static_cast<std::size_t>(chunks(vocabulary(), kChunkWords)));
  record.log_sum.resize(static_cast<std::size_t>(record.gathered.panel_width()));
  embedding_->is_sparse() ? decode_sparse(record) : decode_dense(record);
  const FloatMode mode = context_->float_mode();
  return combine_softmax(record.pieces, kChunkWords, logits(record), labels, record.log_sum);
}

MatrixView<float> LmHead::logits(MlmRecord& record) const {
  const Index width = record.gathered.panel_width();
  return {embedding_->is_sparse() ? record.sparse_logits.panel(0) : record.logits.data(),
          vocabulary(), width};
}

void LmHead::decode_dense(MlmRecord& record) const {
  const Activations& input = decoder_input(record);
  const Index width = input.panel_width();
  const ProfileSection section(context_->profile(), kDecoder, "forward",
                               decoder_flops(input.tokens()));
  record.logits.resize(
      static_cast<std::size_t>(checked_product("cls.predictions: logits", {vocabulary(), width})));
  const Index features = hidden();
  const AlignedVector<float>& words = embedding_->weight().values;
  const Precision precision = context_->precision();
  const std::size_t bytes = sparse::rounded_bytes(precision);
  record.rounded_embedding.resize(words.size() * bytes);
  record.rounded_input.resize(input.values().size() * bytes);
  record.rounded_logits.resize(record.logits.size() * bytes);
  const DenseOperand decoded(view(input), precision, record.rounded_input.data(), *context_);
  context_->parallel_for_chunks(vocabulary(), kChunkWords, [&](Index first, Index count) {
    const MatrixView<float> logits(record.logits.data() + first * width, count, width);
    const DenseOperand embedding({words.data() + first * features, count, features}, precision,
                                 place_in(record.rounded_embedding, first * features, precision),
                                 *context_);
    multiply(embedding, Transpose::kNo, decoded, Transpose::kNo, logits, false, *context_);
    reduce_softmax(logits, share_of(bias_.values, first, count), record.pieces[first / kChunkWords],
                   *context_);
  });
}

void LmHead::decode_sparse(MlmRecord& record) const {
  const Activations& input = decoder_input(record);
  const Index width = input.panel_width();
  record.sparse_logits.reshape(input.tokens(), vocabulary(), width);
  embedding_->forward(input, record.sparse_logits);
  const ProfileSection section(context_->profile(), kDecoder, "forward");
  context_->parallel_for_chunks(vocabulary(), kChunkWords, [&](Index first, Index count) {
    reduce_softmax({record.sparse_logits.row(0, first), count, width},
                   share_of(bias_.values, first, count), record.pieces[first / kChunkWords],
                   *context_);
  });
}

void LmHead::decoder_backward(std::span<const std::int32_t> labels, float scale, MlmRecord& record,
                              WordGradient words) {
  if (!embedding_->is_sparse()) return decode_dense_backward(labels, scale, record, words);
  const Index width = record.sparse_logits.panel_width();
  {
    const ProfileSection section(context_->profile(), kDecoder, "backward");
    context_->parallel_for_chunks(vocabulary(), kChunkWords, [&](Index first, Index count) {
      softmax_gradient({record.sparse_logits.row(0, first), count, width}, record.log_sum, labels,
                       first, scale, share_of(bias_.gradient, first, count), *context_);
    });
  }
  if (words == WordGradient::kNow)
    embedding_->backward(decoder_input(record), record.sparse_logits, &record.gradient);
  else
    embedding_->input_gradient(record.sparse_logits, record.gradient);
}

void LmHead::decode_dense_backward(std::span<const std::int32_t> labels, float scale,
                                   MlmRecord& record, WordGradient words) {
  const Activations& input = decoder_input(record);
  const Index width = input.panel_width();
  const Index features = hidden();
  Parameter& table = embedding_->weight();
  const int products = words == WordGradient::kNow ? 2 : 1;
  const ProfileSection section(context_->profile(), kDecoder, "backward",
                               products * decoder_flops(static_cast<Index>(labels.size())));
  // Rounded already, but for the gradient of the logits.
  const Precision precision = context_->precision();
  const DenseOperand decoded = kept_operand(view(input), record.rounded_input, precision);
  context_->parallel_for_chunks(vocabulary(), kChunkWords, [&](Index first, Index count) {
    const MatrixView<float> logits(record.logits.data() + first * width, count, width);
    softmax_gradient(logits, record.log_sum, labels, first, scale,
                     share_of(bias_.gradient, first, count), *context_);
    const DenseOperand gradient(
        logits, precision, place_in(record.rounded_logits, first * width, precision), *context_);
    // While the chunk is in the cache.
    if (words == WordGradient::kNow) add_words(gradient, decoded, first, table, *context_);
  });
  const DenseOperand embedding = kept_operand({table.values.data(), vocabulary(), features},
                                              record.rounded_embedding, precision);
  const DenseOperand gradient =
      kept_operand({record.logits.data(), vocabulary(), width}, record.rounded_logits, precision);
  context_->parallel_for_chunks(features, kChunkFeatures, [&](Index first, Index count) {
    multiply(embedding.block(0, first, vocabulary(), count), Transpose::kYes, gradient,
             Transpose::kNo, {record.gradient.row(0, first), count, width}, false, *context_);
  });
}

void LmHead::add_word_gradient(const MlmBatch& batch, const MlmRecord& record) {
  if (batch.positions.empty()) return;
  const Activations& input = decoder_input(record);
  if (input.tokens() != std::ssize(batch.positions))
    throw ShapeError("cls.predictions: the record has " + std::to_string(input.tokens()) +
                     " positions; expected those of the batch, " +
                     std::to_string(batch.positions.size()));
  Parameter& table = embedding_->weight();
  table.check_lengths();
  if (table.is_sparse()) return embedding_->backward(input, record.sparse_logits, nullptr);
  const ProfileSection section(context_->profile(), kDecoder, "backward",
                               decoder_flops(input.tokens()));
  const Precision precision = context_->precision();
  const Index width = input.panel_width();
  const DenseOperand decoded = kept_operand(view(input), record.rounded_input, precision);
  const DenseOperand gradient =
      kept_operand({record.logits.data(), vocabulary(), width}, record.rounded_logits, precision);
  context_->parallel_for_chunks(vocabulary(), kChunkWords, [&](Index first, Index count) {
    add_words(gradient.block(first, 0, count, width), decoded, first, table, *context_);
  });
}

PredictionLoss LmHead::forward(const Activations& hidden, std::span<const Index> positions,
                               std::span<const std::int32_t> labels, MlmRecord& record) const {
  sparse::PanelShape{hidden.tokens(), this->hidden(), hidden.panel_width()}.check(
      "cls.predictions", "hidden", hidden.shape());
  check_positions(positions, labels, hidden.tokens(), vocabulary());
  embedding_->weight().check_lengths();
  if (has_transform()) bias_.check_lengths();
  if (positions.empty()) return {};
  return loss(hidden, positions, labels, record);
}

PredictionLoss LmHead::forward_backward(const Activations& hidden, std::span<const Index> positions,
                                        std::span<const std::int32_t> labels, double gradient_scale,
                                        Activations& dhidden, MlmRecord& record,
                                        WordGradient words) {
  hidden.shape().check("cls.predictions", "dhidden", dhidden.shape());
  const PredictionLoss result = forward(hidden, positions, labels, record);
  if (positions.empty()) {
    dhidden.clear();
    return result;
  }
  shape_gathered(record.gradient, result.count, this->hidden());
  decoder_backward(labels, static_cast<float>(gradient_scale), record, words);
  if (has_transform()) {
    shape_gathered(record.gathered_gradient, result.count, this->hidden());
    norm_->backward(record.activated, record.inverse_deviation, record.gradient, record.gradient);
    activate_backward(record.transformed, record.gradient, *context_);
    dense_->backward(record.gathered, record.gradient, &record.gathered_gradient);
  }
  scatter_tokens(has_transform() ? record.gathered_gradient : record.gradient, positions, dhidden,
                 *context_);
  return result;
}

}  // namespace espalier::models
