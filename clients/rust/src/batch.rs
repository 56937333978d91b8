use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::names::refuse_misspelt;
use crate::pairs::object;
use crate::request::{Answer, Call, random_key};
use crate::signing::{escape, sign};
use crate::{BatchPage, BatchState, Client, Endpoint, Error, Options, Result};

/// One page of a batch.
#[derive(Clone, Debug)]
#[must_use]
pub struct BatchItem {
    url: String,
    options: Map<String, Value>,
    endpoint: Option<Endpoint>,
}

impl BatchItem {
    /// A page with the options' defaults.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), options: Map::new(), endpoint: None }
    }

    /// Options of what the batch makes.
    pub fn options<O: Options>(mut self, options: &O) -> Self {
        self.options.extend(object(options.pairs()));
        self.endpoint = Some(O::ENDPOINT);
        self
    }

    /// Names the object in the account's storage, without extension.
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.options.insert("file_name".into(), name.into().into());
        self
    }
}

/// Settings of a batch.
#[derive(Clone, Debug, Default)]
pub struct BatchOptions {
    /// Gets a signed POST when all items have ended: see [`Client::verify_webhook`].
    pub notification_uri: Option<String>,
    /// Makes a submit that you repeat yourself answer the same batch for 24 hours.
    /// Repeats by the client have a random one.
    pub idempotency_key: Option<String>,
}

impl BatchOptions {
    pub(crate) fn key(&self) -> String {
        self.idempotency_key.clone().unwrap_or_else(random_key)
    }
}

/// An accepted batch. It survives the end of every process of the service.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Batch {
    client: Client,
    /// Its id.
    pub id: String,
    /// That of the answer to the submit: `queued`.
    pub status: String,
    /// The number of its items.
    pub total: u32,
}

/// Batches.
impl Client {
    /// Submits pages to render into the account's storage. `endpoint` is
    /// [`Endpoint::Image`] or [`Endpoint::Pdf`].
    pub fn submit_batch(&self, endpoint: Endpoint, items: &[BatchItem], options: &BatchOptions) -> Result<Batch> {
        check_batch_endpoint(endpoint)?;
        let mut body =
            json!({"data": items.iter().enumerate().map(|each| item(endpoint, each)).collect::<Result<Vec<_>>>()?});
        if let Some(uri) = &options.notification_uri {
            body["notification_uri"] = uri.as_str().into();
        }
        let call = Call::new("POST", format!("/batch-{endpoint}/{}", self.key())).json(&body)?;
        let signature = sign(self.secret(), &call.body);
        self.batch_of(self.send(&call.header("x-req-signature", signature).header("Idempotency-Key", options.key()))?)
    }

    pub(crate) fn batch_of(&self, answer: Answer) -> Result<Batch> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Accepted {
            batch_id: String,
            status: String,
            total: u32,
        }
        let Accepted { batch_id, status, total } = answer.into()?;
        Ok(Batch { client: self.clone(), id: batch_id, status, total })
    }

    /// Reads the state of a batch, and up to `limit` (1 to 1000) items after a cursor.
    pub fn get_batch(&self, id: &str, limit: u32, cursor: Option<&str>) -> Result<BatchState> {
        self.batch("GET", id, "", &page_query(limit, cursor))
    }

    /// Lists up to `limit` (1 to 100) batches of the account after a cursor, the newest first.
    pub fn list_batches(&self, limit: u32, cursor: Option<&str>) -> Result<BatchPage> {
        self.signed("GET", "", &page_query(limit, cursor))
    }

    /// Cancels what has not begun: those items end as `cancelled`.
    pub fn cancel_batch(&self, id: &str) -> Result<BatchState> {
        self.batch("DELETE", id, "", "")
    }

    /// Sends the notification of a finished batch again.
    pub fn notify_batch(&self, id: &str) -> Result<BatchState> {
        self.batch("POST", id, "/notification", "")
    }

    fn batch(&self, method: &'static str, id: &str, below: &str, query: &str) -> Result<BatchState> {
        let mut path = "/".to_owned();
        escape(&mut path, id);
        self.signed(method, &(path + below), query)
    }

    /// Sends a request below the account's batches.
    fn signed<T: DeserializeOwned>(&self, method: &'static str, below: &str, query: &str) -> Result<T> {
        let path = format!("/batch/{}{below}", self.key());
        let message = if method == "GET" { path.clone() } else { format!("{method} {path}") };
        let call = Call::new(method, path + query).header("x-req-signature", sign(self.secret(), message.as_bytes()));
        self.send(&Call { once: method == "POST", ..call })?.into()
    }
}

pub(crate) fn check_batch_endpoint(endpoint: Endpoint) -> Result<()> {
    match endpoint {
        Endpoint::Image | Endpoint::Pdf => Ok(()),
        _ => Err(Error::settings(format!("a batch makes image or pdf, not {endpoint}"))),
    }
}

fn page_query(limit: u32, cursor: Option<&str>) -> String {
    let mut query = format!("?limit={limit}");
    if let Some(cursor) = cursor {
        query.push_str("&cursor=");
        escape(&mut query, cursor);
    }
    query
}

fn item(endpoint: Endpoint, (number, item): (usize, &BatchItem)) -> Result<Value> {
    match item.endpoint {
        _ if item.url.is_empty() => Err(Error::settings(format!("item {number} of the batch has no URL"))),
        Some(other) if other != endpoint => {
            Err(Error::settings(format!("item {number} has options of {other}, but the batch makes {endpoint}")))
        }
        _ => {
            refuse_misspelt(endpoint, item.options.keys().map(String::as_str).filter(|name| *name != "file_name"))?;
            Ok(json!({"url": item.url, "options": item.options}))
        }
    }
}

impl Batch {
    /// Reads the state, with one item.
    pub fn state(&self) -> Result<BatchState> {
        self.client.get_batch(&self.id, 1, None)
    }

    /// Cancels what has not begun.
    pub fn cancel(&self) -> Result<BatchState> {
        self.client.cancel_batch(&self.id)
    }

    /// Asks for the state every second, later every five, until all items have
    /// ended. The answer has all items. `longest` limits the wait.
    pub fn wait(&self, longest: Duration) -> Result<BatchState> {
        // `None` is later than the clock can say.
        let end = Instant::now().checked_add(longest);
        let mut pause = Duration::from_secs(1);
        loop {
            let state = self.state()?;
            if state.is_finished() {
                return self.whole();
            }
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                let (left, total) = (state.queued, state.total);
                let text = format!("{} has {left} of {total} items left; it continues, so wait again", self.id);
                return Err(Error::Timeout(text));
            }
            sleep(left.map_or(pause, |left| pause.min(left)));
            pause = (pause + Duration::from_millis(500)).min(Duration::from_secs(5));
        }
    }

    fn whole(&self) -> Result<BatchState> {
        let mut whole = self.client.get_batch(&self.id, 1000, None)?;
        while let Some(cursor) = whole.next_cursor.take() {
            let next = self.client.get_batch(&self.id, 1000, Some(&cursor))?;
            whole.items.extend(next.items);
            whole.next_cursor = next.next_cursor;
        }
        Ok(whole)
    }
}
