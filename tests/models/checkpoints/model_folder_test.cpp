// SPDX-License-Identifier: Apache-2.0
// Folders of Hugging Face's and of ours. tests/python/transformers/test_convert.py has the same of
// what transformers itself writes and reads.
#include <espalier/models/checkpoints/model_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <espalier/files/safetensors.h>
#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/models/families/mlp.h>
#include <espalier/models/families/sequence_classifier.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/dense_values.h"
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"

namespace espalier::models {
namespace {

using testing::FolderTest;
using ::testing::HasSubstr;
using testing::message_of;
using Json = nlohmann::json;
namespace fs = std::filesystem;

ModelConfig folder_shape() {
  return {.layers = 2,
          .hidden = 16,
          .heads = 4,
          .intermediate = 32,
          .vocabulary = 24,
          .max_positions = 32};
}

ModelConfig folder_gpt_shape() {
  ModelConfig config = folder_shape();
  config.family = "gpt";
  config.segments = 0;
  config.norm = NormPlacement::kPre;
  config.norm_epsilon = 1e-5;
  config.activation = Activation::kGeluTanh;
  return config;
}

/// A tensor of a file, as bytes.
struct RawTensor {
  files::DataType type = files::DataType::kF32;
  std::vector<Index> shape;
  std::string bytes;

  static RawTensor of(std::vector<Index> shape, const std::vector<float>& values) {
    return {files::DataType::kF32,
            std::move(shape),
            {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)}};
  }
};
using RawTensors = std::map<std::string, RawTensor>;

class ModelFolder : public FolderTest {
 protected:
  StoredModel masked_model(bool next_sentence = false, double density = 1) {
    MlmModel model({.config = folder_shape(), .block = 4, .density = density}, context_,
                   next_sentence);
    return store_model(model.config(), model.parameters());
  }
  StoredModel classifier(Index classes) {
    SequenceClassifier model({.config = folder_shape()}, classes, context_);
    return store_model(model.config(), model.parameters());
  }
  StoredModel gpt_model(double density = 1) {
    CausalLmModel model({.config = folder_gpt_shape(), .block = 4, .density = density}, context_);
    return store_model(model.config(), model.parameters());
  }

  /// A folder of Hugging Face's with this model, whose name is free for another afterwards.
  fs::path written(const StoredModel& model, bool ours = false) {
    const fs::path path = folder_ / ("model" + std::to_string(count_++));
    write_model_folder(path, model, {.ours = ours});
    return path;
  }

  static RawTensors tensors_in(const fs::path& folder) {
    RawTensors tensors;
    const files::TensorFile file = files::read_safetensors(folder / kDenseWeightsFile);
    for (const files::TensorView& tensor : file.tensors())
      tensors[tensor.name] = {tensor.type, tensor.shape, std::string(tensor.bytes)};
    return tensors;
  }
  static void write_tensors(const fs::path& file, const RawTensors& tensors) {
    std::vector<files::TensorView> views;
    for (const auto& [name, tensor] : tensors)
      views.push_back({name, tensor.type, tensor.shape, tensor.bytes});
    files::write_safetensors(file, views, {{"format", "pt"}});
  }
  static void change_tensors(const fs::path& folder,
                             const std::function<void(RawTensors&)>& change) {
    RawTensors tensors = tensors_in(folder);
    change(tensors);
    write_tensors(folder / kDenseWeightsFile, tensors);
  }
  void change_config(const fs::path& folder, const std::function<void(Json&)>& change) {
    Json json = Json::parse(read(folder / kConfigFile));
    change(json);
    write(folder / kConfigFile, json.dump());
  }

  static void expect_same(const StoredModel& found, const StoredModel& expected) {
    EXPECT_EQ(found.config, expected.config);
    EXPECT_EQ(found.head, expected.head) << to_string(found.head);
    EXPECT_EQ(found.labels, expected.labels);
    EXPECT_TRUE(found.bounds == expected.bounds);
    ASSERT_EQ(found.parameters.size(), expected.parameters.size());
    for (const auto& [name, tensor] : expected.parameters) {
      const StoredTensor& own = found.at(name, tensor.shape);
      EXPECT_EQ(own.values, tensor.values) << name;
      ASSERT_EQ(own.is_sparse(), tensor.is_sparse()) << name;
      EXPECT_TRUE(!own.is_sparse() || *own.pattern == *tensor.pattern) << name;
    }
  }
  std::string refusal(const fs::path& folder) {
    return message_of<FormatError>([&] { read_model_folder(folder); });
  }

  const Context context_{{.threads = 1, .seed = 3}};

 private:
  int count_ = 0;
};

TEST_F(ModelFolder, BringsEveryHeadBack) {
  StoredModel labelled = classifier(3), bare = masked_model();
  labelled.labels = {"one", "zw\xc3\xb6lf", "\"two\""};
  std::erase_if(bare.parameters, [](const auto& entry) { return entry.first.starts_with("cls."); });
  bare.head = HeadKind::kNone;
  StoredModel pooled = classifier(3);
  std::erase_if(pooled.parameters,
                [](const auto& entry) { return entry.first.starts_with("classifier."); });
  pooled.head = HeadKind::kNone;
  StoredModel spans = bare;
  spans.head = HeadKind::kSpans;
  spans.parameters["qa_outputs.weight"] = {.shape = {2, 16}, .values = AlignedVector<float>(32, 2)};
  spans.parameters["qa_outputs.bias"] = {.shape = {2}, .values = {1, 2}};
  for (const StoredModel& model : {masked_model(), masked_model(true), labelled, classifier(1),
                                   bare, pooled, spans, gpt_model()})
    for (const bool ours : {false, true})
      expect_same(read_model_folder(written(model, ours)), model);
}

TEST_F(ModelFolder, KeepsWhatIsSparseInAFolderOfOurs) {
  for (const StoredModel& model : {masked_model(false, 0.25), gpt_model(0.25)}) {
    const fs::path sparse = written(model, true);
    expect_same(read_model_folder(sparse), model);
    EXPECT_FALSE(fs::exists(sparse / kDenseWeightsFile));
    EXPECT_NEAR(Json::parse(read(sparse / kConfigFile))["espalier"]["density"].get<double>(), 0.25,
                1e-12);
    // What others read has each block where it lies, and zeros where nothing is stored.
    const StoredModel dense = read_model_folder(written(model));
    for (const auto& [name, tensor] : model.parameters) {
      EXPECT_FALSE(dense.at(name).is_sparse());
      EXPECT_TRUE(
          std::ranges::equal(dense.at(name, tensor.shape).values,
                             testing::dense_values(tensor, std::span<const float>(tensor.values))))
          << name;
    }
  }
}

TEST_F(ModelFolder, KeepsTheTokensThatEndATextOfGpt) {
  StoredModel model = gpt_model();
  for (const std::vector<Index>& ends : {std::vector<Index>{7}, std::vector<Index>{7, 9}}) {
    model.bounds = {.begin = 3, .ends = ends};
    for (const bool ours : {false, true})
      expect_same(read_model_folder(written(model, ours)), model);
  }
  model.bounds.ends = {7};
  const fs::path path = written(model);
  EXPECT_EQ(Json::parse(read(path / kConfigFile))["eos_token_id"], 7) << "no list of one";
  // Of 24 pieces none has the number that is GPT-2's where the key is absent.
  change_config(path, [](Json& json) {
    json["eos_token_id"] = Json::array({99, -1, "x", 5});
    json.erase("bos_token_id");
  });
  EXPECT_TRUE(read_model_folder(path).bounds == (TextBounds{.begin = {}, .ends = {5}}));
}

TEST_F(ModelFolder, KeepsModelsThatHuggingFaceHasNotInAFolderOfOurs) {
  ModelConfig pre = folder_shape(), grouped = folder_shape(), local = folder_shape();
  pre.norm = NormPlacement::kPre;
  grouped.family = "groupbert";
  grouped.norm = NormPlacement::kPre;
  grouped.name = "named";
  local.attention = {.block = 16, .window = 1};
  for (const ModelConfig& config : {pre, grouped, local}) {
    MlmModel model({.config = config}, context_);
    const StoredModel stored = store_model(config, model.parameters());
    expect_same(read_model_folder(written(stored, true)), stored);
    EXPECT_THAT(message_of<ConfigError>([&] { written(stored); }),
                HasSubstr("which no model of Hugging Face has"));
  }
}

// The widths of a perceptron would be lost.
TEST_F(ModelFolder, KeepsNoModelThatReadsNoTokens) {
  Mlp model({.widths = {6, 4, 2}, .block = 1}, context_);
  const StoredModel stored = store_model(mlp_config({6, 4, 2}), model.parameters());
  for (const bool ours : {false, true})
    EXPECT_THAT(message_of<ConfigError>([&] { written(stored, ours); }),
                HasSubstr("the family 'mlp', which no model folder keeps"));
}

TEST_F(ModelFolder, TakesOldNamesOfNormsAndNamesWithoutPrefix) {
  const StoredModel model = masked_model();
  const fs::path path = written(model);
  change_tensors(path, [](RawTensors& tensors) {
    RawTensors renamed;
    for (auto& [name, tensor] : tensors) {
      std::string old = name.starts_with("bert.") ? name.substr(5) : name;
      const auto swap_end = [&](const std::string& from, const std::string& to) {
        if (old.ends_with("LayerNorm." + from)) old.replace(old.size() - from.size(), 99, to);
      };
      swap_end("weight", "gamma");
      swap_end("bias", "beta");
      renamed[old] = tensor;
    }
    EXPECT_TRUE(renamed.contains("encoder.layer.0.output.LayerNorm.gamma"));
    tensors = renamed;
  });
  expect_same(read_model_folder(path), model);
  const StoredModel gpt = gpt_model();
  const fs::path gpt_path = written(gpt);
  change_tensors(gpt_path, [](RawTensors& tensors) {
    RawTensors renamed;
    for (auto& [name, tensor] : tensors) renamed[name.substr(name.find('.') + 1)] = tensor;
    renamed["h.0.attn.bias"] = {files::DataType::kU8, {1, 1, 32, 32}, std::string(1024, '\1')};
    renamed["h.0.attn.masked_bias"] = RawTensor::of({1}, {-10000});
    tensors = renamed;
  });
  expect_same(read_model_folder(gpt_path), gpt);
}

TEST_F(ModelFolder, TakesATiedDecoderWhereverItIs) {
  const StoredModel model = masked_model(), gpt = gpt_model();
  const std::string words = "bert.embeddings.word_embeddings.weight";
  const std::string decoder = "cls.predictions.decoder.weight";
  for (const bool in_place : {false, true}) {
    const fs::path path = written(model), gpt_path = written(gpt);
    const auto repeat = [&](RawTensors& tensors, const std::string& from, const std::string& to) {
      tensors[to] = tensors.at(from);
      if (in_place) tensors.erase(from);
    };
    change_tensors(path, [&](RawTensors& tensors) {
      repeat(tensors, words, decoder);
      repeat(tensors, "cls.predictions.bias", "cls.predictions.decoder.bias");
      tensors["bert.embeddings.position_ids"] = {
          files::DataType::kI64, {1, 32}, std::string(32 * 8, '\0')};
    });
    expect_same(read_model_folder(path), model);
    change_tensors(gpt_path, [&](RawTensors& tensors) {
      repeat(tensors, "transformer.wte.weight", "lm_head.weight");
    });
    expect_same(read_model_folder(gpt_path), gpt);
    if (in_place) continue;
    change_tensors(path, [&](RawTensors& tensors) { tensors.at(decoder).bytes[3] ^= 1; });
    EXPECT_THAT(refusal(path), HasSubstr(decoder + " differs from " + words));
    change_tensors(gpt_path,
                   [&](RawTensors& tensors) { tensors.at("lm_head.weight").bytes[3] ^= 1; });
    EXPECT_THAT(refusal(gpt_path), HasSubstr("lm_head.weight differs from transformer.wte.weight"));
  }
}

TEST_F(ModelFolder, TakesTheNextSentenceAndThePoolerFromAModelForMaskedWords) {
  const StoredModel both = masked_model(true);
  const fs::path path = written(both);
  change_config(path, [](Json& json) { json["architectures"] = {"BertForMaskedLM"}; });
  expect_same(read_model_folder(path), both);
  // What a head does not read is left out, but for the pooler.
  change_config(path, [](Json& json) { json["architectures"] = {"BertModel"}; });
  const StoredModel bare = read_model_folder(path);
  EXPECT_EQ(bare.head, HeadKind::kNone);
  EXPECT_TRUE(bare.parameters.contains("bert.pooler.dense.weight"));
  EXPECT_EQ(bare.parameters.size(), both.parameters.size() - 7);
  // Without a word of the head its tensors tell it.
  change_config(path, [](Json& json) { json.erase("architectures"); });
  expect_same(read_model_folder(path), both);
}

TEST_F(ModelFolder, ReadsShards) {
  const StoredModel model = masked_model();
  const fs::path path = written(model);
  const RawTensors all = tensors_in(path);
  fs::remove(path / kDenseWeightsFile);
  Json map;
  std::array<RawTensors, 3> shards;
  std::size_t i = 0;
  for (const auto& [name, tensor] : all) {
    shards.at(i % 3)[name] = tensor;
    map[name] = "model-" + std::to_string(i++ % 3) + ".safetensors";
  }
  for (std::size_t shard = 0; shard < 3; ++shard)
    write_tensors(path / ("model-" + std::to_string(shard) + ".safetensors"), shards[shard]);
  const auto write_index = [&](const Json& json) {
    write(path / kWeightsIndexFile, Json{{"metadata", {}}, {"weight_map", json}}.dump());
  };
  write_index(map);
  expect_same(read_model_folder(path), model);

  Json wrong = map;
  wrong["cls.predictions.bias"] = "../secret.safetensors";
  write_index(wrong);
  EXPECT_THAT(refusal(path), HasSubstr("weight_map: file of cls.predictions.bias is "
                                       "'../secret.safetensors', expected the name"));
  wrong["cls.predictions.bias"] = 7;
  write_index(wrong);
  EXPECT_THAT(refusal(path), HasSubstr("weight_map: file of cls.predictions.bias"));
  wrong = map;
  wrong["none"] = "model-1.safetensors";
  write_index(wrong);
  EXPECT_THAT(refusal(path), HasSubstr("tensor none is missing"));
  write_index(Json::array());
  EXPECT_THAT(refusal(path), HasSubstr("weight_map is no object"));

  write_index(map);
  const fs::path cut = path / "model-1.safetensors";
  const std::string bytes = read(cut);
  write(cut, bytes.substr(0, bytes.size() - 7));
  EXPECT_THAT(refusal(path), HasSubstr(cut.string()));
  write(cut, bytes);
  fs::remove(path / "model-2.safetensors");
  EXPECT_THROW(read_model_folder(path), IoError);
}

TEST_F(ModelFolder, ReadsShortFloats) {
  const StoredModel model = masked_model();
  for (const files::DataType type : {files::DataType::kBF16, files::DataType::kF16}) {
    const fs::path path = written(model);
    change_tensors(path, [&](RawTensors& tensors) {
      for (auto& [name, tensor] : tensors) {
        std::string halves;
        for (std::size_t i = 0; i < tensor.bytes.size(); i += 4) {
          // One and minus two, which both formats have; as truncated floats or by hand.
          const std::uint16_t half = type == files::DataType::kBF16
                                         ? (i % 8 == 0 ? 0x3F80 : 0xC000)
                                         : (i % 8 == 0 ? 0x3C00 : 0xC000);
          halves.append(reinterpret_cast<const char*>(&half), 2);
        }
        tensor = {type, tensor.shape, halves};
      }
    });
    const StoredModel found = read_model_folder(path);
    for (const auto& [name, tensor] : found.parameters)
      for (std::size_t i = 0; i < tensor.values.size(); ++i)
        ASSERT_EQ(tensor.values[i], i % 2 == 0 ? 1.0f : -2.0f) << name;
  }
}

TEST_F(ModelFolder, ReadsTheActivationAndTheEpsilon) {
  const fs::path path = written(masked_model());
  for (const auto& [name, activation] :
       {std::pair("gelu", Activation::kGelu), std::pair("gelu_new", Activation::kGeluTanh),
        std::pair("gelu_pytorch_tanh", Activation::kGeluTanh),
        std::pair("relu", Activation::kRelu)}) {
    change_config(path, [&, name = name](Json& json) {
      json["hidden_act"] = name;
      json["layer_norm_eps"] = 1e-5;
    });
    const StoredModel model = read_model_folder(path);
    EXPECT_EQ(model.config.activation, activation);
    EXPECT_EQ(model.config.norm_epsilon, 1e-5);
    const StoredModel again = read_model_folder(written(model));
    EXPECT_EQ(again.config, model.config);
  }
}

TEST_F(ModelFolder, RefusesByNameWhatItDoesNotCompute) {
  struct Case {
    const char* key;
    Json value;
    const char* expected;
  };
  const std::vector<Case> cases = {
      {"model_type", "roberta", "model_type is \"roberta\", expected bert or gpt2"},
      {"model_type", "gpt2", "expected bert, as for BertForMaskedLM"},
      {"architectures",
       {"BertForTokenClassification"},
       "BertForTokenClassification in it, expected one of BertModel BertFor"},
      {"architectures", "BertModel", "expected a list of names"},
      {"hidden_act", "silu", "hidden_act is \"silu\", expected one of gelu"},
      {"hidden_act", 3, "expected a text"},
      {"position_embedding_type", "relative_key", "expected \"absolute\""},
      {"is_decoder", true, "is_decoder is true, expected false"},
      {"add_cross_attention", true, "expected false"},
      {"pruned_heads", {{"0", {1}}}, "pruned_heads is an object of 1 values, expected nothing"},
      {"tie_word_embeddings", false, "tie_word_embeddings is false, expected true"},
      {"quantization_config", {{"bits", 4}}, "expected nothing"},
      {"auto_map", {{"AutoModel", "x--y.Z"}}, "auto_map is"},
      {"problem_type", "multi_label_classification", nullptr},
      {"layer_norm_eps", 0, "layer_norm_eps is 0, expected a number above 0"},
      {"layer_norm_eps", 1e-50, "norm_epsilon is 1e-50, expected a number from 1.18e-38 to"},
      {"layer_norm_eps", 1e39, "norm_epsilon is 1e+39, expected a number from 1.18e-38 to"},
      {"layer_norm_eps", "x", "expected a number above 0"},
      {"num_hidden_layers", 0, "num_hidden_layers is 0, expected a whole number from 1"},
      {"num_hidden_layers", 2.5, "expected a whole number"},
      {"num_hidden_layers", 2000000000, "layers, expected fewer"},
      {"num_attention_heads", 3, "heads is 3, expected a divisor of hidden, 16"},
      {"hidden_size", std::int64_t{1} << 40, "hidden_size is 1099511627776, expected"},
      {"vocab_size", 25, "bert.embeddings.word_embeddings.weight"},
      {"max_position_embeddings", 31, "position_embeddings.weight"},
      {"intermediate_size", 33, "intermediate.dense"},
      {"num_hidden_layers", 3, "bert.encoder.layer.2.attention.self.query.weight is missing"},
      {"num_hidden_layers", 1, "is not in the model"},
  };
  for (const Case& c : cases) {
    const fs::path path = written(masked_model());
    change_config(path, [&](Json& json) { json[c.key] = c.value; });
    if (c.expected == nullptr) {
      EXPECT_NO_THROW(read_model_folder(path)) << "of no head that reads it";
      continue;
    }
    const std::string message = refusal(path);
    EXPECT_THAT(message, HasSubstr(c.expected)) << c.key;
    EXPECT_THAT(message, HasSubstr(path.string()));
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
  const fs::path path = written(classifier(3)), gpt = written(gpt_model());
  change_config(path, [](Json& json) { json["problem_type"] = "multi_label_classification"; });
  EXPECT_THAT(refusal(path), HasSubstr("expected regression or single_label_classification"));
  change_config(path, [](Json& json) {
    json["problem_type"] = nullptr;
    json["id2label"] = {{"0", "a"}, {"1", "b"}};
  });
  EXPECT_THAT(refusal(path), HasSubstr("classifier.weight"));
  change_config(path, [](Json& json) { json["id2label"] = {{"0", "a"}, {"2", "b"}}; });
  EXPECT_THAT(refusal(path), HasSubstr("id2label.1 is absent, expected the name of a class"));
  change_config(path, [](Json& json) {
    for (int i = 0; i <= 65536; ++i) json["id2label"][std::to_string(i)] = "a";
  });
  EXPECT_THAT(refusal(path), HasSubstr("id2label is an object of 65537 values, expected at most "
                                       "65536 names of classes"));
  change_config(gpt, [](Json& json) { json["scale_attn_by_inverse_layer_idx"] = true; });
  EXPECT_THAT(refusal(gpt), HasSubstr("expected false"));
}

TEST_F(ModelFolder, PassesOverKeysThatChangeNothing) {
  const StoredModel model = masked_model();
  const fs::path path = written(model);
  change_config(path, [](Json& json) {
    json["transformers_version"] = "4.0";
    json["use_cache"] = false;
    json["hidden_dropout_prob"] = 0.3;
    json["pruned_heads"] = Json::object();
    json["quantization_config"] = nullptr;
    json["_name_or_path"] = "somewhere";
  });
  expect_same(read_model_folder(path), model);
}

TEST_F(ModelFolder, RefusesTensorsThatDoNotFit) {
  const std::string weight = "bert.encoder.layer.1.output.dense.weight";
  const std::vector<std::pair<std::function<void(RawTensors&)>, std::string>> cases = {
      {[&](RawTensors& t) { t.erase(weight); }, weight + " is missing"},
      {[&](RawTensors& t) {
         t.at(weight).shape = {32, 16};
       },
       weight},
      {[&](RawTensors& t) { t.at(weight).type = files::DataType::kI32; }, "F32"},
      {[&](RawTensors& t) { t["adapter.weight"] = RawTensor::of({1}, {1}); },
       "adapter.weight is not in the model"},
      {[&](RawTensors& t) { t["encoder.layer.1.output.dense.weight"] = t.at(weight); },
       "is there twice, as " + weight},
      {[&](RawTensors& t) {
         const float nan = std::numeric_limits<float>::quiet_NaN();
         std::memcpy(t.at(weight).bytes.data() + 8, &nan, 4);
       },
       weight + " has values that are not finite"},
      {[&](RawTensors& t) {
         t["bert.pooler.dense.bias"] = RawTensor::of({16}, std::vector<float>(16));
       },
       "bert.pooler.dense.weight is missing"},
      {[&](RawTensors& t) { t.clear(); }, "layers, expected fewer"},
  };
  for (const auto& [change, expected] : cases) {
    const fs::path path = written(masked_model());
    change_tensors(path, change);
    EXPECT_THAT(refusal(path), HasSubstr(expected));
  }
  // A folder of ours is not trusted more.
  const fs::path path = written(masked_model(false, 0.5), true);
  change_config(path, [](Json& json) { json["espalier"]["head"] = "classification"; });
  EXPECT_THAT(refusal(path), HasSubstr("bert.pooler.dense.weight is missing"));
  change_config(path, [](Json& json) { json["espalier"]["head"] = "none"; });
  EXPECT_THAT(refusal(path), HasSubstr("is not in the model"));
  change_config(path, [](Json& json) { json["espalier"] = {{"format", 2}}; });
  EXPECT_THAT(refusal(path), HasSubstr("espalier.format is 2, expected 1"));
}

// No tensor tells that a head of a GPT is another.
TEST_F(ModelFolder, RefusesAHeadThatTheFamilyDoesNotHave) {
  const fs::path gpt = written(gpt_model(), true), bert = written(masked_model(), true);
  const auto claim = [&](const fs::path& path, const char* head) {
    change_config(path, [&](Json& json) { json["espalier"]["head"] = head; });
  };
  for (const char* head : {"masked-lm", "pretraining", "classification", "regression", "spans"}) {
    claim(gpt, head);
    EXPECT_THAT(refusal(gpt), HasSubstr("espalier.head is \"" + std::string(head) +
                                        "\", expected none or causal-lm, as of a gpt"));
  }
  claim(gpt, "none");
  EXPECT_EQ(read_model_folder(gpt).head, HeadKind::kNone);
  claim(bert, "causal-lm");
  EXPECT_THAT(refusal(bert), HasSubstr("expected one of a bert, which is not causal"));
  // Nor is such a folder written, which could not be read.
  SequenceClassifier model({.config = folder_gpt_shape()}, 3, context_);
  const StoredModel classes = store_model(model.config(), model.parameters());
  EXPECT_THAT(message_of<ConfigError>([&] { written(classes, true); }),
              HasSubstr("the head is classification, expected none or causal-lm, as of a gpt"));
}

TEST_F(ModelFolder, SaysWhatIsMissing) {
  EXPECT_THROW(read_model_folder(folder_ / "none"), IoError);
  const fs::path path = written(masked_model());
  fs::remove(path / kDenseWeightsFile);
  EXPECT_THAT(refusal(path), HasSubstr("has no model.safetensors"));
  write(path / "pytorch_model.bin", "pickle");
  EXPECT_THAT(refusal(path), HasSubstr("pytorch_model.bin: is of a pickle, which may run code"));
  write(path / kConfigFile, "{");
  EXPECT_THAT(refusal(path), HasSubstr("config.json: no valid JSON"));
}

TEST_F(ModelFolder, LeavesNothingOfAFolderThatItCannotWrite) {
  StoredModel model = masked_model();
  write_model_folder(folder_ / "whole" / "", model, {.files = {{"vocab.txt", "[PAD]\n"}}});
  EXPECT_EQ(read(folder_ / "whole" / "vocab.txt"), "[PAD]\n");
  EXPECT_THAT(message_of<ConfigError>([&] { write_model_folder(folder_ / "whole", model); }),
              HasSubstr("is there already"));
  StoredModel missing = model, infinite = model;
  missing.parameters.erase("cls.predictions.bias");
  infinite.parameters.at("cls.predictions.bias").values[3] = INFINITY;
  const auto refused = [&](const StoredModel& bad, bool ours) {
    return message_of<FormatError>(
        [&] { write_model_folder(folder_ / "bad", bad, {.ours = ours}); });
  };
  for (const StoredModel& bad : {missing, infinite})
    for (const bool ours : {false, true})
      EXPECT_THAT(refused(bad, ours), HasSubstr("cls.predictions.bias"));
  // All of a folder of ours is read, so that nothing may be too much.
  model.head = HeadKind::kNone;
  EXPECT_THAT(refused(model, true), HasSubstr("cls.predictions.bias is not in the model"));
  model.head = HeadKind::kMaskedLm;
  // Extents that are no list of outputs, as a hostile checkpoint may have them.
  StoredModel odd = classifier(3);
  for (const StoredTensor& bias :
       {StoredTensor{.shape = {}, .values = {1}}, StoredTensor{.shape = {Index{1} << 40, 0}}}) {
    odd.parameters.at("classifier.bias") = bias;
    for (const bool ours : {false, true})
      EXPECT_THAT(refused(odd, ours), HasSubstr("tensor classifier."));
  }
  int entries = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder_)) ++entries;
  EXPECT_EQ(entries, 1) << "the whole one";
  fs::create_directories(folder_ / "empty");
  write_model_folder(folder_ / "empty", model);
  expect_same(read_model_folder(folder_ / "empty"), model);
}

}  // namespace
}  // namespace espalier::models
