// Made by `make generate` (scripts/clients/rust.mjs); not to be edited.

// How long the service takes at most.

use std::time::Duration;

pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(60);
pub(crate) const EDGE_TIME: Duration = Duration::from_secs(300);
pub(crate) const ACTION_TIME: Duration = Duration::from_secs(30);
pub(crate) const BATCH_ACTION_TIME: Duration = Duration::from_secs(120);
