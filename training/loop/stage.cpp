// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/stage.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <ranges>
#include <span>
#include <utility>

#include <espalier/machines/gathered.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/topology_edit.h>
#include <espalier/training/loop/model_order.h>

namespace espalier::training {
namespace {

using Json = nlohmann::json;

// Ranks of one build tell each other what they have in CBOR, with arrays as bytes.

template <std::ranges::contiguous_range Range>
Json packed(const Range& elements) {
  const auto bytes = std::as_bytes(std::span(elements));
  const auto* const first = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return Json::binary(std::vector<std::uint8_t>(first, first + bytes.size()));
}

template <typename T>
std::vector<T> unpacked(const Json& packed) {
  const std::vector<std::uint8_t>& bytes = packed.get_binary();
  std::vector<T> elements(bytes.size() / sizeof(T));
  if (!bytes.empty()) std::memcpy(elements.data(), bytes.data(), bytes.size());
  return elements;
}

std::string text_of(const Json& message) {
  std::string text;
  Json::to_cbor(message, text);
  return text;
}

/// The messages of all ranks, on rank 0.
std::vector<Json> messages_of_all(machines::Machines& machines, const Json& own) {
  std::vector<Json> messages;
  for (const std::string& text : machines::texts_at_first(machines, text_of(own)))
    messages.push_back(Json::from_cbor(text));
  return messages;
}

bool moves(const models::Parameter& parameter) {
  return parameter.is_sparse() && !parameter.fixed_pattern;
}

Json to_message(const models::Parameter& parameter) {
  Json message = {{"name", parameter.name}, {"shape", parameter.shape}};
  if (!parameter.is_sparse()) return message;
  const sparse::BlockPattern& pattern = *parameter.pattern;
  message["block"] = {pattern.block().rows, pattern.block().cols};
  message["offsets"] = packed(pattern.row_offsets());
  message["columns"] = packed(pattern.columns());
  message["moves"] = moves(parameter);
  return message;
}

sparse::PatternPtr pattern_in(const Json& message) {
  if (!message.contains("block")) return nullptr;
  const sparse::BlockShape block = {message["block"][0].get<Index>(),
                                    message["block"][1].get<Index>()};
  return std::make_shared<const sparse::BlockPattern>(
      message["shape"][0].get<Index>(), message["shape"][1].get<Index>(), block,
      unpacked<Index>(message["offsets"]), unpacked<BlockIndex>(message["columns"]));
}

Json to_message(const schedules::WeightUpdate& weight) {
  return {{"name", weight.name},
          {"stored", weight.stored},
          {"target", weight.target},
          {"explored", weight.explored},
          {"grown_before", weight.grown_before},
          {"removed_new", weight.removed_new},
          {"positions", weight.positions},
          {"drop", packed(weight.edit.drop)},
          {"grow", packed(weight.edit.grow)}};
}

schedules::WeightUpdate weight_update_in(const Json& message) {
  return {.name = message["name"].get<std::string>(),
          .stored = message["stored"].get<Index>(),
          .target = message["target"].get<Index>(),
          .explored = message["explored"].get<double>(),
          .grown_before = message["grown_before"].get<Index>(),
          .removed_new = message["removed_new"].get<Index>(),
          .positions = message["positions"].get<double>(),
          .edit = {.drop = unpacked<Index>(message["drop"]),
                   .grow = unpacked<sparse::BlockCoordinate>(message["grow"])}};
}

Json to_message(const schedules::TopologyState::Weight& weight) {
  return {{"name", weight.name},
          {"explored", packed(weight.explored)},
          {"grown", packed(weight.grown)}};
}

schedules::TopologyState::Weight weight_state_in(const Json& message) {
  return {.name = message["name"].get<std::string>(),
          .explored = unpacked<std::uint64_t>(message["explored"]),
          .grown = unpacked<sparse::BlockCoordinate>(message["grown"]),
          .momentum = {},
          .movement = {}};
}

/// Elements of a list, each as `read` has it.
template <typename Read>
auto all_in(const Json& list, const Read& read) {
  std::vector<decltype(read(list))> elements;
  for (const Json& element : list) elements.push_back(read(element));
  return elements;
}

template <typename Range>
Json to_messages(const Range& elements) {
  Json list = Json::array();
  for (const auto& element : elements) list.push_back(to_message(element));
  return list;
}

}  // namespace

Index Stage::Known::values() const {
  if (pattern != nullptr) return pattern->values();
  Index count = 1;
  for (const Index extent : shape) count *= extent;
  return count;
}

Stage::Stage(machines::Machines& machines, models::Optimizer& optimizer, Index leading)
    : machines_(&machines), optimizer_(&optimizer), leading_(static_cast<std::size_t>(leading)) {
  optimizer.share_norm(
      [this](const auto& squares) { return total_in_model_order(*machines_, leading_, squares); });
}

void Stage::require_edits_by_weight(const schedules::TopologyPolicy& policy) {
  const schedules::PolicyNeeds needs = policy.needs();
  if (needs.by_weight && needs.momentum == 0 && !needs.movement) return;
  throw ConfigError("--pipeline: topology.policy '" + policy.name() +
                    "' compares weights of different layers, or sums up gradients of all of them, "
                    "which no process has; leave the option away, or choose a policy that moves "
                    "each weight by itself, such as dynamic or rigl");
}

/// Of those of rank 0 that a policy may move, how many come before the others'.
std::size_t Stage::leading_weights() const {
  const auto first = optimizer_->parameters().begin();
  return static_cast<std::size_t>(
      std::count_if(first, first + static_cast<std::ptrdiff_t>(leading_),
                    [](const models::Parameter* parameter) { return moves(*parameter); }));
}

std::vector<Stage::Known> Stage::known_from(int rank, const Json& message) const {
  std::vector<Known> known;
  for (const Json& parameter : message)
    known.push_back({.rank = rank,
                     .number = std::ssize(known),
                     .name = parameter["name"].get<std::string>(),
                     .shape = parameter["shape"].get<std::vector<Index>>(),
                     .pattern = pattern_in(parameter),
                     .moves = parameter.value("moves", false)});
  return known;
}

void Stage::join(const schedules::TopologyUpdater& topology) {
  Json own = {{"parameters", Json::array()}, {"explored", Json::array()}};
  for (const models::Parameter* parameter : optimizer_->parameters())
    own["parameters"].push_back(to_message(*parameter));
  for (const auto& [share, positions] : topology.explored_shares())
    own["explored"].push_back({share, positions});
  const std::vector<Json> messages = messages_of_all(*machines_, own);
  if (messages.empty()) return;
  std::vector<std::vector<Known>> known;
  std::vector<std::vector<schedules::ExploredShare>> shares;
  for (const Json& message : messages) {
    known.push_back(known_from(static_cast<int>(known.size()), message["parameters"]));
    shares.push_back(all_in(message["explored"], [](const Json& pair) {
      return schedules::ExploredShare{pair[0].get<double>(), pair[1].get<double>()};
    }));
  }
  known_ = in_model_order(std::move(known), leading_);
  explored_ = in_model_order(std::move(shares), leading_weights());
}

Stage::StepFacts Stage::of_all(const StepFacts& own) const {
  StepFacts all;
  for (const StepFacts& of_rank : machines::values_of_all(*machines_, own)) {
    all.finite = all.finite && of_rank.finite;
    all.bytes += of_rank.bytes;
  }
  return all;
}

void Stage::complete(schedules::UpdateReport& report) {
  const std::vector<Json> messages = messages_of_all(
      *machines_, {{"flops", report.flops}, {"weights", to_messages(report.weights)}});
  if (messages.empty()) return;
  std::vector<std::vector<schedules::WeightUpdate>> weights;
  report.flops = 0;
  for (const Json& message : messages) {
    report.flops += message["flops"].get<double>();
    weights.push_back(all_in(message["weights"], weight_update_in));
  }
  report.weights = in_model_order(std::move(weights), leading_weights());
  report.sum_up();
  explored_.clear();
  for (const schedules::WeightUpdate& weight : report.weights)
    explored_.push_back({weight.explored, weight.positions});
  follow(report.weights);
}

/// Brings the patterns that rank 0 knows to what they are after an update.
void Stage::follow(const std::vector<schedules::WeightUpdate>& updates) {
  std::map<std::string, Known*> by_name;
  for (Known& parameter : known_) by_name[parameter.name] = &parameter;
  for (const schedules::WeightUpdate& update : updates) {
    if (update.edit.empty()) continue;
    Known& parameter = *by_name.at(update.name);
    parameter.pattern = sparse::apply_edit(*parameter.pattern, update.edit).pattern;
  }
}

Json Stage::norm_records(const schedules::TopologyUpdater& topology) const {
  std::vector<std::vector<Json>> records;
  for (const Json& message :
       messages_of_all(*machines_, training::norm_records(topology.weights())))
    records.push_back(message.get<std::vector<Json>>());
  return records.empty() ? Json() : Json(in_model_order(std::move(records), leading_weights()));
}

/// The whole model, of whose buffers each is read from its rank.
models::SavedModel Stage::saved_by(const ReadOfRank& read) const {
  models::SavedModel model = {.parameters = {},
                              .optimizer = optimizer_->name(),
                              .optimizer_steps = optimizer_->steps(),
                              .state = optimizer_->state()};
  for (const Known& parameter : known_) {
    const auto buffer = [&read, rank = parameter.rank, number = parameter.number,
                         length = static_cast<std::size_t>(parameter.values())](Index which) {
      return read({.rank = rank, .parameter = number, .buffer = which}, length);
    };
    model.parameters.push_back(
        {.name = parameter.name,
         .shape = parameter.shape,
         .pattern = parameter.pattern,
         .values = [buffer] { return buffer(kValuesBuffer); },
         .state = [buffer](std::size_t which) { return buffer(static_cast<Index>(which)); }});
  }
  return model;
}

void Stage::save(const schedules::TopologyUpdater& topology, const Write& write) {
  schedules::TopologyState state = {
      .updates = topology.state().updates, .postponed = topology.state().postponed, .weights = {}};
  std::vector<std::vector<schedules::TopologyState::Weight>> weights;
  for (const Json& message : messages_of_all(*machines_, to_messages(topology.state().weights)))
    weights.push_back(all_in(message, weight_state_in));
  if (!weights.empty()) state.weights = in_model_order(std::move(weights), leading_weights());
  const auto own = [this](const BufferRequest& asked) {
    const models::Parameter& parameter =
        *optimizer_->parameters().at(static_cast<std::size_t>(asked.parameter));
    return asked.buffer == kValuesBuffer
               ? std::span<const float>(parameter.values)
               : optimizer_->kept_state(parameter, static_cast<std::size_t>(asked.buffer));
  };
  lend_whole_buffers(
      *machines_, [&](const ReadOfRank& read) { write(saved_by(read), state); }, own);
}

void Stage::check_others(const std::vector<std::string>& names) const {
  if (machines_->rank() > 0) return;
  std::map<std::string, Index> expected = stored_elsewhere();
  for (const std::string& name : names)
    if (expected.erase(name) == 0)
      throw FormatError("the checkpoint has a parameter " + name + ", which is not in the model");
}

std::vector<NamedPattern> Stage::patterns() const {
  std::vector<NamedPattern> patterns;
  for (const Known& parameter : known_)
    if (parameter.moves) patterns.push_back({parameter.name, parameter.pattern});
  return patterns;
}

std::map<std::string, Index> Stage::stored_elsewhere() const {
  std::map<std::string, Index> stored;
  for (const Known& parameter : known_)
    if (parameter.rank != machines_->rank()) stored[parameter.name] = parameter.values();
  return stored;
}

double Stage::stored_values() const {
  double values = 0;
  for (const Known& parameter : known_) values += static_cast<double>(parameter.values());
  return values;
}

}  // namespace espalier::training
