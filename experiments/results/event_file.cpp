// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/event_file.h>

#include <array>
#include <bit>
#include <cstring>

namespace espalier::experiments {
namespace {

constexpr std::array<std::uint32_t, 256> crc_table() {
  constexpr std::uint32_t kPolynomial = 0x82f63b78;  // of CRC-32C, lowest bit first
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
    table[byte] = crc;
  }
  return table;
}

std::uint32_t masked_crc(std::string_view bytes) {
  return std::rotr(crc32c(bytes), 15) + 0xa282ead8;
}

template <typename Number>
std::string little_endian(Number number) {
  static_assert(std::endian::native == std::endian::little);
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

// Protobuf: a key is field * 8 + wire type.
enum WireType : std::uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>((value & 0x7f) | 0x80);
  return bytes += static_cast<char>(value);
}

std::string key(int field, WireType type) {
  return varint(static_cast<unsigned>(field) * 8 + type);
}

std::string bytes_field(int field, std::string_view bytes) {
  return key(field, kBytes) + varint(bytes.size()) + std::string(bytes);
}

// Fields of Event, Summary and Summary.Value.
constexpr int kWallTime = 1, kStep = 2, kFileVersion = 3, kSummary = 5;
constexpr int kValue = 1;
constexpr int kTag = 1, kSimpleValue = 2;

std::string event_at(double wall_seconds) {
  return key(kWallTime, kFixed64) + little_endian(wall_seconds);
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
  static constexpr std::array<std::uint32_t, 256> kTable = crc_table();
  std::uint32_t crc = ~std::uint32_t{0};
  for (const char c : bytes)
    crc = (crc >> 8) ^ kTable[(crc ^ static_cast<unsigned char>(c)) & 0xff];
  return ~crc;
}

EventFile::EventFile(double start_seconds) {
  append(event_at(start_seconds) + bytes_field(kFileVersion, "brain.Event:2"));
}

void EventFile::add(std::string_view tag, Index step, double wall_seconds, double value) {
  const std::string summary_value = bytes_field(kTag, tag) + key(kSimpleValue, kFixed32) +
                                    little_endian(static_cast<float>(value));
  append(event_at(wall_seconds) + key(kStep, kVarint) + varint(static_cast<std::uint64_t>(step)) +
         bytes_field(kSummary, bytes_field(kValue, summary_value)));
}

void EventFile::append(std::string_view event) {
  const std::string length = little_endian(static_cast<std::uint64_t>(event.size()));
  bytes_ += length + little_endian(masked_crc(length));
  bytes_ += event;
  bytes_ += little_endian(masked_crc(event));
}

}  // namespace espalier::experiments
