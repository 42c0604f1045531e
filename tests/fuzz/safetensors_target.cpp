// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/safetensors.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(safetensors)(std::string_view bytes) {
  may_refuse([&] {
    const files::TensorFile file(std::string(bytes), "input");
    std::size_t covered = 0;
    for (const files::TensorView& tensor : file.tensors()) {
      Index elements = 1;
      for (const Index extent : tensor.shape) elements *= extent;
      require(elements == tensor.elements(), "a tensor has as many elements as its shape says");
      const auto copy = files::copy_elements<std::vector<std::uint8_t>>(
          {tensor.name, files::DataType::kU8, {}, tensor.bytes});
      require(copy.size() == tensor.bytes.size(), "the bytes of a tensor can be read");
      require(file.find(tensor.name) == &tensor, "a tensor is found by its name");
      covered += tensor.bytes.size();
    }
    require(covered <= bytes.size(), "tensors do not overlap");
  });
}

}  // namespace espalier::fuzz
