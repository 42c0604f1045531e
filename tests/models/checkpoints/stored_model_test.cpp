// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/stored_model.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/files/safetensors.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/checkpoints/weights_file.h>
#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/models/families/sequence_classifier.h>
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

ModelConfig stored_shape() {
  return {.name = "small",
          .layers = 2,
          .hidden = 16,
          .heads = 4,
          .intermediate = 32,
          .vocabulary = 24,
          .max_positions = 32};
}

ModelConfig stored_gpt_shape() {
  ModelConfig config = stored_shape();
  config.family = "gpt";
  config.segments = 0;
  config.norm = NormPlacement::kPre;
  return config;
}

class StoredModelTest : public FolderTest {
 protected:
  const Context context_{{.threads = 1, .seed = 3}};
  const Context other_{{.threads = 1, .seed = 4}};
};

/// Fills `loaded` from `model` and compares it with what the model was made of.
void expect_brings_back(const StoredModel& model, const ParameterList& saved,
                        const ParameterList& loaded) {
  for (Parameter* parameter : loaded) parameter->gradient.at(0) = 5;
  fill_parameters(model, loaded);
  ASSERT_EQ(loaded.size(), saved.size());
  for (std::size_t i = 0; i < saved.size(); ++i) {
    EXPECT_EQ(loaded[i]->values, saved[i]->values) << saved[i]->name;
    EXPECT_EQ(loaded[i]->pattern, saved[i]->pattern) << saved[i]->name;
    EXPECT_EQ(loaded[i]->gradient.size(), saved[i]->values.size()) << saved[i]->name;
    EXPECT_THAT(loaded[i]->gradient, Each(0.0f)) << saved[i]->name;
  }
}

TEST_F(StoredModelTest, GivesAModelItsParametersBack) {
  MlmModel saved({.config = stored_shape(), .block = 4, .density = 0.5}, context_);
  MlmModel loaded({.config = stored_shape(), .block = 4, .density = 0.25}, other_);
  const StoredModel model = store_model(saved.config(), saved.parameters());
  EXPECT_EQ(model.head, HeadKind::kMaskedLm);
  expect_brings_back(model, saved.parameters(), loaded.parameters());
  // An encoder alone takes what it needs.
  SequenceClassifier classifier({.config = stored_shape(), .block = 4, .density = 0.25}, 3, other_);
  expect_brings_back(model, saved.encoder().parameters(), classifier.encoder().parameters());
}

TEST_F(StoredModelTest, TellsTheHeadByItsParameters) {
  const EncoderOptions options = {.config = stored_shape()};
  const auto head = [](auto& model) {
    return store_model(model.config(), model.parameters()).head;
  };
  MlmModel pretraining(options, context_, true);
  EXPECT_EQ(head(pretraining), HeadKind::kPretraining);
  SequenceClassifier classes(options, 3, context_), numbers(options, 1, context_);
  EXPECT_EQ(head(classes), HeadKind::kClassification);
  EXPECT_EQ(head(numbers), HeadKind::kRegression);
  CausalLmModel causal({.config = stored_gpt_shape()}, context_);
  EXPECT_EQ(head(causal), HeadKind::kCausalLm);
  EXPECT_EQ(store_model(options.config, classes.encoder().parameters()).head, HeadKind::kNone);
}

TEST_F(StoredModelTest, IsReadFromCheckpointsAndWeightsFiles) {
  MlmModel saved({.config = stored_shape(), .block = 4, .density = 0.5, .embedding_density = 0.5},
                 context_);
  const Sgd sgd(saved.parameters(), {});
  const fs::path checkpoint =
      save_checkpoint(folder_, 3, saved.parameters(), sgd, CheckpointExtras());
  save_weights(folder_ / "w.safetensors", saved.parameters());
  ModelConfig told = stored_shape();
  told.max_positions = 16;  // as many as a task needs
  for (const StoredModel& model : {read_checkpoint_model(checkpoint, told),
                                   read_weights_model(folder_ / "w.safetensors", told)}) {
    EXPECT_EQ(model.config, stored_shape());
    EXPECT_EQ(model.head, HeadKind::kMaskedLm);
    ASSERT_EQ(model.parameters.size(), saved.parameters().size());
    for (const Parameter* parameter : saved.parameters()) {
      const StoredTensor& tensor = model.at(parameter->name, parameter->shape);
      EXPECT_EQ(tensor.values, parameter->values) << parameter->name;
      ASSERT_EQ(tensor.is_sparse(), parameter->is_sparse()) << parameter->name;
      EXPECT_TRUE(!tensor.is_sparse() || *tensor.pattern == *parameter->pattern) << parameter->name;
    }
  }
}

TEST_F(StoredModelTest, RefusesFilesOfAnotherShape) {
  MlmModel saved({.config = stored_shape()}, context_);
  const fs::path path = folder_ / "w.safetensors";
  save_weights(path, saved.parameters());
  ModelConfig wide = stored_shape(), words = stored_shape(), pre = stored_shape();
  wide.hidden = 32;
  words.vocabulary = 100;
  pre.norm = NormPlacement::kPre;
  EXPECT_THAT(message_of<FormatError>([&] { read_weights_model(path, wide); }),
              HasSubstr(path.string() + ": hidden is 16, expected 32"));
  EXPECT_THAT(message_of<FormatError>([&] { read_weights_model(path, words); }),
              HasSubstr("vocabulary is 24, expected 100"));
  EXPECT_THAT(message_of<FormatError>([&] { read_weights_model(path, pre); }),
              HasSubstr("norms are placed otherwise"));
  EXPECT_THAT(message_of<FormatError>([&] { read_weights_model(path, stored_gpt_shape()); }),
              HasSubstr("no model of the family 'gpt'"));
  EXPECT_THAT(
      message_of<IoError>([&] { read_checkpoint_model(folder_ / "step_1", stored_shape()); }),
      HasSubstr("step_1/DONE: cannot "));
  // As many positions as the file has, be they none or more than there are values.
  const files::TensorFile file = files::read_safetensors(path);
  using Positions = std::pair<std::vector<Index>, std::string>;
  for (const auto& [shape, found] :
       {Positions({0, 16}, "0"), Positions({Index{1} << 40, 0}, "1099511627776")}) {
    std::vector<files::TensorView> tensors = file.tensors();
    for (files::TensorView& tensor : tensors)
      if (tensor.name == "bert.embeddings.position_embeddings.weight")
        tensor = files::tensor_view<float>(tensor.name, shape, {});
    files::write_safetensors(folder_ / "odd.safetensors", tensors);
    EXPECT_THAT(
        message_of<FormatError>(
            [&] { read_weights_model(folder_ / "odd.safetensors", stored_shape()); }),
        HasSubstr("odd.safetensors: max_positions is " + found + ", expected 1 to 2147483647"));
  }
}

TEST_F(StoredModelTest, RefusesAWeightThatIsThereTwice) {
  MlmModel saved({.config = stored_shape(), .block = 4, .density = 0.5}, context_);
  save_weights(folder_ / "w.safetensors", saved.parameters());
  const files::TensorFile file = files::read_safetensors(folder_ / "w.safetensors");
  std::vector<files::TensorView> tensors = file.tensors();
  // Longer and shorter than the values of the blocks.
  const std::string name = "bert.encoder.layer.0.attention.self.query.weight";
  for (const Index elements : {1, 100000}) {
    const std::vector<float> dense(static_cast<std::size_t>(elements), 1);
    std::vector<files::TensorView> both = tensors;
    both.push_back(files::tensor_view<float>(name, {elements}, dense));
    files::Metadata metadata = file.metadata();
    metadata.erase("xxh3");
    files::write_safetensors(folder_ / "twice.safetensors", both, metadata);
    EXPECT_THAT(message_of<FormatError>(
                    [&] { read_weights_model(folder_ / "twice.safetensors", stored_shape()); }),
                HasSubstr("tensor " + name + " is there twice, dense and block-sparse"));
  }
}

TEST_F(StoredModelTest, FillsNothingThatDoesNotFit) {
  MlmModel saved({.config = stored_shape(), .block = 4, .density = 0.5}, context_);
  MlmModel dense({.config = stored_shape()}, other_);
  StoredModel model = store_model(saved.config(), saved.parameters(), "stored");
  const AlignedVector<float> before = dense.parameters().front()->values;
  EXPECT_THAT(message_of<FormatError>([&] { fill_parameters(model, dense.parameters()); }),
              HasSubstr("stored: tensor bert.encoder.layer.0.attention.self.query.weight is "
                        "block-sparse [16,16] with blocks of 4x4, expected dense [16,16]"));
  EXPECT_EQ(dense.parameters().front()->values, before);
  model.parameters.erase("cls.predictions.bias");
  EXPECT_THAT(message_of<FormatError>([&] { fill_parameters(model, saved.parameters()); }),
              HasSubstr("tensor cls.predictions.bias is missing"));
  EXPECT_THAT(
      message_of<FormatError>([&] { model.at("cls.predictions.transform.dense.bias", {3}); }),
      HasSubstr("is dense [16], expected the shape [3]"));
}

}  // namespace
}  // namespace espalier::models
