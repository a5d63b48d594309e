//! Readers of the output of disk benchmark tools: bytes in, one [`Report`] per run out.
//!
//! A format is one file and one line in [`IMPORTERS`]. This crate knows no database, no page and no language; what it
//! has to say it says as codes and facts, and the words are put to them elsewhere.

pub mod document;
pub mod error;

use model::run::{Report, SourceFile};
use sha2::{Digest, Sha256};

pub use document::{Document, ReceivedFile};
pub use error::{ImportError, Rejection, found_text};

/// A format that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The stable id, such as `fio-json`.
    pub id: &'static str,
    /// The tool's name as people write it.
    pub tool: &'static str,
    /// What of the tool it is, and which versions were tried.
    pub title: &'static str,
    /// Raised whenever the reader yields something else from the same bytes.
    pub version: u32,
}

/// How sure an importer is that a document is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Recognition {
    /// It is not.
    No,
    /// It may be; another format could look the same.
    Perhaps,
    /// It carries the format's own mark.
    Yes,
}

/// What the person or the program that hands over a file knows about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The id of the format, when it is known.
    pub format: Option<String>,
    /// The version of fio that wrote a log without telling it.
    pub fio_version: Option<String>,
}

/// A reader of one format.
pub trait Importer: Sync {
    /// What it reads.
    fn format(&self) -> Format;

    /// Whether a document is of this format, from a look at its text.
    fn recognise(&self, document: &Document) -> Recognition;

    /// The runs of a document, at least one.
    ///
    /// # Errors
    /// Only when it is not such a document, is cut off, or holds no result; everything else is a notice in the report.
    fn read(&self, document: &Document, hints: &Hints) -> Result<Vec<Report>, ImportError>;
}

/// Every format that can be read.
pub static IMPORTERS: &[&dyn Importer] = &[];

/// What came of a set of received files.
#[derive(Clone, Debug, Default)]
pub struct Import {
    /// The runs read, in the order of the files.
    pub runs: Vec<Report>,
    /// The files that were not read, with the reason.
    pub rejected: Vec<ImportError>,
}

/// Reads every file. One that cannot be read is listed with its reason, and the others go on.
pub fn import(files: &[ReceivedFile], hints: &Hints) -> Import {
    let mut result = Import::default();
    for file in files {
        match read_file(file, hints) {
            Ok(reports) => result.runs.extend(reports),
            Err(error) => result.rejected.push(error.in_file(&file.name)),
        }
    }
    result
}

fn read_file(file: &ReceivedFile, hints: &Hints) -> Result<Vec<Report>, ImportError> {
    let document = Document::decode(file)?;
    let mut reports = choose(&document, hints)?.read(&document, hints)?;
    let source = SourceFile {
        name: file.name.clone(),
        sha256: hex(&Sha256::digest(&file.bytes)),
        bytes: file.bytes.len() as u64,
    };
    for report in &mut reports {
        report.source.insert(0, source.clone());
        report.notices.splice(0..0, document.encoding.clone());
        for notice in &mut report.notices {
            notice.file.get_or_insert_with(|| file.name.clone());
        }
    }
    Ok(reports)
}

/// The importer that knows a document best.
fn choose(document: &Document, hints: &Hints) -> Result<&'static dyn Importer, ImportError> {
    use model::run::Phrase;

    if let Some(id) = &hints.format {
        let named = IMPORTERS.iter().find(|importer| importer.format().id == id);
        let unknown = || {
            let expected = Phrase::new("format-id").with("known", known_ids());
            ImportError::new(Rejection::UnknownFormat, expected, found_text(id))
        };
        return named.copied().ok_or_else(unknown);
    }
    let sure = |importer: &&dyn Importer| importer.recognise(document);
    let best = IMPORTERS.iter().map(sure).max().unwrap_or(Recognition::No);
    let mut candidates = IMPORTERS
        .iter()
        .filter(|importer| importer.recognise(document) == best);
    match (best, candidates.next(), candidates.next()) {
        (Recognition::No, ..) | (_, None, _) => {
            let first = document
                .text
                .lines()
                .find(|line| !line.trim().is_empty())
                .unwrap_or_default();
            let expected = Phrase::new("known-format").with("known", known_tools());
            Err(ImportError::new(Rejection::UnknownFormat, expected, found_text(first)).at_line(1))
        }
        (_, Some(importer), None) => Ok(*importer),
        (_, Some(one), Some(other)) => {
            let found = Phrase::new("two-formats")
                .with("one", one.format().id)
                .with("other", other.format().id);
            Err(ImportError::new(
                Rejection::AmbiguousFormat,
                Phrase::new("one-format"),
                found,
            ))
        }
    }
}

fn known_ids() -> String {
    IMPORTERS
        .iter()
        .map(|importer| importer.format().id)
        .collect::<Vec<_>>()
        .join(", ")
}

fn known_tools() -> String {
    let mut tools: Vec<_> = IMPORTERS
        .iter()
        .map(|importer| importer.format().tool)
        .collect();
    tools.dedup();
    tools.join(", ")
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
