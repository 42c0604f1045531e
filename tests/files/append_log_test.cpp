// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/append_log.h>

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include <espalier/files/folder_lock.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::files {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::HasSubstr;

using AppendLogTest = FolderTest;

TEST_F(AppendLogTest, MarksSayHowFarItHadGrown) {
  const auto path = folder_ / "log";
  EXPECT_EQ(mark_of(path), LogMark());
  LogMark first;
  {
    AppendLog log(path);
    log.append("one\n");
    first = log.mark();
    log.append("two\n");
    log.sync();
    EXPECT_EQ(log.mark(), mark_of(path));
  }
  AppendLog log(path);
  EXPECT_EQ(log.mark(), mark_of(path));
  log.cut(first);
  EXPECT_EQ(read(path), "one\n");
  log.append("three\n");
  EXPECT_EQ(read(path), "one\nthree\n");
  EXPECT_EQ(log.mark(), mark_of(path));
}

TEST_F(AppendLogTest, AFileThatLostWhatTheMarkSaysIsRefusedAndLeftAlone) {
  const auto path = write("log", "one\ntwo\n");
  const LogMark mark = mark_of(path);
  for (const char* bad : {"one\n", "one\ntwi\nthree\n", ""}) {
    write("log", bad);
    AppendLog log(path);
    EXPECT_THAT(message_of<FormatError>([&] { log.cut(mark); }), HasSubstr("log: ")) << bad;
    EXPECT_EQ(read(path), bad);
  }
  write("log", "one\ntwo\nthree\n");
  EXPECT_NO_THROW(require_mark(path, mark));
}

TEST_F(AppendLogTest, MarksOfNoNumberOfBytesAreRefused) {
  nlohmann::json json = nlohmann::json::parse(nlohmann::json(mark_of(folder_ / "none")).dump());
  EXPECT_EQ(json.get<LogMark>(), LogMark());
  for (const char* bytes : {"1e300", "1.5", "-1", "9223372036854775808", "null", "\"8\""}) {
    json["bytes"] = nlohmann::json::parse(bytes);
    EXPECT_EQ(message_of<FormatError>([&] { (void)json.get<LogMark>(); }),
              "bytes: " + json["bytes"].dump() + ", expected a number of bytes");
  }
}

// Whoever waited for a pipe's other end, or for a device to end, would wait for ever.
TEST_F(AppendLogTest, PipesAndDevicesAreRefusedAtOnce) {
  const auto pipe = folder_ / "pipe", device = folder_ / "device";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/zero", device);
  for (const auto& path : {pipe, device}) {
    EXPECT_THROW(static_cast<void>(mark_of(path)), IoError) << path;
    EXPECT_THROW(AppendLog{path}, IoError) << path;
  }
  const auto circle = folder_ / "circle";
  std::filesystem::create_symlink(circle, circle);
  EXPECT_THROW(static_cast<void>(mark_of(circle)), IoError);
}

TEST_F(AppendLogTest, APipeInPlaceOfALockHoldsNothing) {
  ASSERT_EQ(::mkfifo((folder_ / "lock").c_str(), 0600), 0);
  EXPECT_FALSE(FolderLock::held(folder_));
}

TEST_F(AppendLogTest, ARecordThatDoesNotFitLeavesNothingBehind) {
  const auto path = folder_ / "log";
  AppendLog log(path);
  log.append("one\n");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small = {.rlim_cur = 10, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  // The first ten bytes fit, so that the write is short before it fails.
  const std::string message = message_of<IoError>([&] { log.append("a longer record\n"); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(message, HasSubstr("log: cannot append"));
  EXPECT_EQ(read(path), "one\n");
  EXPECT_THAT(message_of<IoError>([&] { log.append("x\n"); }), HasSubstr("open the file anew"));
}

}  // namespace
}  // namespace espalier::files
