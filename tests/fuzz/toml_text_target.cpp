// SPDX-License-Identifier: Apache-2.0
// What passes the check of keys does not overflow the stack in toml++.
#include <espalier/training/config/toml_text.h>

#include <algorithm>

#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {
namespace {

/// toml++ nests values 256 deep, each with a key of 16 parts at most, below a header of as many.
constexpr int kDeepestTree = 257 * 17;

int depth_of(const toml::node& node) {
  int below = 0;
  if (const toml::table* table = node.as_table())
    for (const auto& [key, value] : *table) below = std::max(below, depth_of(value));
  if (const toml::array* array = node.as_array())
    for (const toml::node& value : *array) below = std::max(below, depth_of(value));
  return below + 1;
}

}  // namespace

ESPALIER_FUZZ_TARGET(toml_text)(std::string_view bytes) {
  may_refuse([&] {
    const toml::table table = training::parse_toml(with_repetitions(bytes), "input");
    require(depth_of(table) <= kDeepestTree, "a tree is not deep");
  });
}

}  // namespace espalier::fuzz
