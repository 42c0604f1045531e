# SPDX-License-Identifier: Apache-2.0
"""`espalier.Tokenizer` against the fast BERT tokenizer of Hugging Face: ids and offsets of 100,000 lines of mixed scripts.

Characters are drawn from those that Unicode has had since version 3.2, and emoji, so that both sides know them. For private
use there are none: we keep those, as Google's published code does, and Hugging Face drops them."""

import functools
import json
import random
import unicodedata

import numpy as np
import pytest
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from transformers import BertTokenizerFast

import espalier

LINES = 100_000
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
# What BertTokenizer calls the switches: cased, uncased, and what is between them.
SETTINGS = [
    ({"do_lower_case": True}, LINES),
    ({"do_lower_case": False}, LINES),
    ({"do_lower_case": True, "strip_accents": False}, LINES // 10),
    ({"do_lower_case": False, "strip_accents": True, "tokenize_chinese_chars": False}, LINES // 10),
]
# Scripts, with what is hard: accents, signs that stay, ideographs and those that stand for others, syllables that decompose.
BLOCKS = {
    "ascii": (0x20, 0x7E), "control": (0x01, 0x1F), "latin": (0xA0, 0x24F), "accents": (0x300, 0x36F), "greek": (0x370, 0x3FF),
    "cyrillic": (0x400, 0x4FF), "hebrew": (0x591, 0x5F4), "arabic": (0x60C, 0x6FF), "devanagari": (0x901, 0x970),
    "thai": (0xE01, 0xE5B), "jamo": (0x1100, 0x11F9), "extended": (0x1E00, 0x1FFE), "punctuation": (0x2000, 0x206F),
    "symbols": (0x20A0, 0x23CE), "kana": (0x3000, 0x30FF), "ideographs": (0x4E00, 0x9FA5), "hangul": (0xAC00, 0xD7A3),
    "compatibility": (0xF900, 0xFAFF), "forms": (0xFB00, 0xFFFD), "music": (0x1D100, 0x1D1DD), "far": (0x20000, 0x2A6D6),
    "stand-ins": (0x2F800, 0x2FA1D), "emoji": (0x1F300, 0x1F64F),
}


def words_by_python(text):
    """What BERT's uncased words are, by Python's own Unicode."""
    kept = "".join(" " if c in "\t\n\r" else c for c in text
                   if c in "\t\n\r" or (c != "\ufffd" and unicodedata.category(c) not in ("Cc", "Cf")))
    plain = "".join(c for c in unicodedata.normalize("NFD", kept) if unicodedata.category(c) != "Mn")
    return "".join(f" {c} " if unicodedata.category(c)[0] == "P" else c.lower() for c in plain).split()


def words_by_tokenizers(text):
    normalizer = BertNormalizer(handle_chinese_chars=False)
    return [word for word, _ in BertPreTokenizer().pre_tokenize_str(normalizer.normalize_str(text))]


def is_usual(c):
    """Do Unicode 3.2, Python and the tokenizer agree about what the character is? The last has the categories of an older
    Unicode than its own decompositions."""
    old = unicodedata.ucd_3_2_0.category(c)
    if old in ("Co", "Cs") or (old == "Cn" and not BLOCKS["emoji"][0] <= ord(c) <= BLOCKS["emoji"][1]):
        return False
    return ord(c) < 0x80 or words_by_python(f"a{c}b") == words_by_tokenizers(f"a{c}b")


@functools.cache
def characters():
    usual, odd = {}, 0
    for name, (first, last) in BLOCKS.items():
        usual[name] = [c for c in map(chr, range(first, last + 1)) if is_usual(c)]
        odd += sum(unicodedata.ucd_3_2_0.category(chr(c)) not in ("Cn", "Co", "Cs") for c in range(first, last + 1))
        odd -= len(usual[name]) if name != "emoji" else 0
    assert odd < 100, "what is left out is rare"
    return usual


@functools.cache
def lines():
    rng = random.Random(7)
    blocks = characters()
    names = list(blocks)

    def word():
        kind = rng.random()
        if kind < 0.01:
            return "x" * rng.randint(98, 103)  # around the longest word
        if kind < 0.03:
            return rng.choice([*SPECIAL, "[mask]", "[ MASK ]", "[MASK"])
        if kind < 0.08:
            return rng.choice(["", " ", "\t", "\u00a0", "\u200b\u200d"])  # several spaces, and what is dropped
        own = rng.choice(names[3:]) if kind < 0.6 else "ascii"
        text = "".join(rng.choice(blocks[own]) for _ in range(rng.randint(1, 6)))
        if rng.random() < 0.3:
            at = rng.randint(0, len(text))
            text = text[:at] + "".join(rng.choice(blocks[rng.choice(["accents", "accents", "music", "control"])])
                                       for _ in range(rng.randint(1, 3))) + text[at:]
        return text

    return ["".join(word() + rng.choice([" ", " ", "", "  "]) for _ in range(rng.randint(0, 12))) for _ in range(LINES)]


def vocabulary(settings):
    """Pieces that make most words and not all: characters in both forms, and beginnings and ends of words."""
    rng = random.Random(11)
    normalizer = BertNormalizer(handle_chinese_chars=settings.get("tokenize_chinese_chars", True),
                                strip_accents=settings.get("strip_accents"), lowercase=settings["do_lower_case"])
    pieces = dict.fromkeys(SPECIAL)
    for line in lines()[:20_000]:
        for word, _ in BertPreTokenizer().pre_tokenize_str(normalizer.normalize_str(line)):
            cut = rng.randint(1, len(word))
            for piece in (word[:cut][:20], "##" + word[cut:][:20], *word, *("##" + c for c in word)):
                if piece != "##" and (len(piece) > 3 or hash_of(piece) % 12):
                    pieces.setdefault(piece)
    return list(pieces)


def hash_of(text):
    return int.from_bytes(text.encode(), "big") % 1_000_003


@pytest.mark.parametrize(("settings", "count"), SETTINGS)
def test_ids_and_offsets_are_those_of_hugging_face(settings, count, tmp_path):
    pieces = vocabulary(settings)
    theirs = BertTokenizerFast(vocab={piece: i for i, piece in enumerate(pieces)}, **settings)
    theirs.save_pretrained(tmp_path)
    ours = espalier.Tokenizer.from_pretrained(tmp_path)
    assert len(ours) == len(theirs) == len(pieces)
    unknown = kept = 0
    for special in (True, False):
        theirs.backend_tokenizer.encode_special_tokens = not special
        for at in range(0, count, 5000):
            texts = lines()[at:at + 5000]
            for text, expected in zip(texts, theirs.backend_tokenizer.encode_batch(texts, add_special_tokens=False)):
                ids, offsets = ours.encode_with_offsets(text, special_pieces=special)
                assert (ids.tolist(), offsets.tolist()) == (expected.ids, [list(o) for o in expected.offsets]), ascii(text)
                unknown += expected.ids.count(ours.unknown_id)
                kept += len(expected.ids)
    assert 0.01 < unknown / kept < 0.3, "some words are [UNK]"


def test_what_either_writes_the_other_reads(tmp_path):
    pieces = [*SPECIAL, "a", "##b", "A", "\u00e9"]
    (tmp_path / "vocab.txt").write_text("".join(piece + "\n" for piece in pieces), encoding="utf-8")
    for settings in ({"do_lower_case": False}, {"do_lower_case": True, "strip_accents": False, "tokenize_chinese_chars": False}):
        (tmp_path / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "BertTokenizer", **settings}))
        ours, theirs = espalier.Tokenizer.from_pretrained(tmp_path), BertTokenizerFast.from_pretrained(tmp_path)
        text = "ab A \u00c9 \u4e2d"
        np.testing.assert_array_equal(ours.encode(text), theirs(text, add_special_tokens=False)["input_ids"])
    added = BertTokenizerFast.from_pretrained(tmp_path)
    added.add_tokens(["[ENTITY]"])
    added.save_pretrained(tmp_path / "added")
    with pytest.raises(espalier.FormatError, match=r"added_tokens.*\[ENTITY\]"):
        espalier.Tokenizer.from_pretrained(tmp_path / "added")
