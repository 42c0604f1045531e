// SPDX-License-Identifier: Apache-2.0
// An input is a TOML file and then, each after a zero byte, values of --set.
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/model_shape.h>
#include <espalier/training/loop/timetable.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(run_config)(std::string_view input) {
  const std::string expanded = with_repetitions(input);
  std::string_view bytes = expanded;
  const std::string_view toml = take(bytes, '\0');
  std::vector<std::string> overrides;
  while (!bytes.empty()) overrides.emplace_back(take(bytes, '\0'));
  may_refuse([&] {
    const auto config = training::parse_run_config(toml, "input", overrides);
    const std::string text = training::to_toml(config);
    require(must_accept([&] { return training::parse_run_config(text, "output"); }) == config,
            "what is written is read back");
    require(training::steps(config) > 0, "a run has a step");
    training::model_config(config);
    training::config_hash(config);
    training::settings_hash(config);
    training::validation_interval(config);
    training::checkpoint_interval(config);
  });
}

}  // namespace espalier::fuzz
