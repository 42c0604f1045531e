// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/inference.h>

#include <gtest/gtest.h>

namespace espalier::benchmarks {
namespace {

models::ModelConfig encoder_config() {
  return {.layers = 2, .hidden = 128, .heads = 2, .intermediate = 512, .vocabulary = 96};
}

TEST(Inference, HasTheHiddenStatesOfTheReference) {
  for (const Type type : {Type::kF32, Type::kBf16})
    for (const PackedForm& form : packed_forms({1, 4, 16}, type))
      EXPECT_EQ(verify_inference(encoder_config(), form, 0.25, 1, type), "")
          << type_name(type, form) << ", block " << form.block;
}

}  // namespace
}  // namespace espalier::benchmarks
