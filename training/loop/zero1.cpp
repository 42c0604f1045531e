// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/zero1.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <espalier/machines/gathered.h>
#include <espalier/models/parameters/evolvable.h>
#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/training/loop/lent_buffers.h>

namespace espalier::training {
namespace {

/// A weight whose moments are not here, but for a slice.
class SlicedWeight final : public sparse::WeightOwner {
 public:
  SlicedWeight(std::shared_ptr<sparse::WeightOwner> weight, const models::Parameter& parameter,
               models::Optimizer& optimizer)
      : weight_(std::move(weight)), parameter_(&parameter), optimizer_(&optimizer) {}

  sparse::WeightView view() const override { return weight_->view(); }
  void commit(const sparse::WeightChange& change) override {
    models::StateBuffers moved = optimizer_->moved_state(*parameter_, change);
    weight_->commit(change);
    optimizer_->take_state(*parameter_, std::move(moved));
  }
  void changed() override { weight_->changed(); }
  void want_operands(bool wanted) override { weight_->want_operands(wanted); }
  double bytes() const override {
    const std::size_t state = optimizer_->state().size() * parameter_->values.size();
    return weight_->bytes() + static_cast<double>(state * sizeof(float));
  }

 private:
  std::shared_ptr<sparse::WeightOwner> weight_;
  const models::Parameter* parameter_;
  models::Optimizer* optimizer_;
};

/// What `models::evolvable` asks of an optimizer whose state follows a weight by other ways.
struct NoMoments {
  void attach(const models::Parameter&, sparse::WeightBuffers&) const {}
};
/// And of a model.
struct Listed {
  const models::ParameterList& parameters() const { return list; }
  const models::ParameterList& list;
};

}  // namespace

sparse::WeightOwners Zero1::weights() {
  Listed model{optimizer_->parameters()};
  NoMoments moments;
  sparse::WeightOwners weights;
  auto parameter = model.list.begin();
  for (std::shared_ptr<sparse::WeightOwner>& weight : models::evolvable(model, moments)) {
    parameter = std::ranges::find_if(parameter, model.list.end(), [&](const auto* candidate) {
      return candidate->name == weight->view().name();
    });
    weights.push_back(std::make_shared<SlicedWeight>(std::move(weight), **parameter, *optimizer_));
  }
  return weights;
}

void Zero1::begin() {
  if (begun()) return;
  optimizer_->keep_slice({.slices = {optimizer_->parameters(), machines_->ranks()},
                          .own = machines_->rank(),
                          .gather = [this](auto parts) { machines_->gather(parts); }});
}

void Zero1::sum_gradients(bool everywhere) {
  RankSum::Arrays gradients;
  for (models::Parameter* parameter : optimizer_->parameters())
    gradients.emplace_back(parameter->gradient);
  if (everywhere) return sum_->add(gradients);
  sum_->reduce(gradients, optimizer_->slice()->slices.borders(optimizer_->parameters()));
}

void Zero1::gather_values() {
  RankSum::Arrays values;
  for (models::Parameter* parameter : optimizer_->parameters())
    values.emplace_back(parameter->values);
  sum_->gather(values, optimizer_->slice()->slices.borders(optimizer_->parameters()));
}

void Zero1::save(const std::function<void(const models::SavedModel&)>& save) {
  AlignedVector<float> whole;  // on rank 0, the buffer that it has asked for last
  lend_buffers(
      *machines_,
      [&](const AskRanks& ask) {
        models::SavedModel model = models::saved_model(optimizer_->parameters(), *optimizer_);
        for (std::size_t i = 0; i < model.parameters.size(); ++i)
          model.parameters[i].state = [&, i](std::size_t buffer) -> std::span<const float> {
            whole.resize(optimizer_->parameters()[i]->values.size());
            ask({.parameter = static_cast<std::int64_t>(i),
                 .buffer = static_cast<std::int64_t>(buffer)});
            return whole;
          };
        save(model);
      },
      [&](const BufferRequest& request) {
        collect(static_cast<std::size_t>(request.parameter),
                static_cast<std::size_t>(request.buffer), whole);
      });
}

/// A buffer of the state, into `whole` on rank 0.
void Zero1::collect(std::size_t parameter, std::size_t buffer, std::span<float> whole) {
  const models::OptimizerSlice& slice = *optimizer_->slice();
  std::vector<std::span<std::byte>> parts;
  for (int r = 0; machines_->rank() == 0 && r < machines_->ranks(); ++r) {
    const models::ValueRange range = slice.slices.range(parameter, whole.size(), r);
    parts.push_back(std::as_writable_bytes(whole.subspan(range.begin, range.size())));
  }
  const models::Parameter& of = *optimizer_->parameters()[parameter];
  machines::collect_at_first(*machines_, std::as_bytes(optimizer_->kept_state(of, buffer)), parts);
}

}  // namespace espalier::training
