#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod account;
mod action;
#[rustfmt::skip]
#[path = "actions.generated.rs"]
mod actions;
mod batch;
mod batch_state;
mod client;
#[rustfmt::skip]
#[path = "codes.generated.rs"]
mod codes;
mod error;
mod fetch;
mod names;
#[rustfmt::skip]
#[path = "options.generated.rs"]
mod options;
mod pairs;
mod profile;
mod proxy;
mod render;
mod request;
mod session;
mod session_info;
mod signing;
mod storage;
#[rustfmt::skip]
#[path = "times.generated.rs"]
mod times;
mod urls;
mod webhook;

pub use account::{Account, AccountRoutes, Charge, ChargePage, Limits, NewSecret, Secret, SecretScope, UsageDay};
pub use action::{Action, Bounds, Element, LogEntry, Meta, Picture, Point, Step, Viewport};
pub use actions::*;
pub use batch::{Batch, BatchItem, BatchOptions};
pub use batch_state::{BatchPage, BatchResult, BatchState, NotificationState};
pub use client::{Builder, Client};
pub use codes::Code;
pub use error::{Error, PartialError, Result, ServiceError};
pub use fetch::{Device, File, Meta as FileMeta, Page, PageMetadata};
pub use options::*;
pub use pairs::{Cookie, Options, Pair};
pub use profile::Profile;
pub use proxy::{Proxy, ProxyTest};
pub use render::{Output, Outputs, Report, Source};
pub use session::{Session, SessionOptions};
pub use session_info::{ActionCount, LiveLink, SessionInfo, SessionPage, SessionQuery};
pub use signing::{query, sign_v1, sign_v2};
pub use storage::{Preset, Storage, StorageSettings, StorageState, StorageStep, StorageTest};
pub use urls::{Endpoint, Signing};
pub use webhook::{Notification, SIGNATURE_HEADER, verify_webhook};

/// The version of this crate, as in its User-Agent.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
