// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <espalier/training/config/run_config.h>

namespace espalier::experiments {

/// Keys with lists of values in a TOML file, and the runs that their combinations are. Private to
/// the readers of sweeps and studies.

/// A larger product of lists is a slip: at a few seconds each these are most of a day.
inline constexpr std::size_t kMostRuns = 10000;

/// One key of a grid with its values, as text for TOML and for names.
struct Axis {
  std::string key;
  std::vector<std::pair<std::string, std::string>> values;
};

/// What sets one run apart: overrides as `load_run_config` takes them, and its name.
struct GridRun {
  std::vector<std::string> overrides;
  std::string name;
};

/// A single value as text for TOML and for names. Throws ConfigError that opens with `where`.
std::pair<std::string, std::string> value_texts(const toml::node& node, const std::string& where);

/// What the run changes, its name and its one thread, as overrides.
std::vector<std::string> overrides_of(const GridRun& run);

/// The configuration that `base` makes with these. Throws as it does, with the run's name behind a
/// ConfigError.
training::RunConfig config_of(
    const GridRun& run,
    const std::function<training::RunConfig(const std::vector<std::string>&)>& base);

/// The keys of a table in the order of the file; a single value counts as a list of one. Throws
/// ConfigError naming source, line and key.
std::vector<Axis> read_axes(const toml::table& grid, const std::string& source);

/// Every combination of the values, the last key varying fastest, each named after its values, such
/// as "policy_static-density_0.2" (`short_name`). Throws ConfigError for no keys and for more than
/// `most` runs.
std::vector<GridRun> grid_runs(const std::vector<Axis>& axes, const std::string& source,
                               std::size_t most = kMostRuns);

/// `text` with an underscore for all but letters, digits, dots and underscores.
std::string plain_name(std::string text);

/// The name itself if a run may have it, which is up to 200 bytes; of a longer one the beginning
/// with a hash of the whole, so that no two become one.
std::string short_name(const std::string& name);

}  // namespace espalier::experiments
