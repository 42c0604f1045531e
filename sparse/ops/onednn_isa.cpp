// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/onednn_isa.h>

#include <dnnl.h>

namespace espalier::sparse {

std::string onednn_isa_name() {
#if defined(__x86_64__)
  switch (dnnl_get_effective_cpu_isa()) {
    case dnnl_cpu_isa_avx512_core_amx:
      return "AVX512_CORE_AMX";
    case dnnl_cpu_isa_avx512_core_bf16:
      return "AVX512_CORE_BF16";
    case dnnl_cpu_isa_avx512_core_vnni:
      return "AVX512_CORE_VNNI";
    case dnnl_cpu_isa_avx512_core:
      return "AVX512_CORE";
    case dnnl_cpu_isa_avx2_vnni:
      return "AVX2_VNNI";
    case dnnl_cpu_isa_avx2:
      return "AVX2";
    case dnnl_cpu_isa_avx:
      return "AVX";
    case dnnl_cpu_isa_sse41:
      return "SSE41";
    default:
      return "";
  }
#else
  return "";
#endif
}

bool onednn_has_bf16() {
  static const bool has = (dnnl_get_effective_cpu_isa() & dnnl_cpu_isa_avx512_core_bf16) ==
                          dnnl_cpu_isa_avx512_core_bf16;
  return has;
}

}  // namespace espalier::sparse
