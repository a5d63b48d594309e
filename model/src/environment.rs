//! Where a run took place: machine and storage. Every field may be missing; nothing is guessed.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_with::skip_serializing_none;

use crate::units::{Bytes, Iops, Throughput, ThroughputUnit};

/// Where a run took place. The keys are those of the environment file (`docs/environment.md`).
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Environment {
    /// The provider as the limits catalogue calls it, such as `gcp`.
    pub provider: Option<String>,
    /// The provider's region.
    pub region: Option<String>,
    /// The provider's zone.
    pub zone: Option<String>,
    /// The provider's name of the machine type.
    pub instance_type: Option<String>,
    /// Virtual CPUs.
    pub vcpus: Option<u32>,
    /// Main memory.
    #[serde(rename = "memory_bytes")]
    pub memory: Option<Bytes>,
    /// The CPU's model name.
    pub cpu_model: Option<String>,
    /// The operating system and its version.
    pub os: Option<String>,
    /// The kernel version.
    pub kernel: Option<String>,
    /// The hypervisor or container the system runs in.
    pub virtualization: Option<String>,
    /// The storage under test.
    #[serde(skip_serializing_if = "Storage::is_empty")]
    pub storage: Storage,
    /// Free, searchable words.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
}

impl Environment {
    /// Whether nothing at all is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Fills what is missing here with what another source says. What is known stays.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let mut labels = other.labels;
        labels.extend(self.labels);
        Self {
            provider: self.provider.or(other.provider),
            region: self.region.or(other.region),
            zone: self.zone.or(other.zone),
            instance_type: self.instance_type.or(other.instance_type),
            vcpus: self.vcpus.or(other.vcpus),
            memory: self.memory.or(other.memory),
            cpu_model: self.cpu_model.or(other.cpu_model),
            os: self.os.or(other.os),
            kernel: self.kernel.or(other.kernel),
            virtualization: self.virtualization.or(other.virtualization),
            storage: self.storage.or(other.storage),
            labels,
        }
    }
}

/// The storage under test.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Storage {
    /// The provider's name of the disk type, such as `pd-ssd`.
    pub disk_type: Option<String>,
    /// The size of each disk, in GiB (2^30 bytes, which providers often print as GB).
    pub size_gib: Option<f64>,
    /// The number of disks.
    pub disks: Option<u32>,
    /// IOPS chosen by the customer, per disk.
    pub provisioned_iops: Option<Iops>,
    /// Throughput chosen by the customer, per disk.
    pub provisioned_throughput: Option<ProvisionedThroughput>,
    /// Volume performance units per GB chosen by the customer (OCI).
    pub provisioned_vpu: Option<u32>,
    /// How the disks were joined; `None` when they were not, or when it is not known.
    pub raid: Option<RaidLevel>,
    /// The RAID chunk, in KiB.
    pub raid_chunk_kib: Option<u32>,
    /// What joined them: `md`, `lvm`, a controller's name.
    pub raid_kind: Option<String>,
    /// The host cache setting of the disk, where the provider has one.
    pub host_cache: Option<String>,
    /// The device's own model name.
    pub device_model: Option<String>,
    /// The kernel's I/O scheduler.
    pub scheduler: Option<String>,
    /// The filesystem.
    pub filesystem: Option<String>,
    /// How the filesystem was made.
    pub mkfs_options: Option<String>,
    /// How the filesystem was mounted.
    pub mount_options: Option<String>,
}

impl Storage {
    /// Whether nothing at all is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Fills what is missing here with what another source says.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            disk_type: self.disk_type.or(other.disk_type),
            size_gib: self.size_gib.or(other.size_gib),
            disks: self.disks.or(other.disks),
            provisioned_iops: self.provisioned_iops.or(other.provisioned_iops),
            provisioned_throughput: self.provisioned_throughput.or(other.provisioned_throughput),
            provisioned_vpu: self.provisioned_vpu.or(other.provisioned_vpu),
            raid: self.raid.or(other.raid),
            raid_chunk_kib: self.raid_chunk_kib.or(other.raid_chunk_kib),
            raid_kind: self.raid_kind.or(other.raid_kind),
            host_cache: self.host_cache.or(other.host_cache),
            device_model: self.device_model.or(other.device_model),
            scheduler: self.scheduler.or(other.scheduler),
            filesystem: self.filesystem.or(other.filesystem),
            mkfs_options: self.mkfs_options.or(other.mkfs_options),
            mount_options: self.mount_options.or(other.mount_options),
        }
    }
}

/// A RAID level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RaidLevel {
    /// Striped.
    Raid0,
    /// Mirrored.
    Raid1,
    /// One parity.
    Raid5,
    /// Two parities.
    Raid6,
    /// Striped mirrors.
    Raid10,
}

impl RaidLevel {
    /// The digit or digits of the level.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Raid0 => "0",
            Self::Raid1 => "1",
            Self::Raid5 => "5",
            Self::Raid6 => "6",
            Self::Raid10 => "10",
        }
    }
}

impl fmt::Display for RaidLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for RaidLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.trim().to_ascii_lowercase();
        match digits.strip_prefix("raid").unwrap_or(&digits).trim() {
            "0" => Ok(Self::Raid0),
            "1" => Ok(Self::Raid1),
            "5" => Ok(Self::Raid5),
            "6" => Ok(Self::Raid6),
            "10" => Ok(Self::Raid10),
            _ => Err(format!(
                "expected a RAID level (0, 1, 5, 6 or 10), found \"{text}\""
            )),
        }
    }
}

impl Serialize for RaidLevel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for RaidLevel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Number(u32),
            Text(String),
        }
        let text = match Either::deserialize(deserializer)? {
            Either::Number(number) => number.to_string(),
            Either::Text(text) => text,
        };
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A throughput chosen by the customer, in the unit in which it was given; without one it is the provider's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProvisionedThroughput {
    /// The number as given.
    pub value: f64,
    /// Its unit, if one was given.
    pub unit: Option<ThroughputUnit>,
}

impl ProvisionedThroughput {
    /// In bytes per second, reading a bare number in the provider's unit.
    pub fn resolve(self, providers_unit: ThroughputUnit) -> Option<Throughput> {
        Throughput::new(self.value * self.unit.unwrap_or(providers_unit).bytes_per_sec())
    }
}

impl fmt::Display for ProvisionedThroughput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.unit {
            Some(unit) => write!(f, "{} {}", self.value, unit.symbol()),
            None => write!(f, "{}", self.value),
        }
    }
}

impl FromStr for ProvisionedThroughput {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected =
            || format!("expected a throughput such as \"250 MiB/s\" or 250, found \"{text}\"");
        let trimmed = text.trim();
        let digits = trimmed
            .find(|c: char| c.is_alphabetic())
            .unwrap_or(trimmed.len());
        let value: f64 = trimmed[..digits].trim().parse().map_err(|_| expected())?;
        let unit = match trimmed[digits..].trim() {
            "" => None,
            "MB/s" | "MBps" => Some(ThroughputUnit::MbPerSec),
            "MiB/s" | "MiBps" => Some(ThroughputUnit::MibPerSec),
            _ => return Err(expected()),
        };
        if value.is_finite() && value >= 0.0 {
            Ok(Self { value, unit })
        } else {
            Err(expected())
        }
    }
}

impl Serialize for ProvisionedThroughput {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.unit {
            Some(_) => serializer.collect_str(self),
            None => serializer.serialize_f64(self.value),
        }
    }
}

impl<'de> Deserialize<'de> for ProvisionedThroughput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Number(f64),
            Text(String),
        }
        match Either::deserialize(deserializer)? {
            Either::Number(value) => Ok(Self { value, unit: None }),
            Either::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_stays_and_what_is_missing_is_filled() {
        let said = Environment {
            kernel: Some("6.1".into()),
            ..Environment::default()
        };
        let file = Environment {
            kernel: Some("5.0".into()),
            vcpus: Some(32),
            ..Environment::default()
        };
        let both = said.or(file);
        assert_eq!(
            (both.kernel.as_deref(), both.vcpus),
            (Some("6.1"), Some(32))
        );
    }

    #[test]
    fn a_provisioned_throughput_keeps_the_unit_it_was_given_in() {
        let given: ProvisionedThroughput = "250 MiB/s".parse().unwrap();
        assert_eq!(
            given.resolve(ThroughputUnit::MbPerSec),
            Throughput::from_mib_per_s(250.0)
        );
        let bare: ProvisionedThroughput = "250".parse().unwrap();
        assert_eq!(
            bare.resolve(ThroughputUnit::MbPerSec),
            Throughput::from_mb_per_s(250.0)
        );
        assert!("250 furlongs".parse::<ProvisionedThroughput>().is_err());
        assert!("NaN".parse::<ProvisionedThroughput>().is_err());
    }

    #[test]
    fn raid_levels_are_read_as_people_write_them() {
        assert_eq!("RAID 10".parse(), Ok(RaidLevel::Raid10));
        assert_eq!("0".parse(), Ok(RaidLevel::Raid0));
        assert!("7".parse::<RaidLevel>().is_err());
    }
}
