// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/runs/summary_columns.h>

#include <array>

namespace espalier::experiments {
namespace {

// The one list of the columns of a summary file.
#define ESPALIER_ANY_COLUMN(member, required)                                      \
  SummaryColumn {                                                                  \
#member, [](RunSummary & run) -> SummarySlot { return &run.member; }, required \
  }
#define ESPALIER_COLUMN(member) ESPALIER_ANY_COLUMN(member, true)
#define ESPALIER_LATER_COLUMN(member) ESPALIER_ANY_COLUMN(member, false)
constexpr std::array kColumns = {
    ESPALIER_COLUMN(name),
    ESPALIER_COLUMN(folder),
    ESPALIER_COLUMN(status),
    ESPALIER_COLUMN(mode),
    ESPALIER_COLUMN(model),
    ESPALIER_COLUMN(density),
    ESPALIER_COLUMN(block),
    ESPALIER_COLUMN(seed),
    ESPALIER_COLUMN(learning_rate),
    ESPALIER_COLUMN(steps),
    ESPALIER_COLUMN(sequences),
    ESPALIER_COLUMN(tokens),
    ESPALIER_COLUMN(encoder_flops_per_sequence),
    ESPALIER_COLUMN(encoder_training_flops),
    ESPALIER_COLUMN(total_training_flops),
    ESPALIER_COLUMN(parameters),
    ESPALIER_COLUMN(validation_loss),
    ESPALIER_COLUMN(unigram_entropy),
    ESPALIER_COLUMN(explored),
    ESPALIER_COLUMN(seconds),
    ESPALIER_COLUMN(settings_hash),
    ESPALIER_COLUMN(corpus_hash),
    ESPALIER_COLUMN(vocabulary_hash),
    ESPALIER_COLUMN(revision),
    ESPALIER_COLUMN(processor),
    ESPALIER_COLUMN(threads),
    ESPALIER_LATER_COLUMN(task),
    ESPALIER_LATER_COLUMN(accuracy),
    ESPALIER_LATER_COLUMN(update_flops),
    ESPALIER_LATER_COLUMN(peak_bytes),
    ESPALIER_LATER_COLUMN(changed),
    ESPALIER_LATER_COLUMN(completed_steps),
    ESPALIER_LATER_COLUMN(planned_steps),
    ESPALIER_LATER_COLUMN(test_loss),
};
#undef ESPALIER_LATER_COLUMN
#undef ESPALIER_COLUMN
#undef ESPALIER_ANY_COLUMN

}  // namespace

std::span<const SummaryColumn> summary_column_list() { return kColumns; }

}  // namespace espalier::experiments
