// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/policy_table.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <espalier/drawing/gnuplot.h>
#include <espalier/drawing/style.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/files/plain_text.h>
#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/sparse/core/error.h>

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

/// Refuses runs of one row that differ in more than their seed, or not even in that.
void check_repetitions(const std::vector<const RunSummary*>& runs) {
  const RunSummary& first = *runs.front();
  const auto refuse = [](const RunSummary& a, const RunSummary& b, const std::string& what) {
    throw ConfigError(fmt::format(
        "runs {} and {}: the same policy, density and block with {}, expected them to differ in "
        "their seed only",
        a.name, b.name, what));
  };
  std::map<Index, const RunSummary*> by_seed;
  for (const RunSummary* run : runs) {
    if (run->learning_rate != first.learning_rate)
      refuse(first, *run,
             fmt::format("learning rates {} and {}", first.learning_rate, run->learning_rate));
    if (run->settings_hash != first.settings_hash)
      refuse(first, *run, "other settings (compare their config.toml)");
    const auto [other, is_new] = by_seed.emplace(run->seed, run);
    if (!is_new) refuse(*other->second, *run, fmt::format("one seed, {}", run->seed));
  }
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
  names.reserve(ranked.size());
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
  std::string text = files::csv_line({"policy", "cost", "density", "block", "seeds", "accuracy",
                                      "lowest", "highest", "training_flops", "update_flops",
                                      "peak_bytes", "explored", "seconds"});
  const auto number = [](double value) {
    return std::isfinite(value) ? fmt::format("{}", value) : std::string();
  };
  for (const PolicyRow& row : rows)
    text +=
        files::csv_line({row.policy, row.cost, number(row.density), std::to_string(row.block),
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
  return {drawing::kCurveColours[policy % drawing::kCurveColours.size()],
          points[policy / drawing::kCurveColours.size() % points.size()]};
}

/// The accuracies worth an axis, in percent: from the best down to three times as far as the lower
/// quartile, so that a policy that collapses does not press the others together.
struct AccuracyRange {
  double low;
  double high;
  std::string note;  ///< in a title: whether points lie below
};
AccuracyRange accuracy_range(const std::vector<const PolicyRow*>& rows) {
  std::vector<double> accuracies;
  double best = 0;
  for (const PolicyRow* row : rows) {
    accuracies.push_back(row->accuracy);
    best = std::max(best, row->highest);
  }
  std::ranges::sort(accuracies);
  const double quartile = accuracies[accuracies.size() / 4];
  const double low = std::max(accuracies.front(), best - std::max(3 * (best - quartile), 0.005));
  const double margin = std::max(0.05 * (best - low), 0.001);
  return {100 * (low - margin), 100 * (best + margin),
          low > accuracies.front()
              ? fmt::format(" (down to {:.0f}% off the axis)", 100 * accuracies.front())
              : std::string()};
}

/// Commands that place one of several panels side by side, in fractions of the page.
std::string panel_margins(double left, double right, double bottom, double top) {
  return fmt::format(
      "set lmargin at screen {}\nset rmargin at screen {}\nset bmargin at screen {}\n"
      "set tmargin at screen {}\n",
      left, right, bottom, top);
}

std::string output_of(std::string_view terminal, std::string_view name) {
  return fmt::format("set output '{}.{}'\n", name, terminal == "svg" ? "svg" : "png");
}

std::string flops_script(const std::vector<PolicyRow>& rows) {
  const std::vector<std::string> policies = policy_order(rows);
  const std::vector<Index> blocks = values_of(rows, &PolicyRow::block);
  std::vector<const PolicyRow*> all;
  all.reserve(rows.size());
  for (const PolicyRow& row : rows) all.push_back(&row);
  const AccuracyRange range = accuracy_range(all);
  const auto shown = [&](std::size_t policy, std::size_t block) {
    std::vector<const PolicyRow*> points;
    for (const PolicyRow& row : rows)
      if (row.policy == policies[policy] && (row.policy == "dense" || row.block == blocks[block]))
        points.push_back(&row);
    return points;
  };
  std::string script;
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (std::size_t p = 0; p < policies.size(); ++p) {
      script += fmt::format("$d{}_{} << EOD\n", b, p);
      for (const PolicyRow* row : shown(p, b))
        script += fmt::format("{} {} {} {}\n", row->training_flops, 100 * row->accuracy,
                              100 * row->lowest, 100 * row->highest);
      script += "EOD\n";
    }
  const double width = 0.80 / static_cast<double>(blocks.size());
  for (const char* terminal : {"svg", "pngcairo"}) {
    script += drawing::gnuplot_terminal(terminal, 420 * static_cast<int>(blocks.size()) + 260, 660);
    script += output_of(terminal, "accuracy_flops");
    script += fmt::format(
        "set multiplot title {}\n",
        drawing::gnuplot_quoted("Test accuracy against FLOPs of the whole training run, "
                                "updates included; bars span the seeds" +
                                range.note));
    script += fmt::format(
        "set logscale x\nset format x '10^{{%T}}'\nset grid\nset yrange [{}:{}]\n"
        "set xlabel 'training FLOPs'\n",
        range.low, range.high);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const double left = 0.05 + width * static_cast<double>(b);
      script += panel_margins(left, left + 0.88 * width, 0.12, 0.86);
      script += fmt::format("set title 'blocks {0} x {0}'\nset ylabel '{1}'\n", blocks[b],
                            b == 0 ? "test accuracy, %" : "");
      script += b + 1 == blocks.size() ? "set key at screen 0.99,0.88 right top\nplot "
                                       : "set key off\nplot ";
      bool first = true;
      for (std::size_t p = 0; p < policies.size(); ++p) {
        if (shown(p, b).empty()) continue;
        const Mark mark = mark_of(p);
        script += fmt::format(
            "{}$d{}_{} using 1:2:3:4 with yerrorlines lc rgb '{}' pt {} ps 0.7 title {} noenhanced",
            first ? "" : ", \\\n  ", b, p, mark.colour, mark.point,
            drawing::gnuplot_quoted(policies[p]));
        first = false;
      }
      script += "\n";
    }
    script += "unset multiplot\n";
  }
  return script;
}

std::string ranking_script(const std::vector<PolicyRow>& rows) {
  std::vector<double> densities = values_of(rows, &PolicyRow::density);
  std::ranges::reverse(densities);
  const std::vector<Index> blocks = values_of(rows, &PolicyRow::block);
  std::string script;
  std::size_t most = 0;
  for (std::size_t d = 0; d < densities.size(); ++d) {
    const std::vector<std::string> ranked = ranking(rows, densities[d]);
    most = std::max(most, ranked.size());
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      script += fmt::format("$d{}_{} << EOD\n", d, b);
      for (std::size_t place = 0; place < ranked.size(); ++place)
        if (const PolicyRow* row = find_row(rows, ranked[place], densities[d], blocks[b])) {
          // Blocks one below the other within the line of a policy.
          const double shift =
              0.24 * (static_cast<double>(b) - 0.5 * static_cast<double>(blocks.size() - 1));
          script +=
              fmt::format("{} {} {} {}\n", 100 * row->accuracy, static_cast<double>(place) + shift,
                          100 * row->lowest, 100 * row->highest);
        }
      script += "EOD\n";
    }
  }
  const std::size_t columns = std::min<std::size_t>(2, densities.size());
  const std::size_t lines = (densities.size() + columns - 1) / columns;
  constexpr double kLabelWidth = 205;  // of the longest policy's name
  const int panel_height = 115 + 22 * static_cast<int>(most);
  const int page_width = 640 * static_cast<int>(columns);
  const int page_height = 95 + panel_height * static_cast<int>(lines);
  for (const char* terminal : {"svg", "pngcairo"}) {
    script += drawing::gnuplot_terminal(terminal, page_width, page_height);
    script += output_of(terminal, "ranking");
    script += fmt::format(
        "set multiplot title {}\nset grid\n",
        drawing::gnuplot_quoted("Policies by mean test accuracy over blocks; bars span the seeds"));
    for (std::size_t d = 0; d < densities.size(); ++d) {
      const std::vector<std::string> ranked = ranking(rows, densities[d]);
      std::vector<const PolicyRow*> present;
      for (const PolicyRow& row : rows)
        if (row.policy == "dense" || row.density == densities[d]) present.push_back(&row);
      const AccuracyRange range = accuracy_range(present);
      const double left = static_cast<double>(d % columns) / static_cast<double>(columns);
      const double above =
          95.0 + panel_height * std::floor(static_cast<double>(d) / static_cast<double>(columns));
      const double height = page_height;
      script +=
          panel_margins(left + kLabelWidth / page_width, left + 0.98 / static_cast<double>(columns),
                        1 - (above + panel_height - 70) / height, 1 - (above + 25) / height);
      std::string tics;
      for (std::size_t place = 0; place < ranked.size(); ++place)
        tics += fmt::format("{}{} {}", place == 0 ? "" : ", ",
                            drawing::gnuplot_quoted(ranked[place]), place);
      script += fmt::format(
          "set title 'density {}{}'\nset ytics ({}) noenhanced\nset yrange [{}:-0.7]\n"
          "set xrange [{}:{}]\nset xlabel '{}'\n{}\nplot ",
          densities[d], range.note, tics, static_cast<double>(ranked.size()) - 0.3, range.low,
          range.high, d + columns < densities.size() ? "" : "test accuracy, %",
          // Between the title of the page and those of the panels.
          d == 0 ? fmt::format("set key at screen 0.98,{} right top horizontal samplen 1",
                               1 - 40 / height)
                 : "set key off");
      for (std::size_t b = 0; b < blocks.size(); ++b)
        script += fmt::format(
            "{}$d{}_{} using 1:2:3:4 with xerrorbars lc rgb '{}' pt {} ps 0.8 title '{} x {}'",
            b == 0 ? "" : ", \\\n  ", d, b, mark_of(b).colour, mark_of(b).point, blocks[b],
            blocks[b]);
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
  rows.reserve(groups.size());
  for (const auto& [key, group] : groups) {
    check_repetitions(group);
    rows.push_back(row_of(group));
  }
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
      text += fmt::format("| {} |", files::markdown_text(policy));
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
  text +=
      "Test accuracy in percent, mean (lowest to highest) over the seeds. FLOPs, explored share "
      "and memory are those of the largest block; memory is that of the sparse weights with their "
      "gradients, optimizer state and patterns.\n";
  return text;
}

void write_policy_table(const std::vector<PolicyRow>& rows, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  files::write_file_atomically(folder / "policies.md", policy_table_markdown(rows));
  files::write_file_atomically(folder / "policies.csv", csv_of(rows));
  if (values_of(rows, &PolicyRow::block).empty()) return;  // dense runs alone make no figure
  drawing::run_gnuplot_script(folder, "accuracy_flops.gp", flops_script(rows));
  drawing::run_gnuplot_script(folder, "ranking.gp", ranking_script(rows));
}

}  // namespace espalier::experiments
