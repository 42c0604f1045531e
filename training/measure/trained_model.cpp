// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/measure/trained_model.h>

#include <fmt/format.h>

#include <algorithm>

#include <espalier/files/json_object.h>
#include <espalier/files/json_text.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/sessions/run_branch.h>
#include <espalier/training/tasks/encoder_task.h>

namespace espalier::training {
namespace {

void require_checkpoint_of(const Manifest& manifest, const std::filesystem::path& checkpoint) {
  const std::string where = (checkpoint / "trainer_state.json").string();
  const nlohmann::json state = files::parse_json_object(models::trainer_state(checkpoint), where);
  if (!is_of_run(state, manifest.config_hash, manifest.extensions))
    throw FormatError(where + ": of another configuration than manifest.json says");
}

/// A thousand names of a hundred bytes, escaped.
constexpr std::size_t kLargestLabelsBytes = std::size_t{1} << 20;

}  // namespace

TrainedModel trained_model(const std::string& run, const std::string& asker) {
  TrainedModel model;
  model.checkpoint = branch_of(run, asker).checkpoint;
  model.folder = model.checkpoint.parent_path().parent_path();
  model.manifest = read_manifest(model.folder);
  model.config = read_run_config(model.folder, model.manifest);
  require_checkpoint_of(model.manifest, model.checkpoint);
  return model;
}

text::Tokenizer tokenizer_of(const TrainedModel& trained) {
  if (trained.manifest.vocabulary_hash.empty())
    throw ConfigError(fmt::format("{}: task {} reads no text; expected a run that does",
                                  trained.folder.string(), trained.config.run.task));
  text::Tokenizer tokenizer = text::read_hugging_face_tokenizer(trained.folder);
  if (tokenizer.hash() != trained.manifest.vocabulary_hash)
    throw FormatError(fmt::format("{}: is vocabulary {}; expected {}, as manifest.json says",
                                  tokenizer.name(), tokenizer.hash(),
                                  trained.manifest.vocabulary_hash));
  return tokenizer;
}

std::vector<std::string> labels_of(const TrainedModel& trained, Index classes) {
  const auto keys =
      files::JsonObject::read_if_present(trained.folder / run_file::kLabels, kLargestLabelsBytes);
  if (!keys) return {};
  const nlohmann::json* list = keys->find("labels");
  const bool fits = list != nullptr && list->is_array() &&
                    static_cast<Index>(list->size()) <= classes &&
                    std::ranges::all_of(*list, [](const auto& name) { return name.is_string(); });
  if (!fits) keys->refuse("labels", fmt::format("a list of at most {} names", classes));
  return list->get<std::vector<std::string>>();
}

models::StoredModel stored_model_of(const TrainedModel& trained, Index vocabulary) {
  models::StoredModel model =
      models::read_checkpoint_model(trained.checkpoint, encoder_shape(trained.config, vocabulary));
  if (model.head == models::HeadKind::kClassification)
    model.labels =
        labels_of(trained, static_cast<Index>(model.at("classifier.bias").values.size()));
  return model;
}

}  // namespace espalier::training
