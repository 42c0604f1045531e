// SPDX-License-Identifier: Apache-2.0
// A config.pbtxt, as export reads it, and the settings in it.
#include <espalier/experiments/program/triton_config.h>
#include <espalier/serving/triton/model_settings.h>

#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(triton_config)(std::string_view bytes) {
  const std::string text = with_repetitions(bytes);
  may_refuse([&] {
    const std::string json = experiments::triton_config_json(text, "config.pbtxt");
    const serving::ModelSettings settings = serving::model_settings(json);
    require(settings.top_k >= 0, "a number of answers");
    (void)serving::completed_config(
        json, {.inputs = {{.name = "INPUT_IDS", .type = serving::TensorType::kWhole, .dims = {-1}}},
               .outputs = {{.name = "LOGITS", .type = serving::TensorType::kFloat, .dims = {2}}}});
  });
}

}  // namespace espalier::fuzz
