//! The words, the units and the judgement of iospec: pure values and functions.
//!
//! Nothing here knows a file, a clock, a database or a language. Words are those of `docs/glossary.md`.

pub mod environment;
pub mod reading;
pub mod run;
pub mod sample;
pub mod series;
pub mod units;
pub mod workload;
