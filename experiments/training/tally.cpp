// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/training/tally.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include <espalier/experiments/config/key.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

/// Numbers that are not finite are null in JSON.
double number_of(const nlohmann::json& json, const char* key) {
  return json.at(key).is_null() ? kUnknown : json.at(key).get<double>();
}

/// A number of steps or of predictions. Throws FormatError if it can be none.
Index count_of(const nlohmann::json& json, const char* key, Index least = 0) {
  const Index count = json.at(key).get<Index>();
  if (count < least || static_cast<double>(count) > kLargestCount)
    throw FormatError(std::string(key) + ": " + std::to_string(count) + ", expected a count");
  return count;
}

}  // namespace

double seconds_in(const nlohmann::json& json, const char* key) {
  const double seconds = json.at(key).get<double>();
  // A thousand years: readings of the clock are microseconds in 63 bits.
  constexpr double kMost = 3e10;
  if (!(seconds >= 0 && seconds <= kMost))
    throw FormatError(std::string(key) + ": " + json.at(key).dump() + ", expected seconds");
  return seconds;
}

nlohmann::json to_record(const Tally& tally) {
  nlohmann::json record = {{"interval_loss", tally.interval_loss},
                           {"interval_steps", tally.interval_steps},
                           {"interval_begin", tally.interval_begin},
                           {"train_loss", tally.train_loss},
                           {"validation_loss", tally.validation.loss},
                           {"validation_accuracy", tally.validation.accuracy},
                           {"validation_predictions", tally.validation.predictions},
                           {"validated_step", tally.validated_step},
                           {"skipped_steps", tally.skipped_steps},
                           {"last_skipped", tally.last_skipped}};
  if (tally.shares > 0) record["shares"] = tally.shares;
  if (tally.interval_idle > 0) record["interval_idle"] = tally.interval_idle;
  add_next_sentence(tally.validation, record);
  return record;
}

void add_next_sentence(const Validation& validation, nlohmann::json& record) {
  if (!std::isfinite(validation.next_sentence_loss)) return;
  record[field::kNextSentenceLoss] = validation.next_sentence_loss;
  record[field::kNextSentenceAccuracy] = validation.next_sentence_accuracy;
}

Tally tally_of(const nlohmann::json& json) {
  return {.interval_loss = number_of(json, "interval_loss"),
          .interval_steps = count_of(json, "interval_steps"),
          .interval_idle = json.contains("interval_idle") ? count_of(json, "interval_idle") : 0,
          .interval_begin = seconds_in(json, "interval_begin"),
          .train_loss = number_of(json, "train_loss"),
          .validation = {.loss = number_of(json, "validation_loss"),
                         .accuracy = number_of(json, "validation_accuracy"),
                         .predictions = json.at("validation_predictions").get<Index>(),
                         .next_sentence_loss = number_or_unknown(json, field::kNextSentenceLoss),
                         .next_sentence_accuracy =
                             number_or_unknown(json, field::kNextSentenceAccuracy)},
          .validated_step = count_of(json, "validated_step", -1),
          .skipped_steps = count_of(json, "skipped_steps"),
          .last_skipped = count_of(json, "last_skipped"),
          .shares = json.contains("shares") ? count_of(json, "shares") : 0};
}

}  // namespace espalier::experiments
