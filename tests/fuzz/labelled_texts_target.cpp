// SPDX-License-Identifier: Apache-2.0
// A file of labelled texts, to train and to validate on. The first byte says what it is: 'j' lines
// of JSON, 'n' numbers in place of classes, 'g' a set of GLUE whose name ends at the first line
// feed; else it is part of the file.
#include <espalier/text/sequences/labelled_sequences.h>

#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(labelled_texts)(std::string_view bytes) {
  constexpr std::int64_t kSequence = 16;
  constexpr char kJson = 1, kNumbers = 2, kGlue = 3;
  const char kind = bytes.empty() ? ' ' : bytes.front();
  text::LabelledOptions options = {.train = {},
                                   .validation = {},
                                   .vocabulary_size = 32,
                                   .sequence_length = kSequence,
                                   .numbers = kind == kNumbers};
  if (kind == kJson || kind == kNumbers || kind == kGlue) bytes.remove_prefix(1);
  if (kind == kGlue) {
    options.glue = take(bytes, '\n');
    options.numbers = options.glue == "stsb";
    for (const char* name : {"train.tsv", "dev.tsv", "dev_matched.tsv", "dev_mismatched.tsv"})
      scratch_file(name, with_repetitions(bytes));
    options.train = scratch_folder();
  } else {
    options.train = options.validation =
        scratch_file(kind == kJson ? "texts.jsonl" : "texts.tsv", with_repetitions(bytes));
  }
  may_refuse([&] {
    const text::LabelledData data = text::load_labelled_texts(options);
    require(options.numbers || data.labels.size() >= 2, "there is something to tell apart");
    for (std::int64_t i = 0; i < data.train.count(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const auto length = static_cast<std::int64_t>(data.train.sequence(i).size());
      require(length <= kSequence, "a text fits a sequence");
      require(data.train.second[at] <= length, "a second text begins in the sequence");
      if (!options.numbers)
        require(static_cast<std::size_t>(data.train.classes[at]) < data.labels.size(),
                "a class has a label");
    }
  });
}

}  // namespace espalier::fuzz
