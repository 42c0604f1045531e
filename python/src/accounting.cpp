// SPDX-License-Identifier: Apache-2.0
#include <espalier/python/src/accounting.h>

#include <string>

#include <espalier/models/families/counted_model.h>
#include <espalier/models/families/flops.h>
#include <espalier/models/optimizers/optimizer_registry.h>
#include <espalier/schedules/update/explored.h>

namespace py = pybind11;

namespace espalier::python {
namespace {

py::dict flops(const std::string& name, double uniform, double embedding_density, Index sequence,
               Index vocabulary, Index batch) {
  const models::EncoderDensity density(uniform, uniform, embedding_density);
  const models::CountedModel model = models::counted_model(name, sequence, vocabulary);
  const models::FlopCount count = models::count_flops(
      model.declaration, density, model.sequence, model.predicted, models::Pass::kTraining,
      {models::make_optimizer("adamw", {})->flops_per_value(), batch});
  py::dict result;
  result["encoder_linear"] = count.encoder_linear;
  result["attention"] = count.attention;
  result["head"] = count.head;
  result["embedding"] = count.embedding;
  result["update"] = count.update;
  result["total"] = count.total();
  result["parameters"] = models::count_parameters(model.declaration, density).total();
  return result;
}

}  // namespace

void bind_accounting(py::module_& module) {
  module.def("flops", &flops, py::arg("model"), py::arg("density"), py::arg("embedding_density"),
             py::arg("sequence"), py::arg("vocabulary"), py::arg("batch"));
  module.def(
      "expected_explored",
      [](double density, Index updates, double drop_fraction, bool regrow_dropped) {
        return schedules::expected_explored(density, updates, drop_fraction,
                                            {.regrow_dropped = regrow_dropped});
      },
      py::arg("density"), py::arg("updates"), py::arg("drop_fraction"), py::arg("regrow_dropped"));
}

}  // namespace espalier::python
