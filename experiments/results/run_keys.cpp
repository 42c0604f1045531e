// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/run_keys.h>

#include <espalier/files/plain_text.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/nearest_name.h>
#include <espalier/training/config/settings.h>

namespace espalier::experiments {

std::string key_value(const training::RunSummary& run, const std::string& key) {
  if (key == training::kSeedKey) return std::to_string(run.seed);
  const std::string& value = training::setting(run.settings, key);
  const bool extent = (key == "model.hidden" || key == "model.layers") && value == "0";
  if (!extent && (key != "model.norm" || value != "post")) return value;
  const auto model = models::find_model(training::setting(run.settings, "model.name"));
  if (!model) return value;
  if (extent) return std::to_string(key == "model.hidden" ? model->hidden : model->layers);
  return model->norm == models::NormPlacement::kPre ? "pre" : value;
}

void require_key(const std::string& key, const std::string& where) {
  if (training::is_setting(key) || key == training::kSeedKey) return;
  std::vector<std::string> known = {training::kSeedKey};
  for (const training::Key& each : training::keys())
    if (training::is_setting(each.path())) known.push_back(each.path());
  const std::string nearest = training::nearest_of(key, known);
  throw ConfigError(where + ": no key " + files::printable(key) + " that decides numbers" +
                    (nearest.empty() ? ", expected one such as model.block" : nearest));
}

}  // namespace espalier::experiments
