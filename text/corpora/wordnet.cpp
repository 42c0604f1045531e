// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/corpora/wordnet.h>

#include <algorithm>
#include <array>
#include <string>

#include <espalier/text/reading/ascii_text.h>

namespace espalier::text {
namespace {

using std::string;
using std::string_view;

/// Drops the author after an example: "we knew them"- W.B.Yeats; "..."--Robert Frost.
string drop_example_authors(string_view gloss) {
  string out(gloss);
  for (std::size_t at = out.find("\"-"); at != string::npos; at = out.find("\"-", at + 1)) {
    const std::size_t author = out.find_first_not_of("- ", at + 1);
    if (author == string::npos || !is_upper(out[author])) continue;
    const std::size_t end = std::min(out.find(';', author), out.size());
    out.erase(at + 1, end - at - 1);
  }
  return out;
}

}  // namespace

std::optional<DictionaryEntry> parse_wordnet_line(string_view line) {
  constexpr string_view kGlossMark = " | ";
  const std::size_t bar = line.find(kGlossMark);
  if (line.empty() || line.front() == ' ' || bar == string_view::npos) return std::nullopt;
  const string gloss = drop_example_authors(trim(line.substr(bar + kGlossMark.size())));
  // offset, file number, type, number of lemmas, first lemma
  std::array<string_view, 5> fields;
  string_view rest = line.substr(0, bar);
  for (string_view& field : fields) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    field = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (gloss.empty() || fields[4].empty()) return std::nullopt;

  DictionaryEntry entry;
  // Adjectives carry the syntactic marker (a), (p) or (ip).
  entry.headword = string(fields[4].substr(0, fields[4].find('(')));
  std::replace(entry.headword.begin(), entry.headword.end(), '_', ' ');
  const char type = fields[2].empty() ? 'n' : fields[2].front();
  const string_view part_of_speech = type == 'v'   ? "v."
                                     : type == 'r' ? "adv."
                                     : type == 'n' ? "n."
                                                   : "a.";
  entry.text = entry.headword + ", " + string(part_of_speech) + ' ' + gloss;
  entry.passages.emplace_back(gloss);
  const string definition = gloss.substr(0, gloss.find("; \""));
  if (definition.size() < gloss.size()) entry.passages.emplace_back(definition);
  return entry;
}

}  // namespace espalier::text
