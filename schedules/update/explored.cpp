// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/update/explored.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>

namespace espalier::schedules {
namespace {

[[noreturn]] void fail(const char* name, double value, const char* expected) {
  throw ConfigError(std::string(name) + " is " + number_text(value) + ", expected " + expected);
}

}  // namespace

double expected_explored(double density, Index updates, double drop_fraction,
                         const ExploredOptions& options) {
  if (!(density > 0 && density <= 1)) fail("density", density, "a value in (0, 1]");
  if (updates < 1) fail("updates", static_cast<double>(updates), "at least 1");
  if (!(drop_fraction >= 0 && drop_fraction <= 1)) {
    fail("drop fraction", drop_fraction, "a value in [0, 1]");
  }
  if (density == 1) return 1;

  const double free = 1 - density;
  double explored = density;
  for (Index update = 1; update < updates; ++update) {
    const double phase =
        std::numbers::pi * static_cast<double>(update) / static_cast<double>(updates);
    const double grown = drop_fraction / 2 * (1 + std::cos(phase)) * density;
    const double candidates = options.regrow_dropped ? free + grown : free;
    // More growth than free positions fills them all, as a policy then does.
    explored += std::min(1.0, grown / candidates) * (1 - explored);
  }
  return explored;
}

}  // namespace espalier::schedules
