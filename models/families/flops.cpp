// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/flops.h>

#include <algorithm>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>

namespace espalier::models {
namespace {

[[noreturn]] void fail(const char* name, double value, const std::string& expected) {
  throw ConfigError(std::string(name) + " is " + number_text(value) + ", expected " + expected);
}

void require_density(const char* name, double value) {
  if (!(value > 0.0 && value <= 1.0)) fail(name, value, "a value in (0, 1]");
}

void require_densities(const EncoderDensity& density) {
  require_density("attention density", density.attention);
  require_density("feed-forward density", density.feed_forward);
  require_density("embedding density", density.embedding);
}

void require_sequence(const ModelDeclaration& model, Index sequence) {
  if (sequence < 1 || sequence > model.longest_sequence)
    fail("sequence", static_cast<double>(sequence),
         "1 to " + std::to_string(model.longest_sequence) + " tokens");
}

void require_counts(const ModelDeclaration& model, std::span<const Index> stored) {
  if (stored.size() != model.weights.size())
    throw ShapeError("stored values of " + std::to_string(stored.size()) +
                     " weights; expected those of " + std::to_string(model.weights.size()));
}

/// Values of weights: each sum a whole number, so that a density multiplies it once and the result
/// does not depend on how a model divides its values into weights.
struct WeightSums {
  double attention = 0;
  double feed_forward = 0;
  double dense = 0;  ///< of weights that are never sparse

  void add(const LinearWeight& weight, double values) {
    if (!weight.may_be_sparse)
      dense += values;
    else if (belongs_to_attention(weight.kind))
      attention += values;
    else
      feed_forward += values;
  }
  double at(const EncoderDensity& density) const {
    return attention * density.attention + feed_forward * density.feed_forward + dense;
  }
};

struct LinearSums {
  WeightSums all;
  WeightSums reading_data;  ///< of weights whose inputs need no gradient

  explicit LinearSums(const ModelDeclaration& model) {
    for (const LinearWeight& weight : model.weights) {
      all.add(weight, weight.values());
      if (!weight.input_gradient) reading_data.add(weight, weight.values());
    }
  }
};

double linear_flops(double values, double values_reading_data, Index sequence, Pass pass) {
  const auto length = static_cast<double>(sequence);
  if (pass == Pass::kForward) return 2 * length * values;
  return 6 * length * values - 2 * length * values_reading_data;
}

double attention_flops(const ModelDeclaration& model, Index sequence, Pass pass) {
  if (model.attention_features == 0) return 0;
  return (pass == Pass::kTraining ? 3 : 1) * 4 *
         attention_pairs(model.attention, sequence, model.causal) *
         static_cast<double>(model.attention_features);
}

}  // namespace

EncoderDensity mean_density(const ModelDeclaration& model, std::span<const Index> stored) {
  require_counts(model, stored);
  WeightSums total, kept;
  for (std::size_t i = 0; i < stored.size(); ++i) {
    total.add(model.weights[i], model.weights[i].values());
    kept.add(model.weights[i], static_cast<double>(stored[i]));
  }
  EncoderDensity density;
  if (total.attention > 0) density.attention = kept.attention / total.attention;
  if (total.feed_forward > 0) density.feed_forward = kept.feed_forward / total.feed_forward;
  return density;
}

FlopCount count_flops(const ModelDeclaration& model, const EncoderDensity& density, Index sequence,
                      double predicted, Pass pass, const OptimizerPass& optimizer) {
  require_densities(density);
  require_sequence(model, sequence);
  const auto length = static_cast<double>(sequence);
  if (!(predicted >= 0 && predicted <= length))
    fail("predicted positions", predicted, "0 to the sequence");
  const auto batch = static_cast<double>(optimizer.batch);
  if (batch < 1) fail("batch", batch, "at least 1 sequence");

  const LinearSums sums(model);
  FlopCount count;
  count.encoder_linear =
      linear_flops(sums.all.at(density), sums.reading_data.at(density), sequence, pass);
  count.attention = attention_flops(model, sequence, pass);
  double head = 0, pooled = 0;
  for (const LinearWeight& weight : model.head)
    head += weight.values() * (weight.tied_to_embedding ? density.embedding : 1);
  for (const LinearWeight& weight : model.pooled_head) pooled += weight.values();
  const int passes = pass == Pass::kTraining ? 3 : 1;
  count.head = passes * predicted * 2 * head + passes * 2 * pooled;
  const auto embedded = static_cast<double>(model.embedding_features);
  const double tables = static_cast<double>(model.embedding_tables) - 1 + density.embedding;
  count.embedding = std::max(0.0, tables - 1) * length * embedded;
  if (pass == Pass::kTraining) {
    count.embedding += tables * length * embedded;
    count.update = optimizer.flops_per_value * count_parameters(model, density).total() / batch;
  }
  return count;
}

double training_flops(const ModelDeclaration& model, const EncoderDensity& density,
                      Index sequence) {
  const FlopCount count = count_flops(model, density, sequence, 0, Pass::kTraining);
  return count.encoder_linear + count.attention;
}

double training_flops(const ModelDeclaration& model, std::span<const Index> stored,
                      Index sequence) {
  require_counts(model, stored);
  require_sequence(model, sequence);
  double all = 0, reading_data = 0;
  for (std::size_t i = 0; i < stored.size(); ++i) {
    all += static_cast<double>(stored[i]);
    if (!model.weights[i].input_gradient) reading_data += static_cast<double>(stored[i]);
  }
  return linear_flops(all, reading_data, sequence, Pass::kTraining) +
         attention_flops(model, sequence, Pass::kTraining);
}

ParameterCount count_parameters(const ModelDeclaration& model, const EncoderDensity& density) {
  require_densities(density);
  ParameterCount count;
  count.encoder_linear = LinearSums(model).all.at(density);
  count.embedding =
      model.embedding_values - model.word_values + model.word_values * density.embedding;
  count.other = model.other_values;
  for (const LinearWeight& weight : model.head)
    if (!weight.tied_to_embedding) count.other += weight.values();
  for (const LinearWeight& weight : model.pooled_head) count.other += weight.values();
  return count;
}

}  // namespace espalier::models
