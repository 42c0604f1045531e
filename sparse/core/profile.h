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

/// Where the time of a computation goes. Layers and optimizers note in the profile of their context
/// how long each of their parts takes. Safe to use from several threads at once.
class Profile {
 public:
  struct Part {
    std::string layer;  ///< kind of layer; numbers within a stack are left out
    std::string pass;   ///< such as "forward"
    auto operator<=>(const Part&) const = default;
  };
  struct Time {
    double seconds = 0;
    double flops = 0;  ///< of products, two for a multiply-add; 0 for work that memory limits
    Index calls = 0;
  };

  void add(std::string_view layer, std::string_view pass, double seconds, double flops);
  std::map<Part, Time> parts() const;
  /// Forgets all times.
  void clear();

 private:
  mutable std::mutex mutex_;
  std::map<Part, Time> parts_;
};

/// Times one part, from construction to destruction. With a null profile it does nothing.
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

/// The kind of a layer: its name with a star for each number of a stack, such as
/// "encoder.layer.*.query".
std::string layer_kind(std::string_view name);

}  // namespace espalier
