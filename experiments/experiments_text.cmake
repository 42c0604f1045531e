# From text to batches: corpora, WordPiece, packed sequences, masking.
find_package(PkgConfig REQUIRED)
find_package(ZLIB REQUIRED)
find_package(LibLZMA REQUIRED)
find_package(nlohmann_json REQUIRED)
pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)

target_sources(espalier_experiments PRIVATE
  batches.cpp batches.h
  content_hash.cpp content_hash.h
  corpus.cpp corpus.h
  default_corpus.cpp default_corpus.h
  encoded_corpus.cpp encoded_corpus.h
  masking.cpp masking.h
  text_file.cpp text_file.h
  tokenizer.cpp tokenizer.h
  word_splitter.cpp word_splitter.h
  wordpiece_learner.cpp wordpiece_learner.h
)
target_link_libraries(espalier_experiments
  PRIVATE espalier::models LibLZMA::LibLZMA nlohmann_json::nlohmann_json PkgConfig::utf8proc
          PkgConfig::xxhash PkgConfig::zstd ZLIB::ZLIB)
