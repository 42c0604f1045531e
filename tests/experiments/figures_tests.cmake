espalier_add_test(experiments_runs_test
  SOURCES figures/figure_test.cpp
          figures/pareto_test.cpp
          figures/progress_test.cpp
          figures/run_config_test.cpp
          figures/run_store_test.cpp
  LABELS unit LIBRARIES espalier::experiments)
