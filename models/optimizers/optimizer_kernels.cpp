// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/optimizer_kernels.h>

namespace espalier::models {
namespace {

OptimizerKernels highway_optimizer_kernels() noexcept {
  return {&adamw_update, &lamb_direction, &lamb_step, &sgd_update, &sum_of_squares};
}

OptimizerKernels reference_optimizer_kernels() noexcept {
  return {&adamw_update_reference, &lamb_direction_reference, &lamb_step_reference,
          &sgd_update_reference, &sum_of_squares_reference};
}

constexpr VariantTable<OptimizerKernels> kOptimizerKernels[] = {
    {"highway", &highway_optimizer_kernels}, {"reference", &reference_optimizer_kernels}};

}  // namespace

OptimizerKernels optimizer_kernels(const Context* context) {
  if (context == nullptr) return highway_optimizer_kernels();
  return table_of(context->variant(), kOptimizerKernels);
}

}  // namespace espalier::models
