// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/update/edit_log.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/topology/random_pattern.h>
#include "tests/sparse/topology/owned_weight.h"
#include "tests/support/temporary_folder.h"

namespace espalier::schedules {
namespace {

using sparse::BlockPattern;
using sparse::OwnedWeight;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

EditLogEntry example() {
  return {500, 3, "encoder.layer.0.output.dense.weight", {{3, 7, 8}, {{0, 5}, {2, 1}}}};
}

TEST(EditLog, WritesOneLineOfSixFields) {
  const std::string line = format_edit(example());
  EXPECT_THAT(line, ::testing::MatchesRegex("500\t3\tencoder.layer.0.output.dense.weight\t3,7,8\t"
                                            "0:5,2:1\t[0-9a-f]{16}"));
  EXPECT_EQ(parse_edit(line), example());
}

TEST(EditLog, WritesAnEmptyEditToo) {
  EditLogEntry entry = example();
  entry.edit = {};
  EXPECT_EQ(parse_edit(format_edit(entry)), entry);
}

TEST(EditLog, RefusesANameThatWouldBreakTheLine) {
  for (const char* name : {"", "a\tb", "a\nb"}) {
    EditLogEntry entry = example();
    entry.weight = name;
    EXPECT_THROW(format_edit(entry), FormatError);
  }
}

TEST(EditLog, SeesEveryTornLine) {
  const std::string line = format_edit(example());
  for (std::size_t length = 0; length < line.size(); ++length) {
    EXPECT_EQ(parse_edit(line.substr(0, length)), std::nullopt) << length;
    EXPECT_EQ(parse_edit(line.substr(0, length + 1) + line), std::nullopt) << length;
  }
}

TEST(EditLog, SeesEveryAlteredByte) {
  const std::string line = format_edit(example());
  for (std::size_t i = 0; i < line.size(); ++i) {
    std::string altered = line;
    altered[i] = altered[i] == '1' ? '2' : '1';
    EXPECT_EQ(parse_edit(altered), std::nullopt) << altered;
  }
}

/// A line whose hash is right, whatever its fields say.
std::string signed_line(const std::string& fields) {
  char hash[17];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(stream_id(fields)));
  return fields + '\t' + hash;
}

TEST(EditLog, RefusesFieldsThatAreNoNumbersEvenIfTheHashIsRight) {
  ASSERT_TRUE(parse_edit(signed_line("1\t1\tw\t0\t0:0")));
  for (const char* fields :
       {"", "1\t1\tw\t0", "1\t1\tw\t0\t0:0\t", "x\t1\tw\t0\t0:0", "1\t\tw\t0\t0:0",
        "1\t1\t\t0\t0:0", "1\t1\tw\t0,\t0:x", "1\t1\tw\t0x\t0:0", "1\t1\tw\t0\t0", "1\t1\tw\t0\t:0",
        "1\t1\tw\t,0\t0:0", "1\t1\tw\t0\t0:0:0", "1\t1\tw\t0\t3000000000:0",
        "1\t1\tw\t99999999999999999999\t0:0"})
    EXPECT_EQ(parse_edit(signed_line(fields)), std::nullopt) << fields;
}

class LoggedRun : public ::testing::Test {
 protected:
  struct Model {
    OwnedWeight a{sparse::random_pattern(20, 30, {2, 2}, 0.2, Random(1, 1)), 1};
    OwnedWeight b{sparse::random_pattern(7, 11, {1, 1}, 0.3, Random(1, 2)), 2};
    sparse::WeightOwners owners() { return {a.owner("a"), b.owner("b")}; }
  };

  /// Runs from `first` to `last` and appends to the log.
  void run(TopologyUpdater& topology, Index first, Index last) {
    for (Index step = first; step < last; ++step)
      if (const auto report = topology.step(step)) text_ += format_edits(*report);
  }

  Model start_;
  Model model_ = start_;
  std::string text_;
};

TEST_F(LoggedRun, ReplaysItsTopology) {
  TopologyUpdater topology(dynamic({.updates = 20, .steps = 100}), model_.owners(), 9);
  run(topology, 0, 50);
  const Model halfway = model_;
  run(topology, 50, 100);

  const EditLog log = parse_edit_log(text_);
  EXPECT_EQ(log.entries.size(), 2u * 19);
  EXPECT_EQ(log.damaged_lines, 0);
  EXPECT_EQ(*replay(start_.a.pattern, log.entries, "a"), *model_.a.pattern);
  EXPECT_EQ(*replay(start_.b.pattern, log.entries, "b"), *model_.b.pattern);
  EXPECT_EQ(*replay(start_.a.pattern, log.entries, "a", 50), *halfway.a.pattern);
  EXPECT_EQ(*replay(start_.b.pattern, log.entries, "b", 54), *halfway.b.pattern);
  EXPECT_EQ(*replay(start_.b.pattern, log.entries, "b", 0), *start_.b.pattern);
}

TEST_F(LoggedRun, ReplaysAfterACrashInTheMiddleOfALine) {
  TopologyUpdater topology(dynamic({.updates = 20, .steps = 100}), model_.owners(), 9);
  run(topology, 0, 42);
  const Model checkpoint = model_;
  const TopologyState state = topology.state();
  run(topology, 42, 62);
  text_.resize(text_.size() - 9);  // torn

  Model resumed = checkpoint;
  TopologyUpdater again(dynamic({.updates = 20, .steps = 100}), resumed.owners(), 9);
  again.restore(state);
  run(again, 42, 100);

  const EditLog log = parse_edit_log(text_);
  EXPECT_EQ(log.damaged_lines, 1);
  EXPECT_EQ(log.entries.size(), 2u * 19);
  EXPECT_EQ(*replay(start_.a.pattern, log.entries, "a"), *resumed.a.pattern);
  EXPECT_EQ(*replay(start_.b.pattern, log.entries, "b"), *resumed.b.pattern);
}

TEST_F(LoggedRun, RefusesToReplayWithAGapOrOnAnotherPattern) {
  TopologyUpdater topology(dynamic({.updates = 20, .steps = 100}), model_.owners(), 9);
  run(topology, 0, 100);
  EditLog log = parse_edit_log(text_);
  EXPECT_THROW(replay(BlockPattern::full(7, 11, {1, 1}), log.entries, "b"), FormatError);
  log.entries.erase(log.entries.begin() + 4);  // update 3 of weight a
  EXPECT_THAT([&] { replay(start_.a.pattern, log.entries, "a"); },
              ThrowsMessage<FormatError>(HasSubstr("update 4 of weight a; expected update 3")));
  EXPECT_EQ(*replay(start_.b.pattern, log.entries, "b"), *model_.b.pattern);
}

TEST(EditLog, IsReplayedFromAPatternOnly) {
  EXPECT_THAT([] { static_cast<void>(replay(nullptr, {}, "ffn")); },
              ThrowsMessage<ShapeError>(HasSubstr("weight ffn started from is null")));
}

TEST(EditLog, OfNothingIsEmpty) {
  EXPECT_THAT(parse_edit_log("").entries, IsEmpty());
  EXPECT_EQ(parse_edit_log("\n\n").damaged_lines, 0);
  EXPECT_EQ(parse_edit_log("rubbish").damaged_lines, 1);
}

TEST_F(LoggedRun, IsReadFromItsFileLineByLine) {
  TopologyUpdater topology(dynamic({.updates = 20, .steps = 100}), model_.owners(), 9);
  run(topology, 0, 100);
  const EditLog expected = parse_edit_log(text_);
  const espalier::testing::TemporaryFolder folder;
  const EditLog whole = read_edit_log(folder.write("edits.log", text_));
  EXPECT_EQ(whole.entries, expected.entries);
  EXPECT_EQ(whole.damaged_lines, 0);

  const EditLog torn = read_edit_log(folder.write("edits.log", text_ + text_.substr(1, 20)));
  EXPECT_EQ(torn.entries, expected.entries);
  EXPECT_EQ(torn.damaged_lines, 1);
  EXPECT_THROW(read_edit_log(folder.path()), IoError);
  EXPECT_THROW(read_edit_log(folder.path() / "none"), IoError);
}

TEST(EditLog, KeepsWhatALaterLineDoesNotReplace) {
  const auto line = [](Index update, const std::string& weight) {
    return format_edit({update * 10, update, weight, {{update}, {}}}) + '\n';
  };
  const EditLog log = parse_edit_log(line(1, "a") + line(1, "b") + line(2, "a") + line(3, "a") +
                                     line(2, "b") + line(2, "a") + line(4, "a") + line(3, "a"));
  std::string kept;
  for (const EditLogEntry& entry : log.entries) kept += format_edit(entry) + '\n';
  EXPECT_EQ(kept, line(1, "a") + line(1, "b") + line(2, "b") + line(2, "a") + line(3, "a"));
}

}  // namespace
}  // namespace espalier::schedules
