// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/models/inference/generation.h>
#include <espalier/sparse/core/types.h>
#include <espalier/text/tokenizer/any_tokenizer.h>

namespace espalier::serving {

/// What is written, and when it ends.
struct GenerateOptions {
  Index max_tokens = 64;                  ///< new ones of each text
  models::SamplingOptions sampling = {};  ///< the most probable token unless there is a temperature
  std::vector<std::string> stop = {};     ///< strings that end a text, and are not part of it
  std::uint64_t first_sequence = 0;       ///< number of the first prompt for the random numbers
};

/// Why a text ended.
enum class TextEnd {
  kMaxTokens,
  kEndOfText,  ///< the model ended it
  kStopString,
  kPositions,  ///< the model has no position for more
  kStopped,    ///< whoever was told of the pieces wanted no more
};
/// "max_tokens", "end_of_text", "stop", "positions" or "stopped".
std::string to_string(TextEnd end);

/// The continuation of a prompt.
struct GeneratedText {
  std::string text;  ///< without the prompt; valid UTF-8
  Index prompt_tokens = 0;
  Index tokens = 0;                    ///< new ones, which a stop string may have cut
  std::vector<std::int32_t> ids = {};  ///< [tokens]
  TextEnd end = TextEnd::kMaxTokens;
};

/// Some more of a text.
struct TextPiece {
  std::size_t prompt = 0;                   ///< its number in the call, from 0
  std::string_view text;                    ///< valid UTF-8; may be empty with the last piece only
  const GeneratedText* finished = nullptr;  ///< the whole, with the last piece
};

/// Is told of pieces as soon as they are certain; those of one prompt in order, and together its
/// whole text. Returns whether that text should go on. May throw, which ends the call.
using TextCallback = std::function<bool(const TextPiece&)>;

/// Finds the one of several strings that ends first (of those that end together the longest) in a
/// text that comes in pieces, however it is cut, and holds back what could be the beginning of one.
class StopStrings {
 public:
  /// Throws ConfigError if one is empty or is no UTF-8.
  explicit StopStrings(std::span<const std::string> stops);

  /// More text; returns what is certain to stand before a stop string.
  std::string add(std::string_view text);
  /// Whether a stop string came. What followed it is dropped.
  bool found() const { return found_; }
  /// What was held back, at the end.
  std::string rest();

 private:
  std::span<const std::string> stops_;
  std::string held_;
  bool found_ = false;
};

/// Throws as `generate_texts` would for this prompt, of which messages begin with `where`, and
/// these options.
void check_prompt(const models::PackedModel& model, const text::AnyTokenizer& tokenizer,
                  std::string_view prompt, const std::string& where,
                  const GenerateOptions& options);

/// Lets the model of `generator` go on with each prompt. `options` are those of each, or one for
/// all, whose prompts are numbered from first_sequence on. Of words, the first token is [CLS], as
/// in training, and [SEP] ends a text; of bytes, the piece that ends a text begins an empty one. No
/// other special piece is chosen, and names of special pieces in a prompt are text like any other.
/// Throws ConfigError, naming the option or the prompt, if one is out of its domain, a prompt has
/// more tokens than the model has positions, or none. Deterministic as `models::Generator`.
std::vector<GeneratedText> generate_texts(models::Generator& generator,
                                          const text::AnyTokenizer& tokenizer,
                                          std::span<const std::string> prompts,
                                          std::span<const GenerateOptions> options,
                                          const TextCallback& told);

}  // namespace espalier::serving
