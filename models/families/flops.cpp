// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/flops.h>

#include <sstream>
#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

// AdamW on one parameter: first moment 3 (two products, a sum), second moment 4, bias corrections
// 2, root 1, epsilon 1, quotient 1, decay 2, step 2.
constexpr double kAdamwFlopsPerParameter = 16;

[[noreturn]] void fail(const char* name, double value, const std::string& expected) {
  std::ostringstream message;
  message << name << " is " << value << ", expected " << expected;
  throw ConfigError(message.str());
}

void require_density(const char* name, double value) {
  if (!(value > 0.0 && value <= 1.0)) fail(name, value, "a value in (0, 1]");
}

double number(Index value) { return static_cast<double>(value); }

/// Stored weights of all encoder layers.
double encoder_weights(const ModelConfig& config, const EncoderDensity& density) {
  const double hidden = number(config.hidden);
  return number(config.layers) * (4 * hidden * hidden * density.attention +
                                  2 * hidden * number(config.intermediate) * density.feed_forward);
}

}  // namespace

FlopCount count_flops(const ModelConfig& config, const EncoderDensity& density, Index sequence,
                      double masked, Pass pass, Index batch) {
  validate(config);
  require_density("attention density", density.attention);
  require_density("feed-forward density", density.feed_forward);
  if (sequence < 1 || sequence > config.max_positions) {
    fail("sequence", number(sequence), "1 to " + std::to_string(config.max_positions) + " tokens");
  }
  const double length = number(sequence);
  if (!(masked >= 0 && masked <= length)) fail("masked positions", masked, "0 to the sequence");
  if (batch < 1) fail("batch", number(batch), "at least 1 sequence");

  const double hidden = number(config.hidden);
  const double products = pass == Pass::kTraining ? 3 : 1;
  FlopCount count;
  count.encoder_linear = products * 2 * length * encoder_weights(config, density);
  count.attention = products * 4 * length * length * hidden * number(config.layers);
  count.head = products * masked * 2 * hidden * (hidden + number(config.vocabulary));
  count.embedding = 2 * length * hidden;
  if (pass == Pass::kTraining) {
    count.embedding += 3 * length * hidden;
    count.update = adamw_flops(count_parameters(config, density).total()) / number(batch);
  }
  return count;
}

double layer_stack_flops(std::span<const Index> stored, Pass pass) {
  if (stored.empty()) return 0;
  double sum = 0;
  for (const Index weights : stored) sum += number(weights);
  return pass == Pass::kForward ? 2 * sum : 6 * sum - 2 * number(stored.front());
}

double adamw_flops(double parameters) { return kAdamwFlopsPerParameter * parameters; }

double training_flops(const ModelConfig& config, const EncoderDensity& density, Index sequence) {
  const FlopCount count = count_flops(config, density, sequence, 0, Pass::kTraining);
  return count.encoder_linear + count.attention;
}

ParameterCount count_parameters(const ModelConfig& config, const EncoderDensity& density) {
  validate(config);
  require_density("attention density", density.attention);
  require_density("feed-forward density", density.feed_forward);
  const double hidden = number(config.hidden);
  ParameterCount count;
  count.encoder_linear = encoder_weights(config, density);
  count.embedding =
      hidden * (number(config.vocabulary) + number(config.max_positions) + number(config.segments));
  const double layer_biases = 5 * hidden + number(config.intermediate);
  const double layer_norms = 4 * hidden;
  const double embedding_norm = 2 * hidden;
  const double head = hidden * hidden + 3 * hidden + number(config.vocabulary);
  count.other = number(config.layers) * (layer_biases + layer_norms) + embedding_norm + head;
  return count;
}

}  // namespace espalier::models
