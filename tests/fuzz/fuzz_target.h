// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include <espalier/sparse/core/error.h>

namespace espalier::fuzz {

/// What a target does with one input. It fails by `require`, by any exception that leaves it, by a
/// crash or by the report of a sanitizer.
using Run = void (*)(std::string_view bytes);

/// The targets of this program by name: all of them where inputs are replayed, one where libFuzzer
/// looks for new ones.
std::map<std::string, Run>& targets();

/// Adds a target while the program starts.
struct AddedTarget {
  AddedTarget(const char* name, Run run) { targets().emplace(name, run); }
};

/// ESPALIER_FUZZ_TARGET(name)(std::string_view bytes) { ... } defines and adds a target.
#define ESPALIER_FUZZ_TARGET(name)                          \
  static void run_##name(std::string_view);                 \
  static const AddedTarget added_##name(#name, run_##name); \
  void run_##name

/// Ends the program unless `claim` holds; `what` says what was claimed.
void require(bool claim, const char* what);

/// A message of the library is one line.
void require_one_line(const Error& error);

/// Calls `read`, which may refuse its input by one of the library's own errors and by nothing else.
template <typename Read>
void may_refuse(const Read& read) {
  try {
    read();
  } catch (const Error& error) {
    require_one_line(error);
  }
}

/// Calls `read` on what the library has written, which it has to accept.
template <typename Read>
auto must_accept(const Read& read) {
  try {
    return read();
  } catch (const Error& error) {
    require(false, error.what());
    throw;
  }
}

/// Removes and returns what stands before the first `separator`, or everything if there is none.
std::string_view take(std::string_view& bytes, char separator);

/// The input with each piece such as "@50000*a.@" replaced by what it describes, "a." 50000 times:
/// so small inputs reach what only long and deep ones do. What would make it longer than 4 MiB
/// stays as it is.
std::string with_repetitions(std::string_view bytes);

/// Gives every line of an edit log the hash that it should have, so that hashes do not keep inputs
/// away from what is behind them.
std::string with_edit_hashes(std::string_view bytes);

/// A folder of this process, removed at its end.
const std::filesystem::path& scratch_folder();

/// Writes a file in the scratch folder and returns its path.
std::filesystem::path scratch_file(const std::string& name, std::string_view bytes);

}  // namespace espalier::fuzz
