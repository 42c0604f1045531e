// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <compare>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include <espalier/sparse/core/types.h>

namespace espalier {

/// Where the time of a computation goes: layers and optimizers note in the profile of their context
/// how long each part of them takes. Safe to use from several threads at once.
class Profile {
 public:
  struct Part {
    std::string layer;  ///< kind of layer; layers of a stack that differ in their number are one
    std::string pass;   ///< such as "forward"
    auto operator<=>(const Part&) const = default;
  };
  struct Time {
    double seconds = 0;
    double flops = 0;  ///< of products, a multiply-add being two; 0 for what is bound by memory
    Index calls = 0;
  };

  void add(std::string_view layer, std::string_view pass, double seconds, double flops);
  std::map<Part, Time> parts() const;
  /// Forgets what was noted.
  void clear();

 private:
  mutable std::mutex mutex_;
  std::map<Part, Time> parts_;
};

/// A part that lasts as long as this lives. With a null profile nothing happens.
class ProfileSection {
 public:
  ProfileSection(Profile* profile, std::string_view layer, std::string_view pass, double flops = 0)
      : profile_(profile), layer_(layer), pass_(pass), flops_(flops) {
    if (profile_ != nullptr) start_ = std::chrono::steady_clock::now();
  }
  ProfileSection(const ProfileSection&) = delete;
  ProfileSection& operator=(const ProfileSection&) = delete;
  ~ProfileSection();

 private:
  Profile* profile_;
  std::string_view layer_;
  std::string_view pass_;
  double flops_;
  std::chrono::steady_clock::time_point start_;
};

/// The kind of a layer by its name: without the numbers of a stack, "encoder.layer.*.query".
std::string layer_kind(std::string_view name);

}  // namespace espalier
