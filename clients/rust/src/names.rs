use crate::options::option_names;
use crate::{Endpoint, Error, Result};

/// An error for a name that is nearly an option of the endpoint. Others may be options of a newer service.
pub(crate) fn refuse_misspelt<'a>(endpoint: Endpoint, names: impl Iterator<Item = &'a str>) -> Result<()> {
    let known = option_names(endpoint);
    for name in names.filter(|name| !known.contains(name)) {
        if let Some(near) = known.iter().find(|each| is_misspelt(&plain(name), &plain(each))) {
            return Err(Error::settings(format!("{endpoint} has no option `{name}`: did you mean `{near}`?")));
        }
    }
    Ok(())
}

/// Short names are near many.
fn is_misspelt(name: &str, known: &str) -> bool {
    if !(4..=64).contains(&name.len()) {
        return name == known;
    }
    edits_between(name.as_bytes(), known.as_bytes()) <= if known.len() > 4 { 2 } else { 1 }
}

fn plain(name: &str) -> String {
    name.replace(['_', '-'], "").to_lowercase()
}

/// Levenshtein's distance.
fn edits_between(one: &[u8], other: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (above, letter) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = above + 1;
        for (at, its) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != its);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

/// Refuses an empty id or name, and those that HTTP clients drop from a path: `.` and `..`.
pub(crate) fn check_path(path: &str) -> Result<()> {
    let path = path.split('?').next().unwrap_or_default();
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    let Some(at) = segments.iter().position(|segment| matches!(*segment, "" | "." | "..")) else { return Ok(()) };
    let noun = match segments[at.saturating_sub(1)] {
        "sessions" => "session id",
        "secrets" => "secret id",
        "presets" => "preset name",
        "profiles" => "profile name",
        _ => "batch id",
    };
    let rule = match noun {
        "preset name" | "profile name" => "it has 1 to 64 letters, digits, - and _",
        _ => "pass the text that the service returned",
    };
    Err(Error::settings(format!("the {noun} is {:?}: {rule}", segments[at])))
}
