// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <espalier/sparse/format/block_csr_matrix.h>

namespace espalier::experiments {

// `.npz` files of sparse matrices, as scipy.sparse.save_npz writes them: a zip archive with one
// `.npy` array for each part of the matrix. libzip opens the archive.
//
// The reader takes nothing on trust. It throws FormatError, in one line that names file and array,
// the value found and what was expected, on: no zip archive, arrays that are missing, encrypted,
// damaged (their checksums are compared), longer than the archive or than deflate can make them
// of their bytes;
// headers other than NumPy's; types other than those below; shapes that do not fit one another;
// offsets that fall; positions outside the matrix or stored twice; values that are NaN or
// infinite in single precision. An extent, of the matrix or of a block, may be at most 2^20 or the
// size of the file in bytes, whichever is larger, and 2^31 - 1. Cost: the file and its arrays in
// memory, and sorting.

/// Reads a matrix in SciPy's format bsr, in the blocks that the file has, or csr, csc or coo, in
/// blocks of 1x1. Positions may come in any order; explicit zeros are stored. Values are
/// little-endian f4, f8 or i1 to i8, rounded to the nearest float; indices are i4 or i8. Throws
/// IoError if the file cannot be read, or has more than 4 GiB.
sparse::BlockCsrMatrix<float> read_npz(const std::filesystem::path& path);
/// The same for a file in memory; `origin` names it in errors.
sparse::BlockCsrMatrix<float> parse_npz(std::string_view bytes, const std::string& origin);

/// What `scipy.sparse.load_npz` reads as a bsr matrix with the same blocks: float32, uncompressed.
/// Equal matrices give equal bytes. Throws FormatError on what `parse_npz` would refuse: a value
/// that is NaN or infinite, or an extent above its limit.
std::string npz_bytes(const sparse::BlockCsrMatrix<float>& matrix);
/// Writes `npz_bytes` to a file. Throws IoError naming the file, and what `npz_bytes` throws.
void write_npz(const std::filesystem::path& path, const sparse::BlockCsrMatrix<float>& matrix);

}  // namespace espalier::experiments
