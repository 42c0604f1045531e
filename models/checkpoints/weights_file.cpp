// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/weights_file.h>

#include <optional>

#include <espalier/models/checkpoints/model_tensors.h>
#include <espalier/models/checkpoints/vouched_tensors.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {

void save_weights(const std::filesystem::path& path, const ParameterList& parameters) {
  for (const Parameter* parameter : parameters) {
    if (oddities_of(parameter->values).not_finite)
      throw Error(path.string() + ": parameter " + parameter->name +
                  " has values that are not finite; nothing was saved");
  }
  write_model(path, parameters);
}

void load_weights(const std::filesystem::path& path, const ParameterList& parameters,
                  const WholeNumbers& numbers) {
  // What the first reading found is what the second must find.
  std::optional<std::uint64_t> first;
  const VouchedTensors file(
      path,
      [&](std::uint64_t hash) {
        if (hash != first.value_or(hash))
          throw FormatError(path.string() + ": has changed while it was read");
        first = hash;
      },
      files::ShortFloats::kAsF32);
  const std::vector<sparse::PatternPtr> patterns = check_model(file, parameters, numbers);
  replace_model(file, parameters, patterns);
}

}  // namespace espalier::models
