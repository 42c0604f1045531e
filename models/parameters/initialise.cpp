// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/parameters/initialise.h>

#include <cmath>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::models {

void initialise_truncated_normal(Parameter& parameter, double deviation, std::uint64_t seed) {
  if (!std::isfinite(deviation) || deviation < 0)
    throw ConfigError(parameter.name + ": an initial deviation of " + number_text(deviation) +
                      "; expected a finite number of at least 0");
  parameter.initial_deviation = deviation;
  const Random random(seed, stream_id(parameter.name));
  for (std::size_t i = 0; i < parameter.values.size(); ++i)
    parameter.values[i] = static_cast<float>(deviation * random.truncated_normal(i));
}

}  // namespace espalier::models
