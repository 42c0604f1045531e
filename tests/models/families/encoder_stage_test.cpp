// SPDX-License-Identifier: Apache-2.0
// A model cut into stages, whose parts are called as a pipeline of processes calls them: everything
// must be to the bit as in the whole.
#include <espalier/models/families/encoder_stage.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/counted_model.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/models/families/staged_encoder.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/support/message.h"

namespace espalier::models {

inline void PrintTo(const EncoderStage& stage, std::ostream* out) {
  *out << stage.first_layer << " to " << stage.last_layer << (stage.ends ? " with ends" : "");
}

namespace encoder_stage_test {
namespace {

using espalier::testing::message_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Index kLayers = 4, kSequence = 32, kGroup = 3;
constexpr Index kVocabulary = 600;  // two chunks of the head, one of them short
constexpr Index kGroups = 5;        // the last with one sequence
constexpr double kScale = 0.125;

struct Kind {
  std::string name;
  std::string family;
  NormPlacement norm;
  bool next_sentence = false;
};

struct StageCase {
  Kind kind;
  double density;
  double embedding_density;
  Precision precision;
};

EncoderOptions options_of(const StageCase& c) {
  return {.config = {.family = c.kind.family,
                     .layers = kLayers,
                     .hidden = 32,
                     .heads = 2,
                     .intermediate = 64,
                     .vocabulary = kVocabulary,
                     .max_positions = kSequence,
                     .segments = c.kind.family == "gpt" ? 0 : 2,
                     .norm = c.kind.norm},
          .block = 4,
          .density = c.density,
          .embedding_density = c.embedding_density,
          .initial_deviation = 0.2,
          .dropout = 0.1,
          .attention_dropout = 0.1};
}

/// Groups of all kinds: with short sequences, with several documents in each, without predictions,
/// with segments, with fewer sequences.
class Groups {
 public:
  explicit Groups(const Kind& kind) {
    const Random random(5, stream_id("stages"));
    for (Index g = 0; g < kGroups; ++g) {
      Group& group = groups_.emplace_back();
      const Index sequences = g + 1 == kGroups ? 1 : kGroup;
      for (Index t = 0; t < sequences * kSequence; ++t) {
        const auto word = static_cast<std::int32_t>(
            random.below(static_cast<std::uint64_t>(g * 1000 + t), kVocabulary));
        group.tokens.push_back(word);
        group.segments.push_back(t % kSequence < 20 ? 0 : 1);
        if (g == 2 || (t + g) % 5 != 0) continue;
        group.positions.push_back(t);
        group.labels.push_back((word * 7 + 3) % kVocabulary);
      }
      for (Index s = 0; s < sequences; ++s) {
        group.lengths.push_back(kSequence - 3 * s);
        for (const Index length : {12, 20}) group.documents.push_back(length);
        group.next.push_back(static_cast<std::int32_t>((g + s) % 2));
      }
      MlmBatch batch = {.tokens = group.tokens,
                        .sequence = kSequence,
                        .positions = group.positions,
                        .labels = group.labels,
                        .first_sequence = g * kGroup};
      if (g == 0) batch.lengths = group.lengths;
      if (g == 1) batch.documents = group.documents;
      if (g == 3 && kind.family != "gpt") batch.segments = group.segments;
      if (kind.next_sentence) batch.next_sentence = group.next;
      batches_.push_back(batch);
    }
  }
  const MlmBatch& operator[](Index g) const { return batches_[static_cast<std::size_t>(g)]; }

 private:
  struct Group {
    std::vector<std::int32_t> tokens, labels, segments, next;
    std::vector<Index> positions, lengths, documents;
  };
  std::vector<Group> groups_;
  std::vector<MlmBatch> batches_;
};

void expect_same(const PredictionLoss& found, const PredictionLoss& whole) {
  EXPECT_EQ(found.loss_sum, whole.loss_sum);
  EXPECT_EQ(found.count, whole.count);
  EXPECT_EQ(found.correct, whole.correct);
}
void expect_same(const PretrainingLoss& found, const PretrainingLoss& whole) {
  expect_same(static_cast<const PredictionLoss&>(found), whole);
  expect_same(found.next_sentence, whole.next_sentence);
}

void send(const sparse::Activations& from, sparse::Activations& to) {
  ASSERT_EQ(from.shape(), to.shape());
  std::ranges::copy(from.values(), to.values().begin());
}

std::unique_ptr<MlmModel> make(const EncoderOptions& options, const Context& context,
                               const StageCase& c, MlmModel*) {
  return std::make_unique<MlmModel>(options, context, c.kind.next_sentence);
}
std::unique_ptr<CausalLmModel> make(const EncoderOptions& options, const Context& context,
                                    const StageCase&, CausalLmModel*) {
  return std::make_unique<CausalLmModel>(options, context);
}

/// The processes of a pipeline, in one.
template <typename SomeModel>
class Pipeline {
 public:
  using Record = typename SomeModel::Record;

  Pipeline(const EncoderOptions& options, const Context& context, const StageCase& c, Index ranks)
      : flying_(static_cast<std::size_t>(ranks)) {
    for (const EncoderStage& stage : encoder_stages(options.config.layers, ranks, 0.5)) {
      EncoderOptions own = options;
      own.stage = stage;
      stages_.push_back(make(own, context, c, static_cast<SomeModel*>(nullptr)));
    }
    for (Flying& group : flying_) group.layers = std::vector<Record>(stages_.size());
  }

  /// Of all parameters, in the order of the whole model.
  ParameterList parameters() {
    const ParameterList ends = stages_[0]->parameters();
    const Index leading = stages_[0]->leading_parameters();
    ParameterList list(ends.begin(), ends.begin() + leading);
    for (std::size_t rank = 1; rank < stages_.size(); ++rank) {
      EXPECT_EQ(stages_[rank]->leading_parameters(), 0);
      for (Parameter* parameter : stages_[rank]->parameters()) list.push_back(parameter);
    }
    list.insert(list.end(), ends.begin() + leading, ends.end());
    return list;
  }

  /// Up to the gradient of what rank 0's layers read; as many groups as ranks may follow each other
  /// before the first is finished.
  auto start(const MlmBatch& batch, Index g, Index step) {
    forward(batch, g, step);
    Flying& group = flying(g);
    // Rank 0 goes on to its backward pass at once.
    Record& layers = group.layers[0];
    const auto loss = stages_[0]->head_backward(batch, kScale, layers, group.head);
    group.gradient = stages_[0]->backward_layers(batch, layers, step);
    return loss;
  }
  void finish(const MlmBatch& batch, Index g, Index step) {
    Flying& group = flying(g);
    for (std::size_t rank = stages_.size(); --rank > 0;) {
      send(group.gradient, stages_[rank]->output_gradient(batch, group.layers[rank]));
      group.gradient = stages_[rank]->backward_layers(batch, group.layers[rank], step);
    }
    stages_[0]->backward_ends(batch, group.embedded, group.head, group.gradient, step);
  }
  auto evaluate(const MlmBatch& batch, Index g) {
    forward(batch, g, std::nullopt);
    return stages_[0]->head_loss(batch, flying(g).layers[0], flying(g).head);
  }

 private:
  struct Flying {
    Record embedded, head;
    std::vector<Record> layers;  // of each rank
    sparse::Activations gradient;
  };

  Flying& flying(Index g) { return flying_[static_cast<std::size_t>(g) % flying_.size()]; }

  void forward(const MlmBatch& batch, Index g, std::optional<Index> step) {
    Flying& group = flying(g);
    const sparse::Activations* hidden = &stages_[0]->embed(batch, group.embedded, step);
    for (std::size_t i = 1; i <= stages_.size(); ++i) {
      const std::size_t rank = i % stages_.size();
      send(*hidden, stages_[rank]->layer_input(batch, group.layers[rank]));
      hidden = &stages_[rank]->forward_layers(batch, group.layers[rank], step);
    }
  }

  std::vector<std::unique_ptr<SomeModel>> stages_;
  std::vector<Flying> flying_;
};

void expect_same_bits(const AlignedVector<float>& found, const AlignedVector<float>& whole,
                      const std::string& what) {
  ASSERT_EQ(found.size(), whole.size()) << what;
  EXPECT_EQ(std::memcmp(found.data(), whole.data(), whole.size() * sizeof(float)), 0) << what;
}

constexpr Index kSteps[] = {0, 7};  // their masks differ

template <typename SomeModel>
void expect_same_as_whole(const EncoderOptions& options, const Context& context, const StageCase& c,
                          const std::vector<Index>& numbers_of_ranks) {
  const Groups groups(c.kind);
  const auto whole = make(options, context, c, static_cast<SomeModel*>(nullptr));
  const ParameterList expected = whole->parameters();
  typename SomeModel::Record record;
  using Loss = decltype(whole->evaluate(groups[0], record));
  std::vector<Loss> losses, evaluations;
  for (const Index step : kSteps)
    for (Index g = 0; g < kGroups; ++g)
      losses.push_back(whole->train(groups[g], kScale, record, step));
  for (Index g = 0; g < kGroups; ++g) evaluations.push_back(whole->evaluate(groups[g], record));

  for (const Index ranks : numbers_of_ranks) {
    SCOPED_TRACE(ranks);
    Pipeline<SomeModel> pipeline(options, context, c, ranks);
    const ParameterList found = pipeline.parameters();
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(found[i]->name, expected[i]->name);
      expect_same_bits(found[i]->values, expected[i]->values, expected[i]->name);
    }
    auto loss = losses.begin();
    for (const Index step : kSteps)
      for (Index g = 0; g < kGroups + ranks - 1; ++g) {
        if (g < kGroups) expect_same(pipeline.start(groups[g], g, step), *loss++);
        if (const Index last = g - ranks + 1; last >= 0) pipeline.finish(groups[last], last, step);
      }
    for (std::size_t i = 0; i < expected.size(); ++i)
      expect_same_bits(found[i]->gradient, expected[i]->gradient, expected[i]->name);
    for (Index g = 0; g < kGroups; ++g)
      expect_same(pipeline.evaluate(groups[g], g), evaluations[static_cast<std::size_t>(g)]);
  }
}

class StagesOfModels : public ::testing::TestWithParam<StageCase> {};

TEST_P(StagesOfModels, TogetherAreTheWholeModel) {
  const StageCase& c = GetParam();
  const Context context({.threads = 2, .seed = 4, .precision = c.precision});
  if (c.kind.family == "gpt")
    expect_same_as_whole<CausalLmModel>(options_of(c), context, c, {1, 2, 3, kLayers});
  else
    expect_same_as_whole<MlmModel>(options_of(c), context, c, {2, 3, kLayers});
}

const Kind kPost = {"post", "bert", NormPlacement::kPost};
const Kind kPostNext = {"post_next", "bert", NormPlacement::kPost, true};
const Kind kPreNext = {"pre_next", "bert", NormPlacement::kPre, true};
const Kind kGrouped = {"grouped", "groupbert", NormPlacement::kPre};
const Kind kCausal = {"causal", "gpt", NormPlacement::kPre};

std::vector<StageCase> all_cases() {
  std::vector<StageCase> cases;
  for (const Precision precision : {Precision::kFloat32, Precision::kBFloat16}) {
    for (const Kind& kind : {kPost, kPostNext, kPreNext, kGrouped, kCausal})
      for (const double density : {1.0, 0.25}) cases.push_back({kind, density, density, precision});
    cases.push_back({kPost, 1.0, 0.25, precision});
    cases.push_back({kCausal, 0.25, 1.0, precision});
  }
  for (const double density : {1.0, 0.25})
    cases.push_back({kPost, density, density, Precision::kFloat16});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Kinds, StagesOfModels, ::testing::ValuesIn(all_cases()),
                         [](const ::testing::TestParamInfo<StageCase>& of) {
                           const StageCase& c = of.param;
                           const char* precision = c.precision == Precision::kFloat32 ? "float32"
                                                   : c.precision == Precision::kBFloat16
                                                       ? "bfloat16"
                                                       : "float16";
                           return c.kind.name + (c.density < 1 ? "_sparse" : "_dense") +
                                  (c.embedding_density < 1 ? "_sparse_table_" : "_dense_table_") +
                                  precision;
                         });

// Panels are narrower if any layer is sparse, one that another process has too.
TEST(Stages, HaveThePanelsOfTheWhole) {
  const StageCase c = {kPost, 1.0, 1.0, Precision::kFloat32};
  const Context context({.threads = 1, .seed = 4});
  for (Index sparse_layer = 0; sparse_layer < kLayers; ++sparse_layer) {
    SCOPED_TRACE(sparse_layer);
    EncoderOptions options = options_of(c);
    const std::string sparse_weight =
        "bert.encoder.layer." + std::to_string(sparse_layer) + ".output.dense.weight";
    options.patterns = [&](const std::string& weight, Index out, Index in) {
      return weight != sparse_weight ? nullptr
                                     : sparse::random_pattern(out, in, {.rows = 4, .cols = 4}, 0.5,
                                                              Random(1, stream_id(weight)));
    };
    expect_same_as_whole<MlmModel>(options, context, c, {2, kLayers});
  }
}

TEST(Stages, RefuseWhatOthersHave) {
  const StageCase c = {kPost, 1.0, 1.0, Precision::kFloat32};
  const Context context({.threads = 1, .seed = 4});
  EncoderOptions options = options_of(c);
  const Groups groups(c.kind);
  MlmModel::Record record, other;
  options.stage = EncoderStage{.first_layer = 0, .last_layer = 2, .ends = false};
  MlmModel first(options, context);
  EXPECT_THAT(message_of<ConfigError>([&] { (void)first.encoder().word_embedding(); }),
              HasSubstr("has no embedding"));
  EXPECT_THAT(message_of<ConfigError>([&] { first.embed(groups[0], record, 0); }),
              HasSubstr("has no embedding"));
  EXPECT_THAT(message_of<ConfigError>([&] { (void)first.head_loss(groups[0], record, other); }),
              HasSubstr("has no head"));
  EXPECT_THAT(message_of<ShapeError>([&] { first.forward_layers(groups[0], other, 0); }),
              HasSubstr("layer input"))
      << "nobody has asked where to put it";
  options.stage = EncoderStage{.first_layer = 2, .last_layer = kLayers, .ends = true};
  MlmModel last(options, context);
  EXPECT_THAT(message_of<ConfigError>([&] { last.train(groups[0], 1, record); }),
              HasSubstr("a stage of a pipeline"));
  EXPECT_THAT(message_of<ConfigError>([&] { last.evaluate(groups[0], record); }),
              HasSubstr("a stage of a pipeline"));
  EXPECT_THAT(message_of<ShapeError>([&] { (void)last.head_loss(groups[0], other, record); }),
              HasSubstr("without a forward pass"));
  last.output_gradient(groups[0], other);
  EXPECT_THAT(message_of<ShapeError>([&] { last.backward_layers(groups[0], other, 0); }),
              HasSubstr("without a forward pass"));
}

TEST(Stages, MustBeSomeOfTheLayers) {
  const Context context({.threads = 1, .seed = 4});
  EncoderOptions options = options_of({kPost, 1.0, 1.0, Precision::kFloat32});
  for (const EncoderStage& stage : std::vector<EncoderStage>{{-1, 2, false},
                                                             {2, 2, false},
                                                             {3, kLayers + 1, true},
                                                             {0, 2, true},
                                                             {2, kLayers, false}}) {
    options.stage = stage;
    EXPECT_THAT(message_of<ConfigError>([&] { const MlmModel model(options, context); }),
                HasSubstr("a stage of layers"));
  }
}

/// An encoder as a family from elsewhere may have it, without parts.
class Undivided : public Encoder {
 public:
  Undivided(const EncoderOptions& options, const Context& context)
      : config_(options.config),
        words_({.in = options.config.hidden, .out = options.config.vocabulary, .bias = false},
               context) {}
  const ModelConfig& config() const override { return config_; }
  ParameterList parameters() override { return words_.parameters(); }
  Linear& word_embedding() override { return words_; }
  std::unique_ptr<EncoderRecord> make_record() const override {
    return std::make_unique<EncoderRecord>();
  }
  bool owns(const EncoderRecord&) const override { return true; }
  const sparse::Activations& forward(const TokenBatch&, EncoderRecord&) const override {
    return hidden_;
  }
  void backward(const TokenBatch&, EncoderRecord&, sparse::Activations&,
                const BackwardProgress&) override {}

 private:
  ModelConfig config_;
  Linear words_;
  sparse::Activations hidden_;
};

TEST(Stages, AreRefusedByAFamilyWithoutThem) {
  ModelFamily family = model_family("bert");
  family.name = "undivided";
  family.sizes.clear();
  family.make_encoder = [](const EncoderOptions& options, const Context& context) {
    return std::make_unique<Undivided>(options, context);
  };
  register_model_family(family);
  const Context context({.threads = 1, .seed = 4});
  EncoderOptions options = options_of({kPost, 1.0, 1.0, Precision::kFloat32});
  options.config.family = "undivided";
  MlmModel model(options, context);
  EXPECT_THAT(message_of<ConfigError>([&] { (void)model.leading_parameters(); }),
              HasSubstr("'undivided' has no stages"));
  options.stage = EncoderStage{.first_layer = 0, .last_layer = 2, .ends = false};
  EXPECT_THAT(message_of<ConfigError>([&] { const MlmModel part(options, context); }),
              HasSubstr("'undivided' has no stages"));
}

TEST(EncoderStages, MakeTheLargestCostSmall) {
  EXPECT_THAT(encoder_stages(5, 1, 3), ElementsAre(EncoderStage{0, 5, true}));
  EXPECT_THAT(encoder_stages(4, 2, 0),
              ElementsAre(EncoderStage{2, 4, true}, EncoderStage{0, 2, false}));
  // 1 + 2 and 4 layers, or 2 + 2 and 4: the first leaves rank 0 the fewer layers.
  EXPECT_THAT(encoder_stages(12, 4, 2),
              ElementsAre(EncoderStage{11, 12, true}, EncoderStage{0, 3, false},
                          EncoderStage{3, 7, false}, EncoderStage{7, 11, false}));
  // 2 + 0.5 and 3 layers, against 3.5 and 2.
  EXPECT_THAT(encoder_stages(5, 2, 0.5),
              ElementsAre(EncoderStage{3, 5, true}, EncoderStage{0, 3, false}));
  // However much the ends cost, each has a layer.
  EXPECT_THAT(
      encoder_stages(3, 3, 100),
      ElementsAre(EncoderStage{2, 3, true}, EncoderStage{0, 1, false}, EncoderStage{1, 2, false}));
}

TEST(EncoderStages, CountTheHead) {
  const auto with_ends = [](const char* name, double density) {
    const CountedModel model = counted_model(name, 128, 30522);
    const std::vector<EncoderStage> stages = encoder_stages(
        model.declaration, model.config.layers, 4, density, model.sequence, model.predicted);
    return stages[0].last_layer - stages[0].first_layer;
  };
  // Of 12 layers of 7.1 M values, the head has 24 M: BERT's sees 15% of the tokens, so that the
  // ends cost half a layer, and 5 of a density of 0.1; GPT's sees all but one.
  EXPECT_EQ(with_ends("base", 1.0), 3);
  EXPECT_EQ(with_ends("base", 0.1), 1);
  EXPECT_EQ(with_ends("gpt_base", 1.0), 1);
}

TEST(EncoderStages, RefuseTooFewLayers) {
  EXPECT_EQ(message_of<ConfigError>([] { (void)encoder_stages(2, 3, 0); }),
            "model.layers: 2, expected at least 3, one for each process of the pipeline");
  EXPECT_THAT(message_of<ConfigError>([] { (void)encoder_stages(2, 0, 0); }),
              HasSubstr("0 processes"));
  EXPECT_THAT(message_of<ConfigError>([] { (void)encoder_stages(2, 2, -1); }),
              HasSubstr("expected 0 or more"));
}

}  // namespace
}  // namespace encoder_stage_test
}  // namespace espalier::models
