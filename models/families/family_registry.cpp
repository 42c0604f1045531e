// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/family_registry.h>

#include <algorithm>
#include <mutex>

#include <espalier/models/families/mlp.h>
#include <espalier/models/families/staged_encoder.h>
#include <espalier/models/families/transformer.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

/// A line for each family of the library.
std::vector<ModelFamily> families_of_the_library() {
  return {bert_family(), gpt_family(), group_bert_family(), mlp_family()};
}

struct Registry {
  std::mutex mutex;
  std::vector<ModelFamily> families = families_of_the_library();
};

Registry& registry() {
  static Registry instance;
  return instance;
}

const ModelConfig* size_of(const ModelFamily& family, std::string_view name) {
  const auto size = std::ranges::find(family.sizes, name, &ModelConfig::name);
  return size == family.sizes.end() ? nullptr : &*size;
}

void check(const ModelFamily& family, const std::vector<ModelFamily>& others) {
  if (family.name.empty()) throw ConfigError("model family: its name is empty");
  const std::string what = "model family '" + family.name + "'";
  if (!family.validate || !family.declare || !family.recognise)
    throw ConfigError(what + ": a function is empty");
  for (const ModelConfig& size : family.sizes)
    if (size.name.empty() || size_of(family, size.name) != &size)
      throw ConfigError(what + ": the size '" + size.name + "' has no name, or one that is taken");
  for (const ModelFamily& other : others) {
    if (other.name == family.name) throw ConfigError(what + ": the name is taken");
    for (const ModelConfig& size : family.sizes)
      if (size_of(other, size.name) != nullptr)
        throw ConfigError(what + ": the size '" + size.name +
                          "' has no name, or one that is taken");
  }
  for (const ModelConfig& size : family.sizes)
    if (size.family != family.name)
      throw ConfigError(what + ": the size '" + size.name + "' is of family '" + size.family + "'");
}

}  // namespace

void register_model_family(ModelFamily family) {
  const std::lock_guard lock(registry().mutex);
  check(family, registry().families);
  registry().families.push_back(std::move(family));
}

std::vector<ModelFamily> model_families() {
  const std::lock_guard lock(registry().mutex);
  return registry().families;
}

ModelFamily model_family(std::string_view name) {
  std::string message = "unknown model family '" + std::string(name) + "', expected one of";
  for (ModelFamily& family : model_families()) {
    if (family.name == name) return std::move(family);
    message += ' ' + family.name;
  }
  throw ConfigError(message);
}

void validate(const ModelConfig& config) { model_family(config.family).validate(config); }

ModelDeclaration declare(const ModelConfig& config) {
  const ModelFamily family = model_family(config.family);
  family.validate(config);
  return family.declare(config);
}

std::unique_ptr<Encoder> make_encoder(const EncoderOptions& options, const Context& context) {
  const ModelFamily family = model_family(options.config.family);
  if (!family.make_encoder)
    throw ConfigError("model family '" + family.name + "' reads no sequences of tokens");
  std::unique_ptr<Encoder> encoder = family.make_encoder(options, context);
  if (options.stage && dynamic_cast<StagedEncoder*>(encoder.get()) == nullptr)
    throw ConfigError("model family '" + family.name + "' has no stages for a pipeline");
  return encoder;
}

std::optional<ModelDeclaration> recognise(std::span<const NamedShape> parameters) {
  for (const ModelFamily& family : model_families()) {
    const std::optional<ModelConfig> config = family.recognise(parameters);
    if (!config) continue;
    try {
      family.validate(*config);
    } catch (const ConfigError&) {
      return std::nullopt;
    }
    return family.declare(*config);
  }
  return std::nullopt;
}

std::optional<ModelConfig> find_model(std::string_view name) {
  for (const ModelFamily& family : model_families())
    if (const ModelConfig* size = size_of(family, name)) return *size;
  return std::nullopt;
}

ModelConfig model_by_name(std::string_view name) {
  if (auto model = find_model(name)) return *std::move(model);
  std::string message = "unknown model '" + std::string(name) + "', expected one of";
  for (const ModelFamily& family : model_families())
    for (const ModelConfig& known : family.sizes) message += ' ' + known.name;
  throw ConfigError(message);
}

std::vector<std::string> model_names(std::string_view family) {
  std::vector<std::string> names;
  for (const ModelConfig& size : model_family(family).sizes) names.push_back(size.name);
  return names;
}

}  // namespace espalier::models
