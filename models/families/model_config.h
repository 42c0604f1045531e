// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::models {

/// Shape of an encoder of the BERT family. `intermediate` is the width inside the feed-forward
/// layer.
struct ModelConfig {
  std::string name = "custom";
  Index layers = 2;
  Index hidden = 128;
  Index heads = 2;
  Index intermediate = 512;
  Index vocabulary = 8192;
  Index max_positions = 128;  ///< longest sequence
  Index segments = 2;

  Index head_size() const { return hidden / heads; }

  bool operator==(const ModelConfig&) const = default;
};

/// Throws ConfigError naming the first field that is not positive, is too large for 32-bit block
/// indices, or, for `heads`, does not divide `hidden`.
void validate(const ModelConfig& config);

/// The model called `name`, with the default vocabulary, positions and segments.
///
/// tiny, mini, small, medium and base have the published sizes (Turc et al. 2019, "Well-Read
/// Students Learn Better", table 1; heads of 64 and a feed-forward width of four times the hidden
/// one). The others fill the gaps between the small ones: nano is the smallest, and `tiny_192` is
/// tiny, that is two layers, with a hidden width of 192. Throws ConfigError that lists the names if
/// there is no such model.
ModelConfig model_by_name(std::string_view name);

/// Names of the models from the fewest FLOPs to the most.
std::vector<std::string> model_names();

}  // namespace espalier::models
