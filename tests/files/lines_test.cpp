// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/lines.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include <espalier/sparse/core/error.h>

#include "tests/support/temporary_folder.h"

namespace espalier::files {
namespace {

using ::testing::ElementsAre;
using LinesTest = espalier::testing::FolderTest;

/// "number:text", with what is special about the line behind it.
std::vector<std::string> lines_of(const std::filesystem::path& path, std::size_t limit_bytes) {
  std::vector<std::string> lines;
  for_each_line(path, limit_bytes, [&](const Line& line) {
    lines.push_back(std::to_string(line.number) + ':' + std::string(line.text) +
                    (line.ended ? "" : " (open)") + (line.too_long ? " (too long)" : ""));
  });
  return lines;
}

TEST_F(LinesTest, ComeInOrderWithTheirNumbers) {
  const auto path = folder_ / "text";
  std::ofstream(path) << "one\n\nthree\nfour";
  EXPECT_THAT(lines_of(path, 5), ElementsAre("1:one", "2:", "3:three", "4:four (open)"));
  std::ofstream(path) << "";
  EXPECT_THAT(lines_of(path, 5), ElementsAre());
}

TEST_F(LinesTest, OneThatIsTooLongIsPassedOver) {
  const auto path = folder_ / "text";
  std::ofstream(path) << "123456\n12345\n" << std::string(200'000, 'x') << "\nend\n1234567";
  EXPECT_THAT(lines_of(path, 5),
              ElementsAre("1: (too long)", "2:12345", "3: (too long)", "4:end", "5: (too long)"));
  // In two pieces of reading, the first of which is short enough.
  std::ofstream(path) << std::string(70'000, 'x');
  EXPECT_THAT(lines_of(path, 66'000), ElementsAre("1: (too long)"));
}

TEST_F(LinesTest, MayCrossThePiecesOfReading) {
  const auto path = folder_ / "text";
  const std::string longer_than_a_piece(100'000, 'a');
  std::ofstream(path) << longer_than_a_piece << '\n' << longer_than_a_piece << "b\n";
  EXPECT_THAT(lines_of(path, 100'001),
              ElementsAre("1:" + longer_than_a_piece, "2:" + longer_than_a_piece + "b"));
}

TEST_F(LinesTest, OfNoFileAreAnError) {
  EXPECT_THROW(for_each_line(folder_ / "none", 5, [](const Line&) {}), IoError);
}

}  // namespace
}  // namespace espalier::files
