# The tests write compressed files of their own.
find_package(ZLIB REQUIRED)
find_package(LibLZMA REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)

espalier_add_test(experiments_text_test
  SOURCES text/batches_test.cpp
          text/corpus_test.cpp
          text/default_corpus_test.cpp
          text/encoded_corpus_test.cpp
          text/masking_test.cpp
          text/text_file_test.cpp
          text/tokenizer_test.cpp
  LABELS unit LIBRARIES espalier::experiments LibLZMA::LibLZMA PkgConfig::zstd ZLIB::ZLIB)
espalier_add_test(experiments_default_corpus_test
  SOURCES text/default_corpus_slow_test.cpp
  LABELS slow LIBRARIES espalier::experiments)
