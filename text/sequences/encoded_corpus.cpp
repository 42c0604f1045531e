// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/encoded_corpus.h>

#include <fmt/format.h>
#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <utility>

#include <espalier/files/atomic_file.h>
#include <espalier/files/content_hash.h>
#include <espalier/files/json_text.h>
#include <espalier/files/number_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/text/reading/text_file.h>
#include <espalier/text/sequences/masking.h>
#include <espalier/text/sequences/sentences.h>
#include <espalier/text/tokenizer/unknown_words.h>

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

/// Order of the documents in the packed stream; not the run's seed, so that all runs share one
/// cache.
constexpr std::uint64_t kLayoutSeed = 1;

/// Part of every cache key and the start of every cache file; to be raised when packing or the
/// file's format changes what is stored.
constexpr std::string_view kCacheMagic = "ESPTOK01";

/// Larger files are no cache of ours: corpora are limited to 4 GiB of text, and a token is a byte
/// or more of it.
constexpr std::size_t kMaximumCacheBytes = std::size_t{20} << 30;

/// Facts take some 200 bytes for each file of a corpus, and in memory up to 40 times as much.
constexpr std::size_t kMaximumFactsBytes = std::size_t{16} << 20;

static_assert(std::endian::native == std::endian::little, "cache files are little-endian");

// --- unigram statistics -----------------------------------------------------------------------

/// How often each token occurs; special tokens count zero.
struct Unigrams {
  std::vector<std::int64_t> counts;
  std::int64_t total = 0;

  Unigrams(const PackedSequences& sequences, const Tokenizer& tokenizer)
      : counts(static_cast<std::size_t>(tokenizer.size())) {
    for (const std::int32_t token : sequences.tokens) {
      if (tokenizer.special().contains(token)) continue;
      ++counts[static_cast<std::size_t>(token)];
      ++total;
    }
  }

  double entropy() const {
    double sum = 0;
    for (const std::int64_t count : counts) {
      if (count == 0) continue;
      const double p = static_cast<double>(count) / static_cast<double>(total);
      sum -= p * std::log(p);
    }
    return sum;
  }

  /// Frequencies of the tokens that are not special.
  std::vector<double> probabilities(const SpecialTokens& special) const {
    std::vector<double> out;
    for (std::size_t token = 0; token < counts.size(); ++token) {
      if (special.contains(static_cast<std::int32_t>(token))) continue;
      out.push_back(static_cast<double>(counts[token]) / static_cast<double>(total));
    }
    return out;
  }

  /// Mean loss of `model`, with one added to each count, on these tokens.
  double cross_entropy(const Unigrams& model, std::int64_t non_special) const {
    const double all = static_cast<double>(model.total + non_special);
    double sum = 0;
    for (std::size_t token = 0; token < counts.size(); ++token) {
      if (counts[token] == 0) continue;
      const double p = static_cast<double>(counts[token]) / static_cast<double>(total);
      sum -= p * std::log(static_cast<double>(model.counts[token] + 1) / all);
    }
    return sum;
  }
};

// --- cache ------------------------------------------------------------------------------------

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
      : train_(bytes_of(data.corpus.train.tokens)),
        validation_(bytes_of(data.corpus.validation.tokens)) {
    head_ = kCacheMagic;
    put_block(head_, facts_json(data.corpus.facts).dump());
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

 private:
  std::string head_, between_, checksum_;
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

/// The data of the cache file, or nothing, with the reason in `note` if there is a file.
std::optional<PreparedData> read_cache(const fs::path& path, const DataOptions& options,
                                       std::string& note) {
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  try {
    PreparedData data = parse_cache(files::read_file(path, kMaximumCacheBytes), path.string(),
                                    options.sequence_length);
    if (data.corpus.facts.packing != options.packing)
      throw FormatError("its sequences are packed otherwise");
    // The same bytes may have been cached under another name.
    data.corpus.facts.corpus.name = options.corpus;
    return data;
  } catch (const Error& reason) {
    note = "cache file '" + path.string() + "' was rebuilt: " + reason.what();
    return std::nullopt;
  }
}

constexpr std::string_view kWriterSuffix = ".writer";

/// Removes what writers that were killed have left in a folder, up to 20 GB each. One that is gone
/// here may write elsewhere, to a folder that machines share; it then says that it could not.
void sweep_writers(const fs::path& folder) {
  for (const fs::path& path : files::list_folder(folder)) {
    const std::string name = path.filename().string();
    const std::size_t at = name.rfind(kWriterSuffix);
    if (at == std::string::npos) continue;
    const std::string_view rest = std::string_view(name).substr(at + kWriterSuffix.size());
    const auto process = files::number_in<pid_t>(rest.substr(0, rest.find('.')));
    std::error_code ignored;
    if (process && *process > 0 && ::kill(*process, 0) != 0 && errno == ESRCH)
      fs::remove(path, ignored);
  }
}

/// Writers of one name must exclude each other, so each writes a name of its own and renames it.
void replace_file(const fs::path& path, std::span<const std::string_view> pieces) {
  fs::path own = path;
  own += std::string(kWriterSuffix) + std::to_string(::getpid());
  files::write_file_atomically(own, pieces);
  fs::rename(own, path);
}

void write_cache(const fs::path& path, const PreparedData& data, std::string& note) {
  try {
    fs::create_directories(path.parent_path());
    sweep_writers(path.parent_path());
    const std::string vocabulary = data.tokenizer.vocabulary_text();
    replace_file(fs::path(path).replace_extension(".vocab.txt"),
                 std::array{std::string_view(vocabulary)});
    replace_file(path, CachePieces(data).views());
    files::sync_folder(path.parent_path());
  } catch (const std::exception& reason) {  // Error or filesystem_error: work goes on without
    note += (note.empty() ? "" : "; ") + ("cache file '" + path.string() + "' was not written: ") +
            reason.what();
  }
}

CorpusOptions source_of(const DataOptions& options) {
  return {.source = options.corpus,
          .folder = options.folder,
          .validation_fraction = options.validation_fraction};
}

/// The file of the cache that holds the data, or would.
fs::path cache_file(const DataOptions& options) {
  files::ContentHash hash;
  hash.update_field(kCacheMagic);
  hash.update_field(source_fingerprint(source_of(options)));
  hash.update_field(options.vocabulary.empty()
                        ? "learnt " + std::to_string(options.vocabulary_size)
                        : "given " + files::hex(file_hash(options.vocabulary)));
  hash.update_field(std::to_string(options.sequence_length));
  if (options.packing != Packing::kStream)
    hash.update_field(packing_names()[static_cast<std::size_t>(options.packing)]);
  return options.cache_folder / "encoded" / (files::hex(hash.value()) + ".tokens");
}

// --- work on long texts -----------------------------------------------------------------------

/// Text of one turn of encoding: its tokens wait in memory until they are packed, and who waits is
/// told no more often than after each.
constexpr std::size_t kTurnBytes = std::size_t{4} << 20;

/// Says now and then how far work on so many bytes of text is.
class Meter {
 public:
  Meter(const char* what, std::size_t total, const TextWork& work)
      : what_(what), total_(total), work_(&work) {}

  void add(std::size_t bytes) {
    done_ += bytes;
    const Clock::time_point now = Clock::now();
    if (!work_->say || done_ == total_ || now - said_ < kInterval) return;
    said_ = now;
    const auto done = static_cast<double>(done_), total = static_cast<double>(total_);
    const double seconds = std::chrono::duration<double>(now - start_).count();
    work_->say(fmt::format("{}: {:.0f}% of {:.0f} MB, {:.0f} s left", what_, 100 * done / total,
                           total / 1e6, seconds * (total - done) / done));
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kInterval{10};  // as of a run's progress

  const char* what_;
  std::size_t total_, done_ = 0;
  const TextWork* work_;
  Clock::time_point start_ = Clock::now(), said_ = start_;
};

/// Calls `body(first, count)` for consecutive elements of kTurnBytes or a little more.
template <typename Elements, typename BytesOf, typename Body>
void in_turns(const char* what, const Elements& elements, const BytesOf& bytes_of,
              const TextWork& work, const Body& body) {
  std::size_t total = 0;
  for (const auto& element : elements) total += bytes_of(element);
  Meter meter(what, total, work);
  for (std::size_t first = 0; first < elements.size();) {
    std::size_t bytes = 0, end = first;
    while (end < elements.size() && bytes < kTurnBytes) bytes += bytes_of(elements[end++]);
    body(first, end - first);
    meter.add(bytes);
    first = end;
  }
}

/// Calls `body(i)` for each i below `count`, possibly concurrently.
template <typename Body>
void for_each(const TextWork& work, std::size_t count, const Body& body) {
  if (work.context == nullptr) {
    for (std::size_t i = 0; i < count; ++i) body(i);
  } else {
    work.context->parallel_for(static_cast<Index>(count),
                               [&](Index i) { body(static_cast<std::size_t>(i)); });
  }
}

/// Appends the ids of a document, as a packer wants them.
void encode_document(std::string_view text, const Tokenizer& tokenizer, Packing packing,
                     std::vector<std::int32_t>& ids) {
  if (packing != Packing::kSentencePairs) return tokenizer.encode(text, ids);
  for (const std::string_view sentence : split_sentences(text)) {
    const std::size_t before = ids.size();
    tokenizer.encode(sentence, ids);
    if (ids.size() > before) ids.push_back(tokenizer.special().sep);
  }
}

/// How often each word occurs in the documents: sums, which are the same in any order.
WordCounts count_words(std::span<const Document> documents, const TextWork& work) {
  // More parts than threads, for they are of unequal length; each has a table of its own.
  constexpr std::size_t kPartsPerThread = 4;
  const auto threads =
      static_cast<std::size_t>(work.context == nullptr ? 1 : work.context->threads());
  std::vector<WordCounts> parts(threads == 1 ? 1 : kPartsPerThread * threads);
  in_turns(
      "counting words", documents, [](const Document& document) { return document.text.size(); },
      work,
      [&](std::size_t first, std::size_t count) {
        for_each(work, parts.size(), [&](std::size_t p) {
          const std::size_t end = first + count * (p + 1) / parts.size();
          for (std::size_t i = first + count * p / parts.size(); i < end; ++i)
            parts[p].add_text(documents[i].text);
        });
      });
  if (parts.size() == 1) return std::move(parts.front());
  WordCounts all;
  for (const WordCounts& part : parts)
    for (const auto& [word, count] : part.sorted()) all.add(word, count);
  return all;
}

Tokenizer make_tokenizer(const DataOptions& options, const Corpus& corpus, const TextWork& work) {
  if (!options.vocabulary.empty()) return Tokenizer::from_file(options.vocabulary);
  try {
    return Tokenizer::learn(count_words(corpus.train, work), options.vocabulary_size);
  } catch (const FormatError& error) {
    throw FormatError("corpus '" + corpus.facts.name + "': " + error.what());
  }
}

}  // namespace

PackedSequences pack(std::span<const Document> documents, const Tokenizer& tokenizer,
                     std::int64_t sequence_length, std::uint64_t seed, Packing packing,
                     const TextWork& work) {
  const auto packer = make_packer(packing, sequence_length, tokenizer);
  const Random random(seed, stream_id("document order"));
  std::vector<std::pair<std::uint64_t, std::size_t>> order(documents.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = {random.bits(i), i};
  std::sort(order.begin(), order.end());
  const auto bytes_of = [&](const auto& place) { return documents[place.second].text.size(); };
  std::vector<std::vector<std::int32_t>> encoded;
  in_turns("encoding", order, bytes_of, work, [&](std::size_t first, std::size_t count) {
    if (encoded.size() < count) encoded.resize(count);
    for_each(work, count, [&](std::size_t i) {
      encoded[i].clear();
      encode_document(documents[order[first + i].second].text, tokenizer, packing, encoded[i]);
    });
    for (std::size_t i = 0; i < count; ++i) packer->add(encoded[i]);
    // The rest is like the first turn, and a little more.
    if (first == 0 && count < order.size())
      packer->expect(1.05 * static_cast<double>(order.size()) / static_cast<double>(count));
  });
  return packer->finish();
}

std::vector<CorpusShare> EncodedCorpus::training_shares() const {
  if (!facts.shares.empty()) return facts.shares;
  return {{.sequences = train.count(), .weight = 1}};
}

namespace {

/// Throws FormatError if no sequence was made of the documents of `text`, or nothing but [UNK].
void require_text(const PackedSequences& packed, std::span<const Document> documents,
                  const Tokenizer& tokenizer, const std::string& text) {
  const auto lengths = [&documents] {
    WordLengths found;
    for (const Document& document : documents) found.add_text(document.text);
    return found;
  };
  if (packed.count() == 0) {
    const std::string problem = lengths().problem();
    throw FormatError(fmt::format("{} does not fill one sequence of {} tokens (data.sequence); {}",
                                  text, packed.sequence_length,
                                  problem.empty() ? "expected more text" : problem));
  }
  require_known(packed.tokens, tokenizer, text, lengths);
}

/// The training documents of each corpus of a mixture by themselves.
PackedSequences pack_parts(const Corpus& corpus, const Tokenizer& tokenizer,
                           std::int64_t sequence_length, Packing packing,
                           std::vector<CorpusShare>& shares, const TextWork& work) {
  PackedSequences all{.sequence_length = sequence_length, .tokens = {}, .packing = packing};
  std::span<const Document> rest(corpus.train);
  for (std::size_t i = 0; i < corpus.parts.size(); ++i) {
    const auto part = rest.first(static_cast<std::size_t>(corpus.part_documents[i]));
    const PackedSequences own = pack(part, tokenizer, sequence_length, kLayoutSeed, packing, work);
    rest = rest.subspan(part.size());
    require_text(own, part, tokenizer,
                 "corpus '" + corpus.parts[i].source + "': its training split");
    shares.push_back({.sequences = own.count(), .weight = corpus.parts[i].weight});
    all.tokens.insert(all.tokens.end(), own.tokens.begin(), own.tokens.end());
  }
  return all;
}

}  // namespace

EncodedCorpus encode_corpus(const Corpus& corpus, const Tokenizer& tokenizer,
                            std::int64_t sequence_length, Packing packing, const TextWork& work) {
  EncodedCorpus encoded;
  std::vector<CorpusShare> shares;
  encoded.train = corpus.parts.empty()
                      ? pack(corpus.train, tokenizer, sequence_length, kLayoutSeed, packing, work)
                      : pack_parts(corpus, tokenizer, sequence_length, packing, shares, work);
  encoded.validation =
      pack(corpus.validation, tokenizer, sequence_length, kLayoutSeed, packing, work);
  const std::string name = "corpus '" + corpus.facts.name + "': its ";
  require_text(encoded.train, corpus.train, tokenizer, name + "training split");
  require_text(encoded.validation, corpus.validation, tokenizer, name + "validation split");
  const Unigrams train(encoded.train, tokenizer);
  const Unigrams validation(encoded.validation, tokenizer);
  const auto non_special =
      tokenizer.size() - static_cast<std::int64_t>(tokenizer.special().sorted().size());
  encoded.facts = {.corpus = corpus.facts,
                   .vocabulary_hash = tokenizer.hash(),
                   .vocabulary_size = tokenizer.size(),
                   .packing = packing,
                   .training_tokens = static_cast<std::int64_t>(encoded.train.tokens.size()),
                   .validation_tokens = static_cast<std::int64_t>(encoded.validation.tokens.size()),
                   .training_unknown_fraction =
                       count_unknown(encoded.train.tokens, tokenizer.special()).fraction(),
                   .validation_unknown_fraction =
                       count_unknown(encoded.validation.tokens, tokenizer.special()).fraction(),
                   .validation_unigram_entropy = validation.entropy(),
                   .validation_context_free_loss =
                       context_free_loss(validation.probabilities(tokenizer.special()), {}),
                   .training_unigram_cross_entropy = validation.cross_entropy(train, non_special),
                   .shares = std::move(shares),
                   .from_cache = false,
                   .cache_note = ""};
  return encoded;
}

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

namespace {

/// The documents end with this call: what follows needs memory of its own.
PreparedData load_and_encode(const DataOptions& options, const TextWork& work) {
  const Corpus corpus = load_corpus(source_of(options));
  Tokenizer tokenizer = make_tokenizer(options, corpus, work);
  EncodedCorpus encoded =
      encode_corpus(corpus, tokenizer, options.sequence_length, options.packing, work);
  return {.corpus = std::move(encoded), .tokenizer = std::move(tokenizer)};
}

}  // namespace

PreparedData prepare_corpus(const DataOptions& options,
                            const std::function<void(const std::string&)>& say) {
  check_sequence_length(options.sequence_length);
  const bool has_cache = !options.cache_folder.empty();
  std::string note;
  fs::path cache_path;
  if (has_cache) {
    cache_path = cache_file(options);
    if (auto cached = read_cache(cache_path, options, note)) return *std::move(cached);
  }
  const Context context({.threads = options.threads});
  const TextWork work = {.context = &context, .say = say};
  PreparedData data = load_and_encode(options, work);
  if (has_cache) write_cache(cache_path, data, note);
  data.corpus.facts.cache_note = note;
  return data;
}

std::optional<PreparedData> preview_corpus(const DataOptions& options, std::int64_t most_bytes) {
  check_sequence_length(options.sequence_length);
  // Made without a cache too: it takes reading every file.
  const fs::path cache_path = cache_file(options);
  std::string ignored;
  if (!options.cache_folder.empty())
    if (auto cached = read_cache(cache_path, options, ignored)) return cached;
  if (source_bytes(source_of(options)) > most_bytes) {
    if (!options.vocabulary.empty()) static_cast<void>(Tokenizer::from_file(options.vocabulary));
    return std::nullopt;
  }
  const Context context({.threads = options.threads});
  return load_and_encode(options, {.context = &context, .say = {}});
}

}  // namespace espalier::text
