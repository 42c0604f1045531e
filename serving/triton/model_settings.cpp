// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/triton/model_settings.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

#include <espalier/files/json_object.h>
#include <espalier/files/number_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::serving {
namespace {

using files::JsonObject;
using nlohmann::json;

constexpr const char* kConfigName = "config.pbtxt";

/// Rows of a request, and of the requests that the server puts into a batch: enough to fill all
/// panels of a call with short texts.
constexpr Index kDefaultBatch = 64;

constexpr std::array kTypeNames = {std::pair{TensorType::kText, "TYPE_STRING"},
                                   std::pair{TensorType::kWhole, "TYPE_INT64"},
                                   std::pair{TensorType::kFloat, "TYPE_FP32"}};

std::string type_name(TensorType type) {
  for (const auto& [known, name] : kTypeNames)
    if (known == type) return name;
  return {};
}

Index whole_parameter(const std::string& name, const std::string& value, Index most) {
  const auto number = files::whole_in(value);
  if (number && *number >= 0 && *number <= most) return *number;
  throw ConfigError(std::string(kConfigName) + ": parameter " + name + " is '" + value +
                    "'; expected a whole number from 0 to " + std::to_string(most));
}

bool truth_parameter(const std::string& name, const std::string& value) {
  if (value == "true" || value == "false") return value == "true";
  throw ConfigError(std::string(kConfigName) + ": parameter " + name + " is '" + value +
                    "'; expected true or false");
}

Task task_parameter(const std::string& value) {
  try {
    return task_by_name(value);
  } catch (const ConfigError& error) {
    throw ConfigError(std::string(kConfigName) + ": parameter task: " + error.what());
  }
}

/// float16 is a precision of training alone.
Precision precision_parameter(const std::string& value) {
  for (const Precision precision : {Precision::kFloat32, Precision::kBFloat16})
    if (value == precision_name(precision)) return precision;
  throw ConfigError(std::string(kConfigName) + ": parameter precision is '" + value +
                    "'; expected float32 or bfloat16");
}

/// The elements of a list of the configuration, which may be absent.
json list_of(const JsonObject& config, std::string_view key) {
  const json* list = config.find(key);
  if (list == nullptr || list->is_null()) return json::array();
  if (!list->is_array()) config.refuse(key, "a list");
  return *list;
}

json declaration_of(const TensorSpec& tensor, bool is_input) {
  json declared = {
      {"name", tensor.name}, {"data_type", type_name(tensor.type)}, {"dims", tensor.dims}};
  if (is_input && tensor.optional) declared["optional"] = true;
  if (is_input && tensor.ragged) declared["allow_ragged_batch"] = true;
  return declared;
}

/// Do requests of these extents fit a tensor of ours? An output may be declared with -1 anywhere.
bool fits(const json& declared, const TensorSpec& tensor, bool is_input) {
  if (!declared.is_array() || declared.size() != tensor.dims.size()) return false;
  for (std::size_t i = 0; i < tensor.dims.size(); ++i) {
    if (!declared[i].is_number_integer()) return false;
    const Index extent = declared[i].get<Index>();
    if (extent != tensor.dims[i] && (is_input || extent != -1)) return false;
  }
  return true;
}

/// Throws unless each declared tensor is one of the model's.
void require_known(const json& declared, const std::vector<TensorSpec>& tensors, bool is_input) {
  for (const json& one : declared) {
    const JsonObject tensor = JsonObject::parse(one.dump(), kConfigName);
    const std::string name = tensor.text("name").value_or("");
    const auto known = std::ranges::find(tensors, name, &TensorSpec::name);
    const std::string where =
        std::string(kConfigName) + (is_input ? ": input " : ": output ") + name;
    if (known == tensors.end()) {
      std::string message = where + ": this model has no such one; expected";
      for (const TensorSpec& expected : tensors) message += ' ' + expected.name;
      throw ConfigError(message);
    }
    const json wanted = declaration_of(*known, is_input);
    if (tensor.text("data_type") != type_name(known->type) ||
        !fits(one.value("dims", json()), *known, is_input))
      throw ConfigError(where + " is " + tensor.text("data_type").value_or("of no type") + ' ' +
                        one.value("dims", json()).dump() + "; expected " + type_name(known->type) +
                        ' ' + wanted["dims"].dump());
  }
}

void require_needed(const json& declared, const std::vector<TensorSpec>& inputs) {
  for (const TensorSpec& input : inputs) {
    const bool there = std::ranges::any_of(
        declared, [&](const json& one) { return one.value("name", "") == input.name; });
    if (!there && !input.optional)
      throw ConfigError(std::string(kConfigName) + ": input " + input.name +
                        " is missing; expected it, or no inputs at all");
  }
}

}  // namespace

ModelSettings model_settings(const std::string& text) {
  const JsonObject config = JsonObject::parse(text, kConfigName);
  ModelSettings settings;
  for (const json& input : list_of(config, "input"))
    settings.takes_ids |= input.is_object() && input.value("name", "") == "INPUT_IDS";
  if (!config.is_null("model_transaction_policy"))
    settings.streams = config.object("model_transaction_policy").truth("decoupled").value_or(false);
  if (config.is_null("parameters")) return settings;
  const JsonObject parameters = config.object("parameters");
  for (const auto& [name, unused] : parameters.json().items()) {
    // Triton and its agents have keys of their own here, all in capitals.
    if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z') continue;
    const std::string value = parameters.object(name).text("string_value").value_or("");
    constexpr Index kMost = std::numeric_limits<int>::max();
    if (name == "task") {
      settings.task = task_parameter(value);
    } else if (name == "threads") {
      settings.predictor.threads = static_cast<int>(whole_parameter(name, value, kMost));
    } else if (name == "precision") {
      settings.predictor.precision = precision_parameter(value);
    } else if (name == "longest") {
      settings.predictor.longest = whole_parameter(name, value, kMost);
    } else if (name == "top_k") {
      settings.top_k = whole_parameter(name, value, kMost);
    } else if (name == "no_answer") {
      settings.may_have_none = truth_parameter(name, value);
    } else if (name == "int8") {
      settings.predictor.int8 = truth_parameter(name, value);
    } else {
      throw ConfigError(std::string(kConfigName) + ": parameter " + name +
                        " is unknown; expected task, threads, precision, int8, longest, "
                        "top_k or no_answer");
    }
  }
  return settings;
}

std::string completed_config(const std::string& text, const ModelInterface& interface) {
  const JsonObject config = JsonObject::parse(text, kConfigName);
  json completed = config.json();
  const auto complete = [&](const char* key, const std::vector<TensorSpec>& tensors,
                            bool is_input) {
    const json declared = list_of(config, key);
    require_known(declared, tensors, is_input);
    if (declared.empty()) {
      completed[key] = json::array();
      for (const TensorSpec& tensor : tensors)
        completed[key].push_back(declaration_of(tensor, is_input));
    } else if (is_input) {
      require_needed(declared, tensors);
    }
  };
  complete("input", interface.inputs, true);
  complete("output", interface.outputs, false);
  // The server writes 0 where a configuration says nothing.
  if (config.whole("max_batch_size", 0, std::numeric_limits<int>::max()).value_or(0) == 0)
    completed["max_batch_size"] = kDefaultBatch;
  if (config.is_null("dynamic_batching") && config.is_null("sequence_batching"))
    completed["dynamic_batching"] = json::object();
  return completed.dump();
}

void require_complete(const std::string& text, const ModelInterface& interface) {
  completed_config(text, interface);
  const JsonObject config = JsonObject::parse(text, kConfigName);
  for (const char* key : {"input", "output"})
    if (list_of(config, key).empty())
      config.refuse(key, "at least one, where the server completes no configurations");
  if (!config.whole("max_batch_size", 1, std::numeric_limits<int>::max()))
    config.refuse("max_batch_size", "at least 1");
}

}  // namespace espalier::serving
