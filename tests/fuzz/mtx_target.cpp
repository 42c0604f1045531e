// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/matrix_io.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(mtx)(std::string_view bytes) {
  const std::string input = with_repetitions(bytes);
  const std::filesystem::path path = scratch_file("input.mtx", input);
  bool accepted = false;
  may_refuse([&] {
    const std::string text = sparse::mtx_text(sparse::parse_mtx(input, "input"));
    accepted = true;
    const auto again = must_accept([&] { return sparse::parse_mtx(text, "output"); });
    require(sparse::mtx_text(again) == text, "what is written is read back");
    const auto file = must_accept([&] { return sparse::read_mtx(path); });
    require(sparse::mtx_text(file) == text, "a file in pieces is read as a text in memory is");
  });
  may_refuse([&] {
    sparse::read_mtx(path);
    require(accepted, "a file in pieces is refused as a text in memory is");
  });
}

}  // namespace espalier::fuzz
