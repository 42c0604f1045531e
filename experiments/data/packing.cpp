// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/data/packing.h>

#include <algorithm>
#include <iterator>
#include <set>

#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

constexpr const char* kNames[] = {"stream", "documents"};

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
  std::vector<std::int32_t> tokens_;
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
  std::vector<std::int32_t> tokens_;
  std::vector<std::vector<std::size_t>> with_room_;  // sequences, by how much room they have
  std::set<std::size_t> rooms_;                      // of which there are sequences
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

std::unique_ptr<SequencePacker> make_packer(Packing packing, std::int64_t sequence_length,
                                            const SpecialTokens& special) {
  check_sequence_length(sequence_length);
  if (packing == Packing::kStream) return std::make_unique<StreamPacker>(sequence_length, special);
  return std::make_unique<DocumentPacker>(sequence_length, special);
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

}  // namespace espalier::experiments
