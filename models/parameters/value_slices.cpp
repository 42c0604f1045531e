// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/parameters/value_slices.h>

#include <algorithm>
#include <string>

#include <espalier/models/parameters/value_chunks.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {

ValueSlices::ValueSlices(const ParameterList& parameters, int slices)
    : before_(parameters.size() + 1), count_(slices) {
  if (slices < 1)
    throw ConfigError("slices of the values: " + std::to_string(slices) + ", expected at least 1");
  for (std::size_t i = 0; i < parameters.size(); ++i)
    before_[i + 1] = before_[i] + static_cast<Index>(parameters[i]->values.size());
}

/// Values of the parameter that belong to slices before this one.
std::size_t ValueSlices::begin(std::size_t parameter, std::size_t length, int slice) const {
  const Index chunks = (static_cast<Index>(length) + kChunkValues - 1) / kChunkValues;
  const Index own = before_[parameter + 1] - before_[parameter];
  const auto slice_of = [&](Index chunk) {
    const Index at = before_[parameter] + own * chunk / chunks;
    return before_.back() == 0 ? 0 : std::min<Index>(count_ * at / before_.back(), count_ - 1);
  };
  Index first = 0;  // chunks before it belong to earlier slices, and those from `last` on do not
  for (Index last = chunks; first < last;) {
    const Index middle = (first + last) / 2;
    if (slice_of(middle) < slice)
      first = middle + 1;
    else
      last = middle;
  }
  return std::min(length, static_cast<std::size_t>(first * kChunkValues));
}

ValueRange ValueSlices::range(std::size_t parameter, std::size_t length, int slice) const {
  return {begin(parameter, length, slice), begin(parameter, length, slice + 1)};
}

std::vector<std::size_t> ValueSlices::borders(const ParameterList& parameters) const {
  std::vector<std::size_t> borders(static_cast<std::size_t>(count_) + 1);
  for (std::size_t s = 0; s < borders.size(); ++s)
    for (std::size_t i = 0; i < parameters.size(); ++i)
      borders[s] += begin(i, parameters[i]->values.size(), static_cast<int>(s));
  return borders;
}

}  // namespace espalier::models
