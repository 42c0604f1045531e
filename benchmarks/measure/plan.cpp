// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/measure/plan.h>

namespace espalier::benchmarks {

std::vector<Shape> shapes_at(const Plan& plan, const Shape& extents) {
  std::vector<Shape> shapes = {dense_counterpart(extents)};
  for (const Type type : plan.types) {
    Shape dense = shapes.front();
    dense.type = type;
    if (type != Type::kF32) shapes.push_back(dense);
  }
  for (const Index block : plan.blocks) {
    for (const Type type : plan.types) {
      Shape sparse = extents;
      sparse.block = block;
      sparse.density = plan.density;
      sparse.type = type;
      shapes.push_back(sparse);
    }
  }
  return shapes;
}

}  // namespace espalier::benchmarks
