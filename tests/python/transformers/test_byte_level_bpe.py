# SPDX-License-Identifier: Apache-2.0
"""`espalier.ByteLevelBpe` against the byte-level BPE of Hugging Face: ids and offsets of lines of mixed scripts.

Characters are drawn from those that Unicode has had since version 3.2, and emoji, so that both sides know them."""

import functools
import json
import random
import unicodedata

import pytest
import tokenizers
from tokenizers import decoders, models, pre_tokenizers, processors, trainers

import espalier

LINES = 100_000
END = "<|endoftext|>"
BLOCKS = {
    "ascii": (0x20, 0x7E), "space": (0x2000, 0x200F), "control": (0x00, 0x1F), "latin": (0x80, 0x24F), "accents": (0x300, 0x36F),
    "greek": (0x370, 0x3FF), "cyrillic": (0x400, 0x4FF), "arabic": (0x60C, 0x6FF), "devanagari": (0x901, 0x970),
    "thai": (0xE01, 0xE5B), "numbers": (0x2150, 0x2183), "circled": (0x2460, 0x24EA), "kana": (0x3000, 0x30FF),
    "ideographs": (0x4E00, 0x4FFF), "hangul": (0xAC00, 0xAFFF), "music": (0x1D100, 0x1D1DD), "digits": (0x1D7CE, 0x1D7FF),
    "far": (0x20000, 0x200FF), "emoji": (0x1F300, 0x1F64F),
}


@functools.cache
def characters():
    def is_known(c):
        return unicodedata.ucd_3_2_0.category(c) not in ("Cn", "Cs") or 0x1F300 <= ord(c) <= 0x1F64F

    return {name: [c for c in map(chr, range(first, last + 1)) if is_known(c)] for name, (first, last) in BLOCKS.items()}


@functools.cache
def lines():
    rng = random.Random(5)
    blocks = characters()
    names = list(blocks)

    def word():
        kind = rng.random()
        if kind < 0.02:
            return rng.choice([END, "<|end", "own<", "own<er", " sp ", "x" * rng.randint(50, 200)])
        if kind < 0.1:
            return rng.choice(["it's", "we'll", "I'd", "they've", "'re", "'S", "''t", "don't", "you're'm"])
        if kind < 0.2:
            return rng.choice([" ", "  ", "\n", "\n\n ", "\t", "\u00a0", "\u3000 ", "\r\n", "\x1c", "\u0085"])
        own = rng.choice(names) if kind < 0.6 else "ascii"
        return "".join(rng.choice(blocks[own]) for _ in range(rng.randint(1, 6)))

    return ["".join(word() + rng.choice([" ", " ", "", "  "]) for _ in range(rng.randint(0, 12))) for _ in range(LINES)]


def trained(add_prefix_space, folder, trim_offsets=False):
    """A tokenizer of theirs that has learnt some merges, saved."""
    theirs = tokenizers.Tokenizer(models.BPE())
    theirs.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=add_prefix_space)
    theirs.post_processor = processors.ByteLevel(trim_offsets=trim_offsets, add_prefix_space=add_prefix_space)
    theirs.decoder = decoders.ByteLevel()
    theirs.train_from_iterator(lines()[:5000] * 2, trainers.BpeTrainer(
        vocab_size=3000, special_tokens=[END], initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False))
    theirs.add_tokens(["own<", "own<er", tokenizers.AddedToken(" sp ", normalized=False)])
    folder.mkdir(exist_ok=True)
    theirs.save(str(folder / "tokenizer.json"))
    return theirs


@pytest.mark.parametrize(("add_prefix_space", "trim_offsets", "count"), [
    (False, False, LINES), (True, False, LINES // 5), (False, True, LINES // 5), (True, True, LINES // 5)])
def test_ids_and_offsets_are_those_of_hugging_face(add_prefix_space, trim_offsets, count, tmp_path):
    theirs = trained(add_prefix_space, tmp_path, trim_offsets)
    ours = espalier.ByteLevelBpe.from_pretrained(tmp_path)
    assert len(ours) == theirs.get_vocab_size() == 3003
    assert ours.end_of_text_id == theirs.token_to_id(END)
    pieces = 0
    for special in (True, False):
        theirs.encode_special_tokens = not special
        for at in range(0, count, 5000):
            texts = lines()[at:at + 5000]
            for text, expected in zip(texts, theirs.encode_batch(texts, add_special_tokens=False)):
                ids, offsets = ours.encode_with_offsets(text, special_pieces=special)
                assert ids.tolist() == expected.ids, ascii(text)
                if not add_prefix_space:
                    assert offsets.tolist() == [list(o) for o in expected.offsets], ascii(text)
                    assert ours.decode(ids) == text.encode()
                pieces += len(ids)
    assert pieces < 0.9 * sum(len(text.encode()) for text in lines()[:count]) * 2, "some bytes are joined"


def test_files_of_gpt2(tmp_path):
    theirs = trained(False, tmp_path / "json")
    whole = json.loads((tmp_path / "json" / "tokenizer.json").read_text())
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "vocab.json").write_text(json.dumps(whole["model"]["vocab"]))
    merges = [pair if isinstance(pair, str) else " ".join(pair) for pair in whole["model"]["merges"]]
    (folder / "merges.txt").write_text("#version: 0.2\n" + "".join(pair + "\n" for pair in merges))
    (folder / "added_tokens.json").write_text(json.dumps({"own<": 3000, "own<er": 3001, " sp ": 3002}))
    ours = espalier.ByteLevelBpe.from_pretrained(folder)
    for special in (True, False):
        theirs.encode_special_tokens = not special
        for text in lines()[:2000]:
            assert ours.encode(text, special_pieces=special).tolist() == theirs.encode(text).ids, ascii(text)


def test_a_tokenizer_of_transformers_is_read(tmp_path):
    transformers = pytest.importorskip("transformers")
    trained(False, tmp_path / "in")
    theirs = transformers.PreTrainedTokenizerFast(tokenizer_file=str(tmp_path / "in" / "tokenizer.json"), eos_token=END)
    theirs.save_pretrained(tmp_path / "out")
    ours = espalier.ByteLevelBpe.from_pretrained(tmp_path / "out")
    assert ours.end_of_text_id == theirs.eos_token_id
    text = "it's 12 km,\n  \u00e9t\u00e9 \u6d77"
    assert ours.encode(text).tolist() == theirs(text)["input_ids"]
    assert ours.decode(ours.encode(text)).decode() == text
