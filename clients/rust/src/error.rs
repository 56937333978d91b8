use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Code;

/// What the functions of this crate return. After `use tintype::*`, a `Result` with another error works too.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What can go wrong. No error shows the secret, or a signed URL.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The service answered that it did not do what was asked.
    Service(Box<ServiceError>),
    /// No answer within the time limit, or a batch that has not ended. The text says what to do.
    Timeout(String),
    /// No connection, or a broken one. The text names the request and the cause.
    Connection(String),
    /// A setting or an option is missing or wrong. Nothing was sent.
    Settings(String),
    /// The answer is none that this version of the crate knows.
    Answer(String),
    /// A notification did not come from the service: ignore it.
    Webhook(&'static str),
}

/// An answer of the service that is no success.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ServiceError {
    /// For programs; it does not change. `Code::Other("")` if something else than
    /// the service answered, such as a proxy in front of it.
    pub code: Code,
    /// The HTTP status.
    pub status: u16,
    /// A sentence for people; it may change.
    pub message: String,
    /// Names the request in the logs of the service.
    pub request_id: String,
    /// How long to wait before another attempt.
    pub retry_after: Option<Duration>,
    /// Further properties of the answer, such as `diagnosis`.
    pub details: Map<String, Value>,
}

impl Error {
    pub(crate) fn settings(text: impl Into<String>) -> Self {
        Self::Settings(text.into())
    }

    /// The answer of the service, if it is one.
    pub fn service(&self) -> Option<&ServiceError> {
        match self {
            Self::Service(error) => Some(error),
            _ => None,
        }
    }

    /// The code of the service's answer.
    pub fn code(&self) -> Option<&Code> {
        self.service().map(|error| &error.code)
    }

    /// Whether the same request may succeed later. For a code that this version
    /// does not know, the status decides.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Service(error) => error.code.is_retryable().unwrap_or(matches!(error.status, 429 | 503)),
            Self::Timeout(_) | Self::Connection(_) => true,
            _ => false,
        }
    }

    /// Whether it is unknown what the service did. A proxy may answer after the service did its work.
    pub(crate) fn is_lost(&self) -> bool {
        match self {
            Self::Service(error) => error.code.as_str().is_empty(),
            Self::Timeout(_) | Self::Connection(_) | Self::Answer(_) => true,
            _ => false,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Service(error) => error.fmt(f),
            Self::Timeout(text) | Self::Connection(text) | Self::Settings(text) | Self::Answer(text) => {
                f.write_str(text)
            }
            Self::Webhook(reason) => write!(f, "the notification is not genuine: {reason}"),
        }
    }
}

impl std::error::Error for Error {}

/// Sentences of the service name its routes. These have methods here.
const METHODS: [(&str, &str); 4] = [
    ("PUT /v1/account/storage.", "`account().put_storage`."),
    ("PUT /v1/account/storage,", "`account().put_storage`,"),
    ("POST /v1/account/storage/test", "`account().test_storage`"),
    ("POST /v1/sessions.", "`create_session`."),
];

/// The service's sentences speak of the wire, which this crate writes: of routes and of `waitFor` for `wait_for`.
fn in_words_of_rust(message: &str) -> String {
    let named = METHODS.iter().fold(message.to_owned(), |text, (route, method)| text.replace(route, method));
    let mut parts: Vec<String> = named.split('`').map(str::to_owned).collect();
    for at in (1..parts.len()).step_by(2) {
        let before = &parts[at - 1];
        let is_name = parts[at].starts_with(|letter: char| letter.is_ascii_lowercase())
            && parts[at].chars().all(|letter| letter.is_ascii_alphanumeric());
        if is_name && (before.ends_with("option ") || before.ends_with("Did you mean ")) {
            parts[at] = snake(&parts[at]);
        }
    }
    parts.join("`")
}

fn snake(name: &str) -> String {
    let lower = |letter: char| letter.to_ascii_lowercase();
    name.chars().fold(String::new(), |text, letter| {
        let underscore = if letter.is_ascii_uppercase() { "_" } else { "" };
        format!("{text}{underscore}{}", lower(letter))
    })
}

impl ServiceError {
    /// Why key and secret are refused, if they are. A secret that lacks a scope is right.
    fn wrong_pair(&self) -> Option<&str> {
        match self.code {
            Code::InvalidCredentials if self.details.contains_key("requiredScope") => None,
            Code::InvalidCredentials => Some("The service does not know this API key with this secret"),
            Code::UnknownApiKey | Code::InvalidHash => self.message.split(['.', ':']).next(),
            _ => None,
        }
    }
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.wrong_pair() {
            Some(why) => write!(f, "{why}; check the key and the secret of this client (")?,
            None => write!(f, "{} (", in_words_of_rust(&self.message))?,
        }
        if !self.code.as_str().is_empty() {
            write!(f, "{}, ", self.code.as_str())?;
        }
        write!(f, "{}", self.status)?;
        if !self.request_id.is_empty() {
            write!(f, ", {}", self.request_id)?;
        }
        f.write_str(")")
    }
}

/// Why one output, item or step failed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PartialError {
    /// For programs; it does not change.
    pub code: Code,
    /// A sentence for people.
    pub message: String,
}

impl fmt::Display for PartialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code.as_str())
    }
}

impl std::error::Error for PartialError {}
