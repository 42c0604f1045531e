// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <variant>

#include <espalier/experiments/runs/run_summary.h>
#include <espalier/sparse/core/types.h>

namespace espalier::experiments {

/// A member of a summary.
using SummarySlot = std::variant<std::string*, Index*, double*>;

/// A column of summary files and of the index: the name of a member, and where it is.
struct SummaryColumn {
  const char* name;
  SummarySlot (*slot)(RunSummary&);
  bool required = true;  ///< false: came later, older files lack it
};

/// All of them, in their order.
std::span<const SummaryColumn> summary_column_list();

}  // namespace espalier::experiments
