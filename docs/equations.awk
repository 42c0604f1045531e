# SPDX-License-Identifier: Apache-2.0
# Filter of Doxygen's input: what our comments set off by three blanks or more, equations and small tables, stays
# as it is written instead of running into the text. The second lines of list items are set off too, and are text.
function comment(text) { match($0, /^ */); print substr($0, 1, RLENGTH) "///" text }
{
  set_off = $0 ~ /^ *\/\/\/   +[^ ]/
  if (!set_off) item = $0 ~ /^ *\/\/\/ - /
  code = set_off && !item
  if (code && !inside) { comment(""); comment(" @code{.unparsed}") }
  if (!code && inside) { comment(" @endcode"); comment("") }
  inside = code
  print
}
