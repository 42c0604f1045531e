// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <espalier/sparse/core/types.h>

namespace espalier::experiments {

/// The bytes of an event file of TensorBoard: records of
///   length (8 bytes), masked CRC of it (4), an Event as protobuf, masked CRC of it (4)
/// in little endian, where mask(c) = rotate_right(c, 15) + 0xa282ead8 and the CRC is CRC-32C; the
/// first event names the version. Source: tensorflow/core/lib/io/record_writer.cc and
/// core/util/event.proto, summary.proto.
class EventFile {
 public:
  /// For events that began at this time, in seconds since 1970.
  explicit EventFile(double start_seconds);

  /// Adds one number at a step; it is stored as a float.
  void add(std::string_view tag, Index step, double wall_seconds, double value);

  const std::string& bytes() const { return bytes_; }

 private:
  void append(std::string_view event);

  std::string bytes_;
};

/// The CRC-32C (Castagnoli) of some bytes. Cost: a table look-up for each byte.
std::uint32_t crc32c(std::string_view bytes);

}  // namespace espalier::experiments
