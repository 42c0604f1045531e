// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/program/model_source.h>

#include <array>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <utility>

#include <espalier/files/atomic_file.h>
#include <espalier/files/plain_text.h>
#include <espalier/models/checkpoints/model_folder.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/measure/trained_model.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/tasks/question_answering_task.h>

namespace espalier::experiments {

namespace {

constexpr std::array kTokenizerFiles = {"vocab.txt",         "tokenizer_config.json",
                                        "tokenizer.json",    "special_tokens_map.json",
                                        "added_tokens.json", "merges.txt",
                                        "vocab.json"};
/// Twice what the largest vocabularies in use take as JSON.
constexpr std::size_t kLargestTokenizerBytes = std::size_t{64} << 20;

}  // namespace

std::map<std::string, std::string> tokenizer_files(const std::filesystem::path& folder) {
  std::map<std::string, std::string> found;
  for (const char* name : kTokenizerFiles)
    if (std::filesystem::exists(folder / name))
      found[name] = files::read_file(folder / name, kLargestTokenizerBytes);
  return found;
}

bool is_model_folder(const std::string& name) {
  const auto has = [](const std::filesystem::path& folder, const char* file) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(folder / file, error);
    if (!std::filesystem::status_known(status))
      throw IoError((folder / file).string() + ": cannot look into: " + error.message());
    return std::filesystem::exists(status);
  };
  if (has(name, models::kConfigFile)) return true;
  // RUN@STEP, or a run whose path has an @.
  for (const std::string& run : {name, name.substr(0, name.rfind('@'))})
    if (has(run, training::run_file::kManifest)) return false;
  throw IoError(name + ": no model here; expected the folder of a run, which has " +
                training::run_file::kManifest + ", or a model folder, which has " +
                models::kConfigFile);
}

void add_model_argument(CLI::App& command, std::string& model) {
  command
      .add_option("model", model,
                  "Folder of a run, for its newest checkpoint; RUN@STEP, for another; or a model "
                  "folder with config.json, as Hugging Face writes it")
      ->required();
}

SourceModel read_source_model(const std::string& name, const std::string& asker) {
  if (is_model_folder(name))
    return {models::read_model_folder(name), text::read_any_tokenizer(name)};
  const training::TrainedModel trained = training::trained_model(name, asker);
  text::Tokenizer tokenizer = training::tokenizer_of(trained);
  models::StoredModel model = training::stored_model_of(trained, tokenizer.size());
  SourceModel source = {.model = std::move(model), .tokenizer = std::move(tokenizer)};
  if (training::uses_key(trained.config, training::stride_key().key())) {
    source.stride = training::stride_key().of(trained.config);
    source.none_threshold = training::none_threshold_key().of(trained.config);
  }
  return source;
}

void warn_without_int8(const std::string& name, const models::PackedModel& model) {
  if (model.has_int8()) return;
  std::cerr << "espalier: warning: --int8: no linear layer of " << files::without_controls(name)
            << " has blocks of 4, 8 or 16, which alone are computed in 8 bits: to no effect\n";
}

}  // namespace espalier::experiments
