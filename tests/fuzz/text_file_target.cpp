// SPDX-License-Identifier: Apache-2.0
// Text files, compressed or not, and what the default corpus makes of them.
#include <espalier/experiments/data/text_file.h>

#include <espalier/experiments/data/default_corpus.h>
#include <espalier/experiments/data/gcide.h>
#include <espalier/experiments/data/wordnet.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

void run(std::string_view bytes) {
  const std::filesystem::path path = scratch_file("text", bytes);
  constexpr std::int64_t kLimitBytes = 1 << 20;  // a small file can decompress to a huge one
  may_refuse([&] {
    experiments::TextFile file = experiments::read_text_file(path, kLimitBytes);
    require(experiments::replace_invalid_utf8(file.text) == 0, "a text that was read is UTF-8");
    for (const std::string_view entry : experiments::split_gcide(file.text))
      experiments::clean_gcide_entry(entry);
    std::string_view rest = file.text;
    while (!rest.empty()) experiments::parse_wordnet_line(take(rest, '\n'));
    experiments::comparable_text(file.text);
  });
  experiments::file_hash(path);
}

}  // namespace espalier::fuzz
