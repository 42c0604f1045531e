// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/packing.h>

#include <algorithm>
#include <iterator>
#include <set>

#include <espalier/sparse/core/error.h>

namespace espalier::text {
namespace {

constexpr const char* kNames[] = {"stream", "documents", "sentence_pairs"};

class StreamPacker final : public SequencePacker {
 public:
  StreamPacker(std::int64_t sequence_length, const SpecialTokens& special)
      : length_(static_cast<std::size_t>(sequence_length)), special_(special) {}

  void add(std::span<const std::int32_t> document) override {
    for (const std::int32_t token : document) {
      if (at_start()) tokens_.push_back(special_.cls);
      tokens_.push_back(token);
    }
    if (!document.empty() && !at_start()) tokens_.push_back(special_.sep);
  }

  PackedSequences finish() override {
    tokens_.resize(tokens_.size() / length_ * length_);
    return {.sequence_length = static_cast<std::int64_t>(length_),
            .tokens = std::move(tokens_),
            .packing = Packing::kStream};
  }

 private:
  bool at_start() const { return tokens_.size() % length_ == 0; }

  std::size_t length_;
  SpecialTokens special_;
};

class DocumentPacker final : public SequencePacker {
 public:
  DocumentPacker(std::int64_t sequence_length, const SpecialTokens& special)
      : length_(static_cast<std::size_t>(sequence_length)),
        special_(special),
        with_room_(length_ + 1) {}

  void add(std::span<const std::int32_t> document) override {
    const std::size_t most = length_ - 1;  // behind [CLS]
    const bool is_cut = document.size() > most;
    for (; document.size() > most; document = document.subspan(most))
      place(document.first(most), add_sequence(), length_);
    if (document.empty()) return;
    const std::size_t needed = needed_by(document);
    const auto least = is_cut ? rooms_.end() : rooms_.lower_bound(needed);
    if (least == rooms_.end())
      place(document, add_sequence(), length_);
    else
      place(document, take_sequence(*least), *least);
  }

  PackedSequences finish() override {
    return {.sequence_length = static_cast<std::int64_t>(length_),
            .tokens = std::move(tokens_),
            .packing = Packing::kDocuments};
  }

 private:
  /// A document of one token between [CLS] and [SEP].
  static constexpr std::size_t kLeastRoom = 3;

  /// With [CLS] and, unless it would not fit into any sequence, [SEP].
  std::size_t needed_by(std::span<const std::int32_t> document) const {
    return std::min(document.size() + 2, length_);
  }

  /// Returns its first token's place.
  std::size_t add_sequence() {
    tokens_.resize(tokens_.size() + length_, special_.pad);
    return tokens_.size() - length_;
  }

  std::size_t take_sequence(std::size_t room) {
    const std::size_t sequence = with_room_[room].back();
    with_room_[room].pop_back();
    return sequence;
  }

  /// Writes a document into the sequence at `sequence`, whose last `room` places are free.
  void place(std::span<const std::int32_t> document, std::size_t sequence, std::size_t room) {
    if (with_room_[room].empty()) rooms_.erase(room);
    auto to = tokens_.begin() + static_cast<std::ptrdiff_t>(sequence + length_ - room);
    *to++ = special_.cls;
    to = std::ranges::copy(document, to).out;
    const std::size_t needed = needed_by(document);
    if (needed == document.size() + 2) *to = special_.sep;
    const std::size_t left = room - needed;
    if (left < kLeastRoom) return;
    with_room_[left].push_back(sequence);
    rooms_.insert(left);
  }

  std::size_t length_;
  SpecialTokens special_;
  std::vector<std::vector<std::size_t>> with_room_;  // sequences, by how much room they have
  std::set<std::size_t> rooms_;                      // of which there are sequences
};

/// [CLS] and two [SEP], which every pair has besides its text.
constexpr std::size_t kMarksOfPair = 3;

class SentencePacker final : public SequencePacker {
 public:
  SentencePacker(std::int64_t sequence_length, const Tokenizer& tokenizer)
      : length_(static_cast<std::size_t>(sequence_length)), tokenizer_(&tokenizer) {}

  void add(std::span<const std::int32_t> document) override {
    begins_document_ = true;
    while (!document.empty()) {
      const auto end = std::ranges::find(document, tokenizer_->special().sep);
      auto sentence = document.first(static_cast<std::size_t>(end - document.begin()));
      document = document.subspan(std::min(sentence.size() + 1, document.size()));
      const std::size_t most = (length_ - kMarksOfPair) / 2;
      while (sentence.size() > most) sentence = sentence.subspan(add_sentence(sentence, most));
      if (!sentence.empty()) add_sentence(sentence, sentence.size());
    }
    end_row();
  }

  PackedSequences finish() override {
    return {.sequence_length = static_cast<std::int64_t>(length_),
            .tokens = std::move(tokens_),
            .packing = Packing::kSentencePairs};
  }

 private:
  using Tokens = std::span<const std::int32_t>;

  /// The last place from `at` backwards at which a word begins; `at` if there is none.
  std::size_t word_start(Tokens sentence, std::size_t at) const {
    for (std::size_t start = at; start > 0; --start)
      if (start == sentence.size() || !tokenizer_->continues(sentence[start])) return start;
    return at;
  }

  /// Adds up to `most` tokens of a sentence to the row, or to the next one, and returns how many.
  std::size_t add_sentence(Tokens sentence, std::size_t most) {
    const std::size_t count = word_start(sentence, most);
    const bool fits =
        text_ + count + kMarksOfPair <= length_ && 1 + text_ + count + row_.size() + 1 <= length_;
    if (!fits) end_row();
    row_.push_back(sentence.first(count));
    text_ += count;
    return count;
  }

  void end_row() {
    if (row_.size() == 1 && text_ > 1) {
      const Tokens alone = row_.front();
      const std::size_t half = word_start(alone, alone.size() / 2);
      row_ = {alone.first(half), alone.subspan(half)};
    }
    if (row_.size() > 1) {
      const std::size_t end = tokens_.size() + length_;
      if (begins_document_) tokens_.push_back(tokenizer_->special().cls);
      for (const Tokens sentence : row_) {
        tokens_.insert(tokens_.end(), sentence.begin(), sentence.end());
        tokens_.push_back(tokenizer_->special().sep);
      }
      tokens_.resize(end, tokenizer_->special().pad);
      begins_document_ = false;
    }
    row_.clear();
    text_ = 0;
  }

  std::size_t length_;
  const Tokenizer* tokenizer_;
  std::vector<Tokens> row_;  // its sentences, views of the document
  std::size_t text_ = 0;     // tokens of these
  bool begins_document_ = true;
};

}  // namespace

std::vector<std::string> packing_names() { return {std::begin(kNames), std::end(kNames)}; }

std::optional<Packing> packing_of(const std::string& name) {
  const auto* found = std::ranges::find(kNames, name);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<Packing>(found - std::begin(kNames));
}

void check_sequence_length(std::int64_t sequence_length) {
  if (sequence_length < kMinimumSequence || sequence_length > kMaximumSequence) {
    throw ConfigError("data.sequence: found " + std::to_string(sequence_length) +
                      ", expected between " + std::to_string(kMinimumSequence) + " and " +
                      std::to_string(kMaximumSequence));
  }
}

std::vector<std::int32_t> PackedSequences::gather(std::span<const std::int64_t> indices) const {
  std::vector<std::int32_t> batch;
  batch.reserve(indices.size() * static_cast<std::size_t>(sequence_length));
  for (const std::int64_t index : indices) {
    if (index < 0 || index >= count()) {
      throw ShapeError("sequence: found index " + std::to_string(index) + ", expected in [0, " +
                       std::to_string(count()) + ")");
    }
    const auto row = sequence(index);
    batch.insert(batch.end(), row.begin(), row.end());
  }
  return batch;
}

bool are_sentence_rows(const PackedSequences& rows, const SpecialTokens& special) {
  for (std::int64_t i = 0; i < rows.count(); ++i) {
    std::span<const std::int32_t> rest = rows.sequence(i);
    if (rest.front() == special.cls) rest = rest.subspan(1);
    std::size_t sentences = 0, text = 0;
    for (auto end = std::ranges::find(rest, special.sep); end != rest.end();
         end = std::ranges::find(rest, special.sep)) {
      const auto length = static_cast<std::size_t>(end - rest.begin());
      const auto sentence = rest.first(length);
      if (length == 0 || std::ranges::find(sentence, special.cls) != sentence.end() ||
          std::ranges::find(sentence, special.pad) != sentence.end())
        return false;
      ++sentences;
      text += length;
      rest = rest.subspan(length + 1);
    }
    const bool is_padded = std::ranges::all_of(rest, [&](auto t) { return t == special.pad; });
    if (sentences < 2 || !is_padded || text + kMarksOfPair > rows.sequence(i).size()) return false;
  }
  return true;
}

std::unique_ptr<SequencePacker> make_packer(Packing packing, std::int64_t sequence_length,
                                            const Tokenizer& tokenizer) {
  check_sequence_length(sequence_length);
  switch (packing) {
    case Packing::kDocuments:
      return std::make_unique<DocumentPacker>(sequence_length, tokenizer.special());
    case Packing::kSentencePairs:
      return std::make_unique<SentencePacker>(sequence_length, tokenizer);
    case Packing::kStream:
      break;
  }
  return std::make_unique<StreamPacker>(sequence_length, tokenizer.special());
}

std::vector<std::int64_t> packed_documents(std::span<const std::int32_t> tokens,
                                           std::int64_t sequence_length,
                                           const SpecialTokens& special) {
  std::vector<std::int64_t> documents;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    const bool begins = static_cast<std::int64_t>(t) % sequence_length == 0;
    if (begins || tokens[t] == special.cls || tokens[t] == special.pad)
      documents.push_back(1);
    else
      ++documents.back();
  }
  return documents;
}

}  // namespace espalier::text
