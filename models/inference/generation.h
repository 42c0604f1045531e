// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include <espalier/models/inference/key_value_cache.h>
#include <espalier/models/inference/packed_model.h>
#include <espalier/models/inference/sampling.h>

namespace espalier::models {

/// What is generated, and when it ends.
struct GenerationOptions {
  Index max_tokens = 64;  ///< new ones of each sequence
  SamplingOptions sampling = {};
  std::vector<std::int32_t> stop_tokens = {};  ///< each ends its sequence and is not part of it
  std::vector<std::int32_t> forbidden = {};    ///< are never chosen
  Index vocabulary = 0;                        ///< tokens that may be chosen are below it; 0: all
  std::uint64_t first_sequence = 0;  ///< number of the first prompt for the random numbers
};

/// Why a sequence ended.
enum class GenerationEnd {
  kMaxTokens,
  kStopToken,
  kPositions,  ///< the model has no position for more
  kStopped,    ///< whoever was told of the tokens wanted no more
};
/// "max_tokens", "stop_token", "positions", "stopped".
std::string_view to_string(GenerationEnd end);

/// What a model wrote after one prompt, and why it ended.
struct GeneratedTokens {
  std::vector<std::int32_t> tokens;  ///< without the prompt
  GenerationEnd end = GenerationEnd::kMaxTokens;
};

/// Is told of each token as soon as it is chosen; `prompt` counts from 0. Returns whether the
/// sequence should go on. May throw, which ends all of it.
using TokenCallback = std::function<bool(std::size_t prompt, std::int32_t token)>;
/// Is told when a sequence has ended. May throw too.
using EndCallback = std::function<void(std::size_t prompt, GenerationEnd end)>;

/// Lets a causal model write on, token after token: reads the prompts, then makes one step for all
/// sequences that go on, at most kTogether of them at a time; the place of one that ends is taken
/// by the next prompt. The model must outlive it. One call at a time; keeps its memory for the
/// next, so that nothing is allocated for a token once calls of that size were made.
///
/// The tokens of a sequence are a function of the model, its prompt, its number and the options,
/// whatever else is generated at the same time and on however many threads.
class Generator {
 public:
  /// Throws ConfigError if the model is not causal.
  explicit Generator(const PackedModel& model);
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;

  /// A result for each prompt. `options` are those of each prompt, or one for all, whose prompts
  /// are numbered from first_sequence on. Throws ConfigError as `check`, and if max_tokens or the
  /// vocabulary is out of its domain; ShapeError as `PackedModel::prefill` for a prompt, for ids
  /// that are not of the vocabulary, and for another number of options. Cost of a token: as
  /// `PackedModel::step`.
  std::vector<GeneratedTokens> generate(std::span<const TokenSequence> prompts,
                                        std::span<const GenerationOptions> options,
                                        const TokenCallback& told = nullptr,
                                        const EndCallback& ended = nullptr);
  std::vector<GeneratedTokens> generate(std::span<const TokenSequence> prompts,
                                        const GenerationOptions& options,
                                        const TokenCallback& told = nullptr,
                                        const EndCallback& ended = nullptr) {
    return generate(prompts, std::span(&options, 1), told, ended);
  }

  const PackedModel& model() const { return *model_; }
  /// Memory of the keys and values that it keeps.
  std::size_t cache_bytes() const;

  /// Tokens for which the kernels read each weight once.
  static constexpr std::size_t kTogether = 16;

 private:
  /// A sequence that is under way.
  struct Slot {
    KeyValueCache cache;
    std::size_t prompt = 0;
    std::int32_t token = 0;  ///< the newest, which the model has not read
  };
  struct Call;

  /// Chooses the token after each of `slots` from their rows of logits_, and puts those that go on
  /// into under_way_.
  void choose(std::span<Slot* const> slots, Call& call);
  Index needed(const Call& call) const;
  MatrixView<float> logits_of(std::size_t sequences);

  const PackedModel* model_;
  InferenceWorkspace workspace_;
  std::vector<Slot> slots_;
  std::vector<Slot*> free_, under_way_, chosen_;
  std::vector<KeyValueCache*> caches_;
  std::vector<std::int32_t> tokens_;
  std::vector<TokenSequence> read_;
  AlignedVector<float> logits_;
};

}  // namespace espalier::models
