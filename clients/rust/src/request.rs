use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::thread::sleep;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use ureq::http::{HeaderMap, Request};

use crate::names::check_path;
use crate::times::ACTION_TIME;
use crate::{Client, Code, Error, Result, ServiceError};

/// One call of the service. Its path is sent byte for byte.
#[derive(Default)]
pub(crate) struct Call {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    /// What it does, for errors: `the image of https://example.com/`. Empty if the method says enough.
    pub(crate) what: String,
    /// The client's base URL if `None`.
    pub(crate) base: Option<String>,
    pub(crate) body: Vec<u8>,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) timeout: Option<Duration>,
    /// It must not be repeated after a 503, because the first attempt may have had its effect.
    pub(crate) once: bool,
}

/// Limits are this much above the time that the service may take.
pub(crate) const ON_THE_WAY: Duration = Duration::from_secs(10);

/// Most requests take no longer than an action.
const USUAL_TIMEOUT: Duration = ACTION_TIME.saturating_add(ON_THE_WAY);

/// A day. The clock cannot add every duration.
const LONGEST_TIMEOUT: Duration = Duration::from_secs(86_400);

/// The crate `http` takes no longer ones.
const LONGEST_URL: usize = 65_534;

/// Results have at most 32 MiB by default; accounts may have more.
const MOST_BYTES: u64 = 1 << 30;

impl Call {
    pub(crate) fn new(method: &'static str, path: impl Into<String>) -> Self {
        Self { method, path: path.into(), ..Self::default() }
    }

    pub(crate) fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    pub(crate) fn what(self, what: String) -> Self {
        Self { what, ..self }
    }

    pub(crate) fn json(mut self, body: &impl serde::Serialize) -> Result<Self> {
        let text = serde_json::to_string(body).map_err(|error| Error::settings(error.to_string()))?;
        if let Some((_, number)) = text.split_once("\"\\u0000") {
            let number = number.split('"').next().unwrap_or_default();
            return Err(Error::settings(format!("an option takes a finite number, not {number}")));
        }
        self.body = text.into_bytes();
        Ok(self.header("Content-Type", "application/json"))
    }

    fn may_repeat(&self, error: &ServiceError) -> bool {
        error.status == 429 || error.status == 503 && !self.once
    }
}

pub(crate) struct Answer {
    base: String,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub(crate) fn into<T: DeserializeOwned>(self) -> Result<T> {
        serde_json::from_slice(&self.body).map_err(|error| {
            Error::Answer(format!("the service answered with JSON that this version does not know: {error}"))
        })
    }

    /// Whether an answer below 400 is one of the service: each has a request id, and none is HTML.
    fn is_from_service(&self) -> bool {
        !self.header("X-Request-Id").is_empty() && !self.header("Content-Type").to_lowercase().starts_with("text/html")
    }

    fn error(&self) -> ServiceError {
        let mut details: Map<String, Value> = serde_json::from_slice(&self.body).unwrap_or_default();
        let mut take = |name: &str| match details.remove(name) {
            Some(Value::String(text)) => text,
            _ => String::new(),
        };
        let (mut code, mut message) = (take("code"), take("error"));
        take("requestId");
        take("success");
        if code.is_empty() || self.status < 400 {
            code.clear();
            message = format!(
                "the answer of {} is not one of Tintype; check the base URL, and proxies on the way",
                self.base
            );
        }
        ServiceError {
            code: Code::from(code),
            status: self.status,
            message,
            request_id: self.header("X-Request-Id").into(),
            retry_after: self.header("Retry-After").parse().ok().map(Duration::from_secs),
            details,
        }
    }
}

impl Client {
    /// Makes the attempts of a request. Every status from 400 is an error.
    pub(crate) fn send(&self, call: &Call) -> Result<Answer> {
        check_path(&call.path)?;
        let mut waited = Duration::ZERO;
        for attempt in 0.. {
            let answer = self.attempt(call)?;
            if answer.status < 400 && answer.is_from_service() {
                return Ok(answer);
            }
            let error = answer.error();
            match error.retry_after {
                Some(pause)
                    if attempt < self.inner.retries
                        && call.may_repeat(&error)
                        && waited.saturating_add(pause) <= self.inner.retry_wait =>
                {
                    waited = waited.saturating_add(pause);
                    // Up to a quarter of a second more, so that clients refused together do not return together.
                    sleep(pause.saturating_add(Duration::from_millis(random() % 250)));
                }
                _ => return Err(Error::Service(Box::new(error))),
            }
        }
        unreachable!("the loop ends by a return")
    }

    fn attempt(&self, call: &Call) -> Result<Answer> {
        let base = call.base.as_deref().unwrap_or(&self.inner.base);
        let limit = self.inner.timeout.or(call.timeout).unwrap_or(USUAL_TIMEOUT).min(LONGEST_TIMEOUT);
        let address = format!("{base}{}", call.path);
        if address.len() > LONGEST_URL {
            let length = address.len();
            let advice = "give long options to `render`, which sends them in the body";
            return Err(Error::settings(format!("the URL has {length} bytes, above {LONGEST_URL}: {advice}")));
        }
        let mut request = Request::builder().method(call.method).uri(address);
        for (name, value) in &call.headers {
            request = request.header(*name, value);
        }
        let comma = if call.what.is_empty() { "" } else { ", " };
        let failed = |error| lost(&format!("{} {base}{comma}{}", call.method, call.what), error);
        let request = request
            .body(call.body.as_slice())
            .map_err(|_| Error::settings("the request has no valid URL or header"))?;
        let request =
            self.inner.agent.configure_request(request).timeout_global(Some(limit)).allow_non_standard_methods(true);
        let mut response = self.inner.agent.run(request.build()).map_err(failed)?;
        let body = response.body_mut().with_config().limit(MOST_BYTES).read_to_vec().map_err(failed)?;
        Ok(Answer {
            base: base.to_owned(),
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body,
        })
    }

    /// Sends a request with the bearer token.
    pub(crate) fn exchange(&self, call: Call) -> Result<Answer> {
        self.send(&call.header("Authorization", format!("Bearer {}", self.token())))
    }
}

/// A text for a message: at most 200 characters of it.
pub(crate) fn shown(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The errors of ureq may show the URL, whose options may have passwords.
fn lost(request: &str, error: ureq::Error) -> Error {
    match error {
        ureq::Error::Timeout(_) => {
            Error::Timeout(format!("{request}: no answer in time; raise the limit with `timeout`"))
        }
        // rustls got bytes that are no TLS.
        ureq::Error::Io(cause) if cause.to_string().contains("InvalidContentType") => {
            Error::Connection(format!("{request}: the server does not speak https; check the base URL"))
        }
        ureq::Error::Io(cause) => Error::Connection(format!("{request}: {cause}")),
        ureq::Error::HostNotFound => Error::Connection(format!("{request}: the host name does not resolve")),
        ureq::Error::ConnectionFailed => Error::Connection(format!("{request}: the connection failed")),
        ureq::Error::BadUri(_) => Error::settings(format!("{request}: the URL is not valid")),
        ureq::Error::BodyExceedsLimit(bytes) => Error::Answer(format!("{request}: the answer is above {bytes} bytes")),
        #[cfg(not(feature = "tls"))]
        ureq::Error::TlsRequired => Error::settings(format!("{request}: https needs the feature `tls`")),
        _ => Error::Connection(format!("{request}: the connection broke")),
    }
}

/// Random without another crate: std seeds each RandomState by the system's source.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

pub(crate) fn random_key() -> String {
    format!("{:016x}{:016x}", random(), random())
}
