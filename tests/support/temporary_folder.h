// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "tests/support/message.h"

namespace espalier::testing {

/// A folder of its own for one test, which may have several; removed with everything in it.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(
      const std::filesystem::path& above = std::filesystem::temp_directory_path()) {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string name = "espalier_" + std::string(test->test_suite_name()) + "_" + test->name() +
                       "_" + std::to_string(::getpid());
    std::ranges::replace(name, '/', '_');  // of a test with a parameter
    int number = 0;
    do {
      path_ = above / (name + '_' + std::to_string(number++));
    } while (!std::filesystem::create_directories(path_));  // false: there already
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Writes a file of this name, or of this absolute path, with the folders above it.
  std::filesystem::path write(const std::string& name, std::string_view bytes) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file;
  }

 private:
  std::filesystem::path path_;
};

/// The whole content of a file. One that cannot be opened fails the test: two that are missing
/// would compare as equal.
inline std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path << ": cannot be read";
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Tests with such a folder.
class FolderTest : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, std::string_view bytes) const {
    return temporary_.write(name, bytes);
  }
  static std::string read(const std::filesystem::path& path) { return read_bytes(path); }

 private:
  TemporaryFolder temporary_;

 protected:
  const std::filesystem::path folder_ = temporary_.path();
};

}  // namespace espalier::testing
