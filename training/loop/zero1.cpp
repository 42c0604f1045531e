// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/zero1.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <espalier/models/parameters/evolvable.h>

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

/// What rank 0 asks for: a buffer of a parameter, or no more.
struct Request {
  std::int64_t parameter = -1;
  std::int64_t buffer = 0;
};

Request tell_all(machines::Machines& machines, Request request) {
  machines.broadcast(std::as_writable_bytes(std::span(&request, 1)));
  return request;
}

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

void Zero1::save(const std::function<void(const models::StateReader&)>& save) {
  if (machines_->rank() > 0) {
    for (;;) {
      const Request request = tell_all(*machines_, {});
      if (request.parameter < 0) return;
      collect(static_cast<std::size_t>(request.parameter),
              static_cast<std::size_t>(request.buffer));
    }
  }
  const models::ParameterList& parameters = optimizer_->parameters();
  const auto end = [this] {
    AlignedVector<float>().swap(whole_);
    tell_all(*machines_, {});
  };
  try {
    save([&](const models::Parameter& parameter, std::size_t buffer) {
      const auto number = std::ranges::find(parameters, &parameter) - parameters.begin();
      tell_all(*machines_, {number, static_cast<std::int64_t>(buffer)});
      return collect(static_cast<std::size_t>(number), buffer);
    });
  } catch (const machines::LostRankError&) {
    throw;
  } catch (...) {
    end();
    throw;
  }
  end();
}

/// A buffer of the state, on rank 0; nothing on the others.
std::span<const float> Zero1::collect(std::size_t parameter, std::size_t buffer) {
  const models::OptimizerSlice& slice = *optimizer_->slice();
  const models::Parameter& of = *optimizer_->parameters()[parameter];
  const auto ranks = static_cast<std::size_t>(machines_->ranks());
  std::vector<std::span<const std::byte>> send(ranks);
  std::vector<std::span<std::byte>> receive(ranks);
  send.front() = std::as_bytes(optimizer_->kept_state(of, buffer));
  if (machines_->rank() == 0) {
    const std::size_t length = of.values.size();
    whole_.resize(length);
    for (std::size_t r = 0; r < ranks; ++r) {
      const models::ValueRange range = slice.slices.range(parameter, length, static_cast<int>(r));
      receive[r] = std::as_writable_bytes(std::span(whole_).subspan(range.begin, range.size()));
    }
  }
  machines_->exchange(send, receive);
  return whole_;
}

}  // namespace espalier::training
