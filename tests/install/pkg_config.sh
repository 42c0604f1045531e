#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pkg_config.sh PKG_CONFIG DIRECTORY COMPILER SOURCE PROGRAM: compiles SOURCE with the flags that the
# espalier.pc in DIRECTORY gives and runs it.
set -eu
PKG_CONFIG_PATH=$2
export PKG_CONFIG_PATH
flags=$("$1" --cflags --libs --static espalier)
# pkg-config quotes for the shell, so the shell has to read its answer.
eval "$3 -std=c++20 -O0 \"\$4\" -o \"\$5\" $flags"
exec env LD_LIBRARY_PATH="${2%/pkgconfig}" "$5"
