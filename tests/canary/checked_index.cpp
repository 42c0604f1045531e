// SPDX-License-Identifier: Apache-2.0
#include <vector>

int main() {
  volatile unsigned size = 4;
  const std::vector<int> values(size);
  return values[size];
}
