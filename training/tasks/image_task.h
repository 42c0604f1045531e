// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <espalier/models/families/mlp.h>
#include <espalier/sparse/core/context.h>
#include <espalier/text/sequences/batches.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/tasks/image_dataset.h>
#include <espalier/training/tasks/topology_setup.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// Images of an epoch, as `training.epochs` counts: the training set of MNIST and Fashion-MNIST.
inline constexpr Index kImagesPerEpoch = 60000;

/// Throws ConfigError if widths or epochs of the configuration are not those of the images.
void require_fit(const RunConfig& config, const ImageDataset& data);

/// Classification of images with a multi-layer perceptron: the fast testbed. Batches are functions
/// of (seed, step); validation is the whole test set.
class ImageTask : public TrainingTask {
 public:
  /// Throws ConfigError or ShapeError if the configuration does not fit the data. `data` and
  /// `context` must outlive the task.
  ImageTask(const RunConfig& config, const ImageDataset& data, const Context& context);
  ImageTask(const RunConfig& config, const ImageDataset& data, const Context&& context) = delete;

  models::ParameterList parameters() override { return model_.parameters(); }
  Index gather(Index step) override;
  double train(SampleRange samples, double scale,
               const models::BackwardProgress& progress) override;
  Validation validate() override;
  /// Of the linear layers, with the weights that they store now.
  double sample_flops() override;
  std::vector<DataHash> data_hashes() const override { return hashes_; }
  std::string comment(const Validation& validation) const override;
  void complete(RunResult& result) override;

 private:
  ImageTask(const RunConfig& config, const ImageDataset& data, const InitialTopology& topology,
            const Context& context);

  const ImageDataset* data_;
  const Context* context_;
  models::Mlp model_;
  models::ModelDeclaration declaration_;
  std::vector<DataHash> hashes_;
  text::BatchSampler sampler_;
  std::vector<std::int64_t> batch_;
  sparse::Activations images_;
  models::MlpRecord record_;
};

}  // namespace espalier::training
