// SPDX-License-Identifier: Apache-2.0
// Text files, compressed or not, and what the default corpus makes of them.
#include <espalier/text/reading/text_file.h>

#include <espalier/text/corpora/default_corpus.h>
#include <espalier/text/corpora/gcide.h>
#include <espalier/text/corpora/wordnet.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(text_file)(std::string_view bytes) {
  const std::filesystem::path path = scratch_file("text", bytes);
  constexpr std::int64_t kLimitBytes = 1 << 20;  // a small file can decompress to a huge one
  may_refuse([&] {
    text::TextFile file = text::read_text_file(path, kLimitBytes);
    require(text::replace_invalid_utf8(file.text) == 0, "a text that was read is UTF-8");
    for (const std::string_view entry : text::split_gcide(file.text))
      text::clean_gcide_entry(entry);
    std::string_view rest = file.text;
    while (!rest.empty()) text::parse_wordnet_line(take(rest, '\n'));
    text::comparable_text(file.text);
  });
  text::file_hash(path);
}

}  // namespace espalier::fuzz
