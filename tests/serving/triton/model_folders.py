# SPDX-License-Identifier: Apache-2.0
"""Small models with random weights, as folders of Hugging Face: by NumPy, so that nothing else is needed."""
import json
import struct

import numpy as np

WORDS = ["the", "sea", "is", "old", "cafe", "shell", "sand", "a", "on", "##s", ".", ",", "grey", "cold", "ship", "é"]
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + WORDS
HIDDEN, INTERMEDIATE, LAYERS, POSITIONS = 32, 64, 2, 48


def _parameters(head, outputs, random):
    """Names and values of a BERT with this head."""

    def linear(name, out, inputs):
        return {f"{name}.weight": random.normal(0, 0.3, (out, inputs)), f"{name}.bias": random.normal(0, 0.1, out)}

    def norm(name):
        return {f"{name}.weight": np.ones(HIDDEN), f"{name}.bias": np.zeros(HIDDEN)}

    found = {}
    for table, rows in (("word", len(VOCABULARY)), ("position", POSITIONS), ("token_type", 2)):
        found[f"bert.embeddings.{table}_embeddings.weight"] = random.normal(0, 0.5, (rows, HIDDEN))
    found |= norm("bert.embeddings.LayerNorm")
    for layer in range(LAYERS):
        prefix = f"bert.encoder.layer.{layer}."
        for part in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"):
            found |= linear(prefix + part, HIDDEN, HIDDEN)
        found |= linear(prefix + "intermediate.dense", INTERMEDIATE, HIDDEN)
        found |= linear(prefix + "output.dense", HIDDEN, INTERMEDIATE)
        found |= norm(prefix + "attention.output.LayerNorm") | norm(prefix + "output.LayerNorm")
    if head == "BertForSequenceClassification":
        found |= linear("bert.pooler.dense", HIDDEN, HIDDEN) | linear("classifier", outputs, HIDDEN)
    elif head == "BertForMaskedLM":
        found |= linear("cls.predictions.transform.dense", HIDDEN, HIDDEN)
        found |= norm("cls.predictions.transform.LayerNorm")
        found["cls.predictions.bias"] = random.normal(0, 0.1, len(VOCABULARY))
    elif head == "BertForQuestionAnswering":
        found |= linear("qa_outputs", 2, HIDDEN)
    return {name: values.astype(np.float32) for name, values in found.items()}


def _gpt2_parameters(vocabulary, random):
    def linear(name, inputs, out):  # Conv1D: the other way round
        return {f"{name}.weight": random.normal(0, 0.3, (inputs, out)), f"{name}.bias": random.normal(0, 0.1, out)}

    found = {"transformer.wte.weight": random.normal(0, 0.5, (vocabulary, HIDDEN)),
             "transformer.wpe.weight": random.normal(0, 0.5, (POSITIONS, HIDDEN))}
    norms = ["transformer.ln_f"]
    for layer in range(LAYERS):
        prefix = f"transformer.h.{layer}."
        found |= linear(prefix + "attn.c_attn", HIDDEN, 3 * HIDDEN) | linear(prefix + "attn.c_proj", HIDDEN, HIDDEN)
        found |= linear(prefix + "mlp.c_fc", HIDDEN, INTERMEDIATE) | linear(prefix + "mlp.c_proj", INTERMEDIATE, HIDDEN)
        norms += [prefix + "ln_1", prefix + "ln_2"]
    for name in norms:
        found |= {f"{name}.weight": np.ones(HIDDEN), f"{name}.bias": np.zeros(HIDDEN)}
    return {name: values.astype(np.float32) for name, values in found.items()}


def write_gpt2(folder):
    """A GPT-2 folder whose tokens are the bytes, "th", " the" and an end of text."""
    folder.mkdir(parents=True)
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    characters = {byte: chr(byte) for byte in printable} | {byte: chr(256 + i) for i, byte in enumerate(others)}
    merges = [("t", "h"), ("th", "e"), ("\u0120", "the")]
    pieces = [characters[byte] for byte in range(256)] + [left + right for left, right in merges] + ["<|endoftext|>"]
    (folder / "vocab.json").write_text(json.dumps({piece: i for i, piece in enumerate(pieces)}))
    (folder / "merges.txt").write_text("#version: 0.2\n" + "".join(f"{left} {right}\n" for left, right in merges))
    (folder / "config.json").write_text(json.dumps({
        "architectures": ["GPT2LMHeadModel"], "model_type": "gpt2", "n_embd": HIDDEN, "n_layer": LAYERS, "n_head": 2,
        "n_inner": INTERMEDIATE, "n_positions": POSITIONS, "vocab_size": len(pieces)}))
    write_safetensors(folder / "model.safetensors", _gpt2_parameters(len(pieces), np.random.default_rng(8)))
    return folder


def write_safetensors(path, tensors):
    header, at = {"__metadata__": {"format": "pt"}}, 0
    for name, values in tensors.items():
        header[name] = {"dtype": "F32", "shape": list(values.shape), "data_offsets": [at, at + values.nbytes]}
        at += values.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(v.tobytes() for v in tensors.values()))


def write_model(folder, head, labels=()):
    """A model folder; the same for the same head."""
    folder.mkdir(parents=True)
    config = {
        "architectures": [head], "model_type": "bert", "hidden_size": HIDDEN, "num_hidden_layers": LAYERS,
        "num_attention_heads": 2, "intermediate_size": INTERMEDIATE, "vocab_size": len(VOCABULARY),
        "max_position_embeddings": POSITIONS, "type_vocab_size": 2, "hidden_act": "gelu", "layer_norm_eps": 1e-12,
    }
    if labels:
        config["id2label"] = {str(i): label for i, label in enumerate(labels)}
        config["label2id"] = {label: i for i, label in enumerate(labels)}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "vocab.txt").write_text("\n".join(VOCABULARY) + "\n")
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "BertTokenizer", "do_lower_case": True}))
    write_safetensors(folder / "model.safetensors", _parameters(head, len(labels), np.random.default_rng(7)))
    return folder
