# SPDX-License-Identifier: Apache-2.0
"""Products and conversions of BlockMatrix against NumPy in float64 and SciPy."""

import copy
import gc
import os
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest
import scipy.sparse
from other_threads import run_within

import espalier
from espalier import BlockMatrix, BlockPattern
from espalier.arrays import floats

UNIT = 2.0**-24  # half a unit in the last place of a float of 1

BLOCKS = [1, 2, 4, 8, 16]


def gamma(terms):
    """What a sum of so many products may lose, in units of the sum of their magnitudes."""
    return terms * UNIT / (1 - terms * UNIT)


def matrix(block, rows=48, cols=80, density=0.3, seed=0):
    pattern = BlockPattern.generate("random", (rows, cols), block, density, seed=seed)
    values = np.random.default_rng(seed).standard_normal((pattern.blocks, block, block)).astype(np.float32)
    return BlockMatrix(pattern, values)


def dense_by_loop(w):
    """The definition: block k of the pattern holds values[k]."""
    out = np.zeros(w.shape)
    rows, cols = w.block
    for k, (i, j) in enumerate(w.pattern.coordinates()):
        out[i * rows : (i + 1) * rows, j * cols : (j + 1) * cols] = w.values[k]
    return out


def normal(*shape, seed=1):
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("tokens", [0, 1, 3, 64, 200])
def test_products_are_within_the_bound_of_their_sums(block, tokens):
    w, x, dy, bias = matrix(block), normal(tokens, 80), normal(tokens, 48, seed=2), normal(48, seed=3)
    dense = dense_by_loop(w)
    magnitude = np.abs(dense)

    # One product for each stored value of a row, one addition for the bias.
    error = np.abs(w.forward(x, bias) - (x.astype(np.float64) @ dense.T + bias))
    assert (error <= gamma(81) * (np.abs(x) @ magnitude.T + np.abs(bias))).all()

    error = np.abs(w.input_gradient(dy) - dy.astype(np.float64) @ dense)
    assert (error <= gamma(48) * (np.abs(dy) @ magnitude)).all()

    gradient = BlockMatrix(w.pattern, w.weight_gradient(dy, x))
    stored = dense_by_loop(BlockMatrix(w.pattern, np.ones_like(w.values)))
    exact = stored * (dy.T.astype(np.float64) @ x)
    bound = gamma(tokens + 1) * (np.abs(dy).T @ np.abs(x))
    assert (np.abs(dense_by_loop(gradient) - exact) <= bound).all()


@pytest.mark.parametrize("block", BLOCKS)
def test_products_of_small_integers_are_exact(block):
    w = matrix(block)
    w.values[...] = np.round(w.values * 2)
    x, dy = np.round(normal(7, 80) * 2), np.round(normal(7, 48, seed=2) * 2)
    dense = dense_by_loop(w)
    np.testing.assert_array_equal(w.forward(x), x @ dense.T)
    np.testing.assert_array_equal(w @ x.T, dense @ x.T)
    np.testing.assert_array_equal(w @ x[0], dense @ x[0])
    np.testing.assert_array_equal(dy @ w, dy @ dense)
    # <dy, W x> = <W^T dy, x> = <dW, W>
    gradient = w.weight_gradient(dy, x)
    assert (dy * w.forward(x)).sum() == (w.input_gradient(dy) * x).sum() == (gradient * w.values).sum()
    out = gradient.copy()
    assert w.weight_gradient(dy, x, out=out, accumulate=True) is out
    np.testing.assert_array_equal(out, 2 * gradient)


def test_any_number_of_leading_extents():
    w, x = matrix(4), normal(2, 3, 5, 80)
    np.testing.assert_array_equal(w.forward(x), w.forward(x.reshape(30, 80)).reshape(2, 3, 5, 48))
    assert w.forward(normal(80)).shape == (48,)
    assert w.forward(normal(4, 0, 80)).shape == (4, 0, 48)
    assert w.weight_gradient(normal(2, 3, 48), normal(2, 3, 80)).shape == w.values.shape


def test_strided_and_fortran_operands():
    w, x = matrix(4), normal(10, 160)
    np.testing.assert_array_equal(w.forward(x[:, ::2]), w.forward(x[:, ::2].copy()))
    np.testing.assert_array_equal(w.forward(np.asfortranarray(x[:, :80])), w.forward(x[:, :80].copy()))


@pytest.mark.parametrize("block", BLOCKS)
def test_results_do_not_depend_on_the_number_of_threads(block):
    w, x, dy = matrix(block, 256, 512), normal(300, 512), normal(300, 256, seed=2)
    before = espalier.num_threads()
    results = []
    try:
        for threads in (1, 2, 3):
            espalier.set_num_threads(threads)
            results.append((w.forward(x), w.input_gradient(dy), w.weight_gradient(dy, x)))
    finally:
        espalier.set_num_threads(before)
    for other in results[1:]:
        for one, two in zip(results[0], other):
            np.testing.assert_array_equal(one, two)


def test_two_python_threads_at_once():
    w, x = matrix(8, 256, 512), normal(300, 512)
    expected = w.forward(x)
    failures = []

    def work():
        for _ in range(20):
            if not np.array_equal(w.forward(x), expected):
                failures.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not failures


def test_the_floating_point_mode_stays():
    w = matrix(4)
    for _ in range(3):
        w.forward(normal(500, 80))
        assert np.float32(1e-40) * np.float32(0.5) != 0  # subnormals are still there


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_child_computes_alone():
    w, x = matrix(4, 256, 512), normal(500, 512)
    expected = w.forward(x)
    child = os.fork()
    if child == 0:
        os._exit(0 if np.array_equal(w.forward(x), expected) else 1)
    assert os.waitpid(child, 0)[1] == 0


# Memory


def test_values_are_not_copied():
    pattern = BlockPattern.full((4, 4), 2)
    values = np.zeros((4, 2, 2), np.float32)
    w = BlockMatrix(pattern, values)
    values[0, 0, 0] = 7
    assert w.values is values and w.to_dense()[0, 0] == 7
    assert np.shares_memory(w.to_scipy().data, values)
    assert np.shares_memory(BlockMatrix.from_scipy(w.to_scipy()).values, values)


def test_arrays_of_a_pattern_keep_it_and_are_read_only():
    offsets = BlockPattern.full((4, 4), 2).row_offsets
    gc.collect()
    assert offsets.tolist() == [0, 2, 4]
    with pytest.raises(ValueError):
        offsets[0] = 1
    with pytest.raises(ValueError):
        offsets.setflags(write=True)


def test_layers_of_many_shapes_take_the_scratch_of_one():
    """Panels of the largest, of 24 MiB, serve those of all."""
    program = """
import os, numpy as np
from espalier import BlockMatrix, BlockPattern
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
tokens, most = 192, 2**15
memory, dy = np.ones(tokens * most, np.float32), np.ones((tokens, 16), np.float32)
def products(features):
    w = BlockMatrix(BlockPattern.from_coordinates((16, features), 16, [0], [0]))
    x = memory[:tokens * features].reshape(tokens, features)
    w.forward(x)
    w.weight_gradient(dy, x)
products(most)
before = resident()
for shape in range(1, 8):
    products(most - 16 * shape)
print(resident() - before)
"""
    if not os.path.exists("/proc/self/statm"):
        pytest.skip("no /proc")
    taken = float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)
    assert taken < 24


def test_results_go_where_they_are_told():
    w, x = matrix(4), normal(5, 80)
    out = np.empty((5, 48), np.float32)
    assert w.forward(x, out=out) is out
    np.testing.assert_array_equal(out, w.forward(x))
    both = np.zeros((5, 128), np.float32)
    for wrong in (np.empty((5, 47), np.float32), np.empty((5, 48)), both[:, :48], np.empty((48, 5), np.float32).T):
        with pytest.raises((espalier.ShapeError, TypeError), match="out: found"):
            w.forward(x, out=wrong)
    square = matrix(4, 48, 48)
    y = normal(5, 48)
    with pytest.raises(espalier.ShapeError, match="overlap"):
        square.forward(y, out=y)


# Conversions


@pytest.mark.parametrize("block", [1, 2, 4, 8, 16, (2, 4), (3, 5)])
def test_scipy_and_dense_there_and_back(block):
    rows, cols = (block, block) if isinstance(block, int) else block
    pattern = BlockPattern.generate("random", (rows * 6, cols * 5), block, 0.4, seed=3)
    w = BlockMatrix(pattern, normal(pattern.blocks, rows, cols))
    w.values[0, 0, 0] = 0  # an explicit zero
    dense = dense_by_loop(w)
    np.testing.assert_array_equal(w.to_dense(), dense)
    for format in ("bsr", "csr", "coo", "csc"):
        sparse = w.to_scipy(format)
        assert sparse.format == format and sparse.nnz == w.values.size
        np.testing.assert_array_equal(sparse.toarray(), dense)
        back = BlockMatrix.from_scipy(sparse, block)
        assert back.pattern == pattern
        np.testing.assert_array_equal(back.values, w.values)
    if w.values[0].any():  # a block of explicit zeros is not found in a dense matrix
        assert BlockMatrix.from_dense(dense.astype(np.float32), block).pattern == pattern
    np.testing.assert_array_equal(w.reblock(1).to_dense(), dense)


@pytest.mark.parametrize("format", ["bsr", "csr", "csc", "coo", "lil", "dok"])
@pytest.mark.parametrize("block", [1, 2, 4, 8, (4, 8)])
def test_zeros_that_are_stored_stay(format, block, tmp_path):
    """Blocks that have just grown, at the blocks of the file and at any others."""
    w = BlockMatrix(BlockPattern.generate("random", (16, 24), 4, 0.5, seed=3))
    w.values[::2] = 1
    matrix = w.to_scipy("bsr" if format == "bsr" else "csr").asformat(format)
    assert matrix.nnz == w.values.size
    expected = w.pattern.reblock(block)
    found = BlockMatrix.from_scipy(matrix, block)
    assert found.pattern == expected
    np.testing.assert_array_equal(found.to_dense(), w.to_dense())
    for kind in (".npz", ".mtx"):
        w.save(tmp_path / f"w{kind}")
        assert BlockMatrix.load(tmp_path / f"w{kind}", block).pattern == expected


# The matrices of SciPy's own tests of BSR (scipy/sparse/tests/test_base.py, TestBSR).
SCIPY_MATRICES = [
    np.kron([[1, 0, 2, 0, 1], [0, 1, 0, 0, 0], [0, 0, 0, 1, 2]], [[1, 0, 1], [0, 0, 1]]),
    np.kron([[1, 0, 2, 0], [0, 0, 0, 0], [0, 0, 4, 5]], [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]),
    np.array([[1, 0, 0, 2], [3, 0, 1, 0], [0, 2, 0, 0]]),
    np.zeros((4, 6)),
    np.arange(36).reshape(6, 6) * (np.indices((6, 6)).sum(0) % 3 == 0),
]


@pytest.mark.parametrize("index", range(len(SCIPY_MATRICES)))
def test_matrices_of_scipys_own_tests(index):
    dense = SCIPY_MATRICES[index].astype(np.float32)
    for rows in (r for r in (1, 2, 3) if dense.shape[0] % r == 0):
        for cols in (c for c in (1, 2, 4, 5) if dense.shape[1] % c == 0):
            bsr = scipy.sparse.csr_matrix(dense).tobsr((rows, cols))
            w = BlockMatrix.from_scipy(bsr)
            assert w.block == (rows, cols)
            np.testing.assert_array_equal(w.to_dense(), dense)
            theirs, ours = bsr.sorted_indices(), w.to_scipy()
            np.testing.assert_array_equal(ours.indptr, theirs.indptr)
            np.testing.assert_array_equal(ours.indices, theirs.indices)
            np.testing.assert_array_equal(ours.data, theirs.data)
            np.testing.assert_array_equal((ours @ dense.T).astype(np.float32), (bsr @ dense.T))


def test_unsorted_indices_are_sorted_and_duplicates_refused():
    data = np.arange(8, dtype=np.float32).reshape(2, 2, 2)
    unsorted = scipy.sparse.bsr_matrix((data, [1, 0], [0, 2]), shape=(2, 4))
    w = BlockMatrix.from_scipy(unsorted)
    np.testing.assert_array_equal(w.to_dense(), unsorted.toarray())
    with pytest.raises(espalier.FormatError):
        BlockMatrix.from_scipy(scipy.sparse.bsr_matrix((data, [1, 1], [0, 2]), shape=(2, 4)))
    with pytest.raises(espalier.FormatError, match=r"found \(0, 1\) twice"):
        BlockMatrix.from_scipy(scipy.sparse.coo_matrix((np.ones(2, np.float32), ([0, 0], [1, 1])), shape=(2, 2)), 1)
    with pytest.raises(espalier.FormatError):
        BlockMatrix.from_scipy(scipy.sparse.csr_matrix((np.ones(2, np.float32), [1, 1], [0, 2, 2]), shape=(2, 2)), 1)


@pytest.mark.parametrize("block", [None, 1], ids=["bsr", "csr"])
def test_integers_are_taken_where_they_are_a_float32(block):
    as_format = scipy.sparse.csr_matrix if block else lambda dense: scipy.sparse.bsr_matrix(dense, blocksize=(1, 1))
    exact = np.array([[2**24, 0], [0, -(2**30)]])
    np.testing.assert_array_equal(BlockMatrix.from_scipy(as_format(exact), block).to_dense(), exact)
    for value in (2**24 + 1, -(2**24) - 1):
        with pytest.raises(TypeError, match="matrix: found an array of int64 with integers beyond 2.24"):
            BlockMatrix.from_scipy(as_format(np.array([[value, 0], [0, 1]])), block)


@pytest.mark.parametrize("kind", ["csr", "csc", "bsr", "coo"])
def test_indices_outside_of_the_matrix_are_refused(kind):
    dense = np.ones((6, 6), np.float32)

    def sound():
        return scipy.sparse.bsr_matrix(dense, blocksize=(2, 2)) if kind == "bsr" else scipy.sparse.coo_matrix(dense).asformat(kind)

    for changed in (77, -1):
        matrix = sound()
        (matrix.row if kind == "coo" else matrix.indices)[1] = changed
        with pytest.raises(espalier.FormatError, match="matrix: "):
            BlockMatrix.from_scipy(matrix, 1)
    if kind != "coo":
        matrix = sound()
        matrix.indptr[1] = 10**6
        with pytest.raises(espalier.FormatError, match="matrix: "):
            BlockMatrix.from_scipy(matrix, 1)


@pytest.mark.parametrize("kind", ["mtx", "smtx", "npz"])
def test_a_failed_save_leaves_the_old_file(tmp_path, kind):
    w, path = BlockMatrix.from_dense(np.eye(4, dtype=np.float32), block=2), tmp_path / f"w.{kind}"
    w.save(path)
    old = path.read_bytes()
    (tmp_path / f"w.{kind}.espalier-partial").mkdir()
    with pytest.raises(espalier.IoError, match=f"w.{kind}"):
        w.save(path)
    assert path.read_bytes() == old
    with pytest.raises(espalier.IoError):
        w.save(tmp_path / f"none/w.{kind}")


def test_an_error_that_is_no_utf8_has_a_message(tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff.mtx"
    with pytest.raises(espalier.IoError, match="cannot read"):
        BlockMatrix.load(os.fsdecode(path), 1)


def test_dense_by_magnitude_and_mask():
    dense = np.zeros((4, 4), np.float32)
    dense[:2, :2], dense[2:, 2:], dense[0, 2] = 1, -3, 2
    by_norm = BlockMatrix.from_dense(dense, 2, density=0.5)
    assert by_norm.pattern.coordinates().tolist() == [[0, 0], [1, 1]]
    dense[0, 2] = 3.5  # of the norms 3.5 and 2 (l1: 4), the largest value counts most
    for norm, expected in {"l1": [[0, 0], [1, 1]], "l2": [[0, 1], [1, 1]], "linf": [[0, 1], [1, 1]]}.items():
        assert BlockMatrix.from_dense(dense, 2, density=0.5, norm=norm).pattern.coordinates().tolist() == expected
    with pytest.raises(espalier.ConfigError, match="norm: found 'l3'; expected one of l1, l2, linf"):
        BlockMatrix.from_dense(dense, 2, density=0.5, norm="l3")
    for value in (np.nan, np.inf):
        dense[0, 2] = value
        for norm in ("l1", "l2", "linf"):
            with pytest.raises(espalier.FormatError, match=r"dense: found a value that is not finite in the block \(0, 1\)"):
                BlockMatrix.from_dense(dense, 2, density=0.5, norm=norm)
    dense[0, 2] = 2
    mask = np.zeros((2, 2), bool)
    mask[0, 1] = True
    assert BlockMatrix.from_dense(dense, 2, mask=mask).values.ravel().tolist() == [2, 0, 0, 0]
    assert BlockMatrix.from_dense(dense, 2, mask=np.kron(mask, np.ones((2, 2))).astype(bool)).pattern.blocks == 1


@pytest.mark.parametrize("kind", [".mtx", ".smtx", ".npz"])
def test_files_there_and_back(tmp_path, kind):
    w = matrix(4)
    path = tmp_path / f"w{kind}"
    w.save(path)
    back = BlockMatrix.load(path, 4)
    assert back.pattern == w.pattern
    if kind != ".smtx":
        np.testing.assert_array_equal(back.values, w.values)
    if kind == ".mtx":
        np.testing.assert_array_equal(BlockMatrix.load(path).to_dense(), w.to_dense())


def expect_refused_or_unchanged(path, original):
    """What is read of a file that was damaged."""
    try:
        found = BlockMatrix.load(path, 16)
    except (espalier.FormatError, espalier.IoError, espalier.ShapeError, TypeError) as error:
        assert str(path) in str(error) and "\n" not in str(error)
        return
    assert found.pattern == original.pattern
    np.testing.assert_array_equal(found.values, original.values)


@pytest.mark.parametrize("kind", [".mtx", ".smtx", ".npz", "compressed.npz"])
def test_damaged_files_are_refused_by_name(tmp_path, kind):
    whole, damaged = tmp_path / f"whole{kind}", tmp_path / f"damaged{kind}"
    if kind == "compressed.npz":
        scipy.sparse.save_npz(whole, matrix(16).to_scipy(), compressed=True)
    else:
        matrix(16).save(whole)
    original = BlockMatrix.load(whole, 16)
    content = whole.read_bytes()
    # A text does not show that its last number was cut.
    end = len(content) if kind.endswith(".npz") else max(content.rfind(b" "), content[:-1].rfind(b"\n"))
    for at in range(0, end, max(end // 40, 1)):
        for text in (content[:at], content[:at] + b"\xff" + content[at + 1 :]):
            damaged.write_bytes(text)
            expect_refused_or_unchanged(damaged, original)
    with pytest.raises(OSError):
        BlockMatrix.load(tmp_path / f"none{kind}")
    with pytest.raises(espalier.ConfigError, match="extension"):
        BlockMatrix.load(tmp_path / "w.txt")


@pytest.mark.parametrize("compressed", [False, True])
def test_no_flipped_bit_of_an_archive_changes_the_matrix(tmp_path, compressed):
    whole, damaged = tmp_path / "whole.npz", tmp_path / "damaged.npz"
    small = matrix(16, 32, 48, density=0.2)
    scipy.sparse.save_npz(whole, small.to_scipy(), compressed=compressed)
    content = whole.read_bytes()
    for at in range(0, len(content), 3):
        changed = bytearray(content)
        changed[at] ^= 1 << at % 8
        damaged.write_bytes(changed)
        expect_refused_or_unchanged(damaged, small)


@pytest.mark.parametrize(
    ("format", "indptr", "indices"),
    [
        ("csc", [0, 1, 2], [0, 2**30]),
        ("csc", [0, 1, 2], [0, -1]),
        ("csr", [0, 2**30, 2], [0, 1]),
        ("bsr", [0, 2**30, 2], [0, 1]),
        ("bsr", [0, 1, 2], [2**30, 1]),
        ("csr", [0, 2**30, 0], []),
        ("csr", [0, 2**31 - 1, -2], []),  # the differences of 32 bits do not fall
    ],
)
def test_offsets_and_indices_of_archives_are_checked(tmp_path, format, indptr, indices):
    """SciPy reads and writes where they say."""
    path = tmp_path / "w.npz"
    data = np.ones((len(indices), 1, 1) if format == "bsr" else len(indices), np.float32)
    np.savez(path, format=format.encode(), shape=[2, 2], data=data, indptr=np.array(indptr, np.int32),
             indices=np.array(indices, np.int32))
    with pytest.raises(espalier.FormatError) as raised:
        BlockMatrix.load(path, 1)
    assert str(raised.value).startswith(f"{path}: found no sparse matrix (")


def test_archives_of_single_values_have_blocks_of_one_by_default(tmp_path):
    w = matrix(4)
    for format in ("csr", "csc", "coo"):
        scipy.sparse.save_npz(tmp_path / "w.npz", w.to_scipy(format))
        assert BlockMatrix.load(tmp_path / "w.npz").pattern == w.pattern.reblock(1)
    scipy.sparse.save_npz(tmp_path / "w.npz", w.to_scipy().astype(np.float64))
    with pytest.raises(TypeError, match="w.npz: matrix: found values of float64"):
        BlockMatrix.load(tmp_path / "w.npz")


def test_patterns_by_every_generator():
    for name in espalier.pattern_names():
        pattern = BlockPattern.generate(name, (64, 128), 4, 0.25, seed=7, name="w")
        assert pattern.blocks == 128 and pattern.shape == (64, 128) and pattern.block == (4, 4), name
        assert pattern == BlockPattern.generate(name, (64, 128), 4, 0.25, seed=7, name="w")
    assert BlockPattern.generate("random", (64, 128), 4, 0.25, seed=8) != BlockPattern.generate(
        "random", (64, 128), 4, 0.25, seed=7)


def test_rows_and_columns_that_store_nothing_are_counted():
    pattern = BlockPattern.from_coordinates((16, 24), 4, [0, 2, 2], [1, 1, 5])
    assert (pattern.dead_rows, pattern.dead_cols) == (2, 4)
    full = BlockPattern.full((16, 24), 4)
    assert (full.dead_rows, full.dead_cols) == (0, 0)


def test_patterns_are_values():
    pattern = BlockPattern.generate("random", (64, 128), 4, 0.25)
    again = pickle.loads(pickle.dumps(pattern))
    assert again == pattern and hash(again) == hash(pattern) and {pattern: 1}[again] == 1
    assert pattern != BlockPattern.full((64, 128), 4) and pattern != 3
    assert pattern.overlap(pattern) == 1 and copy.deepcopy(pattern) is pattern
    rows, cols = pattern.coordinates().T
    assert BlockPattern.from_coordinates((64, 128), 4, rows[::-1], cols[::-1]) == pattern
    w = matrix(4)
    back = pickle.loads(pickle.dumps(w))
    assert back.pattern == w.pattern and np.array_equal(back.values, w.values)
    buffers = []
    data = pickle.dumps(w, protocol=5, buffer_callback=buffers.append)
    back = pickle.loads(data, buffers=[bytes(buffer) for buffer in buffers])  # read-only
    back.values[...] = 0


def test_integers_and_floats_of_numpy_are_taken():
    before = espalier.num_threads()
    espalier.set_num_threads(np.int64(2))
    assert type(espalier.num_threads()) is int
    espalier.set_num_threads(before)
    policy = espalier.policy("rigl", steps=np.int64(1000), drop_fraction=np.float32(0.5), skip_optimizer=np.bool_(False))
    assert policy.updates == espalier.policy("rigl", steps=1000).updates
    assert BlockPattern.generate("random", (64, 64), 4, 0.5, seed=np.int64(7)) == BlockPattern.generate(
        "random", (64, 64), 4, 0.5, seed=7)


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint32, np.uint64])
def test_integers_are_taken_unless_they_would_be_rounded(dtype):
    w = BlockMatrix.from_dense(np.eye(2, dtype=np.float32), 1)
    exact = [[1, 2**24], [3, 2**30], [5, np.iinfo(dtype).max // 2 + 1]]  # powers of two
    assert w.forward(np.array(exact, dtype)).tolist() == exact
    for value in (2**24 + 1, 2**30 - 1, np.iinfo(dtype).max):
        with pytest.raises(TypeError, match="x: found an array of .* with integers beyond 2\\^24"):
            w.forward(np.array([[1, value]], dtype))
    if np.iinfo(dtype).min < 0:
        assert w.forward(np.array([[1, np.iinfo(dtype).min]], dtype)).tolist() == [[1, np.iinfo(dtype).min]]
        with pytest.raises(TypeError):
            w.forward(np.array([[1, -(2**24) - 1]], dtype))


# Bad input: one line, what was found and what was expected

W = matrix(4)
X = normal(3, 80)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: BlockPattern((8, 8), 3, [0], []), espalier.ShapeError),
        (lambda: BlockPattern((8, 8), 4, [0, 1], [0]), espalier.FormatError),
        (lambda: BlockPattern((8, 8), 4, [0, 1, 2], [0, 2]), espalier.FormatError),
        (lambda: BlockPattern((8, 8), 4, [0, 1, 2], [0, -1]), espalier.FormatError),
        (lambda: BlockPattern((8, 8), 4, [0, 1, 2], [0, 2**40]), espalier.FormatError),
        (lambda: BlockPattern((8, 8), 4, [0.0, 1, 2], [0, 1]), TypeError),
        (lambda: BlockPattern((8, 8), 4, [[0, 1, 2]], [0, 1]), TypeError),
        (lambda: BlockPattern((8, 8), 4, "abc", [0, 1]), TypeError),
        (lambda: BlockPattern((8, 8), 4, None, [0, 1]), TypeError),
        (lambda: BlockPattern(8, 4, [0], []), TypeError),
        (lambda: BlockPattern((-8, 8), 4, [0], []), espalier.ShapeError),
        (lambda: BlockPattern((8, 8), 0, [0], []), espalier.ShapeError),
        (lambda: BlockPattern((2**62, 2**62), 1, [0], []), espalier.ShapeError),
        (lambda: BlockPattern((8, 2**70), 1, [0], []), OverflowError),
        (lambda: BlockPattern((8, True), 1, [0], []), TypeError),
        (lambda: BlockPattern.generate("random", (8, 8), 4, 1.5), espalier.ConfigError),
        (lambda: BlockPattern.generate("random", (8, 8), 4, 0.5, seed=-1), espalier.ConfigError),
        (lambda: BlockPattern.generate("random", (8, 8), 4, 0.5, seed=2**64), espalier.ConfigError),
        (lambda: BlockPattern.generate("random", (8, 8), 4, 0.5, seed=0.5), TypeError),
        (lambda: BlockPattern.generate("nothing", (8, 8), 4, 0.5), espalier.ConfigError),
        (lambda: BlockPattern.generate(b"random", (8, 8), 4, 0.5), TypeError),
        (lambda: BlockPattern.generate("random", (8, 8), 4, "0.5"), TypeError),
        (lambda: BlockPattern.generate("random", (8, 8), 4, True), TypeError),
        (lambda: BlockPattern.generate("random", (8, 8), 4, 0.5, name=3), TypeError),
        (lambda: BlockPattern.generate("random", (8, 8), 4, 0.5, group=1.5), TypeError),
        (lambda: BlockPattern.generate("random", (8, 8), 4, 0.5, rewire=None), TypeError),
        (lambda: W.pattern.overlap(W), TypeError),
        (lambda: espalier.flops(3), TypeError),
        (lambda: espalier.flops("base", density="0.5"), TypeError),
        (lambda: espalier.flops("base", sequence=64.0), TypeError),
        (lambda: espalier.explored(0.5, 1.5, 0.5), TypeError),
        (lambda: espalier.explored(None, 10, 0.5), TypeError),
        (lambda: espalier.explored(0.5, 10, 0.5, regrow_dropped="no"), TypeError),
        (lambda: espalier.Tokenizer.from_file(3), TypeError),
        (lambda: espalier.Tokenizer.from_pretrained(None), TypeError),
        (lambda: espalier.ByteLevelBpe.from_pretrained(None), TypeError),
        (lambda: BlockPattern.from_coordinates((8, 8), 4, [0, 0], [1, 1]), espalier.FormatError),
        (lambda: BlockPattern.from_coordinates((8, 8), 4, [0, 0], [1]), espalier.ShapeError),
        (lambda: BlockMatrix("pattern"), TypeError),
        (lambda: BlockMatrix(W.pattern, W.values[:-1]), espalier.ShapeError),
        (lambda: BlockMatrix(W.pattern, W.values.astype(np.float64)), TypeError),
        (lambda: BlockMatrix(W.pattern, W.values[:, ::-1]), TypeError),
        (lambda: BlockMatrix(W.pattern, list(W.values)), TypeError),
        (lambda: W.forward(X[:, :79]), espalier.ShapeError),
        (lambda: W.forward(X.astype(np.float64)), TypeError),
        (lambda: W.forward(X.astype(np.complex64)), TypeError),
        (lambda: W.forward("x"), TypeError),
        (lambda: W.forward(memoryview(X.astype(np.float64))), TypeError),  # as a tensor or frame of others
        (lambda: W.forward(X, bias=X), espalier.ShapeError),
        (lambda: W.forward(np.float32(3)), espalier.ShapeError),
        (lambda: W.input_gradient(X), espalier.ShapeError),
        (lambda: W.weight_gradient(normal(2, 48), X), espalier.ShapeError),
        (lambda: W.weight_gradient(normal(3, 48), X, accumulate=True), espalier.ConfigError),
        (lambda: W @ X, espalier.ShapeError),
        (lambda: X @ W, espalier.ShapeError),
        (lambda: BlockMatrix(BlockPattern.full((6, 6), 3)).forward(normal(2, 6)), espalier.ShapeError),
        (lambda: BlockMatrix(BlockPattern.full((6, 6), (2, 3))).forward(normal(2, 6)), espalier.ShapeError),
        (lambda: BlockMatrix.from_dense(X[0], 1), espalier.ShapeError),
        (lambda: BlockMatrix.from_dense(X, 7), espalier.ShapeError),
        (lambda: BlockMatrix.from_dense(X, 1, density=0.5, mask=X > 0), espalier.ConfigError),
        (lambda: BlockMatrix.from_dense(X, 1, mask=X), TypeError),
        (lambda: BlockMatrix.from_dense(X, 1, mask=X[:2] > 0), espalier.ShapeError),
        (lambda: BlockMatrix.from_scipy(X), TypeError),
        (lambda: BlockMatrix.from_scipy(scipy.sparse.csr_matrix(X)), espalier.ConfigError),
        (lambda: BlockMatrix.from_scipy(scipy.sparse.csr_matrix(X.astype(np.float64)), 1), TypeError),
        (lambda: espalier.set_num_threads(0), espalier.ConfigError),
        (lambda: espalier.set_num_threads(2.0), TypeError),
        (lambda: espalier.policy("rigl", steps=10, nothing=3), espalier.ConfigError),
        (lambda: espalier.policy("rigl", steps=10, drop_fraction=float("nan")), espalier.ConfigError),
        (lambda: espalier.policy("rigl", steps=[10]), TypeError),
        (lambda: espalier.policy(3), TypeError),
        (lambda: BlockMatrix.from_dense(X, 1, density="0.5"), TypeError),
        (lambda: espalier.TopologyUpdater(espalier.policy("static"), [espalier.Weight("w", W)], target_blocks=["1"]), TypeError),
        (lambda: espalier.TopologyUpdater(espalier.policy("static"), [espalier.Weight("w", W)], threads="1"), TypeError),
        (lambda: espalier.TopologyUpdater(espalier.policy("static"), [espalier.Weight("w", W)], threads=2**31), espalier.ConfigError),
    ],
)
def test_bad_input_is_refused_in_one_line(call, error):
    with pytest.raises(error) as raised:
        call()
    assert "\n" not in str(raised.value)


def test_operands_of_a_product_are_named_by_their_side():
    with pytest.raises(espalier.ShapeError, match=r"^the right operand of @: found the shape \(3, 80\); expected \(80,\) or \(80, n\)$"):
        W @ X
    with pytest.raises(espalier.ShapeError, match=r"^the left operand of @: found the shape \(3, 80\); expected \[\.\.\., 48\]$"):
        X @ W
    with pytest.raises(TypeError, match="^the left operand of @: found an array of float64; expected float32$"):
        normal(3, 48).astype(np.float64) @ W


@pytest.mark.parametrize("value", [1e300, -3.5e38])
def test_floats_beyond_float32_are_refused(value):
    w = BlockMatrix.from_dense(np.eye(2, dtype=np.float32), 1)
    with pytest.raises(TypeError, match=r"x: found .*e\+.*; expected magnitudes up to 3\.4"):
        w.forward([[0.0, value]])
    assert w.forward([[0.0, float("inf")]])[0, 1] == np.inf  # as given


def test_unaligned_arrays_are_copied():
    bytes_of = X.astype(np.float32).tobytes()
    unaligned = np.frombuffer(b"-" + bytes_of, np.float32, offset=1).reshape(X.shape)
    assert not unaligned.flags.aligned and floats(unaligned, "x").flags.aligned
    assert floats(X, "x") is X and floats(np.float32(3), "x").shape == ()
    np.testing.assert_array_equal(W.forward(unaligned), W.forward(X))


def test_masked_arrays_are_refused():
    masked = np.ma.masked_array(X, X > 0)
    values = np.ma.masked_array(W.values, W.values > 0)
    for name, call in [("x", lambda: W.forward(masked)), ("out", lambda: W.forward(X, out=np.ma.zeros((3, 48), np.float32))),
                       ("dense", lambda: BlockMatrix.from_dense(masked, 1)), ("values", lambda: BlockMatrix(W.pattern, values)),
                       ("mask", lambda: BlockMatrix.from_dense(X, 1, mask=masked > 0))]:
        with pytest.raises(TypeError, match=f"{name}: found a masked array"):
            call()


def test_a_value_array_that_was_reshaped_is_noticed():
    w = matrix(4)
    w.values.shape = (-1,)
    with pytest.raises(espalier.ShapeError, match="values: found"):
        w.forward(X)


def test_conversions_leave_the_gil_to_other_threads(tmp_path):
    """The module's own functions, since NumPy lets go of it too."""
    native = espalier._native
    pattern, values = native.from_dense(np.random.default_rng(0).standard_normal((512, 512)).astype(np.float32), 4)
    dense, csr = native.to_dense(pattern, values), native.to_csr(pattern, values)
    rows, cols = pattern.coordinates().astype(np.int64).T.copy()
    mtx, smtx, other = (str(tmp_path / name) for name in ("w.mtx", "w.smtx", "other"))
    calls = {
        "from_dense": lambda: native.from_dense(dense, 4),
        "to_dense": lambda: native.to_dense(pattern, values),
        "from_csr": lambda: native.from_csr(pattern.shape, *csr, 4),
        "to_csr": lambda: native.to_csr(pattern, values),
        "reblock": lambda: native.reblock(pattern, values, 8),
        "write_mtx": lambda: native.write_mtx(mtx, pattern, values),
        "read_mtx": lambda: native.read_mtx(mtx),
        "write_smtx": lambda: native.write_smtx(smtx, pattern),
        "read_smtx": lambda: native.read_smtx(smtx),
        "write_file": lambda: native.write_file(other, dense),
        "generate": lambda: BlockPattern.generate("random", (1024, 1024), 1, 0.1),
        "from_coordinates": lambda: BlockPattern.from_coordinates(pattern.shape, 4, rows, cols),
        "reblock of a pattern": lambda: pattern.reblock(8),
    }
    assert [name for name, call in calls.items() if not run_within(call)] == []


def test_import_does_not_import_torch():
    import subprocess

    program = "import sys, espalier; sys.exit('torch' in sys.modules or 'scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
