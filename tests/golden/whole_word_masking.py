#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Masks whole words, written down from the definition: an oracle that shares nothing with the library.

    whole_word_masking.py whole_word_masking.json

Its random numbers (Philox4x32-10, Salmon et al. 2011) are its own too. Needs only Python.
"""
import json
import sys

PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "##b", "c", "##d", "e", "##f", "##g", "h"]
PAD, UNK, CLS, SEP, MASK = range(5)
WORD32, WORD64 = 2**32 - 1, 2**64 - 1


# --------------------------------------------------------------------------------- random numbers
def philox(counter, key):
    """Ten rounds on four 32-bit words."""
    for _ in range(10):
        first, second = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [(second >> 32) ^ counter[1] ^ key[0], second & WORD32,
                   (first >> 32) ^ counter[3] ^ key[1], first & WORD32]
        key = [(key[0] + 0x9E3779B9) & WORD32, (key[1] + 0xBB67AE85) & WORD32]
    return counter


def mix(x):
    """The finaliser of SplitMix64."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD64
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD64
    return x ^ x >> 31


class Stream:
    """Draws by number of a stream that a name and two numbers choose."""

    def __init__(self, seed, name, a, b):
        value = 0xCBF29CE484222325  # FNV-1a
        for byte in name.encode():
            value = (value ^ byte) * 0x100000001B3 & WORD64
        self.stream = mix(mix(mix(value) + a & WORD64) + b & WORD64)
        self.seed = seed

    def bits(self, draw):
        words = philox([draw & WORD32, draw >> 32, self.stream & WORD32, self.stream >> 32],
                       [self.seed & WORD32, self.seed >> 32])
        return words[0] | words[1] << 32

    def uniform(self, draw):
        return (self.bits(draw) >> 11) * 2.0**-53

    def below(self, draw, bound):
        return self.bits(draw) * bound >> 64


# ---------------------------------------------------------------------------------------- masking
def words_of(sequence):
    """Places of the pieces of each word; what a cut left of one at the start is a word too."""
    words, before = [], None
    for place, token in enumerate(sequence):
        if token <= MASK:
            before = None
            continue
        if before is not None and PIECES[token].startswith("##"):
            before.append(place)
        else:
            before = [place]
            words.append(before)
    return words


def mask(case):
    """A word is chosen by the first draw of its first piece; what becomes of a piece, by two more."""
    length, text = case["sequence"], [t for t in range(len(PIECES)) if t > MASK]
    inputs, chosen = list(case["tokens"]), []
    for s, number in enumerate(case["ids"]):
        stream = Stream(case["seed"], "mask", case["round"], number)
        for word in words_of(case["tokens"][s * length:(s + 1) * length]):
            if stream.uniform(3 * word[0]) < case["masked_fraction"]:
                chosen.append((s, word))
    positions = []
    for s, word in chosen:
        stream = Stream(case["seed"], "mask", case["round"], case["ids"][s])
        for place in word:
            positions.append(s * length + place)
            kind = stream.uniform(3 * place + 1)
            if kind < 0.8:
                inputs[positions[-1]] = MASK
            elif kind < 0.9:
                inputs[positions[-1]] = text[stream.below(3 * place + 2, len(text))]
    positions.sort()
    return {"inputs": inputs, "positions": positions,
            "labels": [case["tokens"][p] for p in positions]}


def main():
    assert philox([0] * 4, [0] * 2) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]  # published
    cases = []
    for number, (fraction, sequences) in enumerate([(0.15, 12), (0.5, 4), (1.0, 2), (1e-9, 3)]):
        draws, length = Stream(number, "tokens", 0, 0), 24
        tokens = []
        for s in range(sequences):
            row = [CLS] + [1 + draws.below(s * length + t, len(PIECES) - 1) for t in range(length - 1)]
            tokens += [UNK if t in (CLS, MASK) and place else t for place, t in enumerate(row)]
            if s == 1:  # begins in the middle of a word and ends with padding
                tokens[-length:] = [6, 8, 9, 8, 10] + tokens[5 - length:-3] + [PAD] * 3
        case = {"seed": 1000003 * number + 2**40, "round": 7 * number, "sequence": length,
                "ids": [3 * s + 2**33 * (s == 2) for s in range(sequences)],
                "masked_fraction": fraction, "tokens": tokens}
        cases.append({**case, **mask(case)})
    with open(sys.argv[1], "w") as file:
        json.dump({"pieces": PIECES, "cases": cases}, file, separators=(",", ":"))
        file.write("\n")


if __name__ == "__main__":
    main()
