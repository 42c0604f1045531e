// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/run_keys.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include <espalier/files/nearest_name.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/key.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/settings.h>

namespace espalier::experiments {
namespace {

/// The value of a setting. A file of summaries has those alone in which its runs differ, and some
/// of the others as columns.
std::string setting_or_column(const training::RunSummary& run, const std::string& key) {
  if (!run.settings.contains(key)) {
    if (key == "topology.policy" && !run.policy.empty()) return run.policy;
    if (key == "model.density") return training::toml_text(run.density);
    if (key == "model.block") return std::to_string(run.block);
  }
  return training::setting(run.settings, key);
}

}  // namespace

std::optional<NamedSize> size_in_name(const std::string& model) {
  const std::size_t width = model.rfind("_H");
  if (width == std::string::npos) return std::nullopt;
  const std::size_t layers = model.rfind("_L", width);
  if (layers == std::string::npos) return std::nullopt;
  const std::size_t end = std::min(model.find('_', width + 1), model.size());
  const auto part = [&](std::size_t from, std::size_t to) {
    return files::number_in<Index>(std::string_view(model).substr(from, to - from));
  };
  const auto found_layers = part(layers + 2, width), found_width = part(width + 2, end);
  if (!found_layers || !found_width) return std::nullopt;
  return NamedSize{.base = model.substr(0, layers),
                   .layers = *found_layers,
                   .hidden = *found_width,
                   .rest = model.substr(end)};
}

std::string key_value(const training::RunSummary& run, const std::string& key) {
  if (key == training::kSeedKey) return std::to_string(run.seed);
  const std::string value = setting_or_column(run, key);
  const bool named = run.settings.contains("model.name");
  // Where the name is no setting, the column has it, and with it the extents.
  const bool extent = (key == "model.hidden" || key == "model.layers") &&
                      (value == "0" || (!named && !run.settings.contains(key)));
  if (!extent && (key != "model.norm" || value != "post")) return value;
  const auto size = named ? std::nullopt : size_in_name(run.model);
  if (extent && size) return std::to_string(key == "model.hidden" ? size->hidden : size->layers);
  const auto model = models::find_model(named  ? training::setting(run.settings, "model.name")
                                        : size ? size->base
                                               : run.model);
  if (!model || !model->widths.empty()) return value;  // a perceptron has neither
  if (extent) return std::to_string(key == "model.hidden" ? model->hidden : model->layers);
  return model->norm == models::NormPlacement::kPre ? "pre" : value;
}

std::vector<std::string> differing_keys(const training::RunSummary& a,
                                        const training::RunSummary& b) {
  std::vector<std::string> differing;
  for (const training::Key& key : training::keys())
    if (key.path() != training::kSeedKey && key_value(a, key.path()) != key_value(b, key.path()))
      differing.push_back(key.path());
  // A file of summaries of one rate has it as a column alone.
  constexpr const char* kRate = "training.learning_rate";
  if (!a.settings.contains(kRate) && !b.settings.contains(kRate) &&
      std::isfinite(a.learning_rate) && std::isfinite(b.learning_rate) &&
      a.learning_rate != b.learning_rate)
    differing.emplace_back(kRate);
  return differing;
}

bool is_rate_key(const std::string& key) {
  return key == "training.learning_rate" || key == "training.scale_learning_rate";
}

void require_key(const std::string& key, const std::string& where) {
  if (training::is_setting(key) || key == training::kSeedKey) return;
  std::vector<std::string> known = {training::kSeedKey};
  for (const training::Key& each : training::keys())
    if (training::is_setting(each.path())) known.push_back(each.path());
  const std::string nearest = files::nearest_of(key, known);
  throw ConfigError(where + ": no key " + files::printable(key) + " that decides numbers" +
                    (nearest.empty() ? ", expected one such as model.block" : nearest));
}

}  // namespace espalier::experiments
