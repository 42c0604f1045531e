// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include <espalier/experiments/studies/sweep.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include "tests/support/temporary_folder.h"
#include "tests/training/small_images.h"

namespace espalier::experiments {

/// A learning rate with which a run fails after some steps.
inline const std::string kDiverges = "1e30";

/// A folder with a base configuration, and sweeps over it.
class SweepTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const training::RunConfig base =
        training::small_image_config(training::small_images(folder_), "dynamic");
    folder_.write("base.toml", to_toml(base));
  }

  Sweep sweep(const std::string& grid) const {
    const auto file = folder_.write(
        "sweep.toml", "[sweep]\nbase = 'base.toml'\nfolder = '" + runs_.string() + "'\n" + grid);
    return load_sweep(file);
  }
  std::string refusal(const std::string& grid) const {
    return testing::message_of<ConfigError>([&] { sweep(grid); });
  }

  testing::TemporaryFolder folder_;
  const std::filesystem::path runs_ = folder_.path() / "runs";
  SweepOptions quiet_ = {.workers = 2, .quiet = true};
};

}  // namespace espalier::experiments
