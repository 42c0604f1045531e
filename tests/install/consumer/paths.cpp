// SPDX-License-Identifier: Apache-2.0
// Uses the component that needs GraphBLAS.
#include <espalier/sparse/topology/effective_paths.h>

int main() {
  const auto layer = espalier::sparse::BlockPattern::full(8, 8, {4, 4});
  const espalier::sparse::PatternPtr chain[] = {layer, layer};
  return espalier::sparse::effective_paths(chain).paths == 8 * 8 * 8 ? 0 : 1;
}
