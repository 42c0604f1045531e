// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::sparse {

/// What a generator is asked for: extents in values, block shape, and how many blocks to store
/// (`blocks_for_density` of a density).
struct PatternSpec {
  Index rows = 0;
  Index cols = 0;
  BlockShape block = {};
  Index blocks = 0;
};

// Every generator stores exactly `spec.blocks` blocks and is a pure function of its arguments. All
// throw ShapeError if the block does not divide the extents or `blocks` is negative or exceeds the
// grid. Positions below are those of the grid of R x C blocks. The cost is one or two passes over
// the grid in time, the stored blocks in memory; `small_world` also looks at the blocks of its row
// for each edge that it moves.
//
// Structured patterns take whole levels of positions, one after the other, while they fit, and of
// the level that does not fit an evenly spaced part in row order.

/// Within each group of `group` consecutive blocks of a block row, the same number of blocks at
/// random, every choice equally likely (N:M, with N = group * density). If that number is not an
/// integer, or the last group of the rows is shorter, each group stores its share of the blocks in
/// proportion to its size, rounded down or up such that all groups before it and itself have theirs
/// rounded down. Throws ConfigError if `group` is not positive. Source: Zhou et al. 2021, "Learning
/// N:M fine-grained structured sparse neural networks from scratch".
PatternPtr n_of_m(const PatternSpec& spec, Index group, const Random& random);

/// The same number of blocks in each block row, to within one, at random columns: `n_of_m` with
/// groups of whole rows. Source: Lasby et al. 2024, "Dynamic sparse training with structured
/// sparsity" (SRigL).
PatternPtr constant_fan_in(const PatternSpec& spec, const Random& random);

/// Levels: n = 0, 1, 2, ... positions from the diagonal, which is stretched over the rectangle: for
/// R >= C the positions (r, c) with |floor(((2r + 1) C - (2c + 1) R) / 2R + 1/2)| = n, else with
/// the roles exchanged. Level 0 has one block in each row (each column if R < C), the others up to
/// two.
PatternPtr banded(const PatternSpec& spec);

/// G squares along the diagonal, or rectangles: rows and columns are cut into G parts of equal size
/// to within one. G is the smallest number whose squares have at most `blocks` positions, or
/// min(R, C). What is left goes to the positions nearest to the diagonal, by the levels of
/// `banded`.
PatternPtr block_diagonal(const PatternSpec& spec);

/// The flat block butterfly. On a square of n = 2^k positions the levels are the diagonal, then
/// c = r xor 1, r xor 2, r xor 4, ... (stride 1, 2, 4, ...), and then what two, three, ... strides
/// reach together. Other grids stretch the largest such square with n <= min(R, C): (r, c) has the
/// level of (floor(r n / R), floor(c n / C)). Source: Dao et al. 2022, "Pixelated butterfly:
/// simple and efficient sparse training for neural network models", section 3.
PatternPtr butterfly(const PatternSpec& spec);

/// Watts-Strogatz graph between block rows and columns: a ring lattice, which is `banded` on the
/// torus, whose edges are moved with probability `rewire` to a column drawn uniformly among those
/// that the row does not store at that moment (a full row stays). Throws ConfigError if `rewire` is
/// not in [0, 1]. Source: Watts and Strogatz 1998, "Collective dynamics of small-world networks".
PatternPtr small_world(const PatternSpec& spec, double rewire, const Random& random);

/// Barabasi-Albert graph: block rows come one after the other and choose their columns, as many as
/// in `constant_fan_in`, one by one with probability in proportion to 1 + the rows that have chosen
/// a column before. Source: Barabasi and Albert 1999, "Emergence of scaling in random networks".
PatternPtr scale_free(const PatternSpec& spec, const Random& random);

/// Settings of the generators that have any.
struct PatternOptions {
  Index group = 4;      ///< M of n_of_m, in blocks
  double rewire = 0.1;  ///< of small_world
};

/// banded, block_diagonal, butterfly, constant_fan_in, n_of_m, random, scale_free, small_world.
std::vector<std::string_view> pattern_names();

/// A pattern by the name of its generator; "random" is `random_pattern`. Throws ConfigError if no
/// generator has the name, and whatever the generator throws.
PatternPtr pattern_by_name(std::string_view name, const PatternSpec& spec,
                           const PatternOptions& options, const Random& random);

/// The pattern that stores each block in which a `.mtx` or `.smtx` file has an entry. Throws
/// ConfigError on a file of another extension, FormatError naming the file if its matrix is not
/// rows x cols, and what `read_mtx` and `read_smtx` throw; ShapeError if the block does not divide
/// the extents.
PatternPtr pattern_from_file(const std::filesystem::path& path, Index rows, Index cols,
                             BlockShape block);

}  // namespace espalier::sparse
