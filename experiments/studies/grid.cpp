// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/studies/grid.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::experiments {
namespace {

[[noreturn]] void fail(const std::string& where, const std::string& what) {
  throw ConfigError(where + ": " + what);
}

/// Combination number `index` of the axes, the last varying fastest.
GridRun combination(const std::vector<Axis>& axes, std::size_t index) {
  GridRun run;
  std::vector<std::size_t> chosen(axes.size());
  for (std::size_t a = axes.size(); a-- > 0;) {
    chosen[a] = index % axes[a].values.size();
    index /= axes[a].values.size();
  }
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const auto& [value, label] = axes[a].values[chosen[a]];
    run.overrides.push_back(axes[a].key + '=' + value);
    const std::string key = axes[a].key.substr(axes[a].key.rfind('.') + 1);
    run.name += (run.name.empty() ? "" : "-") + plain_name(key) + '_' + plain_name(label);
  }
  run.name = short_name(run.name);
  return run;
}

}  // namespace

bool is_set_in_every_run(std::string_view key) {
  return std::ranges::find(kKeysOfEveryRun, key) != kKeysOfEveryRun.end();
}

std::pair<std::string, std::string> value_texts(const toml::node& node, const std::string& where) {
  std::ostringstream text;
  bool plain = false;
  node.visit([&](const auto& value) {
    if constexpr (toml::is_value<decltype(value)>) {
      if constexpr (toml::is_floating_point<decltype(value)>)
        text << fmt::format("{}", *value);  // the shortest that reads back equal
      else
        text << value;
      plain = true;
    }
  });
  if (!plain) fail(where, "expected a value or a list of values");
  const auto string = node.value_exact<std::string>();
  return {text.str(), string ? *string : text.str()};
}

std::vector<std::string> overrides_of(const GridRun& run) {
  std::vector<std::string> overrides = run.overrides;
  overrides.push_back("run.name='" + run.name + "'");
  overrides.emplace_back("run.threads=1");
  return overrides;
}

training::RunConfig config_of(
    const GridRun& run,
    const std::function<training::RunConfig(const std::vector<std::string>&)>& base) {
  try {
    return base(overrides_of(run));
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("{}; in the run {}", error.what(), run.name));
  }
}

std::vector<Axis> read_axes(const toml::table& grid, const std::string& source) {
  std::vector<std::pair<std::pair<toml::source_index, toml::source_index>, Axis>> places;
  for (const auto& [key, node] : grid) {
    const toml::source_position place = node.source().begin;
    const std::string where =
        fmt::format("{}:{}: {}", source, place.line, files::printable(key.str()));
    if (const toml::table* inner = node.as_table(); inner != nullptr && !inner->empty())
      fail(where,
           fmt::format("a table, expected its keys in quotes: \"{}.{}\"",
                       files::printable(key.str()), files::printable(inner->begin()->first.str())));
    Axis axis = {.key = std::string(key.str()), .values = {}};
    if (const toml::array* list = node.as_array()) {
      for (const toml::node& value : *list) axis.values.push_back(value_texts(value, where));
    } else {
      axis.values.push_back(value_texts(node, where));
    }
    if (axis.values.empty()) fail(where, "an empty list, expected at least one value");
    places.emplace_back(std::pair(place.line, place.column), std::move(axis));
  }
  // A table's keys come sorted by name; the file's order says what varies fastest.
  std::ranges::stable_sort(places, {}, [](const auto& entry) { return entry.first; });
  std::vector<Axis> axes;
  axes.reserve(places.size());
  for (auto& [place, axis] : places) axes.push_back(std::move(axis));
  return axes;
}

std::vector<GridRun> grid_runs(const std::vector<Axis>& axes, const std::string& source,
                               std::size_t most) {
  if (axes.empty()) fail(source, "a grid without keys");
  std::size_t count = 1;
  for (const Axis& axis : axes) {
    count *= axis.values.size();
    if (count > most) fail(source, fmt::format("more than {} runs", kMostRuns));
  }
  std::vector<GridRun> runs;
  for (std::size_t i = 0; i < count; ++i) runs.push_back(combination(axes, i));
  return runs;
}

std::string plain_name(std::string text) {
  for (char& c : text)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '_') c = '_';
  return text;
}

std::string short_name(const std::string& name) {
  constexpr std::size_t kMostBytes = 200;
  if (name.size() <= kMostBytes) return name;
  const std::string hash = fmt::format("-{:016x}", stream_id(name));
  return name.substr(0, kMostBytes - hash.size()) + hash;
}

}  // namespace espalier::experiments
