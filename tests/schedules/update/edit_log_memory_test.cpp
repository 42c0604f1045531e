// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/update/edit_log.h>

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/peak_memory.h"
#include "tests/support/temporary_folder.h"

namespace espalier::schedules {
namespace {

// Read whole, it would take its length in memory.
TEST(EditLogMemory, AnEndlessLineIsDamagedAndTakesNoMemory) {
  const EditLogEntry entry = {500, 3, "a", {{3}, {{0, 5}}}};
  const espalier::testing::TemporaryFolder folder;
  const auto path = folder.write("edits.log", format_edit(entry) + '\n');
  std::filesystem::resize_file(path, std::uintmax_t{2} << 30);
  const espalier::testing::PeakMemory memory;
  const EditLog log = read_edit_log(path);
  EXPECT_EQ(log.entries, std::vector{entry});
  EXPECT_EQ(log.damaged_lines, 1);
  EXPECT_LT(memory.rise_bytes(), std::int64_t{800} << 20);
}

}  // namespace
}  // namespace espalier::schedules
