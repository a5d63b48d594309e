//! Reads files and prints what `iospec import --dry-run --json` prints, with codes in place of sentences:
//! `cargo run -p iospec-importers --example read -- FILE…`. For work on an importer without building the server.

use std::process::ExitCode;

use importers::{Hints, ReceivedFile, import};
use serde_json::{Value, json};

fn main() -> ExitCode {
    let mut hints = Hints::default();
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "import" | "--dry-run" | "--json" => {}
            "--fio-version" => hints.fio_version = arguments.next(),
            "--format" => hints.format = arguments.next(),
            name => {
                let bytes = std::fs::read(name).expect("the file can be read");
                let name = name.rsplit('/').next().unwrap_or(name).to_owned();
                files.push(ReceivedFile { name, bytes });
            }
        }
    }
    let result = import(&files, &hints);
    let mut runs = serde_json::to_value(&result.runs).expect("reports are plain values");
    each(&mut runs, "tests", |test| {
        each(test, "series", count_points);
        each(test, "flags", add_message);
    });
    each(&mut runs, "notices", add_message);
    let rejected: Vec<Value> = result
        .rejected
        .iter()
        .map(|e| {
            let message = format!("expected {} {:?}, found {} {:?}", e.expected.id, e.expected.facts, e.found.id, e.found.facts);
            json!({"file": e.file, "code": e.code.as_str(), "line": e.line, "expected": e.expected.id, "found": e.found.id, "message": message})
        })
        .collect();
    println!("{:#}", json!({"runs": runs, "rejected": rejected}));
    match (result.runs.is_empty(), rejected.is_empty()) {
        (false, true) => ExitCode::SUCCESS,
        (true, _) => ExitCode::from(2),
        (false, false) => ExitCode::from(4),
    }
}

/// Does something to each member of a list, in each value when there are several.
fn each(value: &mut Value, list: &str, mut change: impl FnMut(&mut Value)) {
    let holders: Vec<&mut Value> = match value {
        Value::Array(values) => values.iter_mut().collect(),
        one => vec![one],
    };
    for holder in holders {
        if let Some(members) = holder.get_mut(list).and_then(Value::as_array_mut) {
            members.iter_mut().for_each(&mut change);
        }
    }
}

fn count_points(series: &mut Value) {
    let points = series["values"].as_array().map_or(0, Vec::len);
    let fields = series.as_object_mut().expect("a series is an object");
    fields.remove("values");
    fields.remove("at_ms");
    fields.insert("points".into(), points.into());
}

fn add_message(coded: &mut Value) {
    let text = coded["facts"]["text"]
        .as_str()
        .or(coded["code"].as_str())
        .unwrap_or_default()
        .to_owned();
    coded["message"] = text.into();
}
