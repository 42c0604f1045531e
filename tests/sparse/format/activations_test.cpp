// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/activations.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <new>
#include <numeric>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/panels.h>
#include "tests/support/message.h"
#include "tests/support/oracle.h"

namespace espalier::sparse {
namespace {

using espalier::testing::dirty_padding;
using espalier::testing::message_of;
using ::testing::HasSubstr;

TEST(Activations, PlacesTokensInPanels) {
  Activations x(20, 3, 16);
  EXPECT_EQ(x.panels(), 2);
  EXPECT_EQ(x.used_lanes(0), 16);
  EXPECT_EQ(x.used_lanes(1), 4);
  x.at(18, 2) = 7;
  EXPECT_EQ(x.values()[16 * 3 + 2 * 16 + 2], 7);
  for (Index p = 0; p < 2; ++p)
    for (Index f = 0; f < 3; ++f)
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(x.row(p, f)) % kAlignmentBytes, 0u);
}

TEST(Activations, PackAndUnpackAreInverse) {
  for (const Index tokens : {0, 1, 15, 16, 17, 100}) {
    std::vector<float> matrix(static_cast<std::size_t>(3 * tokens));
    std::iota(matrix.begin(), matrix.end(), 1.0f);
    const Activations x = pack({matrix.data(), 3, tokens}, 16);
    for (Index t = 0; t < tokens; ++t)
      for (Index f = 0; f < 3; ++f)
        EXPECT_EQ(x.at(t, f), matrix[static_cast<std::size_t>(f * tokens + t)]);
    EXPECT_EQ(dirty_padding(x), "");
    std::vector<float> back(matrix.size());
    unpack(x, {back.data(), 3, tokens});
    EXPECT_EQ(back, matrix);
  }
}

TEST(Activations, ClearPaddingLeavesTokensAlone) {
  Activations x(20, 2, 16);
  std::fill(x.values().begin(), x.values().end(), 3.0f);
  x.clear_padding();
  EXPECT_EQ(dirty_padding(x), "");
  for (Index t = 0; t < 20; ++t) EXPECT_EQ(x.at(t, 1), 3.0f);
}

TEST(Activations, RejectBadShapes) {
  EXPECT_THAT(message_of<ShapeError>([] { Activations(1, 1, 24); }), HasSubstr("panel width 24"));
  EXPECT_THAT(message_of<ShapeError>([] { Activations(1, 1, 0); }), HasSubstr("panel width 0"));
  EXPECT_THAT(message_of<ShapeError>([] { Activations(-1, 1, 16); }), HasSubstr("-1 tokens"));
  std::vector<float> matrix(6);
  Activations x(2, 3, 16);
  EXPECT_THAT(message_of<ShapeError>([&] {
                pack({matrix.data(), 2, 3}, x);
              }),
              HasSubstr("2 features x 3 tokens"));
  EXPECT_THAT(message_of<ShapeError>([&] {
                unpack(x, {matrix.data(), 2, 3});
              }),
              HasSubstr("2 features x 3 tokens"));
  const MatrixView<float> overlapping(matrix.data(), 3, 2, 1);
  EXPECT_THAT(message_of<ShapeError>([&] { pack(overlapping, x); }),
              HasSubstr("activations: matrix is 3x2 with rows of 1"));
  EXPECT_THROW(unpack(x, overlapping), ShapeError);
}

TEST(Activations, RefuseMoreValuesThanAnArrayHolds) {
  const Index huge = Index{1} << 32;
  EXPECT_THAT(message_of<ShapeError>([&] { Activations(huge, huge); }),
              HasSubstr("activations: 67108864 x 4294967296 x 1 x 64 elements"));
  EXPECT_THROW(Panels<BFloat16>(huge, huge), ShapeError);
  constexpr Index largest = std::numeric_limits<Index>::max();
  for (const Index other : {Index{0}, Index{1}, largest}) {
    EXPECT_THROW(Activations(largest, other), ShapeError);
    EXPECT_THROW(Activations(other, largest), ShapeError);
    EXPECT_THROW(Panels<BFloat16>(largest, other), ShapeError);
    EXPECT_THROW(Panels<BFloat16>(other, largest), ShapeError);
  }
  EXPECT_THROW(Activations(1, 1, largest / 16 * 16), ShapeError);
  // AddressSanitizer ends the process where there is no memory.
#if !defined(ESPALIER_SANITIZED)
  EXPECT_THROW(Activations(Index{1} << 40, 64), std::bad_alloc) << "an honest number, no memory";
#endif
}

}  // namespace
}  // namespace espalier::sparse
