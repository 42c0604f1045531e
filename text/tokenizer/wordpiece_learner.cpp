// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/tokenizer/wordpiece_learner.h>

#include <algorithm>
#include <queue>

#include <espalier/files/content_hash.h>
#include <espalier/text/tokenizer/tokenizer.h>
#include <espalier/text/tokenizer/word_splitter.h>

namespace espalier::text {
namespace {

using PieceId = std::int32_t;
using PairKey = std::uint64_t;

PairKey pair_key(PieceId left, PieceId right) {
  return static_cast<PairKey>(static_cast<std::uint32_t>(left)) << 32 |
         static_cast<std::uint32_t>(right);
}
PieceId left_of(PairKey key) { return static_cast<PieceId>(key >> 32); }
PieceId right_of(PairKey key) { return static_cast<PieceId>(key & 0xffffffff); }

struct Word {
  std::vector<PieceId> pieces;
  std::int64_t count;
};

struct PairState {
  std::int64_t count = 0;
  std::vector<std::size_t> words;  ///< where the pair occurs or once occurred, with repetitions
};

/// An entry may be out of date: counts only fall between the merges that push anew.
struct Candidate {
  std::int64_t count;
  PairKey key;
  bool operator<(const Candidate& other) const {
    return count != other.count ? count < other.count : key > other.key;
  }
};

class Learner {
 public:
  Learner(const WordCounts& counts, std::size_t size) : size_(size) {
    auto words = counts.sorted();
    // They are [UNK] whatever the pieces.
    std::erase_if(words, [](const auto& word) { return Tokenizer::is_too_long(word.first); });
    make_alphabet(words);
    for (const auto& [word, count] : words) add_word(word, count);
    for (const auto& [key, state] : pairs_) heap_.push({state.count, key});
  }

  std::vector<std::string> learn() {
    // A pair that occurs once says nothing about the language.
    constexpr std::int64_t kLeastCount = 2;
    while (pieces_.size() < size_ && !heap_.empty()) {
      const Candidate best = heap_.top();
      heap_.pop();
      const std::int64_t count = pairs_[best.key].count;
      if (count < kLeastCount) continue;
      if (count == best.count) {
        merge(best.key);
      } else {
        heap_.push({count, best.key});
      }
    }
    return std::move(pieces_);
  }

 private:
  PieceId intern(const std::string& piece) {
    const auto [entry, is_new] = ids_.try_emplace(piece, static_cast<PieceId>(pieces_.size()));
    if (is_new) pieces_.push_back(piece);
    return entry->second;
  }

  static std::vector<std::string> character_forms(std::string_view word) {
    std::vector<std::string> forms;
    for (std::size_t at = 0; at < word.size();) {
      const std::size_t length = utf8_sequence_length(word[at]);
      forms.push_back((at == 0 ? "" : "##") + std::string(word.substr(at, length)));
      at += length;
    }
    return forms;
  }

  void make_alphabet(const std::vector<std::pair<std::string, std::int64_t>>& words) {
    std::unordered_map<std::string, std::int64_t> counts;
    for (const auto& [word, count] : words) {
      for (const std::string& form : character_forms(word)) counts[form] += count;
    }
    std::vector<std::pair<std::string, std::int64_t>> forms(counts.begin(), counts.end());
    std::sort(forms.begin(), forms.end(), [](const auto& a, const auto& b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    forms.resize(std::min({forms.size(), kAlphabetLimit, size_}));
    std::sort(forms.begin(), forms.end());
    for (const auto& form : forms) intern(form.first);
  }

  /// Words with a character outside the alphabet cannot be encoded and teach nothing.
  void add_word(std::string_view text, std::int64_t count) {
    Word word{.pieces = {}, .count = count};
    for (const std::string& form : character_forms(text)) {
      const auto id = ids_.find(form);
      if (id == ids_.end()) return;
      word.pieces.push_back(id->second);
    }
    const std::size_t index = words_.size();
    for (std::size_t i = 0; i + 1 < word.pieces.size(); ++i) {
      PairState& state = pairs_[pair_key(word.pieces[i], word.pieces[i + 1])];
      state.count += count;
      state.words.push_back(index);
    }
    words_.push_back(std::move(word));
  }

  void merge(PairKey key) {
    const PieceId left = left_of(key);
    const PieceId right = right_of(key);
    const PieceId joined = intern(pieces_[static_cast<std::size_t>(left)] +
                                  pieces_[static_cast<std::size_t>(right)].substr(2));
    std::vector<std::size_t> where = std::move(pairs_[key].words);
    std::sort(where.begin(), where.end());
    where.erase(std::unique(where.begin(), where.end()), where.end());

    std::vector<PairKey> grown;
    for (const std::size_t index : where) merge_in_word(index, left, right, joined, grown);
    pairs_.erase(key);
    std::sort(grown.begin(), grown.end());
    grown.erase(std::unique(grown.begin(), grown.end()), grown.end());
    for (const PairKey pair : grown) {
      const auto state = pairs_.find(pair);
      if (state != pairs_.end()) heap_.push({state->second.count, pair});
    }
  }

  void merge_in_word(std::size_t index, PieceId left, PieceId right, PieceId joined,
                     std::vector<PairKey>& grown) {
    Word& word = words_[index];
    std::vector<PieceId>& pieces = word.pieces;
    for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
      if (pieces[i] != left || pieces[i + 1] != right) continue;
      if (i > 0) {
        pairs_[pair_key(pieces[i - 1], left)].count -= word.count;
        add_pair(pieces[i - 1], joined, index, grown);
      }
      if (i + 2 < pieces.size()) {
        pairs_[pair_key(right, pieces[i + 2])].count -= word.count;
        add_pair(joined, pieces[i + 2], index, grown);
      }
      pieces[i] = joined;
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
  }

  void add_pair(PieceId left, PieceId right, std::size_t index, std::vector<PairKey>& grown) {
    const PairKey key = pair_key(left, right);
    PairState& state = pairs_[key];
    state.count += words_[index].count;
    state.words.push_back(index);
    grown.push_back(key);
  }

  std::size_t size_;
  std::vector<std::string> pieces_;
  std::unordered_map<std::string, PieceId> ids_;
  std::vector<Word> words_;
  std::unordered_map<PairKey, PairState> pairs_;
  std::priority_queue<Candidate> heap_;
};

}  // namespace

std::size_t WordCounts::Hash::operator()(std::string_view text) const {
  return files::content_hash(text);
}

void WordCounts::add_text(std::string_view text) {
  for_each_word(text, [this](std::string_view word) { add(word); });
}

void WordCounts::add(std::string_view word, std::int64_t count) {
  const auto entry = counts_.find(word);
  if (entry != counts_.end()) {
    entry->second += count;
  } else {
    counts_.emplace(word, count);
  }
}

std::vector<std::pair<std::string, std::int64_t>> WordCounts::sorted() const {
  std::vector<std::pair<std::string, std::int64_t>> words(counts_.begin(), counts_.end());
  std::sort(words.begin(), words.end());
  return words;
}

std::vector<std::string> learn_pieces(const WordCounts& counts, std::int64_t size) {
  return Learner(counts, static_cast<std::size_t>(std::max<std::int64_t>(size, 0))).learn();
}

}  // namespace espalier::text
