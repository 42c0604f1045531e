// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/training/tally.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace espalier::experiments {
namespace {

/// Numbers that are not finite are null in JSON.
double number_of(const nlohmann::json& json, const char* key) {
  return json.at(key).is_null() ? kUnknown : json.at(key).get<double>();
}

}  // namespace

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
          .interval_steps = json.at("interval_steps").get<Index>(),
          .interval_begin = json.at("interval_begin").get<double>(),
          .train_loss = number_of(json, "train_loss"),
          .validation = {.loss = number_of(json, "validation_loss"),
                         .accuracy = number_of(json, "validation_accuracy"),
                         .predictions = json.at("validation_predictions").get<Index>(),
                         .next_sentence_loss = number_or_unknown(json, field::kNextSentenceLoss),
                         .next_sentence_accuracy =
                             number_or_unknown(json, field::kNextSentenceAccuracy)},
          .validated_step = json.at("validated_step").get<Index>(),
          .skipped_steps = json.at("skipped_steps").get<Index>(),
          .last_skipped = json.at("last_skipped").get<Index>(),
          .shares = json.value("shares", Index{0})};
}

}  // namespace espalier::experiments
