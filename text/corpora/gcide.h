// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <espalier/text/corpora/dictionary_entry.h>

namespace espalier::text {

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

}  // namespace espalier::text
