# cmake -DFOLDER=... -DOUTPUT=... -P embed_page.cmake
# Makes a C++ file of page.html, page.css and the scripts, which become one. The content security policy allows no script and
# no style but these two, by the SHA-256 of what stands between their tags, and nothing that is loaded.
cmake_minimum_required(VERSION 3.25)

# Base64 of the SHA-256 of a text: three hexadecimal digits are two letters, and of 64 digits one is left.
function(hash_of text result)
  set(letters ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  string(SHA256 digits "${text}")
  set(base64 "")
  foreach(i RANGE 0 60 3)
    string(SUBSTRING ${digits} ${i} 3 three)
    math(EXPR high "0x${three} / 64")
    math(EXPR low "0x${three} % 64")
    string(SUBSTRING ${letters} ${high} 1 first)
    string(SUBSTRING ${letters} ${low} 1 second)
    string(APPEND base64 ${first}${second})
  endforeach()
  string(SUBSTRING ${digits} 63 1 last)
  math(EXPR index "0x${last} * 4")
  string(SUBSTRING ${letters} ${index} 1 letter)
  set(${result} "sha256-${base64}${letter}=" PARENT_SCOPE)
endfunction()

# Brackets and semicolons mean something in CMake's lists, so texts stay whole and quoted.
file(READ ${FOLDER}/page.html page)
file(READ ${FOLDER}/page.css style)
set(script "")
foreach(name runs figures run_view page)
  file(READ ${FOLDER}/${name}.js part)
  string(APPEND script "${part}")
endforeach()
hash_of("${style}" style_hash)
hash_of("${script}" script_hash)
string(REPLACE "@POLICY@"
  "default-src 'none'; script-src '${script_hash}'; style-src '${style_hash}'; base-uri 'none'; form-action 'none'"
  page "${page}")
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")
string(FIND "${page}" "@DATA@" at)
if(at EQUAL -1)
  message(FATAL_ERROR "page.html has no @DATA@")
endif()
string(SUBSTRING "${page}" 0 ${at} head)
math(EXPR behind "${at} + 6")
string(SUBSTRING "${page}" ${behind} -1 tail)
file(WRITE ${OUTPUT}
  "// Made by embed_page.cmake.\n"
  "#include <espalier/experiments/results/report_page/page_text.h>\n"
  "namespace espalier::experiments {\n"
  "const std::string_view kPageHead = R\"page(${head})page\";\n"
  "const std::string_view kPageTail = R\"page(${tail})page\";\n"
  "}  // namespace espalier::experiments\n")
