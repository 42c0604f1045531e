// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <espalier/models/optimizers/adamw_kernel.h>
#include <espalier/models/optimizers/lamb_kernel.h>
#include <espalier/models/optimizers/sgd_kernel.h>
#include <espalier/models/optimizers/sum_of_squares.h>
#include <espalier/sparse/core/context.h>

namespace espalier::models {

/// The optimizers' loops over values; their headers define them. Each kernel variant has a table.
struct OptimizerKernels {
  decltype(&models::adamw_update) adamw_update;
  decltype(&models::lamb_direction) lamb_direction;
  decltype(&models::lamb_step) lamb_step;
  decltype(&models::sgd_update) sgd_update;
  decltype(&models::sum_of_squares) sum_of_squares;
};

/// The table of the context's kernel variant; without a context that of the vectorised one.
OptimizerKernels optimizer_kernels(const Context* context);

}  // namespace espalier::models
