// SPDX-License-Identifier: Apache-2.0
#include <espalier/machines/gathered.h>

#include <cstdint>

namespace espalier::machines {
namespace {

/// Empty texts of these lengths, but for the own one, and where their bytes are.
std::vector<std::string> rooms(const std::vector<std::uint64_t>& lengths) {
  std::vector<std::string> texts;
  texts.reserve(lengths.size());
  for (const std::uint64_t length : lengths)
    texts.emplace_back(static_cast<std::size_t>(length), '\0');
  return texts;
}

std::vector<std::span<std::byte>> spans_of(std::vector<std::string>& texts) {
  std::vector<std::span<std::byte>> spans;
  spans.reserve(texts.size());
  for (std::string& text : texts) spans.push_back(std::as_writable_bytes(std::span(text)));
  return spans;
}

}  // namespace

std::vector<std::string> texts_of_all(Machines& machines, const std::string& own) {
  std::vector<std::string> texts = rooms(values_of_all(machines, std::uint64_t{own.size()}));
  texts[static_cast<std::size_t>(machines.rank())] = own;
  machines.gather(spans_of(texts));
  return texts;
}

std::vector<std::string> texts_at_first(Machines& machines, const std::string& own) {
  const std::vector<std::uint64_t> lengths = values_of_all(machines, std::uint64_t{own.size()});
  std::vector<std::string> texts;
  if (machines.rank() == 0) texts = rooms(lengths);
  collect_at_first(machines, std::as_bytes(std::span(own)), spans_of(texts));
  return texts;
}

void collect_at_first(Machines& machines, std::span<const std::byte> own,
                      std::span<const std::span<std::byte>> parts) {
  std::vector<std::span<const std::byte>> send(static_cast<std::size_t>(machines.ranks()));
  send.front() = own;
  const std::vector<std::span<std::byte>> nothing(send.size());
  machines.exchange(send, machines.rank() == 0 ? parts : nothing);
}

}  // namespace espalier::machines
