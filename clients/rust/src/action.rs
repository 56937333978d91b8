use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::{Error, PartialError, Result};

/// An action of a session, such as [`GotoAction`](crate::GotoAction).
pub trait Action {
    /// Its name, such as `goto`.
    const TYPE: &'static str;

    /// What it answers.
    type Answer: DeserializeOwned;

    /// Its payload.
    fn payload(&self) -> &Map<String, Value>;
}

/// What the answer to every action has.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
#[non_exhaustive]
pub struct Meta {
    /// How long the session still lasts at most.
    pub expires_in_seconds: i64,
    /// Events that the action did not ask for, such as a dialog.
    pub notes: Vec<String>,
    /// There if the action asked for one.
    pub screenshot: Option<Picture>,
}

/// A picture with its bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Picture {
    /// `image/png`.
    pub content_type: String,
    /// The bytes.
    #[serde(rename = "bodyBase64", with = "bytes")]
    pub body: Vec<u8>,
}

/// The size of the window.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Viewport {
    /// CSS pixels.
    pub width: u32,
    /// CSS pixels.
    pub height: u32,
    /// Device pixels for each CSS pixel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_scale_factor: Option<f64>,
}

/// A point of the window in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// A rectangle of the window in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

/// A line of the console, or an error of a page.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LogEntry {
    /// ISO 8601 in UTC.
    pub timestamp: String,
    /// `debug`, `info`, `warning` or `error`.
    pub level: String,
    /// The line.
    pub text: String,
    /// Where it came from.
    pub source: String,
}

/// An element that a query found. It has the fields that the query asked for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "the names say it")]
#[non_exhaustive]
pub struct Element {
    /// Those that the query asked for; `None` where the element lacks one.
    pub attributes: BTreeMap<String, Option<String>>,
    pub text: Option<String>,
    pub html: Option<String>,
    pub href: Option<String>,
    pub src: Option<String>,
    pub alt: Option<String>,
    pub title: Option<String>,
    pub value: Option<String>,
    pub name: Option<String>,
    pub id: Option<String>,
    pub class_name: Option<String>,
    pub tag: Option<String>,
    pub role: Option<String>,
    pub aria_label: Option<String>,
    pub visible: Option<bool>,
    pub bbox: Option<Bounds>,
}

/// The result of one action of a batch.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The name of the action.
    pub action: String,
    /// Why it failed.
    pub error: Option<PartialError>,
    /// Its answer. See [`Step::answer`].
    pub value: Value,
}

impl Step {
    /// The typed answer of the step, such as [`TitleAnswer`](crate::TitleAnswer).
    pub fn answer<T: DeserializeOwned>(&self) -> Result<T> {
        match &self.error {
            Some(error) => Err(Error::Answer(format!("the step {} failed: {error}", self.action))),
            None => T::deserialize(&self.value).map_err(|error| Error::Answer(format!("{}: {error}", self.action))),
        }
    }
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let failed = value["success"] != true;
        let error = failed.then(|| PartialError { code: text("code").into(), message: text("error") });
        Ok(Self { action: text("type"), error, value })
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

/// Bytes as base64.
pub(crate) mod bytes {
    use base64::{Engine, prelude::BASE64_STANDARD};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_STANDARD.encode(bytes))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        BASE64_STANDARD.decode(text).map_err(D::Error::custom)
    }
}
