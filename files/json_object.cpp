// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/json_object.h>

#include <utility>

#include <espalier/files/atomic_file.h>
#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::files {

using Json = nlohmann::json;

JsonObject::JsonObject(std::string file, std::string prefix, std::shared_ptr<const Json> json)
    : file_(std::move(file)), prefix_(std::move(prefix)), json_(std::move(json)) {}

JsonObject JsonObject::parse(std::string_view text, const std::string& file) {
  return {file, "", std::make_shared<const Json>(parse_json_object(text, file))};
}

std::optional<JsonObject> JsonObject::read_if_present(const std::filesystem::path& path,
                                                      std::size_t limit_bytes) {
  std::error_code unknown;  // then reading says what is wrong
  if (!std::filesystem::exists(path, unknown) && !unknown) return std::nullopt;
  return parse(read_file(path, limit_bytes), path.string());
}

const Json* JsonObject::find(std::string_view key) const {
  const auto found = json_->find(key);
  return found == json_->end() ? nullptr : &*found;
}

bool JsonObject::is_null(std::string_view key) const {
  const Json* value = find(key);
  return value == nullptr || value->is_null();
}

JsonObject JsonObject::object(std::string_view key) const {
  const Json* value = find(key);
  if (value == nullptr || !value->is_object()) refuse(key, "an object");
  return {file_, prefix_ + std::string(key) + '.', std::shared_ptr<const Json>(json_, value)};
}

std::optional<bool> JsonObject::truth(std::string_view key) const {
  if (is_null(key)) return std::nullopt;
  if (!find(key)->is_boolean()) refuse(key, "true, false or null");
  return find(key)->get<bool>();
}

std::optional<std::string> JsonObject::text(std::string_view key) const {
  if (is_null(key)) return std::nullopt;
  if (!find(key)->is_string()) refuse(key, "a text");
  return find(key)->get<std::string>();
}

std::optional<Index> JsonObject::whole(std::string_view key, Index least, Index most) const {
  if (is_null(key)) return std::nullopt;
  const std::optional<Index> number = whole_number(*find(key), least, most);
  if (!number)
    refuse(key, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return number;
}

std::optional<double> JsonObject::positive(std::string_view key) const {
  if (is_null(key)) return std::nullopt;
  const Json& value = *find(key);
  if (!value.is_number() || !(value.get<double>() > 0)) refuse(key, "a number above 0");
  return value.get<double>();
}

void JsonObject::require(std::string_view key, const Json& expected) const {
  const Json* value = find(key);
  if (value == nullptr || *value != expected) refuse(key, shown(expected));
}

void JsonObject::require_if_present(std::string_view key, const Json& expected) const {
  if (!is_null(key)) require(key, expected);
}

void JsonObject::require_empty(std::string_view key) const {
  if (is_null(key)) return;
  const Json& value = *find(key);
  const bool is_empty = value.is_string() ? value.get_ref<const std::string&>().empty()
                                          : value.is_structured() && value.empty();
  if (!is_empty) refuse(key, "nothing, since it is not implemented");
}

void JsonObject::refuse(std::string_view key, std::string_view expected) const {
  const Json* value = find(key);
  throw FormatError(file_ + ": " + prefix_ + printable(key) + " is " +
                    (value == nullptr ? "absent" : shown(*value)) + ", expected " +
                    std::string(expected));
}

std::optional<Index> whole_number(const Json& value, Index least, Index most) {
  if (!value.is_number_integer()) return std::nullopt;
  const auto number = value.get<Index>();
  // Of one that is unsigned and too large for an Index, the conversion is negative.
  if (value.is_number_unsigned() && number < 0) return std::nullopt;
  return number >= least && number <= most ? std::optional(number) : std::nullopt;
}

std::string shown(const Json& value) {
  if (value.is_structured())
    return (value.is_object() ? "an object of " : "an array of ") + std::to_string(value.size()) +
           " values";
  return printable(value.dump());
}

}  // namespace espalier::files
