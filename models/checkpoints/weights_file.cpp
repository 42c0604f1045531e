// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/weights_file.h>

#include <espalier/models/checkpoints/model_tensors.h>
#include <espalier/models/checkpoints/vouched_tensors.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {

void save_weights(const std::filesystem::path& path, const ParameterList& parameters,
                  const std::vector<files::TensorView>& others) {
  std::vector<SavedParameter> saved;
  for (const Parameter* parameter : parameters) {
    if (oddities_of(parameter->values).not_finite)
      throw Error(path.string() + ": parameter " + parameter->name +
                  " has values that are not finite; nothing was saved");
    saved.push_back(saved_parameter(*parameter));
  }
  write_model(path, saved, others);
}

void load_weights(const std::filesystem::path& path, const ParameterList& parameters,
                  const WholeNumbers& numbers) {
  const VouchedTensors file = steady_tensors(path);
  const std::vector<sparse::PatternPtr> patterns = check_model(file, parameters, numbers);
  replace_model(file, parameters, patterns, numbers);
}

}  // namespace espalier::models
