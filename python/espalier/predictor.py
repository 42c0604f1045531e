# SPDX-License-Identifier: Apache-2.0
"""A trained model that answers: texts or token ids in, NumPy or plain values out."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import numpy as np

from espalier import _native
from espalier.arrays import number, string, truth, whole
from espalier.errors import ShapeError
from espalier.threads import num_threads


def _texts(texts, what: str) -> tuple[list[str], bool]:
    """The texts as a list, and whether there was one alone."""
    if isinstance(texts, str):
        return [string(texts, what)], True
    return [string(text, what) for text in texts], False


def _sequence(ids, what: str) -> np.ndarray:
    array = np.asarray(ids)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise TypeError(f"{what}: found an array of {array.dtype} with {array.ndim} dimensions; expected one of integers with 1")
    if array.size and (array.max() > np.iinfo(np.int32).max or array.min() < np.iinfo(np.int32).min):
        raise ShapeError(f"{what}: found a number of more than 32 bits; expected ids of tokens")
    return np.require(array, np.int32, "CA")


def _sequences(ids, segments) -> tuple[list[np.ndarray], list[np.ndarray]]:
    sequences = [_sequence(one, "ids") for one in ids]
    if segments is None:
        return sequences, []
    kinds = [_sequence(one, "segments") for one in segments]
    if len(kinds) != len(sequences):
        raise ShapeError(f"segments: found {len(kinds)} sequences; expected {len(sequences)}, as many as ids")
    return sequences, kinds


class Predictor:
    """A model folder, as `espalier convert` or Hugging Face writes it, ready to answer.

    An answer is the same, to the last bit, whatever else is asked in its call or at the same time. Calls release the GIL;
    any number of threads may ask one predictor at once. Raises FormatError or IoError naming the file, ConfigError naming
    what is not implemented.

    threads: of one call; None: `num_threads()`. precision: "float32", or "bfloat16" for processors that compute in it.
    int8: linear layers of the encoder in 8 bits, where blocks are of 4 or more: faster, answers change a little.
    longest: tokens of a sequence, longer texts are cut; None: as many as the model has positions. `generate` cuts nothing
    and refuses it.
    """

    def __init__(self, folder: str | os.PathLike[str], *, threads: int | None = None, precision: str = "float32",
                 int8: bool = False, longest: int | None = None) -> None:
        self._native = _native.Predictor(os.fspath(folder), num_threads() if threads is None else whole(threads, "threads", 0, 4096),
                                         string(precision, "precision"), truth(int8, "int8"),
                                         0 if longest is None else whole(longest, "longest"))

    task = property(lambda self: self._native.task, doc="what the head is for: fill-mask, classify, qa, generate or embed")
    labels = property(lambda self: self._native.labels, doc="names of the classes, in the order of their logits")
    hidden = property(lambda self: self._native.hidden, doc="values of a hidden state")
    vocabulary = property(lambda self: self._native.vocabulary, doc="words of the model")
    longest = property(lambda self: self._native.longest, doc="positions of the model")
    density = property(lambda self: self._native.density, doc="stored share of the encoder's linear weights")

    def fill_mask(self, texts: str | Sequence[str], top_k: int = 5) -> list:
        """For each [MASK] of a text the `top_k` most probable words, as a list of (word, probability); for several texts a
        list of that. Raises FormatError for a text so long that one would be cut off."""
        many, alone = _texts(texts, "texts")
        filled = [[[(word, probability) for word, _, probability in words] for _, words in masks]
                  for masks in self._native.fill_masks(many, whole(top_k, "top_k"))]
        return filled[0] if alone else filled

    def classify(self, texts: str | Sequence[str], pairs: str | Sequence[str] | None = None) -> list:
        """Labels of a text, or of a text and its pair, with their probabilities, the largest first; of a regression its
        numbers. For several texts a list of that."""
        many, alone = _texts(texts, "texts")
        others = [] if pairs is None else _texts(pairs, "pairs")[0]
        if pairs is not None and len(others) != len(many):
            raise ShapeError(f"pairs: found {len(others)} texts; expected {len(many)}, as many as texts")
        classified = self._native.classify(many, others)
        return classified[0] if alone else classified

    def embed(self, texts: str | Sequence[str]) -> np.ndarray:
        """The mean of the hidden states of a text: [hidden], or [texts, hidden]."""
        many, alone = _texts(texts, "texts")
        vectors = self._native.embed(many)
        return vectors[0] if alone else vectors

    def answer(self, question: str, context: str, top_k: int = 1, *, longest: int = 30,
               stride: int | None = None, may_have_none: bool = False) -> list[dict]:
        """The best answers that stand in the context, of at most `longest` tokens: text, begin and end, so that
        context[begin:end] is the text, and score. A long context is read in windows, of which each shares
        `stride` tokens with the next; None: 128, or a quarter of a sequence that has no room for so many. With
        `may_have_none` the empty text is an answer, as in SQuAD 2.0."""
        answers = self._native.answer(string(question, "question"), string(context, "context"), whole(top_k, "top_k"),
                                      whole(longest, "longest"), None if stride is None else whole(stride, "stride"),
                                      truth(may_have_none, "may_have_none"))
        return [dict(zip(("text", "begin", "end", "score"), found)) for found in answers]

    def generate(self, prompts: str | Sequence[str], max_tokens: int = 64, *, temperature: float = 0.0, top_k: int = 0,
                 top_p: float = 1.0, seed: int = 0, stop: str | Sequence[str] = (), first: int = 0,
                 stream: Callable[..., object] | None = None) -> dict | list[dict]:
        """What a causal model writes after a prompt: text, without the prompt; prompt_tokens and tokens, how many there
        were; end, why it ended: max_tokens, end_of_text, stop, positions or stopped. For several prompts a list of that.

        temperature: 0 always takes the most probable token; above, tokens are drawn, of the `top_k` most probable ones (0:
        all) and of the fewest that have the probability `top_p` together. A draw depends on the seed, the number of the
        prompt, counted from `first`, and the place of the token alone: not on other prompts of the call. stop: strings
        before which a text ends. stream: is called with each piece as soon as it is certain, or for several prompts with
        the number of the prompt and the piece; the pieces are the text. If it returns False, that text ends.
        """
        many, alone = _texts(prompts, "prompts")
        told = stream if stream is None or not alone else lambda _, piece: stream(piece)
        generated = self._native.generate(many, whole(max_tokens, "max_tokens"), number(temperature, "temperature"),
                                          whole(top_k, "top_k"), number(top_p, "top_p"), whole(seed, "seed", 0, 2**64 - 1),
                                          _texts(stop, "stop")[0], whole(first, "first", 0, 2**64 - 1), told)
        results = [dict(zip(("text", "prompt_tokens", "tokens", "end"), one)) for one in generated]
        return results[0] if alone else results

    def encode(self, text: str, pair: str = "") -> tuple[np.ndarray, np.ndarray]:
        """Ids and segments of the tokens, with [CLS] and [SEP]."""
        return self._native.encode(string(text, "text"), string(pair, "pair"))

    def hidden_states(self, ids, segments=None) -> list[np.ndarray]:
        """Of sequences of token ids, of any lengths, the hidden states of the last layer: for each [tokens, hidden]."""
        sequences, kinds = _sequences(ids, segments)
        return self._divided(self._native.hidden_states(sequences, kinds), sequences)

    def pooled_states(self, ids, segments=None) -> np.ndarray:
        """What the pooler makes of the first token of each sequence: [sequences, hidden]."""
        return self._native.pooled_states(*_sequences(ids, segments))

    def logits(self, ids, segments=None):
        """What the head gives for sequences of token ids, of any lengths: [sequences, classes] of a classification or
        regression; for each sequence [tokens, 2] of spans (start, end), [tokens, vocabulary] of a language model."""
        sequences, kinds = _sequences(ids, segments)
        if self.task == "classify":
            return self._native.class_logits(sequences, kinds)
        if self.task == "qa":
            return self._divided(self._native.span_logits(sequences, kinds), sequences)
        positions = range(sum(len(one) for one in sequences))
        return self._divided(self._native.word_logits(sequences, kinds, positions), sequences)

    @staticmethod
    def _divided(rows: np.ndarray, sequences: list[np.ndarray]) -> list[np.ndarray]:
        ends = np.cumsum([len(one) for one in sequences])
        return np.split(rows, ends[:-1]) if sequences else []
