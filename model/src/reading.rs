//! What can be read off a measurement: the metric, its unit, and which way is better.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::run::{LatencyKind, Measurement};
use crate::units::Unit;

/// Which way a metric is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// More is better.
    Higher,
    /// Less is better.
    Lower,
}

/// A percentile in millionths of a per cent, so that 99.9 is exact and can be a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Percentile(u32);

impl Percentile {
    /// Half of all operations were faster.
    pub const P50: Self = Self(50_000_000);
    /// Nine in ten were faster.
    pub const P90: Self = Self(90_000_000);
    /// 99 in 100 were faster.
    pub const P99: Self = Self(99_000_000);
    /// 999 in 1,000 were faster.
    pub const P99_9: Self = Self(99_900_000);
    /// 9,999 in 10,000 were faster.
    pub const P99_99: Self = Self(99_990_000);

    /// From per cent, above 0 and at most 100; `None` otherwise.
    pub fn new(percent: f64) -> Option<Self> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the range is checked before"
        )]
        let millionths = (percent * 1e6).round() as u32;
        (percent > 0.0 && percent <= 100.0 && millionths > 0).then_some(Self(millionths))
    }

    /// In per cent.
    pub fn percent(self) -> f64 {
        f64::from(self.0) / 1e6
    }
}

impl fmt::Display for Percentile {
    /// The shortest decimal: `50`, `99.9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.percent())
    }
}

impl FromStr for Percentile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let percent: f64 = text
            .parse()
            .map_err(|_| format!("expected a percentile such as 99.9, found \"{text}\""))?;
        Self::new(percent)
            .ok_or_else(|| format!("expected a percentile above 0 and at most 100, found {text}"))
    }
}

impl TryFrom<String> for Percentile {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Percentile> for String {
    fn from(percentile: Percentile) -> String {
        percentile.to_string()
    }
}

/// Which figure of a latency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Statistic {
    /// The arithmetic mean over all operations.
    Mean,
    /// The standard deviation.
    Sd,
    /// The fastest operation.
    Min,
    /// The slowest operation.
    Max,
    /// The value that this share of operations did not exceed.
    Percentile(Percentile),
}

/// A kind of figure that a measurement can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// Operations per second.
    Iops,
    /// Bytes per second.
    Throughput,
    /// Files per second.
    FileRate,
    /// A figure of the latency, of the most complete kind the tool gives (see [`Measurement::latency`]).
    Latency(Statistic),
}

impl Metric {
    /// The unit of the base value.
    pub fn unit(self) -> Unit {
        match self {
            Self::Iops => Unit::Iops,
            Self::Throughput => Unit::BytesPerSec,
            Self::FileRate => Unit::FilesPerSec,
            Self::Latency(_) => Unit::Nanos,
        }
    }

    /// Which way is better.
    pub fn better(self) -> Better {
        match self {
            Self::Latency(_) => Better::Lower,
            Self::Iops | Self::Throughput | Self::FileRate => Better::Higher,
        }
    }

    /// The stable name: `iops`, `throughput`, `file-rate`, `latency.mean`, `latency.p99.9`.
    pub fn name(self) -> String {
        match self {
            Self::Iops => "iops".into(),
            Self::Throughput => "throughput".into(),
            Self::FileRate => "file-rate".into(),
            Self::Latency(Statistic::Mean) => "latency.mean".into(),
            Self::Latency(Statistic::Sd) => "latency.sd".into(),
            Self::Latency(Statistic::Min) => "latency.min".into(),
            Self::Latency(Statistic::Max) => "latency.max".into(),
            Self::Latency(Statistic::Percentile(p)) => format!("latency.p{p}"),
        }
    }

    /// The figure of a measurement in base units; `None` when it was not measured.
    pub fn of(self, measurement: &Measurement) -> Option<f64> {
        match self {
            Self::Iops => measurement.iops.map(f64::from),
            Self::Throughput => measurement.throughput.map(f64::from),
            Self::FileRate => measurement.files_per_second.map(f64::from),
            Self::Latency(statistic) => {
                let latency = measurement.latency(LatencyKind::most_complete())?;
                match statistic {
                    Statistic::Mean => latency.mean,
                    Statistic::Sd => latency.sd,
                    Statistic::Min => latency.min,
                    Statistic::Max => latency.max,
                    Statistic::Percentile(p) => latency.percentiles.get(&p).copied(),
                }
                .map(f64::from)
            }
        }
    }
}

impl FromStr for Metric {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "iops" => Ok(Self::Iops),
            "throughput" => Ok(Self::Throughput),
            "file-rate" => Ok(Self::FileRate),
            _ => match name.strip_prefix("latency.") {
                Some("mean") => Ok(Self::Latency(Statistic::Mean)),
                Some("sd") => Ok(Self::Latency(Statistic::Sd)),
                Some("min") => Ok(Self::Latency(Statistic::Min)),
                Some("max") => Ok(Self::Latency(Statistic::Max)),
                Some(p) if p.starts_with('p') => Ok(Self::Latency(Statistic::Percentile(
                    p.trim_start_matches('p').parse()?,
                ))),
                _ => Err(format!(
                    "expected a metric such as iops or latency.p99, found \"{name}\""
                )),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn percentile_keys_are_the_shortest_decimal() {
        assert_eq!(Percentile::new(99.990_000).unwrap().to_string(), "99.99");
        assert_eq!(Percentile::new(50.0).unwrap().to_string(), "50");
        // fio 2.0 pads its list with an entry "0.00", which is no percentile.
        assert_eq!(Percentile::new(0.0), None);
    }

    proptest! {
        #[test]
        fn a_metric_is_found_again_by_its_name(percent in 0.001..100.0f64) {
            let percentile = Percentile::new(percent).unwrap();
            for metric in [Metric::Iops, Metric::Latency(Statistic::Mean), Metric::Latency(Statistic::Percentile(percentile))] {
                prop_assert_eq!(metric.name().parse::<Metric>(), Ok(metric));
            }
        }
    }
}
