// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/studies/sweep_part.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

/// For each run the number, from 0, of what it belongs to: itself, or the run that it goes on from
/// over any number of others.
std::vector<Index> families(const Sweep& sweep) {
  std::map<std::string, Index> numbers;  // of runs that go on from none
  for (const training::RunConfig& config : sweep.runs)
    if (!sweep.origins.contains(config.run.name))
      numbers.emplace(config.run.name, static_cast<Index>(numbers.size()));
  std::vector<Index> found;
  for (const training::RunConfig& config : sweep.runs) {
    std::string name = config.run.name;
    // Studies have no circles: each run goes on from one that stands there.
    for (auto origin = sweep.origins.find(name); origin != sweep.origins.end();
         origin = sweep.origins.find(name))
      name = origin->second.run;
    found.push_back(numbers.emplace(name, static_cast<Index>(numbers.size())).first->second);
  }
  return found;
}

}  // namespace

SweepPart sweep_part_in(const std::string& text) {
  const auto slash = text.find('/');
  if (slash != std::string::npos) {
    const auto number = files::number_in<Index>(text.substr(0, slash));
    const auto count = files::number_in<Index>(text.substr(slash + 1));
    if (number && count && 1 <= *number && *number <= *count) return {*number, *count};
  }
  throw ConfigError("--part: " + files::printable(text) +
                    ", expected NUMBER/COUNT, such as 3/240, the number from 1 to the count");
}

Index most_parts(const Sweep& sweep) {
  Index most = 0;
  for (const Index family : families(sweep)) most = std::max(most, family + 1);
  return most;
}

Sweep part_of(const Sweep& sweep, const SweepPart& part) {
  if (sweep.budget.flops > 0 || sweep.budget.hours > 0 || sweep.metric.target)
    throw ConfigError(
        "a part of a sweep trains all of its runs: leave out hours, flops and target, which count "
        "what runs of other parts have done; run_cap stays");
  const std::vector<Index> family = families(sweep);
  Sweep runs = sweep;
  runs.runs.clear();
  for (std::size_t i = 0; i < family.size(); ++i)
    if (family[i] % part.count == part.number - 1) runs.runs.push_back(sweep.runs[i]);
  return runs;
}

}  // namespace espalier::experiments
