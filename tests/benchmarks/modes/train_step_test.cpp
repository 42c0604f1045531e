// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/train_step.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <espalier/sparse/ops/narrow_run.h>
#include "tests/support/temporary_folder.h"

namespace espalier::benchmarks {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

models::ModelConfig small_config() {
  return {.layers = 2, .hidden = 32, .heads = 2, .intermediate = 64, .vocabulary = 96};
}

StepRecord step(const char* implementation, Index block, double seconds, Type type = Type::kF32) {
  StepRecord r;
  r.what = {implementation, "small", block, block == 0 ? 1 : 0.1, 128, type, 2};
  r.tokens = 4096;
  r.seconds = {seconds, seconds, seconds};
  return r;
}

TEST(StepBatch, MasksFifteenInAHundred) {
  const StepBatch batch = make_step_batch(10, 64, 100);
  EXPECT_EQ(batch.sequences(), 10);
  EXPECT_EQ(batch.positions.size(), 96U);
  EXPECT_EQ(batch.labels.size(), 96U);
  EXPECT_TRUE(std::ranges::is_sorted(batch.positions));
  EXPECT_LT(std::ranges::max(batch.tokens), 100);
  EXPECT_FALSE(make_step_batch(1, 16, 100).positions.empty());
}

// Else the kernels of panels, which nearly all of the time is of, could be wrong.
TEST(VerifiedSequences, AreOfFewTokensAndOfMore) {
  EXPECT_TRUE(sparse::is_narrow(kVerifiedSequences.front()));
  EXPECT_FALSE(sparse::is_narrow(kVerifiedSequences.back()));
}

TEST(TrainStep, HasTheGradientOfTheReference) {
  for (const Type type : {Type::kF32, Type::kBf16})
    for (const Index block : {0, 1, 4, 16})
      EXPECT_EQ(verify_step(small_config(), block, 0.3, 1, type), "");
}

// A product whose operands were not rounded would be missing here; one that is wrong would be more
// than the roundings of all of them.
TEST(TrainStep, InBfloat16HasAboutTheGradientOfFloat) {
  const StepBatch batch = make_step_batch(4, 32, 96);
  for (const Index block : {0, 4}) {
    TrainStep wide(small_config(), block, 0.3, batch, 1);
    TrainStep narrow(small_config(), block, 0.3, batch, 1, "", nullptr, Type::kBf16);
    wide.add_gradients();
    narrow.add_gradients();
    const models::ParameterList expected = wide.parameters(), found = narrow.parameters();
    for (std::size_t p = 0; p < expected.size(); ++p) {
      double difference = 0, norm = 0;
      for (std::size_t i = 0; i < expected[p]->gradient.size(); ++i) {
        const double exact = expected[p]->gradient[i], error = found[p]->gradient[i] - exact;
        norm += exact * exact;
        difference += error * error;
      }
      if (expected[p]->name.find("self.key.bias") != std::string::npos) continue;  // zero
      const double share = std::sqrt(difference / norm);
      EXPECT_LT(share, step_bound(small_config(), Type::kBf16)) << expected[p]->name;
      const bool of_product = expected[p]->shape.size() == 2;
      EXPECT_GT(share, of_product ? step_bound(small_config()) : 0) << expected[p]->name;
    }
  }
}

TEST(TrainStep, TrainsOnTheWholeBatch) {
  const StepBatch batch = make_step_batch(6, 32, 96);
  TrainStep step(small_config(), 4, 0.3, batch, 2);
  const double before = step.loss();
  EXPECT_NEAR(before, std::log(96), 0.1);  // it knows nothing yet
  for (int i = 0; i < 20; ++i) step.run();
  EXPECT_LT(step.loss(), before);
}

TEST(TrainStep, CountsWhatIsStored) {
  const StepBatch batch = make_step_batch(6, 32, 96);
  const double dense = TrainStep(small_config(), 0, 1, batch, 1).flops();
  const double sparse = TrainStep(small_config(), 4, 0.25, batch, 1).flops();
  // The linear layers of the encoder: 3 passes of 2 operations for each of 192 tokens and of the
  // weights of two layers, 4 of 32 x 32 and 2 of 32 x 64; three quarters of that are gone, and
  // their share of the optimizer.
  const double linear = 3 * 2.0 * 192 * (2 * (4 * 32 * 32 + 2 * 32 * 64));
  EXPECT_GT(dense - sparse, 0.75 * linear);
  EXPECT_LT(dense - sparse, 0.75 * linear * 1.1);
}

// Encoder and attention see 192 tokens in sequences of 32, the head the 28 that are masked; three
// passes of each.
TEST(TrainStep, ProfilesEachProductOnce) {
  const StepBatch batch = make_step_batch(6, 32, 96);
  Profile profile;
  TrainStep step(small_config(), 4, 0.25, batch, 1, "", &profile);
  step.run();
  double flops = 0;
  for (const auto& [part, time] : profile.parts()) {
    flops += time.flops;
    EXPECT_GT(time.seconds, 0) << part.layer << ' ' << part.pass;
  }
  const double encoder = 192 * 2.0 * 2 * (4 * 32 * 32 + 2 * 32 * 64) / 4;
  const double attention = 192 * 4.0 * 2 * 32 * 32;
  const double head = static_cast<double>(batch.positions.size()) * 2 * (32 * 32 + 96 * 32);
  EXPECT_EQ(flops, 3 * (encoder + attention + head));
  const auto parts = profile.parts();
  const auto calls = [&](const char* layer, const char* pass) {
    return parts.at({.layer = layer, .pass = pass}).calls;
  };
  // Two panel groups of two layers.
  EXPECT_EQ(calls("bert.encoder.layer.*.attention.self.query", "forward"), 4);
  EXPECT_EQ(calls("bert.encoder.layer.*.intermediate.dense", "weight gradient"), 4);
  EXPECT_EQ(calls("attention", "backward"), 4);
  EXPECT_EQ(calls("cls.predictions.decoder", "forward"), 2);
  EXPECT_EQ(calls("adamw", "update"), 1);
}

TEST(StepRecords, AreNamedAndComparedWithinOneType) {
  Results results;
  results.steps = {step("espalier", 0, 4), step("pytorch", 0, 8), step("espalier", 16, 1),
                   step("pytorch", 0, 3, Type::kBf16)};
  EXPECT_EQ(name_of(results.steps[2].what),
            "train_step/espalier/model:small/block:16/density:0.1/sequence:128/type:f32/threads:2");
  EXPECT_EQ(fastest_dense_step(results, results.steps[2]), &results.steps[0]);
  EXPECT_EQ(fastest_dense_step(results, results.steps[3]), &results.steps[3]);
  EXPECT_EQ(results.steps[2].tokens_per_second(), 4096);
}

TEST(StepRecords, StandInTheJsonBesideTheProducts) {
  Results results;
  results.steps = {step("espalier", 16, 0.5)};
  const espalier::testing::TemporaryFolder folder;
  const auto path = folder.path() / "steps.json";
  write_json(results, path);
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_THAT(text.str(), HasSubstr("\"name\": \"train_step/espalier/model:small/block:16/"));
  EXPECT_THAT(text.str(), HasSubstr("\"tokens_per_second\": 8192.0"));
  EXPECT_THAT(read_json(path).records, ElementsAre());  // a step is no product
}

}  // namespace
}  // namespace espalier::benchmarks
