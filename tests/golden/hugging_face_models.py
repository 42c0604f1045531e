#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes small random models by PyPI's transformers, with what they compute: one folder for each in the folder given.

    ./hugging_face_models.py hugging_face

Needs PyTorch, transformers and safetensors, in any virtual environment. A folder is what `save_pretrained` writes, and
expected.safetensors: `tokens`, `segments` and `lengths` of three sequences of 16, with `hidden`, the states of the last
layer [48, hidden], and `logits`, of each token (of a classifier: of each sequence), in double precision. What stands
behind the length of a sequence is not defined.
"""
import json
import pathlib
import sys

import torch
import transformers
from safetensors.torch import save_file

SEQUENCE, LENGTHS, VOCABULARY = 16, [16, 9, 13], 40
BERT = {"vocab_size": VOCABULARY, "hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 3, "intermediate_size": 40,
        "max_position_embeddings": 20, "initializer_range": 0.3}
GPT2 = {"vocab_size": VOCABULARY, "n_embd": 24, "n_layer": 2, "n_head": 3, "n_inner": 40, "n_positions": 20,
        "initializer_range": 0.3, "bos_token_id": None, "eos_token_id": None}
MODELS = {
    "bert": ("BertModel", BERT, {}),
    "bert_masked": ("BertForMaskedLM", BERT, {}),
    "bert_masked_tanh": ("BertForMaskedLM", {**BERT, "hidden_act": "gelu_new", "layer_norm_eps": 1e-3}, {"max_shard_size": 8000}),
    "bert_classes": ("BertForSequenceClassification", {**BERT, "hidden_act": "relu", "num_labels": 3}, {}),
    "gpt2": ("GPT2LMHeadModel", GPT2, {}),
    "gpt2_erf": ("GPT2LMHeadModel", {**GPT2, "activation_function": "gelu", "layer_norm_epsilon": 1e-3}, {}),
}


def randomise(model):
    """Biases and norms start from constants, which would hide where they belong."""
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter += 0.3 * torch.randn_like(parameter)


def compute(model):
    tokens = torch.randint(VOCABULARY, (len(LENGTHS), SEQUENCE))
    mask = torch.tensor([[int(t < length) for t in range(SEQUENCE)] for length in LENGTHS])
    segments = torch.tensor([[int(t > length // 2) for t in range(SEQUENCE)] for length in LENGTHS])
    inputs = {"input_ids": tokens, "attention_mask": mask}
    if model.config.model_type == "bert":
        inputs["token_type_ids"] = segments
    else:
        segments = torch.zeros_like(segments)
    with torch.no_grad():
        output = model.double().eval()(**inputs, output_hidden_states=True)
    hidden = output.hidden_states[-1].flatten(0, 1)
    tensors = {"tokens": tokens.flatten().int(), "segments": segments.flatten().int(),
               "lengths": torch.tensor(LENGTHS), "hidden": hidden}
    if "logits" in output:
        tensors["logits"] = output.logits if output.logits.dim() == 2 else output.logits.flatten(0, 1)
    return {name: tensor.contiguous() for name, tensor in tensors.items()}


def main():
    for number, (name, (kind, settings, options)) in enumerate(MODELS.items()):
        torch.manual_seed(number)
        config = getattr(transformers, kind.split("For")[0].replace("Model", "").replace("LMHead", "") + "Config")(**settings)
        model = getattr(transformers, kind)(config)
        randomise(model)
        folder = pathlib.Path(sys.argv[1]) / name
        model.save_pretrained(folder, **options)
        (folder / "generation_config.json").unlink(missing_ok=True)
        settings = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps(settings, indent=2) + "\n")
        save_file(compute(model), folder / "expected.safetensors")


main()
