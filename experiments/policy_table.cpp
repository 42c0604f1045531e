// SPDX-License-Identifier: Apache-2.0
#include "experiments/policy_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "experiments/csv.h"
#include "experiments/gnuplot.h"
#include "models/atomic_file.h"
#include "schedules/policy_registry.h"
#include "sparse/core/error.h"

namespace espalier::experiments {
namespace {

/// Policies in the order of the registry, others after them.
std::vector<std::string> policy_order(const std::vector<PolicyRow>& rows) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    const bool used = std::ranges::find(rows, name, &PolicyRow::policy) != rows.end();
    if (used && std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const schedules::PolicyInfo& info : schedules::topology_policies()) add(info.name);
  for (const PolicyRow& row : rows) add(row.policy);
  return names;
}

std::string cost_of(const std::string& policy) {
  for (const schedules::PolicyInfo& info : schedules::topology_policies())
    if (info.name == policy) return std::string(schedules::policy_cost_name(info.cost));
  return {};
}

/// Means of the runs of one row.
PolicyRow row_of(const std::vector<const RunSummary*>& runs) {
  const RunSummary& first = *runs.front();
  PolicyRow row = {.policy = first.mode,
                   .cost = cost_of(first.mode),
                   .density = first.density,
                   .block = first.block,
                   .seeds = static_cast<Index>(runs.size())};
  const auto mean = [&](double RunSummary::*field) {
    double sum = 0;
    for (const RunSummary* run : runs) sum += run->*field;
    return sum / static_cast<double>(runs.size());
  };
  const auto [low, high] =
      std::ranges::minmax_element(runs, {}, [](const RunSummary* run) { return run->accuracy; });
  row.accuracy = mean(&RunSummary::accuracy);
  row.lowest = (*low)->accuracy;
  row.highest = (*high)->accuracy;
  row.training_flops = mean(&RunSummary::total_training_flops);
  row.update_flops = mean(&RunSummary::update_flops);
  row.peak_bytes = mean(&RunSummary::peak_bytes);
  row.explored = mean(&RunSummary::explored);
  row.seconds = mean(&RunSummary::seconds);
  return row;
}

template <typename Field>
auto values_of(const std::vector<PolicyRow>& rows, Field PolicyRow::*field) {
  std::set<Field> values;
  for (const PolicyRow& row : rows)
    if (row.policy != "dense") values.insert(row.*field);
  return std::vector<Field>(values.begin(), values.end());
}

const PolicyRow* find_row(const std::vector<PolicyRow>& rows, const std::string& policy,
                          double density, Index block) {
  const auto found = std::ranges::find_if(rows, [&](const PolicyRow& row) {
    return row.policy == policy &&
           (policy == "dense" || (row.density == density && row.block == block));
  });
  return found == rows.end() ? nullptr : &*found;
}

/// Policies at one density, best first by the mean accuracy over the blocks that they have.
std::vector<std::string> ranking(const std::vector<PolicyRow>& rows, double density) {
  std::vector<std::pair<double, std::string>> ranked;
  for (const std::string& policy : policy_order(rows)) {
    double sum = 0;
    int count = 0;
    for (const PolicyRow& row : rows)
      if (row.policy == policy && (policy == "dense" || row.density == density)) {
        sum += row.accuracy;
        ++count;
      }
    if (count > 0) ranked.emplace_back(-sum / count, policy);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (auto& [score, policy] : ranked) names.push_back(std::move(policy));
  return names;
}

std::string percent(double share) { return fmt::format("{:.2f}", 100 * share); }

/// "87.12 (86.90 to 87.40)", or a dash.
std::string accuracy_cell(const PolicyRow* row) {
  if (row == nullptr) return "-";
  if (row->seeds == 1) return percent(row->accuracy);
  return fmt::format("{} ({} to {})", percent(row->accuracy), percent(row->lowest),
                     percent(row->highest));
}

std::string csv_of(const std::vector<PolicyRow>& rows) {
  std::string text =
      csv_line({"policy", "cost", "density", "block", "seeds", "accuracy", "lowest", "highest",
                "training_flops", "update_flops", "peak_bytes", "explored", "seconds"});
  const auto number = [](double value) {
    return std::isfinite(value) ? fmt::format("{}", value) : std::string();
  };
  for (const PolicyRow& row : rows)
    text += csv_line({row.policy, row.cost, number(row.density), std::to_string(row.block),
                      std::to_string(row.seeds), number(row.accuracy), number(row.lowest),
                      number(row.highest), number(row.training_flops), number(row.update_flops),
                      number(row.peak_bytes), number(row.explored), number(row.seconds)});
  return text;
}

/// Colour and gnuplot point type of a policy, by its place in the list.
struct Mark {
  const char* colour;
  int point;
};
Mark mark_of(std::size_t policy) {
  // Filled marks first; each round of colours has another.
  constexpr std::array points = {7, 5, 9, 13, 11, 15};
  return {kCurveColours[policy % kCurveColours.size()],
          points[policy / kCurveColours.size() % points.size()]};
}

std::string flops_script(const std::vector<PolicyRow>& rows) {
  const std::vector<std::string> policies = policy_order(rows);
  const std::vector<Index> blocks = values_of(rows, &PolicyRow::block);
  std::string script;
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (std::size_t p = 0; p < policies.size(); ++p) {
      script += fmt::format("$d{}_{} << EOD\n", b, p);
      for (const PolicyRow& row : rows)
        if (row.policy == policies[p] && (row.policy == "dense" || row.block == blocks[b]))
          script += fmt::format("{} {} {} {}\n", row.training_flops, 100 * row.accuracy,
                                100 * row.lowest, 100 * row.highest);
      script += "EOD\n";
    }
  for (const char* terminal : {"svg", "pngcairo"}) {
    script += gnuplot_terminal(terminal, 480 * static_cast<int>(blocks.size()) + 200, 620);
    script += fmt::format("set output 'accuracy_flops.{}'\n",
                          std::string_view(terminal) == "svg" ? "svg" : "png");
    script += fmt::format("set multiplot layout 1,{} title {}\n", blocks.size(),
                          gnuplot_quoted("Test accuracy against training FLOPs; bars span the "
                                         "seeds"));
    script +=
        "set logscale x\nset format x '10^{%T}'\nset grid\n"
        "set xlabel 'FLOPs of the whole training run, updates included'\n"
        "set ylabel 'test accuracy, %'\n";
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const bool last = b + 1 == blocks.size();
      script += fmt::format("set title 'blocks {0} x {0}'\n{1}\nplot ", blocks[b],
                            last ? "set key outside right top" : "set key off");
      bool first = true;
      for (std::size_t p = 0; p < policies.size(); ++p) {
        const bool any = std::ranges::any_of(rows, [&](const PolicyRow& row) {
          return row.policy == policies[p] && (row.policy == "dense" || row.block == blocks[b]);
        });
        if (!any) continue;
        const Mark mark = mark_of(p);
        script += fmt::format(
            "{}$d{}_{} using 1:2:3:4 with yerrorlines lc rgb '{}' pt {} ps 0.7 title {}",
            first ? "" : ", \\\n  ", b, p, mark.colour, mark.point, gnuplot_quoted(policies[p]));
        first = false;
      }
      script += "\n";
    }
    script += "unset multiplot\n";
  }
  return script;
}

std::string ranking_script(const std::vector<PolicyRow>& rows) {
  const std::vector<double> densities = values_of(rows, &PolicyRow::density);
  const std::vector<Index> blocks = values_of(rows, &PolicyRow::block);
  std::string script;
  std::size_t most = 0;
  for (std::size_t d = 0; d < densities.size(); ++d) {
    const std::vector<std::string> ranked = ranking(rows, densities[d]);
    most = std::max(most, ranked.size());
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      script += fmt::format("$d{}_{} << EOD\n", d, b);
      for (std::size_t place = 0; place < ranked.size(); ++place)
        if (const PolicyRow* row = find_row(rows, ranked[place], densities[d], blocks[b]))
          script += fmt::format("{} {} {} {} {}\n", 100 * row->accuracy, place, 100 * row->lowest,
                                100 * row->highest, gnuplot_word(row->policy));
      script += "EOD\n";
    }
  }
  for (const char* terminal : {"svg", "pngcairo"}) {
    script += gnuplot_terminal(terminal, 420 * static_cast<int>(densities.size()),
                               120 + 24 * static_cast<int>(most));
    script += fmt::format("set output 'ranking.{}'\n",
                          std::string_view(terminal) == "svg" ? "svg" : "png");
    script += fmt::format("set multiplot layout 1,{} title {}\n", densities.size(),
                          gnuplot_quoted("Policies by test accuracy; bars span the seeds"));
    script +=
        "set grid\nset yrange [] reverse\nset xlabel 'test accuracy, %'\n"
        "set key bottom left\n";
    for (std::size_t d = densities.size(); d-- > 0;) {
      const std::vector<std::string> ranked = ranking(rows, densities[d]);
      std::string tics;
      for (std::size_t place = 0; place < ranked.size(); ++place)
        tics +=
            fmt::format("{}{} {}", place == 0 ? "" : ", ", gnuplot_quoted(ranked[place]), place);
      script += fmt::format("set title 'density {}'\nset ytics ({})\nset yrange [{}:-1]\nplot ",
                            densities[d], tics, ranked.size());
      for (std::size_t b = 0; b < blocks.size(); ++b)
        script +=
            fmt::format("{}$d{}_{} using 1:2:3:4 with xerrorbars lc rgb '{}' pt {} title '{} x {}'",
                        b == 0 ? "" : ", \\\n  ", d, b, mark_of(b).colour, mark_of(b).point,
                        blocks[b], blocks[b]);
      script += "\n";
    }
    script += "unset multiplot\n";
  }
  return script;
}

}  // namespace

std::vector<PolicyRow> policy_table(const std::vector<RunSummary>& runs) {
  std::map<std::tuple<std::string, double, Index>, std::vector<const RunSummary*>> groups;
  const RunSummary* first = nullptr;
  for (const RunSummary& run : runs) {
    if (run.status != "done" || !std::isfinite(run.accuracy)) continue;
    if (first == nullptr) first = &run;
    if (run.corpus_hash != first->corpus_hash || run.model != first->model ||
        run.steps != first->steps)
      throw ConfigError(fmt::format(
          "runs {} and {}: {} steps of {} and {} steps of {}, expected runs of one model, one "
          "number of steps and the same data",
          first->name, run.name, first->steps, first->model, run.steps, run.model));
    groups[{run.mode, run.density, run.block}].push_back(&run);
  }
  if (first == nullptr)
    throw ConfigError("table: no run that is done and has an accuracy, expected at least one");
  std::vector<PolicyRow> rows;
  for (const auto& [key, group] : groups) rows.push_back(row_of(group));
  const std::vector<std::string> order = policy_order(rows);
  std::ranges::stable_sort(rows, {}, [&](const PolicyRow& row) {
    return std::tuple(std::ranges::find(order, row.policy) - order.begin(), -row.density,
                      row.block);
  });
  return rows;
}

std::string policy_table_markdown(const std::vector<PolicyRow>& rows) {
  const std::vector<Index> blocks = values_of(rows, &PolicyRow::block);
  std::vector<double> densities = values_of(rows, &PolicyRow::density);
  std::ranges::reverse(densities);
  const PolicyRow* dense = find_row(rows, "dense", 1, 1);
  std::string text;
  for (const double density : densities) {
    text += fmt::format("### Density {}\n\n| policy |", density);
    for (const Index block : blocks) text += fmt::format(" {} x {} |", block, block);
    text += " training FLOPs | explored | peak memory, MB | its rule costs |\n|---|";
    for (std::size_t b = 0; b < blocks.size(); ++b) text += "---|";
    text += "---|---|---|---|\n";
    for (const std::string& policy : ranking(rows, density)) {
      text += fmt::format("| {} |", policy);
      const PolicyRow* shown = nullptr;
      for (const Index block : blocks) {
        const PolicyRow* row = find_row(rows, policy, density, block);
        if (row != nullptr) shown = row;
        text += fmt::format(" {} |", accuracy_cell(row));
      }
      const std::string relative =
          dense == nullptr
              ? ""
              : fmt::format(" ({:.2f} of dense)", shown->training_flops / dense->training_flops);
      text +=
          fmt::format(" {:.3e}{} | {} | {} | {} |\n", shown->training_flops, relative,
                      std::isfinite(shown->explored) ? fmt::format("{:.2f}", shown->explored) : "-",
                      shown->peak_bytes > 0 ? fmt::format("{:.2f}", shown->peak_bytes / 1e6) : "-",
                      shown->cost);
    }
    text += "\n";
  }
  text += fmt::format(
      "Test accuracy in percent, mean (lowest to highest) over the seeds. FLOPs, explored share "
      "and "
      "memory are those of the largest block; memory is that of the sparse weights with their "
      "gradients, optimizer state and patterns.\n");
  return text;
}

void write_policy_table(const std::vector<PolicyRow>& rows, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  models::write_file_atomically(folder / "policies.md", policy_table_markdown(rows));
  models::write_file_atomically(folder / "policies.csv", csv_of(rows));
  if (values_of(rows, &PolicyRow::block).empty()) return;  // dense runs alone make no figure
  run_gnuplot_script(folder, "accuracy_flops.gp", flops_script(rows));
  run_gnuplot_script(folder, "ranking.gp", ranking_script(rows));
}

}  // namespace espalier::experiments
