// SPDX-License-Identifier: Apache-2.0
// Two sparse layers with an activation between them, on row-major activations: what lies between
// stays in panels from the first product to the last, in both directions. Addresses as in
// products.cpp.
#include <espalier/python/src/feed_forward.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <espalier/models/layers/activation.h>
#include <espalier/models/layers/linear.h>
#include <espalier/python/src/arrays.h>
#include <espalier/python/src/contexts.h>
#include <espalier/python/src/pattern.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/ops/linear_plain.h>
#include <espalier/sparse/ops/prepared_weights.h>
#include <espalier/sparse/ops/sddmm.h>
#include <espalier/sparse/ops/spmm.h>
#include <espalier/sparse/topology/gradient_operands.h>

namespace py = pybind11;

namespace espalier::python {
namespace {

using sparse::Activations;

enum class Activation { kGelu, kRelu };

/// Tokens that go through both layers together, so that their panels stay in the caches meanwhile:
/// as many panels as the kernels of the weight gradient sum at once, so that dividing the tokens
/// costs nothing and does not show in the rounding either.
constexpr Index kGroupTokens = 3 * sparse::kDefaultPanelWidth;

/// What the backward pass needs of one group.
struct HiddenPanels {
  Activations activated;  ///< what the second layer read
  Activations slope;  ///< the derivative of the activation; none for kRelu, whose output says it
};

/// Memory of hidden panels that is not in use: asked of the system anew at each step it would cost
/// more than the activation.
class HiddenPool {
 public:
  /// That of all modules, so that those which compute one after another, as under activation
  /// checkpointing, need the memory of one. The last of them frees it. To be called under the GIL.
  static std::shared_ptr<HiddenPool> of_modules() {
    static std::weak_ptr<HiddenPool> pool;
    std::shared_ptr<HiddenPool> shared = pool.lock();
    if (shared == nullptr) pool = shared = std::make_shared<HiddenPool>();
    return shared;
  }

  HiddenPanels take() {
    const std::scoped_lock lock(mutex_);
    if (free_.empty()) return {};
    HiddenPanels panels = std::move(free_.back());
    free_.pop_back();
    return panels;
  }
  /// So that the first comes out first, since the last may be of fewer tokens. What there is no
  /// memory to note is freed.
  void give_back(std::vector<HiddenPanels>& panels) noexcept {
    const std::scoped_lock lock(mutex_);
    try {
      for (auto one = panels.rbegin(); one != panels.rend(); ++one)
        free_.push_back(std::move(*one));
    } catch (const std::exception&) {
    }
  }

 private:
  std::mutex mutex_;
  std::vector<HiddenPanels> free_;
};

/// What one forward pass leaves for its backward passes: the hidden panels of each group.
class FeedForwardRecord {
 public:
  explicit FeedForwardRecord(std::shared_ptr<HiddenPool> pool) : pool_(std::move(pool)) {}
  FeedForwardRecord(const FeedForwardRecord&) = delete;
  FeedForwardRecord& operator=(const FeedForwardRecord&) = delete;
  ~FeedForwardRecord() { pool_->give_back(groups); }

  std::vector<HiddenPanels> groups;

 private:
  std::shared_ptr<HiddenPool> pool_;
};

/// One of the two layers during a call.
struct Layer {
  Layer(const Pattern& pattern, Address at, const Context& context)
      : plan(pattern.plan(context)),
        in(pattern->cols()),
        out(pattern->rows()),
        values(pointer<const float>(at), static_cast<std::size_t>(pattern->values())) {}

  /// Empty unless it is wanted.
  std::span<float> gradient(Address address, bool wanted) const {
    return {pointer<float>(address), wanted ? values.size() : 0};
  }

  const sparse::ProductPlan& plan;
  Index in, out;
  std::span<const float> values;
};

std::span<const float> bias_at(Address address, Index features) {
  return {pointer<const float>(address), address == 0 ? 0 : static_cast<std::size_t>(features)};
}

/// Calls `body(first token, number of tokens, number of the group)` for each group, in order. No
/// tokens are a group too, so that it is known that they have passed.
template <typename Body>
void for_each_group(Index tokens, const Body& body) {
  for (Index first = 0; first == 0 || first < tokens; first += kGroupTokens)
    body(first, std::min(kGroupTokens, tokens - first),
         static_cast<std::size_t>(first / kGroupTokens));
}

void activate(Activation activation, HiddenPanels& hidden, const Context& context) {
  if (activation == Activation::kGelu)
    models::gelu(hidden.slope, hidden.activated, context);
  else
    models::relu(hidden.activated, context);
}

/// d := d * derivative.
void activate_backward(Activation activation, const HiddenPanels& hidden, Activations& d,
                       const Context& context) {
  if (activation == Activation::kGelu)
    models::gelu_backward(hidden.slope, d, context);
  else
    models::relu_backward(hidden.activated, d, context);
}

/// Notes the operands of a group where a policy wants them: under the GIL, since the passes of
/// other threads note theirs in the same place.
void keep(sparse::GradientOperands& operands, const Activations& x, const Activations& dy) {
  const py::gil_scoped_acquire gil;
  operands.keep(x, dy);
}

/// A module's fused passes: y = down(activation(up(x))).
class FeedForward {
 public:
  explicit FeedForward(const std::string& activation) {
    if (activation == "gelu")
      activation_ = Activation::kGelu;
    else if (activation == "relu")
      activation_ = Activation::kRelu;
    else
      throw ConfigError("activation: found '" + activation + "'; expected 'gelu' or 'relu'");
  }

  /// Without `keep` there is no record.
  std::unique_ptr<FeedForwardRecord> forward(const Pattern& up_pattern, Address up_values,
                                             Address up_bias, const Pattern& down_pattern,
                                             Address down_values, Address down_bias, Address x,
                                             Address y, Index tokens, bool keep,
                                             int threads) const {
    const Context& context = context_of(threads);
    const py::gil_scoped_release released;
    const Layer up(up_pattern, up_values, context), down(down_pattern, down_values, context);
    auto record = std::make_unique<FeedForwardRecord>(pool_);
    Activations inputs, outputs;
    for_each_group(tokens, [&](Index first, Index count, std::size_t group) {
      if (keep || group == 0) record->groups.push_back(pool_->take());
      HiddenPanels& hidden = record->groups.back();
      sparse::pack_tokens({pointer<const float>(x) + first * up.in, count, up.in}, inputs, context);
      // GELU turns its input into the slope.
      Activations& before = activation_ == Activation::kGelu ? hidden.slope : hidden.activated;
      before.reshape(count, up.out, sparse::kDefaultPanelWidth);
      hidden.activated.reshape(count, up.out, sparse::kDefaultPanelWidth);
      sparse::spmm(up.plan, up.values, inputs, before, {.bias = bias_at(up_bias, up.out)}, context);
      activate(activation_, hidden, context);
      outputs.reshape(count, down.out, sparse::kDefaultPanelWidth);
      sparse::spmm(down.plan, down.values, hidden.activated, outputs,
                   {.bias = bias_at(down_bias, down.out)}, context);
      sparse::unpack_tokens(outputs, {pointer<float>(y) + first * down.out, count, down.out},
                            context);
    });
    return keep ? std::move(record) : nullptr;
  }

  /// Writes dx and the gradient of the first bias (the second one's is a sum of dy), each unless
  /// its address is 0, and the gradients of the weights that need one: those of a layer without
  /// blocks have no address, and a policy may want the operands all the same.
  void backward(const FeedForwardRecord& record, const Pattern& up_pattern, Address up_values,
                const Pattern& down_pattern, Address down_values, Address x, Address dy, Address dx,
                Address up_gradient, Address up_bias_gradient, Address down_gradient, bool needs_up,
                bool needs_down, sparse::GradientOperands& up_operands,
                sparse::GradientOperands& down_operands, Index tokens, int threads) const {
    const Context& context = context_of(threads);
    const bool up_wanted = up_operands.wanted(), down_wanted = down_operands.wanted();
    const py::gil_scoped_release released;
    const Layer up(up_pattern, up_values, context), down(down_pattern, down_values, context);
    const sparse::PreparedWeights<float> up_weights(up.plan, up.values, context),
        down_weights(down.plan, down.values, context);
    const std::span<float> up_sums = up.gradient(up_gradient, needs_up),
                           down_sums = down.gradient(down_gradient, needs_down),
                           bias_sums(pointer<float>(up_bias_gradient),
                                     up_bias_gradient == 0 ? 0 : static_cast<std::size_t>(up.out));
    for (const std::span<float> sums : {up_sums, down_sums, bias_sums})
      std::fill(sums.begin(), sums.end(), 0.0f);
    Activations outputs, hidden, inputs;  // the gradients of them, and then the inputs
    for_each_group(tokens, [&](Index first, Index count, std::size_t group) {
      const HiddenPanels& kept = record.groups.at(group);
      sparse::pack_tokens({pointer<const float>(dy) + first * down.out, count, down.out}, outputs,
                          context);
      if (needs_down) {
        sparse::sddmm(down.plan, outputs, kept.activated, down_sums, true, context);
        if (down_wanted) keep(down_operands, kept.activated, outputs);
      }
      hidden.reshape(count, up.out, sparse::kDefaultPanelWidth);
      sparse::spmm_transposed(down_weights, outputs, hidden, {}, context);
      activate_backward(activation_, kept, hidden, context);
      if (!bias_sums.empty()) models::add_bias_gradient(hidden, bias_sums, context);
      if (needs_up) {
        sparse::pack_tokens({pointer<const float>(x) + first * up.in, count, up.in}, inputs,
                            context);
        sparse::sddmm(up.plan, hidden, inputs, up_sums, true, context);
        if (up_wanted) keep(up_operands, inputs, hidden);
      }
      if (dx == 0) return;
      inputs.reshape(count, up.in, sparse::kDefaultPanelWidth);
      sparse::spmm_transposed(up_weights, hidden, inputs, {}, context);
      sparse::unpack_tokens(inputs, {pointer<float>(dx) + first * up.in, count, up.in}, context);
    });
  }

 private:
  Activation activation_ = Activation::kGelu;
  std::shared_ptr<HiddenPool> pool_ = HiddenPool::of_modules();
};

}  // namespace

void bind_feed_forward(py::module_& module) {
  const py::class_<FeedForwardRecord> record(module, "FeedForwardRecord");
  py::class_<FeedForward>(module, "FeedForward")
      .def(py::init<const std::string&>(), py::arg("activation"))
      .def("forward", &FeedForward::forward, py::arg("up"), py::arg("up_values"),
           py::arg("up_bias"), py::arg("down"), py::arg("down_values"), py::arg("down_bias"),
           py::arg("x"), py::arg("y"), py::arg("tokens"), py::arg("keep"), py::arg("threads"))
      .def("backward", &FeedForward::backward, py::arg("record"), py::arg("up"),
           py::arg("up_values"), py::arg("down"), py::arg("down_values"), py::arg("x"),
           py::arg("dy"), py::arg("dx"), py::arg("up_gradient"), py::arg("up_bias_gradient"),
           py::arg("down_gradient"), py::arg("needs_up"), py::arg("needs_down"),
           py::arg("up_operands"), py::arg("down_operands"), py::arg("tokens"), py::arg("threads"));
}

}  // namespace espalier::python
