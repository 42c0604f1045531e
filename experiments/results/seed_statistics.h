// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// What runs that differ in nothing but the seed have in common.

/// A member of each run's summary.
std::vector<double> values_of(const std::vector<const training::RunSummary*>& runs,
                              double training::RunSummary::*member);
/// A metric of each; kUnknown of a run that has it not.
std::vector<double> metric_values(const std::vector<const training::RunSummary*>& runs,
                                  const std::string& metric);

/// The means of all `result_metrics` that each of the runs has.
training::MetricValues means_of(const std::vector<const training::RunSummary*>& runs);

/// sum x_i / n. Precondition: there is a value.
double mean_of(const std::vector<double>& values);

/// sqrt(sum (x_i - mean)^2 / (n - 1)), the sample's standard deviation; kUnknown for one value.
double deviation_of(const std::vector<double>& values);

}  // namespace espalier::experiments
