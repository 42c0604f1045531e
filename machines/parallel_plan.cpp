// SPDX-License-Identifier: Apache-2.0
#include <espalier/machines/parallel_plan.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::machines {
namespace {

constexpr double kFloatBytes = sizeof(float);

/// A number above 0 with the last of `units` that it ends with; nothing if there is none.
template <std::size_t kUnits>
std::optional<double> with_unit(
    std::string_view text, const std::array<std::pair<std::string_view, double>, kUnits>& units) {
  for (const auto& [unit, value] : units) {
    if (!text.ends_with(unit)) continue;
    const auto number = files::number_in<double>(text.substr(0, text.size() - unit.size()));
    if (!number || !std::isfinite(*number) || *number <= 0) return std::nullopt;
    return *number * value;
  }
  return std::nullopt;
}

}  // namespace

Network network_in(const std::string& text) {
  // Longer units first: "ms" ends with "s".
  constexpr std::array<std::pair<std::string_view, double>, 4> kTimes = {
      {{"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"s", 1}}};
  constexpr std::array<std::pair<std::string_view, double>, 10> kRates = {{{"kb/s", 1e3 / 8},
                                                                           {"Mb/s", 1e6 / 8},
                                                                           {"Gb/s", 1e9 / 8},
                                                                           {"Tb/s", 1e12 / 8},
                                                                           {"kB/s", 1e3},
                                                                           {"MB/s", 1e6},
                                                                           {"GB/s", 1e9},
                                                                           {"TB/s", 1e12},
                                                                           {"b/s", 1.0 / 8},
                                                                           {"B/s", 1}}};
  const std::size_t comma = text.find(',');
  if (comma != std::string::npos) {
    const std::string_view all = text;
    const auto latency = with_unit(all.substr(0, comma), kTimes);
    const auto rate = with_unit(all.substr(comma + 1), kRates);
    if (latency && rate) return {.latency_seconds = *latency, .bytes_per_second = *rate};
  }
  throw ConfigError("--network: " + files::printable(text) +
                    ", expected a latency and a rate with their units, such as 50us,1Gb/s or "
                    "2us,12GB/s (b: bits, B: bytes)");
}

ParallelPlan parallel_plan(const ParallelJob& job, const Network& network, Index ranks,
                           Sharing sharing) {
  if (ranks < 1) throw ConfigError("a job has at least 1 rank, found " + std::to_string(ranks));
  const double p = static_cast<double>(ranks);
  const double values_bytes = kFloatBytes * job.stored_values;
  const double state_bytes = values_bytes * job.state_per_value;
  const bool zero = sharing == Sharing::kZero1;
  ParallelPlan plan = {.ranks = ranks, .sharing = sharing};
  plan.sent_bytes = 2 * (p - 1) / p * (values_bytes + kFloatBytes * job.dense_values);
  plan.network_seconds =
      2 * (p - 1) * network.latency_seconds + plan.sent_bytes / network.bytes_per_second;
  const double divided = zero ? job.step_seconds : job.step_seconds - job.optimizer_seconds;
  const double repeated = job.step_seconds - divided;
  plan.step_seconds = divided / p + repeated + plan.network_seconds;
  plan.efficiency = job.step_seconds / (p * plan.step_seconds);
  plan.memory_bytes = 2 * values_bytes + (zero ? state_bytes / p : state_bytes) +
                      job.pattern_bytes + job.working_bytes(ranks) + (p - 1) / p * values_bytes;
  return plan;
}

std::vector<Index> doubling_ranks(Index most) {
  std::vector<Index> ranks;
  for (Index p = 1; p < most; p *= 2) ranks.push_back(p);
  ranks.push_back(most);
  return ranks;
}

}  // namespace espalier::machines
