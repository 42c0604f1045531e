// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include <espalier/serving/triton/triton_api.h>

namespace espalier::serving {

/// An error of a call to Triton.
class TritonError : public std::runtime_error {
 public:
  TritonError(TRITONSERVER_Error_Code code, const std::string& message)
      : std::runtime_error(message), code_(code) {}
  TRITONSERVER_Error_Code code() const { return code_; }

 private:
  TRITONSERVER_Error_Code code_;
};

/// Throws the error of a call as a TritonError, if it returned one, and frees it.
void require(TRITONSERVER_Error* error);

/// The exception that is being handled, for Triton, which owns the result.
TRITONSERVER_Error* current_error() noexcept;

/// Calls `body`, whose exceptions become what is returned: none may leave the library.
template <typename Body>
TRITONSERVER_Error* guarded(const Body& body) noexcept {
  try {
    body();
    return nullptr;
  } catch (...) {
    return current_error();
  }
}

// clang 14 has no std::source_location for the place of the call.

/// A line in the server's log.
void log_line(TRITONSERVER_LogLevel level, const std::string& line,
              const char* file = __builtin_FILE(), int number = __builtin_LINE()) noexcept;

/// Frees an error that nobody can be told of, after a line in the log.
void log_error(TRITONSERVER_Error* error, const char* file = __builtin_FILE(),
               int number = __builtin_LINE()) noexcept;

}  // namespace espalier::serving
