// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/schedules/policies/update_rules.h>

namespace espalier::schedules {

/// The policy of which most published ones are special cases. An update after t of T steps does the
/// following for a weight that stores n blocks:
///   1. density   shed the n - N(t) blocks of smallest score for good, where
///                N(t) = N_end + ceil(c(t) (N_start - N_end)), c falling from 1 to 0 by
///                `density_schedule`, and 0 at the last update; with `density_scope` global the
///                sum of all n - N(t) is shed among all weights at once, but each keeps a block
///   2. drop      of the m blocks that are left the p(t) m of smallest score, p being the drop
///                schedule, rounded as `rounding` says, but no more than step 3 has places for;
///                none if nothing grows
///   3. grow      as many, by the grow criterion, among the positions that were not stored before
///                the update (with `regrow_dropped` also those that steps 1 and 2 dropped)
/// With `redistribute`, step 3 gives each weight a share of all dropped blocks in proportion to the
/// mean |momentum| of its stored values, as far as it has room; a weight that step 2 left without a
/// block gets at least one. A block that step 2 drops and step 3 grows again starts anew, or with
/// `keep_regrown` stays as it is; one that step 1 shed starts anew always. With `grow_first`, step
/// 3 grows p(t) N_end blocks and step 2 waits for the next update; the last update only drops. With
/// drop criterion `signed`, step 1 compares |sum w|, and step 2 takes its share of the blocks whose
/// sum is not negative, and of the others, each by itself. A weight without a gradient to grow by,
/// which no backward pass of the step has reached or whose gradient overflowed, does step 1 only.
/// `Structure` constrains where blocks grow. Ties break on the lower position. Random numbers are a
/// function of seed, weight name and update number. With `redistribute` off and a constant density
/// the number of blocks of a weight never changes, but for what `grow_first` adds between updates.
///
/// Throws ConfigError if one rule would undo another (`check_combination`). `propose` throws
/// ConfigError if the weights do not show what the options need (see `needs`), and if weights whose
/// blocks differ in size would share a number of blocks, by `density_scope` global or
/// `redistribute`; frozen ones may differ. It throws ShapeError if there is a history of some
/// weights, but not of all, or a criterion does not score each block or find as many positions as
/// are to grow. Results do not depend on the number of threads. Cost of an update: one
/// pass over the values; grow criterion gradient adds the FLOPs of a dense weight gradient, but
/// never its memory.
PolicyPtr drop_and_grow(PolicyInfo info, const Cadence& cadence, UpdateRules rules);

/// The same with the cadence and the rules that `options` describe. Also throws ConfigError for an
/// option outside its domain.
PolicyPtr drop_and_grow(PolicyInfo info, const PolicyOptions& options);

}  // namespace espalier::schedules
// Tested by tests/schedules/policies/policy_table_test.cpp
