// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/prepared_corpus.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <espalier/files/content_hash.h>
#include <espalier/text/reading/text_file.h>
#include <espalier/text/sequences/token_cache.h>

namespace espalier::text {
namespace {

namespace fs = std::filesystem;

/// Part of the key of what a learnt vocabulary encodes: to be raised when other pieces are learnt
/// of the same words.
constexpr const char* kLearnt = "learnt 2 of ";

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
                        ? kLearnt + std::to_string(options.vocabulary_size)
                        : "given " + files::hex(file_hash(options.vocabulary)));
  hash.update_field(std::to_string(options.sequence_length));
  if (options.packing != Packing::kStream)
    hash.update_field(packing_names()[static_cast<std::size_t>(options.packing)]);
  return options.cache_folder / "encoded" / (files::hex(hash.value()) + ".tokens");
}

Tokenizer make_tokenizer(const DataOptions& options, const Corpus& corpus, const TextWork& work) {
  if (!options.vocabulary.empty()) return Tokenizer::from_file(options.vocabulary);
  return Tokenizer::learn(count_words(corpus.train, work), options.vocabulary_size);
}

std::optional<PreparedData> cached_data(const fs::path& path, const DataOptions& options,
                                        std::string& note) {
  auto data = read_cache(path, options.sequence_length, options.packing, note);
  if (!data) return data;
  // The same bytes may have been cached under other names.
  CorpusFacts& facts = data->corpus.facts.corpus;
  facts.name = options.corpus;
  const std::vector<fs::path> files = source_files(source_of(options));
  for (std::size_t i = 0; i < std::min(files.size(), facts.sources.size()); ++i)
    facts.sources[i].path = files[i].string();
  return data;
}

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
    if (auto cached = cached_data(cache_path, options, note)) return *std::move(cached);
  }
  const Context context({.threads = options.threads});
  const TextWork work = {.context = &context, .say = say};
  PreparedData data = load_and_encode(options, work);
  // Text that changed meanwhile, in part read before, would be found under the name of the old one.
  if (has_cache && cache_file(options) != cache_path)
    note = "the corpus changed while it was read, so that it is not kept in " +
           options.cache_folder.string();
  else if (has_cache)
    write_cache(cache_path, data, note);
  data.corpus.facts.cache_note = note;
  return data;
}

std::optional<PreparedData> preview_corpus(const DataOptions& options, std::int64_t most_bytes) {
  check_sequence_length(options.sequence_length);
  // Made without a cache too: it takes reading every file.
  const fs::path cache_path = cache_file(options);
  std::string ignored;
  if (!options.cache_folder.empty())
    if (auto cached = cached_data(cache_path, options, ignored)) return cached;
  if (source_bytes(source_of(options)) > most_bytes) {
    if (!options.vocabulary.empty()) static_cast<void>(Tokenizer::from_file(options.vocabulary));
    return std::nullopt;
  }
  const Context context({.threads = options.threads});
  return load_and_encode(options, {.context = &context, .say = {}});
}

}  // namespace espalier::text
