//! Compares answers with what the walk expects.

use serde::Serialize;
use serde_json::Value;

use crate::Outcome;

/// Compares a value, as JSON, with paths such as `elements.0.text` and their values.
pub fn check(expected: &Value, value: &impl Serialize) -> Outcome {
    let value = serde_json::to_value(value)?;
    for (path, want) in expected.as_object().into_iter().flatten() {
        let got = at(&value, path);
        if !fits(got, want) {
            return Err(format!("{path} is {got}, not {want}").into());
        }
    }
    Ok(())
}

fn at<'a>(value: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(value, |value, name| match name.parse::<usize>() {
        Ok(index) if value.is_array() => &value[index],
        _ => &value[name],
    })
}

fn fits(got: &Value, want: &Value) -> bool {
    let text = got.as_str().unwrap_or_default();
    match (want["includes"].as_str(), want["startsWith"].as_str()) {
        (Some(part), _) => text.contains(part),
        (_, Some(start)) => text.starts_with(start),
        _ => got == want,
    }
}
