// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/update/edit_log.h>

#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {
namespace {

void check_log(const std::string& text) {
  const schedules::EditLog log = schedules::parse_edit_log(text);
  for (const schedules::EditLogEntry& entry : log.entries) {
    may_refuse([&] {
      const std::string line = schedules::format_edit(entry);
      require(schedules::parse_edit(line) == entry, "an entry that is written is read back");
    });
  }
  const sparse::PatternPtr initial =
      sparse::BlockPattern::from_coordinates(8, 8, {2, 2}, {{0, 1}, {1, 0}, {2, 2}, {3, 0}});
  may_refuse([&] { schedules::replay(initial, log.entries, "w"); });
}

}  // namespace

ESPALIER_FUZZ_TARGET(edit_log)(std::string_view bytes) {
  check_log(std::string(bytes));
  check_log(with_edit_hashes(bytes));
}

}  // namespace espalier::fuzz
