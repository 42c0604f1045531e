// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include <espalier/sparse/core/types.h>

namespace espalier::files {

/// An object of a JSON file from outside, and what is expected of its keys. Messages name the file
/// and the whole way to a key: "FILE: model.type is "BPE", expected "WordPiece"". Private to those
/// who read files. A copy is another view of the same file.
class JsonObject {
 public:
  /// The object that `text` holds. Throws as `parse_json_object`.
  static JsonObject parse(std::string_view text, const std::string& file);
  /// That of a file of at most `limit_bytes`; nothing if there is no such file. Throws IoError too.
  static std::optional<JsonObject> read_if_present(const std::filesystem::path& path,
                                                   std::size_t limit_bytes);

  /// Null if the key is absent; a null of JSON is a value.
  const nlohmann::json* find(std::string_view key) const;
  /// Is it absent, or JSON's null?
  bool is_null(std::string_view key) const;
  /// The object at this key. Throws FormatError if it is none.
  JsonObject object(std::string_view key) const;
  /// Nothing if it is absent or null. Throws FormatError if it is neither true nor false.
  std::optional<bool> truth(std::string_view key) const;

  /// The same of a text; of a whole number from `least` to `most`; of a number above 0.
  std::optional<std::string> text(std::string_view key) const;
  std::optional<Index> whole(std::string_view key, Index least, Index most) const;
  std::optional<double> positive(std::string_view key) const;

  /// Throws FormatError unless the key has this value.
  void require(std::string_view key, const nlohmann::json& expected) const;
  /// Throws FormatError if the key has another value that is not null.
  void require_if_present(std::string_view key, const nlohmann::json& expected) const;
  /// Throws FormatError unless it is absent or null, or an array, object or string of nothing: of
  /// what is not implemented.
  void require_empty(std::string_view key) const;
  /// Throws FormatError with what was found at the key, and `expected`.
  [[noreturn]] void refuse(std::string_view key, std::string_view expected) const;

  const nlohmann::json& json() const { return *json_; }
  const std::string& file() const { return file_; }

 private:
  JsonObject(std::string file, std::string prefix, std::shared_ptr<const nlohmann::json> json);

  std::string file_, prefix_;
  std::shared_ptr<const nlohmann::json> json_;  // keeps the whole file
};

/// The whole number that this is, if it is one from `least` to `most`: none is wrapped or cut.
std::optional<Index> whole_number(const nlohmann::json& value, Index least, Index most);
/// A value for a message, on one line: not the whole of an array or an object.
std::string shown(const nlohmann::json& value);

}  // namespace espalier::files
