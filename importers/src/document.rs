//! One received file, decoded to text.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use model::run::{Fact, Notice, NoticeCode, Phrase, facts};

use crate::error::{ImportError, Rejection};

/// A file as it was received: its name is text and never used as a path.
#[derive(Clone, Debug)]
pub struct ReceivedFile {
    /// The name it came under.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A received file as text.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// The name it came under.
    pub name: &'a str,
    /// Its whole text, without byte order mark.
    pub text: Cow<'a, str>,
    /// Said when the encoding was not plain UTF-8.
    pub encoding: Option<Notice>,
}

impl<'a> Document<'a> {
    /// Decodes by byte order mark, by the zeros of UTF-16 without one, else as UTF-8.
    ///
    /// # Errors
    /// [`Rejection::Empty`] without any text, [`Rejection::NotText`] for bytes that are none.
    pub fn decode(file: &'a ReceivedFile) -> Result<Self, ImportError> {
        let error = |code, expected, found| {
            ImportError::new(code, Phrase::new(expected), found).in_file(&file.name)
        };
        let (encoding, marked) = guess(&file.bytes);
        let body = file.bytes.strip_prefix(marked).unwrap_or(&file.bytes);
        let (text, broken) = encoding.decode_without_bom_handling(body);
        if broken || text.contains('\0') {
            let found =
                Phrase::new("bytes-not-text").with("offset", first_bad(body, encoding) as f64);
            return Err(error(Rejection::NotText, "text", found));
        }
        if text.trim().is_empty() {
            return Err(error(
                Rejection::Empty,
                "tool-output",
                Phrase::new("nothing"),
            ));
        }
        let plain = encoding == UTF_8 && marked.is_empty();
        let name = Fact::from(encoding.name());
        let encoding =
            (!plain).then(|| Notice::new(NoticeCode::Encoding, facts([("encoding", name)])));
        Ok(Self {
            name: &file.name,
            text,
            encoding,
        })
    }
}

/// The encoding and the byte order mark that told it.
fn guess(bytes: &[u8]) -> (&'static Encoding, &[u8]) {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return (encoding, &bytes[..length]);
    }
    // Output of tools is mostly ASCII: in UTF-16 every second byte of it is zero.
    let head = &bytes[..bytes.len().min(512)];
    let zeros = |odd: usize| {
        head.iter()
            .skip(odd)
            .step_by(2)
            .filter(|b| **b == 0)
            .count()
    };
    let half = head.len() / 2;
    match (zeros(0), zeros(1)) {
        (0, high) if half > 0 && high * 10 >= half * 7 => (UTF_16LE, &[]),
        (low, 0) if half > 0 && low * 10 >= half * 7 => (UTF_16BE, &[]),
        _ => (UTF_8, &[]),
    }
}

fn first_bad(body: &[u8], encoding: &'static Encoding) -> usize {
    let zero = body.iter().position(|b| *b == 0).unwrap_or(body.len());
    if encoding == UTF_8 {
        Encoding::utf8_valid_up_to(body).min(zero)
    } else {
        zero
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(bytes: &[u8]) -> ReceivedFile {
        ReceivedFile {
            name: "a.txt".into(),
            bytes: bytes.to_vec(),
        }
    }

    #[test]
    fn utf_16_is_known_with_and_without_mark() {
        let text = "{\"fio version\" : \"fio-3.33\", \"name\" : \"ランダム\"}";
        for marked in [true, false] {
            for big in [true, false] {
                let units = marked
                    .then_some('\u{feff}' as u16)
                    .into_iter()
                    .chain(text.encode_utf16());
                let bytes: Vec<u8> = units
                    .flat_map(|u| {
                        if big {
                            u.to_be_bytes()
                        } else {
                            u.to_le_bytes()
                        }
                    })
                    .collect();
                let file = file(&bytes);
                let document = Document::decode(&file).unwrap();
                assert_eq!(document.text, text);
                assert!(document.encoding.is_some());
            }
        }
    }

    #[test]
    fn plain_text_needs_no_notice_and_bytes_are_refused() {
        let plain = file(b"dbench version 4.00\n");
        assert!(Document::decode(&plain).unwrap().encoding.is_none());
        let error = Document::decode(&file(b"\x89PNG\r\n\x1a\n\0\0")).unwrap_err();
        assert_eq!(
            (error.code, error.file.as_deref()),
            (Rejection::NotText, Some("a.txt"))
        );
        assert_eq!(
            Document::decode(&file(b" \n")).unwrap_err().code,
            Rejection::Empty
        );
    }
}
