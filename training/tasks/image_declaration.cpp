// SPDX-License-Identifier: Apache-2.0
// What the task "images" says of itself.
#include <fmt/format.h>

#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/mlp.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/model_shape.h>
#include <espalier/training/tasks/built_in_tasks.h>
#include <espalier/training/tasks/image_task.h>
#include <espalier/training/tasks/trained_flops.h>

namespace espalier::training {
namespace {

struct ImageData : TaskData {
  ImageDataset images;
};

class ImageDeclaration : public Task {
 public:
  const TaskInfo& info() const override { return info_; }

  Index epoch_samples(const RunConfig&) const override { return kImagesPerEpoch; }

  std::string model_name(const RunConfig& config) const override {
    return fmt::format("mlp_{}", fmt::join(layer_widths(config), "-"));
  }

  models::ModelDeclaration declare_model(const RunConfig& config) const override {
    return models::declare(models::mlp_config(layer_widths(config)));
  }

  std::vector<std::pair<std::string, Index>> sparse_widths(const RunConfig& config) const override {
    std::vector<std::pair<std::string, Index>> widths;
    for (const Index width : layer_widths(config)) widths.emplace_back("layer", width);
    widths.pop_back();  // the last layer is dense
    return widths;
  }

  MemoryNeed least_memory(const RunConfig& config) const override {
    const std::vector<Index> widths = layer_widths(config);
    MemoryNeed need;
    for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
      const double product = static_cast<double>(widths[i]) * static_cast<double>(widths[i + 1]);
      const bool last = i + 2 == widths.size();  // which is dense
      need.weights += product * (last ? 1 : config.model.density);
      need.activations += static_cast<double>(widths[i]);
    }
    need.activations *= static_cast<double>(config.training.batch);
    need.remedy = "model.widths, model.density or training.batch";
    return need;
  }

  std::shared_ptr<const TaskData> load(
      const RunConfig& config, const std::function<void(const std::string&)>&) const override {
    auto data = std::make_shared<ImageData>();
    data->images = load_image_dataset(config.data.images, config.data.image_folder);
    const ImageDataset& images = data->images;
    data->notes.push_back(fmt::format("images {}: {} to train on, {} to test on, {} classes",
                                      images.name, images.train.count, images.test.count,
                                      images.classes));
    data->corpus_hash = images.hash;
    return data;
  }

  std::string shared_data(const RunConfig& config) const override { return config.data.images; }

  void require_fit(const RunConfig& config, const TaskData& data) const override {
    training::require_fit(config, dynamic_cast<const ImageData&>(data).images);
  }

  std::unique_ptr<TrainingTask> make(const RunConfig& config, const TaskData& data,
                                     const Context& context) const override {
    return std::make_unique<ImageTask>(config, dynamic_cast<const ImageData&>(data).images,
                                       context);
  }

  RunCost cost(const RunConfig& config, const RunResult& result) const override {
    return trained_cost(config, result, 0);
  }

 private:
  // Its runs take seconds, and would spend them on saving.
  const TaskInfo info_ = {.name = "images",
                          .help = "classifying images with a perceptron",
                          .keys = {"run.task", "model.widths", "model.initial_scale", "data.images",
                                   "data.image_folder", "training.epochs"},
                          .own_keys = {},
                          .unit = "images",
                          .saves_at_end_only = true,
                          .validates_on_test = true};
};

}  // namespace

TaskPtr image_declaration() { return std::make_shared<ImageDeclaration>(); }

}  // namespace espalier::training
