// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// Statistics of runs that differ in the seed only.

/// The values of a member of the runs' summaries.
std::vector<double> values_of(const std::vector<const training::RunSummary*>& runs,
                              double training::RunSummary::*member);
/// The values of a metric; kUnknown for a run without it.
std::vector<double> metric_values(const std::vector<const training::RunSummary*>& runs,
                                  const std::string& metric);

/// The means of those `result_metrics` that every run has.
training::MetricValues means_of(const std::vector<const training::RunSummary*>& runs);

/// Is the mean validation loss of `a` lower than that of `b`? Over the seeds that both have, or all
/// of each where there is none: more seeds are run at the rate that is best with one, whose luck
/// the others' means then lack.
bool lower_validation_loss(const std::vector<const training::RunSummary*>& a,
                           const std::vector<const training::RunSummary*>& b);

/// The runs of one learning rate: of that with most seeds, since the rate that is found best with
/// one seed is the one that is repeated; of several the one of lowest validation loss.
/// Precondition: there is a run.
std::vector<const training::RunSummary*> at_best_rate(
    const std::vector<const training::RunSummary*>& runs);

/// sum x_i / n. Precondition: there is a value.
double mean_of(const std::vector<double>& values);

/// sqrt(sum (x_i - mean)^2 / (n - 1)), the sample's standard deviation; kUnknown for one value.
double deviation_of(const std::vector<double>& values);

}  // namespace espalier::experiments
