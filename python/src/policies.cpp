// SPDX-License-Identifier: Apache-2.0
#include <espalier/python/src/policies.h>

#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <espalier/python/src/arrays.h>
#include <espalier/python/src/contexts.h>
#include <espalier/python/src/kept_object.h>
#include <espalier/python/src/pattern.h>
#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/policies/update_rules.h>
#include <espalier/schedules/rules/growth.h>
#include <espalier/schedules/rules/policy_option_list.h>
#include <espalier/sparse/core/error.h>

namespace py = pybind11;

namespace espalier::python {
namespace {

py::dict settings_of(const schedules::PolicyOptions& options) {
  py::dict settings;
  for (const auto& option : schedules::policy_option_list())
    settings[py::str(option.name)] = option.read(options);
  settings["steps"] = options.steps;
  return settings;
}

py::dict about(const schedules::PolicyInfo& info) {
  py::dict description;
  description["name"] = info.name;
  description["description"] = info.description;
  description["cost"] = std::string(policy_cost_name(info.cost));
  return description;
}

py::object copy_or_none(std::span<const float> values, const std::vector<py::ssize_t>& shape) {
  if (values.empty()) return py::none();
  return array_of(values, shape);
}

/// What a weight shows, itself: no copy, and not to be written. It stays in memory for as long as
/// the array does.
py::array_t<float> view_of(std::span<const float> values, const std::vector<py::ssize_t>& shape,
                           const std::shared_ptr<const void>& memory) {
  if (memory == nullptr) return array_of(values, shape);
  using Memory = std::shared_ptr<const void>;
  const py::capsule base(new Memory(memory), [](void* kept) { delete static_cast<Memory*>(kept); });
  py::array_t<float> array(shape, values.data(), base);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

/// One weight as a policy in Python sees it.
py::dict shown(const sparse::WeightView& weight, const schedules::WeightHistory* history) {
  const sparse::BlockPattern& pattern = weight.pattern();
  const std::vector<py::ssize_t> shape = {pattern.blocks(), pattern.block().rows,
                                          pattern.block().cols};
  py::dict fields;
  fields["name"] = weight.name();
  fields["pattern"] = shared(weight.pattern_ptr());
  fields["values"] = view_of(weight.values(), shape, weight.memory());
  fields["gradient"] = py::none();
  if (!weight.gradient().empty())
    fields["gradient"] = view_of(weight.gradient(), shape, weight.memory());
  fields["frozen"] = weight.frozen();
  fields["initial_blocks"] = history == nullptr ? pattern.blocks() : history->initial_blocks;
  fields["target_blocks"] = history == nullptr ? pattern.blocks() : history->target_blocks;
  const std::span<const float> none;
  fields["momentum"] =
      copy_or_none(history == nullptr ? none : history->momentum, {pattern.rows(), pattern.cols()});
  fields["movement"] = copy_or_none(history == nullptr ? none : history->movement, shape);
  fields["growth_scores"] = py::none();
  return fields;
}

/// The score of every position of the grid by the gradient of the whole batch, [block rows, block
/// columns].
py::array_t<float> growth_scores(const sparse::WeightView& weight, sparse::GradientPool pool,
                                 const Context& context) {
  const sparse::BlockPattern& pattern = weight.pattern();
  py::array_t<float> scores({pattern.grid_rows(), pattern.grid_cols()});
  float* const first = scores.mutable_data();
  without_gil([&] {
    schedules::GradientGrowth(weight, pool, context)
        .for_each_row([&](Index row, std::span<const float> of_row) {
          std::copy(of_row.begin(), of_row.end(), first + row * pattern.grid_cols());
        });
  });
  return scores;
}

/// Whether a backward pass has reached the weight's layer, which has kept its operands.
bool is_reached(const sparse::WeightView& weight) {
  return weight.operands() != nullptr && weight.operands()->kept();
}

/// How a policy in Python has gradients become scores; none: it does not ask for any.
std::optional<sparse::GradientPool> pool_of(const py::object& policy) {
  const auto wanted = policy.attr("needs_growth_scores").cast<std::string>();
  if (wanted.empty()) return std::nullopt;
  return schedules::policy_options_from({"gradient_pool=" + wanted}).gradient_pool;
}

/// The settings of a policy in Python, read once.
schedules::PolicyInfo info_of(const py::object& policy) {
  schedules::PolicyInfo info{.name = policy.attr("name").cast<std::string>(),
                             .description = policy.attr("description").cast<std::string>()};
  const auto cost = policy.attr("cost").cast<std::string>();
  for (const schedules::PolicyCost known :
       {schedules::PolicyCost::kAlwaysSparse, schedules::PolicyCost::kDenseUpdates,
        schedules::PolicyCost::kDenseState, schedules::PolicyCost::kDense}) {
    if (schedules::policy_cost_name(known) != cost) continue;
    info.cost = known;
    return info;
  }
  throw ConfigError("policy " + info.name + ": cost '" + cost +
                    "'; expected always sparse, dense FLOPs on updates, dense state or dense");
}

schedules::PolicyOptions options_of(const py::object& policy) {
  return schedules::policy_options_from(policy.attr("settings").cast<std::vector<std::string>>());
}

/// A policy that calls an object of Python.
class CallingPolicy : public schedules::TopologyPolicy {
 public:
  const py::object& object() const { return *object_; }

 protected:
  CallingPolicy(schedules::PolicyInfo info, schedules::Cadence cadence, py::object object)
      : TopologyPolicy(std::move(info), cadence), object_(kept(std::move(object))) {}

 private:
  KeptObject object_;
};

/// A policy that is an object of Python, of a subclass of espalier.TopologyPolicy.
class PolicyInPython final : public CallingPolicy {
 public:
  explicit PolicyInPython(const py::object& policy)
      : CallingPolicy(info_of(policy), schedules::cadence_of(options_of(policy)), policy),
        pool_(pool_of(policy)) {
    needs_ = {.stored_gradients = policy.attr("needs_gradients").cast<bool>(),
              .growth_gradients = pool_.has_value(),
              .momentum = policy.attr("needs_momentum").cast<double>(),
              .movement = policy.attr("needs_movement").cast<bool>(),
              .skips_optimizer = policy.attr("skips_optimizer").cast<bool>()};
    if (!(needs_.momentum >= 0 && needs_.momentum < 1))
      throw ConfigError("policy " + name() + ": needs_momentum " + std::to_string(needs_.momentum) +
                        "; expected a decay in [0, 1)");
  }

  std::vector<sparse::TopologyEdit> propose(std::span<const sparse::WeightView> weights,
                                            const schedules::UpdateInfo& update) const override {
    const py::gil_scoped_acquire gil;
    py::list views;
    const Context& context = update.context == nullptr ? context_of(1) : *update.context;
    const bool any_reached = std::ranges::any_of(weights, is_reached);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      py::dict view = shown(weights[i], update.history.empty() ? nullptr : &update.history[i]);
      // Nothing grows in a frozen weight, and one that no backward pass has reached has no scores.
      // If none was reached, nobody keeps operands, which `growth_scores` refuses.
      if (pool_ && !weights[i].frozen() && (is_reached(weights[i]) || !any_reached))
        view["growth_scores"] = growth_scores(weights[i], *pool_, context);
      views.append(view);
    }
    py::dict when;
    when["update"] = update.update;
    when["completed_steps"] = update.completed_steps;
    when["total_steps"] = update.total_steps;
    when["seed"] = update.seed;
    std::vector<sparse::TopologyEdit> edits;
    for (const py::handle edit : object().attr("propose_edits")(views, when))
      edits.push_back(edit_of(edit));
    return edits;
  }
  schedules::PolicyNeeds needs() const override { return needs_; }

 private:
  std::optional<sparse::GradientPool> pool_;
  schedules::PolicyNeeds needs_;
};

/// A policy whose edits are made by a function of Python: `agree(propose)` returns those to make,
/// and may call `propose()` for the policy's own. So one rank of a distributed run proposes for
/// all.
class AgreedPolicy final : public CallingPolicy {
 public:
  AgreedPolicy(schedules::PolicyPtr policy, py::object agree)
      : CallingPolicy(policy->info(), policy->cadence(), std::move(agree)),
        policy_(std::move(policy)) {}

  std::vector<sparse::TopologyEdit> propose(std::span<const sparse::WeightView> weights,
                                            const schedules::UpdateInfo& update) const override {
    const py::gil_scoped_acquire gil;
    // Of what is here by reference, so that it is to be called by `object()` alone.
    const py::cpp_function propose([&] {
      std::vector<sparse::TopologyEdit> own;
      {
        const py::gil_scoped_release released;
        own = policy_->propose(weights, update);
      }
      py::list proposed;
      for (const sparse::TopologyEdit& edit : own) proposed.append(edit_arrays(edit));
      return proposed;
    });
    std::vector<sparse::TopologyEdit> edits;
    for (const py::handle edit : object()(propose)) edits.push_back(edit_of(edit));
    return edits;
  }
  schedules::PolicyNeeds needs() const override { return policy_->needs(); }
  void check_weights(std::span<const sparse::WeightView> weights) const override {
    policy_->check_weights(weights);
  }
  double initial_density(double density) const override {
    return policy_->initial_density(density);
  }
  std::string initial_pattern() const override { return policy_->initial_pattern(); }
  Index group() const override { return policy_->group(); }
  bool made_of_options() const override { return policy_->made_of_options(); }
  double peak_blocks() const override { return policy_->peak_blocks(); }
  bool grows_uniformly() const override { return policy_->grows_uniformly(); }
  std::optional<std::vector<double>> course(Index update, Index completed_steps) const override {
    return policy_->course(update, completed_steps);
  }
  sparse::GrownStart grown_start(const sparse::WeightView& weight, const sparse::TopologyEdit& edit,
                                 const schedules::UpdateInfo& update) const override {
    return policy_->grown_start(weight, edit, update);
  }

 private:
  schedules::PolicyPtr policy_;
};

/// Registers a class of Python under a name. The registry outlives the interpreter, so that it
/// keeps the class for good.
void register_policy(const std::string& name, const std::string& description, py::object factory) {
  const py::handle kept = factory.release();
  schedules::register_topology_policy(
      {.name = name, .description = description},
      [kept](const schedules::PolicyOptions& options) -> schedules::PolicyPtr {
        const py::gil_scoped_acquire gil;
        return kept(settings_of(options)).cast<const Policy&>().ptr();
      });
}

}  // namespace

int Policy::traverse(visitproc visit, void* arg) const {
  Py_VISIT(origin_.ptr());
  if (const auto* calling = dynamic_cast<const CallingPolicy*>(policy_.get()))
    Py_VISIT(calling->object().ptr());
  return 0;
}

py::tuple edit_arrays(const sparse::TopologyEdit& edit) {
  return py::make_tuple(array_of(std::span<const Index>(edit.drop)), coordinate_array(edit.grow));
}

sparse::TopologyEdit edit_of(py::handle pair) {
  if (!py::isinstance<py::sequence>(pair) || py::len(pair) != 2)
    throw py::type_error("edit: found " + std::string(py::str(py::type::handle_of(pair))) +
                         "; expected a pair, the positions to drop and the [blocks, 2] "
                         "coordinates to grow");
  const auto edit = py::reinterpret_borrow<py::sequence>(pair);
  sparse::TopologyEdit result;
  result.drop = integers(py::object(edit[0]), "edit: positions to drop");
  const auto grow = py::array::ensure(py::object(edit[1]));
  if (!grow) throw py::error_already_set();
  const bool empty = grow.size() == 0;
  if (!empty && (grow.ndim() != 2 || grow.shape(1) != 2))
    throw py::type_error("edit: coordinates to grow: expected an array of [blocks, 2] integers");
  if (empty) return result;
  const std::vector<BlockIndex> flat =
      block_indices(grow.attr("reshape")(-1), "edit: coordinates to grow");
  for (std::size_t i = 0; i + 1 < flat.size(); i += 2)
    result.grow.push_back({flat[i], flat[i + 1]});
  return result;
}

void bind_policies(py::module_& module) {
  py::class_<Policy, std::shared_ptr<Policy>>(
      module, "Policy", "How patterns move during training: `espalier.policy` makes one by name.",
      collected<Policy>())
      .def_property_readonly("name", [](const Policy& p) { return p->name(); })
      .def_property_readonly("description", [](const Policy& p) { return p->description(); })
      .def_property_readonly(
          "cost", [](const Policy& p) { return std::string(policy_cost_name(p->cost())); })
      .def_property_readonly(
          "updates", [](const Policy& p) { return p->cadence().count(); },
          "Number of updates in all.")
      .def_property_readonly(
          "end_step", [](const Policy& p) { return p->cadence().end_step(); },
          "The step from which patterns stay; 0 where they never move.")
      .def_property_readonly(
          "reads_gradients", [](const Policy& p) { return p->needs().before_optimizer(); },
          "Whether it must see each step before the optimizer.")
      .def_property_readonly(
          "scores_gradients",
          [](const Policy& p) {
            const schedules::PolicyNeeds needs = p->needs();
            return needs.growth_gradients || needs.momentum > 0;
          },
          "Whether it reads gradients at positions that are not stored.")
      .def_property_readonly("initial_pattern",
                             [](const Policy& p) { return p->initial_pattern(); })
      .def(
          "initial_density",
          [](const Policy& p, double density) { return p->initial_density(density); },
          py::arg("density"), "The density to start from for `density` in the end.")
      .def("__reduce__",
           [](const Policy& p) {
             return py::make_tuple(py::module_::import("espalier.topology_policy").attr("restored"),
                                   p.origin());
           })
      .def("__repr__", [](const Policy& p) { return "<espalier.Policy " + p->name() + ">"; });

  module.def(
      "make_policy",
      [](const std::string& name, const std::vector<std::string>& settings) {
        return std::make_shared<Policy>(schedules::preset_policy(name, settings),
                                        py::make_tuple("make_policy", name, settings));
      },
      py::arg("name"), py::arg("settings"));
  module.def(
      "policy_in_python",
      [](const py::object& policy) {
        return std::make_shared<Policy>(std::make_shared<const PolicyInPython>(policy),
                                        py::make_tuple("policy_in_python", policy));
      },
      py::arg("policy"));
  module.def(
      "agreed_policy",
      [](const Policy& policy, const py::function& agree) {
        return std::make_shared<Policy>(std::make_shared<const AgreedPolicy>(policy.ptr(), agree),
                                        py::make_tuple("agreed_policy", policy, agree));
      },
      py::arg("policy"), py::arg("agree"));
  module.def("register_policy", &register_policy, py::arg("name"), py::arg("description"),
             py::arg("factory"));
  module.def("policies", [] {
    py::list list;
    for (const schedules::PolicyInfo& info : schedules::topology_policies())
      list.append(about(info));
    return list;
  });
  module.def(
      "policy_settings",
      [](const std::string& name) { return settings_of(schedules::policy_preset(name)); },
      py::arg("name"));
}

}  // namespace espalier::python
