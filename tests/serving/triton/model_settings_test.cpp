// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/triton/model_settings.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::serving {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const ModelInterface& text_interface() {
  static const ModelInterface interface = {
      .inputs = {{.name = "TEXT", .dims = {1}},
                 {.name = "TEXT_PAIR", .dims = {1}, .optional = true}},
      .outputs = {{.name = "WORD", .dims = {-1, 5}},
                  {.name = "SCORE", .type = TensorType::kFloat, .dims = {-1, 5}}}};
  return interface;
}

/// A configuration as the server gives it, where nothing but these keys is set.
std::string config_with(const json& keys) {
  json config = {{"name", "m"},
                 {"backend", "espalier"},
                 {"max_batch_size", 0},
                 {"input", json::array()},
                 {"output", json::array()},
                 {"parameters", json::object()}};
  config.update(keys);
  return config.dump();
}

std::string with_parameter(const std::string& name, const std::string& value) {
  return config_with({{"parameters", {{name, {{"string_value", value}}}}}});
}

TEST(ModelSettings, ReadsParameters) {
  EXPECT_EQ(model_settings(config_with(json::object())).task, std::nullopt);
  const ModelSettings settings = model_settings(
      config_with({{"parameters",
                    {{"task", {{"string_value", "embed"}}},
                     {"threads", {{"string_value", "2"}}},
                     {"precision", {{"string_value", "bfloat16"}}},
                     {"int8", {{"string_value", "true"}}},
                     {"longest", {{"string_value", "128"}}},
                     {"top_k", {{"string_value", "3"}}},
                     {"no_answer", {{"string_value", "true"}}},
                     {"FORCE_CPU_ONLY_INPUT_TENSORS", {{"string_value", "yes"}}}}}}));
  EXPECT_EQ(settings.task, Task::kEmbed);
  EXPECT_EQ(settings.predictor.threads, 2);
  EXPECT_EQ(settings.predictor.precision, Precision::kBFloat16);
  EXPECT_TRUE(settings.predictor.int8);
  EXPECT_EQ(settings.predictor.longest, 128);
  EXPECT_EQ(settings.top_k, 3);
  EXPECT_TRUE(settings.may_have_none);
  EXPECT_FALSE(settings.takes_ids);
  EXPECT_TRUE(model_settings(config_with({{"input", {{{"name", "INPUT_IDS"}}}}})).takes_ids);
}

TEST(ModelSettings, RefusesWhatItDoesNotKnow) {
  const auto refuses = [](const std::string& name, const std::string& value,
                          const std::string& message) {
    EXPECT_THAT([&] { model_settings(with_parameter(name, value)); },
                ThrowsMessage<Error>(HasSubstr(message)));
  };
  refuses("tsak", "embed", "config.pbtxt: parameter tsak is unknown; expected task, threads");
  refuses("task", "dance", "config.pbtxt: parameter task: unknown task 'dance'");
  for (const char* precision : {"float64", "float16"})
    refuses("precision", precision,
            std::string("config.pbtxt: parameter precision is '") + precision +
                "'; expected float32 or bfloat16");
  refuses("threads", "-1", "parameter threads is '-1'; expected a whole number from 0");
  refuses("no_answer", "perhaps", "parameter no_answer is 'perhaps'; expected true or false");
  refuses("int8", "1", "parameter int8 is '1'; expected true or false");
  refuses("top_k", "1.5", "parameter top_k is '1.5'");
  refuses("longest", "99999999999", "parameter longest is '99999999999'");
  EXPECT_THAT([] { model_settings("[]"); }, ThrowsMessage<FormatError>(HasSubstr("config.pbtxt")));
  EXPECT_THAT(
      [] {
        model_settings(config_with({{"input", 3}}));
      },
      ThrowsMessage<FormatError>(HasSubstr("input")));
}

TEST(ModelSettings, CompletesAConfiguration) {
  const json completed =
      json::parse(completed_config(config_with(json::object()), text_interface()));
  EXPECT_EQ(completed["name"], "m");
  EXPECT_EQ(completed["input"],
            json::parse(R"([{"name": "TEXT", "data_type": "TYPE_STRING", "dims": [1]},
                            {"name": "TEXT_PAIR", "data_type": "TYPE_STRING", "dims": [1],
                             "optional": true}])"));
  EXPECT_EQ(completed["output"][1],
            json::parse(R"({"name": "SCORE", "data_type": "TYPE_FP32", "dims": [-1, 5]})"));
  EXPECT_GT(completed["max_batch_size"], 0);
  EXPECT_EQ(completed["dynamic_batching"], json::object());
}

TEST(ModelSettings, LeavesWhatIsThere) {
  const std::string config = config_with(
      {{"max_batch_size", 7},
       {"dynamic_batching", {{"max_queue_delay_microseconds", 500}}},
       {"output", {{{"name", "SCORE"}, {"data_type", "TYPE_FP32"}, {"dims", {-1, -1}}}}}});
  const json completed = json::parse(completed_config(config, text_interface()));
  EXPECT_EQ(completed["max_batch_size"], 7);
  EXPECT_EQ(completed["dynamic_batching"]["max_queue_delay_microseconds"], 500);
  EXPECT_EQ(completed["output"].size(), 1u);
  EXPECT_EQ(completed["input"].size(), 2u);
}

TEST(ModelSettings, RefusesTensorsThatTheModelHasNot) {
  const auto refuses = [](const char* list, json tensor, const std::string& message) {
    EXPECT_THAT(
        [&] {
          completed_config(config_with({{list, json::array({std::move(tensor)})}}),
                           text_interface());
        },
        ThrowsMessage<ConfigError>(HasSubstr(message)));
  };
  refuses("input", {{"name", "TEXTS"}},
          "input TEXTS: this model has no such one; expected TEXT TEXT_PAIR");
  refuses("input", {{"name", "TEXT"}, {"data_type", "TYPE_INT64"}, {"dims", {1}}},
          "input TEXT is TYPE_INT64 [1]; expected TYPE_STRING [1]");
  refuses("input", {{"name", "TEXT"}, {"data_type", "TYPE_STRING"}, {"dims", {-1}}},
          "input TEXT is TYPE_STRING [-1]");
  refuses("input", {{"name", "TEXT_PAIR"}, {"data_type", "TYPE_STRING"}, {"dims", {1}}},
          "input TEXT is missing");
  refuses("output", {{"name", "SCORE"}, {"data_type", "TYPE_FP32"}, {"dims", {5}}},
          "output SCORE is TYPE_FP32 [5]; expected TYPE_FP32 [-1,5]");
}

TEST(ModelSettings, KnowsWhatIsComplete) {
  EXPECT_THAT([] { require_complete(config_with(json::object()), text_interface()); },
              ThrowsMessage<FormatError>(HasSubstr("input")));
  json complete = json::parse(completed_config(config_with(json::object()), text_interface()));
  EXPECT_NO_THROW(require_complete(complete.dump(), text_interface()));
  complete["max_batch_size"] = 0;
  EXPECT_THAT([&] { require_complete(complete.dump(), text_interface()); },
              ThrowsMessage<FormatError>(HasSubstr("max_batch_size")));
}

}  // namespace
}  // namespace espalier::serving
