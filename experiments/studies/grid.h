// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <espalier/training/config/run_config.h>

namespace espalier::experiments {

/// Keys with lists of values in a TOML file, and the runs that come from their combinations.
/// Private to the readers of sweeps and studies.

/// A larger product of lists is a mistake: at a few seconds each, so many runs take most of a day.
inline constexpr std::size_t kMostRuns = 10000;

/// Keys that a sweep or a study sets itself.
inline constexpr std::array<std::string_view, 3> kKeysOfEveryRun = {"run.name", "run.folder",
                                                                    "run.threads"};
bool is_set_in_every_run(std::string_view key);

/// One key of a grid with its values, as text for TOML and for names.
struct Axis {
  std::string key;
  std::vector<std::pair<std::string, std::string>> values;
};

/// What distinguishes one run: overrides as `load_run_config` takes them, and its name.
struct GridRun {
  std::vector<std::string> overrides;
  std::string name;
};

/// A single value as text for TOML and for names. Throws ConfigError that begins with `where`.
std::pair<std::string, std::string> value_texts(const toml::node& node, const std::string& where);

/// The overrides of one run: its changes, its name and its single thread.
std::vector<std::string> overrides_of(const GridRun& run);

/// The configuration that `base` gives with these overrides. Throws as `base` does; a ConfigError
/// has the run's name at its end.
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

/// The name itself if a run may have it, that is, up to 200 bytes; else its beginning with a hash
/// of the whole, so that different names stay different.
std::string short_name(const std::string& name);

}  // namespace espalier::experiments
