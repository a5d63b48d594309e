//! Why a file was not read.
//!
//! Reading goes on past what it does not know; an error here means that the file is not what it was taken for, that its
//! end is missing, or that the tool itself had no result. It always says where, what was expected and what was found.

use model::run::Phrase;

/// Why a file was not read, as listed in `interfaces.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// No importer knows it.
    UnknownFormat,
    /// Two importers know it equally well.
    AmbiguousFormat,
    /// There is nothing in it.
    Empty,
    /// Its end is missing.
    Truncated,
    /// It breaks the rules of its format.
    Malformed,
    /// It is not text.
    NotText,
    /// It is larger than allowed.
    TooLarge,
    /// The tool ended before it had a result.
    NoResult,
    /// The unit of its figures cannot be told.
    UnitUnknown,
}

impl Rejection {
    /// The stable word used in machine output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UnknownFormat => "unknown-format",
            Self::AmbiguousFormat => "ambiguous-format",
            Self::Empty => "empty",
            Self::Truncated => "truncated",
            Self::Malformed => "malformed",
            Self::NotText => "not-text",
            Self::TooLarge => "too-large",
            Self::NoResult => "no-result",
            Self::UnitUnknown => "unit-unknown",
        }
    }
}

/// Why a file was not read, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}: {}", .file.as_deref().unwrap_or("-"), .code.as_str())]
pub struct ImportError {
    /// What is wrong.
    pub code: Rejection,
    /// The file, as it was named when received.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u64>,
    /// What should have been there.
    pub expected: Phrase,
    /// What was there: a sentence, or the text itself as the fact `text` of the phrase `text`.
    pub found: Phrase,
}

impl ImportError {
    /// An error that is not about one line.
    pub fn new(code: Rejection, expected: Phrase, found: Phrase) -> Self {
        Self {
            code,
            file: None,
            line: None,
            expected,
            found,
        }
    }

    /// The same error about one line.
    #[must_use]
    pub fn at_line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }

    /// The same error about one file.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        self.file = Some(file.to_owned());
        self
    }
}

/// A piece of the file, word for word and not longer than 120 characters, as what was found.
pub fn found_text(text: &str) -> Phrase {
    let short: String = text.trim_end().chars().take(120).collect();
    Phrase::new("text").with("text", short)
}
