// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/replicas.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>
#include <sstream>

#include <espalier/machines/gathered.h>
#include <espalier/sparse/core/build_info.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/ops/target_names.h>
#include <espalier/training/config/config_hash.h>

namespace espalier::training {
namespace {

constexpr const char* kErrorKey = "error";
constexpr const char* kUsageKey = "usage";  ///< whether that was a ConfigError

std::string build_text() {
  const BuildInfo& build = build_info();
  return fmt::format("{} ({}, {}, {})", build.version, shown_revision(build.revision, build.dirty),
                     build.compiler, build.build_type);
}

void require_same(const std::vector<std::string>& found, const char* what, const char* advice) {
  for (std::size_t r = 1; r < found.size(); ++r)
    if (found[r] != found[0])
      throw ConfigError(
          fmt::format("rank {} has {} {}, rank 0 has {}; {}", r, what, found[r], found[0], advice));
}

/// The first target of rank 0 that all have; empty: there is none.
std::string common_target(const std::vector<std::string>& of_ranks) {
  std::istringstream first(of_ranks.front());
  for (std::string target; first >> target;)
    if (std::ranges::all_of(of_ranks, [&](const std::string& names) {
          return fmt::format(" {} ", names).find(fmt::format(" {} ", target)) != std::string::npos;
        }))
      return target;
  return {};
}

}  // namespace

void agree_on_build(machines::Machines& machines) {
  const std::vector<std::string> builds = machines::texts_of_all(machines, build_text());
  if (machines.rank() == 0)
    require_same(builds, "the program", "start one and the same program on all");
  const std::vector<std::string> own = sparse::usable_simd_targets();
  const std::string common =
      common_target(machines::texts_of_all(machines, fmt::format("{}", fmt::join(own, " "))));
  if (!common.empty() && common != own.front()) sparse::use_simd_target(common);
}

nlohmann::json report_of(const RunConfig& config, const Context& context,
                         const TrainingTask& task) {
  nlohmann::json report = {
      {"configuration", config_hash(config)},
      {"kernel", context.kernel()},
      {"SIMD target", sparse::simd_target_name(context)},
      {"SIMD target of bfloat16", sparse::bf16_simd_target_name(context)},
      {"instruction set of dense products", sparse::dense_target_name(context)}};
  for (const DataHash& hash : task.data_hashes()) report[hash.what] = hash.value;
  return report;
}

nlohmann::json report_of_failure() {
  try {
    throw;
  } catch (const ConfigError& error) {
    return {{kErrorKey, error.what()}, {kUsageKey, true}};
  } catch (const std::bad_alloc&) {
    return {{kErrorKey, "out of memory"}, {kUsageKey, false}};
  } catch (const std::exception& error) {
    return {{kErrorKey, error.what()}, {kUsageKey, false}};
  }
}

std::unique_ptr<TrainingTask> task_of_rank(const Task& task, const RunConfig& config,
                                           const TaskData& data, const Context& context,
                                           machines::Machines* machines, StateOfRank state) {
  if (machines == nullptr || machines->ranks() == 1) return task.make(config, data, context);
  if (state == StateOfRank::kStage) return task.make_stage(config, data, context, *machines);
  std::unique_ptr<TrainingTask> made = task.make(config, data, context);
  made->share_predictions(*machines);
  return made;
}

void require_alike(const std::vector<std::string>& reports) {
  std::vector<nlohmann::json> read;
  for (const std::string& report : reports) read.push_back(nlohmann::json::parse(report));
  for (std::size_t r = 0; r < read.size(); ++r) {
    if (!read[r].contains(kErrorKey)) continue;
    const std::string message =
        fmt::format("rank {}: {}", r, read[r][kErrorKey].get<std::string>());
    if (read[r].at(kUsageKey).get<bool>()) throw ConfigError(message);
    throw Error(message);
  }
  for (std::size_t r = 1; r < read.size(); ++r)
    for (const auto& [what, expected] : read[0].items())
      if (const nlohmann::json found = read[r].value(what, nlohmann::json()); found != expected)
        throw ConfigError(fmt::format("{} of rank {} is {}, expected {}, as rank 0 has it", what, r,
                                      found.dump(), expected.dump()));
}

}  // namespace espalier::training
