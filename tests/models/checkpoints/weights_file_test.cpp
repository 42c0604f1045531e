// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/weights_file.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/layers/linear.h>
#include <espalier/models/optimizers/sgd.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"

namespace espalier::models {
namespace {

using ::testing::Each;
using testing::FolderTest;
using ::testing::HasSubstr;
using testing::message_of;
namespace fs = std::filesystem;

class WeightsFile : public FolderTest {
 protected:
  static std::vector<AlignedVector<float>> values_of(const ParameterList& parameters) {
    std::vector<AlignedVector<float>> values;
    for (const Parameter* parameter : parameters) values.push_back(parameter->values);
    return values;
  }

  Linear& make(const char* name, double density, std::uint64_t seed) {
    contexts_.push_back(std::make_unique<Context>(ContextOptions{.threads = 1, .seed = seed}));
    layers_.push_back(std::make_unique<Linear>(
        LinearOptions{.name = name, .in = 16, .out = 8, .block = 4, .density = density},
        *contexts_.back()));
    return *layers_.back();
  }

  std::vector<std::unique_ptr<Context>> contexts_;
  std::vector<std::unique_ptr<Linear>> layers_;
};

TEST_F(WeightsFile, BringsBackWeightsOfAnyDensity) {
  Linear& saved = make("layer", 0.5, 1);
  Linear& loaded = make("layer", 0.25, 2);
  save_weights(folder_ / "w.safetensors", saved.parameters());
  loaded.weight().gradient[0] = 3;
  load_weights(folder_ / "w.safetensors", loaded.parameters());
  EXPECT_EQ(values_of(loaded.parameters()), values_of(saved.parameters()));
  EXPECT_EQ(loaded.weight().pattern->coordinates(), saved.weight().pattern->coordinates());
  EXPECT_EQ(loaded.weight().gradient.size(), saved.weight().gradient.size());
  EXPECT_THAT(loaded.weight().gradient, Each(0.0f));
  const Eigen::MatrixXf x = Eigen::MatrixXf::Random(16, 3);
  EXPECT_EQ(loaded.forward(x), saved.forward(x));  // the plan has followed
}

TEST_F(WeightsFile, HasWholeNumbersBesideTheParameters) {
  Linear& saved = make("layer", 0.5, 1);
  const std::vector<std::int64_t> ids = {0, 1, (std::int64_t{1} << 40) + 1};
  save_weights(folder_ / "w.safetensors", saved.parameters(),
               {files::tensor_view("ids", {3}, std::span(ids))});
  Linear& loaded = make("layer", 0.25, 2);
  std::vector<std::int64_t> found(3);
  load_weights(folder_ / "w.safetensors", loaded.parameters(), {{"ids", found}});
  EXPECT_EQ(found, ids);
  EXPECT_EQ(values_of(loaded.parameters()), values_of(saved.parameters()));
  // They lie ahead of the byte that is wrong, and stay as they were nevertheless.
  std::string bytes = read(folder_ / "w.safetensors");
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  write("w.safetensors", bytes);
  found = {7, 7, 7};
  EXPECT_THROW(load_weights(folder_ / "w.safetensors", loaded.parameters(), {{"ids", found}}),
               FormatError);
  EXPECT_THAT(found, Each(7));
}

TEST_F(WeightsFile, IsTheModelFileOfACheckpoint) {
  Linear& saved = make("layer", 0.5, 1);
  const Sgd sgd(saved.parameters(), {});
  const fs::path checkpoint =
      save_checkpoint(folder_, 3, saved.parameters(), sgd, CheckpointExtras());
  save_weights(folder_ / "w.safetensors", saved.parameters());
  EXPECT_EQ(read(folder_ / "w.safetensors"), read(checkpoint / "model.safetensors"));
  Linear& loaded = make("layer", 0.5, 2);
  load_weights(checkpoint / "model.safetensors", loaded.parameters());
  EXPECT_EQ(values_of(loaded.parameters()), values_of(saved.parameters()));
}

TEST_F(WeightsFile, RefusesWhatDoesNotFitAndChangesNothing) {
  Linear& saved = make("layer", 0.5, 1);
  const fs::path path = folder_ / "w.safetensors";
  save_weights(path, saved.parameters());
  Linear& other_name = make("other", 0.5, 2);
  Linear& dense = make("layer", 1.0, 2);
  for (Linear* layer : {&other_name, &dense}) {
    const auto before = values_of(layer->parameters());
    EXPECT_THAT(message_of<FormatError>([&] { load_weights(path, layer->parameters()); }),
                HasSubstr(path.string() + ": tensor "));
    EXPECT_EQ(values_of(layer->parameters()), before);
  }
  EXPECT_THROW(load_weights(folder_ / "none", saved.parameters()), IoError);

  // One damaged byte of the values, which the hash in the file finds.
  std::string bytes = read(path);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  write("w.safetensors", bytes);
  Linear& loaded = make("layer", 0.5, 2);
  const auto before = values_of(loaded.parameters());
  EXPECT_THROW(load_weights(path, loaded.parameters()), FormatError);
  EXPECT_EQ(values_of(loaded.parameters()), before);
}

TEST_F(WeightsFile, SavesNothingThatIsNotFinite) {
  Linear& saved = make("layer", 0.5, 1);
  saved.weight().values[5] = std::numeric_limits<float>::infinity();
  EXPECT_THAT(
      message_of<Error>([&] { save_weights(folder_ / "w.safetensors", saved.parameters()); }),
      HasSubstr("parameter layer.weight has values that are not finite"));
  EXPECT_FALSE(fs::exists(folder_ / "w.safetensors"));
}

}  // namespace
}  // namespace espalier::models
