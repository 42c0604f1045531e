// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <espalier/text/sequences/encoded_corpus.h>

namespace espalier::text {

/// Version of the stored data: part of every cache key and the start of every cache file. Raise it
/// when packing or the format of the file changes.
inline constexpr std::string_view kCacheMagic = "ESPTOK01";

/// Bytes of a cache file: a magic word, then four blocks (length, bytes): facts as JSON,
/// vocabulary, training and validation tokens; then XXH3 of all that.
std::string cache_bytes(const PreparedData& data);

/// Reads a cache file of sequences of this length; `origin` names it in errors. Throws FormatError
/// unless the hash is right and the parts fit each other. Cost: memory is the tokens and at most
/// some 40 times the facts, which may take 16 MiB.
PreparedData parse_cache(std::string_view bytes, const std::string& origin,
                         std::int64_t sequence_length);

/// Reads the cache file; nothing if there is none, or if it is no valid file of such sequences:
/// then `note` has the reason. Does not throw.
std::optional<PreparedData> read_cache(const std::filesystem::path& path,
                                       std::int64_t sequence_length, Packing packing,
                                       std::string& note);

/// Writes the file, and the vocabulary beside it, atomically. If that fails, adds the reason to
/// `note`.
void write_cache(const std::filesystem::path& path, const PreparedData& data, std::string& note);

}  // namespace espalier::text
// Tested by tests/text/sequences/encoded_corpus_test.cpp
