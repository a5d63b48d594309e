//! Measurements over time, and latency histograms that merge.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::reading::Percentile;
use crate::run::LatencyKind;
use crate::units::Nanos;
use crate::workload::Direction;

/// What a series holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SeriesMetric {
    /// Operations per second.
    #[serde(rename = "iops")]
    Iops,
    /// Bytes per second.
    #[serde(rename = "throughput_bytes_per_second")]
    Throughput,
    /// Nanoseconds.
    #[serde(rename = "latency_ns")]
    Latency,
}

impl SeriesMetric {
    /// The stable word used in machine output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Iops => "iops",
            Self::Throughput => "throughput_bytes_per_second",
            Self::Latency => "latency_ns",
        }
    }
}

/// A measurement over time inside a test. A missing window is a missing time stamp, never a zero.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// What it holds.
    pub metric: SeriesMetric,
    /// In which direction.
    pub direction: Direction,
    /// The kind of latency, if it is one.
    pub kind: Option<LatencyKind>,
    /// The length of the window each value stands for, in milliseconds; `None` for single I/Os.
    pub window_ms: Option<u64>,
    /// The end of each window (or the moment of each I/O) since the start of the test, in milliseconds; never
    /// decreasing, and of the same length as `values`.
    pub at_ms: Vec<f64>,
    /// The values in base units.
    pub values: Vec<f64>,
}

/// A latency histogram: how many operations took how long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Distribution {
    /// The kind of latency.
    pub kind: LatencyKind,
    /// In which direction.
    pub direction: Direction,
    /// Value in nanoseconds and count, by rising value; the value stands for its bin as the tool prints it.
    pub bins: Vec<(u64, u64)>,
}

impl Distribution {
    /// Operations counted.
    pub fn count(&self) -> u64 {
        self.bins.iter().map(|(_, count)| count).sum()
    }

    /// The distribution of the operations of all.  `None` for an empty list.
    pub fn merge<'a>(all: impl IntoIterator<Item = &'a Self>) -> Option<Self> {
        let mut all = all.into_iter();
        let first = all.next()?;
        let mut bins: std::collections::BTreeMap<u64, u64> = first.bins.iter().copied().collect();
        for other in all {
            for (value, count) in &other.bins {
                *bins.entry(*value).or_default() += count;
            }
        }
        Some(Self {
            kind: first.kind,
            direction: first.direction,
            bins: bins.into_iter().collect(),
        })
    }

    /// The lowest bin at which the running count reaches ⌈N × p / 100⌉; `None` when nothing was counted.
    pub fn percentile(&self, percentile: Percentile) -> Option<Nanos> {
        let wanted = (self.count() as f64 * percentile.percent() / 100.0)
            .ceil()
            .max(1.0);
        let mut seen = 0u64;
        self.bins.iter().find_map(|(value, count)| {
            seen += count;
            (*count > 0 && seen as f64 >= wanted)
                .then(|| Nanos::new(*value as f64))
                .flatten()
        })
    }

    /// The mean of the bins, weighted by count; `None` when nothing was counted.
    pub fn mean(&self) -> Option<Nanos> {
        let sum: f64 = self
            .bins
            .iter()
            .map(|(value, count)| *value as f64 * *count as f64)
            .sum();
        Nanos::new(sum / self.count() as f64)
    }
}

/// A log-linear histogram of latencies from 1 ns to 2^37 ns (137 s), with 128 bins per doubling: the middle of a bin is
/// at most 0.4 % from any value in it. The layout of the own engine's results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLinear {
    counts: Vec<u64>,
}

impl LogLinear {
    /// Bits of a value kept below its leading one.
    const BITS: u32 = 7;
    const BINS_PER_DOUBLING: usize = 1 << Self::BITS;
    /// Values from here on fall into the last bin.
    const LIMIT: u64 = 1 << 37;
    const BINS: usize = (37 - Self::BITS as usize + 1) * Self::BINS_PER_DOUBLING;

    /// An empty histogram.
    pub fn new() -> Self {
        Self {
            counts: vec![0; Self::BINS],
        }
    }

    /// Counts one operation.
    pub fn record(&mut self, nanos: u64) {
        self.counts[Self::index(nanos)] += 1;
    }

    /// Adds the operations of another.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// The bins that hold something, with the middle of each.
    pub fn distribution(&self, kind: LatencyKind, direction: Direction) -> Distribution {
        let filled = self
            .counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0);
        Distribution {
            kind,
            direction,
            bins: filled
                .map(|(index, count)| (Self::middle(index), *count))
                .collect(),
        }
    }

    /// Below 2^8 every value has its own bin; above, the leading one and seven bits decide.
    fn index(nanos: u64) -> usize {
        let value = nanos.min(Self::LIMIT - 1);
        let doubling = (u64::BITS - value.leading_zeros()).saturating_sub(Self::BITS + 1);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "below 2 x 128 after the shift"
        )]
        let within = (value >> doubling) as usize;
        doubling as usize * Self::BINS_PER_DOUBLING + within
    }

    fn middle(index: usize) -> u64 {
        let doubling = (index / Self::BINS_PER_DOUBLING).saturating_sub(1);
        let within = index - doubling * Self::BINS_PER_DOUBLING;
        let low = (within as u64) << doubling;
        low + ((1u64 << doubling) - 1) / 2
    }
}

impl Default for LogLinear {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(values: &[u64]) -> LogLinear {
        let mut histogram = LogLinear::new();
        values.iter().for_each(|v| histogram.record(*v));
        histogram
    }

    #[test]
    fn percentiles_of_merged_bins_are_not_means_of_percentiles() {
        let bins = |bins: &[(u64, u64)]| Distribution {
            kind: LatencyKind::Completion,
            direction: Direction::Read,
            bins: bins.to_vec(),
        };
        let both =
            Distribution::merge([&bins(&[(200_000, 90_000)]), &bins(&[(5_000_000, 10_000)])])
                .unwrap();
        assert_eq!(both.count(), 100_000);
        assert_eq!(both.percentile(Percentile::P50), Nanos::new(200_000.0));
        assert_eq!(both.percentile(Percentile::P99), Nanos::new(5_000_000.0));
    }

    #[test]
    fn nothing_counted_has_no_percentile() {
        let empty = Distribution {
            kind: LatencyKind::Total,
            direction: Direction::Read,
            bins: vec![],
        };
        assert_eq!(
            (empty.percentile(Percentile::P50), empty.mean()),
            (None, None)
        );
    }

    proptest! {
        #[test]
        fn a_bin_is_within_four_tenths_of_a_per_cent(value in 1u64..(1 << 37)) {
            let bins = of(&[value]).distribution(LatencyKind::Total, Direction::Read).bins;
            let error = (bins[0].0 as f64 - value as f64).abs() / value as f64;
            prop_assert!(error <= 0.004, "{value} fell into {}", bins[0].0);
        }

        #[test]
        fn merging_is_recording_together(a in prop::collection::vec(0u64..1 << 40, 0..50), b in prop::collection::vec(0u64..1 << 40, 0..50)) {
            let mut merged = of(&a);
            merged.merge(&of(&b));
            prop_assert_eq!(merged, of(&[a, b].concat()));
        }

        #[test]
        fn percentiles_agree_with_sorted_samples(mut values in prop::collection::vec(1u64..1 << 37, 1..200), percent in 1.0..100.0f64) {
            let percentile = Percentile::new(percent).unwrap();
            let found = of(&values).distribution(LatencyKind::Total, Direction::Read).percentile(percentile).unwrap().get();
            values.sort_unstable();
            let rank = ((values.len() as f64 * percentile.percent() / 100.0).ceil() as usize).max(1);
            let exact = values[rank - 1] as f64;
            prop_assert!((found - exact).abs() / exact <= 0.004, "found {found}, exact {exact}");
        }
    }
}
