// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <espalier/text/sequences/packing.h>
#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::text {

/// The sequences [begin, end) of a split.
struct SequenceRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  std::int64_t count() const { return end - begin; }
  bool operator==(const SequenceRange&) const = default;
};

/// The two uses of held-out sequences, with no document in common.
struct HeldOut {
  SequenceRange validation;  ///< looked at while rates and settings are chosen
  SequenceRange test;        ///< looked at once, when a run is done; empty: nothing is held back
};

/// Divides held-out sequences, in the order of `pack`: the last `test` of them are for tests, those
/// before for validation. Left out are sequences that may share a document with the first test
/// sequence: those from the last [SEP] before it on; of sentence pairs, where a document begins
/// with [CLS], those from the last such row on. Throws ConfigError "training.test_sequences: ..."
/// if `test` is negative or no sequence is left for validation.
HeldOut divide_held_out(const PackedSequences& held_out, std::int64_t test,
                        const SpecialTokens& special);

}  // namespace espalier::text
