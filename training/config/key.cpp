// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/key.h>

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/task.h>

namespace espalier::training {

bool Key::belongs_to(const RunConfig& config) const {
  if (tags.of_optimizer && !has_optimizer_setting(config, name)) return false;
  if (tags.every_task) return true;
  const TaskPtr task = task_of(config);
  const TaskInfo& info = task->info();
  const auto is_this = [this](const Key& own) { return own.path() == path(); };
  return std::ranges::find(info.keys, path()) != info.keys.end() ||
         std::ranges::any_of(info.own_keys, is_this);
}

Domain any_text() { return {"a string"}; }
Domain truth() { return {"true or false"}; }

Domain one_of(std::vector<std::string> choices) {
  Domain domain{"one of"};
  for (const std::string& choice : choices) domain.expected += " '" + choice + '\'';
  domain.choices = std::move(choices);
  return domain;
}

Domain count_from(double low, double high) {
  return {fmt::format("an integer from {:.0f} to {:.0f}", low, high),
          [=](double value) { return value >= low && value <= high; }};
}

Domain one_of_counts(std::vector<Index> choices) {
  return {fmt::format("one of {}", fmt::join(choices, " ")), [choices](double value) {
            return std::ranges::any_of(
                choices, [&](Index choice) { return static_cast<double>(choice) == value; });
          }};
}

Domain multiple_of(Index factor, Index high) {
  return {fmt::format("a multiple of {} up to {}", factor, high), [=](double value) {
            return value >= 1 && value <= static_cast<double>(high) &&
                   std::fmod(value, static_cast<double>(factor)) == 0;
          }};
}

Domain positive() {
  return {"a number above 0", [](double value) { return value > 0; }};
}

Domain not_negative(double high) {
  return {high < std::numeric_limits<double>::max() ? fmt::format("a number from 0 to {:.0f}", high)
                                                    : "a number of at least 0",
          [=](double value) { return value >= 0 && value <= high; }};
}

Domain share(const char* interval, bool with_zero, bool with_one) {
  return {std::string("a number in ") + interval, [=](double value) {
            return (with_zero ? value >= 0 : value > 0) && (with_one ? value <= 1 : value < 1);
          }};
}

void throw_config_error(const std::string& where, const std::string& key,
                        const std::string& problem) {
  throw ConfigError(where + ": " + key + ": " + problem);
}

std::string toml_text(const Slot& slot) {
  struct Writer {
    std::string operator()(const std::string* text) const {
      std::ostringstream stream;
      stream << toml::value<std::string>(*text);
      return stream.str();
    }
    std::string operator()(const ChoiceSlot& slot) const {
      const std::string name = slot.read();
      return (*this)(&name);
    }
    std::string operator()(const bool* flag) const { return *flag ? "true" : "false"; }
    std::string operator()(const Index* count) const { return std::to_string(*count); }
    std::string operator()(const double* number) const {
      std::string text = fmt::format("{}", *number);  // the shortest that reads back equal
      if (text.find_first_of(".en") == std::string::npos) text += ".0";
      return text;
    }
  };
  return std::visit(Writer{}, slot);
}

void check_domain(const Key& key, const Slot& slot, const std::string& where) {
  const Domain& domain = key.domain;
  const auto check_number = [&](double value) {
    return std::isfinite(value) && domain.contains(value);
  };
  bool good = true;
  if (const auto* text = std::get_if<std::string*>(&slot)) {
    good =
        domain.choices.empty() || std::ranges::find(domain.choices, **text) != domain.choices.end();
    good = good && (!domain.is_text || domain.is_text(**text));
  } else if (const auto* count = std::get_if<Index*>(&slot)) {
    // Rounded to a double, one above the largest may seem to be that.
    constexpr auto kLargest = static_cast<Index>(files::kLargestWhole);
    good =
        **count >= -kLargest && **count <= kLargest && check_number(static_cast<double>(**count));
  } else if (const auto* number = std::get_if<double*>(&slot)) {
    good = check_number(**number);
  } else if (const auto* choice = std::get_if<ChoiceSlot>(&slot)) {
    good = std::ranges::find(domain.choices, choice->read()) != domain.choices.end();
  }
  if (!good)
    throw_config_error(where, key.path(),
                       files::printable(toml_text(slot)) + ", expected " + domain.expected);
}

}  // namespace espalier::training
