// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/experiments/data/corpus.h>

namespace espalier::experiments {

inline constexpr std::string_view kDefaultCorpusName = "default";

/// A dictionary entry after cleaning.
struct DictionaryEntry {
  std::string headword;
  std::string text;  ///< "headword, part of speech. definitions and quotations"
  std::vector<std::string>
      passages;  ///< its definitions and quotations one by one, without headword
};

/// Files of the default corpus, in the order in which they are read: GCIDE, then WordNet's nouns,
/// verbs, adjectives and adverbs. If `folder` is empty or kDefaultCorpusFolder, $ESPALIER_DATA
/// takes its place where that is set. Throws IoError naming the missing file and the packages to
/// get.
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

/// Cleans one entry of GCIDE as dictd formats it, so that a language model sees language:
/// - lines are joined; sense numbers and letters go, "Syn:" becomes "Synonyms:";
/// - pronunciations, etymologies and everything else in brackets, parentheses or backslashes
///   between headword and definition go;
/// - source tags ([1913 Webster]), usage labels ([Obs.]), subject labels ((Zool.)) and attributions
///   at the end of a quotation (--Shak.) go; words supplied by an editor ([they]) and long notes
///   stay without brackets;
/// - letters written as names become letters ([ae] ae, [eth] th, ['e] e: accents are dropped, as
///   the tokenizer does); braces around references and the marks of syllables inside them go.
/// Returns nothing for an entry without a definition and for notes on the database itself.
std::optional<DictionaryEntry> clean_gcide_entry(std::string_view entry);

/// Cuts the text of `gcide.dict` into entries: an entry starts at an unindented line after a blank
/// one.
std::vector<std::string_view> split_gcide(std::string_view dictionary);

/// Reads one line of a WordNet data file: `offset file type count lemma id ... | gloss`. Returns
/// nothing for lines of the licence (they start with a space) and lines without a gloss. Source:
/// WordNet 3.0 manual, wndb(5WN).
std::optional<DictionaryEntry> parse_wordnet_line(std::string_view line);

/// Lower-case letters and digits of `text` with one space for everything between.
std::string comparable_text(std::string_view text);

}  // namespace espalier::experiments
