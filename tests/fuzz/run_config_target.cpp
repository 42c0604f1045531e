// SPDX-License-Identifier: Apache-2.0
// An input is a TOML file and then, each after a zero byte, values of --set.
#include <espalier/experiments/config/config_file.h>
#include <espalier/experiments/config/config_hash.h>
#include <espalier/experiments/config/derived_values.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

void run(std::string_view input) {
  const std::string expanded = with_repetitions(input);
  std::string_view bytes = expanded;
  const std::string_view toml = take(bytes, '\0');
  std::vector<std::string> overrides;
  while (!bytes.empty()) overrides.emplace_back(take(bytes, '\0'));
  may_refuse([&] {
    const auto config = experiments::parse_run_config(toml, "input", overrides);
    const std::string text = experiments::to_toml(config);
    require(must_accept([&] { return experiments::parse_run_config(text, "output"); }) == config,
            "what is written is read back");
    require(experiments::steps(config) > 0, "a run has a step");
    experiments::model_config(config);
    experiments::config_hash(config);
    experiments::settings_hash(config);
    experiments::validation_interval(config);
    experiments::checkpoint_interval(config);
  });
}

}  // namespace espalier::fuzz
