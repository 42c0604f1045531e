// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace espalier::faults {

/// A file of the build, by its path in the build folder, such as "experiments/espalier".
std::filesystem::path built(const std::string& name);

/// How a process ended.
struct Ended {
  int code = 0;            ///< exit code; 128 + n if signal n ended it
  bool timed_out = false;  ///< it was killed because it took too long
  std::string out;
  std::string err;
};

struct Command {
  std::vector<std::string> arguments;         ///< of the espalier program
  std::vector<std::string> environment = {};  ///< NAME=VALUE, besides the present one
  std::string out = {};                       ///< file for stdout instead of `Ended::out`
  long largest_file_bytes = 0;                ///< 0: no limit
};

/// An espalier process. It dies with the test, and after a minute.
class Process {
 public:
  explicit Process(const Command& command);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t id() const { return id_; }
  bool has_ended();
  void send(int signal) const;
  Ended wait();

 private:
  pid_t id_ = -1;
  bool reaped_ = false;
  int status_ = 0;
  int out_ = -1;
  int err_ = -1;
};

inline Ended run(const Command& command) { return Process(command).wait(); }

}  // namespace espalier::faults
