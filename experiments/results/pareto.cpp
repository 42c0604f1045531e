// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/pareto.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include <espalier/drawing/chart.h>
#include <espalier/experiments/results/pareto_figure.h>
#include <espalier/experiments/results/pareto_text.h>
#include <espalier/experiments/results/run_identity.h>
#include <espalier/experiments/results/seed_statistics.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/config/task_declaration.h>

namespace espalier::experiments {
namespace {

/// Value at x of the straight line through two points in double logarithmic axes.
double log_log_line(double x0, double y0, double x1, double y1, double x) {
  const double slope = std::log(y1 / y0) / std::log(x1 / x0);
  return y0 * std::exp(slope * std::log(x / x0));
}

int place_of(const std::string& policy) {
  return policy == "dense" ? 0 : policy == "static" ? 1 : policy == "dynamic" ? 2 : 3;
}

/// Of a run by the hour, its hours; else 0.
double hours_of(const training::RunSummary& run) {
  if (training::setting(run.settings, "training.schedule_by") != "hours") return 0;
  return files::number_in<double>(training::setting(run.settings, "training.hours")).value_or(0);
}

/// What runs of one experiment share. What a run by the hour comes to, the clock decides anew each
/// time; FLOPs are those of each seed where layers share a budget of blocks.
auto experiment(const training::RunSummary& run) {
  return std::tuple(place_of(run.policy), run.policy, -run.density, run.block,
                    hours_of(run) > 0 ? 0 : run.tokens, run.model, run.settings_hash);
}
using Experiment = decltype(experiment(training::RunSummary()));
using RunsByRate = std::map<double, std::vector<const training::RunSummary*>>;

std::string name_of(const training::RunSummary& run) {
  return run.folder.empty() ? run.name : run.folder;
}

/// What a run lacks to stand in a table; empty: nothing.
std::string what_lacks(const training::RunSummary& run) {
  if (run.status != "done") return "its status is " + status_now(run);
  if (!(run.validation_loss() > 0 && std::isfinite(run.validation_loss())))
    return "it has no validation loss";
  return std::isfinite(run.learning_rate) ? "" : "it has no learning rate";
}

/// The runs that can stand in a table, each once.
std::vector<training::RunSummary> usable_runs(const std::vector<training::RunSummary>& runs,
                                              std::vector<std::string>& notes) {
  std::vector<training::RunSummary> whole;
  // At which step the runs of each experiment left others: none, if one began by itself, else that
  // of the first.
  std::map<Experiment, std::string> steps_of_all;
  std::vector<std::string> steps;
  for (const training::RunSummary& run : runs) {
    if (const std::string lack = what_lacks(run); !lack.empty()) {
      notes.push_back(name_of(run) + ": left out, " + lack);
      continue;
    }
    whole.push_back(run);
    const std::string& step = steps.emplace_back(branch_step(run));
    std::string& others = steps_of_all.try_emplace(experiment(run), step).first->second;
    if (step.empty()) others.clear();
  }
  std::vector<training::RunSummary> usable;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const training::RunSummary& run = whole[i];
    const std::string& step = steps[i];
    if (const std::string& others = steps_of_all.at(experiment(run)); step != others) {
      notes.push_back(
          fmt::format("{}: left out, it left another run at step {}, and runs of its settings {}",
                      name_of(run), step, others.empty() ? "began by themselves" : "at " + others));
    } else if (std::ranges::any_of(usable, [&](const training::RunSummary& other) {
                 return experiment(run) == experiment(other) && run.seed == other.seed &&
                        run.learning_rate == other.learning_rate;
               })) {
      notes.push_back(name_of(run) + ": left out, it repeats another run");
    } else {
      usable.push_back(run);
    }
  }
  return usable;
}

/// A count that runs have in common, but for those by the hour: then what they have on average.
Index mean_count(const std::vector<const training::RunSummary*>& runs,
                 Index training::RunSummary::*member) {
  double sum = 0;
  for (const training::RunSummary* run : runs) sum += static_cast<double>(run->*member);
  return static_cast<Index>(std::llround(sum / static_cast<double>(runs.size())));
}

ParetoRow make_row(const std::vector<const training::RunSummary*>& runs, bool tested) {
  const training::RunSummary& first = *runs.front();
  const auto mean = [&](double training::RunSummary::*member) {
    return mean_of(values_of(runs, member));
  };
  const std::vector<double> losses =
      metric_values(runs, tested ? training::metric::kTestLoss : training::metric::kValidationLoss);
  ParetoRow row;
  row.model = first.model;
  row.policy = first.policy;
  row.density = first.density;
  row.block = first.block;
  row.tokens = mean_count(runs, &training::RunSummary::tokens);
  row.samples = mean_count(runs, &training::RunSummary::sequences);
  row.hours = hours_of(first);
  if (const training::TaskDeclarationPtr task = training::find_task_declaration(first.task))
    row.unit = task->info().unit;
  row.settings_hash = first.settings_hash;
  row.seeds = static_cast<Index>(runs.size());
  row.learning_rate = first.learning_rate;
  row.loss = mean_of(losses);
  row.loss_spread = deviation_of(losses);
  row.metrics = means_of(runs);
  row.encoder_flops = mean(&training::RunSummary::encoder_flops_per_sequence);
  row.total_flops = mean(&training::RunSummary::total_training_flops);
  row.parameters = mean(&training::RunSummary::parameters);
  row.seconds = mean(&training::RunSummary::seconds);
  for (const training::RunSummary* run : runs) row.runs.push_back(*run);
  row.losses = losses;
  return row;
}

/// Adds one experiment to the table: every rate, and the row of the best one.
void add_experiment(const RunsByRate& by_rate, ParetoTable& table) {
  const std::size_t begin = table.rates.size();
  std::size_t best = begin;
  const std::vector<const training::RunSummary*>* best_runs = &by_rate.begin()->second;
  std::vector<ParetoRow> rows;
  for (const auto& [rate, runs] : by_rate) {
    const ParetoRow& row = rows.emplace_back(make_row(runs, table.tested));
    const std::vector<double> losses = metric_values(runs, training::metric::kValidationLoss);
    table.rates.push_back({row.model, row.policy, row.density, row.block, row.tokens,
                           row.settings_hash, rate, row.seeds, mean_of(losses),
                           deviation_of(losses)});
    if (lower_validation_loss(runs, *best_runs)) {
      best = table.rates.size() - 1;
      best_runs = &runs;
    }
  }
  table.rates[best].chosen = true;
  table.rates[best].at_edge = best == begin || best == table.rates.size() - 1;
  table.rows.push_back(std::move(rows[best - begin]));
}

/// Matches the sparse rows with the dense ones among `others`.
void match_with_dense(std::vector<ParetoRow>& rows, const std::vector<ParetoRow>& others) {
  for (ParetoRow& row : rows) {
    if (row.policy == "dense") continue;
    std::vector<CurvePoint> by_encoder;
    std::vector<CurvePoint> by_total;
    for (const ParetoRow& dense : others) {
      if (dense.policy != "dense" || dense.budget() != row.budget()) continue;
      if (!dense.trained_enough().value_or(true)) continue;  // its loss says nothing of its cost
      by_encoder.push_back({dense.encoder_flops, dense.loss});
      by_total.push_back({dense.total_flops, dense.loss});
    }
    row.encoder_match = match(DenseCurve(by_encoder), row.encoder_flops, row.loss);
    row.total_match = match(DenseCurve(by_total), row.total_flops, row.loss);
  }
}

CostAxes flops_axes() {
  return {
      .figure = "pareto",
      .titles = {"Encoder, training FLOPs per sequence", "Whole run, every counted training FLOP"},
      .costs = [](const ParetoRow& row) {
        return std::vector<double>{row.encoder_flops, row.total_flops};
      }};
}

}  // namespace

DenseCurve::DenseCurve(std::vector<CurvePoint> points) : points_(std::move(points)) {
  for (const CurvePoint& point : points_) {
    const bool good =
        point.cost > 0 && std::isfinite(point.cost) && point.loss > 0 && std::isfinite(point.loss);
    if (!good) {
      throw ConfigError(
          fmt::format("dense curve: a point of cost {} and loss {}, expected finite "
                      "values above 0",
                      point.cost, point.loss));
    }
  }
  std::ranges::sort(points_, {}, [](const CurvePoint& p) { return std::pair(p.cost, p.loss); });
  const auto repeated =
      std::unique(points_.begin(), points_.end(),
                  [](const CurvePoint& a, const CurvePoint& b) { return a.cost == b.cost; });
  points_.erase(repeated, points_.end());
}

std::optional<Matched> DenseCurve::loss_at(double cost) const {
  if (points_.size() < 2) return std::nullopt;
  std::size_t right = 1;
  while (right + 1 < points_.size() && points_[right].cost < cost) ++right;
  const CurvePoint& a = points_[right - 1];
  const CurvePoint& b = points_[right];
  return Matched{log_log_line(a.cost, a.loss, b.cost, b.loss, cost),
                 cost < points_.front().cost || cost > points_.back().cost};
}

std::optional<Matched> DenseCurve::cost_at(double loss) const {
  if (points_.size() < 2) return std::nullopt;
  const auto on_segment = [&](std::size_t right) {
    const CurvePoint& a = points_[right - 1];
    const CurvePoint& b = points_[right];
    return log_log_line(a.loss, a.cost, b.loss, b.cost, loss);
  };
  for (std::size_t right = 1; right < points_.size(); ++right) {
    const double a = points_[right - 1].loss;
    const double b = points_[right].loss;
    if (a != b && loss <= std::max(a, b) && loss >= std::min(a, b)) {
      return Matched{on_segment(right), false};
    }
  }
  // No segment holds this loss: it lies above or below all of them.
  const bool worse = loss > points_.front().loss;
  const std::size_t right = worse ? 1 : points_.size() - 1;
  if (!(points_[right].loss < points_[right - 1].loss)) return std::nullopt;
  return Matched{on_segment(right), true};
}

DenseMatch match(const DenseCurve& dense, double cost, double loss) {
  DenseMatch result;
  result.loss = dense.loss_at(cost);
  result.cost_ratio = dense.cost_at(loss);
  if (result.cost_ratio) result.cost_ratio->value = cost / result.cost_ratio->value;
  return result;
}

void require_comparable(const std::vector<training::RunSummary>& runs) {
  for (const training::RunSummary& run : runs) {
    const training::RunSummary& first = runs.front();
    if (const auto other = differing_data(first, run))
      throw ConfigError(fmt::format(
          "{} and {}: different {} ({} and {}), expected the same: their losses cannot be compared",
          name_of(first), name_of(run), other->name, files::printable(other->first),
          files::printable(other->second)));
  }
}

ParetoTable make_pareto_table(const std::vector<training::RunSummary>& runs,
                              ReportedLoss reported) {
  ParetoTable table;
  const std::vector<training::RunSummary> usable = usable_runs(runs, table.notes);
  require_comparable(usable);
  table.tested = reported == ReportedLoss::kTestOfAll && !usable.empty() &&
                 std::ranges::all_of(usable, [](const training::RunSummary& run) {
                   return std::isfinite(run.metrics.value(training::metric::kTestLoss));
                 });
  std::map<Experiment, RunsByRate> experiments;
  for (const training::RunSummary& run : usable)
    experiments[experiment(run)][run.learning_rate].push_back(&run);
  // As tables list them: within a policy, density, block and budget by cost.
  std::vector<std::pair<Experiment, const RunsByRate*>> order;
  order.reserve(experiments.size());
  for (const auto& [key, by_rate] : experiments) order.emplace_back(key, &by_rate);
  const auto cost = [](const auto& entry) {
    const training::RunSummary& run = *entry.second->begin()->second.front();
    return hours_of(run) > 0 ? 0 : run.encoder_flops_per_sequence;
  };
  std::ranges::stable_sort(order, [&](const auto& a, const auto& b) {
    const auto place = [](const Experiment& key) {
      return std::tie(std::get<0>(key), std::get<1>(key), std::get<2>(key), std::get<3>(key),
                      std::get<4>(key));
    };
    if (place(a.first) != place(b.first)) return place(a.first) < place(b.first);
    return cost(a) < cost(b);
  });
  for (const auto& [key, by_rate] : order) add_experiment(*by_rate, table);
  match_with_dense(table.rows, table.rows);
  return table;
}

WrittenPareto write_pareto(const std::vector<training::RunSummary>& runs,
                           const std::filesystem::path& folder, const ParetoOptions& options) {
  ParetoTable table = make_pareto_table(runs);
  ParetoTable overlay = make_pareto_table(options.overlay);
  if (!overlay.rows.empty() && overlay.tested != table.tested) {
    table = make_pareto_table(runs, ReportedLoss::kValidation);
    overlay = make_pareto_table(options.overlay, ReportedLoss::kValidation);
  }
  if (table.rows.empty()) {
    throw ConfigError(fmt::format(
        "pareto: none of {} runs is done and has a loss; name one that is", runs.size()));
  }
  if (overlay.rows.empty() && !options.overlay.empty())
    throw ConfigError(
        fmt::format("pareto: none of the {} runs to draw over the others is done and has a loss; "
                    "name one that is",
                    options.overlay.size()));
  files::create_folders(folder);

  std::string markdown =
      "# " + files::markdown_text(options.title) + "\n\n" + pareto_markdown(table);
  if (!overlay.rows.empty()) {
    markdown += "\n# Overlay: " + files::markdown_text(options.overlay_name) + "\n\n";
    std::vector<std::string> told;
    const auto other =
        differing_data(usable_runs(runs, told).front(), usable_runs(options.overlay, told).front());
    if (other) {
      markdown += fmt::format(
          "Different {} ({}, above {}): losses cannot be compared with those above.\n\n",
          other->name, files::markdown_text(other->second), files::markdown_text(other->first));
    } else if (std::ranges::find(overlay.rows, "dense", &ParetoRow::policy) == overlay.rows.end()) {
      markdown += "Matched with the dense models above, of equal budget.\n\n";
      match_with_dense(overlay.rows, table.rows);
    }
    markdown += rows_markdown(overlay) + notes_markdown(overlay);
    files::write_file_atomically(folder / "overlay.csv", pareto_csv(overlay));
  } else {
    std::filesystem::remove(folder / "overlay.csv");  // of an earlier figure
  }
  files::write_file_atomically(folder / "pareto.csv", pareto_csv(table));
  files::write_file_atomically(folder / "learning_rates.csv", learning_rates_csv(table));
  files::write_file_atomically(folder / "pareto.md", markdown);
  write_summary(folder / "summary.csv", runs);
  drawing::draw_chart(pareto_chart(table, overlay, options, flops_axes()), folder);
  std::vector<std::string> notes = table.notes;
  notes.insert(notes.end(), overlay.notes.begin(), overlay.notes.end());
  return {.table = std::move(table), .markdown = std::move(markdown), .notes = std::move(notes)};
}

}  // namespace espalier::experiments
