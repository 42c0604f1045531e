// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include <espalier/sparse/core/setting.h>

namespace espalier {
namespace {

struct Options {
  double rate = 0.5;
  Index count = 3;
  bool twice = true;
  struct {
    std::string name = "first";
  } inner;
};

const SettingOf<Options> kRate{{"rate", Domain::positive(), "a rate"}, &Options::rate};
const SettingOf<Options> kCount{{"count", Domain::count_from(1), "a count"}, &Options::count};
const SettingOf<Options> kTwice{{"twice", Domain::truth(), "a truth"}, &Options::twice};
const SettingOf<Options> kName{
    {"name", Domain::one_of({"first", "last"}), "a name"},
    [](auto& options) -> decltype(auto) { return (options.inner.name); }};

TEST(Setting, ReadsAndWritesItsFieldOfTheOptions) {
  Options options;
  kRate.write(options, 0.25);
  kCount.write(options, Index{7});
  kTwice.write(options, false);
  kName.write(options, "last");
  EXPECT_EQ(options.rate, 0.25);
  EXPECT_EQ(options.count, 7);
  EXPECT_FALSE(options.twice);
  EXPECT_EQ(options.inner.name, "last");
  EXPECT_EQ(kRate.read(options), SettingValue(0.25));
  EXPECT_EQ(kName.read(options), SettingValue("last"));
  EXPECT_THROW(kRate.write(options, true), std::bad_variant_access);
}

TEST(Setting, HasTheDefaultOfTheOptions) {
  EXPECT_EQ(kRate.default_value, SettingValue(0.5));
  EXPECT_EQ(kCount.default_value, SettingValue(Index{3}));
  EXPECT_EQ(kTwice.default_value, SettingValue(true));
  EXPECT_EQ(kName.default_value, SettingValue("first"));
}

TEST(Setting, AllowsWhatItsDomainHas) {
  EXPECT_TRUE(kRate.allows(0.25));
  EXPECT_FALSE(kRate.allows(std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(kCount.allows(Index{0}));
  EXPECT_TRUE(kTwice.allows(false));
  EXPECT_TRUE(kName.allows("last"));
  EXPECT_FALSE(kName.allows("second"));
}

TEST(Setting, NamesANumberOutsideItsDomain) {
  EXPECT_EQ(kRate.number_outside(-1.5), "rate is -1.5");
  EXPECT_EQ(kRate.number_outside(-1e-9), "rate is -1e-09");
  EXPECT_EQ(kCount.number_outside(Index{0}), "count is 0");
  EXPECT_EQ(kRate.number_outside(1.5), "");
  EXPECT_EQ(kName.number_outside("second"), "");
}

}  // namespace
}  // namespace espalier
