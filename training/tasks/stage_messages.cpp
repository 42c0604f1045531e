// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/stage_messages.h>

#include <algorithm>
#include <cstddef>

namespace espalier::training {

StageMessages::StageMessages(machines::Machines& machines)
    : machines_(&machines), peers_(static_cast<std::size_t>(machines.ranks())) {}

void StageMessages::send(int rank, std::span<const float> values) {
  AlignedVector<float>& sent = peers_[static_cast<std::size_t>(rank)].sent;
  sent.insert(sent.end(), values.begin(), values.end());
}

void StageMessages::receive(int rank, std::span<float> values) {
  Peer& peer = peers_[static_cast<std::size_t>(rank)];
  peer.destinations.push_back(values);
  peer.received.resize(peer.received.size() + values.size());
}

void StageMessages::exchange() {
  std::vector<std::span<const std::byte>> send;
  std::vector<std::span<std::byte>> receive;
  for (Peer& peer : peers_) {
    send.push_back(std::as_bytes(std::span(peer.sent)));
    receive.push_back(std::as_writable_bytes(std::span(peer.received)));
  }
  machines_->exchange(send, receive);
  for (Peer& peer : peers_) {
    auto next = peer.received.begin();
    for (const std::span<float> values : peer.destinations) {
      const auto end = next + static_cast<std::ptrdiff_t>(values.size());
      std::copy(next, end, values.begin());
      next = end;
    }
    // Keeps the memory for the next tick.
    peer.sent.clear();
    peer.received.clear();
    peer.destinations.clear();
  }
}

}  // namespace espalier::training
