// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <espalier/models/families/declaration.h>
#include <espalier/models/families/flops.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

/// The part of an encoder that one process of a pipeline has: consecutive layers and, with `ends`,
/// what comes before the first layer of all and after the last: the embedding, the final norm and,
/// of a model, its head. One process has both ends, since a head may share the table of words, and
/// with them the last layers. Hidden states walk from it to the process with the first layers,
/// through the others, and back to it.
struct EncoderStage {
  Index first_layer = 0;
  Index last_layer = 0;  ///< behind the last
  bool ends = true;

  bool operator==(const EncoderStage&) const = default;
};

/// The stages of so many processes, by rank: rank 0 has the ends and the last layers, and ranks
/// from 1 on have the layers before these, in order. Every rank has at least one layer. The largest
/// cost of a rank is as small as it can be where a layer costs 1 and the ends cost `ends`; of
/// several such cuts, this is the one with the fewest layers on rank 0, and where the others cannot
/// have equally many, later ones have one more, since they keep fewer groups at a time from forward
/// to backward. Throws ConfigError if there are fewer layers than ranks, ranks are not positive or
/// `ends` is not a number from 0 on. A pure function of its arguments. Cost: O(layers).
std::vector<EncoderStage> encoder_stages(Index layers, Index ranks, double ends);

/// The same of a model with so many layers, all alike, which it declares with its head. Costs are
/// FLOPs of training on a sequence (`count_flops`); an update is left out.
std::vector<EncoderStage> encoder_stages(const ModelDeclaration& model, Index layers, Index ranks,
                                         const EncoderDensity& density, Index sequence,
                                         double predicted);

}  // namespace espalier::models
