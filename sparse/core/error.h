// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace espalier {

/// Base of every exception that the library throws. `what()` is one line that names the operand or
/// file, the value found and what was expected.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Operands whose extents, panel widths or patterns do not fit together.
class ShapeError : public Error {
 public:
  using Error::Error;
};

/// Bytes or structures from outside that break the rules of their format.
class FormatError : public Error {
 public:
  using Error::Error;
};

/// A setting with an unknown name or a value outside its domain.
class ConfigError : public Error {
 public:
  using Error::Error;
};

/// A file or device that could not be opened, read, written, flushed or renamed.
class IoError : public Error {
 public:
  using Error::Error;
};

}  // namespace espalier
// Tested by tests/sparse/core/context_test.cpp
