# SPDX-License-Identifier: Apache-2.0
"""Block-sparse matrices over NumPy arrays."""

from __future__ import annotations

import io
import os

import numpy as np

from espalier import _native
from espalier.arrays import address, floats, number, own_floats, refuse_masked
from espalier.errors import ConfigError, FormatError, ShapeError
from espalier.threads import num_threads

BlockPattern = _native.BlockPattern


def pattern_names() -> list[str]:
    """The generators of patterns, by the names that `BlockPattern.generate` knows."""
    return _native.pattern_names()


class BlockMatrix:
    """A block-sparse matrix: a pattern, and the values of its stored blocks.

        BlockMatrix(pattern, values)

    `values` is an array of float32, [blocks, block rows, block columns], the blocks in the order of
    the pattern. It is not copied: what changes in the array changes in the matrix. Without it all
    values are zero.

    >>> import espalier
    >>> w = espalier.BlockMatrix.from_dense([[0, 0, 1, 2], [0, 0, 3, 4]], block=2)
    >>> w
    <espalier.BlockMatrix 2x4, 1 blocks of 2x2, density 0.5>
    >>> w @ [0, 0, 1, 1]
    array([3., 7.], dtype=float32)
    >>> w.forward([[0, 0, 1, 1]])        # the same for a batch: x [tokens, in] -> y [tokens, out]
    array([[3., 7.]], dtype=float32)

    The products are for square blocks of 1, 2, 4, 8 and 16; conversions take any. They release the
    GIL, their results do not depend on `espalier.num_threads()`, and they cost 2 * tokens * stored
    values floating-point operations.
    """

    __slots__ = ("_pattern", "_values", "__weakref__")
    __array_ufunc__ = None  # so that an array on the left of @ leaves the product to this class

    def __init__(self, pattern: BlockPattern, values: np.ndarray | None = None):
        if not isinstance(pattern, BlockPattern):
            raise TypeError(f"pattern: found {type(pattern).__name__}; expected a BlockPattern")
        shape = (pattern.blocks, *pattern.block)
        self._pattern = pattern
        self._values = np.zeros(shape, np.float32) if values is None else own_floats(values, shape, "values")

    @property
    def pattern(self) -> BlockPattern:
        return self._pattern

    @property
    def values(self) -> np.ndarray:
        """[blocks, block rows, block columns]; the memory of the matrix itself."""
        return self._values

    @property
    def shape(self) -> tuple[int, int]:
        return self._pattern.shape

    @property
    def block(self) -> tuple[int, int]:
        return self._pattern.block

    @property
    def density(self) -> float:
        return self._pattern.density

    def __repr__(self) -> str:
        return repr(self._pattern).replace("BlockPattern", "BlockMatrix")

    def __reduce__(self):
        return _restored, (self._pattern, self._values)

    # Products

    def forward(self, x, bias=None, out: np.ndarray | None = None) -> np.ndarray:
        """The output of a linear layer with this weight: y = x W^T + bias.

        x [..., in], bias [out] or None, y [..., out]. The result goes to `out` where it is given.
        Raises ShapeError where extents disagree or `out` overlaps what is read, TypeError for what is
        no float32.
        """
        rows, cols = self.shape
        x = _tokens(x, cols, "x")
        bias = None if bias is None else floats(bias, "bias")
        if bias is not None and bias.shape != (rows,):
            raise ShapeError(f"bias: found the shape {bias.shape}; expected ({rows},)")
        y = _result(out, (*x.shape[:-1], rows))
        _native.linear(self._pattern, address(self._checked_values()), address(x),
                       0 if bias is None else address(bias), address(y), _count(x), num_threads())
        return y

    def input_gradient(self, dy, out: np.ndarray | None = None) -> np.ndarray:
        """The gradient of the input from that of the output: dx = dy W, dy [..., out], dx [..., in]."""
        rows, cols = self.shape
        dy = _tokens(dy, rows, "dy")
        dx = _result(out, (*dy.shape[:-1], cols))
        _native.linear_transposed(self._pattern, address(self._checked_values()), address(dy), address(dx),
                                  _count(dy), num_threads())
        return dx

    def weight_gradient(self, dy, x, out: np.ndarray | None = None, accumulate: bool = False) -> np.ndarray:
        """The gradient of the stored values (SDDMM): dW = dy^T x where a block is stored.

        dy [..., out], x [..., in], result [blocks, block rows, block columns]. With `accumulate` it is
        added to what `out` holds.
        """
        rows, cols = self.shape
        dy, x = _tokens(dy, rows, "dy"), _tokens(x, cols, "x")
        if dy.shape[:-1] != x.shape[:-1]:
            raise ShapeError(f"dy: found the shape {dy.shape}; expected {(*x.shape[:-1], rows)}, the tokens of x")
        if accumulate and out is None:
            raise ConfigError("accumulate: found no array to add to; pass it as `out`")
        gradient = _result(out, self._values.shape)
        _native.linear_gradient(self._pattern, address(dy), address(x), address(gradient), bool(accumulate),
                                _count(x), num_threads())
        return gradient

    def __matmul__(self, other):
        """W @ x for x [in] or [in, n]."""
        x = floats(other, "the right operand of @")
        if x.ndim not in (1, 2) or x.shape[0] != self.shape[1]:
            raise ShapeError(f"the right operand of @: found the shape {x.shape}; expected ({self.shape[1]},) "
                             f"or ({self.shape[1]}, n)")
        return self.forward(x) if x.ndim == 1 else self.forward(x.T).T

    def __rmatmul__(self, other):
        """x @ W for x [..., out]."""
        return self.input_gradient(_tokens(other, self.shape[0], "the left operand of @"))

    # Conversions

    @staticmethod
    def from_dense(dense, block, *, density: float | None = None, mask=None, norm: str = "l1") -> BlockMatrix:
        """The matrix that stores the blocks in which `dense` has a value that is not zero.

        With `density`, the ceil(density * blocks of the grid) blocks of the largest `norm` ("l1", "l2" or
        "linf") instead, ties to the one that comes first; with `mask`, an array of truth values of the shape of `dense` or of
        its grid of blocks, the blocks in which the mask is true. Raises FormatError for values that are not finite where
        they are compared.
        """
        array = floats(dense, "dense")
        if array.ndim != 2:
            raise ShapeError(f"dense: found {array.ndim} dimensions; expected 2")
        if density is None and mask is None:
            return BlockMatrix(*_native.from_dense(array, block))
        if density is not None and mask is not None:
            raise ConfigError("from_dense: found both a density and a mask; expected one of them")
        full = BlockPattern.full(array.shape, block)
        blocks = _blocks_of(array, full)
        if mask is not None:
            chosen = _mask_grid(mask, full)
        else:
            count = _native.blocks_for_density(full.blocks, number(density, "density"))
            if norm not in _NORMS:
                raise ConfigError(f"norm: found {norm!r}; expected one of {', '.join(_NORMS)}")
            norms = _NORMS[norm](np.abs(blocks, dtype=np.float64)).ravel()
            if not np.isfinite(norms).all():  # those of NaN would come last
                row, col = divmod(int(np.flatnonzero(~np.isfinite(norms))[0]), full.grid[1])
                raise FormatError(f"dense: found a value that is not finite in the block ({row}, {col}); expected finite ones, which can be "
                                  "compared by their norm")
            chosen = np.zeros(norms.size, bool)
            chosen[np.argsort(-norms, kind="stable")[:count]] = True
            chosen = chosen.reshape(full.grid)
        rows, cols = np.nonzero(chosen)
        pattern = BlockPattern.from_coordinates(array.shape, full.block, rows, cols)
        return BlockMatrix(pattern, np.ascontiguousarray(blocks[rows, cols]))

    def to_dense(self) -> np.ndarray:
        """[rows, columns], with zeros where nothing is stored."""
        return _native.to_dense(self._pattern, self._checked_values())

    @staticmethod
    def from_scipy(matrix, block=None) -> BlockMatrix:
        """From a sparse matrix of SciPy, of any format and of float32 or integers that are a float32.

        `block` is needed unless the matrix is in BSR format, whose blocks are then kept; of other blocks
        than its own those are stored that hold a stored value. Values of a BSR matrix of float32 with
        sorted indices are not copied. Explicit zeros stay stored (DIA does not tell them from what fills up
        its diagonals, and has none); duplicates raise FormatError.
        """
        import scipy.sparse

        if not scipy.sparse.issparse(matrix):
            raise TypeError(f"matrix: found {type(matrix).__name__}; expected a sparse matrix of SciPy")
        if matrix.ndim != 2:
            raise ShapeError(f"matrix: found {matrix.ndim} dimensions; expected 2")
        if matrix.dtype != np.float32 and matrix.dtype.kind not in "iub":
            raise TypeError(f"matrix: found values of {matrix.dtype}; expected float32")
        _check_indices(matrix)
        if matrix.format == "bsr":
            if not matrix.has_sorted_indices:
                matrix = matrix.sorted_indices()
            pattern = BlockPattern(matrix.shape, matrix.blocksize, matrix.indptr, matrix.indices)
            values = matrix.data[: pattern.blocks]
            if values.dtype != np.float32 or not values.flags.c_contiguous or not values.flags.writeable:
                values = np.array(floats(values, "matrix"), order="C")
            result = BlockMatrix(pattern, values)
            return result if block is None or _pair(block) == result.block else result._stored_in(block)
        if block is None:
            raise ConfigError(f"from_scipy: found a matrix in {matrix.format} format and no block; expected the side "
                              "of its blocks")
        if matrix.format == "coo":
            order = np.lexsort((matrix.col, matrix.row))
            row, col = matrix.row[order], matrix.col[order]
            repeated = np.flatnonzero((row[1:] == row[:-1]) & (col[1:] == col[:-1]))
            if repeated.size:
                i = repeated[0]
                raise FormatError(f"matrix: found ({row[i]}, {col[i]}) twice; expected no duplicates")
        csr = matrix.tocsr()
        if not csr.has_sorted_indices:
            csr = csr.sorted_indices()
        return BlockMatrix(*_native.from_csr(csr.shape, csr.indptr, csr.indices,
                                             floats(csr.data, "matrix"), block))

    def to_scipy(self, format: str = "bsr"):
        """A sparse array of SciPy: bsr, csr, coo, or whatever format csr can be converted to. The values of a
        bsr_array are those of the matrix, not copied; its indices are."""
        import scipy.sparse

        if format == "bsr":
            offsets = self._pattern.row_offsets
            index = np.int32 if offsets[-1] <= np.iinfo(np.int32).max else np.int64
            return scipy.sparse.bsr_array(
                (self._values, self._pattern.columns.astype(index), offsets.astype(index)), shape=self.shape)
        offsets, columns, values = _native.to_csr(self._pattern, self._checked_values())
        return scipy.sparse.csr_array((values, columns, offsets), shape=self.shape).asformat(format)

    def reblock(self, block) -> BlockMatrix:
        """The same matrix in other blocks; blocks that hold only zeros are not stored."""
        return BlockMatrix(*_native.reblock(self._pattern, self._checked_values(), block))

    def _stored_in(self, block) -> BlockMatrix:
        """The same matrix in other blocks, of which all are stored that hold a stored value, a zero or not."""
        return BlockMatrix(*_native.from_csr(self.shape, *_native.to_csr(self._pattern, self._checked_values()), block))

    # Files

    @staticmethod
    def load(path, block=None) -> BlockMatrix:
        """Reads a matrix: `.mtx` (Matrix Market), `.smtx` (Deep Learning Matrix Collection; its values are
        one) or `.npz` (what scipy.sparse.save_npz writes). `block` is the side of the blocks; by default 1,
        and that of the file for a BSR matrix in `.npz`."""
        path = os.fspath(path)
        kind = os.path.splitext(path)[1]
        if kind == ".npz":
            matrix = _load_npz(path)
            try:
                return BlockMatrix.from_scipy(matrix, 1 if block is None and matrix.format != "bsr" else block)
            except (FormatError, ShapeError, TypeError) as error:
                raise type(error)(f"{path}: {error}") from None
        if kind == ".mtx":
            matrix = BlockMatrix(*_native.read_mtx(path))
            return matrix if block is None else matrix._stored_in(block)
        if kind == ".smtx":
            pattern = _native.read_smtx(path)
            single = BlockMatrix(pattern, np.ones((pattern.blocks, 1, 1), np.float32))
            return single if block is None else single.reblock(block)
        raise ConfigError(f"{path}: found the extension '{kind}'; expected .mtx, .smtx or .npz")

    def save(self, path) -> None:
        """Writes `.mtx`, `.smtx` (the pattern only) or `.npz` (BSR, for scipy.sparse.load_npz). Raises IoError if that
        fails; what the file held before is still there then."""
        path = os.fspath(path)
        kind = os.path.splitext(path)[1]
        if kind == ".mtx":
            _native.write_mtx(path, self._pattern, self._checked_values())
        elif kind == ".smtx":
            _native.write_smtx(path, self._pattern)
        elif kind == ".npz":
            import scipy.sparse

            whole = io.BytesIO()
            scipy.sparse.save_npz(whole, self.to_scipy(), compressed=False)
            _native.write_file(path, whole.getbuffer())
        else:
            raise ConfigError(f"{path}: found the extension '{kind}'; expected .mtx, .smtx or .npz")

    def _checked_values(self) -> np.ndarray:
        # The array is also its owner's, who may have given it another shape.
        return own_floats(self._values, (self._pattern.blocks, *self._pattern.block), "values")


def _restored(pattern: BlockPattern, values: np.ndarray) -> BlockMatrix:
    """From a pickle, whose buffers may be read-only."""
    return BlockMatrix(pattern, np.require(values, requirements="CAW"))


def _pair(block) -> tuple:
    return (block, block) if np.ndim(block) == 0 else tuple(block)


def _tokens(value, features: int, what: str) -> np.ndarray:
    array = floats(value, what)
    if array.ndim == 0 or array.shape[-1] != features:
        raise ShapeError(f"{what}: found the shape {array.shape}; expected [..., {features}]")
    return array


def _count(tokens: np.ndarray) -> int:
    count = 1
    for extent in tokens.shape[:-1]:
        count *= extent
    return count


def _result(out, shape: tuple) -> np.ndarray:
    return np.empty(shape, np.float32) if out is None else own_floats(out, shape, "out")


# Of magnitudes [block rows, block cols, rows, cols].
_NORMS = {"l1": lambda blocks: blocks.sum(axis=(2, 3)),
          "l2": lambda blocks: np.sqrt(np.square(blocks).sum(axis=(2, 3))),
          "linf": lambda blocks: blocks.max(axis=(2, 3))}


def _blocks_of(dense: np.ndarray, full: BlockPattern) -> np.ndarray:
    """[grid rows, grid columns, block rows, block columns]."""
    (grid_rows, grid_cols), (rows, cols) = full.grid, full.block
    return dense.reshape(grid_rows, rows, grid_cols, cols).transpose(0, 2, 1, 3)


def _mask_grid(mask, full: BlockPattern) -> np.ndarray:
    refuse_masked(mask, "mask")
    array = np.asarray(mask)
    if array.dtype != np.bool_:
        raise TypeError(f"mask: found an array of {array.dtype}; expected truth values")
    if array.shape == full.shape:
        return _blocks_of(array, full).any(axis=(2, 3))
    if array.shape == full.grid:
        return array
    raise ShapeError(f"mask: found the shape {array.shape}; expected {full.shape}, or {full.grid} for whole blocks")


def _load_npz(path: str):
    import zipfile

    import scipy.sparse

    from espalier.errors import IoError

    try:
        with zipfile.ZipFile(path) as archive:
            # The checksum of an array is compared at its end, to which NumPy need not read.
            if (damaged := archive.testzip()) is not None:
                raise FormatError(f"{damaged} has another checksum than the archive says")
        matrix = scipy.sparse.load_npz(path)
        if matrix.format in ("csr", "csc", "bsr"):
            _check_compressed(matrix)
        return matrix
    except OSError as error:
        raise IoError(f"{path}: {error.strerror or error}") from None
    except MemoryError:  # of a large file it says nothing
        raise
    except Exception as error:  # of zipfile, zlib, NumPy's reader of headers and SciPy, each with errors of its own
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise FormatError(f"{path}: found no sparse matrix ({reason}); expected what scipy.sparse.save_npz writes") from None


def _check_indices(matrix) -> None:
    """FormatError unless the indices of a matrix of SciPy lie within it, which its own conversions do not look at."""
    if matrix.format in ("csr", "csc", "bsr"):
        try:
            _check_compressed(matrix)
        except ValueError as error:
            raise FormatError(f"matrix: {error}") from None
    elif matrix.format == "coo":
        for name, index, extent in (("row", matrix.row, matrix.shape[0]), ("column", matrix.col, matrix.shape[1])):
            outside = index[(index < 0) | (index >= extent)]
            if outside.size:
                raise FormatError(f"matrix: found {name} {outside[0]}; expected one from 0 to {extent - 1}")


def _check_compressed(matrix) -> None:
    """Offsets and indices, which SciPy's loops read and write by without a look at them.

    SciPy's own check comes second: it leaves out a matrix whose last offset is not above 0, and its
    differences of offsets wrap round.
    """
    falls = np.flatnonzero(matrix.indptr[1:] < matrix.indptr[:-1])
    if falls.size:
        at = falls[0]
        raise FormatError(f"indptr falls from {matrix.indptr[at]} to {matrix.indptr[at + 1]} at {at + 1}")
    matrix.check_format(full_check=True)
