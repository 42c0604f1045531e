// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/hugging_face_config.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include <espalier/files/json_object.h>
#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

using files::JsonObject;
using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

/// As many classes as a task may have (training/tasks).
constexpr Index kMostOutputs = 1 << 16;

/// An architecture of transformers that the library has.
struct Architecture {
  std::string_view name;
  const char* model_type;
  HeadKind head;
};
constexpr std::array kArchitectures = {
    Architecture{"BertModel", "bert", HeadKind::kNone},
    Architecture{"BertForMaskedLM", "bert", HeadKind::kMaskedLm},
    Architecture{"BertForPreTraining", "bert", HeadKind::kPretraining},
    Architecture{"BertForSequenceClassification", "bert", HeadKind::kClassification},
    Architecture{"BertForQuestionAnswering", "bert", HeadKind::kSpans},
    Architecture{"GPT2Model", "gpt2", HeadKind::kNone},
    Architecture{"GPT2LMHeadModel", "gpt2", HeadKind::kCausalLm},
};

/// Names of activations; of several for one, the first is written.
struct NamedActivation {
  std::string_view name;
  Activation activation;
};
constexpr std::array kActivations = {
    NamedActivation{"gelu", Activation::kGelu},
    NamedActivation{"gelu_python", Activation::kGelu},
    NamedActivation{"gelu_new", Activation::kGeluTanh},
    NamedActivation{"gelu_pytorch_tanh", Activation::kGeluTanh},
    NamedActivation{"gelu_fast", Activation::kGeluTanh},
    NamedActivation{"relu", Activation::kRelu},
};

const char* model_type_of(const ModelConfig& config) {
  return config.family == "gpt" ? "gpt2" : "bert";
}

/// The names of the keys that the two kinds of models spell differently.
struct KeyNames {
  const char *hidden, *layers, *heads, *intermediate, *positions, *activation, *epsilon;
};
KeyNames key_names(bool gpt) {
  if (gpt)
    return {"n_embd",
            "n_layer",
            "n_head",
            "n_inner",
            "n_positions",
            "activation_function",
            "layer_norm_epsilon"};
  return {"hidden_size",       "num_hidden_layers",       "num_attention_heads",
          "intermediate_size", "max_position_embeddings", "hidden_act",
          "layer_norm_eps"};
}

/// Refuses keys that change what is computed in a way that the library has not.
void require_computable(const JsonObject& keys, bool gpt) {
  for (const char* key : {"pruned_heads", "quantization_config", "auto_map"})
    keys.require_empty(key);
  for (const char* key : {"add_cross_attention", "is_encoder_decoder"})
    keys.require_if_present(key, false);
  if (gpt) {
    keys.require_if_present("scale_attn_weights", true);
    keys.require_if_present("scale_attn_by_inverse_layer_idx", false);
  } else {
    keys.require_if_present("is_decoder", false);
    keys.require_if_present("position_embedding_type", "absolute");
  }
}

// Rows and columns of a pattern are 32-bit (BlockIndex).
constexpr Index kMost = (Index{1} << 31) - 1;

Index count(const JsonObject& keys, const char* key, Index fallback) {
  return keys.whole(key, 1, kMost).value_or(fallback);
}

/// The first of "architectures"; none if there is no such key.
std::optional<Architecture> architecture_of(const JsonObject& keys) {
  if (keys.is_null("architectures")) return std::nullopt;
  const Json& list = *keys.find("architectures");
  if (!list.is_array() || list.empty() || !list.front().is_string())
    keys.refuse("architectures", "a list of names");
  const auto& name = list.front().get_ref<const std::string&>();
  const auto found = std::ranges::find(kArchitectures, name, &Architecture::name);
  if (found != kArchitectures.end()) return *found;
  std::string expected = files::printable(name) + " in it, expected one of";
  for (const Architecture& known : kArchitectures) expected += ' ' + std::string(known.name);
  throw FormatError(keys.file() + ": architectures has " + expected);
}

bool is_gpt(const JsonObject& keys, const std::optional<Architecture>& architecture) {
  const std::string type =
      keys.text("model_type").value_or(architecture ? architecture->model_type : "");
  if (type != "bert" && type != "gpt2") keys.refuse("model_type", "bert or gpt2");
  if (architecture && type != architecture->model_type)
    keys.refuse("model_type", std::string(architecture->model_type) + ", as for " +
                                  std::string(architecture->name));
  return type == "gpt2";
}

ModelConfig shape_of(const JsonObject& keys, bool gpt) {
  const KeyNames names = key_names(gpt);
  ModelConfig model{.family = gpt ? "gpt" : "bert"};
  // The defaults are those of transformers, which leaves out what has its default.
  model.layers = count(keys, names.layers, 12);
  model.hidden = count(keys, names.hidden, 768);
  model.heads = count(keys, names.heads, 12);
  model.intermediate = count(keys, names.intermediate, gpt ? 4 * model.hidden : 3072);
  model.vocabulary = count(keys, "vocab_size", gpt ? 50257 : 30522);
  model.max_positions = count(keys, names.positions, gpt ? 1024 : 512);
  model.segments = gpt ? 0 : count(keys, "type_vocab_size", 2);
  model.norm = gpt ? NormPlacement::kPre : NormPlacement::kPost;
  model.norm_epsilon = keys.positive(names.epsilon).value_or(gpt ? 1e-5 : 1e-12);
  const std::string activation = keys.text(names.activation).value_or(gpt ? "gelu_new" : "gelu");
  const auto known = std::ranges::find(kActivations, activation, &NamedActivation::name);
  if (known == kActivations.end()) {
    std::string expected = "one of";
    for (const NamedActivation& one : kActivations) expected += ' ' + std::string(one.name);
    keys.refuse(names.activation, expected);
  }
  model.activation = known->activation;
  return model;
}

/// The name of a class that has none.
std::string label_of(std::size_t number) { return "LABEL_" + std::to_string(number); }

/// The names of the classes, if there are any, in the order of their numbers.
std::vector<std::string> labels_of(const JsonObject& keys) {
  std::vector<std::string> labels;
  if (keys.is_null("id2label")) return labels;
  const JsonObject names = keys.object("id2label");
  if (names.json().size() > kMostOutputs)
    keys.refuse("id2label", "at most " + std::to_string(kMostOutputs) + " names of classes");
  for (std::size_t i = 0; i < names.json().size(); ++i) {
    const std::string number = std::to_string(i);
    if (names.is_null(number)) names.refuse(number, "the name of a class");
    labels.push_back(*names.text(number));
  }
  return labels;
}

/// Completes what the keys say of a head that classifies.
void read_outputs(const JsonObject& keys, HuggingFaceConfig& config) {
  config.labels = labels_of(keys);
  config.outputs = config.labels.empty() ? keys.whole("num_labels", 1, kMostOutputs).value_or(2)
                                         : static_cast<Index>(config.labels.size());
  // Names that transformers makes up say nothing.
  bool named = false;
  for (std::size_t i = 0; i < config.labels.size(); ++i)
    named = named || config.labels[i] != label_of(i);
  if (!named) config.labels.clear();
  const std::string problem =
      keys.text("problem_type")
          .value_or(config.outputs == 1 ? "regression" : "single_label_classification");
  config.numbers = problem == "regression";
  if (!config.numbers && problem != "single_label_classification")
    keys.refuse("problem_type", "regression or single_label_classification");
}

/// The ids at a key, which may be one, several or null; of those that the vocabulary has not none
/// can be met.
std::vector<Index> tokens_at(const JsonObject& keys, const char* key, Index vocabulary) {
  constexpr unsigned kDefault = 50256;  // of transformers
  const Json* found = keys.find(key);
  Json ids = found == nullptr ? Json(kDefault) : *found;
  if (!ids.is_array()) ids = Json::array({ids});
  std::vector<Index> tokens;
  for (const Json& id : ids)
    if (id.is_number_unsigned() && id.get<std::uint64_t>() < static_cast<std::uint64_t>(vocabulary))
      tokens.push_back(id.get<Index>());
  return tokens;
}

TextBounds bounds_of(const JsonObject& keys, Index vocabulary) {
  TextBounds bounds = {.ends = tokens_at(keys, "eos_token_id", vocabulary)};
  const std::vector<Index> begins = tokens_at(keys, "bos_token_id", vocabulary);
  if (!begins.empty()) bounds.begin = begins.front();
  return bounds;
}

/// Names of the head kinds of ours, for the section of ours.
std::optional<HeadKind> head_named(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(HeadKind::kSpans); ++i)
    if (to_string(static_cast<HeadKind>(i)) == name) return static_cast<HeadKind>(i);
  return std::nullopt;
}

/// What the section of ours says beside the other keys.
void read_own_section(const JsonObject& keys, HuggingFaceConfig& config) {
  config.is_ours = true;
  keys.require("format", 1);
  ModelConfig& model = config.model;
  model.name = keys.text("name").value_or(model.name);
  model.family = keys.text("family").value_or(model.family);
  const std::string norm =
      keys.text("norm").value_or(model.norm == NormPlacement::kPre ? "pre" : "post");
  if (norm != "pre" && norm != "post") keys.refuse("norm", "pre or post");
  model.norm = norm == "pre" ? NormPlacement::kPre : NormPlacement::kPost;
  config.head = head_named(keys.text("head").value_or(""));
  if (!config.head) keys.refuse("head", "that of a model, such as masked-lm");
  if (keys.is_null("attention")) return;
  const JsonObject layout = keys.object("attention");
  const auto blocks = [&](const char* key, Index fallback) {
    return layout.whole(key, 0, kMost).value_or(fallback);
  };
  model.attention = {.block = blocks("block", 0),
                     .window = blocks("window", 1),
                     .global = blocks("global", 0),
                     .stride = blocks("stride", 0),
                     .random = blocks("random", 0)};
}

/// What is expected in place of a head that no model of the family has; empty: it may be. Tensors
/// do not always tell: none are of a GPT's own.
std::string expected_head(const std::string& family, HeadKind head) {
  const bool predicts_next = head == HeadKind::kCausalLm;
  if (family == "gpt" && !predicts_next && head != HeadKind::kNone)
    return "none or causal-lm, as of a gpt";
  if (predicts_next && !model_family(family).causal)
    return "one of a " + family + ", which is not causal";
  return {};
}

std::string_view architecture_name(const StoredModel& model) {
  const HeadKind head =
      model.head == HeadKind::kRegression ? HeadKind::kClassification : model.head;
  for (const Architecture& known : kArchitectures)
    if (known.head == head && std::string_view(known.model_type) == model_type_of(model.config))
      return known.name;
  throw ConfigError(model.origin + ": a " + model.config.family + " with a head of the kind " +
                    std::string(to_string(model.head)) + ", which Hugging Face does not have");
}

/// Nothing of a config.json tells the widths of a perceptron.
void require_text_reader(const StoredModel& model) {
  if (!model_family(model.config.family).make_encoder)
    throw ConfigError(model.origin + ": a model of the family '" + model.config.family +
                      "', which no model folder keeps; expected one that reads tokens");
}

void require_in_hugging_face(const StoredModel& model) {
  const ModelConfig& config = model.config;
  const auto refuse = [&](const std::string& what) {
    throw ConfigError(model.origin + ": " + what +
                      ", which no model of Hugging Face has; a folder of ours keeps it");
  };
  if (config.family != "bert" && config.family != "gpt") refuse("a " + config.family);
  if (config.family == "bert" && config.norm == NormPlacement::kPre)
    refuse("norms ahead of layers");
  if (config.attention.is_sparse()) refuse("sparse attention");
}

OrderedJson own_section(const StoredModel& model) {
  const AttentionLayout& layout = model.config.attention;
  if (layout.pattern != nullptr)
    throw ConfigError(model.origin + ": attention by a pattern of a file, which no folder keeps");
  if (const std::string head = expected_head(model.config.family, model.head); !head.empty())
    throw ConfigError(model.origin + ": the head is " + std::string(to_string(model.head)) +
                      ", expected " + head);
  OrderedJson section = {{"format", 1},
                         {"name", model.config.name},
                         {"family", model.config.family},
                         {"norm", model.config.norm == NormPlacement::kPre ? "pre" : "post"},
                         {"head", std::string(to_string(model.head))}};
  if (layout.is_sparse())
    section["attention"] = {{"block", layout.block},
                            {"window", layout.window},
                            {"global", layout.global},
                            {"stride", layout.stride},
                            {"random", layout.random}};
  // For readers: what the tensors say in full.
  double stored = 0, total = 0;
  Index block = 0;
  for (const auto& [name, tensor] : model.parameters) {
    if (!tensor.is_sparse()) continue;
    block = tensor.pattern->block().rows;
    stored += static_cast<double>(tensor.pattern->blocks());
    total += static_cast<double>(tensor.pattern->grid_size());
  }
  if (total > 0) {
    section["block"] = block;
    section["density"] = stored / total;
  }
  return section;
}

}  // namespace

HuggingFaceConfig parse_hugging_face_config(std::string_view text, const std::string& origin) {
  const JsonObject keys = JsonObject::parse(text, origin);
  const std::optional<Architecture> architecture = architecture_of(keys);
  const bool gpt = is_gpt(keys, architecture);
  require_computable(keys, gpt);
  HuggingFaceConfig config{.model = shape_of(keys, gpt)};
  if (gpt) config.bounds = bounds_of(keys, config.model.vocabulary);
  if (architecture) config.head = architecture->head;
  if (!config.head || config.head == HeadKind::kClassification) read_outputs(keys, config);
  if (config.head && config.numbers) config.head = HeadKind::kRegression;
  const bool decodes = !config.head || config.head == HeadKind::kMaskedLm ||
                       config.head == HeadKind::kPretraining || config.head == HeadKind::kCausalLm;
  if (decodes) keys.require_if_present("tie_word_embeddings", true);
  if (!keys.is_null("espalier")) read_own_section(keys.object("espalier"), config);
  try {
    validate(config.model);
  } catch (const ConfigError& error) {
    throw FormatError(origin + ": " + error.what());
  }
  if (!config.is_ours) return config;
  if (const std::string head = expected_head(config.model.family, *config.head); !head.empty())
    keys.object("espalier").refuse("head", head);
  return config;
}

std::string hugging_face_config_text(const StoredModel& model, bool ours) {
  require_text_reader(model);
  if (!ours) require_in_hugging_face(model);
  const ModelConfig& config = model.config;
  const bool gpt = std::string_view(model_type_of(config)) == "gpt2";
  const KeyNames names = key_names(gpt);
  OrderedJson json;
  if (!ours) json["architectures"] = {std::string(architecture_name(model))};
  json["model_type"] = model_type_of(config);
  json["vocab_size"] = config.vocabulary;
  json[names.hidden] = config.hidden;
  json[names.layers] = config.layers;
  json[names.heads] = config.heads;
  json[names.intermediate] = config.intermediate;
  json[names.positions] = config.max_positions;
  for (const auto& [name, activation] : kActivations)
    if (activation == config.activation && !json.contains(names.activation))
      json[names.activation] = std::string(name);
  json[names.epsilon] = config.norm_epsilon;
  if (gpt) {
    // Null where none is known, since transformers takes its own for a key that is not there.
    const auto& [begin, ends] = model.bounds;
    json["bos_token_id"] = begin ? OrderedJson(*begin) : OrderedJson();
    json["eos_token_id"] = ends.empty()       ? OrderedJson()
                           : ends.size() == 1 ? OrderedJson(ends.front())
                                              : OrderedJson(ends);
  } else {
    json["type_vocab_size"] = config.segments;
  }
  if (model.head == HeadKind::kClassification || model.head == HeadKind::kRegression) {
    // Not an extent, which a tensor without values may have of any size.
    const auto outputs = static_cast<Index>(model.at("classifier.bias").values.size());
    for (Index i = 0; i < outputs; ++i) {
      const auto number = static_cast<std::size_t>(i);
      const std::string name =
          number < model.labels.size() ? model.labels[number] : label_of(number);
      json["id2label"][std::to_string(i)] = name;
      json["label2id"][name] = i;
    }
    json["problem_type"] =
        model.head == HeadKind::kRegression ? "regression" : "single_label_classification";
  }
  if (ours) json["espalier"] = own_section(model);
  return files::json_text(json, 2) + "\n";
}

}  // namespace espalier::models
