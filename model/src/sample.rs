//! Repeated measurements: median, spread, an interval for the median, and outliers.

use serde::{Deserialize, Serialize};

/// Values of one metric over repetitions: at least one, all finite, sorted.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    sorted: Vec<f64>,
}

/// An interval that holds the true median with at least the stated confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MedianInterval {
    /// The lower end, one of the values.
    pub low: f64,
    /// The upper end, one of the values.
    pub high: f64,
    /// The confidence actually reached, at least the one asked for.
    pub confidence: f64,
}

impl Sample {
    /// `None` when empty or when a value is not finite.
    pub fn new(mut values: Vec<f64>) -> Option<Self> {
        if values.is_empty() || values.iter().any(|v| !v.is_finite()) {
            return None;
        }
        values.sort_by(f64::total_cmp);
        Some(Self { sorted: values })
    }

    /// The number of values.
    pub fn n(&self) -> usize {
        self.sorted.len()
    }

    /// The values by rising size.
    pub fn sorted(&self) -> &[f64] {
        &self.sorted
    }

    /// The smallest value.
    pub fn min(&self) -> f64 {
        self.sorted[0]
    }

    /// The largest value.
    pub fn max(&self) -> f64 {
        self.sorted[self.n() - 1]
    }

    /// The arithmetic mean.
    pub fn mean(&self) -> f64 {
        self.sorted.iter().sum::<f64>() / self.n() as f64
    }

    /// The middle value; the mean of the two middle ones when their number is even.
    pub fn median(&self) -> f64 {
        median_of_sorted(&self.sorted)
    }

    /// The sample standard deviation (n − 1); `None` for a single value.
    pub fn sd(&self) -> Option<f64> {
        let mean = self.mean();
        let squares: f64 = self.sorted.iter().map(|v| (v - mean).powi(2)).sum();
        (self.n() > 1).then(|| (squares / (self.n() as f64 - 1.0)).sqrt())
    }

    /// The median absolute deviation from the median, unscaled.
    pub fn mad(&self) -> f64 {
        let median = self.median();
        let mut deviations: Vec<f64> = self.sorted.iter().map(|v| (v - median).abs()).collect();
        deviations.sort_by(f64::total_cmp);
        median_of_sorted(&deviations)
    }

    /// The values whose modified z-score, 0.6745 × |v − median| ÷ MAD, is above 3.5 (Iglewicz and Hoaglin 1993, "How to
    /// detect and handle outliers"). Fewer than four values have none, and neither has a sample without spread.
    pub fn outliers(&self) -> Vec<f64> {
        let (median, mad) = (self.median(), self.mad());
        if self.n() < 4 || mad == 0.0 {
            return Vec::new();
        }
        self.sorted
            .iter()
            .copied()
            .filter(|v| 0.6745 * (v - median).abs() / mad > 3.5)
            .collect()
    }

    /// The narrowest symmetric interval between two order statistics that holds the median with at least this
    /// confidence, whatever the distribution (Conover, "Practical Nonparametric Statistics", 3.2: the number of values
    /// below the median is binomial with one half). `None` when there are too few values.
    pub fn median_interval(&self, confidence: f64) -> Option<MedianInterval> {
        let n = self.n();
        let mut tail = 0.0;
        let mut found = None;
        // Dropping k values at each end leaves out twice the probability of at most k - 1 successes in n.
        for k in 0..n.div_ceil(2) {
            tail += binomial_half(n, k);
            let reached = 1.0 - 2.0 * tail;
            if reached < confidence {
                break;
            }
            found = Some(MedianInterval {
                low: self.sorted[k],
                high: self.sorted[n - 1 - k],
                confidence: reached,
            });
        }
        found
    }
}

/// The probability of k heads in n fair throws.
fn binomial_half(n: usize, k: usize) -> f64 {
    let log_choose: f64 = (0..k)
        .map(|i| ((n - i) as f64 / (i as f64 + 1.0)).ln())
        .sum();
    (log_choose - n as f64 * std::f64::consts::LN_2).exp()
}

fn median_of_sorted(sorted: &[f64]) -> f64 {
    let n = sorted.len();
    if n % 2 == 1 {
        sorted[n / 2]
    } else {
        f64::midpoint(sorted[n / 2 - 1], sorted[n / 2])
    }
}

/// The rounds behind a headline figure, in the unit of that figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Repetitions {
    /// How many there were.
    pub n: usize,
    /// The middle value.
    pub median: f64,
    /// The arithmetic mean.
    pub mean: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// All values in the order of the rounds, where the source gives them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<f64>,
}

impl Repetitions {
    /// From the values of the rounds; `None` when empty or when one is not finite.
    pub fn of(values: &[f64]) -> Option<Self> {
        let sample = Sample::new(values.to_vec())?;
        Some(Self {
            n: sample.n(),
            median: sample.median(),
            mean: sample.mean(),
            min: sample.min(),
            max: sample.max(),
            values: values.to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_bad_round_of_seven_is_an_outlier_and_stays_listed() {
        let sample = Sample::new(vec![
            15_995.0, 16_010.0, 15_980.0, 4_210.0, 16_020.0, 15_990.0, 16_005.0,
        ])
        .unwrap();
        assert_eq!(sample.median(), 15_995.0);
        assert_eq!(sample.mad(), 15.0);
        assert!((sample.mean() - 14_315.714_285_714).abs() < 1e-6);
        assert_eq!(sample.outliers(), vec![4_210.0]);
        assert_eq!(sample.n(), 7);
    }

    #[test]
    fn the_interval_of_the_median_needs_six_values_for_95_per_cent() {
        let sample = |n: u32| Sample::new((1..=n).map(f64::from).collect()).unwrap();
        assert_eq!(sample(5).median_interval(0.95), None);
        let six = sample(6).median_interval(0.95).unwrap();
        assert_eq!((six.low, six.high), (1.0, 6.0));
        assert!((six.confidence - 0.968_75).abs() < 1e-12);
        // Conover's table: n = 20, the 6th and the 15th, 95.86 %.
        let twenty = sample(20).median_interval(0.95).unwrap();
        assert_eq!((twenty.low, twenty.high), (6.0, 15.0));
        assert!((twenty.confidence - 0.958_610_5).abs() < 1e-6);
    }

    #[test]
    fn what_is_not_a_number_is_no_sample() {
        assert_eq!(Sample::new(vec![]), None);
        assert_eq!(Sample::new(vec![1.0, f64::NAN]), None);
        assert_eq!(Sample::new(vec![5.0]).unwrap().sd(), None);
    }

    proptest! {
        #[test]
        fn the_summary_lies_inside_the_sample(values in prop::collection::vec(-1e9..1e9f64, 1..60)) {
            let sample = Sample::new(values).unwrap();
            prop_assert!(sample.min() <= sample.median() && sample.median() <= sample.max());
            prop_assert!(sample.mad() >= 0.0);
            if let Some(interval) = sample.median_interval(0.95) {
                prop_assert!(interval.low <= sample.median() && sample.median() <= interval.high);
                prop_assert!(interval.confidence >= 0.95);
            }
        }
    }
}
