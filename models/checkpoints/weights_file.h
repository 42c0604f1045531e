// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <espalier/files/safetensors.h>
#include <espalier/models/parameters/parameter.h>

namespace espalier::models {

/// Weights alone, in one safetensors file of the layout of a checkpoint's model.safetensors (see
/// checkpoint.h): what a trained model is handed on as. No optimizer is needed.

/// Writes the parameters by name, and after them `others`, tensors that are no parameters, such as
/// whole numbers; the file is then the old or the whole new one, whatever happens. Equal weights
/// make equal bytes. Throws Error naming the parameter, and writes nothing, if a value is not
/// finite, and IoError.
void save_weights(const std::filesystem::path& path, const ParameterList& parameters,
                  const std::vector<files::TensorView>& others = {});

/// Where tensors of a file go that are no parameters but whole numbers (I64), such as the positions
/// of an embedding or the batches that were counted, by name.
using WholeNumbers = std::map<std::string, std::span<std::int64_t>>;

/// Replaces values and patterns by those of a file, such as one of save_weights or the
/// model.safetensors of a checkpoint, clears the gradients and calls `pattern_changed` of every
/// sparse parameter. Densities may differ from the model's; an optimizer that was made for other
/// patterns must then be made anew. Values may be in F32, BF16 or F16. `numbers` are filled too.
///
/// The file is read twice. The first time everything is checked: throws IoError if it cannot be
/// read, FormatError naming file, tensor, found and expected if it is damaged or is not of this
/// model (other names, shapes, blocks, or dense where the model is sparse); nothing has changed
/// then. Only a file that changes before the second reading (FormatError), or that the system
/// cannot read again (IoError), or the end of memory can stop that: all values are then NaN, and
/// `numbers` unspecified. Memory beyond the model's: the patterns and 1 MiB.
void load_weights(const std::filesystem::path& path, const ParameterList& parameters,
                  const WholeNumbers& numbers = {});

}  // namespace espalier::models
