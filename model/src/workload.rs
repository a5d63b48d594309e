//! What a test did: its pattern, block size and offered concurrency, or a named load of a tool.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::units::Bytes;

/// The direction of I/O, of a workload or of one of its measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Reads and writes together; of a measurement: the tool gives only their total.
    Mixed,
    /// Discards.
    Trim,
}

impl Direction {
    /// The stable word used in machine output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Mixed => "mixed",
            Self::Trim => "trim",
        }
    }
}

/// The order of offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// One after the other.
    Sequential,
    /// Anywhere.
    Random,
}

impl Pattern {
    /// The stable word used in machine output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sequential => "sequential",
            Self::Random => "random",
        }
    }
}

/// What a test did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Workload {
    /// Blocks read or written at offsets of a file or device.
    BlockIo(BlockIo),
    /// Files created, read or deleted.
    FileOps(FileOps),
    /// A recorded load played back.
    Trace(Trace),
}

/// Blocks read or written at offsets of a file or device.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BlockIo {
    /// The order of offsets.
    pub pattern: Option<Pattern>,
    /// The direction asked for.
    pub operation: Option<Direction>,
    /// The share of reads of a mixed load, in per cent.
    pub read_percent: Option<f64>,
    /// The size of one I/O; `None` also when one job used several sizes.
    #[serde(rename = "block_size_bytes")]
    pub block_size: Option<Bytes>,
    /// Processes or threads that ran this workload at the same time.
    pub jobs: Option<u32>,
    /// I/Os in flight asked for, per job.
    pub depth: Option<u32>,
    /// I/Os kept in flight, per job.
    pub effective_depth: Option<f64>,
    /// The tool's word for its way of doing I/O, such as `libaio`.
    pub engine: Option<String>,
    /// Whether the page cache was bypassed.
    pub direct: Option<bool>,
    /// The file or device range worked on, per job.
    #[serde(rename = "size_bytes")]
    pub size: Option<Bytes>,
    /// The duration asked for, in milliseconds.
    pub requested_runtime_ms: Option<u64>,
    /// All options as the tool lists them, in its order, names may repeat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
}

impl BlockIo {
    /// I/Os that the test offered at any time: jobs × effective depth (asked depth where nothing else is known).
    /// `None` when neither tells.
    pub fn concurrency(&self) -> Option<f64> {
        let depth = self.effective_depth.or(self.depth.map(f64::from));
        match (self.jobs, depth) {
            (Some(jobs), Some(depth)) => Some(f64::from(jobs) * depth),
            (Some(jobs), None) if self.is_synchronous() == Some(true) => Some(f64::from(jobs)),
            _ => None,
        }
    }

    /// Whether each job waits for one I/O before the next; `None` when the engine is not told.
    pub fn is_synchronous(&self) -> Option<bool> {
        let engine = self.engine.as_deref()?;
        Some(matches!(
            engine,
            "sync" | "psync" | "vsync" | "pvsync" | "pvsync2" | "mmap"
        ))
    }

    /// The value of an option as the tool lists it; the last one where it is repeated.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options
            .iter()
            .rev()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }
}

/// Files created, read or deleted (`fs_mark`).
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FileOps {
    /// Files of one round over all threads.
    pub files: Option<u64>,
    /// The size of each file.
    #[serde(rename = "file_size_bytes")]
    pub file_size: Option<Bytes>,
    /// Threads at the same time.
    pub threads: Option<u32>,
    /// How and when data was forced to the disk, in the tool's words.
    pub sync: Option<String>,
    /// All options as the tool lists them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
}

/// A recorded load played back (`dbench`).
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trace {
    /// The load file.
    pub load: Option<String>,
    /// Simulated clients.
    pub clients: Option<u32>,
    /// Processes.
    pub procs: Option<u32>,
    /// Files opened with `O_SYNC`.
    pub sync_open: Option<bool>,
    /// Directory operations synced.
    pub sync_dirs: Option<bool>,
    /// The duration asked for, in milliseconds.
    pub requested_runtime_ms: Option<u64>,
    /// All options as the tool lists them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
}

impl Workload {
    /// The block workload, if it is one.
    pub fn block_io(&self) -> Option<&BlockIo> {
        match self {
            Self::BlockIo(block_io) => Some(block_io),
            Self::FileOps(_) | Self::Trace(_) => None,
        }
    }

    /// What must be equal for two results to be compared.
    pub fn key(&self) -> WorkloadKey {
        match self {
            Self::BlockIo(b) => WorkloadKey::BlockIo {
                pattern: b.pattern,
                operation: b.operation,
                read_percent: b.read_percent.map(|p| format!("{p}")),
                block_size: b.block_size,
                direct: b.direct,
            },
            Self::FileOps(f) => WorkloadKey::FileOps {
                file_size: f.file_size,
                threads: f.threads,
                sync: f.sync.clone(),
            },
            Self::Trace(t) => WorkloadKey::Trace {
                load: t.load.clone(),
                clients: t.clients,
                sync_open: t.sync_open,
                sync_dirs: t.sync_dirs,
            },
        }
    }
}

/// What must be equal for two results to be compared. Offered concurrency is not in it: it is the usual axis of a
/// sweep and is compared by itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WorkloadKey {
    /// Of block I/O.
    BlockIo {
        /// The order of offsets.
        pattern: Option<Pattern>,
        /// The direction asked for.
        operation: Option<Direction>,
        /// The share of reads, in per cent, as text so that it can be compared exactly.
        read_percent: Option<String>,
        /// The size of one I/O.
        block_size: Option<Bytes>,
        /// Whether the page cache was bypassed.
        direct: Option<bool>,
    },
    /// Of file operations.
    FileOps {
        /// The size of each file.
        file_size: Option<Bytes>,
        /// Threads at the same time.
        threads: Option<u32>,
        /// How data was forced to the disk.
        sync: Option<String>,
    },
    /// Of a recorded load.
    Trace {
        /// The load file.
        load: Option<String>,
        /// Simulated clients.
        clients: Option<u32>,
        /// Files opened with `O_SYNC`.
        sync_open: Option<bool>,
        /// Directory operations synced.
        sync_dirs: Option<bool>,
    },
}
