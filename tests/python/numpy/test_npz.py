# SPDX-License-Identifier: Apache-2.0
"""`espalier convert` reads what scipy.sparse.save_npz writes, scipy.sparse.load_npz what `espalier convert` writes, and hostile
files are refused."""

import io
import shutil
import subprocess
import zipfile

import numpy as np
import pytest
import scipy.sparse

pytestmark = pytest.mark.skipif(shutil.which("espalier") is None, reason="needs the program espalier on PATH")

RANDOM = np.random.default_rng(0)
DENSE = np.where(RANDOM.random((12, 20)) < 0.2, RANDOM.standard_normal((12, 20)), 0).astype(np.float32)


def convert(*arguments):
    return subprocess.run(["espalier", "convert", *map(str, arguments)], capture_output=True, text=True, check=False)


def converted(given, folder, *more):
    done = convert(given, folder / "out.npz", *more)
    assert done.returncode == 0, done.stderr
    return scipy.sparse.load_npz(folder / "out.npz")


def refusal(given, folder):
    done = convert(given, folder / "none.npz")
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and not (folder / "none.npz").exists()
    return done.stderr


def parts(**changed):
    """The arrays that save_npz writes of a csr matrix, but for those that are given; None leaves one out."""
    matrix = scipy.sparse.csr_matrix(DENSE)
    arrays = dict(indices=matrix.indices, indptr=matrix.indptr, format=b"csr", shape=matrix.shape, data=matrix.data)
    return {name: np.asarray(value) for name, value in (arrays | changed).items() if value is not None}


@pytest.mark.parametrize("compressed", [True, False])
@pytest.mark.parametrize("format", ["bsr", "csr", "csc", "coo"])
def test_reads_what_scipy_writes(tmp_path, format, compressed):
    matrix = scipy.sparse.csr_matrix(DENSE)
    matrix = matrix.tobsr((2, 4)) if format == "bsr" else matrix.asformat(format)
    scipy.sparse.save_npz(tmp_path / "in.npz", matrix, compressed=compressed)
    out = converted(tmp_path / "in.npz", tmp_path)
    assert out.format == "bsr" and out.blocksize == ((2, 4) if format == "bsr" else (1, 1))
    np.testing.assert_array_equal(out.toarray(), DENSE)
    np.testing.assert_array_equal(converted(tmp_path / "in.npz", tmp_path, "--block", 4).toarray(), DENSE)


@pytest.mark.parametrize("kind", ["f4", "f8", "i1", "i2", "i4", "i8"])
@pytest.mark.parametrize("index", ["i4", "i8"])
def test_every_type(tmp_path, kind, index):
    matrix = scipy.sparse.csr_matrix((DENSE * 10).astype(kind))
    arrays = parts(indices=matrix.indices.astype(index), indptr=matrix.indptr.astype(index), data=matrix.data)
    np.savez(tmp_path / "in.npz", **arrays)
    np.testing.assert_array_equal(converted(tmp_path / "in.npz", tmp_path).toarray(), matrix.toarray().astype(np.float32))


def test_unsorted_positions_stored_zeros_and_room_behind_the_end(tmp_path):
    np.savez(tmp_path / "in.npz", indices=[4, 1, 0, 99], indptr=[0, 2, 3], format=b"csr", shape=[2, 5], data=[1.0, 0.0, 3.0, 99.0])
    out = converted(tmp_path / "in.npz", tmp_path)
    np.testing.assert_array_equal(out.toarray(), [[0, 0, 0, 0, 1], [3, 0, 0, 0, 0]])
    assert out.nnz == 3


@pytest.mark.parametrize(("changed", "said"), [
    ({"format": None}, "format: is not there"),
    ({"data": None}, "data: is not there"),
    ({"indptr": None}, "indptr: is not there"),
    ({"format": b"dia"}, "has the format 'dia', expected bsr, csr, csc or coo"),
    ({"format": b"bsr"}, "data: has 1 extents, expected 3 for format bsr"),
    ({"format": b"coo"}, "row: is not there"),
    ({"shape": [12]}, "shape: is (12), expected two extents"),
    ({"shape": [12, -20]}, "shape: is (12, -20), expected two extents"),
    ({"shape": [12, 2**40]}, "expected two extents of at most 1048576"),
    ({"shape": [13, 20]}, "indptr: has 13 offsets, expected 14"),
    ({"shape": [12, 3]}, "expected positions within 12 x 3"),
    ({"indices": np.zeros(49, np.int32)}, "twice, expected no duplicates"),
    ({"indices": np.full(49, -1, np.int32)}, "stores (0, -1)"),
    ({"indices": np.zeros(3, np.int32)}, "at no more than the 3 indices"),
    ({"indices": np.zeros(49, np.float32)}, "indices: has type '<f4', expected '<i4' or '<i8'"),
    ({"indptr": np.arange(13)[::-1]}, "offsets that begin at 0, never fall"),
    ({"data": np.ones(3, np.float32)}, "data: has 3 entries, expected one for each of 49 positions"),
    ({"data": np.full(49, np.nan)}, "data: value 0 is nan in single precision"),
    ({"data": np.full(49, 1e300)}, "data: value 0 is inf in single precision"),
    ({"data": np.ones(49, np.complex64)}, "data: has type '<c8', expected f4, f8 or i1 to i8"),
    ({"data": np.ones(49, ">f4")}, "data: has values of type '>f4', expected little-endian numbers"),
    ({"data": np.asfortranarray(np.ones((49, 2, 2))), "format": b"bsr"}, "data: is stored column by column"),
    ({"data": np.ones((49, 5, 1), np.float32), "format": b"bsr"}, "expected blocks that divide 12 x 20"),
])
def test_refuses_arrays_that_make_no_matrix(tmp_path, changed, said):
    assert np.count_nonzero(DENSE) == 49
    np.savez(tmp_path / "in.npz", **parts(**changed))
    assert f"{tmp_path / 'in.npz'}: " in refusal(tmp_path / "in.npz", tmp_path)
    assert said in refusal(tmp_path / "in.npz", tmp_path)


def write_with_header(path, header, arrays):
    """The arrays, but for `data`, which is this header alone."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            file = io.BytesIO()
            np.save(file, array)
            npy = b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header if name == "data" else file.getvalue()
            archive.writestr(f"{name}.npy", npy)


@pytest.mark.parametrize(("header", "said"), [
    (b"{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,), }", "has 0 bytes of values, expected 4000000000000"),
    (b"{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 3), }", "expected one for its 0 bytes"),
    (b"{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "expected an extent"),
    (b"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 1, 1), }", "expected at most three extents"),
    (b"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (0,), }", "expected '''"),
    (b"{'descr': '|O', 'fortran_order': False, 'shape': (0,), }", "has values of type '|O', expected little-endian numbers"),
    (b"{'descr': '<f4', 'descr': '<f4', 'shape': (0,), }", None),
    (b"{'descr': '<f4', 'shape': (0,), }", "expected '''"),
    (b"__import__('os')", "expected '{'"),
])
def test_refuses_headers(tmp_path, header, said):
    write_with_header(tmp_path / "in.npz", header, parts())
    assert (said or "in.npz: ") in refusal(tmp_path / "in.npz", tmp_path)


@pytest.mark.parametrize("shape", [b"(0, 4611686018427387904, 1)", b"(0, 1, 1048577)", b"(0, 1048577, 9223372036854775807)"])
def test_refuses_blocks_that_no_matrix_has(tmp_path, shape):
    """Any block divides a matrix without rows and columns."""
    header = b"{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + b", }"
    write_with_header(tmp_path / "in.npz", header, parts(format=b"bsr", shape=[0, 0], indices=np.zeros(0, np.int32), indptr=[0]))
    said = refusal(tmp_path / "in.npz", tmp_path)
    assert f"{tmp_path / 'in.npz'}: data: has " in said and "expected extents of at most 1048576" in said


def test_refuses_what_is_no_archive(tmp_path):
    (tmp_path / "in.npz").write_text("nothing of the kind")
    assert "is no zip archive" in refusal(tmp_path / "in.npz", tmp_path)
    with zipfile.ZipFile(tmp_path / "in.npz", "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("format.npy", b"\x93NUMPY" * 100)
    assert "expected stored or deflated bytes" in refusal(tmp_path / "in.npz", tmp_path)
