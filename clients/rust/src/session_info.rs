use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::SessionOptions;

/// The state of a session. Its `Debug` shows no `connect_url`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SessionInfo {
    /// Its id.
    pub id: String,
    /// `active`, `closed`, `expired` or `error`.
    pub status: String,
    /// Why it ended.
    pub close_reason: Option<String>,
    /// ISO 8601 in UTC, as the other times.
    pub created_at: String,
    /// When its browser opened.
    pub started_at: String,
    /// When it ends at the latest.
    pub expires_at: String,
    /// When it ended.
    pub closed_at: Option<String>,
    /// How long it was open so far.
    pub duration_seconds: u64,
    /// Its cost, 0 until it has ended.
    pub billed_credits: u64,
    /// What it would cost to close it now.
    pub accrued_credits: u64,
    /// Started actions.
    pub action_count: u64,
    /// Successful ones.
    pub action_success_count: u64,
    /// Failed ones.
    pub action_error_count: u64,
    /// The same by type.
    pub action_breakdown: BTreeMap<String, ActionCount>,
    /// Those of its create.
    pub options: SessionOptions,
    /// The address for DevTools clients, another one in each answer. It is a credential.
    pub connect_url: Option<String>,
}

impl fmt::Debug for SessionInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = json!(self);
        if self.connect_url.is_some() {
            shown["connectUrl"] = "(hidden)".into();
        }
        write!(f, "SessionInfo {shown}")
    }
}

impl SessionInfo {
    /// Whether the session takes actions.
    pub fn is_active(&self) -> bool {
        self.status == "active"
    }
}

/// Counts the actions of one type.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
#[non_exhaustive]
pub struct ActionCount {
    pub total: u64,
    pub success: u64,
    pub error: u64,
}

/// Which sessions to list.
#[derive(Clone, Debug, Default)]
pub struct SessionQuery {
    /// `active`, `closed`, `expired` or `error`.
    pub status: Option<String>,
    /// 1 to 100.
    pub limit: Option<u32>,
    /// The `next_cursor` of an earlier page.
    pub cursor: Option<String>,
}

/// A page of sessions.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SessionPage {
    /// The active ones first.
    pub sessions: Vec<SessionInfo>,
    /// `None` on the last page.
    pub next_cursor: Option<String>,
}

/// A link to a page that shows the browser of a session. It is a credential, so its `Debug` shows no `url`.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct LiveLink {
    /// Its address, with the token.
    pub url: String,
    /// Until then the link opens. A page that is open works until the session ends.
    pub expires_at: String,
}

impl fmt::Debug for LiveLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveLink").field("url", &"(hidden)").field("expires_at", &self.expires_at).finish()
    }
}
