# SPDX-License-Identifier: Apache-2.0
"""Espalier for PyTorch: sparse layers in anyone's model, whose patterns move during training.

    import espalier, espalier.torch as et

    et.sparsify_(model, {"*.encoder.layer.*": 0.1}, block=16)
    optimizer = torch.optim.AdamW(model.parameters())
    topo = et.TopologyUpdater(model, optimizer, espalier.policy("dynamic", steps=10_000))
    ...
    topo.step()                    # in place of optimizer.step()
"""

from espalier.torch import openmp
from espalier.torch.attention import SparseMultiheadAttention
from espalier.torch.convolution import SparsePointwiseConv
from espalier.torch.linear import SparseLinear
from espalier.torch.mlp import SparseMLP
from espalier.torch.pretrained import from_pretrained
from espalier.torch.recurrent import SparseRecurrent, SparseRecurrentCell
from espalier.torch.sparsify import SparsifiedLayer, SparsifyReport, densify_, sparsify_
from espalier.torch.topology import TopologyUpdater, compare_ranks

__all__ = ["SparseLinear", "SparseMLP", "SparseMultiheadAttention", "SparsePointwiseConv", "SparseRecurrent", "SparseRecurrentCell",
           "SparsifiedLayer", "SparsifyReport", "TopologyUpdater", "compare_ranks", "densify_", "from_pretrained", "sparsify_"]

openmp.use_threads_of_torch()
