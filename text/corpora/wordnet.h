// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include <espalier/text/corpora/dictionary_entry.h>

namespace espalier::text {

/// Reads one line of a WordNet data file: `offset file type count lemma id ... | gloss`. Returns
/// nothing for lines of the licence (they start with a space) and lines without a gloss. Source:
/// WordNet 3.0 manual, wndb(5WN).
std::optional<DictionaryEntry> parse_wordnet_line(std::string_view line);

}  // namespace espalier::text
