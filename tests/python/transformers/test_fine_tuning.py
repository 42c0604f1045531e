# SPDX-License-Identifier: Apache-2.0
"""The program fine-tunes encoders of Hugging Face: dense as they are, or pruned."""

import json
import shutil
import subprocess

import numpy as np
import pytest

import espalier

PROGRAM = shutil.which("espalier")
torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="the program is not in PATH")

WORDS = "good bad the cat sat on a mat".split()


@pytest.fixture
def folder(tmp_path):
    """A small BERT with its tokenizer, and texts of two labels."""
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]
    tokenizer = transformers.BertTokenizerFast(vocab={piece: i for i, piece in enumerate(pieces)}, do_lower_case=False)
    tokenizer.save_pretrained(tmp_path / "bert")
    torch.manual_seed(7)
    config = transformers.BertConfig(vocab_size=len(pieces), hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
                                     intermediate_size=64, max_position_embeddings=40, hidden_act="relu")
    transformers.BertModel(config).save_pretrained(tmp_path / "bert")
    rng = np.random.default_rng(7)
    lines = [f"{label}\t{WORDS[label]} {' '.join(rng.choice(WORDS[2:], 5))}" for label in rng.integers(2, size=200)]
    (tmp_path / "texts.tsv").write_text("\n".join(lines) + "\n")
    return tmp_path


def train(folder, *sets, expect=0):
    (folder / "run.toml").write_text(f"""
[run]
task = "sequence_classification"
folder = "{folder}/runs"
name = "run"
[model]
name = "nano"
layers = 2
hidden = 32
heads = 4
intermediate = 64
encoder = "{folder}/bert"
[data]
sequence = 16
texts = "{folder}/texts.tsv"
[training]
steps = 1
batch = 8
learning_rate = 1e-9
""")
    command = [PROGRAM, "train", "--config", folder / "run.toml", *(word for key in sets for word in ("--set", key))]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == expect, done.stderr
    return done.stderr


def weights(folder):
    return espalier.load_checkpoint(folder / "runs/run/checkpoints/step_1")["weights"]


def test_a_dense_encoder_is_taken_as_it_is(folder):
    train(folder, "model.activation=relu")
    theirs = transformers.BertModel.from_pretrained(folder / "bert").state_dict()
    ours = weights(folder)
    compared = 0
    for name, tensor in theirs.items():
        if f"bert.{name}" not in ours or name.startswith("pooler"):
            continue
        # A step of 1e-9 moves no weight of this size by more than a rounding.
        np.testing.assert_allclose(ours[f"bert.{name}"], tensor.numpy(), atol=1e-7)
        compared += 1
    assert compared == 5 + 2 * 16
    assert not espalier.Tokenizer.from_pretrained(folder / "runs/run").lower_case


def test_a_dense_encoder_becomes_sparse_by_magnitude(folder):
    train(folder, "model.activation=relu", "model.prune_encoder=true", "model.density=0.25", "model.block=4",
          "topology.policy=static", "topology.block_norm=l1")
    theirs = transformers.BertModel.from_pretrained(folder / "bert").state_dict()
    name = "encoder.layer.1.intermediate.dense.weight"
    dense, kept = theirs[name].numpy(), weights(folder)[f"bert.{name}"]
    norms = np.abs(dense).reshape(16, 4, 8, 4).sum(axis=(1, 3))
    expected = np.zeros_like(norms, bool).reshape(-1)
    expected[np.argsort(-norms.reshape(-1))[:32]] = True
    stored = kept.to_dense().reshape(16, 4, 8, 4).any(axis=(1, 3))
    np.testing.assert_array_equal(stored, expected.reshape(norms.shape))
    np.testing.assert_allclose(kept.to_dense(), dense * np.kron(stored, np.ones((4, 4))), atol=1e-7)


def test_transformers_gets_the_fine_tuned_model_back(folder):
    train(folder, "model.activation=relu", "model.prune_encoder=true", "model.density=0.5", "model.block=4",
          "topology.policy=dynamic", "topology.updates=4", "training.steps=200", "training.learning_rate=0.01")
    subprocess.run([PROGRAM, "convert", folder / "runs/run", folder / "back"], check=True, capture_output=True)
    model, info = transformers.AutoModelForSequenceClassification.from_pretrained(folder / "back", output_loading_info=True)
    assert not any(info[what] for what in ("missing_keys", "unexpected_keys", "mismatched_keys")), info
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder / "back")
    texts = ["good the cat sat", "bad a mat", "on the mat"]
    asked = subprocess.run([PROGRAM, "predict", folder / "runs/run", "--json", "--top-k", "2"], input="\n".join(texts) + "\n", text=True,
                           capture_output=True, check=True)
    with torch.no_grad():
        theirs = [model.eval()(**tokenizer(text, return_tensors="pt")).logits[0].softmax(-1) for text in texts]
    best = []
    for line, scores in zip(asked.stdout.splitlines(), theirs, strict=True):
        ours = {found["label"]: found["score"] for found in json.loads(line)["labels"]}
        assert ours == pytest.approx({model.config.id2label[i]: float(score) for i, score in enumerate(scores)}, abs=1e-5)
        best.append(max(ours, key=ours.get))
    assert best[:2] == ["0", "1"]  # it has learnt what the first word says


def test_what_does_not_fit_is_named(folder):
    assert "the activation is relu; set model.activation = relu" in train(folder, expect=2)
    assert "model.heads = 4" in train(folder, "model.activation=relu", "model.heads=2", expect=2)
    assert "the number of layers is 2; set model.layers = 2" in train(folder, "model.activation=relu", "model.layers=3", expect=2)
