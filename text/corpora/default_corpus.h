// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/text/corpora/corpus.h>

namespace espalier::text {

inline constexpr std::string_view kDefaultCorpusName = "default";

/// Bytes of Debian's files that are no UTF-8. They stay, since without them losses would not
/// compare.
inline constexpr std::int64_t kPublishedInvalidBytes = 3;

/// Files of the default corpus, in the order in which they are read: GCIDE, then WordNet's nouns,
/// verbs, adjectives and adverbs. $ESPALIER_DATA, where set, replaces `folder` if that is empty or
/// kDefaultCorpusFolder. Throws IoError naming the missing file and the packages that have it.
std::vector<std::filesystem::path> default_corpus_files(const std::filesystem::path& folder);

/// Reads the default corpus: the GNU Collaborative International Dictionary of English (Debian
/// package dict-gcide, a GCIDE document is one entry) and the glosses of WordNet 3.0 (wordnet-base,
/// a document is one synset: first lemma, definition, examples).
///
/// The split is by the hash of the lower-cased headword, so that a headword stands on one side
/// only, in both sources. GCIDE took over many glosses of an older WordNet, and quotations serve
/// several headwords: a validation document is dropped if one of its passages (compared as
/// lower-case letters and digits) also stands in training. Only `folder`, `validation_fraction` and
/// `maximum_bytes` of the options count. Throws as `default_corpus_files` and `read_text_file`, and
/// FormatError if a file yields no document.
Corpus load_default_corpus(const CorpusOptions& options);

/// Lower-case letters and digits of `text` with one space for everything between.
std::string comparable_text(std::string_view text);

}  // namespace espalier::text
