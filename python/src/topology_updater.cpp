// SPDX-License-Identifier: Apache-2.0
#include <espalier/python/src/topology_updater.h>

#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <espalier/python/src/arrays.h>
#include <espalier/python/src/contexts.h>
#include <espalier/python/src/kept_object.h>
#include <espalier/python/src/pattern.h>
#include <espalier/python/src/policies.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/gradient_operands.h>
#include <espalier/sparse/topology/weight_owner.h>

namespace py = pybind11;

namespace espalier::python {
namespace {

/// An edit for Python to carry out: `WeightChange` and the pattern as Python's class.
class Change {
 public:
  explicit Change(sparse::WeightChange change)
      : change_(std::move(change)), pattern_(shared(change_.pattern())) {}

  const SharedPattern& pattern() const { return pattern_; }
  const sparse::WeightChange& operator*() const { return change_; }
  const sparse::WeightChange* operator->() const { return &change_; }

 private:
  sparse::WeightChange change_;
  SharedPattern pattern_;
};

/// A weight whose memory an object of Python owns. It has
///   name, initial_deviation, operands (GradientOperands or None), frozen
///   view() -> (pattern, values, gradient or None), C-contiguous arrays of float32
///   commit(change), changed()
/// It is called without the GIL, and takes it.
class WeightInPython final : public sparse::WeightOwner {
 public:
  explicit WeightInPython(py::object weight)
      : weight_(std::move(weight)),
        name_(weight_.attr("name").cast<std::string>()),
        initial_deviation_(weight_.attr("initial_deviation").cast<double>()) {
    if (const py::object operands = weight_.attr("operands"); !operands.is_none())
      operands_ = operands.cast<std::shared_ptr<sparse::GradientOperands>>();
  }
  WeightInPython(const WeightInPython&) = delete;
  WeightInPython& operator=(const WeightInPython&) = delete;

  const py::object& object() const { return weight_; }

  sparse::WeightView view() const override {
    const py::gil_scoped_acquire gil;
    const py::tuple parts = weight_.attr("view")();
    const auto pattern = parts[0].cast<SharedPattern>();
    const std::string what = "weight " + name_;
    const auto values = elements<const float>(parts[1], what + ": values");
    const auto gradient = parts[2].is_none() ? std::span<const float>()
                                             : elements<const float>(parts[2], what + ": gradient");
    // The view alone keeps what it shows: kept here, what an edit replaces would stay in memory.
    return {name_,
            pattern->ptr(),
            values,
            gradient,
            {.initial_deviation = initial_deviation_,
             .frozen = weight_.attr("frozen").cast<bool>(),
             .operands = operands_.get(),
             .memory = kept(parts)}};
  }
  void commit(const sparse::WeightChange& change) override {
    const py::gil_scoped_acquire gil;
    weight_.attr("commit")(std::make_shared<Change>(change));
  }
  void changed() override {
    const py::gil_scoped_acquire gil;
    weight_.attr("changed")();
  }
  void want_operands(bool wanted) override {
    if (operands_ == nullptr) return;
    const py::gil_scoped_acquire gil;  // as whoever keeps something in them
    operands_->want(wanted);
  }

 private:
  py::object weight_;
  std::string name_;
  double initial_deviation_;
  std::shared_ptr<sparse::GradientOperands> operands_;
};

py::dict dict_of(const schedules::UpdateReport& report) {
  py::dict weights;
  for (const schedules::WeightUpdate& weight : report.weights) {
    const py::tuple edit = edit_arrays(weight.edit);
    py::dict one;
    one["stored"] = weight.stored;
    one["target"] = weight.target;
    one["explored"] = weight.explored;
    one["grown_before"] = weight.grown_before;
    one["removed_new"] = weight.removed_new;
    one["drop"] = edit[0];
    one["grow"] = edit[1];
    weights[py::str(weight.name)] = one;
  }
  py::dict result;
  result["update"] = report.update;
  result["completed_steps"] = report.completed_steps;
  result["drop_fraction"] = report.drop_fraction;
  result["dropped"] = report.dropped;
  result["grown"] = report.grown;
  result["explored"] = report.explored;
  result["removed_new"] = report.removed_new;
  result["flops"] = report.flops;
  result["weights"] = weights;
  return result;
}

/// The updater, which Python may call from several threads and from within its own callbacks: what
/// comes while a step runs is refused.
class Updater {
 public:
  Updater(py::object policy, const py::list& weights, py::handle seed, int threads,
          std::vector<Index> target_blocks, std::vector<Index> initial_blocks, py::object clock)
      : policy_(std::move(policy)), clock_(std::move(clock)) {
    for (const py::handle weight : weights)
      weights_.push_back(
          std::make_shared<WeightInPython>(py::reinterpret_borrow<py::object>(weight)));
    schedules::TopologyUpdaterOptions options = {.seed = seed_of(seed),
                                                 .context = &context_of(threads),
                                                 .target_blocks = std::move(target_blocks),
                                                 .initial_blocks = std::move(initial_blocks)};
    if (!clock_.is_none()) options.seconds = [this] { return seconds(); };
    updater_.emplace(policy_.cast<const Policy&>().ptr(),
                     sparse::WeightOwners(weights_.begin(), weights_.end()), options);
  }
  Updater(const Updater&) = delete;
  Updater& operator=(const Updater&) = delete;

  /// See `collected`. Not what views of weights keep, which arrays may keep longer.
  int traverse(visitproc visit, void* arg) const {
    Py_VISIT(policy_.ptr());
    Py_VISIT(clock_.ptr());
    for (const std::shared_ptr<WeightInPython>& weight : weights_) Py_VISIT(weight->object().ptr());
    return 0;
  }

  py::object step(const py::object& optimizer) {
    const Busy busy(*this);
    const Index step = steps_;
    std::optional<schedules::UpdateReport> report;
    {
      const py::gil_scoped_release released;
      if (optimizer.is_none())
        report = updater_->step(step);
      else
        report = updater_->step(step, [&](bool skip) {
          const py::gil_scoped_acquire gil;
          optimizer(skip);
        });
    }
    return report ? py::object(dict_of(*report)) : py::none();
  }

  py::dict state() {
    const Busy busy(*this);
    py::list weights;
    for (const schedules::TopologyState::Weight& weight : updater_->state().weights) {
      py::dict one;
      one["name"] = weight.name;
      one["explored"] = array_of(std::span<const std::uint64_t>(weight.explored));
      one["grown"] = edit_arrays({.drop = {}, .grow = weight.grown})[1];
      one["momentum"] = array_of(std::span<const float>(weight.momentum));
      one["movement"] = array_of(std::span<const float>(weight.movement));
      weights.append(one);
    }
    py::dict state;
    state["steps"] = steps_;
    state["updates"] = updater_->state().updates;
    state["postponed"] = updater_->state().postponed;
    state["weights"] = weights;
    return state;
  }

  void check_patterns() {
    const Busy busy(*this);
    updater_->check_patterns();
  }

  void restore(const py::dict& saved, bool adopt) {
    const Busy busy(*this);
    const auto steps = saved["steps"].cast<Index>();
    schedules::TopologyState state = {.updates = saved["updates"].cast<Index>(),
                                      .postponed = saved["postponed"].cast<Index>(),
                                      .weights = {}};
    for (const py::handle one : saved["weights"]) {
      const auto floats = [&](const char* key) {
        const std::span<const float> values =
            elements<const float>(one[key], std::string("topology state: ") + key);
        return AlignedVector<float>(values.begin(), values.end());
      };
      const std::span<const std::uint64_t> explored =
          elements<const std::uint64_t>(one["explored"], "topology state: explored");
      state.weights.push_back({.name = one["name"].cast<std::string>(),
                               .explored = {explored.begin(), explored.end()},
                               .grown = edit_of(py::make_tuple(py::tuple(), one["grown"])).grow,
                               .momentum = floats("momentum"),
                               .movement = floats("movement")});
    }
    std::vector<sparse::PatternPtr> patterns;
    for (const sparse::WeightView& weight : updater_->weights())
      patterns.push_back(weight.pattern_ptr());
    if (adopt)
      state =
          updater_->adopted(std::move(state), patterns, steps, clock_.is_none() ? 0 : seconds());
    updater_->check(state, patterns);
    // Else the first step would find it out.
    const schedules::Cadence& cadence = updater_->policy().cadence();
    const Index due = cadence.by_time() ? 0 : cadence.updates_by(steps);
    if (!cadence.by_time() && due != state.updates + state.postponed)
      throw FormatError("topology state: found " + std::to_string(state.updates) + " updates in " +
                        std::to_string(steps) + " steps; expected " + std::to_string(due) +
                        ", as this policy makes: make it with the settings of the saved training, "
                        "or pass adopt=True to go on under these");
    {
      const py::gil_scoped_release released;
      updater_->restore(std::move(state));
    }
    steps_ = steps;
  }

  Index steps() const { return steps_; }
  double explored() {
    const Busy busy(*this);
    return updater_->explored();
  }
  double bytes() {
    const Busy busy(*this);
    return updater_->bytes();
  }
  double step_flops() {
    const Busy busy(*this);
    return updater_->step_flops();
  }

 private:
  /// Under the GIL when it is taken and given back.
  class Busy {
   public:
    explicit Busy(Updater& updater) : updater_(updater) {
      if (updater_.busy_)
        throw ConfigError(
            "topology updater: a step of it is running; call it again when that has returned");
      updater_.busy_ = true;
    }
    /// A step counts once it was accepted, whatever it threw then.
    ~Busy() {
      updater_.steps_ = updater_.updater_->next_step().value_or(updater_.steps_);
      updater_.busy_ = false;
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

   private:
    Updater& updater_;
  };

  double seconds() const {
    const py::gil_scoped_acquire gil;
    return clock_().cast<double>();
  }

  bool busy_ = false;
  Index steps_ = 0;
  py::object policy_;
  py::object clock_;  ///< or None
  std::vector<std::shared_ptr<WeightInPython>> weights_;
  std::optional<schedules::TopologyUpdater> updater_;
};

}  // namespace

void bind_topology_updater(py::module_& module) {
  using Move = void (sparse::WeightChange::*)(std::span<const float>, std::span<float>) const;
  const auto moving = [](Move move) {
    return [move](const Change& change, py::handle old, py::handle moved) {
      ((*change).*move)(elements<const float>(old, "old"), elements<float>(moved, "moved"));
    };
  };
  py::class_<Change, std::shared_ptr<Change>>(module, "WeightChange",
                                              "A checked edit, for the owner to carry out.")
      .def_property_readonly("pattern", &Change::pattern)
      .def_property_readonly(
          "source",
          [](const Change& change) {
            return array_of(std::span<const Index>(change->remap().source));
          },
          "For each block of the new pattern its position in the old one, or -1.")
      .def_property_readonly(
          "grown_moments",
          [](const Change& change) {
            return std::string(schedules::choice_name(change->start().moments));
          },
          "What the moments of grown blocks start from: zero or mean.")
      .def("move_values", moving(&sparse::WeightChange::move_values), py::arg("old"),
           py::arg("moved"))
      .def("move_gradient", moving(&sparse::WeightChange::move_gradient), py::arg("old"),
           py::arg("moved"))
      .def("move_moments", moving(&sparse::WeightChange::move_moments), py::arg("old"),
           py::arg("moved"));

  py::class_<Updater, std::shared_ptr<Updater>>(module, "TopologyUpdater", collected<Updater>())
      .def(py::init<py::object, const py::list&, py::handle, int, std::vector<Index>,
                    std::vector<Index>, py::object>(),
           py::arg("policy"), py::arg("weights"), py::arg("seed"), py::arg("threads"),
           py::arg("target_blocks"), py::arg("initial_blocks"), py::arg("clock"))
      .def("step", &Updater::step, py::arg("optimizer"))
      .def("state", &Updater::state)
      .def("check_patterns", &Updater::check_patterns)
      .def("restore", &Updater::restore, py::arg("state"), py::arg("adopt"))
      .def_property_readonly("steps", &Updater::steps)
      .def_property_readonly("explored", &Updater::explored)
      .def_property_readonly("bytes", &Updater::bytes)
      .def_property_readonly("step_flops", &Updater::step_flops);
}

}  // namespace espalier::python
