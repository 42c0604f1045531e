# SPDX-License-Identifier: Apache-2.0
"""Models of transformers with sparse layers."""

from __future__ import annotations

import fnmatch
import os

from torch import nn

from espalier.errors import ConfigError
from espalier.torch.sparsify import sparsify_

# How transformers calls the layers of an encoder or a decoder. What is not in them, such as a pooler, a decoder
# tied to the embedding or a classifier, stays dense.
_LAYERS = ("*.layer.*", "*.layers.*", "layers.*", "*.h.*", "h.*")


def from_pretrained(folder, *, density: float | None = None, block: int = 16, norm: str = "l1",
                    **arguments) -> nn.Module:
    """The transformers model of a folder (or of the hub's cache), the linear layers of its encoder made sparse.

        model = et.from_pretrained("bert-base-uncased", density=0.1, block=16)

    Of each weight the ceil(density * blocks) blocks of the largest `norm` ("l1", "l2" or "linf") stay; without
    a density those that hold a value that is not zero, which brings the pattern of an exported model back. The
    class is the one that config.json names first, in float32; `arguments` go to its `from_pretrained`. For other
    choices load the model and call `sparsify_`.

    Raises ImportError without transformers, what transformers raises for the folder, ConfigError for a model with
    no layers that it knows, and as `sparsify_`.
    """
    try:
        import transformers
    except ImportError:
        raise ImportError("espalier.torch.from_pretrained: found no transformers; expected it to be installed "
                          "(pip install 'espalier-nn[transformers]')") from None
    config = transformers.AutoConfig.from_pretrained(folder)
    kind = getattr(transformers, (config.architectures or ["AutoModel"])[0], None)
    if kind is None:
        raise ConfigError(f"from_pretrained: {os.fspath(folder)}: found architecture {config.architectures[0]!r}; "
                          "expected one of transformers")
    model = kind.from_pretrained(folder, **arguments).float()
    # GPT-2's Conv1D has its weight the other way round.
    weights = {name: module.weight.detach() if isinstance(module, nn.Linear) else module.weight.detach().T
               for name, module in model.named_modules()
               if isinstance(module, nn.Linear | transformers.pytorch_utils.Conv1D)
               and any(fnmatch.fnmatchcase(name, glob) for glob in _LAYERS)}
    if not weights:
        raise ConfigError(f"from_pretrained: {os.fspath(folder)}: found no linear layers in {type(model).__name__} that are "
                          f"called {', '.join(_LAYERS)}; expected some; load it with transformers and call sparsify_")
    if density is None:
        sparsify_(model, masks={name: weight != 0 for name, weight in weights.items()}, block=block)
    else:
        sparsify_(model, dict.fromkeys(weights, density), block=block, keep="magnitude", norm=norm)
    return model
