// SPDX-License-Identifier: Apache-2.0
// Every instruction set against the plain definitions.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <string>
#include <vector>

#include <espalier/models/optimizers/adamw.h>
#include <espalier/models/optimizers/optimizer_kernels.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/core/rng.h>
#include "tests/support/forced_target.h"

namespace espalier::models {
namespace {

constexpr std::size_t kSize = 77;  // full vectors of every length and a rest
// Every result is a sum of at most three terms, of sizes near one with the numbers below, each of
// which has at most eight roundings.
constexpr double kTolerance = 3 * 8 * 0x1p-24;

AlignedVector<float> normal(const std::string& stream) {
  AlignedVector<float> values(kSize);
  const Random random(3, stream_id(stream));
  for (std::size_t i = 0; i < kSize; ++i) values[i] = static_cast<float>(random.normal(i));
  return values;
}

AlignedVector<float> squares(const std::string& stream) {
  AlignedVector<float> values = normal(stream);
  for (float& value : values) value = 0.5f + value * value;
  return values;
}

void expect_near(const AlignedVector<float>& found, const AlignedVector<float>& expected,
                 const char* what) {
  for (std::size_t i = 0; i < kSize; ++i)
    EXPECT_NEAR(found[i], expected[i], kTolerance * (1 + std::abs(expected[i])))
        << what << ' ' << i;
}

struct Arrays {
  AlignedVector<float> values = normal("values");
  AlignedVector<float> gradient = normal("gradient");
  AlignedVector<float> first = normal("first");
  AlignedVector<float> second = squares("second");
};

void expect_near(const Arrays& found, const Arrays& expected) {
  expect_near(found.values, expected.values, "values");
  expect_near(found.gradient, expected.gradient, "gradient");
  expect_near(found.first, expected.first, "first");
  expect_near(found.second, expected.second, "second");
}

struct Betas {
  double beta1 = 0.9;
  double beta2 = 0.75;
  double epsilon = 0.125;
};

template <typename Test>
void on_every_target(const Test& test) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const espalier::testing::ForcedTarget forced(target);
    test();
  }
}

TEST(OptimizerKernels, EveryVariantHasATable) {
  for (const std::string& name : kernel_names()) {
    SCOPED_TRACE(name);
    const Context context({.threads = 1, .kernel = name});
    const OptimizerKernels kernels = optimizer_kernels(&context);
    const bool plain = name == "reference";
    EXPECT_EQ(kernels.adamw_update, plain ? &adamw_update_reference : &adamw_update);
    EXPECT_EQ(kernels.lamb_direction, plain ? &lamb_direction_reference : &lamb_direction);
    EXPECT_EQ(kernels.lamb_step, plain ? &lamb_step_reference : &lamb_step);
    EXPECT_EQ(kernels.sgd_update, plain ? &sgd_update_reference : &sgd_update);
    EXPECT_EQ(kernels.sum_of_squares, plain ? &sum_of_squares_reference : &sum_of_squares);
  }
}

TEST(OptimizerKernels, AVariantWithoutATableTakesThatOfItsBase) {
  using Table = VariantTable<int>;
  const Table tables[] = {{"old", []() noexcept { return 1; }},
                          {"own", []() noexcept { return 2; }}};
  KernelVariant old = {}, derived = {}, own = {}, alone = {};
  old.name = "old", derived.name = "derived", own.name = "own", alone.name = "alone";
  derived.base = own.base = &old;
  EXPECT_EQ(table_of(old, tables), 1);
  EXPECT_EQ(table_of(derived, tables), 1);
  EXPECT_EQ(table_of(own, tables), 2);
  EXPECT_THROW(table_of(alone, tables), ConfigError);
}

TEST(OptimizerKernels, AdamWEqualsItsDefinition) {
  on_every_target([] {
    for (const double beta1 : {0.9, 0.1}) {
      const AdamWConstants constants = {moment_constants(Betas{.beta1 = beta1}, 3, 0.5), 0.125f,
                                        0.0625f};
      Arrays found, expected;
      adamw_update(constants, found.values.data(), found.gradient.data(), found.first.data(),
                   found.second.data(), kSize);
      adamw_update_reference(constants, expected.values.data(), expected.gradient.data(),
                             expected.first.data(), expected.second.data(), kSize);
      expect_near(found, expected);
    }
  });
}

/// The values after some steps under a kernel variant.
std::vector<float> stepped(const char* kernel) {
  constexpr std::size_t kMany = 1000;
  const Context context({.threads = 1, .kernel = kernel});
  Parameter parameter;
  parameter.name = "w";
  parameter.make_dense({kMany});
  AdamW adamw({&parameter}, {.learning_rate = 0.1}, &context);
  for (int step = 1; step <= 3; ++step) {
    for (std::size_t i = 0; i < kMany; ++i)
      parameter.gradient[i] = std::sin(static_cast<float>(i) * static_cast<float>(step));
    adamw.step();
  }
  return {parameter.values.begin(), parameter.values.end()};
}

// They are equal but for roundings: three steps of at most 0.1 * sqrt(3) each (|m| / sqrt(v) with
// corrected means of three), of which some sixteen roundings of 2^-24 make less than 1e-6.
TEST(OptimizerKernels, TheReferenceVariantTakesTheDefinition) {
  const std::vector<float> reference = stepped("reference"), vectorised = stepped("highway");
  EXPECT_NE(reference, vectorised);
  for (std::size_t i = 0; i < reference.size(); ++i)
    EXPECT_NEAR(reference[i], vectorised[i], 1e-6) << i;
}

TEST(OptimizerKernels, LambEqualsItsDefinition) {
  on_every_target([] {
    for (const double beta1 : {0.9, 0.1}) {
      const LambConstants constants = {moment_constants(Betas{.beta1 = beta1}, 3, 0.5), 1.5f,
                                       0.0625f};
      Arrays found, expected;
      lamb_direction(constants, found.values.data(), found.gradient.data(), found.first.data(),
                     found.second.data(), kSize);
      lamb_direction_reference(constants, expected.values.data(), expected.gradient.data(),
                               expected.first.data(), expected.second.data(), kSize);
      expect_near(found, expected);
      lamb_step(0.3f, found.values.data(), found.gradient.data(), kSize);
      lamb_step_reference(0.3f, expected.values.data(), expected.gradient.data(), kSize);
      expect_near(found, expected);
    }
  });
}

TEST(OptimizerKernels, SgdEqualsItsDefinition) {
  on_every_target([] {
    for (const bool momentum : {false, true}) {
      for (const bool nesterov : {false, true}) {
        const SgdConstants constants = {.gradient_scale = 0.5f,
                                        .coupled_decay = 0.1f,
                                        .momentum = 0.9f,
                                        .gain = 0.25f,
                                        .rate = 0.3f,
                                        .decay = 0.05f,
                                        .nesterov = nesterov};
        Arrays found, expected;
        sgd_update(constants, found.values.data(), found.gradient.data(),
                   momentum ? found.first.data() : nullptr, kSize);
        sgd_update_reference(constants, expected.values.data(), expected.gradient.data(),
                             momentum ? expected.first.data() : nullptr, kSize);
        expect_near(found, expected);
      }
    }
  });
}

TEST(OptimizerKernels, SumOfSquaresEqualsItsDefinition) {
  const AlignedVector<float> values = normal("values");
  on_every_target([&] {
    for (std::size_t count = 0; count <= kSize; ++count) {
      const double expected = sum_of_squares_reference(values.data(), count);
      // Each square and each sum is rounded once, in double precision.
      EXPECT_NEAR(sum_of_squares(values.data(), count), expected, 2 * kSize * 0x1p-53 * expected);
    }
  });
}

}  // namespace
}  // namespace espalier::models
