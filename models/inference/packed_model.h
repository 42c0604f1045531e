// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/stored_model.h>
#include <espalier/models/families/model_config.h>
#include <espalier/models/inference/key_value_cache.h>
#include <espalier/models/inference/workspace.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>

namespace espalier::models {

struct PackedWeights;

/// One sequence of tokens, of any length up to the model's.
struct TokenSequence {
  std::span<const std::int32_t> tokens;
  std::span<const std::int32_t> segments = {};  ///< of each token; empty: 0
};

/// How a model is packed.
struct PackedOptions {
  /// Linear layers of the encoder, sparse and dense, in 8 bits: weights when they are packed, by a
  /// step for each row, inputs as they come, by a step and a zero for each token; sums are exact
  /// integers. Those in blocks of 1 or 2 stay as they are, and so do embeddings, norms, attention
  /// and the layers of heads. A token with a value that is not finite has outputs of NaN, as does
  /// what attends to it.
  bool int8 = false;
};

/// A model that only answers: no gradients, no optimizer, weights prepared once and never changed.
/// Sequences of different lengths are computed together without padding one to the length of
/// another: each has panels, or parts of panels, of its own, and every sum is made in an order that
/// does not know what lies beside. So the values of a sequence are the same, bit for bit, whatever
/// shared its call, and whatever the number of threads.
///
/// They are those of the training model's forward pass in evaluation up to rounding: dense products
/// and attention sum in another order there. In a context of bfloat16, linear layers round weights
/// and inputs and attention computes in float; in 8 bits (PackedOptions) those of the encoder do.
///
/// Families: bert (post- and pre-norm) and gpt. Immutable; any number of threads may use one at
/// once, each with a workspace of its own. Keeps a reference to `context`, which must outlive it.
/// Memory: one copy of the weights, two of a table of words that a head decodes with, and of causal
/// models in float32 a byte for each value of a dense table (`TopOutputs`) and a second copy of
/// blocks of 1 (`SlicedRows`). In bfloat16 values of linear layers take 2 bytes, and 6 where the
/// kernel converts them. Cost of n tokens: 2 n stored values FLOP, and attention.
///
/// The functions from `hidden_states` on overwrite `out`, row-major. They throw ShapeError, naming
/// the sequence, if a sequence is empty or longer than the model's positions, a token or a segment
/// is outside its table, or `out` has other extents, and ConfigError if the model has no such head.
/// When they throw, `out` is not specified. After the first calls of a size nothing is allocated.
class PackedModel {
 public:
  /// Throws ConfigError if the family, its attention layout or the precision (float16) has no
  /// packed form, FormatError naming a tensor that is missing or has other extents, or a weight
  /// that is not finite.
  PackedModel(const StoredModel& model, const Context& context, const PackedOptions& options = {});
  PackedModel(const StoredModel& model, const Context&& context,
              const PackedOptions& options = {}) = delete;
  PackedModel(const PackedModel&) = delete;
  PackedModel& operator=(const PackedModel&) = delete;
  ~PackedModel();

  const ModelConfig& config() const;
  HeadKind head() const;
  /// Of the classes; empty: they have no names.
  const std::vector<std::string>& labels() const;
  /// Values that a head which looks at whole sequences gives for each: classes, or numbers of a
  /// regression. 0: it has no such head.
  Index classes() const;
  bool has_pooler() const;
  /// Linear weights of the encoder: values that are stored, and stored / all.
  Index stored_values() const;
  double density() const;
  /// Whether some of these weights are in 8 bits: if that was asked for and their blocks suit it.
  bool has_int8() const;
  /// Of these values, in the forms that products read.
  std::size_t weight_bytes() const;

  /// Throws ShapeError as the functions below do for sequences that do not fit.
  void check_sequences(std::span<const TokenSequence> sequences) const;

  /// Hidden states of the last layer: out [tokens of all sequences, one after another][hidden].
  void hidden_states(std::span<const TokenSequence> sequences, MatrixView<float> out,
                     InferenceWorkspace& workspace) const;
  /// The mean of these over each sequence: out [sequences][hidden]. Summed in order of the tokens.
  void mean_states(std::span<const TokenSequence> sequences, MatrixView<float> out,
                   InferenceWorkspace& workspace) const;
  /// tanh(P h + p) of the first token of each sequence: out [sequences][hidden].
  void pooled_states(std::span<const TokenSequence> sequences, MatrixView<float> out,
                     InferenceWorkspace& workspace) const;
  /// Logits of the classes, or the numbers of a regression: out [sequences][classes()].
  void class_logits(std::span<const TokenSequence> sequences, MatrixView<float> out,
                    InferenceWorkspace& workspace) const;
  /// Logits of all words at `positions`, which count the tokens of all sequences one after another
  /// and ascend: out [positions][vocabulary]. Of a causal model they are of the word that comes
  /// next, of a masked one of the word that stands there. Throws ShapeError too if a position is
  /// out of range or not above the one before.
  void word_logits(std::span<const TokenSequence> sequences, std::span<const Index> positions,
                   MatrixView<float> out, InferenceWorkspace& workspace) const;
  /// How well an answer starts and ends at each token: out [tokens of all sequences][2].
  void span_logits(std::span<const TokenSequence> sequences, MatrixView<float> out,
                   InferenceWorkspace& workspace) const;

  /// Can it predict the next word?
  bool is_causal() const;
  /// Empties the caches, one for each sequence and all different, reads a prompt into each and
  /// overwrites out [sequences][vocabulary] with the logits of the word that comes next. Throws
  /// ConfigError too if the model is not causal; the caches then hold no tokens or what they held
  /// before.
  void prefill(std::span<const TokenSequence> sequences, std::span<KeyValueCache* const> caches,
               MatrixView<float> out, InferenceWorkspace& workspace) const;
  /// Reads one more token of each sequence; `caches`, also where it throws, and `out` as in
  /// `prefill`. The logits are those of `word_logits` on the whole sequence to the last bit, in any
  /// precision, whatever shares the call. Throws ShapeError too if a cache holds no prompt of this
  /// model, or as many tokens as the model has positions. Cost of a sequence: 2 stored values FLOP
  /// and attention to the tokens before; up to 16 sequences read each weight once. Where the
  /// `largest` largest logits of each sequence are all that is wanted, one at least, others may be
  /// -infinity, which saves most of the words' table (`TopOutputs`); 0: all are wanted.
  void step(std::span<const std::int32_t> tokens, std::span<KeyValueCache* const> caches,
            MatrixView<float> out, InferenceWorkspace& workspace, Index largest = 0) const;

 private:
  /// Sequences that walk through the layers together.
  struct Group {
    std::size_t first = 0;
    std::size_t end = 0;
    Index first_token = 0;  ///< of those of all sequences
    Index tokens = 0;
  };

  /// Calls body(group) for consecutive groups, whose hidden states are in the workspace then.
  template <typename Body>
  void for_each_group(std::span<const TokenSequence> sequences, InferenceWorkspace& workspace,
                      const Body& body, std::span<KeyValueCache* const> caches = {}) const;
  /// The same for as many tokens as a head reads at a time, of those `count` that are chosen:
  /// body(first of them, how many), with their hidden states in workspace.gathered. `lane(i)` is
  /// that of a chosen token.
  template <typename Lane, typename Body>
  void for_each_gathered(Index count, InferenceWorkspace& workspace, const Lane& lane,
                         const Body& body) const;
  template <typename Body>
  void for_each_first_token(std::span<const TokenSequence> sequences, InferenceWorkspace& workspace,
                            const Body& body) const;
  void embed(std::span<const TokenSequence> sequences, InferenceWorkspace& workspace) const;
  /// Of the sequences of a group; keeps their keys and values if there are caches.
  void encode(InferenceWorkspace& workspace, std::span<KeyValueCache* const> caches) const;
  void write_words(std::span<const TokenSequence> sequences, std::span<const Index> positions,
                   MatrixView<float> out, InferenceWorkspace& workspace,
                   std::span<KeyValueCache* const> caches) const;
  void expect_causal() const;
  /// One token of each sequence through the layers, from workspace.state on.
  void step_layers(std::span<KeyValueCache* const> caches, InferenceWorkspace& workspace) const;
  void pool(InferenceWorkspace& workspace) const;

  const Context* context_;
  std::unique_ptr<const PackedWeights> weights_;
};

}  // namespace espalier::models
