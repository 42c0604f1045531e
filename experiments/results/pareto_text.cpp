// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/pareto_text.h>

#include <algorithm>

#include <espalier/experiments/results/key_words.h>
#include <espalier/files/csv.h>
#include <espalier/files/plain_text.h>
#include <espalier/training/runs/summary_columns.h>

namespace espalier::experiments {
namespace {

constexpr const char* kLegend = R"(
*Density*: as asked for. A pattern stores whole blocks, at least that share; large blocks in small matrices store more,
which the FLOPs count. *Matched dense loss*: of a dense model with equal FLOPs that was trained on as much, by a straight
line in log(FLOPs) and log(loss) between neighbouring dense models. *FLOPs at equal loss*: FLOPs of the sparse model
divided by those of such a dense model that reaches the same loss; below 1 the sparse model is cheaper. A dense model that
was trained on less may be cheaper still. "~" marks values beyond the ends of the dense curve. *Encoder*: training FLOPs
of the encoder for one sequence. *All*: every counted FLOP of the run, head and optimizer included. *Below unigram*: nats
below the entropy of guessing by frequency in the validation text; rows with less than 0.5, or with a loss above the
context-free one, were not trained long enough: they prove nothing and are no part of the dense curve.
)";

}  // namespace

std::string csv_value(const std::optional<Matched>& matched) {
  return matched ? csv_number(matched->value) : "";
}
std::string csv_mark(const std::optional<Matched>& matched) {
  return !matched ? "" : matched->extrapolated ? "yes" : "no";
}
std::string markdown_value(const std::optional<Matched>& matched) {
  return matched ? (matched->extrapolated ? "~" : "") + fixed(matched->value, 3) : "-";
}

std::string block_label(const std::string& policy, Index block) {
  return policy == "dense" ? "-" : fmt::format("{}x{}", block, block);
}

std::string budget_unit(const ParetoRow& row) { return row.tokens > 0 ? "tokens" : row.unit; }

std::string budget_label(const ParetoRow& row) {
  if (row.hours > 0) return fmt::format("{:.3g} hours", row.hours);
  return fmt::format("{:.3g} M {}", row.budget() / 1e6, budget_unit(row));
}

std::string budgets_label(const std::vector<ParetoRow>& rows) {
  const auto [low, high] = std::ranges::minmax_element(rows, {}, &ParetoRow::budget);
  return low->budget() == high->budget() ? budget_label(*low)
                                         : budget_label(*low) + " to " + budget_label(*high);
}

std::string trained_text(const ParetoRow& row) {
  if (!row.trained_enough()) return "";
  return *row.trained_enough() ? "yes" : "no";
}

std::string loss_name(bool tested) { return tested ? "test loss" : "validation loss"; }

std::string loss_axis_title(bool tested, const std::set<std::string>& tasks) {
  const std::string unit = loss_unit_of(tasks);
  return loss_name(tested) + (unit.empty() ? "" : fmt::format(" ({} per prediction)", unit));
}

std::string rows_markdown(const ParetoTable& table) {
  const bool one_budget = std::ranges::all_of(table.rows, [&](const ParetoRow& row) {
    return row.budget() == table.rows.front().budget();
  });
  std::string text = fmt::format(
      "| model | policy | density | block |{} seeds | learning rate | {} | below unigram | "
      "encoder FLOPs | all FLOPs | matched dense loss (encoder) | FLOPs at equal loss (encoder) | "
      "matched dense loss (all) | FLOPs at equal loss (all) | explored | seconds |\n"
      "|---|---|---|---|{}---|---|---|---|---|---|---|---|---|---|---|---|\n",
      one_budget ? "" : " trained on |", loss_name(table.tested), one_budget ? "" : "---|");
  for (const ParetoRow& row : table.rows) {
    text += fmt::format(
        "| {} | {} | {:.3g} | {} |{} {} | {:.3g} | {} | {}{} | {} | {} | {} | {} | {} | {} | {} | "
        "{} |\n",
        files::markdown_text(model_label(row, table.rows)), files::markdown_text(row.policy),
        row.density, block_label(row.policy, row.block),
        one_budget ? "" : ' ' + files::markdown_text(budget_label(row)) + " |", row.seeds,
        row.learning_rate, with_spread(row.loss, row.loss_spread), fixed(row.below_unigram(), 3),
        row.trained_enough().value_or(true) ? "" : ", not trained long enough",
        scientific(row.encoder_flops), scientific(row.total_flops),
        markdown_value(row.encoder_match.loss), markdown_value(row.encoder_match.cost_ratio),
        markdown_value(row.total_match.loss), markdown_value(row.total_match.cost_ratio),
        fixed(row.metrics.value(training::metric::kExplored), 3), fixed(row.seconds, 0));
  }
  return text;
}

std::string notes_markdown(const ParetoTable& table) {
  std::string text = table.notes.empty() ? "" : "\n## Notes\n\n";
  for (const std::string& note : table.notes) text += "- " + files::markdown_text(note) + '\n';
  return text;
}

std::string pareto_csv(const ParetoTable& table) {
  std::vector<std::string> names = {"model",
                                    "policy",
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
                                    "total_flops_ratio_extrapolated"};
  std::vector<std::string> own;
  for (const training::SummaryColumn& column : training::metric_columns())
    if (std::ranges::any_of(table.rows,
                            [&](const ParetoRow& row) { return row.metrics.has(column.name); }))
      own.push_back(column.name);
  names.insert(names.end(), own.begin(), own.end());
  std::string text = files::csv_line(names);
  for (const ParetoRow& row : table.rows) {
    std::vector<std::string> cells = {
        row.model,
        row.policy,
        csv_number(row.density),
        std::to_string(row.block),
        std::to_string(row.tokens),
        row.settings_hash,
        std::to_string(row.seeds),
        csv_number(row.learning_rate),
        csv_number(row.loss),
        csv_number(row.loss_spread),
        csv_number(row.metrics.value(training::metric::kUnigramEntropy)),
        csv_number(row.below_unigram()),
        trained_text(row),
        csv_number(row.encoder_flops),
        csv_number(row.total_flops),
        csv_number(row.parameters),
        csv_number(row.metrics.value(training::metric::kExplored)),
        csv_number(row.seconds)};
    for (const DenseMatch* match : {&row.encoder_match, &row.total_match}) {
      for (const auto* matched : {&match->loss, &match->cost_ratio}) {
        cells.push_back(csv_value(*matched));
        cells.push_back(csv_mark(*matched));
      }
    }
    for (const std::string& name : own) cells.push_back(csv_number(row.metrics.value(name)));
    text += files::csv_line(cells);
  }
  return text;
}

std::string learning_rates_csv(const ParetoTable& table) {
  std::string text = files::csv_line({"model", "policy", "density", "block", "tokens",
                                      "settings_hash", "learning_rate", "seeds", "validation_loss",
                                      "loss_spread", "chosen", "at_edge"});
  for (const RateRow& row : table.rates) {
    text += files::csv_line(
        {row.model, row.policy, csv_number(row.density), std::to_string(row.block),
         std::to_string(row.tokens), row.settings_hash, csv_number(row.learning_rate),
         std::to_string(row.seeds), csv_number(row.loss), csv_number(row.loss_spread),
         row.chosen ? "yes" : "no", row.at_edge ? "yes" : "no"});
  }
  return text;
}

std::string pareto_markdown(const ParetoTable& table) {
  std::string text = rows_markdown(table) + kLegend;
  if (std::ranges::any_of(table.rows, [](const ParetoRow& row) {
        return row.trained_enough() != trained_enough(row.metrics, row.loss);
      }))
    text +=
        "Which rows were trained long enough the validation loss says, of whose text entropy and "
        "context-free loss are.\n";
  const bool one_budget = std::ranges::all_of(
      table.rates, [&](const RateRow& row) { return row.tokens == table.rates.front().tokens; });
  text += fmt::format(
      "\n## Learning rates tried\n\n"
      "The lowest mean validation loss is chosen, of two rates over the seeds that both have.\n\n"
      "| model | policy | density | block |{} learning rate | seeds | validation loss | |\n"
      "|---|---|---|---|{}---|---|---|---|\n",
      one_budget ? "" : " tokens |", one_budget ? "" : "---|");
  for (const RateRow& row : table.rates) {
    const char* mark = !row.chosen   ? ""
                       : row.at_edge ? "chosen, at the edge of those tried"
                                     : "chosen";
    text += fmt::format("| {} | {} | {:.3g} | {} |{} {:.3g} | {} | {} | {} |\n",
                        files::markdown_text(model_label(row, table.rates)),
                        files::markdown_text(row.policy), row.density,
                        block_label(row.policy, row.block),
                        one_budget ? "" : ' ' + axis_value(std::to_string(row.tokens)) + " |",
                        row.learning_rate, row.seeds, with_spread(row.loss, row.loss_spread), mark);
  }
  return text + notes_markdown(table);
}

}  // namespace espalier::experiments
