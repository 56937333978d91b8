use serde::{Deserialize, Serialize};

use crate::{Endpoint, PartialError};

/// The state of a batch and a page of its items.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BatchState {
    /// Its id.
    pub batch_id: String,
    /// What it makes.
    #[serde(rename = "type")]
    pub endpoint: Endpoint,
    /// `queued`, `processing`, `completed`, `completed_with_errors` or `failed`.
    pub status: String,
    /// All items.
    pub total: u32,
    /// Items that have not ended.
    pub queued: u32,
    /// Stored items.
    pub succeeded: u32,
    /// Failed items.
    pub failed: u32,
    /// Cancelled items.
    pub cancelled: u32,
    /// What has not begun does not begin any more.
    #[serde(default)]
    pub cancel_requested: bool,
    /// ISO 8601 in UTC, as the other times.
    pub created_at: String,
    /// When the first item began.
    pub started_at: Option<String>,
    /// When the last item ended.
    pub finished_at: Option<String>,
    /// The speed of the last minute.
    pub items_per_second: Option<f64>,
    /// An estimate.
    pub seconds_left: Option<u64>,
    /// Set if the batch failed as a whole.
    pub error: Option<PartialError>,
    /// Set while the batch is paused, such as by a storage that does not answer.
    pub waiting_for: Option<PartialError>,
    /// How far its notification is.
    pub notification: NotificationState,
    /// A page of its items; empty in a list of batches.
    #[serde(default)]
    pub items: Vec<BatchResult>,
    /// `None` after the last item.
    pub next_cursor: Option<String>,
}

impl BatchState {
    /// Whether all items have ended.
    pub fn is_finished(&self) -> bool {
        self.finished_at.is_some()
    }
}

/// A page of the account's batches.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BatchPage {
    /// The newest first, without items.
    pub batches: Vec<BatchState>,
    /// `None` on the last page.
    pub next_cursor: Option<String>,
}

/// The state of one item.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BatchResult {
    /// From 0.
    pub number: u32,
    /// `queued`, `completed`, `failed` or `cancelled`.
    pub status: String,
    /// The page.
    pub url: Option<String>,
    /// The name of the object.
    pub file_name: Option<String>,
    /// The object in the account's storage.
    pub location: Option<String>,
    /// Its size.
    pub bytes: Option<u64>,
    /// Its type.
    #[serde(rename = "contentType")]
    pub content_type: Option<String>,
    /// HTTP status of the page.
    #[serde(default, rename = "targetStatus")]
    pub target_status: Option<u16>,
    /// What it lacks.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// Why it failed, or why a queued item is tried again.
    pub error: Option<PartialError>,
    /// How often it was tried.
    #[serde(default)]
    pub attempts: u32,
}

/// How far the notification of a batch is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct NotificationState {
    /// `none`, `pending`, `delivered` or `undelivered`.
    pub status: String,
    /// The same in every attempt.
    pub delivery_id: Option<String>,
    /// Attempts so far.
    pub attempts: u32,
    /// Why the last one failed.
    pub last_error: Option<String>,
}
