//! A run as a tree of values: what a tool said ([`Report`]) and, once it is kept, where it ran.
//!
//! The serialised form is the one of `interfaces.md`: base units with the unit in the key, absent where nothing was
//! measured.

use std::collections::BTreeMap;

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, SecondsFormat};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_with::skip_serializing_none;

use crate::environment::Environment;
use crate::reading::Percentile;
use crate::sample::Repetitions;
use crate::series::{Distribution, Series};
use crate::units::{FilesPerSec, Iops, Nanos, Throughput};
use crate::workload::{Direction, Workload};

/// What a tool said about one of its runs, before we know where it ran.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The id of the format it was read from, such as `fio-json`.
    pub format: String,
    /// The tool that measured.
    pub tool: Tool,
    /// The files it was read from.
    #[serde(default)]
    pub source: Vec<SourceFile>,
    /// When the run started, as exactly as the source tells.
    pub started: Option<Started>,
    /// How it ended.
    #[serde(default)]
    pub status: Status,
    /// What the tool itself says about where it ran.
    #[serde(default, skip_serializing_if = "Environment::is_empty")]
    pub environment: Environment,
    /// A remark the tool's user left in its output.
    pub comment: Option<String>,
    /// The workloads, in the order of the source.
    #[serde(default)]
    pub tests: Vec<Test>,
    /// Tests that ran at the same time, where there was more than one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// What has to be said about the reading.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
}

/// A benchmark program.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tool {
    /// Its name as listed in `interfaces.md`, such as `fio`.
    pub name: String,
    /// Its version as it prints it, without the name.
    pub version: Option<String>,
}

/// A file a report was read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// The name it was received under; text, never a path.
    pub name: String,
    /// The SHA-256 of its bytes, in lower-case hexadecimal.
    pub sha256: String,
    /// Its length.
    pub bytes: u64,
}

/// How a run or a test ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// As it should.
    #[default]
    Ok,
    /// With an error.
    Failed,
    /// Before its end, or with some of its tests failed.
    Partial,
}

/// How exactly a source tells a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Precision {
    /// To the month.
    Month,
    /// To the day.
    Day,
    /// To the second.
    Second,
}

/// The start of a run: the local time as the source tells it, the offset from UTC where it does, and how exact it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Started {
    /// The local time; what is finer than the precision is the earliest moment.
    pub local: NaiveDateTime,
    /// The offset from UTC, if the source tells it.
    pub offset: Option<FixedOffset>,
    /// How much of `local` the source tells.
    pub precision: Precision,
}

impl Started {
    /// A moment whose zone is known.
    pub fn at(moment: DateTime<FixedOffset>) -> Self {
        Self {
            local: moment.naive_local(),
            offset: Some(*moment.offset()),
            precision: Precision::Second,
        }
    }

    /// A local time whose zone the source does not tell.
    pub fn local(local: NaiveDateTime) -> Self {
        Self {
            local,
            offset: None,
            precision: Precision::Second,
        }
    }

    /// A day.
    pub fn day(day: NaiveDate) -> Self {
        Self {
            local: day.and_time(chrono::NaiveTime::MIN),
            offset: None,
            precision: Precision::Day,
        }
    }

    /// The local calendar day; the first one of a month when only that is told.
    pub fn date(&self) -> NaiveDate {
        self.local.date()
    }

    /// Microseconds since 1970, in UTC where the offset is known and as if local time were UTC where not: good for
    /// sorting only.
    pub fn sort_key(&self) -> i64 {
        let offset = self
            .offset
            .map_or(0, |offset| i64::from(offset.local_minus_utc()));
        self.local.and_utc().timestamp_micros() - offset * 1_000_000
    }

    /// As much of the local time as the source tells: `2017-04`, `2017-04-10`, `2017-04-10T12:00:00`.
    pub fn local_text(&self) -> String {
        let format = match self.precision {
            Precision::Month => "%Y-%m",
            Precision::Day => "%Y-%m-%d",
            Precision::Second => "%Y-%m-%dT%H:%M:%S%.f",
        };
        self.local.format(format).to_string()
    }

    fn parse_local(text: &str, precision: Precision) -> Option<NaiveDateTime> {
        match precision {
            Precision::Month => NaiveDate::parse_from_str(&format!("{text}-01"), "%Y-%m-%d")
                .ok()?
                .and_hms_opt(0, 0, 0),
            Precision::Day => NaiveDate::parse_from_str(text, "%Y-%m-%d")
                .ok()?
                .and_hms_opt(0, 0, 0),
            Precision::Second => NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").ok(),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct LocalTime {
    local: String,
    zone: Option<String>,
    precision: Precision,
}

impl Serialize for Started {
    /// RFC 3339 where the zone is known to the second, else `{"local", "zone": null, "precision"}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.offset, self.precision) {
            (Some(offset), Precision::Second) => {
                let moment = self.local.and_local_timezone(offset).single();
                let moment =
                    moment.ok_or_else(|| serde::ser::Error::custom("a time out of range"))?;
                serializer.serialize_str(&moment.to_rfc3339_opts(SecondsFormat::AutoSi, true))
            }
            (offset, precision) => {
                let zone = offset.map(|offset| offset.to_string());
                LocalTime {
                    local: self.local_text(),
                    zone,
                    precision,
                }
                .serialize(serializer)
            }
        }
    }
}

impl<'de> Deserialize<'de> for Started {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Moment(String),
            Local(LocalTime),
        }
        use serde::de::Error;
        match Either::deserialize(deserializer)? {
            Either::Moment(text) => DateTime::parse_from_rfc3339(&text)
                .map(Self::at)
                .map_err(D::Error::custom),
            Either::Local(LocalTime {
                local,
                zone,
                precision,
            }) => {
                let time = Self::parse_local(&local, precision).ok_or_else(|| {
                    D::Error::custom(format!("\"{local}\" is not a local time of this precision"))
                })?;
                let offset = zone
                    .map(|zone| zone.parse().map_err(D::Error::custom))
                    .transpose()?;
                Ok(Self {
                    local: time,
                    offset,
                    precision,
                })
            }
        }
    }
}

/// One workload in a run, with what it yielded.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// The tool's or its user's name for it.
    pub name: String,
    /// How it ended.
    #[serde(default)]
    pub status: Status,
    /// What stopped it.
    pub error: Option<JobError>,
    /// Tests of one group ran at the same time.
    pub group: Option<u32>,
    /// What it did.
    pub workload: Workload,
    /// What it yielded, one per direction.
    #[serde(default)]
    pub measurements: Vec<Measurement>,
    /// The single processes or hosts, where the tool reports them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// Measurements over time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub series: Vec<Series>,
    /// Latency histograms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub distributions: Vec<Distribution>,
    /// What else the tool says, under its own names.
    #[serde(default, skip_serializing_if = "Details::is_empty")]
    pub details: Details,
    /// What limits the value of this test as evidence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<Flag>,
}

impl Test {
    /// A test without results yet.
    pub fn new(name: impl Into<String>, workload: Workload) -> Self {
        Self {
            name: name.into(),
            status: Status::Ok,
            error: None,
            group: None,
            workload,
            measurements: Vec::new(),
            parts: Vec::new(),
            series: Vec::new(),
            distributions: Vec::new(),
            details: Details::default(),
            flags: Vec::new(),
        }
    }

    /// Whether a flag is set.
    pub fn has_flag(&self, code: FlagCode) -> bool {
        self.flags.iter().any(|flag| flag.code == code)
    }

    /// Sets a flag once.
    pub fn flag(&mut self, code: FlagCode, facts: Facts) {
        if !self.has_flag(code) {
            self.flags.push(Flag { code, facts });
        }
    }

    /// The measurement of a direction.
    pub fn measurement(&self, direction: Direction) -> Option<&Measurement> {
        self.measurements.iter().find(|m| m.direction == direction)
    }
}

/// What stopped a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobError {
    /// The tool's error number, signed as the tool gives it.
    pub code: i64,
    /// The tool's own words, or the system's for the number.
    pub message: String,
}

/// What a test yielded in one direction. What was not measured is absent.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// Read, write, trim, or mixed where the tool gives only the total.
    pub direction: Direction,
    /// Operations per second.
    pub iops: Option<Iops>,
    /// Bytes per second.
    #[serde(rename = "throughput_bytes_per_second")]
    pub throughput: Option<Throughput>,
    /// Files per second.
    pub files_per_second: Option<FilesPerSec>,
    /// Operations completed.
    pub operations: Option<u64>,
    /// Bytes moved.
    pub bytes: Option<u64>,
    /// The run time the rates refer to, in milliseconds.
    pub runtime_ms: Option<u64>,
    /// Operations that failed.
    pub errors: Option<u64>,
    /// Latencies by kind.
    #[serde(
        default,
        rename = "latency_ns",
        skip_serializing_if = "BTreeMap::is_empty"
    )]
    pub latencies: BTreeMap<LatencyKind, Latency>,
    /// The rounds behind the headline, where there were several.
    pub repetitions: Option<Repetitions>,
    /// The source's own vagueness by figure (`iops`, `throughput_bytes_per_second`): "over", "about".
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub qualifier: BTreeMap<String, String>,
}

impl Measurement {
    /// An empty measurement of a direction.
    pub fn new(direction: Direction) -> Self {
        Self {
            direction,
            iops: None,
            throughput: None,
            files_per_second: None,
            operations: None,
            bytes: None,
            runtime_ms: None,
            errors: None,
            latencies: BTreeMap::new(),
            repetitions: None,
            qualifier: BTreeMap::new(),
        }
    }

    /// The first of these kinds that the tool gives.
    pub fn latency(&self, kinds: &[LatencyKind]) -> Option<&Latency> {
        kinds.iter().find_map(|kind| self.latencies.get(kind))
    }
}

/// Which part of an I/O's life a latency covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LatencyKind {
    /// Submission and completion, or the only one the tool knows.
    Total,
    /// From submission to completion.
    Completion,
    /// Until it was handed to the kernel.
    Submission,
    /// Of `fsync` and its like.
    Sync,
}

impl LatencyKind {
    /// Total, or completion where the tool gives only that.
    pub fn most_complete() -> &'static [Self] {
        &[Self::Total, Self::Completion]
    }

    /// The stable word used in machine output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Total => "total",
            Self::Completion => "completion",
            Self::Submission => "submission",
            Self::Sync => "sync",
        }
    }
}

/// Figures of one latency, in nanoseconds.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Latency {
    /// The arithmetic mean over all operations.
    pub mean: Option<Nanos>,
    /// The standard deviation.
    pub sd: Option<Nanos>,
    /// The fastest operation.
    pub min: Option<Nanos>,
    /// The slowest operation.
    pub max: Option<Nanos>,
    /// Values not exceeded by a share of the operations.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub percentiles: BTreeMap<Percentile, Nanos>,
    /// Where only those of the single processes are known: the lowest and the highest of them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub percentiles_range: BTreeMap<Percentile, [Nanos; 2]>,
}

impl Latency {
    /// Whether it holds no figure at all.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// One process or host of a test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The host's name, or the process' name and number.
    pub name: String,
    /// What it is.
    pub kind: PartKind,
    /// What it yielded.
    pub measurements: Vec<Measurement>,
}

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartKind {
    /// One of several hosts.
    Host,
    /// One of several processes or threads.
    Process,
}

/// Tests that ran at the same time, with their totals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// The number the tests carry.
    pub group: u32,
    /// Their positions in [`Report::tests`].
    pub tests: Vec<usize>,
    /// Totals: operations and bytes over the longest run time, histograms merged. Empty when a member failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measurements: Vec<Measurement>,
}

/// What else a tool says about a test.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Details {
    /// Operations of a recorded load, by the tool's name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub operations: BTreeMap<String, OperationStat>,
    /// CPU used, as a share of one CPU.
    pub cpu: Option<CpuUse>,
    /// What the block devices themselves counted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub disk_util: Vec<DiskUtil>,
    /// Everything else, under the tool's own names.
    #[serde(flatten)]
    pub other: BTreeMap<String, serde_json::Value>,
}

impl Details {
    /// Whether nothing is there.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// One kind of operation of a recorded load.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OperationStat {
    /// How many there were.
    pub count: Option<u64>,
    /// Their mean latency.
    #[serde(rename = "mean_ns")]
    pub mean: Option<Nanos>,
    /// Their longest latency.
    #[serde(rename = "max_ns")]
    pub max: Option<Nanos>,
}

/// CPU used, as a share of one CPU: 1.5 is one and a half CPUs.
#[skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CpuUse {
    /// In the tool itself.
    pub user: Option<f64>,
    /// In the kernel for it.
    pub system: Option<f64>,
    /// Where the tool gives only the sum.
    pub total: Option<f64>,
}

/// What a block device counted during a test.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DiskUtil {
    /// The device's name.
    pub name: String,
    /// Reads it served.
    pub read_ios: Option<u64>,
    /// Writes it served.
    pub write_ios: Option<u64>,
    /// Time it was busy, as a share of the run.
    pub utilisation: Option<f64>,
}

/// A number or a text that belongs to a flag or a notice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Fact {
    /// A number in the base unit its name tells.
    Number(f64),
    /// A text.
    Text(String),
}

impl From<f64> for Fact {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Fact {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Fact {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// What a sentence is made from, by name.
pub type Facts = BTreeMap<String, Fact>;

/// Facts from name and value pairs.
pub fn facts<const N: usize>(pairs: [(&str, Fact); N]) -> Facts {
    pairs
        .into_iter()
        .map(|(name, fact)| (name.to_owned(), fact))
        .collect()
}

/// A sentence as data: which one, and what it is made from. The words themselves are elsewhere, in each language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Phrase {
    /// The stable id of the sentence.
    pub id: std::borrow::Cow<'static, str>,
    /// What it is made from.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: Facts,
}

impl Phrase {
    /// A sentence without parts.
    pub fn new(id: &'static str) -> Self {
        Self {
            id: id.into(),
            facts: Facts::new(),
        }
    }

    /// The same sentence with one more part.
    #[must_use]
    pub fn with(mut self, name: &str, fact: impl Into<Fact>) -> Self {
        self.facts.insert(name.to_owned(), fact.into());
        self
    }
}

/// Something that limits the value of a test as evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flag {
    /// What it is.
    pub code: FlagCode,
    /// The numbers behind it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: Facts,
}

/// What limits the value of a test as evidence (`docs/judgement.md` tells what each one rules out).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlagCode {
    /// Served from memory, not from the disk.
    PageCache,
    /// Everything read or written fits in the machine's memory.
    WorkingSetFitsMemory,
    /// The device itself counted (almost) no I/O.
    DeviceIdle,
    /// Fewer I/Os were in flight than asked for.
    DepthNotReached,
    /// The tool was told not to go faster.
    RateLimited,
    /// Faster at the beginning than later.
    Burst,
    /// The rate did not settle.
    Unsteady,
    /// First access to blocks that had to be fetched or allocated.
    FirstTouch,
    /// The job ended with an error.
    JobError,
    /// Stopped before its end.
    Interrupted,
    /// Too short to say much.
    TooShort,
    /// The client's CPU was the limit.
    ClientCpuBound,
    /// The data written can be compressed or deduplicated.
    CompressibleData,
    /// Throughput is not IOPS × block size.
    InconsistentUnits,
    /// More I/Os in flight by Little's law than were asked for.
    InconsistentLatency,
    /// Taken from a rounded print-out.
    Rounded,
    /// No I/O was completed.
    NoIo,
}

impl FlagCode {
    /// Flags under which a test is never evidence.
    pub const NEVER_EVIDENCE: [Self; 6] = [
        Self::PageCache,
        Self::DeviceIdle,
        Self::JobError,
        Self::FirstTouch,
        Self::NoIo,
        Self::InconsistentLatency,
    ];

    /// Flags under which a test may support `meets` but never `below`.
    pub const NEVER_BELOW: [Self; 5] = [
        Self::DepthNotReached,
        Self::RateLimited,
        Self::ClientCpuBound,
        Self::TooShort,
        Self::Unsteady,
    ];

    /// The stable word used in machine output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PageCache => "page-cache",
            Self::WorkingSetFitsMemory => "working-set-fits-memory",
            Self::DeviceIdle => "device-idle",
            Self::DepthNotReached => "depth-not-reached",
            Self::RateLimited => "rate-limited",
            Self::Burst => "burst",
            Self::Unsteady => "unsteady",
            Self::FirstTouch => "first-touch",
            Self::JobError => "job-error",
            Self::Interrupted => "interrupted",
            Self::TooShort => "too-short",
            Self::ClientCpuBound => "client-cpu-bound",
            Self::CompressibleData => "compressible-data",
            Self::InconsistentUnits => "inconsistent-units",
            Self::InconsistentLatency => "inconsistent-latency",
            Self::Rounded => "rounded",
            Self::NoIo => "no-io",
        }
    }
}

/// Something that has to be said about the reading of a file.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    /// What it is.
    pub code: NoticeCode,
    /// The file it is about.
    pub file: Option<String>,
    /// The line it is about, from 1.
    pub line: Option<u64>,
    /// Words and numbers behind it; `text` is a line of the file word for word.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: Facts,
}

impl Notice {
    /// A notice without file and line.
    pub fn new(code: NoticeCode, facts: Facts) -> Self {
        Self {
            code,
            file: None,
            line: None,
            facts,
        }
    }

    /// A notice about a line of the file being read.
    pub fn at_line(code: NoticeCode, line: u64, facts: Facts) -> Self {
        Self {
            code,
            file: None,
            line: Some(line),
            facts,
        }
    }
}

/// What has to be said about the reading of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoticeCode {
    /// A line outside the result; kept word for word.
    TextAroundJson,
    /// A field this reader does not know.
    UnknownField,
    /// A line this reader does not know.
    UnknownLine,
    /// A number that is none (NaN, infinite, overflown).
    NonFiniteValue,
    /// A summary that would count others twice.
    SummaryIgnored,
    /// Several cumulative documents; the last is the result.
    PeriodicDocuments,
    /// A file with several runs.
    SeveralRuns,
    /// The encoding, where it was not plain UTF-8.
    Encoding,
    /// The end is missing.
    Truncated,
    /// A unit the file does not tell.
    UnitAssumed,
    /// A unit the file tells wrongly.
    UnitCorrected,
    /// A tool's default used where the file is silent.
    DefaultAssumed,
    /// A time without zone.
    ZoneUnknown,
    /// A key that stands twice.
    DuplicateKey,
    /// Numbers with a decimal comma.
    DecimalComma,
    /// A number that can be read in two ways.
    AmbiguousNumber,
    /// Faster than the tool's clock.
    TooFastToMeasure,
    /// No latency was collected.
    NoLatency,
    /// An error the tool printed.
    ErrorMessage,
}

impl NoticeCode {
    /// The stable word used in machine output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TextAroundJson => "text-around-json",
            Self::UnknownField => "unknown-field",
            Self::UnknownLine => "unknown-line",
            Self::NonFiniteValue => "non-finite-value",
            Self::SummaryIgnored => "summary-ignored",
            Self::PeriodicDocuments => "periodic-documents",
            Self::SeveralRuns => "several-runs",
            Self::Encoding => "encoding",
            Self::Truncated => "truncated",
            Self::UnitAssumed => "unit-assumed",
            Self::UnitCorrected => "unit-corrected",
            Self::DefaultAssumed => "default-assumed",
            Self::ZoneUnknown => "zone-unknown",
            Self::DuplicateKey => "duplicate-key",
            Self::DecimalComma => "decimal-comma",
            Self::AmbiguousNumber => "ambiguous-number",
            Self::TooFastToMeasure => "too-fast-to-measure",
            Self::NoLatency => "no-latency",
            Self::ErrorMessage => "error-message",
        }
    }
}

impl Report {
    /// What makes two uploads the same run: tool, version, start, workloads and exact counters, as one text whose
    /// digest is stored. Formatting, file names and derived rates do not enter. `None` without a start time: then only
    /// equal bytes are the same run.
    pub fn identity(&self) -> Option<String> {
        use std::fmt::Write;

        let started = self
            .started
            .as_ref()
            .filter(|started| started.precision == Precision::Second)?;
        let mut text = format!(
            "{} {} {}",
            self.tool.name,
            self.tool.version.as_deref().unwrap_or("-"),
            started.local_text()
        );
        for test in &self.tests {
            let workload = serde_json::to_string(&test.workload).unwrap_or_default();
            let _ = write!(text, "\n{:?} {workload}", test.name);
            for m in &test.measurements {
                let _ = write!(
                    text,
                    "\n  {} {:?} {:?} {:?} {:?}",
                    m.direction.as_str(),
                    m.operations,
                    m.bytes,
                    m.runtime_ms,
                    m.files_per_second.map(f64::from)
                );
                // Tools that give no counts are told apart by their rates.
                if m.operations.is_none() && m.bytes.is_none() {
                    let _ = write!(
                        text,
                        " {:?} {:?}",
                        m.iops.map(f64::from),
                        m.throughput.map(f64::from)
                    );
                }
            }
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(started: Started) -> Started {
        serde_json::from_str(&serde_json::to_string(&started).unwrap()).unwrap()
    }

    #[test]
    fn a_time_keeps_what_its_source_tells_and_no_more() {
        let utc = DateTime::parse_from_rfc3339("2026-11-30T10:00:00Z").unwrap();
        assert_eq!(
            serde_json::to_string(&Started::at(utc)).unwrap(),
            "\"2026-11-30T10:00:00Z\""
        );
        let month = Started {
            local: NaiveDate::from_ymd_opt(2017, 4, 1)
                .unwrap()
                .and_hms_opt(0, 0, 0)
                .unwrap(),
            offset: None,
            precision: Precision::Month,
        };
        assert_eq!(
            serde_json::to_string(&month).unwrap(),
            r#"{"local":"2017-04","zone":null,"precision":"month"}"#
        );
        for started in [
            Started::at(utc),
            month,
            Started::day(month.date()),
            Started::local(utc.naive_utc()),
        ] {
            assert_eq!(round_trip(started), started);
        }
    }

    #[test]
    fn the_sort_key_is_utc_where_the_zone_is_known() {
        let east = DateTime::parse_from_rfc3339("2026-11-30T10:00:00+09:00").unwrap();
        let utc = DateTime::parse_from_rfc3339("2026-11-30T01:00:00Z").unwrap();
        assert_eq!(Started::at(east).sort_key(), Started::at(utc).sort_key());
    }

    #[test]
    fn codes_are_the_same_word_in_and_out() {
        for code in [
            FlagCode::PageCache,
            FlagCode::NoIo,
            FlagCode::InconsistentLatency,
            FlagCode::ClientCpuBound,
        ] {
            assert_eq!(
                serde_json::to_string(&code).unwrap(),
                format!("\"{}\"", code.as_str())
            );
        }
        for code in [
            NoticeCode::TextAroundJson,
            NoticeCode::ZoneUnknown,
            NoticeCode::TooFastToMeasure,
        ] {
            assert_eq!(
                serde_json::to_string(&code).unwrap(),
                format!("\"{}\"", code.as_str())
            );
        }
    }
}
