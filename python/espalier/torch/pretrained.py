# SPDX-License-Identifier: Apache-2.0
"""Models of transformers with sparse layers."""

from __future__ import annotations

import contextlib
import fnmatch
import json
import os

import torch
from torch import nn

from espalier.errors import ConfigError, FormatError, IoError
from espalier.torch.sparsify import sparsify_

# How transformers calls the layers of an encoder or a decoder. What is not in them, such as a pooler, a decoder
# tied to the embedding or a classifier, stays dense.
_LAYERS = ("*.layer.*", "*.layers.*", "layers.*", "*.h.*", "h.*")

# What says where the folder is, and not what the model is.
_PLACE = ("cache_dir", "force_download", "local_files_only", "proxies", "revision", "subfolder", "token")
_CODE = ("code_revision", "trust_remote_code")


def from_pretrained(folder, *, density: float | None = None, block: int = 16, norm: str = "l1",
                    **arguments) -> nn.Module:
    """The transformers model of a folder, the linear layers of its encoder made sparse. What is no folder is taken for the
    name of a model on the hub, which transformers looks for in its cache and on huggingface.co.

        model = et.from_pretrained("bert-base-uncased", density=0.1, block=16)

    Of each weight the ceil(density * blocks) blocks of the largest `norm` ("l1", "l2" or "linf") stay; without
    a density those that hold a value that is not zero, which brings the pattern of an exported model back. The
    class is the one that config.json names first, in float32; `arguments` go to its `from_pretrained`. For other
    choices load the model and call `sparsify_`.

    A folder that `save_pretrained` or the Trainer wrote of a sparse model brings its patterns itself, in safetensors: then
    there is no density, and of `arguments` those that say where it is.

    Raises ImportError without transformers, what transformers raises for the folder, IoError where there is none nor a model of
    that name, ConfigError for a model with no layers that it knows and for arguments that do not fit, and as `sparsify_`.
    """
    try:
        import transformers
    except ImportError:
        raise ImportError("espalier.torch.from_pretrained: found no transformers; expected it to be installed "
                          "(pip install 'espalier-nn[transformers]')") from None
    if arguments.get("output_loading_info"):
        raise ConfigError("from_pretrained: found output_loading_info=True, which has a model come with others; expected it to be left out")
    place = {key: arguments[key] for key in _PLACE if key in arguments}
    try:
        config = transformers.AutoConfig.from_pretrained(folder, **place, **{key: arguments[key] for key in _CODE if key in arguments})
    except OSError as error:
        if os.path.isdir(folder):
            raise
        raise IoError(f"from_pretrained: {os.fspath(folder)}: found no such folder, and no model of that name on the hub or in its cache "
                      f"({str(error).splitlines()[0]}); expected one of them") from error
    kind = getattr(transformers, (config.architectures or ["AutoModel"])[0], None)
    if kind is None:
        raise ConfigError(f"from_pretrained: {os.fspath(folder)}: found architecture {config.architectures[0]!r}; "
                          "expected one of transformers")
    sparse = _sparse_state(folder, place)
    if sparse is not None:
        other = [key for key in arguments if key not in (*_PLACE, *_CODE)] + ([] if density is None else ["density"])
        if other:
            raise ConfigError(f"from_pretrained: {os.fspath(folder)}: found {other[0]} for a folder with sparse weights, which has "
                              "patterns of its own; expected only what says where it is")
        model = _of_sparse_state(kind(config).float(), sparse, os.fspath(folder))
        if model.can_generate():
            with contextlib.suppress(OSError):  # of a folder that has none config.json says it all
                model.generation_config = transformers.GenerationConfig.from_pretrained(folder, **place)
        return model
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


def _sparse_state(folder, place: dict) -> dict[str, torch.Tensor] | None:
    """The tensors of a folder with patterns of sparse layers; None for one of a dense model."""
    import safetensors
    from safetensors.torch import load_file
    from transformers.utils import cached_file

    def find(name: str) -> str | None:
        return cached_file(folder, name, _raise_exceptions_for_gated_repo=False, _raise_exceptions_for_missing_entries=False,
                           _raise_exceptions_for_connection_errors=False, **place)

    single, index = find("model.safetensors"), None
    if single is None:
        index = find("model.safetensors.index.json")
        if index is None:
            return None
        with open(index, encoding="utf-8") as file:
            shards = json.load(file)["weight_map"]
        keys, names = list(shards), sorted(set(shards.values()))
    else:
        with safetensors.safe_open(single, "pt") as file:
            keys = list(file.keys())
    if not any(key.endswith(".crow_indices") for key in keys):
        return None
    paths = [single] if single is not None else [find(name) for name in names]
    return {key: tensor for path in paths for key, tensor in load_file(path).items()}


def _of_sparse_state(model: nn.Module, state: dict[str, torch.Tensor], folder: str) -> nn.Module:
    """The dense model with the patterns and values of a sparse one's state."""
    by_block: dict[int, dict[str, torch.Tensor]] = {}
    modules = dict(model.named_modules())
    for key, offsets in state.items():
        name, _, last = key.rpartition(".")
        if last != "crow_indices":
            continue
        module = modules.get(name)
        if not hasattr(module, "weight"):
            raise FormatError(f"from_pretrained: {folder}: found the pattern of '{name}', which is no layer of {type(model).__name__}; load the "
                              "dense model, call sparsify_ as before, then load_state_dict(load_file(...), strict=False)")
        # GPT-2's Conv1D has its weight the other way round.
        features = module.weight.shape[::-1] if type(module).__name__ == "Conv1D" else module.weight.shape[:2]
        try:
            columns, block = state[f"{name}.col_indices"], state[f"{name}.weight"].shape[-1]
            mask = torch.zeros([-(-extent // block) for extent in features], dtype=torch.bool)
            mask[torch.repeat_interleave(torch.arange(len(mask)), offsets.diff()), columns] = True
        except (KeyError, IndexError, RuntimeError) as error:
            raise FormatError(f"from_pretrained: {folder}: found a damaged pattern of '{name}' ({str(error).splitlines()[0]}); expected what "
                              "save_pretrained wrote of a sparse model") from None
        by_block.setdefault(block, {})[name] = mask
    for block, masks in by_block.items():
        sparsify_(model, masks=masks, block=block, pad=True)
    found = model.load_state_dict(state, strict=False)
    model.tie_weights()
    tied = set(getattr(model, "all_tied_weights_keys", None) or getattr(model, "_tied_weights_keys", None) or ())
    missing = [key for key in found.missing_keys if key not in tied]
    if missing or found.unexpected_keys:
        raise FormatError(f"from_pretrained: {folder}: found {'no' if missing else 'an unexpected'} '{[*missing, *found.unexpected_keys][0]}' "
                          f"for {type(model).__name__}; expected what save_pretrained wrote of it")
    return model.eval()
