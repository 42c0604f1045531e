// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/models/families/declaration.h>
#include <espalier/models/families/encoder.h>
#include <espalier/models/families/model_config.h>
#include <espalier/sparse/core/context.h>

namespace espalier::models {

/// Name and extents of a parameter, as a checkpoint tells them.
struct NamedShape {
  std::string name;
  std::vector<Index> shape;
};

/// A family of models: all that other code needs to know of it.
struct ModelFamily {
  std::string name;                     ///< such as "bert"
  std::string description;              ///< in one line
  std::vector<ModelConfig> sizes = {};  ///< sizes with a name, from the fewest FLOPs to the most
  /// Throws ConfigError naming the first field that does not fit.
  std::function<void(const ModelConfig&)> validate;
  /// Declares a validated model.
  std::function<ModelDeclaration(const ModelConfig&)> declare;
  /// Recognises the shape of a model from its parameters, as far as they show it; none if they are
  /// not of this family. The names come from outside, so nothing about them is certain.
  std::function<std::optional<ModelConfig>(std::span<const NamedShape>)> recognise;
  /// Makes an encoder of `options.config`; empty if its models read no sequences of tokens.
  std::function<std::unique_ptr<Encoder>(const EncoderOptions&, const Context&)> make_encoder = {};
  bool causal = false;  ///< whether a token of its encoders sees itself and earlier ones only
};

/// Adds a family, for instance one from outside the library. Throws ConfigError if its name, or the
/// name of one of its sizes, is empty or taken, or a function that it needs is empty. May be called
/// from any thread.
void register_model_family(ModelFamily family);

/// All families: those of the library, then the registered ones in order of registration.
std::vector<ModelFamily> model_families();

/// The family with this name. Throws ConfigError, which lists the names, if there is none.
ModelFamily model_family(std::string_view name);

/// Throws ConfigError if no family has the name, or naming the first field that is not positive, is
/// too large for 32-bit block indices, or does not fit the others.
void validate(const ModelConfig& config);

/// Makes an encoder of the family `options.config.family`; `context` must outlive it. Throws
/// ConfigError if the family has none or a setting does not fit, ShapeError if a block does not.
std::unique_ptr<Encoder> make_encoder(const EncoderOptions& options, const Context& context);
std::unique_ptr<Encoder> make_encoder(const EncoderOptions& options,
                                      const Context&& context) = delete;

/// What a model of this shape consists of, without a head. Throws as `validate` does.
ModelDeclaration declare(const ModelConfig& config);

/// Declares the model to which these parameters belong, by the first family that recognises them;
/// none if no family does, or the parameters contradict each other.
std::optional<ModelDeclaration> recognise(std::span<const NamedShape> parameters);

/// The model called `name`, with the default vocabulary, positions and segments; none if no family
/// has such a size.
std::optional<ModelConfig> find_model(std::string_view name);
/// The same. Throws ConfigError, which lists the names, if there is none.
ModelConfig model_by_name(std::string_view name);

/// Names of the sizes of a family, from the fewest FLOPs to the most. Throws as `model_family`.
std::vector<std::string> model_names(std::string_view family);

}  // namespace espalier::models
