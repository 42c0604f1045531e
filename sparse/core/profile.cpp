// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/profile.h>

#include <algorithm>
#include <cctype>
#include <exception>

namespace espalier {

void Profile::add(std::string_view layer, std::string_view pass, double seconds, double flops) {
  const std::scoped_lock lock(mutex_);
  Time& time = parts_[{std::string(layer), std::string(pass)}];
  time.seconds += seconds;
  time.flops += flops;
  ++time.calls;
}

std::map<Profile::Part, Profile::Time> Profile::parts() const {
  const std::scoped_lock lock(mutex_);
  return parts_;
}

void Profile::clear() {
  const std::scoped_lock lock(mutex_);
  parts_.clear();
}

ProfileSection::~ProfileSection() {
  if (profile_ == nullptr) return;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start_;
  try {
    profile_->add(layer_, pass_, taken.count(), flops_);
  } catch (const std::exception&) {
    // No memory for a note: the computation is worth more.
  }
}

std::string layer_kind(std::string_view name) {
  std::string kind;
  while (!name.empty()) {
    const std::string_view part = name.substr(0, name.find('.'));
    const bool number =
        std::all_of(part.begin(), part.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    if (!kind.empty()) kind += '.';
    kind += !part.empty() && number ? std::string_view("*") : part;
    name.remove_prefix(std::min(name.size(), part.size() + 1));
  }
  return kind;
}

}  // namespace espalier
