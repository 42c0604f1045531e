// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/modes/table.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <espalier/benchmarks/baselines/implementation.h>
#include <espalier/benchmarks/measure/required.h>
#include <espalier/benchmarks/measure/work_progress.h>
#include <espalier/benchmarks/modes/ceilings.h>
#include <espalier/benchmarks/modes/group.h>

namespace espalier::benchmarks {
namespace {

constexpr std::array kTableProducts = {Product::kSpmm,
                                       Product::kSpmmTransposed,
                                       Product::kSddmm,
                                       Product::kLayerStep,
                                       Product::kLinearPlain,
                                       Product::kLinearPlainTransposed,
                                       Product::kLinearPlainGradient};

bool is_ours(const std::string& implementation) { return implementation == "espalier"; }

Peers peers_of(const Plan& plan) { return plan.list_peers ? Peers::kAll : Peers::kDense; }

Problems problems_of(const Plan& plan, const Shape& extents) {
  Problems problems;
  for (const Shape& shape : shapes_at(plan, extents))
    problems.push_back(std::make_unique<Problem>(shape));
  return problems;
}

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

const Record* find(const Results& results, const Case& what, bool cold) {
  for (const Record& r : results.records)
    if (r.what == what && r.cold == cold && r.pattern.empty()) return &r;
  return nullptr;
}

/// What the cells of the required table add up to.
struct Verdict {
  int asked = 0;
  int missed = 0;
  double worst = 0;  ///< largest share that is missing
};

/// "SPEED-UP (REQUIRED)" and a mark if that is missed.
std::string cell(const Results& results, const Record& record, Verdict& verdict) {
  const double ratio = speed_up(results, record);
  if (ratio == 0) return "-";
  std::string text = formatted("%.2f", ratio);
  const Case& what = record.what;
  const auto wanted = required(what.product, what.shape, what.threads, record.cold);
  if (!wanted) return text;
  text += formatted(" (%.2f)", wanted->speed_up);
  ++verdict.asked;
  if (ratio >= wanted->speed_up) return ratio >= wanted->aim ? text + " +" : text;
  const double missing = 1 - ratio / wanted->speed_up;
  if (is_long_contraction(what.product, what.shape) && missing <= kLongContractionAllowance)
    return text + " ~";
  ++verdict.missed;
  verdict.worst = std::max(verdict.worst, missing);
  return text + " **!**";
}

/// Whether what is stored is more than 1% from what was asked for.
bool is_other_share(double stored, double density) {
  constexpr double kMuch = 0.01;
  return std::abs(stored / density - 1) > kMuch;
}

void print_speed_ups(const Plan& plan, const Results& results, const Shape& extents, Type type) {
  const bool cold = plan.caches == Caches::kCold;
  std::printf("\n### %lld x %lld, %lld tokens, density %g, %s, %s, %d thread%s\n\n| product |",
              static_cast<long long>(extents.out), static_cast<long long>(extents.in),
              static_cast<long long>(extents.tokens), plan.density, type_name(type),
              cold ? "cold" : "warm", plan.threads, plan.threads == 1 ? "" : "s");
  for (const Index block : plan.blocks) std::printf(" b=%lld |", static_cast<long long>(block));
  std::printf("\n|---|");
  for (std::size_t i = 0; i < plan.blocks.size(); ++i) std::printf("---|");
  std::printf("\n");
  Verdict verdict;
  std::map<Index, double> other_shares;
  for (const Product product : kTableProducts) {
    std::string row;
    bool measured = false;
    for (const Index block : plan.blocks) {
      Case what{product, extents, "espalier", plan.threads};
      what.shape.block = block;
      what.shape.density = plan.density;
      what.shape.type = type;
      const Record* record = find(results, what, cold);
      measured |= record != nullptr;
      row += ' ' + (record == nullptr ? "-" : cell(results, *record, verdict)) + " |";
      if (record != nullptr && is_other_share(record->stored_share(), plan.density))
        other_shares[block] = record->stored_share();
    }
    if (measured) std::printf("| %s |%s\n", product_name(product, false).c_str(), row.c_str());
  }
  if (verdict.asked > 0)
    std::printf("\n%d of %d cells miss what is required, the worst by %.0f%%.\n", verdict.missed,
                verdict.asked, 100 * verdict.worst);
  if (other_shares.empty()) return;
  std::printf("\nWhole blocks do not give density %g:", plan.density);
  for (const auto& [block, share] : other_shares)
    std::printf("%s b=%lld stores %.4g", block == other_shares.begin()->first ? "" : ",",
                static_cast<long long>(block), share);
  std::printf(". Their work differs by as much.\n");
}

constexpr const char* kAbsent = "not on this processor";

bool is_absent(const Results& results, const Shape& extents, Product product, Type type) {
  return std::ranges::any_of(results.absent, [&](const Case& what) {
    return what.shape.dense() && what.product == product && what.shape.type == type &&
           what.shape.out == extents.out && what.shape.in == extents.in;
  });
}

void print_details(const Plan& plan, const Results& results, const Shape& extents) {
  std::string more = plan.list_peers ? " best peer, x dense |" : "";
  if (plan.threads > 1) more += " x one thread |";
  std::printf(
      "\n| product | block | type | ms | quartiles | GFLOP/s stored | of peak | best dense, "
      "GFLOP/s | x dense of its type |%s\n|---|---|---|---|---|---|---|---|---|%s%s\n",
      more.c_str(), plan.list_peers ? "---|" : "", plan.threads > 1 ? "---|" : "");
  for (const Record& r : results.records) {
    const Shape& s = r.what.shape;
    if (!is_ours(r.what.implementation) || s.dense() || s.out != extents.out ||
        s.in != extents.in || s.tokens != extents.tokens || r.what.threads != plan.threads ||
        s.density != plan.density || !r.pattern.empty() ||
        r.what.product == Product::kTopologyUpdate)
      continue;
    const double peak = arithmetic_ceiling(results, s.type);
    const Record* dense = best_dense(results, r);
    const Record* dense_of_type = best_dense(results, r, s.type);
    const std::string of_type =
        dense_of_type != nullptr
            ? formatted("%.2f", dense_of_type->seconds.median / r.seconds.median)
            : (is_absent(results, extents, packed_counterpart(r.what.product), s.type) ? kAbsent
                                                                                       : "-");
    std::printf("| %s | %lld | %s | %.3f | %+.1f%% %+.1f%% | %.1f | %s | %s | %s |",
                product_name(r.what.product, false).c_str(), static_cast<long long>(s.block),
                type_name(s.type), r.seconds.median * 1e3,
                100 * (r.seconds.lower_quartile / r.seconds.median - 1),
                100 * (r.seconds.upper_quartile / r.seconds.median - 1), r.gflops(),
                peak == 0 ? "-" : formatted("%.0f%%", 1e11 * r.gflops() / peak).c_str(),
                dense == nullptr
                    ? "-"
                    : (dense->what.implementation + formatted(" %.1f", dense->gflops())).c_str(),
                of_type.c_str());
    if (plan.list_peers) {
      const Record* peer = best_peer(results, r);
      std::printf(" %s |",
                  peer == nullptr || dense == nullptr
                      ? "-"
                      : (peer->what.implementation + formatted(" %.2f", speed_up(results, *peer)) +
                         (clearly_faster(peer->seconds, r.seconds) ? " **faster**" : ""))
                            .c_str());
    }
    if (plan.threads > 1) {
      Case alone = r.what;
      alone.threads = 1;
      const Record* one = find(results, alone, r.cold);
      std::printf(" %s |", one == nullptr
                               ? "-"
                               : formatted("%.2f", one->seconds.median / r.seconds.median).c_str());
    }
    std::printf("\n");
  }
}

/// A line for each library and type of value, with its products.
void print_absent(const Results& results, const Shape& extents) {
  std::map<std::pair<std::string, Type>, std::string> products;
  for (const Case& what : results.absent) {
    if (what.shape.out != extents.out || what.shape.in != extents.in) continue;
    std::string& names = products[{what.implementation, what.shape.type}];
    const std::string name = product_name(what.product, what.shape.dense());
    if (names.find(name + ',') == std::string::npos) names += name + ", ";
  }
  for (const auto& [library, names] : products)
    std::printf("\n%s of %s, %s: %s.\n", library.first.c_str(), type_name(library.second),
                names.substr(0, names.size() - 2).c_str(), kAbsent);
}

/// Every other library, on every product and block size for which it has one.
void print_peers(const Plan& plan, const Results& results, const Shape& extents) {
  std::printf("\n| product | type | library | times faster than the best dense, b=");
  for (const Index block : plan.blocks) std::printf(" %lld |", static_cast<long long>(block));
  std::printf("\n|---|---|---|");
  for (std::size_t i = 0; i < plan.blocks.size(); ++i) std::printf("---|");
  std::printf("\n");
  for (const Product product : kTableProducts) {
    for (const Type type : plan.types) {
      for (const Implementation& library : implementations()) {
        std::string row;
        bool measured = false;
        for (const Index block : plan.blocks) {
          Case what{product, extents, library.name, plan.threads};
          what.shape.block = block;
          what.shape.density = plan.density;
          what.shape.type = type;
          const Record* record = find(results, what, plan.caches == Caches::kCold);
          measured |= record != nullptr;
          row += record == nullptr ? " - |" : formatted(" %.2f |", speed_up(results, *record));
        }
        if (measured)
          std::printf("| %s | %s | %s |%s\n", product_name(product, false).c_str(), type_name(type),
                      library.name.c_str(), row.c_str());
      }
    }
  }
}

void print_updates(const Plan& plan, const Results& results) {
  const auto is_shown = [&](const Record& r) {
    return r.what.product == Product::kTopologyUpdate && r.what.threads == plan.threads;
  };
  // There are none of bf16, whose weights are updated in single precision.
  if (std::ranges::none_of(results.records, is_shown)) return;
  std::printf(
      "\n### Topology update: edit of %.0f%% of the blocks, remap of three buffers, plan\n\n"
      "| out x in | block | ms | quartiles |\n|---|---|---|---|\n",
      100 * kDropFraction);
  for (const Record& r : results.records) {
    if (!is_shown(r)) continue;
    const bool late = !r.cold && r.what.shape.out == 3072 && r.what.shape.in == 768 &&
                      r.what.shape.block == 1 && r.seconds.median > kRequiredUpdateSeconds;
    std::printf("| %lld x %lld | %lld | %.2f%s | %+.1f%% %+.1f%% |\n",
                static_cast<long long>(r.what.shape.out), static_cast<long long>(r.what.shape.in),
                static_cast<long long>(r.what.shape.block), r.seconds.median * 1e3,
                late ? " **!**" : "", 100 * (r.seconds.lower_quartile / r.seconds.median - 1),
                100 * (r.seconds.upper_quartile / r.seconds.median - 1));
  }
}

}  // namespace

void measure_table(const Plan& plan, Results& results) {
  double total = 0;
  for (const Shape& extents : plan.shapes) {
    for (const Product product : kTableProducts) total += group_weight(extents, product);
    total += group_weight(extents, Product::kTopologyUpdate);
  }
  WorkProgress progress(plan.list_peers ? "table with peers" : "table", total);
  for (const Shape& extents : plan.shapes) {
    const auto problems = problems_of(plan, extents);
    const auto measure = [&](Product product) {
      progress.begin(product_name(product, false), group_weight(extents, product));
      measure_group(plan, problems, product, peers_of(plan), "", results,
                    [&](double share) { progress.reach(share); });
    };
    for (const Product product : kTableProducts) measure(product);
    measure(Product::kTopologyUpdate);
    measure_ceilings(plan, results);  // as at the start of the program
  }
}

double table_bytes(const Plan& plan, const Shape& extents) {
  return held_bytes(plan, shapes_at(plan, extents), kTableProducts, peers_of(plan));
}

void print_table(const Plan& plan, const Results& results) {
  std::printf(
      "\nTimes faster than the best dense product for the same work (required); ! missed, ~ "
      "within what a contraction over 3072 is allowed, + the aim is reached.\nMedian of %d "
      "interleaved rounds.",
      plan.rounds);
  for (const auto& [name, value] : results.ceilings)
    std::printf(" %s %.1f G%s/s.", name.c_str(), value * 1e-9,
                name.starts_with("read") ? "B" : "FLOP");
  std::printf("\n");
  for (const Shape& extents : plan.shapes) {
    for (const Type type : plan.types) print_speed_ups(plan, results, extents, type);
    print_details(plan, results, extents);
    print_absent(results, extents);
    if (plan.list_peers) print_peers(plan, results, extents);
  }
  print_updates(plan, results);
  std::fflush(stdout);
}

}  // namespace espalier::benchmarks
