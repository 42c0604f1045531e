// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/format/activations_bf16.h>

namespace espalier::sparse {

/// Conversion of the panels [first_panel, first_panel + panels of the float operand) of a bfloat16
/// operand of the same features and panel width, padding included. Private to the products.
void narrow_panels(const Activations& from, ActivationsBf16& to, Index first_panel,
                   const Context& context);
void widen_panels(const ActivationsBf16& from, Index first_panel, Activations& to,
                  const Context& context);

}  // namespace espalier::sparse
