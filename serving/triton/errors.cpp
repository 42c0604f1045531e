// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/triton/errors.h>

#include <exception>
#include <new>

#include <espalier/sparse/core/error.h>

namespace espalier::serving {

void require(TRITONSERVER_Error* error) {
  if (error == nullptr) return;
  const TritonError thrown(TRITONSERVER_ErrorCode(error), TRITONSERVER_ErrorMessage(error));
  TRITONSERVER_ErrorDelete(error);
  throw thrown;
}

TRITONSERVER_Error* current_error() noexcept {
  try {
    throw;
  } catch (const TritonError& error) {
    return TRITONSERVER_ErrorNew(error.code(), error.what());
  } catch (const IoError& error) {
    return TRITONSERVER_ErrorNew(TRITONSERVER_ERROR_UNAVAILABLE, error.what());
  } catch (const Error& error) {
    return TRITONSERVER_ErrorNew(TRITONSERVER_ERROR_INVALID_ARG, error.what());
  } catch (const std::bad_alloc&) {
    return TRITONSERVER_ErrorNew(TRITONSERVER_ERROR_UNAVAILABLE, "espalier: out of memory");
  } catch (const std::exception& error) {
    return TRITONSERVER_ErrorNew(TRITONSERVER_ERROR_INTERNAL, error.what());
  } catch (...) {
    return TRITONSERVER_ErrorNew(TRITONSERVER_ERROR_UNKNOWN, "espalier: unknown exception");
  }
}

void log_line(TRITONSERVER_LogLevel level, const std::string& line, const char* file,
              int number) noexcept {
  TRITONSERVER_Error* error = TRITONSERVER_LogMessage(level, file, number, line.c_str());
  if (error != nullptr) TRITONSERVER_ErrorDelete(error);
}

void log_error(TRITONSERVER_Error* error, const char* file, int number) noexcept {
  if (error == nullptr) return;
  TRITONSERVER_Error* second = TRITONSERVER_LogMessage(TRITONSERVER_LOG_ERROR, file, number,
                                                       TRITONSERVER_ErrorMessage(error));
  if (second != nullptr) TRITONSERVER_ErrorDelete(second);
  TRITONSERVER_ErrorDelete(error);
}

}  // namespace espalier::serving
