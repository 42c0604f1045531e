// SPDX-License-Identifier: Apache-2.0
#include "tests/faults/support/program.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

namespace espalier::faults {
namespace {

constexpr auto kLongest = std::chrono::seconds(60);  // a run takes a tenth of a second
constexpr auto kPause = std::chrono::microseconds(500);

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::string content(int file) {
  std::string text(static_cast<std::size_t>(::lseek(file, 0, SEEK_END)), '\0');
  const ssize_t count = ::pread(file, text.data(), text.size(), 0);
  text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  return text;
}

}  // namespace

std::filesystem::path built(const std::string& name) {
  // The tests stand in tests/faults of the build folder.
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path().parent_path() /
         name;
}

Process::Process(const Command& command)
    : out_(command.out.empty() ? ::memfd_create("out", MFD_CLOEXEC)
                               : ::open(command.out.c_str(), O_RDWR | O_CLOEXEC)),
      err_(::memfd_create("err", MFD_CLOEXEC)) {
  std::vector<std::string> arguments = command.arguments;
  arguments.insert(arguments.begin(), built("experiments/espalier").string());
  std::vector<std::string> environment = command.environment;
  for (char** entry = environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
  const std::vector<char*> argv = pointers(arguments);
  const std::vector<char*> envp = pointers(environment);
  const pid_t parent = ::getpid();
  id_ = ::fork();
  if (id_ < 0 || out_ < 0 || err_ < 0) throw std::runtime_error("cannot start a process");
  if (id_ > 0) return;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  ::dup2(out_, STDOUT_FILENO);
  ::dup2(err_, STDERR_FILENO);
  if (command.largest_file_bytes > 0) {
    const auto bytes = static_cast<rlim_t>(command.largest_file_bytes);
    const rlimit limit = {bytes, bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  const rlimit no_core = {0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::execve(argv[0], argv.data(), envp.data());
  ::_exit(127);
}

Process::~Process() {
  if (!reaped_) {
    send(SIGKILL);
    ::waitpid(id_, nullptr, 0);
  }
  ::close(out_);
  ::close(err_);
}

bool Process::has_ended() {
  if (!reaped_) reaped_ = ::waitpid(id_, &status_, WNOHANG) == id_;
  return reaped_;
}

void Process::send(int signal) const {
  if (!reaped_) ::kill(id_, signal);
}

Ended Process::wait() {
  Ended ended;
  const auto end = std::chrono::steady_clock::now() + kLongest;
  while (!has_ended()) {
    if (std::chrono::steady_clock::now() > end) {
      ended.timed_out = true;
      send(SIGKILL);
    }
    std::this_thread::sleep_for(kPause);
  }
  ended.code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  ended.out = content(out_);
  ended.err = content(err_);
  return ended;
}

}  // namespace espalier::faults
