// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/data/encoded_corpus.h>

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <utility>

#include <espalier/experiments/data/masking.h>
#include <espalier/experiments/data/text_file.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/content_hash.h>
#include <espalier/files/json_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::experiments {

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

/// How often each token occurs; special tokens count zero, except [UNK] in `unknown`.
struct Unigrams {
  std::vector<std::int64_t> counts;
  std::int64_t total = 0;
  std::int64_t unknown = 0;

  Unigrams(const PackedSequences& sequences, const Tokenizer& tokenizer)
      : counts(static_cast<std::size_t>(tokenizer.size())) {
    for (const std::int32_t token : sequences.tokens) {
      unknown += token == tokenizer.special().unknown;
      if (tokenizer.special().contains(token)) continue;
      ++counts[static_cast<std::size_t>(token)];
      ++total;
    }
  }

  double unknown_fraction() const {
    return total + unknown > 0 ? static_cast<double>(unknown) / static_cast<double>(total + unknown)
                               : 0;
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

/// Whether facts that were read are those of what was read with them.
bool fits(const EncodedFacts& facts, const PreparedData& data) {
  const auto tokens = [](const PackedSequences& split) {
    return static_cast<std::int64_t>(split.tokens.size());
  };
  return facts.vocabulary_hash == data.tokenizer.hash() &&
         facts.vocabulary_size == data.tokenizer.size() &&
         facts.training_tokens == tokens(data.corpus.train) &&
         facts.validation_tokens == tokens(data.corpus.validation) && fit(facts.shares, data);
}

/// The data of the cache file, or nothing, with the reason in `note` if there is a file.
std::optional<PreparedData> read_cache(const fs::path& path, std::int64_t sequence_length,
                                       std::string& note) {
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  try {
    return parse_cache(files::read_file(path, kMaximumCacheBytes), path.string(), sequence_length);
  } catch (const Error& reason) {
    note = "cache file '" + path.string() + "' was rebuilt: " + reason.what();
    return std::nullopt;
  }
}

/// Writers of one name must exclude each other, so each writes a name of its own and renames it.
void replace_file(const fs::path& path, std::string_view bytes) {
  fs::path own = path;
  own += ".writer" + std::to_string(::getpid());
  files::write_file_atomically(own, bytes);
  fs::rename(own, path);
}

void write_cache(const fs::path& path, const PreparedData& data, std::string& note) {
  try {
    fs::create_directories(path.parent_path());
    replace_file(fs::path(path).replace_extension(".vocab.txt"), data.tokenizer.vocabulary_text());
    replace_file(path, cache_bytes(data));
    files::sync_folder(path.parent_path());
  } catch (const std::exception& reason) {  // Error or filesystem_error: work goes on without
    note += (note.empty() ? "" : "; ") + ("cache file '" + path.string() + "' was not written: ") +
            reason.what();
  }
}

std::string cache_key(const DataOptions& options, const CorpusOptions& corpus) {
  files::ContentHash hash;
  hash.update_field(kCacheMagic);
  hash.update_field(source_fingerprint(corpus));
  hash.update_field(options.vocabulary.empty()
                        ? "learnt " + std::to_string(options.vocabulary_size)
                        : "given " + files::hex(file_hash(options.vocabulary)));
  hash.update_field(std::to_string(options.sequence_length));
  if (options.packing != Packing::kStream)
    hash.update_field(packing_names()[static_cast<std::size_t>(options.packing)]);
  return files::hex(hash.value());
}

Tokenizer make_tokenizer(const DataOptions& options, const Corpus& corpus) {
  if (!options.vocabulary.empty()) return Tokenizer::from_file(options.vocabulary);
  WordCounts counts;
  for (const Document& document : corpus.train) counts.add_text(document.text);
  try {
    return Tokenizer::learn(counts, options.vocabulary_size);
  } catch (const FormatError& error) {
    throw FormatError("corpus '" + corpus.facts.name + "': " + error.what());
  }
}

}  // namespace

PackedSequences pack(std::span<const Document> documents, const Tokenizer& tokenizer,
                     std::int64_t sequence_length, std::uint64_t seed, Packing packing) {
  const auto packer = make_packer(packing, sequence_length, tokenizer.special());
  const Random random(seed, stream_id("document order"));
  std::vector<std::pair<std::uint64_t, std::size_t>> order(documents.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = {random.bits(i), i};
  std::sort(order.begin(), order.end());
  std::vector<std::int32_t> document;
  for (const auto& [key, index] : order) {
    document.clear();
    tokenizer.encode(documents[index].text, document);
    packer->add(document);
  }
  return packer->finish();
}

std::vector<CorpusShare> EncodedCorpus::training_shares() const {
  if (!facts.shares.empty()) return facts.shares;
  return {{.sequences = train.count(), .weight = 1}};
}

namespace {

/// The training documents of each corpus of a mixture by themselves.
PackedSequences pack_parts(const Corpus& corpus, const Tokenizer& tokenizer,
                           std::int64_t sequence_length, Packing packing,
                           std::vector<CorpusShare>& shares) {
  PackedSequences all{.sequence_length = sequence_length, .tokens = {}, .packing = packing};
  std::span<const Document> rest(corpus.train);
  for (std::size_t i = 0; i < corpus.parts.size(); ++i) {
    const auto count = static_cast<std::size_t>(corpus.part_documents[i]);
    const PackedSequences own =
        pack(rest.first(count), tokenizer, sequence_length, kLayoutSeed, packing);
    rest = rest.subspan(count);
    if (own.count() == 0)
      throw FormatError("corpus '" + corpus.parts[i].source +
                        "': its training split does not fill one sequence of " +
                        std::to_string(sequence_length) +
                        " tokens (data.sequence); expected more text");
    shares.push_back({.sequences = own.count(), .weight = corpus.parts[i].weight});
    all.tokens.insert(all.tokens.end(), own.tokens.begin(), own.tokens.end());
  }
  return all;
}

}  // namespace

EncodedCorpus encode_corpus(const Corpus& corpus, const Tokenizer& tokenizer,
                            std::int64_t sequence_length, Packing packing) {
  EncodedCorpus encoded;
  std::vector<CorpusShare> shares;
  encoded.train = corpus.parts.empty()
                      ? pack(corpus.train, tokenizer, sequence_length, kLayoutSeed, packing)
                      : pack_parts(corpus, tokenizer, sequence_length, packing, shares);
  encoded.validation = pack(corpus.validation, tokenizer, sequence_length, kLayoutSeed, packing);
  for (const auto& [name, split] :
       {std::pair{"training", &encoded.train}, std::pair{"validation", &encoded.validation}}) {
    if (split->count() == 0) {
      throw FormatError("corpus '" + corpus.facts.name + "': its " + name +
                        " split does not fill one sequence of " + std::to_string(sequence_length) +
                        " tokens (data.sequence); expected more text");
    }
  }
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
                   .training_unknown_fraction = train.unknown_fraction(),
                   .validation_unknown_fraction = validation.unknown_fraction(),
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
  std::string out(kCacheMagic);
  put_block(out, facts_json(data.corpus.facts).dump());
  put_block(out, data.tokenizer.vocabulary_text());
  put_block(out, bytes_of(data.corpus.train.tokens));
  put_block(out, bytes_of(data.corpus.validation.tokens));
  put_number(out, files::content_hash(out));
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

PreparedData prepare_corpus(const DataOptions& options) {
  check_sequence_length(options.sequence_length);
  const CorpusOptions corpus_options{.source = options.corpus,
                                     .folder = options.folder,
                                     .validation_fraction = options.validation_fraction};
  const bool has_cache = !options.cache_folder.empty();
  std::string note;
  fs::path cache_path;
  if (has_cache) {
    cache_path =
        options.cache_folder / "encoded" / (cache_key(options, corpus_options) + ".tokens");
    if (auto cached = read_cache(cache_path, options.sequence_length, note)) {
      // The same bytes may have been cached under another name.
      cached->corpus.facts.corpus.name = options.corpus;
      return std::move(*cached);
    }
  }
  const Corpus corpus = load_corpus(corpus_options);
  Tokenizer tokenizer = make_tokenizer(options, corpus);
  EncodedCorpus encoded =
      encode_corpus(corpus, tokenizer, options.sequence_length, options.packing);
  PreparedData data{.corpus = std::move(encoded), .tokenizer = std::move(tokenizer)};
  if (has_cache) write_cache(cache_path, data, note);
  data.corpus.facts.cache_note = note;
  return data;
}

}  // namespace espalier::experiments
