// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/pareto.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include <espalier/experiments/config/task.h>
#include <espalier/experiments/figures/figure.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/csv.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

/// Value at x of the straight line through two points in double logarithmic axes.
double log_log_line(double x0, double y0, double x1, double y1, double x) {
  const double slope = std::log(y1 / y0) / std::log(x1 / x0);
  return y0 * std::exp(slope * std::log(x / x0));
}

struct Statistics {
  double mean = kUnknown;
  double deviation = kUnknown;  // of the sample; unknown for fewer than two values
};

Statistics statistics(const std::vector<double>& values) {
  Statistics result;
  const auto count = static_cast<double>(values.size());
  result.mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.deviation = std::sqrt(squares / (count - 1));
  return result;
}

int mode_order(const std::string& mode) {
  return mode == "dense" ? 0 : mode == "static" ? 1 : mode == "dynamic" ? 2 : 3;
}

/// What runs of one experiment share, in the order in which tables list them.
auto experiment(const RunSummary& run) {
  return std::tuple(mode_order(run.mode), run.mode, -run.density, run.block, run.tokens,
                    run.encoder_flops_per_sequence, run.model, run.settings_hash);
}
using Experiment = decltype(experiment(RunSummary()));
using RunsByRate = std::map<double, std::vector<const RunSummary*>>;

template <typename Member>
std::vector<double> values_of(const std::vector<const RunSummary*>& runs, Member member) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const RunSummary* run : runs) values.push_back(run->*member);
  return values;
}

std::string name_of(const RunSummary& run) { return run.folder.empty() ? run.name : run.folder; }

void require_comparable(const std::vector<RunSummary>& runs) {
  for (const RunSummary& run : runs) {
    const RunSummary& first = runs.front();
    const bool corpus = run.corpus_hash != first.corpus_hash;
    if (!corpus && run.vocabulary_hash == first.vocabulary_hash) continue;
    throw ConfigError(fmt::format(
        "{} and {}: different {} ({} and {}), expected the same: their losses cannot be compared",
        name_of(first), name_of(run), corpus ? "corpora" : "vocabularies",
        corpus ? first.corpus_hash : first.vocabulary_hash,
        corpus ? run.corpus_hash : run.vocabulary_hash));
  }
}

/// The runs that can stand in a table, each once.
std::vector<RunSummary> usable_runs(const std::vector<RunSummary>& runs,
                                    std::vector<std::string>& notes) {
  std::vector<RunSummary> usable;
  for (const RunSummary& run : runs) {
    if (run.status != "done") {
      notes.push_back(name_of(run) + ": left out, its status is " + run.status);
    } else if (!(run.validation_loss > 0 && std::isfinite(run.validation_loss))) {
      notes.push_back(name_of(run) + ": left out, it has no validation loss");
    } else if (std::ranges::any_of(usable, [&](const RunSummary& other) {
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

ParetoRow make_row(const std::vector<const RunSummary*>& runs, bool tested) {
  const RunSummary& first = *runs.front();
  const auto mean = [&](auto member) { return statistics(values_of(runs, member)).mean; };
  const Statistics loss =
      statistics(values_of(runs, tested ? &RunSummary::test_loss : &RunSummary::validation_loss));
  ParetoRow row;
  row.model = first.model;
  row.mode = first.mode;
  row.density = first.density;
  row.block = first.block;
  row.tokens = first.tokens;
  row.samples = first.sequences;
  if (const TaskPtr task = find_task(first.task)) row.unit = task->info().unit;
  row.settings_hash = first.settings_hash;
  row.seeds = static_cast<Index>(runs.size());
  row.learning_rate = first.learning_rate;
  row.loss = loss.mean;
  row.loss_spread = loss.deviation;
  row.unigram_entropy = mean(&RunSummary::unigram_entropy);
  row.encoder_flops = mean(&RunSummary::encoder_flops_per_sequence);
  row.total_flops = mean(&RunSummary::total_training_flops);
  row.parameters = mean(&RunSummary::parameters);
  row.explored = mean(&RunSummary::explored);
  row.seconds = mean(&RunSummary::seconds);
  return row;
}

/// Adds one experiment to the table: every rate, and the row of the best one.
void add_experiment(const RunsByRate& by_rate, ParetoTable& table) {
  const std::size_t begin = table.rates.size();
  std::size_t best = begin;
  std::vector<ParetoRow> rows;
  for (const auto& [rate, runs] : by_rate) {
    const ParetoRow& row = rows.emplace_back(make_row(runs, table.tested));
    const Statistics loss = statistics(values_of(runs, &RunSummary::validation_loss));
    table.rates.push_back({row.model, row.mode, row.density, row.block, row.tokens,
                           row.settings_hash, rate, row.seeds, loss.mean, loss.deviation});
    if (loss.mean < table.rates[best].loss) best = table.rates.size() - 1;
  }
  table.rates[best].chosen = true;
  table.rates[best].at_edge = best == begin || best == table.rates.size() - 1;
  table.rows.push_back(std::move(rows[best - begin]));
}

DenseMatch match(const DenseCurve& dense, double flops, double loss) {
  DenseMatch result;
  result.loss = dense.loss_at(flops);
  result.flops_ratio = dense.flops_at(loss);
  if (result.flops_ratio) result.flops_ratio->value = flops / result.flops_ratio->value;
  return result;
}

void match_with_dense(ParetoTable& table) {
  for (ParetoRow& row : table.rows) {
    if (row.mode == "dense") continue;
    std::vector<CurvePoint> by_encoder;
    std::vector<CurvePoint> by_total;
    for (const ParetoRow& dense : table.rows) {
      if (dense.mode != "dense" || dense.budget() != row.budget()) continue;
      by_encoder.push_back({dense.encoder_flops, dense.loss});
      by_total.push_back({dense.total_flops, dense.loss});
    }
    row.encoder_match = match(DenseCurve(by_encoder), row.encoder_flops, row.loss);
    row.total_match = match(DenseCurve(by_total), row.total_flops, row.loss);
  }
}

std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }
std::string fixed(double value, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "-";
}
std::string scientific(double value) {
  return std::isfinite(value) ? fmt::format("{:.3e}", value) : "-";
}
std::string with_spread(double mean, double spread) {
  return fixed(mean, 3) + (std::isfinite(spread) ? " ± " + fixed(spread, 3) : "");
}
std::string csv_value(const std::optional<Matched>& matched) {
  return matched ? number(matched->value) : "";
}
std::string csv_mark(const std::optional<Matched>& matched) {
  return !matched ? "" : matched->extrapolated ? "yes" : "no";
}
std::string markdown_value(const std::optional<Matched>& matched) {
  return matched ? (matched->extrapolated ? "~" : "") + fixed(matched->value, 3) : "-";
}

/// "mini" or, if other rows look the same but for their settings, "mini (settings 1a2b3c4d)".
template <typename Row>
std::string model_label(const Row& row, const std::vector<Row>& all) {
  const bool ambiguous = std::ranges::any_of(all, [&](const Row& other) {
    return other.settings_hash != row.settings_hash &&
           std::tie(other.model, other.mode, other.density, other.block, other.tokens) ==
               std::tie(row.model, row.mode, row.density, row.block, row.tokens);
  });
  return ambiguous ? fmt::format("{} (settings {:.8})", row.model, row.settings_hash) : row.model;
}

std::string block_label(const std::string& mode, Index block) {
  return mode == "dense" ? "-" : fmt::format("{}x{}", block, block);
}

std::string budget_label(const ParetoRow& row) {
  return fmt::format("{:.3g} M {}", static_cast<double>(row.budget()) / 1e6, row.unit);
}

template <typename Key>
bool all_equal(const std::vector<const ParetoRow*>& rows, const Key& key) {
  return std::ranges::all_of(rows,
                             [&](const ParetoRow* row) { return key(*row) == key(*rows.front()); });
}

std::string sparsity_label(const ParetoRow& row) {
  return fmt::format("density {:.3g}, block {}", row.density, block_label(row.mode, row.block));
}

std::vector<const ParetoRow*> sparse_rows(const ParetoTable& table, const ParetoTable& overlay) {
  std::vector<const ParetoRow*> rows;
  for (const ParetoTable* part : {&table, &overlay}) {
    for (const ParetoRow& row : part->rows) {
      if (row.mode != "dense") rows.push_back(&row);
    }
  }
  return rows;
}

/// Adds one curve for each mode; if the rows differ in density, block or budget, for each of these.
void add_curves(const ParetoTable& table, bool name_sparsity, const std::string& suffix,
                bool overlay, Figure& figure) {
  const bool one_budget = std::ranges::all_of(table.rows, [&](const ParetoRow& row) {
    return row.budget() == table.rows.front().budget();
  });
  for (const ParetoRow& row : table.rows) {
    std::string name = row.mode;
    if (name_sparsity && row.mode != "dense") name += ", " + sparsity_label(row);
    if (!one_budget) name += ", " + budget_label(row);
    name += suffix;
    auto curve = std::ranges::find(figure.curves, name, &FigureCurve::name);
    if (curve == figure.curves.end()) {
      const bool dense = row.mode == "dense";
      figure.curves.push_back({.name = name,
                               .mode = row.mode,
                               .overlay = overlay,
                               .points = {},
                               .block = dense ? 0 : row.block,
                               .density = dense ? 0 : row.density});
      curve = figure.curves.end() - 1;
    }
    curve->points.push_back({row.model, row.encoder_flops, row.total_flops, row.loss,
                             std::isfinite(row.loss_spread) ? row.loss_spread : 0,
                             row.trained_enough()});
  }
}

std::string seeds_label(const ParetoTable& table) {
  const auto [low, high] = std::ranges::minmax(table.rows, {}, &ParetoRow::seeds);
  if (high.seeds == 1) return "one seed each";
  std::string text = low.seeds == high.seeds ? fmt::format("{} seeds each", high.seeds)
                                             : fmt::format("{} to {} seeds", low.seeds, high.seeds);
  return text + ", bars: one standard deviation";
}

std::string loss_name(const ParetoTable& table) {
  return table.tested ? "test loss" : "validation loss";
}

Figure make_figure(const ParetoTable& table, const ParetoTable& overlay,
                   const ParetoOptions& options) {
  Figure figure;
  figure.title = options.title;
  figure.loss_name = loss_name(table);
  const ParetoRow& first = table.rows.front();
  const std::vector<const ParetoRow*> sparse = sparse_rows(table, overlay);
  const bool one_sparsity =
      all_equal(sparse, [](const ParetoRow& row) { return std::pair(row.density, row.block); });
  if (one_sparsity && !sparse.empty())
    figure.subtitle = "sparse: " + sparsity_label(*sparse[0]) + "; ";
  figure.subtitle += budget_label(first) + " per run; " + seeds_label(table);
  if (std::isfinite(first.unigram_entropy)) {
    figure.subtitle += fmt::format("; unigram entropy {:.2f} nats", first.unigram_entropy);
    if (options.show_unigram) figure.unigram_entropy = first.unigram_entropy;
  }
  add_curves(table, !one_sparsity, "", false, figure);
  if (!overlay.rows.empty()) {
    const std::string suffix =
        fmt::format(" ({}, {})", options.overlay_name, budget_label(overlay.rows[0]));
    add_curves(overlay, !one_sparsity, suffix, true, figure);
  }
  return figure;
}

constexpr const char* kLegend =
    "\n*Matched dense loss*: of a dense model with equal FLOPs, by a straight line in log(FLOPs) "
    "and "
    "log(loss)\nbetween neighbouring dense models. *FLOPs at equal loss*: FLOPs of the sparse "
    "model "
    "divided by those of a\ndense model that reaches the same loss; below 1 the sparse model is "
    "cheaper. \"~\" marks values beyond the ends\nof the dense curve. *Encoder*: training FLOPs of "
    "the encoder for one sequence. *All*: every counted FLOP of the\nrun, head and optimizer "
    "included. *Below unigram*: nats below the entropy of guessing by frequency; rows with\nless "
    "than 0.5 were not trained long enough and prove nothing.\n";

std::string rows_markdown(const ParetoTable& table) {
  std::string text =
      "| model | mode | density | block | seeds | learning rate | " + loss_name(table) +
      " | below unigram | "
      "encoder FLOPs | all FLOPs | matched dense loss (encoder) | FLOPs at equal loss (encoder) | "
      "matched dense loss (all) | FLOPs at equal loss (all) | explored | seconds |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const ParetoRow& row : table.rows) {
    text += fmt::format(
        "| {} | {} | {:.3g} | {} | {} | {:.3g} | {} | {}{} | {} | {} | {} | {} | {} | {} | {} | {} "
        "|\n",
        files::markdown_text(model_label(row, table.rows)), files::markdown_text(row.mode),
        row.density, block_label(row.mode, row.block), row.seeds, row.learning_rate,
        with_spread(row.loss, row.loss_spread), fixed(row.below_unigram(), 3),
        row.trained_enough() ? "" : ", not trained long enough", scientific(row.encoder_flops),
        scientific(row.total_flops), markdown_value(row.encoder_match.loss),
        markdown_value(row.encoder_match.flops_ratio), markdown_value(row.total_match.loss),
        markdown_value(row.total_match.flops_ratio), fixed(row.explored, 3), fixed(row.seconds, 0));
  }
  return text;
}

}  // namespace

DenseCurve::DenseCurve(std::vector<CurvePoint> points) : points_(std::move(points)) {
  for (const CurvePoint& point : points_) {
    const bool good = point.flops > 0 && std::isfinite(point.flops) && point.loss > 0 &&
                      std::isfinite(point.loss);
    if (!good) {
      throw ConfigError(
          fmt::format("dense curve: a point of {} FLOPs and loss {}, expected finite "
                      "values above 0",
                      point.flops, point.loss));
    }
  }
  std::ranges::sort(points_, {}, [](const CurvePoint& p) { return std::pair(p.flops, p.loss); });
  const auto repeated =
      std::unique(points_.begin(), points_.end(),
                  [](const CurvePoint& a, const CurvePoint& b) { return a.flops == b.flops; });
  points_.erase(repeated, points_.end());
}

std::optional<Matched> DenseCurve::loss_at(double flops) const {
  if (points_.size() < 2) return std::nullopt;
  std::size_t right = 1;
  while (right + 1 < points_.size() && points_[right].flops < flops) ++right;
  const CurvePoint& a = points_[right - 1];
  const CurvePoint& b = points_[right];
  return Matched{log_log_line(a.flops, a.loss, b.flops, b.loss, flops),
                 flops < points_.front().flops || flops > points_.back().flops};
}

std::optional<Matched> DenseCurve::flops_at(double loss) const {
  if (points_.size() < 2) return std::nullopt;
  const auto on_segment = [&](std::size_t right) {
    const CurvePoint& a = points_[right - 1];
    const CurvePoint& b = points_[right];
    return log_log_line(a.loss, a.flops, b.loss, b.flops, loss);
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

bool ParetoRow::trained_enough() const { return below_unigram() >= kTrainedEnoughNats; }

ParetoTable make_pareto_table(const std::vector<RunSummary>& runs) {
  ParetoTable table;
  const std::vector<RunSummary> usable = usable_runs(runs, table.notes);
  require_comparable(usable);
  table.tested = !usable.empty() && std::ranges::all_of(usable, [](const RunSummary& run) {
    return std::isfinite(run.test_loss);
  });
  std::map<Experiment, RunsByRate> experiments;
  for (const RunSummary& run : usable)
    experiments[experiment(run)][run.learning_rate].push_back(&run);
  for (const auto& [key, by_rate] : experiments) add_experiment(by_rate, table);
  match_with_dense(table);
  return table;
}

std::string pareto_csv(const ParetoTable& table) {
  std::string text = files::csv_line({"model",
                                      "mode",
                                      "density",
                                      "block",
                                      "tokens",
                                      "settings_hash",
                                      "seeds",
                                      "learning_rate",
                                      table.tested ? "test_loss" : "validation_loss",
                                      "loss_spread",
                                      "unigram_entropy",
                                      "below_unigram",
                                      "trained_enough",
                                      "encoder_flops_per_sequence",
                                      "total_training_flops",
                                      "parameters",
                                      "explored",
                                      "seconds",
                                      "encoder_matched_loss",
                                      "encoder_matched_loss_extrapolated",
                                      "encoder_flops_ratio",
                                      "encoder_flops_ratio_extrapolated",
                                      "total_matched_loss",
                                      "total_matched_loss_extrapolated",
                                      "total_flops_ratio",
                                      "total_flops_ratio_extrapolated"});
  for (const ParetoRow& row : table.rows) {
    std::vector<std::string> cells = {row.model,
                                      row.mode,
                                      number(row.density),
                                      std::to_string(row.block),
                                      std::to_string(row.tokens),
                                      row.settings_hash,
                                      std::to_string(row.seeds),
                                      number(row.learning_rate),
                                      number(row.loss),
                                      number(row.loss_spread),
                                      number(row.unigram_entropy),
                                      number(row.below_unigram()),
                                      row.trained_enough() ? "yes" : "no",
                                      number(row.encoder_flops),
                                      number(row.total_flops),
                                      number(row.parameters),
                                      number(row.explored),
                                      number(row.seconds)};
    for (const DenseMatch* match : {&row.encoder_match, &row.total_match}) {
      for (const auto* matched : {&match->loss, &match->flops_ratio}) {
        cells.push_back(csv_value(*matched));
        cells.push_back(csv_mark(*matched));
      }
    }
    text += files::csv_line(cells);
  }
  return text;
}

std::string learning_rates_csv(const ParetoTable& table) {
  std::string text = files::csv_line({"model", "mode", "density", "block", "tokens",
                                      "settings_hash", "learning_rate", "seeds", "validation_loss",
                                      "loss_spread", "chosen", "at_edge"});
  for (const RateRow& row : table.rates) {
    text +=
        files::csv_line({row.model, row.mode, number(row.density), std::to_string(row.block),
                         std::to_string(row.tokens), row.settings_hash, number(row.learning_rate),
                         std::to_string(row.seeds), number(row.loss), number(row.loss_spread),
                         row.chosen ? "yes" : "no", row.at_edge ? "yes" : "no"});
  }
  return text;
}

std::string pareto_markdown(const ParetoTable& table) {
  std::string text = rows_markdown(table) + kLegend;
  text +=
      "\n## Learning rates tried\n\nThe lowest mean validation loss is chosen.\n\n"
      "| model | mode | density | block | learning rate | seeds | validation loss | |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const RateRow& row : table.rates) {
    const char* mark = !row.chosen   ? ""
                       : row.at_edge ? "chosen, at the edge of those tried"
                                     : "chosen";
    text +=
        fmt::format("| {} | {} | {:.3g} | {} | {:.3g} | {} | {} | {} |\n",
                    files::markdown_text(model_label(row, table.rates)),
                    files::markdown_text(row.mode), row.density, block_label(row.mode, row.block),
                    row.learning_rate, row.seeds, with_spread(row.loss, row.loss_spread), mark);
  }
  if (!table.notes.empty()) text += "\n## Notes\n\n";
  for (const std::string& note : table.notes) text += "- " + files::markdown_text(note) + '\n';
  return text;
}

ParetoTable write_pareto(const std::vector<RunSummary>& runs, const std::filesystem::path& folder,
                         const ParetoOptions& options) {
  ParetoTable table = make_pareto_table(runs);
  const ParetoTable overlay = make_pareto_table(options.overlay);
  if (table.rows.empty()) {
    throw ConfigError(
        fmt::format("pareto: none of {} runs is done and has a loss, expected one", runs.size()));
  }
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw IoError(folder.string() + ": cannot make the folder: " + error.message());

  std::string markdown =
      "# " + files::markdown_text(options.title) + "\n\n" + pareto_markdown(table);
  if (!overlay.rows.empty()) {
    markdown += "\n# Overlay: " + files::markdown_text(options.overlay_name) + "\n\n";
    const RunSummary& a = runs.front();
    const RunSummary& b = options.overlay.front();
    if (a.corpus_hash != b.corpus_hash || a.vocabulary_hash != b.vocabulary_hash) {
      markdown +=
          "Its corpus or vocabulary differs: losses are not comparable with those above.\n\n";
    }
    markdown += rows_markdown(overlay);
    files::write_file_atomically(folder / "overlay.csv", pareto_csv(overlay));
  }
  files::write_file_atomically(folder / "pareto.csv", pareto_csv(table));
  files::write_file_atomically(folder / "learning_rates.csv", learning_rates_csv(table));
  files::write_file_atomically(folder / "pareto.md", markdown);
  write_summary(folder / "summary.csv", runs);
  draw_figure(make_figure(table, overlay, options), folder);
  return table;
}

}  // namespace espalier::experiments
