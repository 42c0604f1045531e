// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// Reads `path`, applies `overrides` ("table.key=value") in order and checks the result. Keys of
/// the table topology that are not given have the values of the policy's source. An override's
/// value is TOML; text that is not TOML is a string, so that `model.name=mini` works. Throws
/// IoError if the file cannot be read, and ConfigError in one line if it is no TOML, or for an
/// unknown key (with the nearest known one), a wrong type, a value outside its domain, values that
/// contradict each other or a key of another task. The line names the file and line, or "--set",
/// the key, the value and what was expected.
RunConfig load_run_config(const std::filesystem::path& path,
                          const std::vector<std::string>& overrides = {});

/// The same from TOML text; `source` stands for the file in messages.
RunConfig parse_run_config(std::string_view toml, const std::string& source,
                           const std::vector<std::string>& overrides = {});

/// Sets one key of `config` by an override, and checks that by itself alone. Throws ConfigError as
/// `load_run_config`; the line names `place`, the option that it was given by.
void apply_override(const std::string& text, const std::string& place, RunConfig& config);

/// The override of `key`, "table.key", that counts: the last. Null if there is none.
const std::string* override_of(const std::vector<std::string>& overrides, std::string_view key);

/// The whole configuration as TOML that parses to an equal one. Precondition: it is valid.
std::string to_toml(const RunConfig& config);

/// Every key with its default and meaning, as a commented TOML file, which parses to the default
/// configuration.
std::string config_help();

}  // namespace espalier::training
