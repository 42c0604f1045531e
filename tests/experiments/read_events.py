#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads event files of TensorBoard by the format's description alone, and by TensorBoard's own reader where this Python
has it, and compares them, and the CSV, with the records of the run that they were made from.

usage: read_events.py EVENTS_FOLDER CSV RUN...
"""
import csv
import json
import pathlib
import struct
import sys

try:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
except ModuleNotFoundError:
    EventAccumulator = None


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def masked(data):
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


assert crc32c(b"123456789") == 0xE3069283


def records(data):
    while data:
        length, length_crc = struct.unpack("<QI", data[:12])
        assert length_crc == masked(data[:8]), "CRC of a length"
        event = data[12 : 12 + length]
        assert struct.unpack("<I", data[12 + length : 16 + length]) == (masked(event),), "CRC of an event"
        yield event
        data = data[16 + length :]


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def fields(data):
    """Protobuf: {field: [value, ...]}"""
    found, at = {}, 0
    while at < len(data):
        key, at = varint(data, at)
        if key % 8 == 0:
            value, at = varint(data, at)
        elif key % 8 == 1:
            value, at = struct.unpack("<d", data[at : at + 8])[0], at + 8
        elif key % 8 == 2:
            length, at = varint(data, at)
            value, at = data[at : at + length], at + length
        elif key % 8 == 5:
            value, at = struct.unpack("<f", data[at : at + 4])[0], at + 4
        else:
            raise AssertionError(f"wire type {key % 8}")
        found.setdefault(key // 8, []).append(value)
    return found


def numbers(record, above=""):
    for name, value in record.items():
        if above == "" and name in ("event", "step", "xxh3"):
            continue
        if isinstance(value, dict):
            yield from numbers(value, above + name + "/")
        elif isinstance(value, (int, float)):
            yield above + name, float(value)


def expected(run):
    for line in (run / "metrics.jsonl").read_text().splitlines():
        record = json.loads(line)
        step = record["steps"] if record["event"] == "end" else record["step"]
        for name, value in numbers(record):
            yield record["event"], name, step, value


def read_by_tensorboard(folder):
    events = EventAccumulator(str(folder), size_guidance={"scalars": 0}).Reload()  # 0: all of them
    for tag in events.Tags()["scalars"]:
        for event in events.Scalars(tag):
            yield (*tag.split("/", 1), event.step, event.value)


def main(folder, table, *runs):
    rows = list(csv.DictReader(open(table)))
    for run in map(pathlib.Path, runs):
        wanted = sorted(expected(run))
        assert len(wanted) > 20
        (file,) = (pathlib.Path(folder) / run.name).iterdir()
        assert "tfevents" in file.name
        first, *events = map(fields, records(file.read_bytes()))
        assert first[3] == [b"brain.Event:2"], first
        found, last = [], first[1][0]
        for event in events:
            assert event[1][0] >= last > 1.5e9, "times go on"
            last = event[1][0]
            (summary,) = event[5]
            (value,) = fields(summary)[1]
            tag, number = fields(value)[1][0].decode(), fields(value)[2][0]
            found.append((*tag.split("/", 1), event.get(2, [0])[0], number))
        single = lambda value: struct.unpack("<f", struct.pack("<f", value))[0]
        assert sorted(found) == [(e, n, s, single(v)) for e, n, s, v in wanted]
        if EventAccumulator is not None:
            assert sorted(read_by_tensorboard(file.parent)) == sorted(found), "TensorBoard reads something else"
        of_run = [row for row in rows if row["run"] == run.name]
        assert sorted((r["event"], r["metric"], int(r["step"]), float(r["value"])) for r in of_run) == wanted
        print(f"{run.name}: {len(found)} numbers", "" if EventAccumulator is None else ", by TensorBoard too", sep="")


main(*sys.argv[1:])
