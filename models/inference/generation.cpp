// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/inference/generation.h>

#include <algorithm>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

/// How many tokens may be chosen from, if the options fit otherwise.
Index checked_vocabulary(const GenerationOptions& options, const ModelConfig& config) {
  if (options.max_tokens < 1)
    throw ConfigError("generation: max_tokens is " + std::to_string(options.max_tokens) +
                      "; expected at least 1");
  if (options.vocabulary < 0 || options.vocabulary > config.vocabulary)
    throw ConfigError("generation: vocabulary is " + std::to_string(options.vocabulary) +
                      "; expected 1 to " + std::to_string(config.vocabulary) +
                      ", that of the model, or 0 for all");
  for (const std::int32_t id : options.stop_tokens)
    if (id < 0 || id >= config.vocabulary)
      throw ShapeError("generation: stop token " + std::to_string(id) + "; expected 0 to " +
                       std::to_string(config.vocabulary - 1));
  return options.vocabulary == 0 ? config.vocabulary : options.vocabulary;
}

}  // namespace

std::string_view to_string(GenerationEnd end) {
  switch (end) {
    case GenerationEnd::kMaxTokens:
      return "max_tokens";
    case GenerationEnd::kStopToken:
      return "stop_token";
    case GenerationEnd::kPositions:
      return "positions";
    case GenerationEnd::kStopped:
      break;
  }
  return "stopped";
}

/// What a call of `generate` knows.
struct Generator::Call {
  std::span<const GenerationOptions> options;  // of each prompt, or of all
  const TokenCallback& told;
  const EndCallback& ended;
  std::vector<Sampler> samplers;  // of options
  std::vector<GeneratedTokens> results;

  std::vector<Index> needed;  // logits, of samplers

  std::size_t options_of(std::size_t prompt) const { return options.size() == 1 ? 0 : prompt; }
  std::uint64_t sequence_of(std::size_t prompt) const {
    return options.size() == 1 ? options[0].first_sequence + prompt
                               : options[prompt].first_sequence;
  }
};

Generator::Generator(const PackedModel& model) : model_(&model), slots_(kTogether) {
  if (!model.is_causal())
    throw ConfigError("generation: the model has the head " + std::string(to_string(model.head())) +
                      "; expected " + std::string(to_string(HeadKind::kCausalLm)) +
                      ", which predicts the next word");
}

std::size_t Generator::cache_bytes() const {
  std::size_t bytes = 0;
  for (const Slot& slot : slots_) bytes += slot.cache.bytes();
  return bytes;
}

/// Logits that all of the chosen need; 0: all logits.
Index Generator::needed(const Call& call) const {
  Index most = 0;
  for (const Slot* const slot : chosen_) {
    const Index needed = call.needed[call.options_of(slot->prompt)];
    if (needed == 0) return 0;
    most = std::max(most, needed);
  }
  return most;
}

MatrixView<float> Generator::logits_of(std::size_t sequences) {
  const Index vocabulary = model_->config().vocabulary;
  const auto rows = static_cast<Index>(sequences);
  if (const auto size = static_cast<std::size_t>(rows * vocabulary); logits_.size() < size)
    logits_.resize(size);
  return {logits_.data(), rows, vocabulary};
}

void Generator::choose(std::span<Slot* const> slots, Call& call) {
  const Index positions = model_->config().max_positions;
  const MatrixView<float> logits = logits_of(slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    Slot& slot = *slots[i];
    GeneratedTokens& result = call.results[slot.prompt];
    const std::size_t options = call.options_of(slot.prompt);
    slot.token = call.samplers[options].choose(logits.row(static_cast<Index>(i)),
                                               call.sequence_of(slot.prompt), slot.cache.tokens());
    const auto& stops = call.options[options].stop_tokens;
    const bool is_stop = std::ranges::find(stops, slot.token) != stops.end();
    if (!is_stop) result.tokens.push_back(slot.token);
    if (is_stop)
      result.end = GenerationEnd::kStopToken;
    else if (call.told && !call.told(slot.prompt, slot.token))
      result.end = GenerationEnd::kStopped;
    else if (static_cast<Index>(result.tokens.size()) == call.options[options].max_tokens)
      result.end = GenerationEnd::kMaxTokens;
    else if (slot.cache.tokens() == positions)
      result.end = GenerationEnd::kPositions;
    else {
      under_way_.push_back(&slot);
      continue;
    }
    free_.push_back(&slot);
    if (call.ended) call.ended(slot.prompt, result.end);
  }
}

std::vector<GeneratedTokens> Generator::generate(std::span<const TokenSequence> prompts,
                                                 std::span<const GenerationOptions> options,
                                                 const TokenCallback& told,
                                                 const EndCallback& ended) {
  const ModelConfig& config = model_->config();
  if (options.size() != 1 && options.size() != prompts.size())
    throw ShapeError("generation: " + std::to_string(options.size()) + " options for " +
                     std::to_string(prompts.size()) + " prompts; expected 1 or as many");
  Call call = {options, told, ended, {}, std::vector<GeneratedTokens>(prompts.size()), {}};
  for (const GenerationOptions& one : options) {
    call.samplers.emplace_back(one.sampling, checked_vocabulary(one, config), one.forbidden);
    call.needed.push_back(call.samplers.back().needed(config.vocabulary));
  }
  // Here, so that one that does not fit is told of before anything is generated.
  model_->check_sequences(prompts);
  for (std::size_t i = 0; i < prompts.size(); ++i)
    call.results[i].tokens.reserve(static_cast<std::size_t>(
        std::min<Index>(options[call.options_of(i)].max_tokens,
                        config.max_positions - static_cast<Index>(prompts[i].tokens.size()) + 1)));
  free_.clear();
  under_way_.clear();
  for (Slot& slot : slots_) free_.push_back(&slot);
  std::size_t next = 0;
  while (next < prompts.size() || !under_way_.empty()) {
    chosen_ = under_way_;
    under_way_.clear();
    if (!chosen_.empty()) {
      caches_.clear();
      tokens_.clear();
      for (Slot* const slot : chosen_) {
        caches_.push_back(&slot->cache);
        tokens_.push_back(slot->token);
      }
      model_->step(tokens_, caches_, logits_of(chosen_.size()), workspace_, needed(call));
      choose(chosen_, call);
    }
    chosen_.clear();
    caches_.clear();
    read_.clear();
    while (next < prompts.size() && !free_.empty()) {
      Slot* const slot = free_.back();
      free_.pop_back();
      slot->prompt = next;
      chosen_.push_back(slot);
      caches_.push_back(&slot->cache);
      read_.push_back(prompts[next++]);
    }
    if (chosen_.empty()) continue;
    model_->prefill(read_, caches_, logits_of(chosen_.size()), workspace_);
    choose(chosen_, call);
  }
  return std::move(call.results);
}

}  // namespace espalier::models
