// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/json_text.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::files {

using Json = nlohmann::json;

namespace {

/// Builds the value of what a parser reads. `Json::parse` with a callback would do the same, but
/// looks through a whole object or array whenever an object in it ends: quadratic in their number.
class ValueBuilder final : public nlohmann::json_sax<Json> {
 public:
  explicit ValueBuilder(const std::string& where) : where_(where) {}
  Json take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // no text has one
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    const auto [place, is_new] = open_.back()->emplace(name, nullptr);
    if (!is_new) refuse("key " + printable(Json(name).dump()) + " stands twice");
    member_ = &*place;
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const Json::exception& error) override {
    if (dynamic_cast<const Json::out_of_range*>(&error) != nullptr)
      refuse("a number that is too large for a double");
    refuse("no valid JSON at byte " + std::to_string(byte));
  }

 private:
  [[noreturn]] void refuse(const std::string& problem) const {
    throw FormatError(where_ + ": " + problem);
  }

  /// Puts a value where it belongs, and returns it there.
  Json& put(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    if (open_.back()->is_array()) return open_.back()->emplace_back(std::move(value));
    return *member_ = std::move(value);
  }
  bool add(Json value) {
    put(std::move(value));
    return true;
  }
  bool open(Json value) {
    if (open_.size() >= kDeepestJson)
      refuse("nested deeper than " + std::to_string(kDeepestJson) + " levels");
    open_.push_back(&put(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  const std::string& where_;
  Json root_;
  std::vector<Json*> open_;  // none moves, since what it lies in grows only after it is closed
  Json* member_ = nullptr;   // of the innermost object: that of its last key
};

}  // namespace

Json parse_json_object(std::string_view text, const std::string& where) {
  // The parser takes a zero byte for the end of its input and would not see what follows.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    throw FormatError(where + ": no valid JSON at byte " + std::to_string(zero + 1));
  ValueBuilder builder(where);
  static_cast<void>(Json::sax_parse(text, &builder));
  Json json = builder.take();
  if (!json.is_object()) throw FormatError(where + ": expected a JSON object");
  return json;
}

}  // namespace espalier::files
