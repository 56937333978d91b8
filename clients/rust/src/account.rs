use std::collections::BTreeMap;
use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::request::Call;
use crate::signing::escape;
use crate::{Client, Endpoint, Result};

/// What the holder of an account manages: [`Client::account`]. Any secret reads;
/// changes need one with the scope [`SecretScope::Manage`].
#[derive(Clone, Copy, Debug)]
pub struct AccountRoutes<'a> {
    pub(crate) client: &'a Client,
}

/// The account of the client's key.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Account {
    /// Its id.
    pub id: String,
    /// Its API key.
    pub api_key: String,
    /// What is left; `None` is unlimited.
    pub credits: Option<i64>,
    /// Those that the account may use; `None` is all.
    pub endpoints: Option<Vec<Endpoint>>,
    /// Its limits.
    pub limits: Limits,
    /// Whether it has a proxy for sessions.
    pub proxy: bool,
    /// Whether it has a storage.
    pub storage: bool,
}

/// The limits of an account; `None` is no limit.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names say it")]
#[non_exhaustive]
pub struct Limits {
    pub concurrent_renders: Option<u64>,
    pub concurrent_sessions: u64,
    pub requests_per_second: Option<u64>,
    pub link_requests_per_second: Option<u64>,
    pub bandwidth_bytes_per_day: Option<u64>,
    pub batch_items: u64,
    pub batch_bytes: u64,
    pub result_bytes: u64,
    pub cache_seconds: u64,
}

/// What an account used on a day.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names say it")]
#[non_exhaustive]
pub struct UsageDay {
    /// A UTC day, such as `2026-05-01`.
    pub date: String,
    /// Charged renders.
    pub renders: BTreeMap<Endpoint, u64>,
    pub cached_answers: u64,
    pub delivered_bytes: u64,
    pub session_minutes: u64,
    pub credits: u64,
    pub charges: u64,
}

/// A charge of the account.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Charge {
    /// The charge of a render, or the session.
    pub id: String,
    /// `render` or `session`.
    pub kind: String,
    /// When it was charged, as ISO 8601.
    pub at: String,
    /// `None` for a session.
    pub endpoint: Option<Endpoint>,
    /// How long the session was open. `None` for a render.
    pub seconds: Option<f64>,
    /// Its cost.
    pub credits: i64,
    /// The request that was answered with this charge. `None` for a session or an item of a batch.
    pub request_id: Option<String>,
    /// The batch whose item this is.
    pub batch_id: Option<String>,
    /// The number of this item in its batch, 1 for the first.
    pub batch_item: Option<u32>,
}

/// A page of charges. It may be empty before the last one.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ChargePage {
    /// The latest first.
    pub charges: Vec<Charge>,
    /// `None` on the last page.
    pub next_cursor: Option<String>,
}

/// What a secret may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SecretScope {
    /// Sign, render, open sessions and read the account.
    Use,
    /// Change the account too.
    Manage,
}

/// One of the account's secrets, without its value.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Secret {
    /// Its id.
    pub id: String,
    /// For people.
    pub name: Option<String>,
    /// What it may do.
    pub scope: SecretScope,
    /// `admin`, `account` or `environment`.
    pub origin: String,
    /// ISO 8601 in UTC.
    pub created_at: String,
    /// Up to an hour old; `None` if never.
    pub last_used_at: Option<String>,
}

/// A new secret with its value, which is shown this once.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct NewSecret {
    /// Its id.
    #[serde(rename = "secretId")]
    pub id: String,
    /// For people.
    pub name: Option<String>,
    /// What it may do.
    pub scope: SecretScope,
    /// The secret itself.
    #[serde(rename = "secret")]
    pub value: String,
    /// Its bearer token, if [`AccountRoutes::create_token`] made it.
    pub token: Option<String>,
}

impl fmt::Debug for NewSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewSecret").field("id", &self.id).field("scope", &self.scope).finish_non_exhaustive()
    }
}

impl Client {
    /// The routes of the account.
    pub fn account(&self) -> AccountRoutes<'_> {
        AccountRoutes { client: self }
    }
}

/// A path that ends with a name of the caller.
pub(crate) fn path_of(folder: &str, name: &str) -> String {
    let mut path = folder.to_owned();
    escape(&mut path, name);
    path
}

impl AccountRoutes<'_> {
    /// Reads the account.
    pub fn get(self) -> Result<Account> {
        self.member("GET", "", None, "account")
    }

    /// Reads a row for each day, from one to another such as `2026-05-01`, both
    /// included. `None` is the last 30 days.
    pub fn usage(self, days: Option<(&str, &str)>) -> Result<Vec<UsageDay>> {
        let query = days.map(|(from, to)| path_of("?from=", from) + &path_of("&to=", to)).unwrap_or_default();
        self.member("GET", &format!("/usage{query}"), None, "days")
    }

    /// Lists a page of the charges of the last 40 days, the latest first. The limit is 1 to 100.
    pub fn charges(self, limit: u32, cursor: Option<&str>) -> Result<ChargePage> {
        let cursor = cursor.map(|cursor| path_of("&cursor=", cursor)).unwrap_or_default();
        self.call("GET", &format!("/charges?limit={limit}{cursor}"), None)
    }

    /// Lists the secrets, without their values.
    pub fn secrets(self) -> Result<Vec<Secret>> {
        self.member("GET", "/secrets", None, "secrets")
    }

    /// Deletes a secret, and lists those left. The last one that may manage cannot be deleted.
    pub fn delete_secret(self, id: &str) -> Result<Vec<Secret>> {
        self.member("DELETE", &path_of("/secrets/", id), None, "secrets")
    }

    /// Makes a secret.
    pub fn create_secret(self, name: &str, scope: SecretScope) -> Result<NewSecret> {
        self.call("POST", "/secrets", Some(json!({"name": name, "scope": scope})))
    }

    /// Asks for the bearer token of a secret of the account, for sessions and the
    /// tool server. See [`Client::token`] for that of the client's own secret.
    pub fn token(self, secret: &str) -> Result<String> {
        self.member("POST", "/token", Some(json!({"secret": secret})), "token")
    }

    /// Makes a secret and its bearer token.
    pub fn create_token(self, name: &str, scope: SecretScope) -> Result<NewSecret> {
        self.call("POST", "/token", Some(json!({"name": name, "scope": scope})))
    }

    pub(crate) fn call<T: DeserializeOwned>(self, method: &'static str, path: &str, body: Option<Value>) -> Result<T> {
        let call = Call::new(method, format!("/v1/account{path}"));
        let call = match body {
            Some(body) => call.json(&body)?,
            None => call,
        };
        // A repeated POST would make a second secret.
        self.client.exchange(Call { once: method == "POST", ..call })?.into()
    }

    /// One property of the answer.
    pub(crate) fn member<T: DeserializeOwned>(
        self,
        method: &'static str,
        path: &str,
        body: Option<Value>,
        name: &str,
    ) -> Result<T> {
        let mut answer: Value = self.call(method, path, body)?;
        serde_json::from_value(answer[name].take())
            .map_err(|error| crate::Error::Answer(format!("the answer's {name} is not as expected: {error}")))
    }
}
