# Tests of the house around the code: include directions, the installed package, the documents.
add_subdirectory(architecture)
# A sanitizer's runtime would have to be linked into the consumer as well; the plain builds prove the package.
if(NOT ESPALIER_SANITIZE)
  add_subdirectory(install)
endif()
add_subdirectory(readme)
