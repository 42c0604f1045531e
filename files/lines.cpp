// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/lines.h>

#include <array>
#include <cstdint>
#include <string>

#include <espalier/files/atomic_file.h>

namespace espalier::files {

void for_each_line(const std::filesystem::path& path, std::size_t limit_bytes,
                   const std::function<void(const Line&)>& visit) {
  const InputFile file(path);
  std::array<char, 1 << 16> buffer{};
  std::string text;
  Index number = 1;
  bool too_long = false;
  std::uint64_t read = 0;
  while (const std::size_t count = file.read(read, buffer)) {
    read += count;
    for (std::string_view rest(buffer.data(), count); !rest.empty();) {
      const std::size_t end = rest.find('\n');
      const std::string_view part = rest.substr(0, end);
      if (!too_long && part.size() > limit_bytes - text.size()) {
        too_long = true;
        visit({.text = {}, .number = number, .too_long = true});
        text.clear();
      }
      if (!too_long) text += part;
      if (end == std::string_view::npos) break;
      if (!too_long) visit({.text = text, .number = number});
      text.clear();
      too_long = false;
      ++number;
      rest.remove_prefix(end + 1);
    }
  }
  if (!too_long && !text.empty()) visit({.text = text, .number = number, .ended = false});
}

}  // namespace espalier::files
