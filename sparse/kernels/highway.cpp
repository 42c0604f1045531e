// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/highway.h>

namespace espalier::sparse::kernels {

KernelTable highway_kernels() {
  const HighwayProduct product = highway_product();
  const HighwayTransposition transposition = highway_transposition();
  return {product.run, highway_gradient().run, transposition.pack, transposition.unpack,
          product.target};
}

}  // namespace espalier::sparse::kernels
