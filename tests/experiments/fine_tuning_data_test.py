# SPDX-License-Identifier: Apache-2.0
"""What configs/fine_tuning/make_data makes of a small WordNet of our own: labels are right and say nothing of one text alone, answers stand where
they are said to stand, and no headword or definition is on two sides.

    fine_tuning_data_test.py SOURCE_TREE
"""
import collections
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import re
import sys
import tempfile

sys.dont_write_bytecode = True
path = pathlib.Path(sys.argv[1]) / "experiments/configs/fine_tuning/make_data"
loader = importlib.machinery.SourceFileLoader("make_data", str(path))
make_data = importlib.util.module_from_spec(importlib.util.spec_from_loader("make_data", loader))
try:
    loader.exec_module(make_data)
except SystemExit as missing:  # no library xxhash
    print(missing)
    sys.exit(77)

LICENCE = "  1 This software and database is being provided to you\n"
# Files of the lexicographers for each part of speech.
FILES = {"noun": (4, 5, 6, 18), "verb": (30, 38), "adj": (0, 44), "adv": (2,)}
QUESTIONS = {0: "adjective", 2: "adverb", 4: "noun act", 5: "noun animal", 6: "noun artifact", 18: "noun person", 30: "verb change",
             38: "verb motion", 44: "adjective"}


def synsets(part):
    """Two senses of each word in each file of that part of speech, one of them with an example; some definitions are those of many words."""
    for word in range(600):
        for file_number in FILES[part]:
            for sense in range(2):
                definition = f"the {part} {word % 500} of {file_number}, {sense}"
                lemma = f"word_{word}(a)" if part == "adj" else f"word_{word}"
                gloss = f'{definition}; "an example"' if sense else definition
                yield f"{word:08} {file_number:02} {part[0]} 01 {lemma} 0 000 | {gloss}  \n"


def made(folder):
    """Contents of the files by name."""
    source = folder / "corpus/usr/share/wordnet"
    source.mkdir(parents=True)
    for part in FILES:
        (source / f"data.{part}").write_text(LICENCE + "".join(synsets(part)), encoding="utf-8")
    out = folder / "out"
    sys.argv = ["make_data", "--corpus", str(folder / "corpus"), "--out", str(out)]
    with contextlib.redirect_stdout(io.StringIO()):
        make_data.main()
    return {str(file.relative_to(out)): file.read_text(encoding="utf-8") for file in out.rglob("*.*")}


def rows(text):
    return [line.split("\t") for line in text.splitlines()]


def held_out(word):
    return make_data.share(f"word {word}") < 0.05


def words_of(definition):
    """All words that the definition is one of."""
    number = int(definition.split()[2])
    return {word for word in (number, number + 500) if word < 600}


def file_of(definition):
    return int(re.search(r" of (\d+),", definition)[1])


with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
    files = made(pathlib.Path(first))
    assert files == made(pathlib.Path(second)), "equal sources make equal files"
assert len(files) == 12, sorted(files)

for name, kind_of in (("topic_pairs", file_of), ("part_pairs", lambda text: text.split()[1])):
    sides = {}
    for split in ("train", "validation", "test"):
        pairs = rows(files[f"{name}/{split}.tsv"])
        assert len(pairs) > 50, (name, split, len(pairs))
        for label, *texts in pairs:
            assert (kind_of(texts[0]) == kind_of(texts[1])) == (label == "same") and texts[0] != texts[1], (name, label, texts)
        for place in (1, 2):
            counts = collections.Counter((pair[0], pair[place]) for pair in pairs)
            assert set(counts.values()) == {1}, (name, split, counts.most_common(1))
            assert {text for label, text in counts if label == "same"} == {text for label, text in counts if label == "other"}, (name, split)
        sides[split] = {text for _, *texts in pairs for text in texts}
        for text in sides[split]:
            assert "example" not in text
            assert all(held_out(word) for word in words_of(text)) == (split != "train"), (name, split, text)
    assert not sides["validation"] & sides["test"]

for split in ("train", "validation", "test"):
    seen = 0
    for article in json.loads(files[f"spans/{split}.json"])["data"]:
        part = make_data.share(article["title"])
        assert split == ("test" if part < 0.05 else "validation" if part < 0.1 else "train"), article["title"]
        for paragraph in article["paragraphs"]:
            context = paragraph["context"]
            senses = re.split(r" ?\d\. ", context)[1:]
            assert len(senses) > 1 and len(context) <= 100 and context.startswith("1. "), context
            kinds = collections.Counter(file_of(sense) if file_of(sense) not in FILES["adj"] else "adjective" for sense in senses)
            for question in paragraph["qas"]:
                (answer,) = question["answers"]
                assert context[answer["answer_start"]:].startswith(answer["text"]) and answer["text"] in senses, question
                kind = file_of(answer["text"])
                assert kinds["adjective" if kind in FILES["adj"] else kind] == 1, (context, question)
                assert question["question"] == QUESTIONS[kind], question
                if split == "test":
                    assert all(held_out(word) for word in words_of(answer["text"])), question
                seen += 1
    assert seen > 20, (split, seen)
