// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/program/triton_config.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include <espalier/serving/triton/model_settings.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"

namespace espalier::experiments {
namespace {

using espalier::testing::message_of;
using ::testing::HasSubstr;

nlohmann::json json_of(const std::string& text) {
  return nlohmann::json::parse(triton_config_json(text, "config.pbtxt"));
}

TEST(TritonConfig, ReadsEachFormOfTensorsAlike) {
  const nlohmann::json expected = nlohmann::json::parse(R"([
      {"name": "INPUT_IDS", "data_type": "TYPE_INT64", "dims": [-1]},
      {"name": "TOKEN_TYPE_IDS", "data_type": "TYPE_INT64", "dims": [-1, 2]}])");
  EXPECT_EQ(json_of(R"(
      input [{ name: "INPUT_IDS" data_type: TYPE_INT64 dims: [-1] allow_ragged_batch: true },
             { name: "TOKEN_TYPE_IDS", data_type: TYPE_INT64, dims: [ -1, 2 ], optional: true }])")
                ["input"],
            expected);
  EXPECT_EQ(json_of(R"(
      # input { name: "TEXT" }
      input: < name: 'INPUT' "_IDS"; data_type: TYPE_INT64; dims: -1 >  # }
      input { name: "TOKEN_TYPE_IDS" data_type: TYPE_INT64 dims: -1 dims: 2
              reshape { shape: [] } })")["input"],
            expected);
}

TEST(TritonConfig, GivesSettingsAsTheServerDoes) {
  const serving::ModelSettings settings = serving::model_settings(triton_config_json(
      R"(name: "m" backend: "espalier"
         parameters { key: "longest" value { string_value: "17" } }
         parameters: [{ key: "int8", value: { string_value: "true" } }]
         instance_group [{ kind: KIND_CPU count: 2 }]
         model_transaction_policy { decoupled: true }
         model_warmup { batch_size: 1 inputs { key: "TEXT" value { dims: 1 zero_data: true } } }
         input { name: "INPUT_IDS" data_type: TYPE_INT64 dims: -1 })",
      "config.pbtxt"));
  EXPECT_EQ(settings.predictor.longest, 17);
  EXPECT_TRUE(settings.predictor.int8);
  EXPECT_TRUE(settings.streams);
  EXPECT_TRUE(settings.takes_ids);
  for (const char* strange : {"", "input {}", "input: 3", "input { name: 3 name: {} }"})
    EXPECT_FALSE(serving::model_settings(triton_config_json(strange, "config.pbtxt")).takes_ids)
        << strange;
}

TEST(TritonConfig, SaysWhereItCannotBeRead) {
  const auto refuses = [](const std::string& text, const char* message) {
    EXPECT_THAT(message_of<FormatError>([&] { triton_config_json(text, "c.pbtxt"); }),
                HasSubstr(message));
  };
  refuses("name: \"m\"\nname \"m\"", "c.pbtxt: line 2: found '\"', expected a colon");
  refuses("input {\n name: \"TEXT\"\n", "line 3: found the end, expected a field, or the end");
  refuses("input { dims: [1 2] }", "found '2', expected a comma");
  refuses("name: \"m\nx: 1", "expected a quotation mark");
  refuses("}", "found '}', expected a field");
  refuses("name:", "found the end, expected a value");
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "a{";
  refuses(deep, "expected fewer messages in one another");
}

}  // namespace
}  // namespace espalier::experiments
