// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/text_generation.h>

#include <algorithm>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/text/reading/text_file.h>
#include <espalier/text/tokenizer/streaming_decoder.h>

namespace espalier::serving {
namespace {

/// Bytes at the end of `text` that begin `stop` but are not all of it.
std::size_t begun(std::string_view text, std::string_view stop) {
  for (std::size_t length = std::min(text.size(), stop.size() - 1); length > 0; --length)
    if (text.ends_with(stop.substr(0, length))) return length;
  return 0;
}

TextEnd text_end_of(models::GenerationEnd end) {
  switch (end) {
    case models::GenerationEnd::kMaxTokens:
      return TextEnd::kMaxTokens;
    case models::GenerationEnd::kStopToken:
      return TextEnd::kEndOfText;
    case models::GenerationEnd::kPositions:
      return TextEnd::kPositions;
    case models::GenerationEnd::kStopped:
      break;
  }
  return TextEnd::kStopped;
}

/// A text that is being written.
struct Writing {
  Writing(const text::AnyTokenizer& tokenizer, std::string_view prompt,
          std::span<const std::string> stop)
      : decoder(tokenizer, prompt), stops(stop) {}

  text::StreamingDecoder decoder;
  StopStrings stops;
  GeneratedText result;
};

/// What of a tokenizer has a meaning for who writes.
struct Ends {
  std::vector<std::int32_t> begin;  ///< before each prompt
  std::vector<std::int32_t> alone;  ///< an empty prompt
  std::vector<std::int32_t> stop, forbidden;
};

Ends ends_of(const text::Tokenizer& tokenizer) {
  const text::SpecialTokens& special = tokenizer.special();
  return {.begin = {special.cls},
          .alone = {special.cls},
          .stop = {special.sep},
          .forbidden = {special.pad, special.unknown, special.cls, special.mask}};
}

Ends ends_of(const text::ByteLevelBpe& tokenizer) {
  Ends ends = {.begin = {}, .alone = {}, .stop = {}, .forbidden = tokenizer.special()};
  if (const std::optional<std::int32_t> end = tokenizer.end_of_text()) {
    ends.stop = ends.alone = {*end};
    std::erase(ends.forbidden, *end);
  }
  return ends;
}

Ends ends_of(const text::AnyTokenizer& tokenizer) {
  return std::visit([](const auto& one) { return ends_of(one); }, tokenizer);
}

std::vector<std::int32_t> prompt_tokens(const models::PackedModel& model,
                                        const text::AnyTokenizer& tokenizer, const Ends& ends,
                                        std::string_view prompt, const std::string& where) {
  const Index positions = model.config().max_positions;
  std::vector<std::int32_t> tokens = ends.begin;
  std::visit([&](const auto& one) { one.encode(prompt, tokens); }, tokenizer);
  if (tokens.empty()) tokens = ends.alone;
  if (tokens.empty())
    throw ConfigError(where + " is empty; expected a text, since " + text::name_of(tokenizer) +
                      " has no piece that begins one");
  if (static_cast<Index>(tokens.size()) > positions)
    throw ConfigError(where + " has " + std::to_string(tokens.size()) +
                      " tokens; expected at most " + std::to_string(positions) +
                      ", the positions of the model");
  return tokens;
}

}  // namespace

std::string to_string(TextEnd end) {
  switch (end) {
    case TextEnd::kMaxTokens:
      return "max_tokens";
    case TextEnd::kEndOfText:
      return "end_of_text";
    case TextEnd::kStopString:
      return "stop";
    case TextEnd::kPositions:
      return "positions";
    case TextEnd::kStopped:
      break;
  }
  return "stopped";
}

StopStrings::StopStrings(std::span<const std::string> stops) : stops_(stops) {
  for (std::string stop : stops) {
    if (stop.empty())
      throw ConfigError("generation: a stop string is empty; expected some characters");
    if (text::replace_invalid_utf8(stop) > 0)
      throw ConfigError("generation: stop string '" + stop + "' is no UTF-8; expected characters");
  }
}

std::string StopStrings::add(std::string_view text) {
  if (found_) return {};
  held_ += text;
  // By where they end, so that it is the same one however the text is cut into pieces.
  std::pair<std::size_t, std::size_t> first = {std::string::npos, std::string::npos};
  std::size_t begin = 0;
  for (const std::string& stop : stops_) {
    if (const std::size_t at = held_.find(stop); at != std::string::npos)
      first = std::min(first, std::pair(at + stop.size(), at));
    begin = std::max(begin, begun(held_, stop));
  }
  const std::size_t end = first.second;
  found_ = end != std::string::npos;
  std::string certain = held_.substr(0, found_ ? end : held_.size() - begin);
  held_.erase(0, found_ ? held_.size() : certain.size());
  return certain;
}

std::string StopStrings::rest() { return std::exchange(held_, {}); }

void check_prompt(const models::PackedModel& model, const text::AnyTokenizer& tokenizer,
                  std::string_view prompt, const std::string& where,
                  const GenerateOptions& options) {
  if (options.max_tokens < 1)
    throw ConfigError("generation: max_tokens is " + std::to_string(options.max_tokens) +
                      "; expected at least 1");
  models::check(options.sampling);
  (void)StopStrings(options.stop);
  (void)prompt_tokens(model, tokenizer, ends_of(tokenizer), prompt, where);
}

std::vector<GeneratedText> generate_texts(models::Generator& generator,
                                          const text::AnyTokenizer& tokenizer,
                                          std::span<const std::string> prompts,
                                          std::span<const GenerateOptions> options,
                                          const TextCallback& told) {
  if (options.size() != 1 && options.size() != prompts.size())
    throw ShapeError("generation: " + std::to_string(options.size()) + " options for " +
                     std::to_string(prompts.size()) + " prompts; expected 1 or as many");
  const Ends ends = ends_of(tokenizer);
  std::vector<Writing> writings;
  std::vector<std::vector<std::int32_t>> tokens;
  for (std::size_t i = 0; i < prompts.size(); ++i) {
    writings.emplace_back(tokenizer, prompts[i], options[options.size() == 1 ? 0 : i].stop);
    tokens.push_back(prompt_tokens(generator.model(), tokenizer, ends, prompts[i],
                                   "generation: prompt " + std::to_string(i)));
    writings.back().result.prompt_tokens = std::ssize(tokens.back());
  }
  const auto tell = [&](std::size_t prompt, const std::string& piece, bool is_last) {
    GeneratedText& result = writings[prompt].result;
    result.text += piece;
    if (!told || (piece.empty() && !is_last)) return true;
    return told({prompt, piece, is_last ? &result : nullptr});
  };
  const auto add_token = [&](std::size_t prompt, std::int32_t token) {
    Writing& writing = writings[prompt];
    ++writing.result.tokens;
    writing.result.ids.push_back(token);
    const std::string piece = writing.stops.add(writing.decoder.next(token));
    return tell(prompt, piece, false) && !writing.stops.found();
  };
  const auto end = [&](std::size_t prompt, models::GenerationEnd why) {
    Writing& writing = writings[prompt];
    // What the decoder held back may end with a stop string too.
    const std::string last = writing.stops.add(writing.decoder.finish());
    writing.result.end = writing.stops.found() ? TextEnd::kStopString : text_end_of(why);
    tell(prompt, last + writing.stops.rest(), true);
  };
  std::vector<models::GenerationOptions> of_tokens;
  for (const GenerateOptions& one : options)
    of_tokens.push_back({.max_tokens = one.max_tokens,
                         .sampling = one.sampling,
                         .stop_tokens = ends.stop,
                         .forbidden = ends.forbidden,
                         .vocabulary = text::size_of(tokenizer),
                         .first_sequence = one.first_sequence});
  std::vector<models::TokenSequence> sequences;
  sequences.reserve(tokens.size());
  for (const std::vector<std::int32_t>& one : tokens) sequences.push_back({one});
  generator.generate(sequences, of_tokens, add_token, end);
  std::vector<GeneratedText> results;
  results.reserve(writings.size());
  for (Writing& writing : writings) results.push_back(std::move(writing.result));
  return results;
}

}  // namespace espalier::serving
