// SPDX-License-Identifier: Apache-2.0
#include "experiments/training_run.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "experiments/encoded_corpus.h"
#include "experiments/image_task.h"
#include "experiments/mlm_task.h"
#include "experiments/progress.h"
#include "experiments/topology_record.h"
#include "experiments/trainer.h"
#include "models/checkpoint.h"
#include "schedules/edit_log.h"
#include "sparse/core/context.h"
#include "sparse/core/error.h"
#include "sparse/ops/kernel_variant.h"

namespace espalier::experiments {
namespace {

/// A run writes about this many train records, whatever its length.
constexpr Index kTrainRecords = 200;

DataOptions data_options(const RunConfig& config) {
  return {.corpus = config.data.corpus,
          .folder = config.data.folder,
          .vocabulary = config.data.vocabulary,
          .vocabulary_size = config.data.vocabulary_size,
          .sequence_length = config.data.sequence,
          .validation_fraction = config.data.validation_fraction,
          .cache_folder = config.data.cache};
}

std::string fixed(double value, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

RunFolder open_or_create(const RunConfig& config, Resume resume) {
  const std::filesystem::path root = config.run.folder;
  const std::string name = run_name(config);
  if (resume == Resume::kNever || !RunFolder::exists(root / name))
    return RunFolder::create(root, name);
  RunFolder folder = RunFolder::open(root / name);
  const std::string there = folder.read_manifest().config_hash;
  if (there != config_hash(config))
    throw ConfigError(
        (root / name).string() +
        ": holds a run of another configuration (see its config.toml); choose another "
        "run.name or run.folder");
  return folder;
}

/// One sitting of a run: from its folder's state to done, stopped or failed.
class Sitting {
 public:
  Sitting(const RunConfig& config, const TrainingRunOptions& options, RunFolder folder)
      : config_(config), options_(options), folder_(std::move(folder)) {}

  TrainingRunOutcome run() {
    TrainingRunOutcome outcome = {
        .status = RunStatus::kDone, .folder = folder_.path(), .result = {}};
    if (already_done()) return outcome;
    manifest_ = new_manifest(config_);
    try {
      prepare();
      outcome.status = train();
      if (outcome.status == RunStatus::kDone) outcome.result = finish();
    } catch (const std::exception& error) {
      manifest_.status = RunStatus::kFailed;
      manifest_.message = error.what();
      manifest_.ended = utc_now();
      folder_.write_manifest(manifest_);
      throw;
    }
    manifest_.status = outcome.status;
    manifest_.ended = utc_now();
    folder_.write_manifest(manifest_);
    return outcome;
  }

 private:
  bool already_done() const {
    return std::filesystem::exists(folder_.manifest_path()) &&
           folder_.read_manifest().status == RunStatus::kDone;
  }

  void say(const std::string& text) const {
    if (!options_.quiet) std::cerr << manifest_.name << ": " << text << '\n';
  }

  void prepare() {
    folder_.write_config(config_);
    folder_.write_manifest(manifest_);
    context_ = std::make_unique<Context>(
        ContextOptions{.threads = static_cast<int>(config_.run.threads),
                       .seed = static_cast<std::uint64_t>(config_.run.seed),
                       .kernel = config_.run.kernel});
    if (trains_on_images(config_))
      prepare_images();
    else
      prepare_corpus();
    trainer_ = std::make_unique<Trainer>(config_, *task_, *context_, [this] { return seconds(); });
    recorder_ = std::make_unique<TopologyRecorder>(trainer_->topology());
    manifest_.threads = context_->threads();
    manifest_.kernel = context_->kernel() + " (" + sparse::simd_target_name(*context_) + ")";
    manifest_.dense_library = sparse::dense_library_name(*context_);
    resume();
    folder_.write_manifest(manifest_);
  }

  void prepare_corpus() {
    say("preparing the corpus");
    corpus_ = std::make_unique<PreparedData>(experiments::prepare_corpus(data_options(config_)));
    const EncodedFacts& facts = corpus_->corpus.facts;
    if (!facts.cache_note.empty()) say(facts.cache_note);
    say("corpus " + facts.corpus.name + ": " + std::to_string(facts.training_tokens) +
        " training tokens, vocabulary " + std::to_string(facts.vocabulary_size) +
        ", validation unigram entropy " + fixed(facts.validation_unigram_entropy, 3) +
        " nats, context-free loss " + fixed(facts.validation_context_free_loss, 3));
    manifest_.corpus_hash = facts.corpus.hash;
    manifest_.vocabulary_hash = facts.vocabulary_hash;
    task_ = std::make_unique<MlmTask>(config_, *corpus_, *context_);
  }

  void prepare_images() {
    const ImageDataset* images = options_.images;
    if (images == nullptr) {
      images_ = load_image_dataset(config_.data.images, config_.data.image_folder);
      images = &images_;
    }
    say("images " + images->name + ": " + std::to_string(images->train.count) + " to train on, " +
        std::to_string(images->test.count) + " to test on, " + std::to_string(images->classes) +
        " classes");
    manifest_.corpus_hash = images->hash;
    task_ = std::make_unique<ImageTask>(config_, *images, *context_);
  }

  void resume() {
    std::optional<std::filesystem::path> checkpoint = options_.checkpoint;
    if (!checkpoint) {
      const models::LatestCheckpoint latest = models::latest_checkpoint(folder_.checkpoints_path());
      for (const std::string& line : latest.skipped) say("skipped " + line);
      checkpoint = latest.path;
    }
    if (checkpoint) {
      trainer_->restore(*checkpoint);
      say("resumed at step " + std::to_string(trainer_->completed_steps()) + " of " +
          std::to_string(trainer_->total_steps()));
    }
    std::vector<nlohmann::json> records;
    if (std::filesystem::exists(folder_.metrics_path())) {
      folder_.cut_metrics(trainer_->completed_steps());
      records = read_metrics(folder_.metrics_path());
      for (const nlohmann::json& record : records)
        earlier_seconds_ = record.value(field::kSeconds, earlier_seconds_);
    }
    recorder_->resume(records);
  }

  RunStatus train() {
    const Index total = trainer_->total_steps();
    Progress progress(std::cerr, manifest_.name, total, trainer_->completed_steps(),
                      progress_options(options_.quiet));
    stopwatch_ = Stopwatch();
    const Index record_interval = std::max<Index>(1, total / kTrainRecords);
    while (trainer_->completed_steps() < total) {
      const TrainingStep step = trainer_->step();
      const Index done = trainer_->completed_steps();
      note(step);
      if (step.update) record_update(*step.update);
      if (done % record_interval == 0 || done == total) record_training(step);
      if (done % validation_interval(config_) == 0 || done == total) record_validation(progress);
      const bool stop = options_.stop != nullptr && *options_.stop && done < total;
      if (stop || done % checkpoint_interval(config_) == 0 || done == total)
        trainer_->save(folder_.checkpoints_path());
      progress.update(done, "loss " + fixed(step.batch.loss, 3));
      if (stop) {
        progress.finish("stopped; the same command goes on");
        return RunStatus::kStopped;
      }
    }
    progress.finish("validation loss " + fixed(validation_.loss, 4));
    return RunStatus::kDone;
  }

  double seconds() const { return earlier_seconds_ + stopwatch_.seconds(); }

  /// Adds a step to the means of the present interval.
  void note(const TrainingStep& step) {
    interval_loss_ += step.batch.loss;
    ++interval_steps_;
  }

  void record_training(const TrainingStep& step) {
    const Index done = trainer_->completed_steps();
    const double now = stopwatch_.seconds();
    const double units = static_cast<double>(interval_steps_ * units_per_step());
    train_loss_ = interval_loss_ / static_cast<double>(interval_steps_);
    folder_.append_metrics({{field::kEvent, event::kTrain},
                            {field::kStep, done},
                            {field::kLoss, train_loss_},
                            {field::kLearningRate, step.learning_rate},
                            {field::kGradientNorm, step.gradient_norm},
                            {unit(), done * units_per_step()},
                            {unit_rate(), units / std::max(1e-9, now - recorded_at_)},
                            {"applied", step.applied},
                            {field::kSeconds, seconds()}});
    recorded_at_ = now;
    interval_loss_ = 0;
    interval_steps_ = 0;
  }

  void record_update(const schedules::UpdateReport& update) {
    nlohmann::json record = recorder_->record(update);
    record[field::kSeconds] = seconds();
    folder_.append_metrics(record);
    std::ofstream log(folder_.edits_path(), std::ios::app | std::ios::binary);
    log << schedules::format_edits(update) << std::flush;
    if (!log) throw IoError(folder_.edits_path().string() + ": cannot append to the edit log");
  }

  void record_validation(Progress& progress) {
    validation_ = task_->validate();
    const Index done = trainer_->completed_steps();
    folder_.append_metrics({{field::kEvent, event::kValidation},
                            {field::kStep, done},
                            {field::kLoss, validation_.loss},
                            {field::kAccuracy, validation_.accuracy},
                            {"predictions", validation_.predictions},
                            {unit(), done * units_per_step()},
                            {field::kNorms, norm_records(trainer_->topology().weights())},
                            {field::kSeconds, seconds()}});
    if (options_.quiet) return;
    progress.message(manifest_.name + ": step " + std::to_string(done) + ", validation loss " +
                     fixed(validation_.loss, 4) + ", " + task_->comment(validation_));
  }

  RunResult finish() {
    RunResult result = trainer_->result();
    result.train_loss = train_loss_;
    result.validation_loss = validation_.loss;
    result.accuracy = validation_.accuracy;
    result.seconds = seconds();
    folder_.append_metrics(end_record(result));
    return result;
  }

  const char* unit() const { return trains_on_images(config_) ? field::kImages : field::kTokens; }
  const char* unit_rate() const {
    return trains_on_images(config_) ? field::kImagesPerSecond : field::kTokensPerSecond;
  }
  Index units_per_step() const {
    return config_.training.batch * (trains_on_images(config_) ? 1 : config_.data.sequence);
  }

  const RunConfig& config_;
  const TrainingRunOptions& options_;
  RunFolder folder_;
  Manifest manifest_;
  std::unique_ptr<Context> context_;
  std::unique_ptr<PreparedData> corpus_;  // of one task
  ImageDataset images_;                   // of the other
  std::unique_ptr<TrainingTask> task_;
  std::unique_ptr<Trainer> trainer_;
  std::unique_ptr<TopologyRecorder> recorder_;
  Stopwatch stopwatch_;
  double earlier_seconds_ = 0;  ///< of training in earlier sittings
  double recorded_at_ = 0;      ///< stopwatch at the last train record
  double interval_loss_ = 0;
  Index interval_steps_ = 0;
  double train_loss_ = kUnknown;
  Validation validation_;
};

}  // namespace

TrainingRunOutcome run_training(const RunConfig& config, const TrainingRunOptions& options) {
  return Sitting(config, options, open_or_create(config, options.resume)).run();
}

}  // namespace espalier::experiments
