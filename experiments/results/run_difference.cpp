// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/run_difference.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/build_info.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/config/task_declaration.h>

namespace espalier::experiments {
namespace {

/// Of each validation that a run has recorded.
struct Validations {
  std::map<Index, double> losses;
  std::optional<FinalValidation> last;
};

Validations validations_of(const std::filesystem::path& folder,
                           const training::Manifest& manifest) {
  Validations found;
  const std::vector<training::ResultMetric> metrics = training::task_metrics();
  for_each_run_record(folder, manifest, [&](const nlohmann::json& record, const std::string&) {
    if (!training::is_event(record, training::event::kValidation) ||
        !record.contains(training::field::kStep) ||
        !record[training::field::kStep].is_number_integer())
      return;
    const Index step = record[training::field::kStep].get<Index>();
    const double loss = training::number_or_unknown(record, training::field::kLoss);
    found.losses[step] = loss;
    if (found.last && found.last->step > step) return;
    found.last = {.step = step, .loss = loss};
    for (const training::ResultMetric& result : metrics)
      if (result.measured == training::Measured::kByValidation)
        found.last->metrics.set(result.metric.name,
                                training::number_or_unknown(record, result.metric.name.c_str()));
  });
  return found;
}

/// Metrics but the loss that the last validations of both runs have.
std::vector<training::Metric> shared_metrics(const RunDifference& difference) {
  std::vector<training::Metric> shared;
  if (!difference.first_final || !difference.second_final) return shared;
  for (const training::ResultMetric& result : training::task_metrics())
    if (result.measured == training::Measured::kByValidation &&
        result.metric.name != training::metric::kLoss &&
        difference.first_final->metrics.has(result.metric.name) &&
        difference.second_final->metrics.has(result.metric.name))
      shared.push_back(result.metric);
  return shared;
}

training::Settings settings_with_seed(const std::filesystem::path& folder,
                                      const training::Manifest& manifest) {
  training::Settings settings = settings_of(read_run_config(folder, manifest));
  settings[training::kSeedKey] = std::to_string(manifest.seed);
  return settings;
}

training::Settings provenance_of(const training::Manifest& manifest) {
  return {{"corpus", manifest.corpus_hash},
          {"vocabulary", manifest.vocabulary_hash},
          {"encoder", manifest.encoder_hash},
          {"version", manifest.version},
          {"revision", shown_revision(manifest.revision, manifest.dirty)},
          {"processor", manifest.processor},
          {"kernel", manifest.kernel},
          {"dense library", manifest.dense_library},
          {"threads", std::to_string(manifest.threads)},
          {"compiler", manifest.compiler},
          {"status", to_string(manifest.status)}};
}

std::string table(const std::string& title, const std::vector<training::DifferingValue>& values) {
  if (values.empty()) return title + ": none\n";
  std::size_t width = 0, first = 0;
  for (const training::DifferingValue& value : values) {
    width = std::max(width, value.name.size());
    first = std::max(first, files::cell_text(value.first).size());
  }
  std::string text = title + ":\n";
  for (const training::DifferingValue& value : values)
    text += fmt::format("  {:<{}}  {:<{}}  {}\n", value.name, width, files::cell_text(value.first),
                        first, files::cell_text(value.second));
  return text;
}

/// At most `most` of `count` indices, spread evenly, the last among them.
std::vector<std::size_t> spread(std::size_t count, std::size_t most) {
  std::vector<std::size_t> indices;
  const std::size_t shown = std::min(count, most);
  for (std::size_t i = 1; i <= shown; ++i) indices.push_back(i * count / shown - 1);
  return indices;
}

std::string final_text(const RunDifference& difference) {
  const std::optional<FinalValidation>&first = difference.first_final,
        &second = difference.second_final;
  const auto one = [](const std::optional<FinalValidation>& last) {
    return last ? fmt::format("{:.4f} after step {}", last->loss, last->step)
                : std::string("none yet");
  };
  std::string text =
      fmt::format("final validation loss: first {}, second {}", one(first), one(second));
  if (first && second) text += fmt::format(", differ {:+.4f}", first->loss - second->loss);
  text += '\n';
  for (const training::Metric& metric : shared_metrics(difference)) {
    const double a = first->metrics.at(metric.name), b = second->metrics.at(metric.name);
    text += fmt::format("final validation {}: first {:.4f}, second {:.4f}, differ {:+.4f}\n",
                        title_of(metric), a, b, a - b);
  }
  return text;
}

}  // namespace

RunDifference run_difference(const std::filesystem::path& first,
                             const std::filesystem::path& second) {
  const training::Manifest a = training::read_manifest(first), b = training::read_manifest(second);
  RunDifference difference = {
      .first = a.name,
      .second = b.name,
      .settings = training::differing(settings_with_seed(first, a), settings_with_seed(second, b)),
      .provenance = training::differing(provenance_of(a), provenance_of(b)),
      .validation = {},
      .first_final = {},
      .second_final = {}};
  const Validations one = validations_of(first, a), two = validations_of(second, b);
  for (const auto& [step, loss] : one.losses)
    if (const auto other = two.losses.find(step); other != two.losses.end())
      difference.validation.push_back({step, loss, other->second});
  difference.first_final = one.last;
  difference.second_final = two.last;
  return difference;
}

std::optional<LossPair> furthest_apart(const RunDifference& difference) {
  std::optional<LossPair> furthest;
  for (const LossPair& pair : difference.validation) {
    const double apart = std::abs(pair.difference());
    if (std::isfinite(apart) && (!furthest || apart > std::abs(furthest->difference())))
      furthest = pair;
  }
  return furthest;
}

std::string run_difference_text(const RunDifference& difference, std::size_t most_steps) {
  std::string text =
      fmt::format("first   {}\nsecond  {}\n\n", files::without_controls(difference.first),
                  files::without_controls(difference.second));
  text += table("settings that differ", difference.settings);
  text += '\n' + table("what computed them", difference.provenance);
  const std::string last = final_text(difference);
  if (difference.validation.empty())
    return text + "\nvalidation loss: no step after which both have one\n" + last;
  text += fmt::format("\nvalidation loss:\n  {:>9}  {:>8}  {:>8}  {:>8}\n", "step", "first",
                      "second", "differ");
  for (const std::size_t i : spread(difference.validation.size(), most_steps)) {
    const LossPair& pair = difference.validation[i];
    text += fmt::format("  {:>9}  {:>8.4f}  {:>8.4f}  {:>+8.4f}\n", pair.step, pair.first,
                        pair.second, pair.difference());
  }
  if (const auto furthest = furthest_apart(difference))
    text += fmt::format("  furthest apart after step {}: {:+.4f}\n", furthest->step,
                        furthest->difference());
  return text + last;
}

std::string run_difference_json(const RunDifference& difference) {
  const auto values = [](const std::vector<training::DifferingValue>& list) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (const training::DifferingValue& value : list)
      object[value.name] = {value.first, value.second};
    return object;
  };
  nlohmann::ordered_json object = {{"runs", {difference.first, difference.second}},
                                   {"settings", values(difference.settings)},
                                   {"provenance", values(difference.provenance)},
                                   {"validation", nlohmann::ordered_json::array()}};
  for (const LossPair& pair : difference.validation)
    object["validation"].push_back(
        {{"step", pair.step}, {"first", pair.first}, {"second", pair.second}});
  if (const auto furthest = furthest_apart(difference))
    object["furthest_apart"] = {{"step", furthest->step}, {"difference", furthest->difference()}};
  const auto final_loss = [](const std::optional<FinalValidation>& last) {
    return last ? nlohmann::ordered_json({{"step", last->step}, {"loss", last->loss}})
                : nlohmann::ordered_json();
  };
  object["final"] = {{"first", final_loss(difference.first_final)},
                     {"second", final_loss(difference.second_final)}};
  if (difference.first_final && difference.second_final)
    object["final"]["difference"] = difference.first_final->loss - difference.second_final->loss;
  for (const training::Metric& metric : shared_metrics(difference)) {
    const double a = difference.first_final->metrics.at(metric.name),
                 b = difference.second_final->metrics.at(metric.name);
    object["final"]["metrics"][metric.name] = {{"first", a}, {"second", b}, {"difference", a - b}};
  }
  return files::json_text(object, 2) + '\n';
}

}  // namespace espalier::experiments
