# SPDX-License-Identifier: Apache-2.0
"""Checkpoints, weights and run folders of the program, and its accounting."""

import copy
import json
import pickle
import re
from pathlib import Path

import numpy as np
import pytest
from other_threads import run_within

import espalier
from espalier import BlockMatrix, BlockPattern

ROOT = Path(__file__).parents[3]
CHECKPOINTS = ROOT / "tests/golden/checkpoints"


def dense(weight):
    return weight.to_dense() if isinstance(weight, BlockMatrix) else weight


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_checkpoints_of_the_program(version):
    found = espalier.load_checkpoint(CHECKPOINTS / version)
    weights = espalier.load_weights(CHECKPOINTS / version / "model.safetensors")
    assert found["step"] > 0 and isinstance(found["trainer_state"], dict)
    assert set(weights) == set(found["weights"]) and any(isinstance(w, BlockMatrix) for w in weights.values())
    for name, weight in weights.items():
        np.testing.assert_array_equal(dense(weight), dense(found["weights"][name]))


def test_a_checkpoint_is_written_as_the_program_writes_it(tmp_path):
    golden = CHECKPOINTS / "v2"
    found = espalier.load_checkpoint(golden)
    written = Path(espalier.save_checkpoint(tmp_path, found))
    assert written == tmp_path / f"step_{found['step']}"
    assert {path.name for path in written.iterdir()} == {path.name for path in golden.iterdir()}
    for path in written.iterdir():
        assert path.read_bytes() == (golden / path.name).read_bytes(), path.name
    assert found["optimizer"]["steps"] > 0
    for arrays in found["optimizer"]["state"].values():
        for name, weight in found["weights"].items():
            assert arrays[name].shape == (weight.values.shape if isinstance(weight, BlockMatrix) else weight.shape)


def test_a_weight_without_grown_blocks_keeps_its_entry(tmp_path):
    checkpoint = espalier.load_checkpoint(CHECKPOINTS / "v2")
    checkpoint["topology"]["blocks"]["nothing"] = np.empty((0, 2), np.int32)
    written = espalier.save_checkpoint(tmp_path / "one", checkpoint)
    again = espalier.load_checkpoint(written)
    assert again["topology"]["blocks"].keys() == checkpoint["topology"]["blocks"].keys()
    assert again["topology"]["blocks"]["nothing"].shape == (0, 2)


def test_a_checkpoint_that_lacks_something_is_not_written(tmp_path):
    def wrong(change):
        checkpoint = espalier.load_checkpoint(CHECKPOINTS / "v2")
        change(checkpoint)
        with pytest.raises((espalier.Error, TypeError)) as raised:
            espalier.save_checkpoint(tmp_path, checkpoint)
        assert list(tmp_path.iterdir()) == [] and "\n" not in str(raised.value)
        return str(raised.value)

    def state(checkpoint):
        return next(iter(checkpoint["optimizer"]["state"].values()))

    def a_weight(checkpoint):
        return next(iter(checkpoint["weights"]))

    def shorten(checkpoint):
        arrays = state(checkpoint)
        arrays[a_weight(checkpoint)] = np.zeros(1, np.float32)

    def spoil(checkpoint):
        state(checkpoint)[a_weight(checkpoint)].ravel()[0] = np.nan

    assert "found no 'weights'" in wrong(lambda c: c.pop("weights"))
    assert "found no 'optimizer'" in wrong(lambda c: c.pop("optimizer"))
    assert "found no 'state'" in wrong(lambda c: c["optimizer"].pop("state"))
    assert "expected one" in wrong(lambda c: state(c).pop(a_weight(c)) is None or state(c).update(other=0))
    assert "found 1 values" in wrong(shorten)
    assert "not finite" in wrong(spoil)
    assert "optimizer: name: found" in wrong(lambda c: c["optimizer"].update(name=3))
    wrong(lambda c: c.update(step=-1))
    assert "step: found" in wrong(lambda c: c.update(step="six"))
    wrong(lambda c: c["topology"]["blocks"].update(odd=np.zeros(3, np.int32)))
    for keep, error in (("two", TypeError), (2.0, TypeError), (0, espalier.ConfigError), (2**31, espalier.ConfigError)):
        with pytest.raises(error, match="^keep: found .*; expected") as raised:
            espalier.save_checkpoint(tmp_path, espalier.load_checkpoint(CHECKPOINTS / "v2"), keep=keep)
        assert list(tmp_path.iterdir()) == [] and "\n" not in str(raised.value)


def test_weights_there_and_back(tmp_path):
    pattern = BlockPattern.generate("random", (32, 48), 4, 0.25)
    matrix = BlockMatrix(pattern, np.random.default_rng(0).standard_normal((24, 4, 4)).astype(np.float32))
    path = tmp_path / "weights.safetensors"
    espalier.save_weights(path, {"w": matrix, "bias": np.arange(3, dtype=np.float32), "odd.values": np.ones((2, 2), np.float32)})
    back = espalier.load_weights(path)
    assert set(back) == {"w", "bias", "odd.values"} and back["w"].pattern == pattern
    np.testing.assert_array_equal(back["w"].values, matrix.values)
    np.testing.assert_array_equal(back["bias"], [0, 1, 2])
    content = path.read_bytes()
    for at in range(0, len(content), 61):
        path.write_bytes(content[:at] + bytes([content[at] ^ 64]) + content[at + 1 :])
        try:
            espalier.load_weights(path)
        except espalier.FormatError as error:
            assert "\n" not in str(error) and "weights.safetensors" in str(error)
    for wrong, error in [({"w": np.array([np.nan], np.float32)}, espalier.Error), ({3: matrix}, TypeError),
                         ({"w": np.zeros(2)}, TypeError)]:
        with pytest.raises(error):
            espalier.save_weights(tmp_path / "none", wrong)
    assert not (tmp_path / "none").exists()
    with pytest.raises(OSError):
        espalier.load_checkpoint(tmp_path / "none")


def test_files_are_read_and_written_without_the_gil(tmp_path):
    path = tmp_path / "weights.safetensors"
    weights = {"w": np.ones((500, 500), np.float32)}
    assert run_within(lambda: espalier.save_weights(path, weights))
    assert run_within(lambda: espalier.load_weights(path))
    checkpoint = espalier.load_checkpoint(CHECKPOINTS / "v2")
    assert run_within(lambda: espalier.save_checkpoint(tmp_path, checkpoint))
    assert run_within(lambda: espalier.load_checkpoint(CHECKPOINTS / "v2"))


def safetensors_file(path, tensors, metadata=None):
    """As others write it: tensors by name with type and array of its bits."""
    header, data = {"__metadata__": metadata or {}}, b""
    for name, (dtype, array) in tensors.items():
        header[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [len(data), len(data) + array.nbytes]}
        data += array.tobytes()
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)
    return path


def test_short_floats_and_whole_numbers_are_read(tmp_path):
    bits = np.arange(2**16, dtype=np.uint16)
    halves = bits[np.isfinite(bits.view(np.float16))]
    brains = bits[np.isfinite((bits.astype(np.uint32) << 16).view(np.float32))]
    many = np.tile(halves, 20)  # of more bytes than are read at once
    path = safetensors_file(tmp_path / "theirs.safetensors", {
        "odd": ("BF16", brains[:3]), "half": ("F16", many.reshape(-1, 8)), "brain": ("BF16", brains),
        "none": ("F16", bits[:0]), "scalar": ("F16", np.array(1.5, np.float16)), "float": ("F32", np.float32([1, 2])),
        "batches": ("I64", np.array(2**40 + 1)), "position_ids": ("I64", np.arange(6).reshape(1, 6)),
        "w.crow_indices": ("I64", np.array([0, 1, 1])), "w.col_indices": ("I32", np.array([1], np.int32)),
        "w.values": ("F16", np.float16([[[1, 2], [3, 4]]])),
    }, {"w.bsr": json.dumps({"shape": [4, 4], "block": [2, 2]})})
    found = espalier.load_weights(path)
    # Bits, since -0 equals 0.
    np.testing.assert_array_equal(found["half"].ravel().view(np.uint32), many.view(np.float16).astype(np.float32).view(np.uint32))
    np.testing.assert_array_equal(found["brain"].view(np.uint32), brains.astype(np.uint32) << 16)
    assert found["scalar"].shape == () and found["scalar"] == 1.5 and found["none"].shape == (0,)
    assert found["batches"].dtype == np.int64 and found["batches"] == 2**40 + 1 and found["batches"].shape == ()
    np.testing.assert_array_equal(found["position_ids"], np.arange(6)[None])
    np.testing.assert_array_equal(found["w"].to_dense(), [[0, 0, 1, 2], [0, 0, 3, 4], [0] * 4, [0] * 4])
    assert len(found) == 9

    for tensors, message in [({"a": ("F16", np.float16([1, np.inf]))}, "not finite"), ({"a": ("BF16", bits[32640:32641])}, "not finite"),
                             ({"a": ("F64", np.ones(2))}, "is F64"), ({"a": ("BOOL", np.ones(2, bool))}, "is BOOL")]:
        with pytest.raises(espalier.FormatError, match=message) as raised:
            espalier.load_weights(safetensors_file(tmp_path / "wrong.safetensors", tensors))
        assert "wrong.safetensors: tensor a" in str(raised.value) and "\n" not in str(raised.value)


def test_whole_numbers_are_saved_as_such(tmp_path):
    """As float32 the patterns of a layer, and what is beyond 2^24, would be no integers for whoever reads them next."""
    path = safetensors_file(tmp_path / "theirs.safetensors", {
        "batches": ("I64", np.array(2**40 + 1)), "0.crow_indices": ("I64", np.array([0, 1, 1])), "0.col_indices": ("I64", np.array([1])),
        "0.weight": ("F32", np.ones((1, 2, 2), np.float32)), "none": ("I64", np.empty((0, 3), np.int64)),
    })
    found = espalier.load_weights(path)
    espalier.save_weights(tmp_path / "again.safetensors", {**found, "strided": np.arange(6)[::2]})
    again = espalier.load_weights(tmp_path / "again.safetensors")
    np.testing.assert_array_equal(again.pop("strided"), [0, 2, 4])
    assert again.keys() == found.keys()
    for name, array in found.items():
        assert array.dtype == again[name].dtype == (np.float32 if name == "0.weight" else np.int64)
        assert array.shape == again[name].shape and np.array_equal(array, again[name])
    espalier.save_weights(tmp_path / "once_more", again)
    espalier.save_weights(tmp_path / "and_again", espalier.load_weights(tmp_path / "once_more"))
    assert (tmp_path / "once_more").read_bytes() == (tmp_path / "and_again").read_bytes()
    for other in (np.int32(3), np.ones(2, np.uint8), np.ones(2, bool), np.ones(2, ">i8"), np.ma.masked_array([1, 2], [0, 1])):
        with pytest.raises(TypeError, match="weight a: found (an array of|a masked array)") as raised:
            espalier.save_weights(tmp_path / "wrong", {"a": other})
        assert "\n" not in str(raised.value) and not (tmp_path / "wrong").exists()


def test_arrays_without_extents_stay_so(tmp_path):
    espalier.save_weights(tmp_path / "w", {"scale": np.array(2.5, np.float32), "one": np.ones(1, np.float32), "count": np.array(3)})
    found = espalier.load_weights(tmp_path / "w")
    assert {name: array.shape for name, array in found.items()} == {"scale": (), "one": (1,), "count": ()}
    assert found["scale"] == 2.5 and found["count"] == 3


def test_a_header_is_checked_before_it_is_believed(tmp_path):
    def file_of(shape, block):
        tensors = {"w.crow_indices": ("I64", [2], 16), "w.col_indices": ("I32", [1], 4), "w.values": ("F32", [1, 1, 1], 4)}
        header, at = {"__metadata__": {"w.bsr": json.dumps({"shape": shape, "block": block})}}, 0
        for name, (dtype, extents, size) in tensors.items():
            header[name] = {"dtype": dtype, "shape": extents, "data_offsets": [at, at + size]}
            at += size
        text = json.dumps(header).encode()
        path = tmp_path / "lies.safetensors"
        path.write_bytes(len(text).to_bytes(8, "little") + text + bytes(at))
        return path

    for shape, block, message in [([100_000_000, 1], [1, 1], "w.crow_indices"), ([1, 2**31 - 1], [1, 1], "2147483647 columns"),
                                  ([64, 64], [3, 3], "do not divide its shape")]:
        path = file_of(shape, block)
        with pytest.raises(espalier.FormatError, match=message) as raised:
            espalier.load_weights(path)
        assert "lies.safetensors" in str(raised.value) and "\n" not in str(raised.value)


def test_flops_are_the_papers():
    count = espalier.flops("base", density=0.1)
    assert round((count["encoder_linear"] + count["attention"]) / 1e9, 3) == 8.335
    assert count["total"] > count["encoder_linear"] and count["parameters"] > 1e7
    sparse_words = espalier.flops("base", density=0.1, embedding_density=0.25)
    assert round(count["parameters"] - sparse_words["parameters"]) == 0.75 * 8192 * 768
    assert espalier.explored(1.0, 10, 0.5) == 1
    for wrong in (lambda: espalier.flops("none"), lambda: espalier.flops("base", density=2.0),
                  lambda: espalier.flops("base", embedding_density=0.0),
                  lambda: espalier.explored(0.0, 10, 0.5)):
        with pytest.raises(espalier.ConfigError) as raised:
            wrong()
        assert "\n" not in str(raised.value)


# Run folders


def test_runs_as_frames():
    pytest.importorskip("pandas")
    runs = espalier.runs(ROOT / "tests/golden/runs/nano_*")
    assert len(runs) > 1
    train = runs.metrics("train")
    assert {"run", "step", "loss"} <= set(train.columns) and set(train["run"]) == {run.name for run in runs}
    by_hand = [json.loads(line) for line in (runs[0].folder / "metrics.jsonl").read_text().splitlines()]
    assert len(runs[0].records()) == len(by_hand) and len(runs[0].metrics()) == len(by_hand)
    with pytest.raises(espalier.ConfigError, match="event 'trian', expected one of train, validation"):
        runs.metrics("trian")
    assert not runs.metrics("end").empty


def test_steps_are_integers_beside_a_run_without_such_records(tmp_path):
    """As one that has not validated yet."""
    pytest.importorskip("pandas")
    for name, event in (("begun", "train"), ("none", "train"), ("whole", "validation")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").write_text(json.dumps({"name": name}))
        (tmp_path / name / "metrics.jsonl").write_text("" if name == "none" else json.dumps({"event": event, "step": 7}) + "\n")
    frame = espalier.runs(tmp_path / "*").metrics("validation")
    assert frame["step"].dtype.kind == "i" and frame.to_dict("records") == [{"event": "validation", "step": 7, "run": "whole"}]
    assert espalier.runs(tmp_path / "none").metrics("validation").empty


def test_a_run_that_has_only_begun_has_no_records(tmp_path):
    """The program makes the file with the first of them."""
    pytest.importorskip("pandas")
    for name, status in (("begun", "running"), ("done", "done")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").write_text(json.dumps({"name": name, "status": status}))
    (tmp_path / "done/metrics.jsonl").write_text('{"event": "train", "step": 7}\n')
    assert espalier.runs(tmp_path / "begun")[0].records() == []
    assert espalier.runs(tmp_path / "*").metrics("train")["run"].tolist() == ["done"]
    (tmp_path / "done/metrics.jsonl").unlink()
    with pytest.raises(espalier.IoError, match="done/metrics.jsonl"):
        espalier.runs(tmp_path / "*").metrics("train")


def test_runs_with_their_configuration(tmp_path):
    pandas = pytest.importorskip("pandas")
    for seed in (1, 2):
        folder = tmp_path / f"run{seed}"
        folder.mkdir()
        (folder / "manifest.json").write_text(json.dumps({"name": f"r{seed}", "seed": seed, "sittings": []}))
        (folder / "config.toml").write_text(f"[training]\nlearning_rate = 0.{seed}\n")
        (folder / "metrics.jsonl").write_text('{"event":"train","step":1,"xxh3":"00"}\n{"event":"tr')
    runs = espalier.runs(tmp_path / "*")
    summary = runs.summary()
    assert isinstance(summary, pandas.DataFrame) and summary["training.learning_rate"].tolist() == [0.1, 0.2]
    assert "sittings" not in summary and runs[0].records() == [{"event": "train", "step": 1}]
    (tmp_path / "run1/metrics.jsonl").write_text("[1]\n")
    with pytest.raises(espalier.FormatError, match="metrics.jsonl:1"):
        runs[0].records()
    (tmp_path / "run1/metrics.jsonl").write_text("[" * 100000 + "\n")
    with pytest.raises(espalier.FormatError, match="no JSON"):
        runs[0].records()
    (tmp_path / "run1/config.toml").write_text("=")
    with pytest.raises(espalier.FormatError, match="TOML"):
        espalier.runs(tmp_path / "run1")[0].config
    with pytest.raises(espalier.IoError, match="no run folder"):
        espalier.runs(tmp_path / "none*")
    with pytest.raises(espalier.IoError, match=re.escape(f"expected a glob such as '{tmp_path}/*'")):
        espalier.runs(tmp_path)


def test_a_tokenizer(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nun\n##want\n##ed\nA\na\n")
    tokenizer = espalier.Tokenizer.from_file(path)
    ids, offsets = tokenizer.encode_with_offsets("Unwanted \u00e1")
    assert ids.dtype == np.int32 and ids.tolist() == tokenizer.encode("Unwanted \u00e1").tolist() == [5, 6, 7, 9]
    assert offsets.dtype == np.int64 and offsets.tolist() == [[0, 2], [2, 6], [6, 8], [9, 10]]
    assert tokenizer.decode(ids) == "unwanted a" and len(tokenizer) == 10 and tokenizer.piece(6) == "##want"
    special = [tokenizer.pad_id, tokenizer.unknown_id, tokenizer.cls_id, tokenizer.sep_id, tokenizer.mask_id]
    assert special == [0, 1, 2, 3, 4]
    assert tokenizer.encode("a [MASK]", special_pieces=True).tolist() == [9, 4]
    assert 4 not in tokenizer.encode("a [MASK]")
    cased = espalier.Tokenizer.from_file(path, lower_case=False)
    assert cased.encode("A a").tolist() == [8, 9] and not cased.strip_accents and cased.split_chinese
    assert espalier.Tokenizer.from_pretrained(tmp_path).encode("A").tolist() == [9]
    again = pickle.loads(pickle.dumps(cased))
    assert again.encode("A a").tolist() == [8, 9] and repr(again) == "<espalier.Tokenizer of 10 pieces>"
    with pytest.raises(espalier.ShapeError):
        tokenizer.decode([10])
    with pytest.raises(espalier.FormatError, match="ids: found -1"):
        tokenizer.decode([-1])
    with pytest.raises(IndexError):
        tokenizer.piece(-1)
    with pytest.raises(TypeError, match="^text: found b'a'; expected a string$"):
        tokenizer.encode(b"a")
    with pytest.raises(TypeError, match="^id: found 'a'; expected an integer$"):
        tokenizer.piece("a")
    with pytest.raises(UnicodeEncodeError):
        tokenizer.encode("\ud800")
    with pytest.raises(espalier.FormatError, match="line 11"):
        path.write_text(path.read_text() + "un\n")
        espalier.Tokenizer.from_file(path)
    with pytest.raises(OSError):
        espalier.Tokenizer.from_pretrained(tmp_path / "none")


def test_byte_level_pairs_are_copied_and_pickled(tmp_path):
    """As workers of a DataLoader that are not forked need them."""
    others = iter(range(256, 512))
    characters = [chr(byte if 0x21 <= byte <= 0x7E or 0xA1 <= byte != 0xAD else next(others)) for byte in range(256)]
    pieces = [*characters, "se", "sea", "\u0120sea", "<|endoftext|>"]
    (tmp_path / "vocab.json").write_text(json.dumps({piece: i for i, piece in enumerate(pieces)}))
    (tmp_path / "merges.txt").write_text("s e\nse a\n\u0120 sea\n", encoding="utf-8")
    tokenizer = espalier.ByteLevelBpe.from_pretrained(tmp_path)
    text, expected = "sea sea \u00e9<|endoftext|>", [257, 258, 32, 0xC3, 0xA9, 259]
    for one in (tokenizer, copy.deepcopy(tokenizer), pickle.loads(pickle.dumps(tokenizer))):
        assert one.encode(text, special_pieces=True).tolist() == expected and one.end_of_text_id == 259
        assert one.decode(expected).decode() == text and len(one) == 260
        assert one.encode_with_offsets("sea sea")[1].tolist() == [[0, 3], [3, 7]]
