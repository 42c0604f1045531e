# SPDX-License-Identifier: Apache-2.0
"""What is computed without data: FLOPs of a model, and what chance would explore."""

from espalier import _native
from espalier.arrays import number, string, truth, whole


def flops(model: str, *, density: float = 1.0, embedding_density: float = 1.0, sequence: int = 128, vocabulary: int = 8192,
          batch: int = 64) -> dict:
    """Training FLOPs of one sequence, or one sample, by part, and the stored parameters, of a model that the program
    knows by name; the optimizer is AdamW, shared by `batch` sequences. `embedding_density` is that of the table of words,
    and of the decoder that shares it. encoder_linear + attention is the paper's count.

    >>> import espalier
    >>> count = espalier.flops("base", density=0.1)
    >>> f"{count['encoder_linear'] + count['attention']:.3e}"
    '8.335e+09'
    """
    return _native.flops(string(model, "model"), number(density, "density"), number(embedding_density, "embedding_density"),
                         whole(sequence, "sequence"), whole(vocabulary, "vocabulary"), whole(batch, "batch"))


def explored(density: float, updates: int, drop_fraction: float, *, regrow_dropped: bool = False) -> float:
    """Expected share of positions that are ever stored after training with random growth and a cosine drop
    fraction (the literature's degrees of freedom, or R_s).

    >>> import espalier
    >>> round(espalier.explored(density=0.1, updates=160, drop_fraction=0.5), 3)
    0.99
    """
    return _native.expected_explored(number(density, "density"), whole(updates, "updates"), number(drop_fraction, "drop_fraction"),
                                     truth(regrow_dropped, "regrow_dropped"))
