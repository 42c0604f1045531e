// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/residual.h>

#include <espalier/sparse/core/profile.h>

namespace espalier::models {
namespace {

/// Values of one task: 64 KiB of each operand, so that a task is worth its start.
constexpr Index kResidualChunk = 1 << 14;

}  // namespace

void add_residual(const sparse::Activations& x, sparse::Activations& y, const Context& context) {
  x.shape().check("add_residual", "y", y.shape());
  const ProfileSection section(context.profile(), "residual", "add");
  const Index total = static_cast<Index>(y.values().size());
  context.parallel_for_chunks(total, kResidualChunk, [&](Index first, Index count) {
    const float* from = x.values().data() + first;
    float* to = y.values().data() + first;
    for (Index i = 0; i < count; ++i) to[i] += from[i];  // one addition each: compilers vectorise
  });
}

}  // namespace espalier::models
