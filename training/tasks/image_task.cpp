// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/image_task.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include <espalier/models/families/flops.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/model_shape.h>
#include <espalier/training/tasks/topology_setup.h>

namespace espalier::training {
namespace {

/// Images that are validated together: enough panels for many threads, in a few megabytes.
constexpr Index kValidationBatch = 1024;

models::MlpOptions model_options(const RunConfig& config, const ImageDataset& data,
                                 const InitialTopology& topology) {
  require_fit(config, data);
  return {.widths = layer_widths(config),
          .initial_scale = config.model.initial_scale == "inputs"
                               ? models::InitialScale::kInputs
                               : models::InitialScale::kStoredInputs,
          .patterns = topology.source()};
}

}  // namespace

void require_fit(const RunConfig& config, const ImageDataset& data) {
  const std::vector<Index> widths = layer_widths(config);
  if (widths.front() != data.train.size())
    throw ConfigError(fmt::format("model.widths begins with {}, expected {}, the pixels of '{}'",
                                  widths.front(), data.train.size(), data.name));
  if (widths.back() < data.classes)
    throw ConfigError(
        fmt::format("model.widths ends with {}, expected {} or more, the classes of "
                    "'{}'",
                    widths.back(), data.classes, data.name));
  if (config.training.epochs > 0 && data.train.count != kImagesPerEpoch)
    throw ConfigError(
        fmt::format("training.epochs counts passes over {} images and '{}' has {}; "
                    "set training.steps instead",
                    kImagesPerEpoch, data.name, data.train.count));
}

ImageTask::ImageTask(const RunConfig& config, const ImageDataset& data, const Context& context)
    : ImageTask(config, data, initial_topology(config), context) {}

ImageTask::ImageTask(const RunConfig& config, const ImageDataset& data,
                     const InitialTopology& topology, const Context& context)
    : TrainingTask(topology.targets()),
      data_(&data),
      context_(&context),
      model_(model_options(config, data, topology), context),
      declaration_(declared_model(config)),
      hashes_(topology.data_hashes()),
      sampler_(data.train.count, config.training.batch, context.seed()) {
  hashes_.push_back({"corpus_hash", "images", data.hash});
}

Index ImageTask::gather(Index step) {
  batch_ = sampler_.batch(step);
  return std::ssize(batch_);
}

double ImageTask::train(SampleRange samples, double scale,
                        const models::BackwardProgress& /*progress*/) {
  const std::vector<std::int64_t> indices(batch_.begin() + samples.begin,
                                          batch_.begin() + samples.end);
  gather_images(*data_, data_->train, indices, images_, *context_);
  return model_.train(images_, gather_labels(data_->train, indices), scale, record_).loss_sum;
}

Validation ImageTask::validate() {
  ValidationSum sum;
  for (Index first = 0; first < data_->test.count; first += kValidationBatch) {
    std::vector<std::int64_t> indices(
        static_cast<std::size_t>(std::min(kValidationBatch, data_->test.count - first)));
    std::iota(indices.begin(), indices.end(), first);
    gather_images(*data_, data_->test, indices, images_, *context_);
    sum.add(model_.evaluate(images_, gather_labels(data_->test, indices), record_));
  }
  return sum.mean();
}

double ImageTask::sample_flops() {
  return models::training_flops(declaration_, models::stored_values(declaration_, parameters()), 1);
}

std::string ImageTask::comment(const Validation& validation) const {
  return fmt::format("accuracy {:.2f}%", 100 * validation.metrics.value(metric::kAccuracy));
}

void ImageTask::complete(RunResult& result) { result.masked_per_sequence = 0; }

}  // namespace espalier::training
