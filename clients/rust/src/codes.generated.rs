// Made by `make generate` (scripts/clients/rust.mjs); not to be edited.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The stable name of an error of the service.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
#[non_exhaustive]
pub enum Code {
    /// The option `url` is missing. It takes the address of the page. (400)
    MissingUrl,
    /// The option `url` takes an absolute http or https URL. (400)
    InvalidUrl,
    /// An option has an invalid value. `/docs` lists the options. (400)
    InvalidOption,
    /// The request is malformed. `/docs` describes each route. (400)
    InvalidRequest,
    /// No account has this API key. Check the key in the path. (401)
    UnknownApiKey,
    /// Invalid hash (401)
    InvalidHash,
    /// This signed URL has expired. Sign a new one with a later `expires`. (401)
    ExpiredUrl,
    /// The credentials are missing or wrong. Send `Authorization: Bearer \<base64 of user_id:secret>`. Any secret of the account is valid. (401)
    InvalidCredentials,
    /// The signature is missing or wrong. `/docs` describes how to sign the request. (401)
    InvalidSignature,
    /// The account has no credits left. Ask the administrator of this service for more. (402)
    CreditsExhausted,
    /// This account is disabled. Ask the administrator of this service. (403)
    AccountDisabled,
    /// The page's address is private or blocked. Use a public address, or ask the administrator of this service to allow it. (403)
    TargetBlocked,
    /// This service does not serve the host in `Host` or `Origin`. Use its own address. (403)
    ForeignHost,
    /// This path does not exist. `/docs` lists the paths. (404)
    NotFound,
    /// This session does not exist. Open another with POST /v1/sessions. (404)
    SessionNotFound,
    /// This path takes other methods. The header `Allow` lists them. (405)
    MethodNotAllowed,
    /// The session is no longer active. Open another with POST /v1/sessions. (409)
    SessionNotActive,
    /// The account has no storage configured. Set one with PUT /v1/account/storage. (409)
    StorageNotConfigured,
    /// Another session has saved this profile meanwhile, so this save was refused. Run `save_profile` again to replace it. (409)
    ProfileConflict,
    /// The browser cannot load this profile. Save it again from another session, or delete it. (409)
    ProfileUnusable,
    /// The request is too large. Send a smaller one. (413)
    RequestTooLarge,
    /// The range begins after the end of the file. Request a range inside it. (416)
    RangeNotSatisfiable,
    /// No visible element matches the selector. Check the selector, or wait for the element. (422)
    SelectorNotFound,
    /// The page has a fault that `failOn` lists. Correct the page, or remove that fault from `failOn`. (422)
    PageFailed,
    /// The result is too large. Capture a smaller part of the page. (422)
    ResultTooLarge,
    /// The address does not answer with a page. Use the address of a page. (422)
    NotRenderable,
    /// Too many requests. Wait as long as `Retry-After` says. (429)
    RateLimited,
    /// Too many sessions are starting, active or closing. Close one first. (429)
    SessionLimit,
    /// The daily bandwidth is used up. It starts again at midnight UTC. (429)
    BandwidthExceeded,
    /// The browser could not render the page. Try again. (500)
    RenderFailed,
    /// The service failed. Try again, or report the request id. (500)
    Internal,
    /// The browser cannot reach the page. Check host and port of `url`. (502)
    TargetUnreachable,
    /// The host name of the page does not resolve. Check `url`. (502)
    TargetDns,
    /// The browser cannot open a trusted TLS connection to the page. Check its certificate. (502)
    TargetTls,
    /// The account's storage did not take the file. Test it with POST /v1/account/storage/test. (502)
    StorageFailed,
    /// All browsers are busy. Try again. (503)
    Overloaded,
    /// The service is not available. Try again. (503)
    Unavailable,
    /// The page took too long. Try again, or capture it earlier with the option `timeout`. (504)
    Timeout,
    /// A code that this version of the crate does not know.
    Other(String),
}

impl Code {
    /// The name, such as `invalid_hash`.
    pub fn as_str(&self) -> &str {
        match self {
            Self::MissingUrl => "missing_url",
            Self::InvalidUrl => "invalid_url",
            Self::InvalidOption => "invalid_option",
            Self::InvalidRequest => "invalid_request",
            Self::UnknownApiKey => "unknown_api_key",
            Self::InvalidHash => "invalid_hash",
            Self::ExpiredUrl => "expired_url",
            Self::InvalidCredentials => "invalid_credentials",
            Self::InvalidSignature => "invalid_signature",
            Self::CreditsExhausted => "credits_exhausted",
            Self::AccountDisabled => "account_disabled",
            Self::TargetBlocked => "target_blocked",
            Self::ForeignHost => "foreign_host",
            Self::NotFound => "not_found",
            Self::SessionNotFound => "session_not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::SessionNotActive => "session_not_active",
            Self::StorageNotConfigured => "storage_not_configured",
            Self::ProfileConflict => "profile_conflict",
            Self::ProfileUnusable => "profile_unusable",
            Self::RequestTooLarge => "request_too_large",
            Self::RangeNotSatisfiable => "range_not_satisfiable",
            Self::SelectorNotFound => "selector_not_found",
            Self::PageFailed => "page_failed",
            Self::ResultTooLarge => "result_too_large",
            Self::NotRenderable => "not_renderable",
            Self::RateLimited => "rate_limited",
            Self::SessionLimit => "session_limit",
            Self::BandwidthExceeded => "bandwidth_exceeded",
            Self::RenderFailed => "render_failed",
            Self::Internal => "internal",
            Self::TargetUnreachable => "target_unreachable",
            Self::TargetDns => "target_dns",
            Self::TargetTls => "target_tls",
            Self::StorageFailed => "storage_failed",
            Self::Overloaded => "overloaded",
            Self::Unavailable => "unavailable",
            Self::Timeout => "timeout",
            Self::Other(code) => code,
        }
    }

    /// Whether the same request may succeed later; `None` for an unknown code.
    pub(crate) fn is_retryable(&self) -> Option<bool> {
        match self {
            Self::Other(_) => None,
            Self::RateLimited => Some(true),
            Self::SessionLimit => Some(true),
            Self::BandwidthExceeded => Some(true),
            Self::Overloaded => Some(true),
            Self::Unavailable => Some(true),
            _ => Some(false),
        }
    }
}

impl From<String> for Code {
    fn from(code: String) -> Self {
        match code.as_str() {
            "missing_url" => Self::MissingUrl,
            "invalid_url" => Self::InvalidUrl,
            "invalid_option" => Self::InvalidOption,
            "invalid_request" => Self::InvalidRequest,
            "unknown_api_key" => Self::UnknownApiKey,
            "invalid_hash" => Self::InvalidHash,
            "expired_url" => Self::ExpiredUrl,
            "invalid_credentials" => Self::InvalidCredentials,
            "invalid_signature" => Self::InvalidSignature,
            "credits_exhausted" => Self::CreditsExhausted,
            "account_disabled" => Self::AccountDisabled,
            "target_blocked" => Self::TargetBlocked,
            "foreign_host" => Self::ForeignHost,
            "not_found" => Self::NotFound,
            "session_not_found" => Self::SessionNotFound,
            "method_not_allowed" => Self::MethodNotAllowed,
            "session_not_active" => Self::SessionNotActive,
            "storage_not_configured" => Self::StorageNotConfigured,
            "profile_conflict" => Self::ProfileConflict,
            "profile_unusable" => Self::ProfileUnusable,
            "request_too_large" => Self::RequestTooLarge,
            "range_not_satisfiable" => Self::RangeNotSatisfiable,
            "selector_not_found" => Self::SelectorNotFound,
            "page_failed" => Self::PageFailed,
            "result_too_large" => Self::ResultTooLarge,
            "not_renderable" => Self::NotRenderable,
            "rate_limited" => Self::RateLimited,
            "session_limit" => Self::SessionLimit,
            "bandwidth_exceeded" => Self::BandwidthExceeded,
            "render_failed" => Self::RenderFailed,
            "internal" => Self::Internal,
            "target_unreachable" => Self::TargetUnreachable,
            "target_dns" => Self::TargetDns,
            "target_tls" => Self::TargetTls,
            "storage_failed" => Self::StorageFailed,
            "overloaded" => Self::Overloaded,
            "unavailable" => Self::Unavailable,
            "timeout" => Self::Timeout,
            _ => Self::Other(code),
        }
    }
}

impl FromStr for Code {
    type Err = Infallible;

    fn from_str(code: &str) -> Result<Self, Infallible> {
        Ok(code.to_owned().into())
    }
}

impl From<Code> for String {
    fn from(code: Code) -> Self {
        code.as_str().to_owned()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
