// SPDX-License-Identifier: Apache-2.0
// A folder "models" of one's own and Espalier's stand side by side: each spelling finds its own
// header.
#include <espalier/models/layers/linear.h>

#include "models/linear.h"

static_assert(kOwnLinear == 1 && sizeof(espalier::models::LinearOptions) > 0);
