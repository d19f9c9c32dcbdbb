use criterion::{black_box, criterion_group, criterion_main, Criterion};
use sums::sum;
fn bench(c: &mut Criterion) {
    let values: Vec<u64> = (0..100_000).collect();
    c.bench_function("sum", |b| b.iter(|| sum(black_box(&values))));
}
criterion_group!(benches, bench);
criterion_main!(benches);
