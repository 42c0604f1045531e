// SPDX-License-Identifier: Apache-2.0
// An IDX file, plain or compressed, alone and as each of the four files of a data set.
#include <algorithm>

#include <espalier/training/tasks/image_dataset.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(image_dataset)(std::string_view bytes) {
  const std::filesystem::path path = scratch_file("train-images-idx3-ubyte", bytes);
  may_refuse([&] {
    const training::IdxArray array = training::read_idx(path);
    Index values = 1;
    for (const Index extent : array.shape) values *= extent;
    require(values == static_cast<Index>(array.bytes.size()), "an array holds what it announces");
  });
  // Three files from one input: where it is cut is its first byte's choice.
  const std::size_t cut = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front());
  const std::string_view labels = bytes.substr(std::min(cut, bytes.size()));
  scratch_file("t10k-images-idx3-ubyte", bytes);
  scratch_file("train-labels-idx1-ubyte", labels);
  scratch_file("t10k-labels-idx1-ubyte", labels);
  may_refuse([&] {
    const auto data = training::read_image_dataset(scratch_folder());
    require(data.train.count > 0 && data.classes > 0 && data.deviation > 0, "a data set is whole");
  });
}

}  // namespace espalier::fuzz
