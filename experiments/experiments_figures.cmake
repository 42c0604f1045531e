# Configuration, run folders, progress and figures.
find_package(fmt REQUIRED CONFIG)
find_package(nlohmann_json REQUIRED CONFIG)
find_package(tomlplusplus REQUIRED CONFIG)
target_sources(espalier_experiments PRIVATE
  csv.cpp
  figure.cpp
  pareto.cpp
  progress.cpp
  run_config.cpp
  run_store.cpp)
target_link_libraries(espalier_experiments
  PUBLIC espalier::models espalier::schedules nlohmann_json::nlohmann_json
  PRIVATE fmt::fmt tomlplusplus::tomlplusplus)
