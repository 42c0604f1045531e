// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/json_text.h>

#include <set>
#include <vector>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::files {

using Json = nlohmann::json;

Json parse_json_object(std::string_view text, const std::string& where) {
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  const auto check = [&](int depth, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    if ((event == Event::object_start || event == Event::array_start) && depth >= kDeepestJson)
      throw FormatError(where + ": nested deeper than " + std::to_string(kDeepestJson) + " levels");
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end) keys.pop_back();
    if (event == Event::key && !keys.back().insert(parsed.get<std::string>()).second)
      throw FormatError(where + ": key " + printable(parsed.dump()) + " stands twice");
    return true;
  };
  try {
    Json json = Json::parse(text, check);
    if (json.is_object()) return json;
  } catch (const Json::parse_error& error) {
    throw FormatError(where + ": no valid JSON at byte " + std::to_string(error.byte));
  } catch (const Json::out_of_range&) {
    throw FormatError(where + ": a number that is too large for a double");
  }
  throw FormatError(where + ": expected a JSON object");
}

}  // namespace espalier::files
