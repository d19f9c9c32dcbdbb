// Copies blocks of memory: prints Google Benchmark's JSON with --benchmark_format=json.
#include <benchmark/benchmark.h>
#include <cstring>
#include <vector>

static void BM_copy(benchmark::State& state) {
  std::vector<char> from(state.range(0)), to(state.range(0));
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), from.size());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_copy)->Arg(1 << 20)->Arg(5 << 20);
BENCHMARK_MAIN();
