// SPDX-License-Identifier: Apache-2.0
// Models that transformers has written, with what it says they compute (hugging_face_models.py):
// read, computed and written again.
#include <espalier/models/checkpoints/model_folder.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/files/safetensors.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/lm_head.h>
#include <espalier/models/families/pooled_head.h>
#include "tests/support/temporary_folder.h"

namespace espalier::models {
namespace {

namespace fs = std::filesystem;

constexpr Index kSequence = 16;

/// What transformers computed in double precision.
struct Expected {
  std::vector<std::int32_t> tokens, segments;
  std::vector<Index> lengths;
  std::vector<double> hidden, logits;  ///< [tokens][values]; of a classifier [sequences][classes]

  explicit Expected(const fs::path& folder) {
    const files::TensorFile file = files::read_safetensors(folder / "expected.safetensors");
    tokens = files::copy_elements<std::vector<std::int32_t>>(*file.find("tokens"));
    segments = files::copy_elements<std::vector<std::int32_t>>(*file.find("segments"));
    lengths = files::copy_elements<std::vector<Index>>(*file.find("lengths"));
    hidden = files::copy_elements<std::vector<double>>(*file.find("hidden"));
    if (const auto* found = file.find("logits"))
      logits = files::copy_elements<std::vector<double>>(*found);
  }
  std::vector<Index> defined_tokens() const {
    std::vector<Index> list;
    for (std::size_t s = 0; s < lengths.size(); ++s)
      for (Index t = 0; t < lengths[s]; ++t) list.push_back(static_cast<Index>(s) * kSequence + t);
    return list;
  }
};

/// An element of a row of a row-major matrix; floats compute it to 1e-5, relative where it is
/// large.
void expect_near(double found, const std::vector<double>& expected, Index row, Index column,
                 Index columns) {
  const double value = expected.at(static_cast<std::size_t>(row * columns + column));
  ASSERT_NEAR(found, value, 1e-5 * std::max(1.0, std::abs(value))) << row << ", " << column;
}

class HuggingFace : public ::testing::TestWithParam<const char*> {
 protected:
  const fs::path folder_ = fs::path(ESPALIER_SOURCE_DIR) / "tests/golden/hugging_face" / GetParam();
  const StoredModel model_ = read_model_folder(folder_);
  const Context context_{{.threads = 2}};
};

TEST_P(HuggingFace, ComputesWhatTransformersComputes) {
  const Expected expected(folder_);
  const auto encoder = make_encoder({.config = model_.config}, context_);
  fill_parameters(model_, encoder->parameters());
  const auto record = encoder->make_record();
  TokenBatch batch = {
      .tokens = expected.tokens, .sequence = kSequence, .lengths = expected.lengths};
  if (model_.config.segments > 0) batch.segments = expected.segments;
  const sparse::Activations& hidden = encoder->forward(batch, *record);
  const std::vector<Index> defined = expected.defined_tokens();
  const Index width = model_.config.hidden;
  for (const Index t : defined)
    for (Index f = 0; f < width; ++f) expect_near(hidden.at(t, f), expected.hidden, t, f, width);

  if (model_.head == HeadKind::kClassification) {
    const Index classes = model_.at("classifier.bias").shape.at(0);
    PooledHead head(width, classes, 0.02, context_);
    fill_parameters(model_, head.parameters());
    PooledRecord pooled;
    const std::vector<std::int32_t> labels(expected.lengths.size());
    head.forward(hidden, {.tokens = expected.tokens, .sequence = kSequence, .labels = labels},
                 pooled);
    for (Index s = 0; s < static_cast<Index>(labels.size()); ++s)
      for (Index c = 0; c < classes; ++c)
        expect_near(pooled.logits.at(s, c), expected.logits, s, c, classes);
  } else if (model_.head != HeadKind::kNone) {
    const Index words = model_.config.vocabulary;
    LmHead head(encoder->word_embedding(), width, words, 0.02, context_,
                model_.head == HeadKind::kCausalLm ? LmHeadKind::kPlain : LmHeadKind::kTransform,
                model_.config.activation, model_.config.norm_epsilon);
    fill_parameters(model_, head.parameters());
    MlmRecord predicted;
    head.forward(hidden, defined, std::vector<std::int32_t>(defined.size()), predicted);
    const Index stride = predicted.gathered.panel_width();
    for (std::size_t i = 0; i < defined.size(); ++i)
      for (Index w = 0; w < words; ++w)
        expect_near(predicted.logits.at(static_cast<std::size_t>(w * stride) + i), expected.logits,
                    defined[i], w, words);
  } else {
    EXPECT_TRUE(expected.logits.empty());
  }
}

/// All tensors of a folder by name, whatever the file.
std::map<std::string, std::string> tensors_of_folder(const fs::path& folder) {
  std::map<std::string, std::string> tensors;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!entry.path().filename().string().starts_with("model") ||
        entry.path().extension() != ".safetensors")
      continue;
    const files::TensorFile file = files::read_safetensors(entry.path());
    for (const files::TensorView& tensor : file.tensors())
      tensors[tensor.name + nlohmann::json(tensor.shape).dump()] = std::string(tensor.bytes);
  }
  return tensors;
}

TEST_P(HuggingFace, IsWrittenAsTransformersWroteIt) {
  const testing::TemporaryFolder temporary;
  const fs::path dense = temporary.path() / "dense", ours = temporary.path() / "ours",
                 again = temporary.path() / "again";
  write_model_folder(dense, model_);
  write_model_folder(ours, model_, {.ours = true});
  write_model_folder(again, read_model_folder(ours));
  for (const fs::path& path : {dense, again}) {
    EXPECT_EQ(tensors_of_folder(path), tensors_of_folder(folder_));
    const auto config = [](const fs::path& folder) {
      return nlohmann::json::parse(testing::read_bytes(folder / kConfigFile));
    };
    const nlohmann::json theirs = config(folder_), own = config(path);
    for (const auto& [key, value] : own.items()) EXPECT_EQ(value, theirs.value(key, value)) << key;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, HuggingFace,
                         ::testing::Values("bert", "bert_masked", "bert_masked_tanh",
                                           "bert_classes", "gpt2", "gpt2_erf"),
                         [](const auto& model) { return std::string(model.param); });

}  // namespace
}  // namespace espalier::models
