// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/hugging_face_tensors.h>

#include <array>
#include <set>
#include <string_view>
#include <utility>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

constexpr std::array kHeadPrefixes = {"cls.", "classifier.", "qa_outputs.", "lm_head."};

/// What a decoder repeats.
constexpr std::array<std::pair<const char*, const char*>, 3> kTied = {{
    {"cls.predictions.decoder.weight", "bert.embeddings.word_embeddings.weight"},
    {"cls.predictions.decoder.bias", "cls.predictions.bias"},
    {"lm_head.weight", "transformer.wte.weight"},
}};

bool is_gpt(const ModelConfig& config) { return config.family == "gpt"; }

/// Lists places one after another.
class Places {
 public:
  explicit Places(const ModelConfig& config) : config_(config) {}

  void add(const std::string& parameter, std::vector<Index> shape, const std::string& tensor,
           bool transposed = false, Index part = 0, Index parts = 1) {
    places_.push_back({.parameter = {parameter, std::move(shape)},
                       .tensor = tensor,
                       .part = part,
                       .parts = parts,
                       .transposed = transposed});
  }
  /// Of the same name in both.
  void add(const std::string& name, std::vector<Index> shape) { add(name, std::move(shape), name); }
  void add_linear(const std::string& name, Index out, Index in) {
    add(name + ".weight", {out, in});
    add(name + ".bias", {out});
  }
  void add_norm(const std::string& name) {
    add(name + ".weight", {config_.hidden});
    add(name + ".bias", {config_.hidden});
  }
  /// One of GPT-2's layers that multiply from the other side.
  void add_transposed(const std::string& parameter, const std::string& tensor, Index out, Index in,
                      Index part = 0, Index parts = 1) {
    add(parameter + ".weight", {out, in}, tensor + ".weight", true, part, parts);
    add(parameter + ".bias", {out}, tensor + ".bias", false, part, parts);
  }
  void add_renamed_norm(const std::string& parameter, const std::string& tensor) {
    add(parameter + ".weight", {config_.hidden}, tensor + ".weight");
    add(parameter + ".bias", {config_.hidden}, tensor + ".bias");
  }
  void add_pooler(bool optional) {
    add_linear("bert.pooler.dense", config_.hidden, config_.hidden);
    for (std::size_t i = places_.size() - 2; i < places_.size(); ++i)
      places_[i].optional = optional;
  }

  std::vector<TensorPlace> take() { return std::move(places_); }

 private:
  const ModelConfig& config_;
  std::vector<TensorPlace> places_;
};

void add_bert_encoder(const ModelConfig& config, Places& places) {
  const Index hidden = config.hidden;
  const bool pre = config.norm == NormPlacement::kPre;
  places.add("bert.embeddings.word_embeddings.weight", {config.vocabulary, hidden});
  places.add("bert.embeddings.position_embeddings.weight", {config.max_positions, hidden});
  places.add("bert.embeddings.token_type_embeddings.weight", {config.segments, hidden});
  places.add_norm("bert.embeddings.LayerNorm");
  for (Index i = 0; i < config.layers; ++i) {
    const std::string layer = "bert.encoder.layer." + std::to_string(i);
    for (const char* which : {"query", "key", "value"})
      places.add_linear(layer + ".attention.self." + which, hidden, hidden);
    places.add_linear(layer + ".attention.output.dense", hidden, hidden);
    places.add_norm(layer + (pre ? ".attention.LayerNorm" : ".attention.output.LayerNorm"));
    places.add_linear(layer + ".intermediate.dense", config.intermediate, hidden);
    places.add_linear(layer + ".output.dense", hidden, config.intermediate);
    places.add_norm(layer + (pre ? ".intermediate.LayerNorm" : ".output.LayerNorm"));
  }
  if (pre) places.add_norm("bert.LayerNorm");
}

void add_gpt_decoder(const ModelConfig& config, Places& places) {
  const Index hidden = config.hidden;
  places.add("gpt.embeddings.word_embeddings.weight", {config.vocabulary, hidden},
             "transformer.wte.weight");
  places.add("gpt.embeddings.position_embeddings.weight", {config.max_positions, hidden},
             "transformer.wpe.weight");
  for (Index i = 0; i < config.layers; ++i) {
    const std::string ours = "gpt.decoder.layer." + std::to_string(i);
    const std::string theirs = "transformer.h." + std::to_string(i);
    Index part = 0;
    for (const char* which : {"query", "key", "value"})
      places.add_transposed(ours + ".attention.self." + which, theirs + ".attn.c_attn", hidden,
                            hidden, part++, 3);
    places.add_transposed(ours + ".attention.output.dense", theirs + ".attn.c_proj", hidden,
                          hidden);
    places.add_renamed_norm(ours + ".attention.LayerNorm", theirs + ".ln_1");
    places.add_transposed(ours + ".intermediate.dense", theirs + ".mlp.c_fc", config.intermediate,
                          hidden);
    places.add_transposed(ours + ".output.dense", theirs + ".mlp.c_proj", hidden,
                          config.intermediate);
    places.add_renamed_norm(ours + ".intermediate.LayerNorm", theirs + ".ln_2");
  }
  places.add_renamed_norm("gpt.LayerNorm", "transformer.ln_f");
}

void add_bert_head(const ModelConfig& config, HeadKind head, Index outputs, Places& places) {
  const bool pooled = head == HeadKind::kPretraining || head == HeadKind::kClassification ||
                      head == HeadKind::kRegression;
  places.add_pooler(!pooled);
  if (head == HeadKind::kMaskedLm || head == HeadKind::kPretraining) {
    places.add("cls.predictions.bias", {config.vocabulary});
    places.add_linear("cls.predictions.transform.dense", config.hidden, config.hidden);
    places.add_norm("cls.predictions.transform.LayerNorm");
  }
  if (head == HeadKind::kPretraining) places.add_linear("cls.seq_relationship", 2, config.hidden);
  if (head == HeadKind::kClassification || head == HeadKind::kRegression)
    places.add_linear("classifier", outputs, config.hidden);
  if (head == HeadKind::kSpans) places.add_linear("qa_outputs", 2, config.hidden);
}

}  // namespace

std::vector<Index> TensorPlace::tensor_shape() const {
  std::vector<Index> shape = parameter.shape;
  shape.front() *= parts;
  if (transposed) std::swap(shape.front(), shape.back());
  return shape;
}

std::vector<TensorPlace> tensor_places(const ModelConfig& config, HeadKind head, Index outputs) {
  Places places(config);
  if (is_gpt(config)) {
    add_gpt_decoder(config, places);
  } else {
    add_bert_encoder(config, places);
    add_bert_head(config, head, outputs, places);
  }
  return places.take();
}

void require_parameters(const StoredModel& model, Index outputs) {
  if (model.config.family != "bert" && model.config.family != "gpt") return;
  std::set<std::string> known;
  for (const TensorPlace& place : tensor_places(model.config, model.head, outputs)) {
    known.insert(place.parameter.name);
    if (!place.optional || model.parameters.contains(place.parameter.name))
      model.at(place.parameter.name, place.parameter.shape);
  }
  for (const auto& [name, tensor] : model.parameters)
    if (!known.contains(name))
      throw FormatError(model.origin + ": tensor " + files::printable(name) +
                        " is not in the model");
}

bool is_of_a_head(const std::string& full_name) {
  for (const char* prefix : kHeadPrefixes)
    if (full_name.starts_with(prefix)) return true;
  return full_name.starts_with("bert.pooler.");
}

std::string full_tensor_name(std::string name, const ModelConfig& config) {
  for (const auto& [old, now] :
       {std::pair<std::string_view, std::string_view>{".gamma", ".weight"}, {".beta", ".bias"}})
    if (name.ends_with(std::string("LayerNorm") + std::string(old)))
      name.replace(name.size() - old.size(), old.size(), now);
  const std::string prefix = is_gpt(config) ? "transformer." : "bert.";
  const bool is_headed = name.starts_with(prefix) || is_of_a_head(name);
  if (!is_headed) name.insert(0, prefix);
  for (const char* buffer : {".position_ids", ".token_type_ids", ".attn.bias", ".attn.masked_bias"})
    if (name.ends_with(buffer)) return {};
  return name;
}

std::string tied_to(const std::string& full_name) {
  for (const auto& [decoder, source] : kTied)
    if (full_name == decoder) return source;
  return {};
}

std::string without_prefix(const std::string& full_name) {
  for (const char* prefix : {"bert.", "transformer."})
    if (full_name.starts_with(prefix)) return full_name.substr(std::string_view(prefix).size());
  return full_name;
}

}  // namespace espalier::models
