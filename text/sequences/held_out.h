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

/// Divides held-out sequences as `pack` makes them: the last `test` of them test, those before
/// validate. Sequences that may share a document with the first one that tests are left out: those
/// from the last [SEP] before it on, or of sentence pairs, in which a document begins with [CLS],
/// those from the last such row on. Throws ConfigError "training.test_sequences: ..." if `test` is
/// negative or nothing is left to validate.
HeldOut divide_held_out(const PackedSequences& held_out, std::int64_t test,
                        const SpecialTokens& special);

}  // namespace espalier::text
