// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espalier::sparse {

/// Name of the best instruction set that oneDNN uses in this process, as its ONEDNN_MAX_CPU_ISA
/// spells it; empty where it has no names for them. Private to the products, as the other.
std::string onednn_isa_name();

/// Whether oneDNN multiplies bfloat16 by instructions made for it; its other ways are slower than
/// its product of floats.
bool onednn_has_bf16();

}  // namespace espalier::sparse
