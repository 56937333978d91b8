use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::account::path_of;
use crate::pairs::object_of;
use crate::{AccountRoutes, Endpoint, Options, Result};

/// A named set of options, for the option `preset`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Preset {
    /// Its name.
    pub name: String,
    /// `None` is all endpoints.
    pub endpoint: Option<Endpoint>,
    /// As in a query.
    pub options: BTreeMap<String, String>,
    /// Rises with each change.
    pub version: u64,
    /// ISO 8601 in UTC.
    pub updated_at: String,
}

/// The account's S3-compatible storage, without its secret.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "StorageSettings describes them")]
#[non_exhaustive]
pub struct Storage {
    pub endpoint: String,
    pub region: String,
    pub bucket: String,
    pub key: String,
    pub path_style: bool,
    pub prefix: String,
    pub public_url: Option<String>,
    pub set_at: String,
}

/// Settings that replace those of the account.
#[derive(Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StorageSettings {
    /// The URL of the store, without the bucket.
    pub endpoint: String,
    /// By default us-east-1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// An existing bucket.
    pub bucket: String,
    /// The id of the access key.
    pub key: String,
    /// May be `None` if the storage has one already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// By default true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_style: Option<bool>,
    /// The folder of all objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// Where the public reads the bucket.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public_url: Option<String>,
}

impl fmt::Debug for StorageSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StorageSettings")
            .field("endpoint", &self.endpoint)
            .field("bucket", &self.bucket)
            .finish_non_exhaustive()
    }
}

/// The storage in use.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StorageState {
    /// `None` without one, and for that of the installation.
    pub storage: Option<Storage>,
    /// `account`, `operator` (the installation's) or `None`.
    pub source: Option<String>,
    /// About probable mistakes in new settings.
    #[serde(default)]
    pub warnings: Vec<String>,
}

/// What works.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct StorageTest {
    /// True if the write works, which is all that uploads need.
    pub uploads: bool,
    /// True if all steps work.
    pub works: bool,
    /// The object of the test.
    pub object: String,
    /// The steps, in their order.
    pub steps: Vec<StorageStep>,
}

/// One step of a test.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StorageStep {
    /// `write`, `read` or `delete`.
    pub step: String,
    /// Whether it works.
    pub works: bool,
    /// How long it took.
    pub milliseconds: u64,
    /// What to do.
    pub error: Option<String>,
}

/// Presets and storage.
impl AccountRoutes<'_> {
    /// Lists the presets.
    pub fn presets(self) -> Result<Vec<Preset>> {
        self.member("GET", "/presets", None, "presets")
    }

    /// Reads a preset.
    pub fn preset(self, name: &str) -> Result<Preset> {
        self.member("GET", &path_of("/presets/", name), None, "preset")
    }

    /// Stores options under a name, for the endpoint of their type. The texts are
    /// warnings about options that have no effect.
    pub fn put_preset<O: Options>(self, name: &str, options: &O) -> Result<(Preset, Vec<String>)> {
        #[derive(Deserialize)]
        struct Body {
            preset: Preset,
            warnings: Vec<String>,
        }
        let body = json!({"endpoint": O::ENDPOINT, "options": object_of(options)?});
        let Body { preset, warnings } = self.call("PUT", &path_of("/presets/", name), Some(body))?;
        Ok((preset, warnings))
    }

    /// Deletes a preset.
    pub fn delete_preset(self, name: &str) -> Result<()> {
        self.call::<Value>("DELETE", &path_of("/presets/", name), None).map(drop)
    }

    /// Reads the storage in use.
    pub fn storage(self) -> Result<StorageState> {
        self.call("GET", "/storage", None)
    }

    /// Sets the storage. What is `None` gets its default, except the secret.
    pub fn put_storage(self, settings: &StorageSettings) -> Result<StorageState> {
        self.call("PUT", "/storage", Some(json!(settings)))
    }

    /// Removes the storage. Stored objects stay.
    pub fn delete_storage(self) -> Result<StorageState> {
        self.call("DELETE", "/storage", None)
    }

    /// Writes, reads and deletes an object.
    pub fn test_storage(self) -> Result<StorageTest> {
        self.call("POST", "/storage/test", Some(json!({})))
    }
}
