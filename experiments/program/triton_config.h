// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace espalier::experiments {

/// What a config.pbtxt says of settings and tensors of a model, as the JSON that the server makes
/// of it and `serving::model_settings` reads; all else of it is left out. Throws FormatError naming
/// `file` and the line of what is no text format of protocol buffers.
std::string triton_config_json(std::string_view text, const std::string& file);

}  // namespace espalier::experiments
// Tested by tests/experiments/program/triton_config_test.cpp
