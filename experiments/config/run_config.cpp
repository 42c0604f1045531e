// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/config/run_config.h>

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <sstream>
#include <variant>

#include <espalier/experiments/config/toml_text.h>
#include <espalier/experiments/data/text_file.h>
#include <espalier/files/atomic_file.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/rules/density_distribution.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::experiments {
namespace {

/// A run's configuration is a page of text; anything larger is not one.
constexpr std::size_t kLargestFileBytes = 1 << 20;

// Counts above this are typing errors, and products of two such still fit 64 bits.
constexpr double kLargestCount = 2147483647.0;
constexpr double kLargestTokens = 1e15;
constexpr double kMostEpochs = 1e6;
constexpr Index kWidestLayer = 65536;

/// A field whose value is one of a few names.
struct ChoiceSlot {
  std::function<std::string()> read;
  std::function<void(const std::string&)> write;  // throws ConfigError if there is no such name
};

using Slot = std::variant<std::string*, bool*, Index*, double*, ChoiceSlot>;

template <typename Field>
Slot slot_of(Field& field) {
  if constexpr (std::is_enum_v<Field>)
    return ChoiceSlot{
        [&field] { return std::string(schedules::choice_name(field)); },
        [&field](const std::string& name) { field = schedules::choice<Field>(name); }};
  else
    return &field;
}

/// What a value must satisfy, with the words that say so.
struct Domain {
  std::string expected;
  std::function<bool(double)> contains = [](double) { return true; };  // numbers
  std::vector<std::string> choices = {};                               // strings; empty: any
};

enum class Role { kResult, kPlace };  // does the key change the numbers, or only where they go

enum class Task { kAny, kMlm, kImages };  // which tasks a key belongs to

struct Key {
  std::string table;
  std::string name;
  std::function<Slot(RunConfig&)> slot;
  Domain domain;
  std::string meaning;
  Role role = Role::kResult;
  Task task = Task::kAny;
  bool later = false;  // left out of hashes at its default

  bool belongs_to(const RunConfig& config) const {
    return task == Task::kAny || (task == Task::kImages) == trains_on_images(config);
  }
  std::string path() const { return table + '.' + name; }
};

Domain any_text() { return {"a string"}; }
Domain truth() { return {"true or false"}; }

Domain one_of(std::vector<std::string> choices) {
  Domain domain{"one of"};
  for (const std::string& choice : choices) domain.expected += " '" + choice + '\'';
  domain.choices = std::move(choices);
  return domain;
}

template <typename Enum>
Domain choice_of() {
  return one_of(schedules::choice_names<Enum>());
}

Domain count_from(double low, double high = kLargestCount) {
  return {fmt::format("an integer from {:.0f} to {:.0f}", low, high),
          [=](double value) { return value >= low && value <= high; }};
}

Domain once_share() {
  return {"-1 or a number in [0, 1]",
          [](double value) { return value == -1 || (value >= 0 && value <= 1); }};
}

std::vector<std::string> distribution_choices() {
  const auto names = schedules::distribution_names();
  return {names.begin(), names.end()};
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
Domain not_negative(double high = std::numeric_limits<double>::max()) {
  return {high < std::numeric_limits<double>::max() ? fmt::format("a number from 0 to {:.0f}", high)
                                                    : "a number of at least 0",
          [=](double value) { return value >= 0 && value <= high; }};
}
Domain share(const char* interval, bool with_zero, bool with_one) {
  return {std::string("a number in ") + interval, [=](double value) {
            return (with_zero ? value >= 0 : value > 0) && (with_one ? value <= 1 : value < 1);
          }};
}

/// The one list of keys: parsing, checking, writing, help and the hash all walk it.
const std::vector<Key>& keys() {
  static const std::vector<Key> list = [] {
    std::vector<Key> all;
    std::string table;
    Task task = Task::kAny;
    bool later = false;
    const auto add = [&](const char* name, auto access, Domain domain, const char* meaning,
                         Role role = Role::kResult) {
      all.push_back({table, name, [access](RunConfig& config) { return slot_of(access(config)); },
                     std::move(domain), meaning, role, task, later});
    };
#define ESPALIER_KEY(table, name) \
#name, [](RunConfig & c) -> auto& { return c.table.name; }
    table = "run";
    add(ESPALIER_KEY(run, name), any_text(),
        "name of the run's folder; empty: made from model and mode", Role::kPlace);
    task = Task::kImages;
    add(ESPALIER_KEY(run, task), one_of({"mlm", "images"}),
        "masked language modelling with an encoder, or classifying images with a perceptron");
    task = Task::kAny;
    add(ESPALIER_KEY(run, seed), count_from(0, 9007199254740992.0), "root of every random stream");
    add(ESPALIER_KEY(run, threads), count_from(0, 4096), "0: as many as the machine has",
        Role::kPlace);
    add(ESPALIER_KEY(run, kernel), any_text(), "kernel variant; empty: the best one here");
    add(ESPALIER_KEY(run, folder), any_text(), "where run folders are made", Role::kPlace);

    table = "model";
    task = Task::kMlm;
    add(ESPALIER_KEY(model, name), one_of(models::model_names("bert")), "size of the encoder");
    add(ESPALIER_KEY(model, layers), count_from(0, 1000), "0: as the name says");
    add(ESPALIER_KEY(model, hidden), count_from(0, 65536), "0: as the name says");
    add(ESPALIER_KEY(model, heads), count_from(0, 65536),
        "0: as the name says, or one for 64 (else 32) of a changed hidden width");
    add(ESPALIER_KEY(model, intermediate), count_from(0, 262144),
        "width inside the feed-forward layer; 0: four times the hidden width");
    task = Task::kAny;
    add(ESPALIER_KEY(model, density), share("(0, 1]", false, true),
        "stored share of every encoder weight matrix, or of every layer of a perceptron but the "
        "last");
    add(ESPALIER_KEY(model, block), one_of_counts({1, 2, 4, 8, 16}), "side of the square blocks");
    task = Task::kMlm;
    add(ESPALIER_KEY(model, initial_deviation), positive(),
        "standard deviation of the truncated normal that initialises weights");
    task = Task::kImages;
    add(ESPALIER_KEY(model, widths), any_text(),
        "pixels, hidden units and classes of the perceptron");
    add(ESPALIER_KEY(model, initial_scale), one_of({"inputs", "stored_inputs"}),
        "initial deviation: sqrt(2 / inputs), or with the stored inputs of a unit in the mean");
    task = Task::kAny;

    table = "topology";
    add(ESPALIER_KEY(topology, policy), any_text(),
        "how the patterns change: dense, static, dynamic, ...; see espalier policies");
    add(ESPALIER_KEY(topology, drop_fraction), share("[0, 1]", true, true),
        "share of the stored blocks that an update drops, at its largest");
    add(ESPALIER_KEY(topology, updates), count_from(1), "intervals per run, so one update fewer");
    add(ESPALIER_KEY(topology, drop_schedule), choice_of<schedules::ScheduleShape>(),
        "course of the drop fraction over the run");
    add(ESPALIER_KEY(topology, block_norm), choice_of<sparse::BlockNorm>(),
        "norm whose smallest blocks are dropped");
    add(ESPALIER_KEY(topology, regrow_dropped), truth(),
        "may an update regrow the blocks that it dropped");
    add(ESPALIER_KEY(topology, grown_values), choice_of<schedules::GrownValues>(),
        "values of grown blocks");
    // Keys that came after runs had been published: at their defaults they leave hashes alone.
    later = true;
    add(ESPALIER_KEY(topology, every_steps), count_from(0),
        "update after every so many steps instead of `updates` times; 0: not");
    add(ESPALIER_KEY(topology, every_seconds), not_negative(),
        "update after every so many seconds instead: not repeatable; 0: not");
    add(ESPALIER_KEY(topology, once_at), once_share(),
        "one update only, after this share of the run; -1: more");
    add(ESPALIER_KEY(topology, end), share("(0, 1]", false, true),
        "share of the run after which the patterns stay");
    add(ESPALIER_KEY(topology, drop_fraction_end), share("[0, 1]", true, true),
        "drop fraction at `end`");
    add(ESPALIER_KEY(topology, drop_phase), share("[0, 1]", true, true),
        "share of a cosine before it falls");
    add(ESPALIER_KEY(topology, drop_power), positive(), "of drop_schedule inverse_power");
    add(ESPALIER_KEY(topology, drop), choice_of<schedules::DropCriterion>(),
        "by what blocks are chosen to be dropped");
    add(ESPALIER_KEY(topology, gradient_weight), not_negative(),
        "lambda of drop \"magnitude_gradient\"");
    add(ESPALIER_KEY(topology, rounding), choice_of<schedules::Rounding>(),
        "of the number of blocks that an update drops");
    add(ESPALIER_KEY(topology, grow), choice_of<schedules::GrowCriterion>(),
        "by what positions are chosen to grow; gradients are those of the whole batch");
    add(ESPALIER_KEY(topology, gradient_pool), choice_of<sparse::GradientPool>(),
        "how the gradients of a block become its score");
    add(ESPALIER_KEY(topology, momentum), share("[0, 1)", true, false),
        "decay of the mean gradient of grow \"momentum\"");
    add(ESPALIER_KEY(topology, keep_regrown), truth(),
        "does a block that is dropped and regrown at once keep its values");
    add(ESPALIER_KEY(topology, redistribute), truth(),
        "do weights of large momentum get more of the dropped blocks");
    add(ESPALIER_KEY(topology, grown_deviation), not_negative(), "of grown_values \"normal\"");
    add(ESPALIER_KEY(topology, grown_moments), choice_of<sparse::GrownMoments>(),
        "moments of grown blocks");
    add(ESPALIER_KEY(topology, skip_optimizer), truth(),
        "do steps with an update leave the optimizer out");
    add(ESPALIER_KEY(topology, grow_first), truth(),
        "grow at once and drop at the next update, storing more in between");
    add(ESPALIER_KEY(topology, density_start), share("[0, 1]", true, true),
        "density to start from if it is larger than model.density; 0: model.density");
    add(ESPALIER_KEY(topology, density_schedule), choice_of<schedules::ScheduleShape>(),
        "course of the density from density_start");
    add(ESPALIER_KEY(topology, density_end), share("(0, 1]", false, true),
        "share of the run at which model.density is reached");
    add(ESPALIER_KEY(topology, density_scope), choice_of<schedules::DensityScope>(),
        "compare blocks within a layer or over all layers when the density falls");
    add(ESPALIER_KEY(topology, structure), choice_of<schedules::Structure>(),
        "what all patterns have in common");
    add(ESPALIER_KEY(topology, group), count_from(1), "M of N:M, in blocks");
    add(ESPALIER_KEY(topology, ablation), share("[0, 1]", true, true),
        "least share of salient blocks of a block row with constant_fan_in");
    add(ESPALIER_KEY(topology, pattern), any_text(),
        "patterns to start from: random, banded, block_diagonal, butterfly, constant_fan_in, "
        "n_of_m, scale_free, small_world, or \"file:PATH\" (.mtx, .smtx; {weight} stands for the "
        "name)");
    add(ESPALIER_KEY(topology, rewire), share("[0, 1]", true, true), "of pattern small_world");
    add(ESPALIER_KEY(topology, distribution), one_of(distribution_choices()),
        "how model.density is spread over the weights");
    add(ESPALIER_KEY(topology, erk_power), count_from(0, 10), "of distribution \"erk\"");
    add(ESPALIER_KEY(topology, layers), any_text(),
        "densities by glob, such as \"*.query.weight=0.5 layer0.*=1\"; 1 keeps a layer dense");
    later = false;

    table = "data";
    task = Task::kMlm;
    add(ESPALIER_KEY(data, corpus), any_text(),
        "\"default\" (GCIDE and WordNet), or a text file or folder");
    add(ESPALIER_KEY(data, folder), any_text(), "where the packages of the default corpus are",
        Role::kPlace);
    add(ESPALIER_KEY(data, vocabulary), any_text(), "a vocab.txt; empty: learnt from the corpus");
    add(ESPALIER_KEY(data, vocabulary_size), count_from(64, 1 << 20),
        "pieces to learn if no vocabulary is given");
    add(ESPALIER_KEY(data, sequence), multiple_of(16, 512), "tokens of a sequence");
    add(ESPALIER_KEY(data, validation_fraction), share("(0, 1)", false, false),
        "share of the documents held out");
    add(ESPALIER_KEY(data, cache), any_text(), "where vocabularies and encoded corpora are kept",
        Role::kPlace);
    task = Task::kImages;
    add(ESPALIER_KEY(data, images), any_text(),
        "\"fashion_mnist\", or a folder with files of MNIST's four names");
    add(ESPALIER_KEY(data, image_folder), any_text(),
        "where the package of Fashion-MNIST is unpacked", Role::kPlace);

    table = "training";
    task = Task::kMlm;
    add(ESPALIER_KEY(training, tokens), count_from(0, kLargestTokens),
        "budget in tokens, rounded up to whole batches; 0: `steps` counts");
    task = Task::kImages;
    add(ESPALIER_KEY(training, epochs), not_negative(kMostEpochs),
        "budget in passes over 60,000 images, rounded up to whole batches; 0: `steps` counts");
    task = Task::kAny;
    add(ESPALIER_KEY(training, steps), count_from(1),
        "optimizer steps if neither tokens nor epochs are given");
    add(ESPALIER_KEY(training, batch), count_from(1, 1 << 20), "sequences or images of one step");
    add(ESPALIER_KEY(training, learning_rate), positive(), "peak learning rate");
    add(ESPALIER_KEY(training, scale_learning_rate), truth(),
        "multiply by exp(1.969 s^2 + 0.2905 s), s = 1 - density");
    add(ESPALIER_KEY(training, warmup_fraction), share("[0, 1)", true, false),
        "share of the steps with a rising learning rate");
    add(ESPALIER_KEY(training, weight_decay), not_negative(),
        "decoupled; none on biases and norms");
    later = true;
    add(ESPALIER_KEY(training, group_lasso), not_negative(),
        "pull on the blocks of sparse weights as a whole");
    later = false;
    add(ESPALIER_KEY(training, beta1), share("[0, 1)", true, false), "decay of the first moment");
    add(ESPALIER_KEY(training, beta2), share("[0, 1)", true, false), "decay of the second moment");
    add(ESPALIER_KEY(training, epsilon), positive(), "added to the root of the second moment");
    add(ESPALIER_KEY(training, gradient_clip), not_negative(),
        "largest global gradient norm; 0: not clipped");
    task = Task::kMlm;
    add(ESPALIER_KEY(training, panel_group), count_from(1, 4096),
        "sequences that walk through all layers together");
    task = Task::kAny;
    add(ESPALIER_KEY(training, validate_every), count_from(0),
        "in steps; 0: after every epoch of images, else twenty times a run", Role::kPlace);
    task = Task::kMlm;
    add(ESPALIER_KEY(training, validation_sequences), count_from(1), "sequences of one validation");
    task = Task::kAny;
    add(ESPALIER_KEY(training, checkpoint_every), count_from(0),
        "in steps; 0: with every validation, on images at the end only", Role::kPlace);
    add(ESPALIER_KEY(training, keep_checkpoints), count_from(1, 1 << 20),
        "how many of the latest stay on disk", Role::kPlace);
#undef ESPALIER_KEY
    return all;
  }();
  return list;
}

[[noreturn]] void fail(const std::string& where, const std::string& key,
                       const std::string& problem) {
  throw ConfigError(where + ": " + key + ": " + problem);
}

// A value in TOML, with a decimal point or exponent in every double so that it reads back as one.
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
  } else if (const auto* count = std::get_if<Index*>(&slot)) {
    good = check_number(static_cast<double>(**count));
  } else if (const auto* number = std::get_if<double*>(&slot)) {
    good = check_number(**number);
  }
  if (!good)
    fail(where, key.path(), files::printable(toml_text(slot)) + ", expected " + domain.expected);
}

std::string describe(const toml::node& node) {
  std::ostringstream stream;
  node.visit([&](const auto& value) {
    if constexpr (toml::is_value<decltype(value)>) {
      stream << value;
    } else if constexpr (toml::is_table<decltype(value)>) {
      stream << "a table";
    } else {
      stream << "an array";
    }
  });
  return files::printable(stream.str());
}

/// Stores a TOML value in the slot of its key. Integers serve as doubles, nothing else is
/// converted.
void assign(const Key& key, const toml::node& node, RunConfig& config, const std::string& where) {
  const Slot slot = key.slot(config);
  const auto assigned_choice = [&](const ChoiceSlot& choice) {
    const auto name = node.value_exact<std::string>();
    if (!name || std::ranges::find(key.domain.choices, *name) == key.domain.choices.end())
      return false;
    choice.write(*name);
    return true;
  };
  const bool assigned = std::visit(
      [&](const auto& target) {
        using Target = std::decay_t<decltype(target)>;
        if constexpr (std::is_same_v<Target, ChoiceSlot>) {
          return assigned_choice(target);
        } else {
          using Value = std::remove_pointer_t<Target>;
          if constexpr (std::is_same_v<Value, double>) {
            if (const auto whole = node.value_exact<std::int64_t>()) {
              *target = static_cast<double>(*whole);
              return true;
            }
          }
          const auto value = node.value_exact<Value>();
          if (value) *target = *value;
          return value.has_value();
        }
      },
      slot);
  if (!assigned) fail(where, key.path(), describe(node) + ", expected " + key.domain.expected);
  check_domain(key, slot, where);
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

/// ", did you mean x?" for the nearest key, or nothing if no key is near. The same name in another
/// table counts as near.
std::string suggestion(const std::string& path) {
  if (path.size() > 64) return {};
  const std::string_view name = std::string_view(path).substr(path.find('.') + 1);
  constexpr std::size_t kFarthest = 3;
  std::size_t best = kFarthest + 1;
  std::string nearest;
  for (const Key& key : keys()) {
    std::size_t distance = edit_distance(path, key.path());
    if (name == key.name) distance = std::min<std::size_t>(distance, 1);
    if (distance < best) {
      best = distance;
      nearest = key.path();
    }
  }
  return nearest.empty() ? std::string() : ", did you mean " + nearest + "?";
}

const Key& find_key(const std::string& path, const std::string& where) {
  const auto found =
      std::ranges::find_if(keys(), [&](const Key& key) { return key.path() == path; });
  if (found == keys().end()) fail(where, files::printable(path), "unknown key" + suggestion(path));
  return *found;
}

bool is_table(std::string_view name) {
  return std::ranges::any_of(keys(), [&](const Key& key) { return key.table == name; });
}

/// A key of another task that was changed would have no effect: refuse it.
void check_task(const RunConfig& config, const std::string& source) {
  RunConfig copy = config, defaults;
  for (const Key& key : keys()) {
    if (key.belongs_to(config) || key.role == Role::kPlace) continue;
    const std::string found = toml_text(key.slot(copy)), usual = toml_text(key.slot(defaults));
    if (found != usual)
      fail(source, key.path(),
           fmt::format("{}, which run.task \"{}\" has no use for; leave it at {}",
                       files::printable(found), config.run.task, usual));
  }
}

/// The extents of sparse weights, which the blocks have to divide.
std::vector<std::pair<std::string, Index>> sparse_widths(const RunConfig& config) {
  if (trains_on_images(config)) {
    std::vector<std::pair<std::string, Index>> widths;
    for (const Index width : layer_widths(config)) widths.emplace_back("layer", width);
    widths.pop_back();  // the last layer is dense
    return widths;
  }
  const models::ModelConfig model = model_config(config);
  return {{"hidden", model.hidden}, {"intermediate", model.intermediate}};
}

void apply_file(const toml::table& file, const std::string& source, RunConfig& config) {
  const auto place = [&](const toml::node& node) {
    return fmt::format("{}:{}", source, node.source().begin.line);
  };
  for (const auto& [table_key, node] : file) {
    const std::string table(table_key.str());
    const toml::table* entries = node.as_table();
    if (!is_table(table))
      fail(place(node), files::printable(table), "unknown table" + suggestion(table + '.'));
    if (entries == nullptr) fail(place(node), table, describe(node) + ", expected a table of keys");
    for (const auto& [name, value] : *entries) {
      const Key& key = find_key(table + '.' + std::string(name.str()), place(value));
      assign(key, value, config, place(value));
    }
  }
}

void apply_override(const std::string& text, RunConfig& config) {
  const std::string where = "--set";
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) fail(where, files::printable(text), "expected table.key=value");
  const Key& key = find_key(text.substr(0, equals), where);
  const std::string value = text.substr(equals + 1);
  toml::table parsed;
  try {
    parsed = parse_toml("value = " + value, where);
  } catch (const ConfigError&) {
    parsed.clear();
  }
  if (parsed.size() != 1) {  // a bare word
    std::string valid = value;
    if (replace_invalid_utf8(valid) > 0)
      fail(where, key.path(),
           files::printable(valid) + ", expected UTF-8, as a TOML file holds no other");
    parsed = toml::table{{"value", value}};
  }
  assign(key, *parsed.get("value"), config, where);
}

/// Where the policy of a configuration is named.
std::string place_of_policy(const toml::table& file, const std::string& source,
                            const std::vector<std::string>& overrides) {
  const bool overridden = std::ranges::any_of(
      overrides, [](const std::string& text) { return text.starts_with("topology.policy="); });
  if (overridden) return "--set";
  const toml::node* node = file.at_path("topology.policy").node();
  return node == nullptr ? source : fmt::format("{}:{}", source, node->source().begin.line);
}

void check_policy(const std::string& name, const std::string& where) {
  std::vector<std::string> names;
  for (const schedules::PolicyInfo& info : schedules::topology_policies())
    names.push_back(info.name);
  const Domain domain = one_of(std::move(names));
  if (std::ranges::find(domain.choices, name) == domain.choices.end())
    fail(where, "topology.policy",
         fmt::format("'{}', expected {}", files::printable(name), domain.expected));
}

}  // namespace

RunConfig::Topology topology_preset(const std::string& policy) {
  RunConfig::Topology topology;
  static_cast<schedules::PolicyOptions&>(topology) = schedules::policy_preset(policy);
  topology.policy = policy;
  return topology;
}

RunConfig parse_run_config(std::string_view toml, const std::string& source,
                           const std::vector<std::string>& overrides) {
  const toml::table file = parse_toml(toml, source);
  const auto apply = [&](RunConfig& config) {
    apply_file(file, source, config);
    for (const std::string& text : overrides) apply_override(text, config);
  };
  // The policy decides what the other keys of its table are if they are not given.
  RunConfig first;
  apply(first);
  RunConfig config;
  check_policy(first.topology.policy, place_of_policy(file, source, overrides));
  config.topology = topology_preset(first.topology.policy);
  apply(config);
  validate(config, source);
  return config;
}

RunConfig load_run_config(const std::filesystem::path& path,
                          const std::vector<std::string>& overrides) {
  return parse_run_config(files::read_file_or_pipe(path, kLargestFileBytes), path.string(),
                          overrides);
}

void validate(const RunConfig& config, const std::string& source) {
  RunConfig copy = config;
  for (const Key& key : keys()) check_domain(key, key.slot(copy), source);

  check_task(config, source);
  const bool dense = config.topology.policy == "dense";
  if (dense && config.model.density < 1) {
    fail(source, "model.density",
         fmt::format("{} with topology.policy \"dense\", expected 1; for a sparse model set the "
                     "policy to \"static\" or \"dynamic\"",
                     config.model.density));
  }
  if (!dense && config.model.density == 1) {
    fail(source, "model.density",
         fmt::format("1 with topology.policy \"{}\", expected a density below 1; for a dense model "
                     "set the policy to \"dense\"",
                     config.topology.policy));
  }
  try {
    for (const auto& [name, width] : sparse_widths(config)) {
      if (dense || width % config.model.block == 0) continue;
      fail(source, "model.block",
           fmt::format("{}, expected a divisor of the {} width, {}", config.model.block, name,
                       width));
    }
  } catch (const ConfigError& error) {
    const std::string message = error.what();
    if (message.starts_with(source)) throw;
    throw ConfigError(source + ": " + message);
  }
}

std::string to_toml(const RunConfig& config) {
  RunConfig copy = config, defaults;
  std::string text;
  std::string table;
  for (const Key& key : keys()) {
    const std::string value = toml_text(key.slot(copy));
    if (!key.belongs_to(config) && value == toml_text(key.slot(defaults))) continue;
    if (key.table != table) {
      text += (table.empty() ? "[" : "\n[") + key.table + "]\n";
      table = key.table;
    }
    text += key.name + " = " + value + '\n';
  }
  return text;
}

std::string config_help() {
  RunConfig defaults;
  std::string text;
  std::string table;
  for (const Key& key : keys()) {
    if (key.table != table) {
      text += (table.empty() ? "[" : "\n[") + key.table + "]\n";
      table = key.table;
    }
    text += fmt::format("{:<32} # {}; {}\n", key.name + " = " + toml_text(key.slot(defaults)),
                        key.meaning, key.domain.expected);
  }
  return text;
}

bool trains_on_images(const RunConfig& config) { return config.run.task == "images"; }

Index steps(const RunConfig& config) {
  const auto& training = config.training;
  if (training.epochs > 0)
    return static_cast<Index>(std::ceil(training.epochs * static_cast<double>(kImagesPerEpoch) /
                                        static_cast<double>(training.batch)));
  if (training.tokens == 0) return training.steps;
  const Index step_tokens = training.batch * config.data.sequence;
  return (training.tokens + step_tokens - 1) / step_tokens;
}

Index validation_interval(const RunConfig& config) {
  constexpr Index kValidationsPerRun = 20;
  if (config.training.validate_every > 0) return config.training.validate_every;
  if (config.training.epochs > 0)
    return (kImagesPerEpoch + config.training.batch - 1) / config.training.batch;
  return std::max<Index>(1, steps(config) / kValidationsPerRun);
}

Index checkpoint_interval(const RunConfig& config) {
  if (config.training.checkpoint_every > 0) return config.training.checkpoint_every;
  return trains_on_images(config) ? steps(config) : validation_interval(config);
}

std::string model_name(const RunConfig& config) {
  if (!trains_on_images(config)) return model_config(config).name;
  return fmt::format("mlp_{}", fmt::join(layer_widths(config), "-"));
}

std::vector<Index> layer_widths(const RunConfig& config) {
  const std::string& text = config.model.widths;
  std::vector<Index> widths;
  const char *next = text.data(), *end = next + text.size();
  while (true) {
    Index width = 0;
    const auto [stop, error] = std::from_chars(next, end, width);
    if (error != std::errc() || width < 1 || width > kWidestLayer) break;
    widths.push_back(width);
    if (stop == end && widths.size() >= 2) return widths;
    if (stop == end || *stop != '-') break;
    next = stop + 1;
  }
  throw ConfigError(fmt::format(
      "model.widths: '{}', expected two or more numbers from 1 to {} with hyphens between them",
      files::printable(text), kWidestLayer));
}

models::ModelConfig model_config(const RunConfig& config) {
  const RunConfig::Model& changes = config.model;
  models::ModelConfig model = models::model_by_name(changes.name);
  const models::ModelConfig named = model;
  if (changes.layers > 0) model.layers = changes.layers;
  if (changes.hidden > 0) {
    model.hidden = changes.hidden;
    model.intermediate = 4 * model.hidden;
    if (model.hidden != named.hidden) {
      const Index head_size = model.hidden % 64 == 0 ? 64 : 32;
      model.heads = std::max<Index>(1, model.hidden / head_size);
    }
  }
  if (changes.heads > 0) model.heads = changes.heads;
  if (changes.intermediate > 0) model.intermediate = changes.intermediate;
  if (model != named) model.name += fmt::format("_L{}_H{}", model.layers, model.hidden);
  model.vocabulary = config.data.vocabulary_size;
  model.max_positions = config.data.sequence;
  models::validate(model);
  return model;
}

std::string config_hash(const RunConfig& config) {
  RunConfig copy = config, defaults;
  std::string text;
  for (const Key& key : keys()) {
    if (key.role != Role::kResult || !key.belongs_to(config)) continue;
    const std::string value = toml_text(key.slot(copy));
    if (key.later && value == toml_text(key.slot(defaults))) continue;
    text += key.path() + '=' + value + '\n';
  }
  return fmt::format("{:016x}", stream_id(text));
}

std::string settings_hash(const RunConfig& config) {
  RunConfig settings = config;
  const RunConfig defaults;
  settings.run = defaults.run;
  settings.run.task = config.run.task;
  settings.data.corpus = defaults.data.corpus;
  settings.data.vocabulary = defaults.data.vocabulary;
  settings.data.images = defaults.data.images;
  settings.training.learning_rate = defaults.training.learning_rate;
  settings.training.scale_learning_rate = false;
  settings.training.steps = steps(config);
  settings.training.tokens = 0;
  settings.training.epochs = 0;
  return config_hash(settings);
}

}  // namespace espalier::experiments
