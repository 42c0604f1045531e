#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hashes of the words that BERT's own tokenizer finds around every code point, and in sequences of them.

    word_splitting.py word_splitting.json
    word_splitting.py FIRST LAST    prints the words around these code points (hexadecimal), to compare

README.md describes the file. Needs tokenizers, transformers and xxhash of PyPI (tested with 0.23.3, 5.24.0 and 4.1.0),
which need not be installed where the test runs.
"""
import collections
import itertools
import json
import sys
import textwrap
import unicodedata

import tokenizers
import transformers
import xxhash
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from transformers.models.bert.tokenization_bert_legacy import BasicTokenizer

ROW = 0x1000  # code points for each hash
TRIED = [c for c in range(sys.maxunicode + 1) if unicodedata.category(chr(c)) not in ("Cn", "Co", "Cs")]
# Combining signs that stay, and with them accents of several classes, one of class 0, and a joiner.
SIGNS = [c for c in TRIED if unicodedata.combining(chr(c)) and unicodedata.category(chr(c)) != "Mn"]
SIGNS += [0x0301, 0x0327, 0x0345, 0x05B0, 0x094D, 0x3099, 0x0941, 0x200D]

slow = BasicTokenizer(do_lower_case=True)
normalizer, splitter = BertNormalizer(), BertPreTokenizer()


def words(text):
    return " ".join(slow.tokenize(text)) + "\n"


def fast_words(text):
    return " ".join(word for word, _ in splitter.pre_tokenize_str(normalizer.normalize_str(text))) + "\n"


def around(code_points):
    return "a" + "".join(map(chr, code_points)) + "b"


def hash_of(texts):
    return f"{xxhash.xxh3_64_intdigest(''.join(map(words, texts)).encode()):016x}"


def ranges(code_points):
    found = []
    for c in code_points:
        if found and found[-1][1] == c - 1:
            found[-1][1] = c
        else:
            found.append([c, c])
    return found


def hangul():
    for lead, vowel in itertools.product(range(0x1100, 0x1113), range(0x1161, 0x1176)):
        syllable = 0xAC00 + ((lead - 0x1100) * 21 + vowel - 0x1161) * 28
        yield around((lead, vowel))
        for tail in range(0x11A8, 0x11C3):
            yield around((lead, vowel, tail))
            yield around((syllable, tail))


if len(sys.argv) == 3:
    for code_point in range(int(sys.argv[1], 16), int(sys.argv[2], 16) + 1):
        print(f"{code_point:04X}", words(around([code_point])), end="")
    sys.exit()

rows = collections.defaultdict(list)
for code_point in TRIED:
    rows[code_point // ROW * ROW].append(around([code_point]))
golden = {
    "transformers": transformers.__version__,
    "unicode": unicodedata.unidata_version,
    "code_points": ranges(TRIED),
    "row": ROW,
    "rows": {f"{first:X}": hash_of(texts) for first, texts in rows.items()},
    "signs": SIGNS,
    "triples_of_signs": hash_of(map(around, itertools.product(SIGNS, repeat=3))),
    "hangul": hash_of(hangul()),
}
with open(sys.argv[1], "w") as file:
    file.write(textwrap.fill(json.dumps(golden), 120) + "\n")

differ = [c for c in TRIED if words(around([c])) != fast_words(around([c]))]
print(f"tokenizers {tokenizers.__version__} finds other words around {len(differ)} of {len(TRIED)} code points:",
      " ".join(f"{first:X}-{last:X}" for first, last in ranges(differ)))
