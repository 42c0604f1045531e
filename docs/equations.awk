# SPDX-License-Identifier: Apache-2.0
# Filter of Doxygen's input: what our comments set off by three blanks or more, equations and small tables, stays
# as it is written instead of running into the text. The second lines of list items are set off too, and are text.
# What a header says of several functions at once, in comments of two slashes, goes to the page of the header.
function comment(text) { match($0, /^ */); print substr($0, 1, RLENGTH) "///" text }
{
  of_header = /^\/\/( |$)/ && !/^\/\/ (SPDX|Tested by|clang-format)/
  if (of_header && !was_of_header) print "/// @file\n/// @details"
  if (!of_header && was_of_header && !/^$/) print ""
  if (of_header) $0 = "/" $0
  was_of_header = of_header

  set_off = $0 ~ /^ *\/\/\/   +[^ ]/
  if (!set_off) item = $0 ~ /^ *\/\/\/ - /
  code = set_off && !item
  if (code && !inside) { comment(""); comment(" @code{.unparsed}") }
  if (!code && inside) { comment(" @endcode"); comment("") }
  inside = code
  print
}
