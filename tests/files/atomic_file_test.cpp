// SPDX-License-Identifier: Apache-2.0
// This program has its own versions of the system calls, which can be interrupted, short or fail.
// The fortified headers have versions of their own of what is defined here.
#undef _FORTIFY_SOURCE

#include <espalier/files/atomic_file.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <thread>

#include <espalier/files/append_log.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/optimizers/adamw.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace {

/// What happens to calls of each kind.
struct Fault {
  int interruptions = 0;  ///< so many more calls are interrupted
  int error = 0;          ///< then this one, if it is not 0
  bool is_short = false;  ///< at most one byte a call
  int seen = 0;           ///< calls that were interfered with
};
std::map<std::string, Fault>& faults() {
  static std::map<std::string, Fault> all;
  return all;
}
bool armed = false;

/// Whether the call fails, with errno set.
bool fails(const char* name) {
  if (!armed) return false;
  Fault& fault = faults()[name];
  if (fault.interruptions > 0) {
    --fault.interruptions;
    errno = EINTR;
  } else if (fault.error != 0) {
    errno = fault.error;
  } else {
    return false;
  }
  ++fault.seen;
  return true;
}

std::size_t allowed(const char* name, std::size_t count) {
  if (!armed || !faults()[name].is_short) return count;
  ++faults()[name].seen;
  return std::min<std::size_t>(count, 1);
}

template <typename Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {
ssize_t write(int file, const void* bytes, size_t count) {
  if (fails("write")) return -1;
  return real<ssize_t(int, const void*, size_t)>("write")(file, bytes, allowed("write", count));
}
ssize_t pread(int file, void* bytes, size_t count, off_t offset) {
  if (fails("pread")) return -1;
  return real<ssize_t(int, void*, size_t, off_t)>("pread")(file, bytes, allowed("pread", count),
                                                           offset);
}
int open(const char* path, int flags, ...) {
  if (fails("open")) return -1;
  mode_t permissions = 0;
  if ((flags & O_CREAT) != 0) {
    va_list rest;
    va_start(rest, flags);
    permissions = va_arg(rest, mode_t);
    va_end(rest);
  }
  return real<int(const char*, int, ...)>("open")(path, flags, permissions);
}
int fchmod(int file, mode_t permissions) noexcept {
  if (fails("fchmod")) return -1;
  return real<int(int, mode_t)>("fchmod")(file, permissions);
}
int fsync(int file) {
  if (fails("fsync")) return -1;
  return real<int(int)>("fsync")(file);
}
int rename(const char* from, const char* to) noexcept {
  if (fails("rename")) return -1;
  return real<int(const char*, const char*)>("rename")(from, to);
}
int close(int file) {
  const bool failed = fails("close");
  const int error = errno;
  const int result = real<int(int)>("close")(file);  // as Linux does: it is closed all the same
  if (!failed) return result;
  errno = error;
  return -1;
}
}

namespace espalier::files {
namespace {

using espalier::testing::message_of;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

class AtomicFile : public espalier::testing::FolderTest {
 protected:
  void TearDown() override { disarm(); }
  static void arm(const std::map<std::string, Fault>& some) {
    faults() = some;
    armed = true;
  }
  static void disarm() { armed = false; }

  fs::path path_ = folder_ / "file";
};

TEST_F(AtomicFile, GoesOnAfterInterruptionsAndShortWrites) {
  for (const char* call : {"open", "write", "fsync", "close", "rename"}) {
    arm({{call, {.interruptions = 2}}});
    write_file_atomically(path_, std::string("written despite ") + call);
    disarm();
    EXPECT_EQ(faults()[call].seen, 2) << call;
    EXPECT_EQ(read(path_), std::string("written despite ") + call);
  }
  arm({{"write", {.is_short = true}}});
  write_file_atomically(path_, "one by one");
  disarm();
  EXPECT_EQ(faults()["write"].seen, 10);
  EXPECT_EQ(read(path_), "one by one");
}

TEST_F(AtomicFile, GoesOnAfterInterruptedAndShortReads) {
  write("file", "some bytes");
  arm({{"open", {.interruptions = 2}}, {"pread", {.interruptions = 2, .is_short = true}}});
  const std::string bytes = read_file(path_, 10);
  disarm();
  EXPECT_EQ(bytes, "some bytes");
  EXPECT_EQ(faults()["open"].seen, 2);
  EXPECT_GE(faults()["pread"].seen, 12);
}

TEST_F(AtomicFile, AFailureNamesItsReasonAndLeavesTheOldFileAlone) {
  write("file", "old");
  for (const char* call : {"open", "write", "fsync", "close", "rename"}) {
    arm({{call, {.error = EIO}}});
    const std::string message = message_of<IoError>([&] { write_file_atomically(path_, "new"); });
    disarm();
    EXPECT_THAT(message, HasSubstr("Input/output error")) << call;
    EXPECT_THAT(message, HasSubstr("file")) << call;
    EXPECT_EQ(read(path_), "old") << call;
    EXPECT_FALSE(fs::exists(folder_ / "file.espalier-partial")) << call;
  }
  arm({{"pread", {.error = EIO}}});
  const std::string message = message_of<IoError>([&] { (void)read_file(path_, 10); });
  disarm();
  EXPECT_THAT(message, HasSubstr("cannot read: Input/output error"));
}

TEST_F(AtomicFile, WritesWhatALinkLeadsToAndNoFileOfAUser) {
  write("real", "old");
  write("link.partial", "of a user");
  fs::create_directory(folder_ / "below");
  fs::create_symlink("below/new", folder_ / "dangling");
  fs::create_symlink("real", folder_ / "link");
  require_writable(folder_ / "link");
  write_file_atomically(folder_ / "link", "new");
  write_file_atomically(folder_ / "dangling", "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(read(folder_ / "real"), "new");
  EXPECT_EQ(read(folder_ / "below/new"), "new");
  EXPECT_EQ(read(folder_ / "link.partial"), "of a user");
  EXPECT_THAT(list_folder(folder_), ::testing::SizeIs(5)) << "nothing aside";
}

// Even what a killed writer left may be something else by now.
TEST_F(AtomicFile, WritesThroughNothingThatStandsAside) {
  const fs::path aside = folder_ / "file.espalier-partial";
  write("precious", "of a user");
  for (const bool pipe : {false, true}) {
    if (pipe) {
      ASSERT_EQ(mkfifo(aside.c_str(), 0600), 0);
    } else {
      fs::create_symlink("precious", aside);
    }
    require_writable(path_);
    EXPECT_TRUE(pipe ? fs::is_fifo(aside) : fs::is_symlink(aside));
    write_file_atomically(path_, "new");
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(path_)));
    EXPECT_EQ(read(path_), "new");
    EXPECT_EQ(read(folder_ / "precious"), "of a user");
    EXPECT_THAT(list_folder(folder_), ::testing::SizeIs(2)) << "nothing aside";
  }
  fs::create_directory(aside);
  EXPECT_THAT(message_of<IoError>([&] { require_writable(path_); }), HasSubstr("it is a folder"));
  EXPECT_THAT(message_of<IoError>([&] { write_file_atomically(path_, "newer"); }),
              HasSubstr("cannot remove: Is a directory"));
  EXPECT_EQ(read(path_), "new");
}

TEST_F(AtomicFile, KeepsThePermissionsOfTheFile) {
  write("usual", "");
  for (const fs::perms kept : {fs::perms(0600), fs::perms(0666)}) {
    write("file", "old");
    fs::permissions(path_, kept);
    write_file_atomically(path_, "new");
    EXPECT_EQ(fs::status(path_).permissions(), kept);
    EXPECT_EQ(read(path_), "new");
  }
  write_file_atomically(folder_ / "another", "new");
  EXPECT_EQ(fs::status(folder_ / "another").permissions(),
            fs::status(folder_ / "usual").permissions());
}

// Whoever may not read the old file could open the new one before it has its permissions.
TEST_F(AtomicFile, IsNeverReadableForMoreThanTheOldFile) {
  write("file", "old");
  fs::permissions(path_, fs::perms(0400));
  arm({{"fchmod", {.error = EPERM}}});
  write_file_atomically(path_, "new");
  disarm();
  EXPECT_EQ(faults()["fchmod"].seen, 1);
  EXPECT_EQ(read(path_), "new");
  EXPECT_EQ(fs::status(path_).permissions(), fs::perms(0600));
}

TEST_F(AtomicFile, ReplacesNothingButRegularFiles) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(message_of<IoError>([&] { write_file_atomically(pipe, "text"); }),
              HasSubstr("no regular file"));
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(AtomicFile, ReadsNothingButRegularFiles) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  for (const fs::path& path : {folder_ / "pipe", folder_, fs::path("/dev/zero")}) {
    EXPECT_THAT(message_of<IoError>([&] { (void)read_file(path, 10); }),
                HasSubstr("not a regular file"));
  }
  EXPECT_FALSE(read_file("/proc/self/status", 1 << 20).empty());  // says that it has no length
}

TEST_F(AtomicFile, ReadsAPipeWhereOneIsWanted) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  const std::string text(100'000, 'a');  // more than a pipe holds
  for (const std::size_t limit : {text.size(), text.size() - 1}) {
    std::jthread writer([&] { std::ofstream(folder_ / "pipe") << text << std::flush; });
    if (limit == text.size()) {
      EXPECT_EQ(read_file_or_pipe(folder_ / "pipe", limit), text);
    } else {
      EXPECT_THROW((void)read_file_or_pipe(folder_ / "pipe", limit), FormatError);
    }
  }
  EXPECT_THROW((void)read_file_or_pipe(folder_, 10), IoError);
}

TEST_F(AtomicFile, RefusesALongFileBeforeReadingIt) {
  write("file", "");
  fs::resize_file(path_, std::uintmax_t{1} << 40);
  EXPECT_THAT(message_of<FormatError>([&] { (void)read_file(path_, 1000); }),
              HasSubstr("longer than 1000 bytes"));
}

TEST_F(AtomicFile, TryingLeavesTheFileOfAnotherWriter) {
  require_writable(path_);
  EXPECT_FALSE(fs::exists(folder_ / "file.espalier-partial"));
  write("file.espalier-partial", "half");
  require_writable(path_);
  EXPECT_EQ(read(folder_ / "file.espalier-partial"), "half");
  EXPECT_FALSE(fs::exists(path_));
  EXPECT_THROW(require_writable(folder_ / "none" / "file"), IoError);
}

/// Goes on as a user whom permissions bind, as they do not bind root.
void become_a_user() {
  constexpr uid_t kNobody = 65534;
  if (::geteuid() == 0 && ::setuid(kNobody) != 0) std::exit(1);
}

/// Tries it in a folder that nobody but root may enter.
[[noreturn]] void make_folders_where_none_may_be(const fs::path& folder) {
  fs::current_path(folder);
  fs::permissions(folder, fs::perms::none);
  become_a_user();
  for (const char* path : {"new", "new/below", "."})
    std::cerr << message_of<IoError>([&] { create_folders(path); }) << '\n';
  std::exit(0);
}

TEST_F(AtomicFile, NoFolderIsMadeInAWorkingFolderThatMayNotBeEntered) {
  fs::create_directory(folder_ / "closed");
  EXPECT_EXIT(make_folders_where_none_may_be(folder_ / "closed"), ::testing::ExitedWithCode(0),
              "new: cannot make the folder: Permission denied\n"
              "new: cannot make the folder: Permission denied\n"
              ".: cannot make the folder: Permission denied\n");
  fs::permissions(folder_ / "closed", fs::perms::owner_all);
}

/// Tries it where a folder is there, below one that users may pass through and not read.
[[noreturn]] void make_folders_below_what_may_not_be_read(const fs::path& folder) {
  fs::permissions(folder, fs::perms(0755));
  fs::current_path(folder);
  fs::permissions("home", fs::perms(0311));
  become_a_user();
  create_folders("home/mine");
  std::cerr << message_of<IoError>([] { create_folders("home/mine/new/below"); }) << '\n';
  std::exit(0);
}

TEST_F(AtomicFile, AFolderIsThereBelowOneThatMayNotBeRead) {
  fs::create_directories(folder_ / "home" / "mine");
  fs::permissions(folder_ / "home" / "mine", fs::perms(0555));
  EXPECT_EXIT(make_folders_below_what_may_not_be_read(folder_), ::testing::ExitedWithCode(0),
              "home/mine/new: cannot make the folder: Permission denied\n");
  fs::permissions(folder_ / "home", fs::perms::owner_all);
  fs::permissions(folder_ / "home" / "mine", fs::perms::owner_all);
}

// Linux says EINVAL where a file system has no way to flush a folder, as of folders that VirtualBox
// shares.
TEST_F(AtomicFile, AFolderThatCannotBeFlushedIsNoErrorAndAFileIs) {
  arm({{"fsync", {.error = EINVAL}}});
  EXPECT_NO_THROW(sync_folder(folder_));
  EXPECT_EQ(faults()["fsync"].seen, 1);
  EXPECT_THAT(message_of<IoError>([&] { write_file_atomically(path_, "new"); }),
              HasSubstr("cannot sync: Invalid argument"));
  disarm();
}

/// Tries it in a folder in which names can be made, and not flushed to the disk.
[[noreturn]] void try_where_names_cannot_be_flushed(const fs::path& folder) {
  fs::permissions(folder, fs::perms(0755));
  fs::current_path(folder);
  fs::permissions("closed", fs::perms(0333));
  become_a_user();
  std::cerr << message_of<IoError>([] { require_writable("closed/file"); }) << '\n';
  std::exit(0);
}

TEST_F(AtomicFile, WhereNamesCannotBeFlushedNothingIsWritable) {
  fs::create_directory(folder_ / "closed");
  EXPECT_EXIT(try_where_names_cannot_be_flushed(folder_), ::testing::ExitedWithCode(0),
              "^closed: cannot open: Permission denied\n");
  fs::permissions(folder_ / "closed", fs::perms::owner_all);
  EXPECT_TRUE(fs::is_empty(folder_ / "closed"));
}

TEST_F(AtomicFile, RemovesWhatKilledWritersLeft) {
  write("a.espalier-partial", "half");
  write("a", "whole");
  write("a.partial", "of a user");
  remove_partial_files(folder_);
  EXPECT_FALSE(fs::exists(folder_ / "a.espalier-partial"));
  EXPECT_TRUE(fs::exists(folder_ / "a"));
  EXPECT_TRUE(fs::exists(folder_ / "a.partial"));
  remove_partial_files(folder_ / "none");
}

// The system tells of what it has dropped once: a second sync would seem to have written it.
TEST_F(AtomicFile, ALogThatCouldNotBeSyncedNeverSaysThatItIs) {
  AppendLog log(path_);
  log.append("one\n");
  arm({{"fsync", {.error = EIO}}});
  EXPECT_THAT(message_of<IoError>([&] { log.sync(); }), HasSubstr("cannot sync: Input/output"));
  disarm();
  EXPECT_THAT(message_of<IoError>([&] { log.sync(); }), HasSubstr("open the file anew"));
  EXPECT_THAT(message_of<IoError>([&] { log.append("two\n"); }), HasSubstr("open the file anew"));
}

// A disk that fails for a moment, or too many open files, must not have a sound checkpoint set
// aside.
TEST_F(AtomicFile, AFailureOfTheSystemIsNoDamageOfACheckpoint) {
  models::Parameter weight;
  weight.name = "weight";
  weight.make_dense({4});
  const models::AdamW optimizer({&weight}, {});
  const fs::path saved =
      models::save_checkpoint(folder_, 3, {&weight}, optimizer, models::CheckpointExtras());
  for (const char* call : {"open", "pread"}) {
    arm({{call, {.error = call == std::string("open") ? EMFILE : EIO}}});
    EXPECT_THROW((void)models::latest_checkpoint(folder_), IoError) << call;
    disarm();
    EXPECT_EQ(models::latest_checkpoint(folder_).path, saved);
  }
  fs::remove(saved / "model.safetensors");
  EXPECT_EQ(models::latest_checkpoint(folder_).damaged.size(), 1u);
}

}  // namespace
}  // namespace espalier::files
