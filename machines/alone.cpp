// SPDX-License-Identifier: Apache-2.0
#include <espalier/machines/alone.h>

#include <espalier/machines/checks.h>

namespace espalier::machines {
namespace {

class Alone final : public Machines {
 public:
  int rank() const override { return 0; }
  int ranks() const override { return 1; }
  void exchange(std::span<const std::span<const std::byte>> send,
                std::span<const std::span<std::byte>> receive) override {
    require_parts(send.size(), 1);
    require_parts(receive.size(), 1);
    copy_own(send[0], receive[0], 0);
  }
  void gather(std::span<const std::span<std::byte>> slices) override {
    require_parts(slices.size(), 1);
  }
  void broadcast(std::span<std::byte>) override {}
  [[noreturn]] void abort(int exit_code, std::string_view message) override {
    say_last(message);
    end_process(exit_code);
  }
};

}  // namespace

std::unique_ptr<Machines> alone() { return std::make_unique<Alone>(); }

}  // namespace espalier::machines
