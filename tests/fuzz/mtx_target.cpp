// SPDX-License-Identifier: Apache-2.0
#include "sparse/format/matrix_io.h"
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

void run(std::string_view bytes) {
  may_refuse([&] {
    const std::string text = sparse::mtx_text(sparse::parse_mtx(bytes, "input"));
    const auto again = must_accept([&] { return sparse::parse_mtx(text, "output"); });
    require(sparse::mtx_text(again) == text, "what is written is read back");
  });
}

}  // namespace espalier::fuzz
