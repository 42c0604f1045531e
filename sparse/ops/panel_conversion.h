// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/panels.h>

namespace espalier::sparse {

/// Conversion of the panels [first_panel, first_panel + panels of the float operand) of a bfloat16
/// operand of the same features and panel width, padding included. Private to the products.
void narrow_panels(const Panels<float>& from, Panels<BFloat16>& to, Index first_panel,
                   const Context& context);
void widen_panels(const Panels<BFloat16>& from, Index first_panel, Panels<float>& to,
                  const Context& context);

}  // namespace espalier::sparse
