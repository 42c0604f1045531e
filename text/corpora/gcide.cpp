// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/corpora/gcide.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <espalier/text/reading/ascii_text.h>

namespace espalier::text {
namespace {

using std::string;
using std::string_view;

// --- brackets ---------------------------------------------------------------------------------

/// Where the brackets of a text close, found in one pass. Brackets nest.
class Brackets {
 public:
  explicit Brackets(string_view text) : closing_(text.size(), string_view::npos) {
    std::vector<std::size_t> square, round;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '[') square.push_back(i);
      if (text[i] == ']') close(square, i);
      if (text[i] == '(') round.push_back(i);
      if (text[i] == ')') close(round, i);
    }
  }

  /// Position of the bracket that closes the one at `open`, or npos.
  std::size_t closing(std::size_t open) const { return closing_[open]; }

 private:
  void close(std::vector<std::size_t>& open, std::size_t at) {
    if (open.empty()) return;
    closing_[open.back()] = at;
    open.pop_back();
  }

  std::vector<std::size_t> closing_;
};

/// Letters that GCIDE writes as a name in brackets.
struct NamedLetter {
  string_view name;
  string_view letter;
};
constexpr NamedLetter kNamedLetters[] = {
    {"ae", "ae"},         {"AE", "Ae"},       {"=ae", "ae"},      {"'ae", "ae"},
    {"oe", "oe"},         {"OE", "Oe"},       {"imac", "i"},      {"aum", "a"},
    {"asl", "a"},         {"udd", "u"},       {"add", "a"},       {"eth", "th"},
    {"thorn", "th"},      {"th", "th"},       {"ng", "ng"},       {"yogh", "gh"},
    {"=oo", "oo"},        {"oo^", "oo"},      {"deg", "\u00b0"},  {"sect", "\u00a7"},
    {"pounds", "\u00a3"}, {"frac12", "1/2"},  {"root", ""},       {"alpha", "alpha"},
    {"beta", "beta"},     {"gamma", "gamma"}, {"delta", "delta"}, {"pi", "pi"},
};

/// The letter that the content of a bracket stands for: a name, or one letter with marks around it.
std::optional<string> transliterate(string_view content) {
  for (const NamedLetter& named : kNamedLetters) {
    if (content == named.name) return string(named.letter);
  }
  if (content.size() != 2) return std::nullopt;
  constexpr string_view kMarks = "=^~\"'`.,*-";
  for (const int letter : {0, 1}) {
    const char mark = content[static_cast<std::size_t>(1 - letter)];
    const char base = content[static_cast<std::size_t>(letter)];
    // "R." and "L." are labels: a dot stands before its letter.
    if (is_letter(base) && contains(kMarks, string_view(&mark, 1)) &&
        !(mark == '.' && letter == 0)) {
      return string(1, base);
    }
  }
  return std::nullopt;
}

bool is_source_tag(string_view content) {
  constexpr string_view kSources[] = {"Webster", "WordNet", "PJC", "Century Dict", "RHUD", "RDH"};
  return content.size() < 60 && std::any_of(std::begin(kSources), std::end(kSources),
                                            [&](string_view s) { return contains(content, s); });
}

/// A note of this many bytes or more in brackets is a sentence and not a label.
constexpr std::size_t kNoteBytes = 100;

/// Labels of one word without a full stop; other single words were supplied by an editor.
bool is_label(string_view content) {
  constexpr string_view kLabels[] = {
      "slang",       "archaic",     "informal",  "prenominal", "acronym", "british",  "cant",
      "low",         "poetic",      "recent",    "vulgar",     "local",   "obs",      "india",
      "rare",        "obsolescent", "australia", "ireland",    "jocose",  "humorous", "trademark",
      "capitalized", "predicate",   "canada",    "china",      "law",     "collog",   "r",
      "as",          "bar",         "dsdot",     "bprime",     "mi11",    "break",    "crescent",
      "gg",          "mw10",        "rp",        "sharp",      "flat",    "stedman"};
  const string lower = lower_case(content);
  return std::find(std::begin(kLabels), std::end(kLabels), lower) != std::end(kLabels);
}

bool is_supplied_word(string_view content) {
  return !is_label(content) && std::all_of(content.begin(), content.end(),
                                           [](char c) { return is_letter(c) || c == '\''; });
}

/// "(Zool.)", "(Arch. & Mech.)", "(Physiol. Chem.)": the subject of a definition, abbreviated.
bool is_subject_label(string_view content) {
  return content.size() >= 2 && content.size() <= 40 && is_upper(content.front()) &&
         content.back() == '.' && std::all_of(content.begin(), content.end(), [](char c) {
           return is_letter(c) || contains(" .,&'-", string_view(&c, 1));
         });
}

/// "(b[i^]z"n[e^]s*[e^]z)", "(?; 277)": a pronunciation outside backslashes.
bool is_pronunciation(string_view content) {
  constexpr std::size_t kLongestPronunciation = 80;
  if (content.size() > kLongestPronunciation) return false;
  if (content.starts_with('?')) return true;
  if (std::count(content.begin(), content.end(), ' ') > 2) return false;
  for (std::size_t i = 1; i + 1 < content.size(); ++i) {
    const auto joins = [](char c) { return is_letter(c) || c == '[' || c == ']' || c == '?'; };
    if (contains("*\"`", content.substr(i, 1)) && joins(content[i - 1]) && joins(content[i + 1])) {
      return true;
    }
  }
  return false;
}

// --- one passage ------------------------------------------------------------------------------

/// Removes brackets, braces and pronunciations from a passage. A source tag becomes '\n', so that
/// what follows it can be told apart.
class MarkCleaner {
 public:
  explicit MarkCleaner(string_view text) : text_(text), brackets_(text) {}

  string clean() {
    clean(0, text_.size(), 0);
    return std::move(out_);
  }

 private:
  /// Notes within notes. Deeper ones, of a file that is no dictionary, are left out.
  static constexpr int kDeepest = 16;

  void clean(std::size_t begin, std::size_t end, int depth) {
    bool in_braces = false;
    for (std::size_t i = begin; i < end; ++i) {
      const char c = text_[i];
      // Beyond `end` is not here.
      const bool is_closed = (c == '[' || c == '(') && brackets_.closing(i) < end;
      const std::size_t last = is_closed ? brackets_.closing(i) : i;
      const string_view content = is_closed ? text_.substr(i + 1, last - i - 1) : string_view();
      if (c == '[') {
        if (!is_closed) continue;
        if (const std::optional<string> letter = transliterate(content))
          out_ += *letter;
        else if (is_source_tag(content))
          out_ += '\n';
        else if ((is_supplied_word(content) || content.size() >= kNoteBytes) && depth < kDeepest)
          clean(i + 1, last, depth + 1);
        i = last;
      } else if (c == '\\') {
        constexpr std::size_t kLongestPronunciation = 80;
        const std::size_t next = text_.substr(0, end).find('\\', i + 1);
        if (next != string_view::npos && next - i <= kLongestPronunciation) i = next;
      } else if (c == '(') {
        if (is_subject_label(content) || is_pronunciation(content) || content.starts_with("--"))
          i = last;
        else
          out_ += c;
      } else if (c == '{' || c == '}') {
        in_braces = c == '{';
      } else if (in_braces && (c == '*' || c == '`' || c == '"')) {
        continue;  // marks of syllables and stress
      } else if (c != ']') {
        out_ += c;
      }
    }
  }

  string_view text_;
  Brackets brackets_;
  string out_;
};

string clean_marks(string_view text) { return MarkCleaner(text).clean(); }

/// One space for white space runs, none before closing punctuation, no mark twice that stood around
/// something removed.
string tidy(string_view text) {
  string out;
  for (char c : text) {
    if (c == '\n') c = ' ';
    if (c == ' ' && (out.empty() || out.back() == ' ' || out.back() == '(')) continue;
    if (contains(",.;:?!)", string_view(&c, 1)) && !out.empty() && out.back() == ' ' &&
        !out.ends_with(". ")) {
      out.pop_back();
    }
    if ((c == ',' || c == ';') && !out.empty() && (out.back() == ',' || out.back() == ';'))
      continue;
    if (c == ')' && out.ends_with('(')) {
      out.pop_back();
      continue;
    }
    out += c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  out.erase(0, std::min(out.size(), out.find_first_not_of(",;: ")));
  return out;
}

/// Whether a word of a reference ends in a full stop that does not end the reference.
bool is_title(string_view word) {
  constexpr string_view kTitles[] = {
      "Jer.",  "Bp.",  "Abp.", "Mrs.",  "Mr.",  "Dr.",     "Prof.",   "Ld.",
      "St.",   "Geo.", "Wm.",  "Chas.", "Ed.",  "Fitzed.", "Encyc.",  "Am.",
      "Amer.", "Eng.", "Oxf.", "Ham.",  "Pop.", "Quart.",  "Blackw.", "Lond.",
      "Math.", "Mar.", "Sat.", "Mag.",  "Rom.", "Sci.",    "Gov.",    "Gen."};
  const bool is_initial = word.size() == 2 && is_upper(word[0]);
  return is_initial || std::find(std::begin(kTitles), std::end(kTitles), word) != std::end(kTitles);
}

/// Where a reference to an author ends that starts at `start` ("Shak.", "Beau. & Fl.", "Sir T.
/// Browne.", "Acts xvii. 27."), or npos if that is not clear.
std::size_t attribution_end(string_view text, std::size_t start) {
  constexpr std::size_t kLongestAttribution = 70;
  std::size_t at = start;
  while (at < text.size() && at - start <= kLongestAttribution) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end == text.size()) return end;
    const string_view word = text.substr(at, end - at);
    const string_view next = text.substr(end + 1, text.find(' ', end + 1) - end - 1);
    const bool goes_on =
        next == "&" || (!next.empty() && next[0] != '-' &&
                        next.find_first_not_of("ivxlc0123456789.,-") == string_view::npos);
    if (word.ends_with('.') && !is_title(word) && !goes_on) return end;
    at = end + 1;
  }
  return string_view::npos;
}

/// Drops the authors of quotations: two dashes and directly a capital or digit.
void drop_attributions(string& text) {
  std::size_t at = 0;
  while ((at = text.find(" --", at)) != string::npos) {
    const char next = at + 3 < text.size() ? text[at + 3] : ' ';
    const std::size_t end =
        is_upper(next) || is_digit(next) ? attribution_end(text, at + 3) : string::npos;
    if (end != string::npos) {
      text.erase(at, end - at);
    } else {
      ++at;
    }
  }
}

/// Drops the marks of syllables and stress from words that are divided by stars: Be*witch"ing*ness.
string drop_syllable_marks(string_view text) {
  string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const string_view word = text.substr(at, end - at);
    const std::size_t star = word.find('*');
    const bool is_divided = star != string_view::npos && star > 0 && star + 1 < word.size() &&
                            is_letter(word[star + 1]);
    for (const char c : word) {
      if (!is_divided || (c != '*' && c != '`' && c != '"')) out += c;
    }
    if (end < text.size()) out += ' ';
    at = end + 1;
  }
  return out;
}

void replace_all(string& text, string_view from, string_view to) {
  for (std::size_t at = text.find(from); at != string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// Drops "1. ", "12. " and "(a) " at the start of a line.
string_view drop_enumerator(string_view line) {
  for (;;) {
    const string_view before = line;
    std::size_t digits = 0;
    while (digits < line.size() && is_digit(line[digits])) ++digits;
    if (digits >= 1 && digits <= 2 && line.substr(digits, 2) == ". ") {
      line = trim(line.substr(digits + 2));
    } else if (digits >= 1 && digits <= 2 && line.substr(digits) == ".") {
      line = {};
    } else if (line.size() > 4 && line[0] == '(' && is_lower(line[1]) &&
               line.substr(2, 2) == ") ") {
      line = trim(line.substr(4));
    }
    if (line == before) return line;
  }
}

/// "(Law)", "(Chess)" at the start of a definition: a subject that is not abbreviated.
string_view drop_leading_subject(string_view text) {
  if (text.size() < 4 || text[0] != '(' || !is_upper(text[1])) return text;
  const std::size_t end = text.find(')');
  constexpr std::size_t kLongestSubject = 40;
  return end > kLongestSubject ? text : trim(text.substr(end + 1));  // npos is greater
}

/// Headwords of following entries that stand after the last source tag of an entry: a few words, or
/// any number of capitalised ones, without a full stop.
bool is_stray_tail(string_view tail) {
  constexpr std::size_t kLongestStrayTail = 40;
  tail = trim(tail);
  if (contains(tail, ".")) return false;
  bool all_capitalised = true;
  for (std::size_t i = 0; i < tail.size(); ++i) {
    if (i == 0 || tail[i - 1] == ' ') all_capitalised &= is_upper(tail[i]);
  }
  return all_capitalised || tail.size() <= kLongestStrayTail;
}

/// Cleans joined lines into one passage; empty if nothing is left.
string clean_passage(string_view joined) {
  string text = clean_marks(joined);
  const std::size_t tag = text.rfind('\n');
  if (tag != string::npos && tag > 0 && is_stray_tail(string_view(text).substr(tag + 1))) {
    text.resize(tag);
  }
  replace_all(text, "'bd", "\"");  // quotation marks that the conversion left as codes
  replace_all(text, "'b8", "\"");
  replace_all(text, ". . .", "...");
  text = tidy(text);
  drop_attributions(text);
  if (contains(text, "*")) text = drop_syllable_marks(text);
  text = tidy(drop_leading_subject(text));
  if (text.starts_with("Syn:")) text.replace(0, 4, "Synonyms:");
  const bool has_word = std::any_of(text.begin(), text.end(), is_letter);
  return has_word ? text : string();
}

// --- one entry --------------------------------------------------------------------------------

/// How many lines belong to headword, pronunciation, part of speech and etymology: those until
/// backslashes, parentheses and brackets are closed and the next line is indented and neither a
/// pronunciation nor an etymology.
std::size_t header_lines(const std::vector<string_view>& lines) {
  int brackets = 0;
  int parentheses = 0;
  int backslashes = 0;
  for (std::size_t i = 0; i < lines.size() && !trim(lines[i]).empty(); ++i) {
    for (const char c : lines[i]) {
      brackets += (c == '[') - (c == ']');
      parentheses += (c == '(') - (c == ')');
      backslashes += c == '\\';
    }
    const bool closed = brackets <= 0 && parentheses <= 0 && backslashes % 2 == 0;
    const string_view next = i + 1 < lines.size() ? lines[i + 1] : string_view();
    const bool next_is_indented = next.empty() || next.front() == ' ';
    const string_view next_text = trim(next);
    const bool next_continues = next_text.starts_with('[') || next_text.starts_with('\\') ||
                                (next_text.starts_with('(') &&
                                 is_pronunciation(next_text.substr(1, next_text.find(')') - 1)));
    if (closed && next_is_indented && !next_continues) return i + 1;
  }
  return 1;
}

string join(const std::vector<string_view>& lines, std::size_t first, std::size_t last) {
  string joined;
  for (std::size_t i = first; i < last; ++i) {
    if (!joined.empty()) joined += ' ';
    joined += trim(lines[i]);
  }
  return joined;
}

/// The header without everything in brackets, parentheses and backslashes: "Feel, v. t."
string clean_header(string_view header) {
  const Brackets brackets(header);
  string out;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const char c = header[i];
    std::size_t end = string_view::npos;
    if (c == '[') {
      end = brackets.closing(i);
      if (end != string_view::npos) {
        if (const auto letter = transliterate(header.substr(i + 1, end - i - 1))) out += *letter;
      }
    } else if (c == '(') {
      end = brackets.closing(i);
    } else if (c == '\\') {
      end = header.find('\\', i + 1);
      if (end != string_view::npos && end + 1 < header.size() && is_letter(header[end + 1]))
        out += ' ';
    } else if (c != ']' && c != '{' && c != '}' && c != '*' && c != '"') {
      out += c;
      continue;
    }
    if (end != string_view::npos) i = end;
  }
  return tidy(out);
}

/// The first headword: the start of the header up to a pronunciation, comma or bracket, without the
/// part of speech of entries that have neither.
string headword_of(string_view header) {
  string_view head = trim(header.substr(0, header.find_first_of("\\,[(")));
  constexpr string_view kPartsOfSpeech[] = {"n.",      "v.",    "a.",     "adj.",  "adv.",  "t.",
                                            "i.",      "pl.",   "&",      "prop.", "prep.", "conj.",
                                            "interj.", "p.",    "imp.",   "vb.",   "sing.", "pref.",
                                            "prefix.", "pron.", "prefix", "suffix"};
  for (;;) {
    const std::size_t space = head.rfind(' ');
    if (space == string_view::npos) return string(head);
    const string_view last = head.substr(space + 1);
    if (std::find(std::begin(kPartsOfSpeech), std::end(kPartsOfSpeech), last) ==
        std::end(kPartsOfSpeech)) {
      return string(head);
    }
    head = trim(head.substr(0, space));
  }
}

}  // namespace

std::vector<string_view> split_gcide(string_view dictionary) {
  std::vector<string_view> entries;
  std::size_t start = 0;
  for (std::size_t at = dictionary.find("\n\n"); at != string_view::npos;
       at = dictionary.find("\n\n", at + 1)) {
    const std::size_t next = at + 2;
    if (next < dictionary.size() && dictionary[next] != ' ' && dictionary[next] != '\n') {
      entries.push_back(dictionary.substr(start, at + 1 - start));
      start = next;
    }
  }
  if (start < dictionary.size()) entries.push_back(dictionary.substr(start));
  return entries;
}

std::optional<DictionaryEntry> clean_gcide_entry(string_view entry) {
  while (entry.starts_with('\n')) entry.remove_prefix(1);
  if (entry.empty() || entry.starts_with("00-database")) return std::nullopt;
  const std::vector<string_view> lines = split_lines(entry);
  const std::size_t body = header_lines(lines);
  const string header = join(lines, 0, body);

  DictionaryEntry cleaned;
  cleaned.headword = tidy(clean_marks(headword_of(header)));
  if (cleaned.headword.empty()) return std::nullopt;
  string joined;
  const auto finish_passage = [&] {
    string passage = clean_passage(joined);
    if (!passage.empty()) cleaned.passages.push_back(std::move(passage));
    joined.clear();
  };
  for (std::size_t i = body; i < lines.size(); ++i) {
    const string_view line = trim(lines[i]);
    if (line.empty()) {
      finish_passage();
      continue;
    }
    if (!joined.empty()) joined += ' ';
    joined += drop_enumerator(line);
  }
  finish_passage();
  if (cleaned.passages.empty()) return std::nullopt;

  cleaned.text = clean_header(header);
  for (const string& passage : cleaned.passages) cleaned.text += ' ' + passage;
  return cleaned;
}

}  // namespace espalier::text
