// SPDX-License-Identifier: Apache-2.0
#include <espalier/machines/parallel_plan.h>

#include <algorithm>
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

/// Bytes that each of p ranks sends in a ring's all-reduce, of those that it reduces.
double ring_share(double p) { return 2 * (p - 1) / p; }

/// What backward takes of a pass through the layers: twice the products of forward.
constexpr double kBackward = 2.0 / 3;

/// A number above 0 with the last of `units` that it ends with; nothing if there is none.
template <std::size_t kUnits>
std::optional<double> with_unit(
    std::string_view text, const std::array<std::pair<std::string_view, double>, kUnits>& units) {
  for (const auto& [unit, value] : units) {
    if (!text.ends_with(unit)) continue;
    const auto number = files::number_in<double>(text.substr(0, text.size() - unit.size()));
    const double product = number.value_or(0) * value;
    if (!std::isfinite(product) || product <= 0) return std::nullopt;
    return product;
  }
  return std::nullopt;
}

}  // namespace

Network network_in(const std::string& text, const std::string& option) {
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
  throw ConfigError(option + ": " + files::printable(text) +
                    ", expected a latency and a rate with their units, such as 50us,1Gb/s or "
                    "2us,12GB/s (b: bits, B: bytes)");
}

bool fits(const LayerShape& layers, const Layout& layout) {
  if (layout.stages > 1 && layout.stages > layers.layers) return false;
  return layout.tensor == 1 || (layers.layers > 0 && layers.heads % layout.tensor == 0);
}

ParallelPlan parallel_plan(const ParallelJob& job, const Networks& networks, const Layout& layout) {
  if (std::min({layout.data, layout.tensor, layout.stages}) < 1)
    throw ConfigError("a job has at least 1 rank, found " + std::to_string(layout.data) + " x " +
                      std::to_string(layout.tensor) + " x " + std::to_string(layout.stages));
  const LayerShape& layers = job.layers;
  if (!fits(layers, layout))
    throw ConfigError("stages: " + std::to_string(layout.stages) + ", tensor ranks: " +
                      std::to_string(layout.tensor) + ", expected at most as many stages as " +
                      "layers, " + std::to_string(layers.layers) +
                      ", and a divisor of the heads, " + std::to_string(layers.heads));
  const auto d = static_cast<double>(layout.data);
  const auto t = static_cast<double>(layout.tensor);
  const auto k = static_cast<double>(layout.stages);
  const bool cut = layout.tensor > 1 || layout.stages > 1;
  const double micro_batches = layers.micro_batches / d;
  if (cut && micro_batches < 1)
    throw ConfigError(
        "ranks that share the batch: " + std::to_string(layout.data) + ", expected at most " +
        std::to_string(static_cast<Index>(layers.micro_batches)) + ", one for each micro-batch");
  const auto count = static_cast<double>(layers.layers);
  const double share = layout.stages > 1 ? std::ceil(count / k) / count : 1;
  const double values = (share * layers.values + job.stored_values - layers.values) / t;
  const double of_all = job.stored_values > 0 ? values / job.stored_values : 1;
  const double turns = (micro_batches + k - 1) / micro_batches;
  const double passed = layers.tokens / d * layers.features * layers.bytes_per_value;

  ParallelPlan plan = {.layout = layout};
  if (layout.tensor > 1) {
    const double reductions = (layers.recomputes ? 6 : 4) * share * count;
    const double bytes = reductions * ring_share(t) * passed;
    plan.sent_bytes += bytes;
    plan.network_seconds +=
        turns * (reductions * 2 * (t - 1) * micro_batches * networks.inner.latency_seconds +
                 bytes / networks.inner.bytes_per_second);
  }
  if (layout.stages > 1) {
    // Where no stage has both ends, those at the ends send one.
    plan.sent_bytes += (layout.stages > 2 || layers.lockstep ? 2 : 1) * passed;
    plan.network_seconds +=
        turns * 2 *
        (micro_batches * networks.outer.latency_seconds + passed / networks.outer.bytes_per_second);
  }
  const double scored = job.dense_values + job.scored_values / 2;
  double reduced = ring_share(d) * job.gradient_bytes * (values + scored * share / t);
  if (layout.zero1) reduced += ring_share(d) / 2 * job.zero1_bytes * share / t;
  plan.sent_bytes += reduced;
  plan.network_seconds +=
      2 * (d - 1) * networks.outer.latency_seconds + reduced / networks.outer.bytes_per_second;

  const double compute = (job.step_seconds - job.optimizer_seconds) * share / (d * t);
  if (!cut && !layout.zero1)
    plan.hidden_seconds = std::min(
        kBackward * compute / std::max(1.0, micro_batches),
        ring_share(d) * job.gradient_bytes * layers.values / networks.outer.bytes_per_second);
  plan.bubble_seconds = compute * (turns - 1);
  const double update = job.optimizer_seconds * of_all / (layout.zero1 ? d : 1);
  plan.step_seconds =
      compute + plan.bubble_seconds + update + plan.network_seconds - plan.hidden_seconds;
  plan.efficiency = job.step_seconds / (d * t * k * plan.step_seconds);

  const double in_flight = share * std::min(layers.lockstep ? 2 * k - 1 : k, micro_batches);
  const double kept = job.activation_bytes(layout.data) / (layers.recomputes ? 1 : t);
  const double unsummed = job.unsummed_bytes ? job.unsummed_bytes(layout.data) : 0;
  plan.memory_bytes =
      values * (job.value_bytes + job.state_bytes_per_value / (layout.zero1 ? d : 1)) +
      (job.pattern_bytes + unsummed) * of_all + kept * (cut ? in_flight : 1) +
      (d - 1) / d * job.gradient_bytes * values;
  return plan;
}

std::vector<Index> doubling_ranks(Index most) {
  std::vector<Index> ranks;
  for (Index p = 1; p < most; p *= 2) ranks.push_back(p);
  ranks.push_back(most);
  return ranks;
}

}  // namespace espalier::machines
