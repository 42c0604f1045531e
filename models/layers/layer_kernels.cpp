// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/layer_kernels.h>

namespace espalier::models {
namespace {

LayerKernels highway_layer_kernels() noexcept {
  return {highway_activation_kernels(),   highway_dropout_kernels(), highway_attention_kernels(),
          highway_lane_product_kernels(), highway_norm_kernels(),    highway_loss_kernels()};
}

constexpr VariantTable<LayerKernels> kLayerKernels[] = {{"highway", &highway_layer_kernels},
                                                        {"reference", &reference_layer_kernels}};

}  // namespace

LayerKernels layer_kernels(const Context& context) {
  return table_of(context.variant(), kLayerKernels);
}

}  // namespace espalier::models
