// SPDX-License-Identifier: Apache-2.0
int main() {
  volatile int places = 40;
  return 1 << places;
}
