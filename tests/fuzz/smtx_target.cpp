// SPDX-License-Identifier: Apache-2.0
#include "sparse/format/matrix_io.h"
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

void run(std::string_view bytes) {
  may_refuse([&] {
    const sparse::PatternPtr pattern = sparse::parse_smtx(bytes, "input");
    const std::string text = sparse::smtx_text(*pattern);
    require(*must_accept([&] { return sparse::parse_smtx(text, "output"); }) == *pattern,
            "what is written is read back");
  });
}

}  // namespace espalier::fuzz
