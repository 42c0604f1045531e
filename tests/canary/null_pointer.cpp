// SPDX-License-Identifier: Apache-2.0
// Read by cppcheck only.
int first(const int* values) {
  if (values == nullptr) return *values;
  return 0;
}
