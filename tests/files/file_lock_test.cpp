// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/file_lock.h>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>

#include <espalier/files/folder_lock.h>
#include <espalier/sparse/core/error.h>
#include "tests/support/temporary_folder.h"

namespace espalier::files {
namespace {

using espalier::testing::FolderTest;
using espalier::testing::message_of;
using ::testing::HasSubstr;

using FileLockTest = FolderTest;

/// A process that holds the lock of a folder, or has its turn there, until it is killed.
class Holder {
 public:
  explicit Holder(const std::filesystem::path& folder, bool turn = false) {
    std::array<int, 2> ready{};
    EXPECT_EQ(::pipe2(ready.data(), O_CLOEXEC), 0);
    process_ = ::fork();
    if (process_ == 0) {
      const FolderLock lock =
          turn ? FolderLock::turn_in(folder, [] {}) : FolderLock(folder, "taken");
      if (::write(ready[1], "x", 1) == 1)
        while (true) ::pause();
      ::_exit(1);
    }
    ::close(ready[1]);
    char byte = 0;
    EXPECT_EQ(::read(ready[0], &byte, 1), 1);
    ::close(ready[0]);
  }
  ~Holder() { kill(); }
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;

  void send(int signal) const { ::kill(process_, signal); }
  void kill() {
    if (process_ <= 0) return;
    send(SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = -1;
  }

 private:
  pid_t process_ = -1;
};

TEST_F(FileLockTest, TheLockOfAKilledProcessIsFreeAndThatOfAStoppedOneIsNot) {
  Holder holder(folder_);
  const auto attempt = [&] { FolderLock(folder_, "another has it"); };
  EXPECT_THAT(message_of<IoError>(attempt), HasSubstr("another has it"));
  holder.send(SIGSTOP);  // it may go on any time, and would write
  EXPECT_THAT(message_of<IoError>(attempt), HasSubstr("another has it"));
  EXPECT_TRUE(FolderLock::held(folder_));
  holder.kill();
  EXPECT_FALSE(FolderLock::held(folder_));
  EXPECT_NO_THROW(attempt());
}

TEST_F(FileLockTest, WhoeverComesAfterOthersWaitsForThem) {
  std::optional<Holder> holder(folder_);
  std::atomic<bool> is_gone = false;
  const std::atomic<bool> never = false, now = true;
  EXPECT_FALSE(FolderLock::after_others(folder_, now));
  std::jthread waiter([&] {
    const std::optional<FolderLock> lock = FolderLock::after_others(folder_, never);
    EXPECT_TRUE(is_gone);
    EXPECT_TRUE(lock && FolderLock::held(folder_));
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // longer than a lock is asked for
  is_gone = true;
  holder.reset();
  waiter.join();
  EXPECT_FALSE(FolderLock::held(folder_));
}

TEST_F(FileLockTest, WhoeverHasATurnInAFolderLeavesNothingThere) {
  std::optional<Holder> holder(std::in_place, folder_, true);
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
  EXPECT_NO_THROW(FolderLock(folder_, "a run there has a lock of its own"));
  std::atomic<bool> is_gone = false, goes_on = false;
  const auto tell = [&] {
    goes_on = true;
    goes_on.notify_one();
  };
  std::jthread waiter([&] {
    const FolderLock turn = FolderLock::turn_in(folder_, tell);
    EXPECT_TRUE(is_gone);
    tell();
  });
  goes_on.wait(false);
  is_gone = true;
  holder.reset();
  waiter.join();
  EXPECT_NO_THROW(FolderLock::turn_in(folder_, [] { FAIL() << "nobody is there"; }));
}

// Whoever waits for the lock of a run that another replaces would get that of the old one, and
// write the new one beside somebody else.
TEST_F(FileLockTest, TheLockIsThatOfTheFolderThatIsThereInTheEnd) {
  const std::filesystem::path run = folder_ / "run", next = folder_ / "next", old = folder_ / "old";
  std::filesystem::create_directory(run);
  std::filesystem::create_directory(next);
  Holder holder(run);
  std::optional<FolderLock> lock;
  std::jthread waiter([&] {
    while (!lock) {
      try {
        lock.emplace(run, "taken");
      } catch (const IoError&) {  // it has not waited long enough
      }
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(15));  // so that it waits, mostly
  std::filesystem::rename(run, old);
  std::filesystem::rename(next, run);
  holder.kill();
  waiter.join();
  EXPECT_TRUE(FolderLock::held(run));
  EXPECT_FALSE(FolderLock::held(old));
}

TEST_F(FileLockTest, WhatCannotBeLockedIsRefusedWithWhatToDo) {
  // Some systems have no locks on a file that is open as a mere path.
  const int file = ::open(folder_.c_str(), O_PATH | O_CLOEXEC);
  const std::string message =
      message_of<IoError>([&] { static_cast<void>(try_lock(file, folder_)); });
  ::close(file);
  EXPECT_THAT(message, HasSubstr(folder_.string() + ": cannot lock: "));
  EXPECT_THAT(message, HasSubstr("NFS without nolock, Lustre with flock"));
}

TEST(LocalLocksTest, ReadsTheTableOfMounts) {
  constexpr const char* kMounts =
      "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,nolock\n"
      "30 22 0:41 / /a rw shared:2 - nfs4 server:/a rw,vers=4.2,local_lock=none,addr=10.0.0.1\n"
      "31 22 0:42 / /b rw - nfs server:/b rw,vers=3,nolock,local_lock=all\n"
      "32 22 0:43 / /c rw shared:3 master:1 - nfs server:/c rw,vers=3,local_lock=flock\n"
      "33 22 0:44 / /d rw - lustre server:/d rw,flock\n"
      "34 22 0:45 / /e rw - lustre server:/e rw,localflock\n"
      "35 22 0:46 / /f rw - nfs server:/f rw,vers=3,local_lock=posix\n"
      "a damaged line\n";
  const auto of = [&](unsigned major, unsigned minor) {
    return local_locks(kMounts, makedev(major, minor));
  };
  EXPECT_EQ(of(8, 1), "");
  EXPECT_EQ(of(0, 41), "");
  EXPECT_EQ(of(0, 42), "nfs with nolock");
  EXPECT_EQ(of(0, 43), "nfs with local_lock=flock");
  EXPECT_EQ(of(0, 44), "");
  EXPECT_EQ(of(0, 45), "lustre with localflock");
  EXPECT_EQ(of(0, 46), "");  // those of fcntl, which are not ours
  EXPECT_EQ(of(0, 4), "");
}

TEST_F(FileLockTest, AFolderThatIsNotThereIsLookedForAbove) {
  EXPECT_EQ(local_locks(folder_ / "not" / "there"), local_locks(folder_));
}

}  // namespace
}  // namespace espalier::files
