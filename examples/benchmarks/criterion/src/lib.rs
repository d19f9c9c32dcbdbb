pub fn sum(values: &[u64]) -> u64 { values.iter().sum() }
