// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <espalier/models/parameters/parameter.h>

namespace espalier::models {

/// Fills a parameter with deviation * (normal truncated at two deviations), and notes the deviation
/// in it. Every value is a pure function of (seed, parameter name, position in `values`), so that
/// neither the order in which layers are made nor the number of threads matters. Source: Devlin et
/// al. 2019 (BERT), initializer range 0.02. Throws ConfigError unless the deviation is finite and
/// not negative.
void initialise_truncated_normal(Parameter& parameter, double deviation, std::uint64_t seed);

}  // namespace espalier::models
