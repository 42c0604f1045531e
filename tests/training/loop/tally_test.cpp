// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/tally.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier::training {
namespace {

using espalier::testing::message_of;

/// As a checkpoint at step 12 has it.
nlohmann::json record_of_tally() {
  return nlohmann::json::parse(to_record({.interval_loss = 7.5,
                                          .interval_steps = 5,
                                          .interval_idle = 2,
                                          .interval_begin = 3.25,
                                          .train_loss = 2.5,
                                          .validation = {.metrics = {}, .predictions = 40},
                                          .validated_step = 12,
                                          .skipped_steps = 3,
                                          .last_skipped = 11,
                                          .shares = 4},
                                         {})
                                   .dump());
}

TEST(Tally, SurvivesACheckpoint) {
  const nlohmann::json record = record_of_tally();
  const Tally tally = tally_of(record, {}, 12);
  EXPECT_EQ(nlohmann::json::parse(to_record(tally, {}).dump()), record);
  EXPECT_EQ(tally.interval_idle, 2);
  EXPECT_EQ(tally.validation.predictions, 40);
  EXPECT_EQ(tally_of(to_record(Tally(), {}), {}, 0).validated_step, -1);
}

TEST(Tally, RefusesCountsThatNoSessionHas) {
  const std::vector<std::pair<std::string, std::vector<const char*>>> wrong = {
      {"interval_steps", {"1.9", "5.0", "-1", "1e300", "18446744073709551615", "null", "1"}},
      {"interval_idle", {"6", "0.5", "-1"}},
      {"validation_predictions", {"-5", "1.5", "1e300"}},
      {"validated_step", {"13", "-2", "18446744073709551615", "11.5"}},
      {"skipped_steps", {"-1", "0.5"}},
      {"last_skipped", {"13", "-1"}},
      {"shares", {"-1", "1e300"}}};
  for (const auto& [key, values] : wrong)
    for (const char* value : values) {
      nlohmann::json record = record_of_tally();
      record[key] = nlohmann::json::parse(value);
      // Fewer steps than idle ones are told of these.
      const std::string named = key + value == "interval_steps1" ? "interval_idle" : key;
      EXPECT_THAT(message_of<FormatError>([&] { (void)tally_of(record, {}, 12); }),
                  ::testing::StartsWith(named + ": "))
          << value;
    }
}

}  // namespace
}  // namespace espalier::training
