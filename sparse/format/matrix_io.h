// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <espalier/sparse/format/block_csr_matrix.h>

namespace espalier::sparse {

// Text files of sparse matrices. Both formats speak of single values: what is read has blocks of
// 1x1, and `reblock` (convert.h) makes larger blocks of it.
//
// The readers take nothing on trust. They throw FormatError, in one line that names file and line,
// the value found and what was expected, on: numbers that are no integers, negative, outside the
// matrix or too large for 64 bits; more or fewer entries than announced; a position that occurs
// twice; a word of 4096 bytes; anything after the end. Lines may end with CR LF, the last one
// without. A file is read in pieces of 64 KiB and what it holds is stored as it comes; announced
// numbers are compared with the size of the file first, and an extent may be at most 2^20 or the
// size of the file in bytes, whichever is larger. So memory is in proportion to what was read, at
// most some 30 times as much, and a fault is found in the memory for what stands before it. They
// throw IoError if a file cannot be read or is no regular file. Cost: one pass, and sorting.

/// Reads a pattern of the Deep Learning Matrix Collection (`.smtx`):
///
///     rows, cols, stored values        separated by commas or blanks
///     row offsets                      rows + 1 integers
///     column indices                   ascending strictly within each row
///
/// each on one line; the last line may be missing if nothing is stored. Lines that begin with a
/// percent sign are comments. Source: Gale et al. 2020,
/// Sparse GPU Kernels for Deep Learning.
PatternPtr read_smtx(const std::filesystem::path& path);
/// The same for a text in memory; `origin` names it in errors.
PatternPtr parse_smtx(std::string_view text, const std::string& origin);

/// Reads a Matrix Market file (`.mtx`) of the kind `matrix coordinate real|integer|pattern
/// general|symmetric`; other kinds are a FormatError. Entries may come in any order. An entry of a
/// symmetric matrix stands for its mirror image too and may not lie above the diagonal. Values are
/// rounded to the nearest float, which is 0 for the smallest, and have to be finite then: NaN and
/// infinity, and what is too large, are a FormatError.
/// Explicit zeros are stored; entries of a `pattern` are 1. Source: Boisvert, Pozo and Remington
/// 1996, The Matrix Market Exchange Formats.
BlockCsrMatrix<float> read_mtx(const std::filesystem::path& path);
/// The same for a text in memory; `origin` names it in errors.
BlockCsrMatrix<float> parse_mtx(std::string_view text, const std::string& origin);

/// Text of a `.smtx` file that stores every value of every stored block, whatever the block shape.
/// Throws FormatError if an extent is above 2^20 and above the length of the text in bytes, which
/// the readers refuse.
std::string smtx_text(const BlockPattern& pattern);
/// Text of a `.mtx` file (`coordinate real general`) with every stored value, explicit zeros
/// included, in the fewest digits that `parse_mtx` reads back to the same bits. Throws FormatError
/// on a value that is NaN or infinite, and on extents as `smtx_text`.
std::string mtx_text(const BlockCsrMatrix<float>& matrix);

// The writers write beside the file (its path with ".espalier-partial" behind it) and rename over
// it, so that a write that fails leaves the old file as it was. A symbolic link stays, and the file
// that it leads to is written. They do not wait for the disk: `files::write_file_atomically` does.

/// Writes `smtx_text` to a file. Throws IoError naming the file, and what `smtx_text` throws.
void write_smtx(const std::filesystem::path& path, const BlockPattern& pattern);
/// Writes `mtx_text` to a file. Throws IoError naming the file, and what `mtx_text` throws.
void write_mtx(const std::filesystem::path& path, const BlockCsrMatrix<float>& matrix);

}  // namespace espalier::sparse
