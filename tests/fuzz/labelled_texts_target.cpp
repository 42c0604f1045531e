// SPDX-License-Identifier: Apache-2.0
// A file of labelled texts, to train and to validate on.
#include <espalier/text/corpora/labelled_texts.h>

#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

void run(std::string_view bytes) {
  const std::filesystem::path path = scratch_file("texts.tsv", with_repetitions(bytes));
  constexpr std::int64_t kSequence = 16;
  may_refuse([&] {
    const text::LabelledData data = text::load_labelled_texts(
        {.train = path, .validation = path, .vocabulary_size = 32, .sequence_length = kSequence});
    require(data.labels.size() >= 2, "there is something to tell apart");
    for (std::int64_t i = 0; i < data.train.count(); ++i) {
      require(data.train.sequence(i).size() <= kSequence, "a text fits a sequence");
      const auto label = static_cast<std::size_t>(data.train.classes[static_cast<std::size_t>(i)]);
      require(label < data.labels.size(), "a class has a label");
    }
  });
}

}  // namespace espalier::fuzz
