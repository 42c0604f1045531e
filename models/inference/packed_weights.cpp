// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/packed_weights.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include <espalier/models/families/attention_sublayer.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/feed_forward_sublayer.h>
#include <espalier/models/families/transformer.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

TransformerStyle style_of(const StoredModel& model) {
  const ModelConfig& config = model.config;
  const auto refuse = [&](const std::string& what) {
    throw ConfigError(model.origin + ": " + what);
  };
  if (config.attention.is_sparse())
    refuse("attention in blocks of " + std::to_string(config.attention.block) +
           " has no packed form; expected a model in which every token sees all");
  if (config.family == bert_style().name) return bert_style();
  if (config.family != gpt_style().name)
    refuse("model family '" + config.family + "' has no packed form; expected bert or gpt");
  return gpt_style();
}

/// Takes tensors out of a stored model, in the form that inference reads.
class Packer {
 public:
  Packer(const StoredModel& model, bool int8, const Context& context)
      : model_(&model),
        use_{.single_tokens = model.head == HeadKind::kCausalLm, .int8 = int8},
        context_(&context) {}

  bool has(const std::string& name) const { return model_->parameters.contains(name); }

  const StoredTensor& tensor(const std::string& name, const std::vector<Index>& shape) const {
    const StoredTensor& tensor = model_->at(name, shape);
    if (!std::ranges::all_of(tensor.values, [](float value) { return std::isfinite(value); }))
      throw FormatError(model_->origin + ": tensor " + name +
                        " has a value that is not finite; expected numbers");
    return tensor;
  }

  PackedNorm norm(const std::string& name, Index features) const {
    return {vector(name + ".weight", features), vector(name + ".bias", features),
            model_->config.norm_epsilon};
  }

  /// Layers `names` that read the same input, as one.
  PackedLinear linear(const std::vector<std::string>& names, Index out, Index in) const {
    std::vector<sparse::BlockCsrMatrix<float>> weights;
    std::vector<float> bias;
    for (const std::string& name : names) {
      weights.push_back(matrix(tensor(name + ".weight", {out, in}), in_blocks));
      const AlignedVector<float> own = vector(name + ".bias", out);
      bias.insert(bias.end(), own.begin(), own.end());
    }
    const auto outputs = static_cast<Index>(bias.size());
    return {std::move(weights), std::move(bias), outputs, use_, *context_};
  }

  /// The last layer of a head, whose outputs nothing else reads. No bias if `bias` is empty. Of the
  /// words, the largest outputs may be all that is wanted.
  PackedLinear last(const std::string& weight, const std::string& bias, Index out, Index in) const {
    std::vector<float> own;
    if (!bias.empty()) {
      const AlignedVector<float> values = vector(bias, out);
      own.assign(values.begin(), values.end());
    }
    std::vector<sparse::BlockCsrMatrix<float>> weights;
    weights.push_back(matrix(tensor(weight, {out, in}), in_padded_blocks));
    PackedUse use = use_;
    use.top_outputs = use_.single_tokens;
    return {std::move(weights), std::move(own), out, use, *context_};
  }

  Index rows(const std::string& name) const {
    const StoredTensor& tensor = model_->at(name);
    if (tensor.shape.empty() || tensor.shape.front() < 1)
      throw FormatError(model_->origin + ": tensor " + name + " has no rows; expected some");
    return tensor.shape.front();
  }

 private:
  AlignedVector<float> vector(const std::string& name, Index length) const {
    return tensor(name, {length}).values;
  }

  template <typename InBlocks>
  static sparse::BlockCsrMatrix<float> matrix(const StoredTensor& tensor, const InBlocks& blocks) {
    if (tensor.is_sparse()) return {tensor.pattern, tensor.values};
    return blocks(MatrixView<const float>(tensor.values.data(), tensor.shape[0], tensor.shape[1]));
  }

  const StoredModel* model_;
  PackedUse use_;
  const Context* context_;
};

PackedLayer pack_layer(const Packer& packer, const std::string& name, const ModelConfig& config) {
  const Index hidden = config.hidden, intermediate = config.intermediate;
  const std::string self = name + ".attention.self.";
  constexpr auto kWhole = FeedForwardKind::kWhole;
  return {.query_key_value =
              packer.linear({self + "query", self + "key", self + "value"}, hidden, hidden),
          .attention_output = packer.linear({name + ".attention.output.dense"}, hidden, hidden),
          .attention_norm = packer.norm(name + AttentionSublayer::norm_name(config.norm), hidden),
          .intermediate = packer.linear({name + FeedForwardSublayer::intermediate_name(kWhole)},
                                        intermediate, hidden),
          .output = packer.linear({name + ".output.dense"}, hidden, intermediate),
          .output_norm =
              packer.norm(name + FeedForwardSublayer::norm_name(kWhole, config.norm), hidden)};
}

PackedLmHead pack_lm_head(const Packer& packer, const std::string& words, const ModelConfig& config,
                          HeadKind head) {
  if (head == HeadKind::kCausalLm)
    return {.decoder = packer.last(words, "", config.vocabulary, config.hidden)};
  const std::string transform = "cls.predictions.transform.";
  return {.transform = packer.linear({transform + "dense"}, config.hidden, config.hidden),
          .norm = packer.norm(transform + "LayerNorm", config.hidden),
          .decoder = packer.last(words, "cls.predictions.bias", config.vocabulary, config.hidden)};
}

}  // namespace

std::uint64_t PackedWeights::next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

PackedWeights pack_weights(const StoredModel& model, const PackedOptions& options,
                           const Context& context) {
  const ModelConfig& config = model.config;
  const TransformerStyle style = style_of(model);
  validate(config);
  if (context.precision() == Precision::kFloat16)
    throw ConfigError(model.origin +
                      ": inference in float16 is not built; expected float32 or bfloat16");
  const Packer packer(model, false, context), layer_packer(model, options.int8, context);
  const Index hidden = config.hidden;
  const std::string embeddings = style.name + ".embeddings.";
  const std::string words = embeddings + "word_embeddings.weight";

  PackedWeights packed = {.config = config,
                          .head = model.head,
                          .labels = model.labels,
                          .causal = style.causal,
                          .words = packer.tensor(words, {config.vocabulary, hidden}),
                          .positions = packer.tensor(embeddings + "position_embeddings.weight",
                                                     {config.max_positions, hidden})};
  if (config.segments > 0)
    packed.segments =
        packer.tensor(embeddings + "token_type_embeddings.weight", {config.segments, hidden});
  if (style.embedding_norm) packed.embedding_norm = packer.norm(embeddings + "LayerNorm", hidden);
  for (Index i = 0; i < config.layers; ++i)
    packed.layers.push_back(pack_layer(layer_packer, style.layers + std::to_string(i), config));
  if (config.norm == NormPlacement::kPre)
    packed.final_norm = packer.norm(style.name + ".LayerNorm", hidden);
  for (const PackedLayer& layer : packed.layers)
    for (const PackedLinear* linear :
         {&layer.query_key_value, &layer.attention_output, &layer.intermediate, &layer.output}) {
      packed.stored_values += linear->values();
      packed.weight_bytes += linear->bytes();
      packed.all_values += linear->in() * linear->out();
    }

  const std::string pooler = "bert.pooler.dense";  // of `PooledHead`, on any encoder
  if (packer.has(pooler + ".weight")) packed.pooler = packer.linear({pooler}, hidden, hidden);
  switch (model.head) {
    case HeadKind::kNone:
      break;
    case HeadKind::kMaskedLm:
    case HeadKind::kPretraining:
    case HeadKind::kCausalLm:
      packed.lm_head = pack_lm_head(packer, words, config, model.head);
      break;
    case HeadKind::kClassification:
    case HeadKind::kRegression:
      if (!packed.pooler) packed.pooler = packer.linear({pooler}, hidden, hidden);
      packed.classifier = packer.last("classifier.weight", "classifier.bias",
                                      packer.rows("classifier.weight"), hidden);
      break;
    case HeadKind::kSpans:
      packed.spans = packer.last("qa_outputs.weight", "qa_outputs.bias", 2, hidden);
      break;
  }
  return packed;
}

}  // namespace espalier::models
