// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/domain.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace espalier {
namespace {

std::string whole(double number) { return std::to_string(static_cast<long long>(number)); }

}  // namespace

bool Domain::has(double value) const { return std::isfinite(value) && contains(value); }

bool Domain::has(Index value) const {
  // Rounded to a double, one above the largest may seem to be that.
  constexpr Index kLargest = Index{1} << std::numeric_limits<double>::digits;
  return value >= -kLargest && value <= kLargest && contains(static_cast<double>(value));
}

bool Domain::has(const std::string& text) const {
  if (!choices.empty() && std::ranges::find(choices, text) == choices.end()) return false;
  return !is_text || is_text(text);
}

Domain Domain::any_text() { return {"a string"}; }
Domain Domain::truth() { return {"true or false"}; }

Domain Domain::one_of(std::vector<std::string> choices) {
  Domain domain{"one of"};
  for (const std::string& choice : choices) domain.expected += " '" + choice + '\'';
  domain.choices = std::move(choices);
  return domain;
}

Domain Domain::one_of_counts(std::vector<Index> choices) {
  Domain domain{"one of"};
  for (const Index choice : choices) domain.expected += ' ' + std::to_string(choice);
  domain.contains = [choices = std::move(choices)](double value) {
    return std::ranges::any_of(choices,
                               [&](Index choice) { return static_cast<double>(choice) == value; });
  };
  return domain;
}

Domain Domain::count_from(double low, double high) {
  return {"an integer from " + whole(low) + " to " + whole(high),
          [=](double value) { return value >= low && value <= high; }};
}

Domain Domain::multiple_of(Index factor, Index high) {
  return {"a multiple of " + std::to_string(factor) + " up to " + std::to_string(high),
          [=](double value) {
            return value >= 1 && value <= static_cast<double>(high) &&
                   std::fmod(value, static_cast<double>(factor)) == 0;
          }};
}

Domain Domain::positive() {
  return {"a number above 0", [](double value) { return value > 0; }};
}

Domain Domain::not_negative(double high) {
  return {high < std::numeric_limits<double>::max() ? "a number from 0 to " + whole(high)
                                                    : "a number of at least 0",
          [=](double value) { return value >= 0 && value <= high; }};
}

Domain Domain::share(const std::string& interval) {
  const bool with_zero = interval.front() == '[', with_one = interval.back() == ']';
  return {"a number in " + interval, [=](double value) {
            return (with_zero ? value >= 0 : value > 0) && (with_one ? value <= 1 : value < 1);
          }};
}

}  // namespace espalier
