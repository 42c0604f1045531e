espalier_add_test(models_accounting_test
  SOURCES ${PROJECT_SOURCE_DIR}/tests/models/flops_test.cpp
          ${PROJECT_SOURCE_DIR}/tests/models/model_config_test.cpp
          ${PROJECT_SOURCE_DIR}/tests/schedules/explored_test.cpp
  LABELS unit LIBRARIES espalier::experiments)
