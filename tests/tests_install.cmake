# Tests of the house around the code: include directions, the installed package, the documents.
add_subdirectory(architecture)
