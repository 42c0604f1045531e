// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/reading/code_point.h>

#include <utf8proc.h>

namespace espalier::text {

CodePoint code_point_at(std::string_view text, std::size_t at) {
  utf8proc_int32_t value = 0;
  const utf8proc_ssize_t length =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at),
                       static_cast<utf8proc_ssize_t>(text.size() - at), &value);
  if (length <= 0) return {};
  return {.value = value, .bytes = static_cast<std::size_t>(length)};
}

}  // namespace espalier::text
