// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <utility>

#include <espalier/schedules/policies/topology_policy.h>

namespace espalier::python {

/// `espalier.Policy`: a policy that C++ calls. (pybind11 cannot hold a pointer to const itself.)
/// `origin`: the name of the function of this module that made it, and its arguments, by which a
/// pickle makes it anew.
class Policy {
 public:
  Policy(schedules::PolicyPtr policy, pybind11::tuple origin)
      : policy_(std::move(policy)), origin_(std::move(origin)) {}

  const schedules::PolicyPtr& ptr() const { return policy_; }
  const schedules::TopologyPolicy* operator->() const { return policy_.get(); }
  const pybind11::tuple& origin() const { return origin_; }
  /// See `collected`. Whoever else has `ptr` keeps this object too, or has outlived it.
  int traverse(visitproc visit, void* arg) const;

 private:
  schedules::PolicyPtr policy_;
  pybind11::tuple origin_;
};

/// An edit as Python knows it: positions to drop, and [blocks, 2] coordinates to grow.
pybind11::tuple edit_arrays(const sparse::TopologyEdit& edit);
/// The edit that two such arrays, or sequences, say. Throws TypeError where they are none.
sparse::TopologyEdit edit_of(pybind11::handle pair);

void bind_policies(pybind11::module_& module);

}  // namespace espalier::python
