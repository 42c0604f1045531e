// SPDX-License-Identifier: Apache-2.0
// serve FOLDER: asks the model in FOLDER what stands at a mask. Without an argument: is refused a
// folder that is none.
#include <cstdio>

#include <espalier/serving/predictor.h>
#include <espalier/sparse/core/error.h>

int main(int argc, char** argv) {
  try {
    const espalier::serving::Predictor predictor(argc > 1 ? argv[1] : "no such folder");
    for (const auto& mask : predictor.fill_mask("the [MASK]", 1))
      std::printf("%s\n", mask.words.front().word.c_str());
  } catch (const espalier::Error& error) {
    std::puts(error.what());
    return argc > 1 ? 1 : 0;
  }
  return 0;
}
