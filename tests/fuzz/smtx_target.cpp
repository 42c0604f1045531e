// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/matrix_io.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(smtx)(std::string_view bytes) {
  const std::string input = with_repetitions(bytes);
  const std::filesystem::path path = scratch_file("input.smtx", input);
  sparse::PatternPtr whole;
  may_refuse([&] {
    whole = sparse::parse_smtx(input, "input");
    const std::string text = sparse::smtx_text(*whole);
    require(*must_accept([&] { return sparse::parse_smtx(text, "output"); }) == *whole,
            "what is written is read back");
    require(*must_accept([&] { return sparse::read_smtx(path); }) == *whole,
            "a file in pieces is read as a text in memory is");
  });
  may_refuse([&] {
    sparse::read_smtx(path);
    require(whole != nullptr, "a file in pieces is refused as a text in memory is");
  });
}

}  // namespace espalier::fuzz
