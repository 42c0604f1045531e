// SPDX-License-Identifier: Apache-2.0
// Attention of packed documents, which see nothing of each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include <espalier/models/layers/attention.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/kernel_variant.h>
#include "tests/models/layers/attention_operands.h"
#include "tests/models/layers/layer_oracles.h"
#include "tests/support/message.h"

namespace espalier::models {
namespace {

using attention::expect_forward;
using attention::Operands;
using sparse::Activations;
using testing::AttentionShape;
using ::testing::HasSubstr;
using testing::kUnitRoundoff;

TEST(AttentionWithinDocuments, MatchesTheDefinition) {
  for (const bool causal : {false, true})
    for (const Index width : {16, 32, 64, 128})
      expect_forward({.features = 8,
                      .sequence = 64,
                      .heads = 2,
                      .lengths = {64, 64, 64},
                      .panel_width = width,
                      .causal = causal,
                      .documents = {1, 20, 43, 64, 16, 16, 31, 1}});
}

// Bit for bit: what a document gives, and every gradient of it, does not depend on those beside it,
// and no gradient of it reaches them.
TEST(AttentionWithinDocuments, ShowsNothingOfOthers) {
  const Context context({.threads = 1});
  constexpr Index kSequence = 64, kFirst = 9, kEnd = 40;
  for (const bool causal : {false, true})
    for (const Index width : {16, 64, 128}) {
      const AttentionShape shape{.features = 8,
                                 .sequence = kSequence,
                                 .heads = 2,
                                 .lengths = {kSequence, kSequence},
                                 .panel_width = width,
                                 .causal = causal,
                                 .documents = {kFirst, kEnd - kFirst, kSequence - kEnd, kSequence}};
      const auto within = [](Index t) { return t >= kFirst && t < kEnd; };
      Operands before(shape), after(shape);
      for (Index f = 0; f < shape.features; ++f)
        for (Index t = 0; t < kSequence; ++t) {
          if (within(t)) continue;
          after.q.at(t, f) *= -3;
          after.k.at(t, f) += 5;
          after.v.at(t, f) = 100;
          before.dout.at(t, f) = after.dout.at(t, f) = 0;
        }
      for (Operands* x : {&before, &after}) {
        x->forward(shape, context);
        x->backward(shape, context);
      }
      for (Index f = 0; f < shape.features; ++f)
        for (Index t = 0; t < kSequence; ++t)
          for (const Activations Operands::*result :
               {&Operands::out, &Operands::dq, &Operands::dk, &Operands::dv}) {
            const float found = (before.*result).at(t, f);
            if (within(t)) {
              ASSERT_EQ((after.*result).at(t, f), found) << t;
            } else if (result == &Operands::out) {
              ASSERT_NE((after.*result).at(t, f), found) << t;
            } else {
              ASSERT_EQ(found, 0.0f) << t;
            }
          }
    }
}

// On the reference kernels, which add without error, a document is the same bit for bit alone and
// among others; elsewhere sums over more keys, most of them times zero, may be divided differently:
// the bound is that of `expect_gradients_of_any_panels`.
TEST(AttentionWithinDocuments, EqualsThatOfTheDocumentsAlone) {
  for (const std::string& kernel : kernel_names()) {
    const Context context({.threads = 1, .kernel = kernel});
    for (const bool causal : {false, true}) {
      const std::vector<Index> documents = {16, 32, 16};
      AttentionShape shape{.features = 8, .sequence = 64, .heads = 2, .lengths = {64}};
      shape.causal = causal;
      shape.documents = documents;
      Operands packed(shape);
      packed.forward(shape, context);
      packed.backward(shape, context);
      Index first = 0;
      for (const Index tokens : documents) {
        AttentionShape own{.features = 8, .sequence = tokens, .heads = 2, .lengths = {tokens}};
        own.causal = causal;
        Operands alone(own);
        for (Index f = 0; f < shape.features; ++f)
          for (Index t = 0; t < tokens; ++t)
            for (Activations Operands::*operand :
                 {&Operands::q, &Operands::k, &Operands::v, &Operands::dout})
              (alone.*operand).at(t, f) = (packed.*operand).at(first + t, f);
        alone.forward(own, context);
        alone.backward(own, context);
        for (const Activations Operands::*result :
             {&Operands::out, &Operands::dq, &Operands::dk, &Operands::dv}) {
          float greatest = 0;
          for (const float value : (alone.*result).values())
            greatest = std::max(greatest, std::abs(value));
          const double bound =
              kernel == "reference" ? 0 : 2 * 64 * (4 + 4 + 7 * 8) * kUnitRoundoff * greatest;
          for (Index f = 0; f < shape.features; ++f)
            for (Index t = 0; t < tokens; ++t)
              ASSERT_NEAR((packed.*result).at(first + t, f), (alone.*result).at(t, f), bound)
                  << kernel << ' ' << t;
        }
        first += tokens;
      }
    }
  }
}

TEST(AttentionWithinDocuments, RefusesDocumentsThatDoNotFit) {
  const Context context({.threads = 1});
  const auto refusal = [&](const std::vector<Index>& documents, std::span<const Index> lengths) {
    const AttentionShape shape{.features = 8, .sequence = 16, .heads = 2, .lengths = {16, 16}};
    Operands x(shape);
    return testing::message_of<ShapeError>([&] {
      attention_forward(x.q, x.k, x.v, 2, 16, lengths, x.out, x.record, context,
                        {.documents = documents});
    });
  };
  EXPECT_THAT(refusal({10, 10, 12}, {}),
              HasSubstr("document 1 has 10 tokens; expected 1 to 6, up to the end"));
  EXPECT_THAT(refusal({10, 0, 6, 16}, {}), HasSubstr("document 1 has 0 tokens"));
  EXPECT_THAT(refusal({16, 10}, {}), HasSubstr("documents have 26 tokens; expected 32"));
  EXPECT_THAT(refusal({16, 16, 16}, {}), HasSubstr("documents have 48 tokens; expected 32"));
  EXPECT_THAT(refusal({16, 16}, std::vector<Index>{16, 5}), HasSubstr("lengths and documents"));
}

}  // namespace
}  // namespace espalier::models
