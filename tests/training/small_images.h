// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <espalier/sparse/core/rng.h>
#include <espalier/training/config/run_config.h>
#include "tests/support/temporary_folder.h"

namespace espalier::training {

/// An IDX file of unsigned bytes.
inline std::string idx_file(const std::vector<std::uint32_t>& shape, const std::string& values) {
  std::string bytes = {0, 0, 8, static_cast<char>(shape.size())};
  for (const std::uint32_t extent : shape)
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(extent >> shift & 0xff);
  return bytes + values;
}

/// Writes `count` images of 8x8 in four classes: noise, and a bright quarter that the label names.
inline void write_image_set(const espalier::testing::TemporaryFolder& folder,
                            const std::string& prefix, std::uint32_t count) {
  const Random random(1, stream_id(prefix));
  std::string pixels, labels;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto label = static_cast<std::uint32_t>(random.below(i, 4));
    labels += static_cast<char>(label);
    for (std::uint32_t p = 0; p < 64; ++p) {
      const std::uint32_t quarter = p / 32 * 2 + p % 8 / 4;
      const std::uint64_t noise = random.below(1000 + i * 64 + p, 120);
      pixels += static_cast<char>(noise + (quarter == label ? 100 : 0));
    }
  }
  folder.write("images/" + prefix + "-images-idx3-ubyte", idx_file({count, 8, 8}, pixels));
  folder.write("images/" + prefix + "-labels-idx1-ubyte", idx_file({count}, labels));
}

/// The folder of a data set of 200 and 70 such images.
inline std::string small_images(const espalier::testing::TemporaryFolder& folder) {
  write_image_set(folder, "train", 200);
  write_image_set(folder, "t10k", 70);
  return (folder.path() / "images").string();
}

/// A run of 60 steps on such images with five topology updates.
inline RunConfig small_image_config(const std::string& images, const std::string& mode) {
  RunConfig config;
  config.run.name = mode;
  config.run.seed = 5;
  config.run.task = "images";
  config.run.threads = 1;
  config.model.widths = "64-32-16-4";
  config.model.density = mode == "dense" ? 1.0 : 0.25;
  config.topology.policy = mode;
  config.topology.updates = 6;
  config.data.images = images;
  config.training.steps = 60;
  config.training.batch = 70;  // a panel and a part of one
  config.training.learning_rate = 3e-3;
  return config;
}

}  // namespace espalier::training
