// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/measure/work_progress.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <utility>

namespace espalier::benchmarks {
namespace {

constexpr Index kPermille = 1000;

drawing::Progress::Options options() {
  drawing::Progress::Options options = drawing::progress_options(false);
  options.unit = "parts";
  return options;
}

}  // namespace

WorkProgress::WorkProgress(std::string label, double total)
    : progress_(std::cerr, std::move(label), kPermille, 0, options()), total_(total) {}

WorkProgress::~WorkProgress() { progress_.finish(); }

void WorkProgress::begin(const std::string& name, double weight) {
  done_ += weight_;
  weight_ = weight;
  name_ = name;
  reach(0);
}

void WorkProgress::reach(double share) {
  const double reached = kPermille * (done_ + share * weight_) / total_;
  progress_.update(std::min(kPermille, static_cast<Index>(std::llround(reached))), name_);
}

}  // namespace espalier::benchmarks
