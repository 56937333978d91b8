use std::env;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use base64::{Engine, prelude::BASE64_STANDARD};

use crate::{Error, Result, VERSION};

/// Where a service listens that was started with `make run`.
const DEFAULT_URL: &str = "http://127.0.0.1:8080";

/// Calls one service with one API key. Clones are cheap and share connections;
/// threads may share one.
#[derive(Clone)]
pub struct Client {
    pub(crate) inner: Arc<Settings>,
}

#[derive(Clone)]
pub(crate) struct Settings {
    key: String,
    secret: String,
    pub(crate) base: String,
    edge: String,
    pub(crate) use_edge: bool,
    pub(crate) agent: ureq::Agent,
    pub(crate) timeout: Option<Duration>,
    pub(crate) retries: u32,
    pub(crate) retry_wait: Duration,
}

/// Settings of a new [`Client`].
#[derive(Default)]
#[must_use]
pub struct Builder {
    key: Option<String>,
    secret: Option<String>,
    base: Option<String>,
    edge: Option<String>,
    use_edge: bool,
    timeout: Option<Duration>,
    retries: Option<(u32, Duration)>,
    user_agent: Option<String>,
}

impl Builder {
    /// The API key; by default `TINTYPE_KEY`.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// The API secret; by default `TINTYPE_SECRET`.
    pub fn secret(mut self, secret: impl Into<String>) -> Self {
        self.secret = Some(secret.into());
        self
    }

    /// The address of the service; by default `TINTYPE_URL`, else `http://127.0.0.1:8080`.
    pub fn base_url(mut self, address: impl Into<String>) -> Self {
        self.base = Some(address.into());
        self
    }

    /// The host on which a request may run for 300 instead of 60 seconds; by default `TINTYPE_EDGE_URL`.
    pub fn edge_url(mut self, address: impl Into<String>) -> Self {
        self.edge = Some(address.into());
        self
    }

    /// Makes and fetches all URLs on the edge host.
    pub fn edge(mut self) -> Self {
        self.use_edge = true;
        self
    }

    /// Limits each attempt of a request. The default is 10 s more than the service may take.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = Some(limit);
        self
    }

    /// How often a request is repeated that was refused with 429 or 503 and
    /// `Retry-After`, and how long it may wait in all: by default 2 times and 30 s.
    pub fn retries(mut self, times: u32, wait: Duration) -> Self {
        self.retries = Some((times, wait));
        self
    }

    /// Adds the name of your program to the User-Agent.
    pub fn user_agent(mut self, program: impl Into<String>) -> Self {
        self.user_agent = Some(program.into());
        self
    }

    /// Makes the client. An error names the setting that is missing or wrong.
    pub fn build(self) -> Result<Client> {
        let (key, secret) = pair([self.key, self.secret], ["TINTYPE_KEY", "TINTYPE_SECRET"].map(variable))?;
        let base = self.base.or_else(|| variable("TINTYPE_URL")).unwrap_or_else(|| DEFAULT_URL.into());
        let edge = self.edge.or_else(|| variable("TINTYPE_EDGE_URL")).unwrap_or_default();
        let own = format!("tintype-rust/{VERSION}");
        let user_agent = self.user_agent.map_or(own.clone(), |program| format!("{program} {own}"));
        let (retries, retry_wait) = self.retries.unwrap_or((2, Duration::from_secs(30)));
        let client = Client {
            inner: Arc::new(Settings {
                key,
                secret,
                base: checked("base URL", &base)?,
                edge: if edge.is_empty() { edge } else { checked("edge URL", &edge)? },
                use_edge: self.use_edge,
                agent: agent(user_agent),
                timeout: self.timeout,
                retries,
                retry_wait,
            }),
        };
        client.render_url()?;
        Ok(client)
    }
}

fn agent(user_agent: String) -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .user_agent(user_agent)
        .build()
        .into()
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// Completes the pair from the environment. The variables are one pair: their
/// secret is not for another key, nor their key for another secret.
fn pair(given: [Option<String>; 2], variables: [Option<String>; 2]) -> Result<(String, String)> {
    let [key, secret] = given.map(|half| half.filter(|value| !value.is_empty()));
    let [key_variable, secret_variable] = variables;
    let is_other =
        |half: &Option<String>, variable: &Option<String>| half.is_some() && variable.is_some() && half != variable;
    let (key, secret, advice) = if is_other(&key, &key_variable) || is_other(&secret, &secret_variable) {
        (key, secret, "pass both to the builder; TINTYPE_KEY and TINTYPE_SECRET are of another pair")
    } else {
        (
            key.or(key_variable),
            secret.or(secret_variable),
            "pass it to the builder, or set TINTYPE_KEY and TINTYPE_SECRET",
        )
    };
    let missing = |what: &str| Error::settings(format!("the API {what} is missing or empty: {advice}"));
    Ok((key.ok_or_else(|| missing("key"))?, secret.ok_or_else(|| missing("secret"))?))
}

fn checked(what: &str, address: &str) -> Result<String> {
    let host = address.strip_prefix("http://").or_else(|| address.strip_prefix("https://"));
    if host.is_none_or(|host| host.is_empty() || host.starts_with('/')) {
        return Err(Error::settings(format!(
            "the {what} is {address:?}, but takes an http or https URL, such as {DEFAULT_URL}"
        )));
    }
    if host.is_some_and(|host| host.split(['/', '?', '#']).next().is_some_and(|authority| authority.contains('@'))) {
        return Err(Error::settings(format!("the {what} takes no user and password: pass key and secret")));
    }
    Ok(address.trim_end_matches('/').to_owned())
}

impl Client {
    /// A client for a key and a secret. See [`Client::builder`] for more settings.
    pub fn new(key: impl Into<String>, secret: impl Into<String>) -> Result<Self> {
        Self::builder().key(key).secret(secret).build()
    }

    /// A client with `TINTYPE_KEY`, `TINTYPE_SECRET` and `TINTYPE_URL`.
    pub fn from_env() -> Result<Self> {
        Self::builder().build()
    }

    /// Settings of a new client.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// The same client with another time for each attempt, for some calls:
    /// `client.with_timeout(Duration::from_secs(5)).fetch_image(…)`.
    pub fn with_timeout(&self, limit: Duration) -> Self {
        self.limited(limit, self.inner.retries)
    }

    pub(crate) fn limited(&self, timeout: Duration, retries: u32) -> Self {
        let inner = Settings { timeout: Some(timeout), retries, ..Settings::clone(&self.inner) };
        Self { inner: Arc::new(inner) }
    }

    /// The API key. It is public: each signed URL shows it.
    pub fn key(&self) -> &str {
        &self.inner.key
    }

    pub(crate) fn secret(&self) -> &str {
        &self.inner.secret
    }

    /// The bearer token of this client's key and secret, for the tool server and
    /// for programs that speak to the routes themselves. Keep it secret.
    pub fn token(&self) -> String {
        BASE64_STANDARD.encode(format!("{}:{}", self.inner.key, self.inner.secret))
    }

    /// Where renders are requested.
    pub(crate) fn render_url(&self) -> Result<&str> {
        if self.inner.use_edge { self.edge_url() } else { Ok(&self.inner.base) }
    }

    pub(crate) fn edge_url(&self) -> Result<&str> {
        if self.inner.edge.is_empty() {
            return Err(Error::settings("the edge URL is missing: use `edge_url`, or set TINTYPE_EDGE_URL"));
        }
        Ok(&self.inner.edge)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("base_url", &self.inner.base)
            .field("key", &self.inner.key)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("base_url", &self.base).field("key", &self.key).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::pair;

    #[test]
    fn the_environment_is_one_pair() {
        let text = |value: &str| Some(value.to_owned());
        let variables = || [text("env"), text("hidden")];
        let of =
            |key: &str, secret: &str| pair([text(key), text(secret)], variables()).map_err(|error| error.to_string());
        let found = |key: &str, secret: &str| Ok((key.to_owned(), secret.to_owned()));
        assert_eq!(of("", ""), found("env", "hidden"));
        assert_eq!(of("env", ""), found("env", "hidden"));
        assert_eq!(of("key", "secret"), found("key", "secret"));
        for (key, secret, what) in [("key", "", "secret"), ("", "secret", "key")] {
            let error = of(key, secret).unwrap_err();
            assert!(
                error.contains(&format!("the API {what} is missing or empty")) && error.contains("another pair"),
                "{error}"
            );
        }
        let half = pair([text("key"), None], [None, text("hidden")]).unwrap();
        assert_eq!(half, ("key".to_owned(), "hidden".to_owned()));
    }
}
