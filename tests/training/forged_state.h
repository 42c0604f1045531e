// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <espalier/files/content_hash.h>
#include "tests/support/temporary_folder.h"

namespace espalier::training {

/// Replaces `from` in the trainer state of a checkpoint and makes DONE agree.
inline void forge_state(const std::filesystem::path& checkpoint, const std::string& from,
                        const std::string& to) {
  const std::filesystem::path path = checkpoint / "trainer_state.json";
  std::string text = espalier::testing::read_bytes(path);
  const std::string old_hash = files::hex(files::content_hash(text));
  const std::string old_bytes = "\"bytes\": " + std::to_string(text.size());
  ASSERT_NE(text.find(from), std::string::npos) << text;
  text.replace(text.find(from), from.size(), to);
  std::ofstream(path, std::ios::binary) << text;
  std::string done = espalier::testing::read_bytes(checkpoint / "DONE");
  done.replace(done.find(old_hash), old_hash.size(), files::hex(files::content_hash(text)));
  const std::size_t entry = done.find("trainer_state.json");
  done.replace(done.find(old_bytes, entry), old_bytes.size(),
               "\"bytes\": " + std::to_string(text.size()));
  std::ofstream(checkpoint / "DONE", std::ios::binary) << done;
}

}  // namespace espalier::training
