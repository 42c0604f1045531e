// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/kernel_table.h>

#include <cassert>

namespace espalier::sparse::kernels {

KernelTable kernel_table(std::string_view name) {
  if (name == "reference") return reference_kernels();
  // avx512_bf16 differs in the products of bfloat16 operands alone.
  assert((name == "highway" || name == "avx512_bf16") &&
         "a Context holds only names that kernel_names lists");
  return highway_kernels();
}

}  // namespace espalier::sparse::kernels
