// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/precision.h>

#include <algorithm>
#include <cstddef>

#include <espalier/sparse/core/error.h>

namespace espalier {

const std::vector<std::string>& precision_names() {
  static const std::vector<std::string> names = {"float32", "bfloat16", "float16"};
  return names;
}

const std::string& precision_name(Precision precision) {
  return precision_names()[static_cast<std::size_t>(precision)];
}

Precision precision_by_name(const std::string& name) {
  const std::vector<std::string>& names = precision_names();
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    throw ConfigError("precision: '" + name + "' is unknown; expected " + names[0] + ", " +
                      names[1] + " or " + names[2]);
  return static_cast<Precision>(found - names.begin());
}

}  // namespace espalier
