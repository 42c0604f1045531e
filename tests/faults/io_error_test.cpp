// SPDX-License-Identifier: Apache-2.0
// Calls to the system that fail or do half of what they were asked: at each call, once or from
// there on. A run goes on, or ends with one line that names file and reason; when the fault is
// gone, the same command ends with what a run leaves to which nothing happened.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include <espalier/sparse/core/error.h>
#include "tests/faults/support/cases.h"
#include "tests/faults/support/study.h"

namespace espalier::faults {
namespace {

namespace fs = std::filesystem;

/// What is wrong with how a run ended to which `reason` may have happened; it may not have failed
/// if `reason` is empty.
std::string wrong_end(const Study& study, const Ended& ended, const fs::path& runs,
                      const std::string& reason) {
  if (ended.code == 0) {
    try {
      return difference(outcome_of(runs / "run"), study.sound());
    } catch (const Error& error) {
      return std::string("exit code 0 and ") + error.what();
    }
  }
  std::string wrong = study.wrong_figures(runs);
  if (ended.code != 1 || reason.empty()) return wrong + told(ended) + "; ";
  if (!is_one_line(ended.err)) wrong += "not one line: \"" + ended.err + "\"; ";
  if (ended.err.find(runs.string()) == std::string::npos) wrong += "names no file: " + ended.err;
  if (ended.err.find(reason) == std::string::npos) wrong += "names no reason: " + ended.err;
  return wrong;
}

struct Fault {
  const char* name;    ///< as the shim calls it
  std::string reason;  ///< for which a run may end; empty: it must go on
  bool repeats;
};

std::string name_of(const Fault& fault) {
  return std::string(fault.name) + (fault.repeats ? "_from_then_on" : "");
}

void PrintTo(const Fault& fault, std::ostream* stream) { *stream << name_of(fault); }

class IoError : public ::testing::TestWithParam<std::tuple<Task, Fault>> {};

TEST_P(IoError, AtEveryCall) {
  const auto& [task, fault] = GetParam();
  const Study study(task, "dynamic");
  Cases cases;
  const fs::path hit = study.folder() / "hit";
  for (Index call = 1;; call += stride()) {
    const std::string name = name_of(fault) + "_at_call_" + std::to_string(call);
    const fs::path runs = study.fresh(name);
    fs::remove(hit);
    std::vector<std::string> settings = {std::string("FAULT_ACTION=") + fault.name,
                                         "FAULT_AT=" + std::to_string(call),
                                         "FAULT_HIT=" + hit.string()};
    if (fault.repeats) settings.emplace_back("FAULT_REPEAT=1");
    const Ended ended = run(study.train_with_faults(runs, settings));
    if (!fs::exists(hit)) {
      EXPECT_EQ(ended.code, 0) << told(ended);
      return;
    }
    std::string wrong = wrong_end(study, ended, runs, fault.reason);
    wrong += study.finish(runs);
    cases.tried(name, wrong);
  }
}

const Fault kFaults[] = {
    {"ENOSPC", std::strerror(ENOSPC), false},
    {"ENOSPC", std::strerror(ENOSPC), true},
    {"EIO", std::strerror(EIO), false},
    {"EIO", std::strerror(EIO), true},
    {"EROFS", std::strerror(EROFS), true},
    {"EMFILE", std::strerror(EMFILE), true},
    {"EINTR", "", false},
    {"short", "", false},
    {"ENOLCK", "mount this one with them: NFS without nolock", true},
};

INSTANTIATE_TEST_SUITE_P(Images, IoError,
                         ::testing::Combine(::testing::Values(Task::kImages),
                                            ::testing::ValuesIn(kFaults)),
                         [](const auto& tested) { return name_of(std::get<1>(tested.param)); });
// What a text adds is its cache, which a run can do without.
const Fault kFaultsOfText[] = {kFaults[1], kFaults[2], kFaults[6]};
INSTANTIATE_TEST_SUITE_P(Text, IoError,
                         ::testing::Combine(::testing::Values(Task::kText),
                                            ::testing::ValuesIn(kFaultsOfText)),
                         [](const auto& tested) { return name_of(std::get<1>(tested.param)); });

void write_line(const char* path, const std::string& line) { std::ofstream(path) << line << '\n'; }

/// From now on this process may mount what only it sees; false if the system does not allow that.
bool may_mount() {
  const std::string user = std::to_string(::getuid()), group = std::to_string(::getgid());
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  write_line("/proc/self/setgroups", "deny");
  write_line("/proc/self/uid_map", "0 " + user + " 1");
  write_line("/proc/self/gid_map", "0 " + group + " 1");
  return ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

TEST(FullDisk, OfEverySize) {
  const Study study(Task::kImages, "dynamic");
  if (!may_mount()) GTEST_SKIP() << "mounting is not allowed here: " << std::strerror(errno);
  Cases cases;
  constexpr Index kPage = 4096;
  for (Index pages = 2; pages < 60; pages += stride()) {  // a whole run has some 40
    const std::string name = "disk_of_" + std::to_string(pages) + "_pages";
    const fs::path disk = study.fresh(name);
    const auto mount_disk = [&](Index bytes, unsigned long flags) {
      const std::string size = "size=" + std::to_string(bytes);
      return ::mount("tmpfs", disk.c_str(), "tmpfs", flags, size.c_str());
    };
    ASSERT_EQ(mount_disk(pages * kPage, 0), 0) << std::strerror(errno);
    const Ended ended = run(study.train(disk));
    std::string wrong = wrong_end(study, ended, disk, std::strerror(ENOSPC));
    ASSERT_EQ(mount_disk(1000 * kPage, MS_REMOUNT), 0) << std::strerror(errno);
    ASSERT_EQ(run(study.train(disk)).code, 0);
    wrong += difference(outcome_of(disk / "run"), study.sound());
    cases.tried(name, wrong);
    ASSERT_EQ(::umount(disk.c_str()), 0);
  }
}

TEST(FileSizeLimit, OfEverySize) {
  const Study study(Task::kImages, "dynamic");
  Cases cases;
  for (Index bytes = 512; bytes < 8192; bytes += 128 * stride()) {  // the largest file has 7 KB
    const std::string name = "limit_" + std::to_string(bytes);
    const fs::path runs = study.fresh(name);
    Command command = study.train(runs);
    command.largest_file_bytes = bytes;
    const Ended ended = run(command);
    std::string wrong = wrong_end(study, ended, runs, std::strerror(EFBIG));
    wrong += study.finish(runs);
    cases.tried(name, wrong);
  }
}

TEST(FullDevice, AsStandardOutput) {
  const Study study(Task::kImages, "dynamic");
  const fs::path runs = study.fresh("runs");
  ASSERT_EQ(run(study.train(runs)).code, 0);
  const std::string folder = (runs / "run").string();
  Cases cases;
  const std::vector<std::vector<std::string>> verbs = {
      study.train(runs).arguments,
      {"inspect", folder},
      {"inspect", folder, "--json"},
      {"table", folder, "--out", (runs / "tables").string()},
      {"policies"},
      {"policies", "--json"},
      {"flops", "--model", "mini"},
      {"explored", "--density", "0.1", "--updates", "160", "--drop-fraction", "0.5"},
      {"doctor"},
      {"--help"},
      {"train", "--help"},
  };
  for (const std::vector<std::string>& arguments : verbs) {
    Command command = {.arguments = arguments};
    ASSERT_EQ(run(command).code, 0) << arguments.front();
    command.out = "/dev/full";
    const Ended ended = run(command);
    const bool right = ended.code == 1 && ended.err.find("standard output") != std::string::npos;
    cases.tried(arguments.front() + " to a full device", right ? "" : told(ended));
  }
}

}  // namespace
}  // namespace espalier::faults
