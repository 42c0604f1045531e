// SPDX-License-Identifier: Apache-2.0
// Tensors of a request to a Triton server: the first byte says how many rows, the rest are bytes.
#include <espalier/serving/triton/tensors.h>

#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(triton_tensors)(std::string_view bytes) {
  if (bytes.empty()) return;
  const Index rows = static_cast<signed char>(bytes[0]);
  const std::string data = with_repetitions(bytes.substr(1));
  may_refuse([&] {
    std::size_t total = 0;
    const auto texts = serving::texts_of({.name = "TEXT", .shape = {rows, 1}, .bytes = data});
    for (const std::string_view text : texts) total += text.size() + sizeof(std::uint32_t);
    require(total == data.size(), "texts are all of the bytes");
  });
  may_refuse([&] {
    const auto ids = serving::ids_of({.name = "INPUT_IDS",
                                      .type = serving::TensorType::kWhole,
                                      .shape = {rows, static_cast<Index>(data.size()) / 8},
                                      .bytes = data},
                                     512, 30522);
    for (const std::int32_t id : ids) require(id >= 0 && id < 30522, "ids are of the vocabulary");
  });
}

}  // namespace espalier::fuzz
