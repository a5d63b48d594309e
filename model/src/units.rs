//! Quantities that cannot be mixed up.
//!
//! Inside the program every value is in its base unit: bytes, bytes per second, nanoseconds, operations per
//! second. A foreign value enters through a constructor that names the foreign unit, and leaves through
//! [`Scale`], which picks one prefix for a whole column or axis. Machine output is never scaled.

use serde::{Deserialize, Serialize};

/// Bytes in one KiB.
pub const KIB: f64 = 1024.0;
/// Bytes in one MiB.
pub const MIB: f64 = 1024.0 * 1024.0;
/// Bytes in one MB.
pub const MB: f64 = 1e6;

macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        ///
        /// Always finite and not negative; what is not measured is `None`, never zero.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(try_from = "f64", into = "f64")]
        pub struct $name(f64);

        impl $name {
            /// `None` when the value is not finite or is negative.
            pub fn new(value: f64) -> Option<Self> {
                // Adding zero turns the negative zero into the ordinary one, so that order and equality agree.
                (value.is_finite() && value >= 0.0).then_some(Self(value + 0.0))
            }

            /// The value in the base unit.
            pub fn get(self) -> f64 {
                self.0
            }
        }

        impl TryFrom<f64> for $name {
            type Error = String;

            fn try_from(value: f64) -> Result<Self, String> {
                Self::new(value).ok_or_else(|| format!("expected a finite number, not negative, found {value}"))
            }
        }

        impl From<$name> for f64 {
            fn from(quantity: $name) -> f64 {
                quantity.0
            }
        }

        impl Eq for $name {}

        impl Ord for $name {
            fn cmp(&self, other: &Self) -> std::cmp::Ordering {
                self.0.total_cmp(&other.0)
            }
        }

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }
    };
}

quantity!(
    /// Data per time, in bytes per second.
    Throughput
);
quantity!(
    /// I/O operations per second.
    Iops
);
quantity!(
    /// Files per second, of file-system tools.
    FilesPerSec
);
quantity!(
    /// A length of time in nanoseconds; means may have fractions.
    Nanos
);
quantity!(
    /// A share or a ratio; 1 is the whole.
    Ratio
);

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bytes(pub u64);

impl Bytes {
    /// From KiB (1024 bytes); `None` when it does not fit.
    pub fn from_kib(kib: u64) -> Option<Self> {
        kib.checked_mul(1024).map(Self)
    }

    /// The count as a floating-point number.
    pub fn as_f64(self) -> f64 {
        self.0 as f64
    }
}

impl Throughput {
    /// From KiB/s (fio's `bw`, `stat.c`).
    pub fn from_kib_per_s(value: f64) -> Option<Self> {
        Self::new(value * KIB)
    }

    /// From MiB/s (2^20 bytes).
    pub fn from_mib_per_s(value: f64) -> Option<Self> {
        Self::new(value * MIB)
    }

    /// From MB/s (10^6 bytes).
    pub fn from_mb_per_s(value: f64) -> Option<Self> {
        Self::new(value * MB)
    }

    /// Bytes moved in a time; `None` when the time is zero.
    pub fn over(bytes: Bytes, time: Nanos) -> Option<Self> {
        Self::new(bytes.as_f64() / (time.get() / 1e9))
    }
}

impl Iops {
    /// Operations completed in a time; `None` when the time is zero.
    pub fn over(operations: u64, time: Nanos) -> Option<Self> {
        Self::new(operations as f64 / (time.get() / 1e9))
    }

    /// What this rate moves at a block size.
    pub fn at_block(self, block: Bytes) -> Throughput {
        Throughput(self.0 * block.as_f64())
    }
}

impl Nanos {
    /// From microseconds.
    pub fn from_micros(value: f64) -> Option<Self> {
        Self::new(value * 1e3)
    }

    /// From milliseconds.
    pub fn from_millis(value: f64) -> Option<Self> {
        Self::new(value * 1e6)
    }

    /// From seconds.
    pub fn from_secs(value: f64) -> Option<Self> {
        Self::new(value * 1e9)
    }

    /// The value in seconds.
    pub fn as_secs(self) -> f64 {
        self.0 / 1e9
    }
}

/// The unit in which a provider or a person gives a throughput.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ThroughputUnit {
    /// 10^6 bytes per second.
    #[serde(rename = "MB/s")]
    MbPerSec,
    /// 2^20 bytes per second.
    #[serde(rename = "MiB/s")]
    MibPerSec,
}

impl ThroughputUnit {
    /// Bytes per second in one of this unit.
    pub fn bytes_per_sec(self) -> f64 {
        match self {
            Self::MbPerSec => MB,
            Self::MibPerSec => MIB,
        }
    }

    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::MbPerSec => "MB/s",
            Self::MibPerSec => "MiB/s",
        }
    }
}

/// What a value counts; decides its prefixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Operations per second.
    Iops,
    /// Bytes per second.
    BytesPerSec,
    /// Bytes.
    Bytes,
    /// Files per second.
    FilesPerSec,
    /// Nanoseconds.
    Nanos,
    /// A share of one, shown in per cent.
    Ratio,
    /// A plain number.
    Count,
}

/// Which family of prefixes a reader wants for bytes and bytes per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prefix {
    /// kB, MB, GB: powers of 1000.
    #[default]
    Decimal,
    /// KiB, MiB, GiB: powers of 1024.
    Binary,
}

/// One scale for all values that are shown together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// A base-unit value divided by this is the number shown.
    pub divisor: f64,
    /// The unit as shown, such as `MB/s`; empty for plain numbers.
    pub symbol: &'static str,
}

impl Scale {
    /// The scale for a set of values in base units: the largest prefix under which the median of the positive
    /// values is at least one, so that a column does not mix units and a single outlier does not choose it.
    pub fn common(values: &[f64], unit: Unit, prefix: Prefix) -> Self {
        let mut positive: Vec<f64> = values
            .iter()
            .copied()
            .filter(|v| v.is_finite() && *v > 0.0)
            .collect();
        positive.sort_by(f64::total_cmp);
        let typical = positive.get(positive.len() / 2).copied().unwrap_or(0.0);
        Self::for_value(typical, unit, prefix)
    }

    /// The scale that suits one value.
    pub fn for_value(value: f64, unit: Unit, prefix: Prefix) -> Self {
        let steps = Self::steps(unit, prefix);
        let chosen = steps
            .iter()
            .rev()
            .find(|(divisor, _)| value >= *divisor)
            .unwrap_or(&steps[0]);
        Self {
            divisor: chosen.0,
            symbol: chosen.1,
        }
    }

    fn steps(unit: Unit, prefix: Prefix) -> &'static [(f64, &'static str)] {
        match (unit, prefix) {
            (Unit::Iops, _) => &[(1.0, "IOPS")],
            (Unit::FilesPerSec, _) => &[(1.0, "files/s")],
            (Unit::Count, _) => &[(1.0, "")],
            (Unit::Ratio, _) => &[(0.01, "%")],
            (Unit::Nanos, _) => &[(1.0, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")],
            (Unit::BytesPerSec, Prefix::Decimal) => {
                &[(1.0, "B/s"), (1e3, "kB/s"), (1e6, "MB/s"), (1e9, "GB/s")]
            }
            (Unit::BytesPerSec, Prefix::Binary) => &[
                (1.0, "B/s"),
                (KIB, "KiB/s"),
                (MIB, "MiB/s"),
                (KIB * MIB, "GiB/s"),
            ],
            (Unit::Bytes, Prefix::Decimal) => &[
                (1.0, "B"),
                (1e3, "kB"),
                (1e6, "MB"),
                (1e9, "GB"),
                (1e12, "TB"),
            ],
            (Unit::Bytes, Prefix::Binary) => &[
                (1.0, "B"),
                (KIB, "KiB"),
                (MIB, "MiB"),
                (KIB * MIB, "GiB"),
                (MIB * MIB, "TiB"),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn foreign_units_differ_where_it_matters() {
        assert_eq!(
            Throughput::from_mib_per_s(125.0),
            Throughput::new(131_072_000.0)
        );
        assert_eq!(
            Throughput::from_mb_per_s(125.0),
            Throughput::new(125_000_000.0)
        );
        assert_eq!(Nanos::from_micros(512.0), Nanos::new(512_000.0));
    }

    #[test]
    fn a_time_of_zero_gives_no_rate() {
        assert_eq!(Iops::over(5, Nanos::new(0.0).unwrap()), None);
        assert_eq!(Iops::over(0, Nanos::new(0.0).unwrap()), None);
    }

    #[test]
    fn one_outlier_does_not_choose_the_scale() {
        let scale = Scale::common(
            &[80e6, 120e6, 500e6, 14e9],
            Unit::BytesPerSec,
            Prefix::Decimal,
        );
        assert_eq!(scale.symbol, "MB/s");
    }

    proptest! {
        #[test]
        fn no_quantity_is_ever_unfit_for_json(value in prop::num::f64::ANY) {
            match Iops::new(value) {
                Some(iops) => prop_assert!(serde_json::to_string(&iops).unwrap().parse::<f64>().unwrap() >= 0.0),
                None => prop_assert!(!value.is_finite() || value < 0.0),
            }
        }

        #[test]
        fn a_scale_shows_its_value_at_or_above_one(value in 1.0..1e15f64, binary in any::<bool>()) {
            let prefix = if binary { Prefix::Binary } else { Prefix::Decimal };
            for unit in [Unit::Nanos, Unit::Bytes, Unit::BytesPerSec] {
                prop_assert!(value / Scale::for_value(value, unit, prefix).divisor >= 1.0);
            }
        }
    }
}
