// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/token_cache.h>

#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>
#include <span>
#include <system_error>
#include <vector>

#include <espalier/files/atomic_file.h>
#include <espalier/files/content_hash.h>
#include <espalier/files/json_text.h>
#include <espalier/files/number_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::text {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CorpusSource, path, bytes, hash, as_expected)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CorpusFacts, name, hash, training_documents,
                                   validation_documents, training_words, validation_words,
                                   training_bytes, validation_bytes, invalid_bytes, cut_documents,
                                   dropped_documents, sources)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(EncodedFacts, corpus, vocabulary_hash, vocabulary_size,
                                   training_tokens, validation_tokens, training_unknown_fraction,
                                   validation_unknown_fraction, validation_unigram_entropy,
                                   validation_context_free_loss, training_unigram_cross_entropy)

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CorpusShare, sequences, weight)

namespace {

namespace fs = std::filesystem;

// In the facts of a mixture, and of sequences that are no stream.
constexpr const char* kShares = "shares";
constexpr const char* kPacking = "packing";

nlohmann::json facts_json(const EncodedFacts& facts) {
  nlohmann::json json = facts;
  if (!facts.shares.empty()) json[kShares] = facts.shares;
  if (facts.packing != Packing::kStream)
    json[kPacking] = packing_names()[static_cast<std::size_t>(facts.packing)];
  return json;
}

EncodedFacts facts_in(const nlohmann::json& json) {
  auto facts = json.get<EncodedFacts>();
  facts.shares = json.value(kShares, std::vector<CorpusShare>());
  const auto packing = packing_of(json.value(kPacking, packing_names().front()));
  if (!packing) throw FormatError("its facts name an unknown packing");
  facts.packing = *packing;
  return facts;
}

/// Larger files are no cache of ours, and none is written: a corpus has at most 4 GiB of text, and
/// a token is a byte or more of it. A mixture may have more.
constexpr std::size_t kMaximumCacheBytes = std::size_t{20} << 30;

/// Facts take some 200 bytes for each file of a corpus, and in memory up to 40 times as much.
constexpr std::size_t kMaximumFactsBytes = std::size_t{16} << 20;

static_assert(std::endian::native == std::endian::little, "cache files are little-endian");

void put_number(std::string& out, std::uint64_t value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put_block(std::string& out, std::string_view bytes) {
  put_number(out, bytes.size());
  out.append(bytes);
}

std::string_view bytes_of(const std::vector<std::int32_t>& tokens) {
  return {reinterpret_cast<const char*>(tokens.data()), tokens.size() * sizeof(std::int32_t)};
}

/// A cache file in pieces, of which the tokens lie where they are.
class CachePieces {
 public:
  explicit CachePieces(const PreparedData& data)
      : head_(kCacheMagic),
        train_(bytes_of(data.corpus.train.tokens)),
        validation_(bytes_of(data.corpus.validation.tokens)) {
    // Names of files need not be UTF-8; what tells one cache from another is the files' bytes.
    const std::string facts = files::json_text(facts_json(data.corpus.facts));
    facts_size_ = facts.size();
    put_block(head_, facts);
    put_block(head_, data.tokenizer.vocabulary_text());
    put_number(head_, train_.size());
    put_number(between_, validation_.size());
    files::ContentHash hash;
    for (const std::string_view piece : views()) hash.update(piece);
    put_number(checksum_, hash.value());
  }

  std::array<std::string_view, 5> views() const {
    return {head_, train_, between_, validation_, checksum_};
  }
  std::size_t size() const {
    std::size_t bytes = 0;
    for (const std::string_view piece : views()) bytes += piece.size();
    return bytes;
  }
  std::size_t facts_size() const { return facts_size_; }

 private:
  std::string head_, between_, checksum_;
  std::size_t facts_size_ = 0;
  std::string_view train_, validation_;
};

/// Takes blocks from bytes that are hostile until checked.
class CacheParser {
 public:
  explicit CacheParser(std::string_view bytes) : rest_(bytes) {
    if (rest_.size() < kCacheMagic.size() + 8 || !rest_.starts_with(kCacheMagic)) {
      throw FormatError("it does not start as a cache file does");
    }
    std::uint64_t checksum = 0;
    std::memcpy(&checksum, rest_.data() + rest_.size() - 8, 8);
    rest_.remove_suffix(8);
    if (files::content_hash(rest_) != checksum) throw FormatError("its checksum does not match");
    rest_.remove_prefix(kCacheMagic.size());
  }

  std::string_view block() {
    std::uint64_t length = 0;
    if (rest_.size() < 8) throw FormatError("it is cut short");
    std::memcpy(&length, rest_.data(), 8);
    rest_.remove_prefix(8);
    if (length > rest_.size()) throw FormatError("it is cut short");
    const std::string_view bytes = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return bytes;
  }

  PackedSequences sequences(std::int64_t sequence_length, std::int64_t vocabulary_size) {
    const std::string_view bytes = block();
    PackedSequences packed{.sequence_length = sequence_length, .tokens = {}};
    if (bytes.empty() || bytes.size() % (static_cast<std::size_t>(sequence_length) * 4) != 0) {
      throw FormatError("it does not hold whole sequences");
    }
    packed.tokens.resize(bytes.size() / 4);
    std::memcpy(packed.tokens.data(), bytes.data(), bytes.size());
    const bool in_range =
        std::all_of(packed.tokens.begin(), packed.tokens.end(),
                    [&](std::int32_t t) { return t >= 0 && t < vocabulary_size; });
    if (!in_range) throw FormatError("it holds a token outside its vocabulary");
    return packed;
  }

 private:
  std::string_view rest_;
};

bool fit(const std::vector<CorpusShare>& shares, const PreparedData& data) {
  std::int64_t left = data.corpus.train.count();
  for (const CorpusShare& share : shares) {
    if (share.sequences < 1 || share.sequences > left) return false;
    if (!(share.weight > 0 && std::isfinite(share.weight))) return false;
    left -= share.sequences;
  }
  return shares.empty() || left == 0;
}

/// Whether the rows are such pairs of sentences as can be made, and each part of them begins with a
/// document.
bool have_sentences(const PreparedData& data, const std::vector<CorpusShare>& shares) {
  const SpecialTokens& special = data.tokenizer.special();
  const PackedSequences &train = data.corpus.train, &validation = data.corpus.validation;
  const auto begins = [&](const PackedSequences& rows, std::int64_t row) {
    return row >= rows.count() || rows.sequence(row).front() == special.cls;
  };
  std::int64_t begin = 0;
  for (const CorpusShare& share : shares) {
    if (!begins(train, begin)) return false;
    begin += share.sequences;
  }
  return begins(train, 0) && begins(validation, 0) && are_sentence_rows(train, special) &&
         are_sentence_rows(validation, special);
}

/// Whether facts that were read are those of what was read with them.
bool fits(const EncodedFacts& facts, const PreparedData& data) {
  const auto tokens = [](const PackedSequences& split) {
    return static_cast<std::int64_t>(split.tokens.size());
  };
  return facts.vocabulary_hash == data.tokenizer.hash() &&
         facts.vocabulary_size == data.tokenizer.size() &&
         facts.training_tokens == tokens(data.corpus.train) &&
         facts.validation_tokens == tokens(data.corpus.validation) && fit(facts.shares, data) &&
         (facts.packing != Packing::kSentencePairs || have_sentences(data, facts.shares));
}

constexpr std::string_view kWriterSuffix = ".writer";

/// Between the number of a writer's process and a random one: machines that share a folder count
/// processes each for itself. Empty if the machine has no name.
std::string machine_mark() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0 || name.front() == 0) return {};
  return files::hex(files::content_hash(name.data())) + '.';
}

/// Removes what writers of this machine that were killed have left in a folder, up to 20 GB each.
void sweep_writers(const fs::path& folder) {
  const std::string here = machine_mark();
  for (const fs::path& path : files::list_folder(folder)) {
    const std::string name = path.filename().string();
    const std::size_t at = name.rfind(kWriterSuffix);
    if (at == std::string::npos) continue;
    const std::string_view rest = std::string_view(name).substr(at + kWriterSuffix.size());
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    const auto process = files::number_in<pid_t>(rest.substr(0, dot));
    const bool is_ours = rest.substr(std::min(dot + 1, rest.size())).starts_with(here);
    std::error_code ignored;
    if (is_ours && process && *process > 0 && ::kill(*process, 0) != 0 && errno == ESRCH)
      fs::remove(path, ignored);
  }
}

/// Writers of one name must exclude each other, so each writes a name of its own and renames it.
/// Another thread, or a machine of the same name, may have the number of the process too.
void replace_file(const fs::path& path, std::span<const std::string_view> pieces) {
  fs::path own = path;
  own += std::string(kWriterSuffix) + std::to_string(::getpid()) + '.' + machine_mark() +
         std::to_string(std::random_device()());
  try {
    files::write_file_atomically(own, pieces);
    files::rename_path(own, path);
  } catch (...) {
    std::error_code ignored;
    fs::remove(own, ignored);  // up to 20 GB, which else only a later writer would sweep away
    throw;
  }
}

}  // namespace

std::string cache_bytes(const PreparedData& data) {
  const CachePieces pieces(data);
  std::string out;
  for (const std::string_view piece : pieces.views()) out += piece;
  return out;
}

PreparedData parse_cache(std::string_view bytes, const std::string& origin,
                         std::int64_t sequence_length) {
  CacheParser parser(bytes);
  const std::string_view facts = parser.block();
  if (facts.size() > kMaximumFactsBytes)
    throw FormatError("its facts are longer than " + std::to_string(kMaximumFactsBytes) + " bytes");
  PreparedData data{.corpus = {}, .tokenizer = Tokenizer::from_text(parser.block(), origin)};
  data.corpus.train = parser.sequences(sequence_length, data.tokenizer.size());
  data.corpus.validation = parser.sequences(sequence_length, data.tokenizer.size());
  try {
    data.corpus.facts = facts_in(files::parse_json_object(facts, origin));
  } catch (const nlohmann::json::exception& error) {
    throw FormatError(std::string("its facts cannot be read: ") + error.what());
  }
  if (!fits(data.corpus.facts, data)) throw FormatError("its facts are not those of its tokens");
  data.corpus.train.packing = data.corpus.validation.packing = data.corpus.facts.packing;
  data.corpus.facts.from_cache = true;
  return data;
}

std::optional<PreparedData> read_cache(const fs::path& path, std::int64_t sequence_length,
                                       Packing packing, std::string& note) {
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  try {
    PreparedData data =
        parse_cache(files::read_file(path, kMaximumCacheBytes), path.string(), sequence_length);
    if (data.corpus.facts.packing != packing)
      throw FormatError("its sequences are packed otherwise");
    return data;
  } catch (const Error& reason) {
    note = "cache file '" + path.string() + "' was rebuilt: " + reason.what();
    return std::nullopt;
  }
}

void write_cache(const fs::path& path, const PreparedData& data, std::string& note) {
  try {
    const CachePieces cache(data);
    if (cache.size() > kMaximumCacheBytes)
      throw FormatError("it would be longer than " + std::to_string(kMaximumCacheBytes) +
                        " bytes, so that each run encodes the corpus anew");
    if (cache.facts_size() > kMaximumFactsBytes)
      throw FormatError("what it says of " +
                        std::to_string(data.corpus.facts.corpus.sources.size()) +
                        " files would be longer than " + std::to_string(kMaximumFactsBytes) +
                        " bytes, so that each run encodes the corpus anew; expected fewer files");
    fs::create_directories(path.parent_path());
    sweep_writers(path.parent_path());
    const std::string vocabulary = data.tokenizer.vocabulary_text();
    replace_file(fs::path(path).replace_extension(".vocab.txt"),
                 std::array{std::string_view(vocabulary)});
    replace_file(path, cache.views());
    files::sync_folder(path.parent_path());
  } catch (const std::exception& reason) {  // Error or filesystem_error: work goes on without
    note += (note.empty() ? "" : "; ") + ("cache file '" + path.string() + "' was not written: ") +
            reason.what();
  }
}

}  // namespace espalier::text
