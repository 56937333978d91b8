use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::batch::check_batch_endpoint;
use crate::fetch::file_of;
use crate::pairs::{object_of, take_shared};
use crate::request::{Call, shown};
use crate::{Batch, BatchOptions, Client, Endpoint, Error, File, Options, PartialError, Result};

/// What is rendered.
#[derive(Clone, Debug)]
pub enum Source {
    /// A page of the web.
    Url(String),
    /// A whole page. Relative links belong to the base URL, if there is one.
    Html(String, Option<String>),
    /// GitHub's Markdown. Relative links belong to the base URL, if there is one.
    Markdown(String, Option<String>),
}

impl Source {
    /// A page of the web.
    pub fn url(url: impl Into<String>) -> Self {
        Self::Url(url.into())
    }

    /// A whole page.
    pub fn html(html: impl Into<String>) -> Self {
        Self::Html(html.into(), None)
    }

    /// GitHub's Markdown.
    pub fn markdown(markdown: impl Into<String>) -> Self {
        Self::Markdown(markdown.into(), None)
    }

    fn put_into(&self, body: &mut Map<String, Value>) {
        let (name, text, base) = match self {
            Self::Url(url) => ("url", url, &None),
            Self::Html(html, base) => ("html", html, base),
            Self::Markdown(markdown, base) => ("markdown", markdown, base),
        };
        body.insert(name.into(), text.as_str().into());
        if let Some(base) = base {
            body.insert("baseUrl".into(), base.as_str().into());
        }
    }
}

/// Several files of one page load: see [`Client::render_outputs`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Report {
    /// One for each output, in their order.
    pub results: Vec<Output>,
    /// What the results lack.
    pub warnings: Vec<String>,
    /// Milliseconds of each step, such as `navigate`.
    pub timings: BTreeMap<String, f64>,
    /// The HTTP status of the page.
    pub target_status: Option<u16>,
}

/// One file of a page load.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct Output {
    /// What it is.
    pub endpoint: Endpoint,
    /// A link to the file, for anybody who has it.
    pub url: String,
    /// Its type.
    pub content_type: String,
    /// Its size.
    pub bytes: u64,
    /// `HIT`, `MISS` or `COALESCED`.
    pub cache: String,
    /// Its cost.
    pub credits: u32,
    /// Why it failed, alone.
    pub error: Option<PartialError>,
}

impl Default for Output {
    fn default() -> Self {
        Self {
            endpoint: Endpoint::Image,
            url: String::new(),
            content_type: String::new(),
            bytes: 0,
            cache: String::new(),
            credits: 0,
            error: None,
        }
    }
}

/// The outputs of one page load, as a list that [`Client::render_outputs`] takes.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Outputs {
    list: Vec<Value>,
    shared: Map<String, Value>,
    conflict: Option<String>,
}

impl Outputs {
    /// Adds an output. Options of the page, such as `vw`, hold for all outputs:
    /// give each in one of them.
    pub fn and<O: Options>(mut self, options: &O) -> Self {
        match self.own(options) {
            Ok(own) => self.list.push(own.into()),
            Err(error) => drop(self.conflict.get_or_insert(error.to_string())),
        }
        self
    }

    /// What the output has alone; shares the rest.
    fn own<O: Options>(&mut self, options: &O) -> Result<Map<String, Value>> {
        let mut own = object_of(options)?;
        take_shared(&mut own, &mut self.shared)?;
        own.insert("endpoint".into(), O::ENDPOINT.as_str().into());
        Ok(own)
    }
}

fn posted(body: &Map<String, Value>) -> Result<Call> {
    let page = body.get("url").and_then(Value::as_str).map_or(String::new(), |url| format!(" of {}", shown(url)));
    Ok(Call::new("POST", "/v1/renders").what(format!("the render{page}")).json(body)?)
}

/// Renders by POST.
impl Client {
    /// Renders a page, HTML or Markdown. The type of the options says the endpoint.
    pub fn render<O: Options>(&self, source: &Source, options: &O) -> Result<File> {
        let mut body = object_of(options)?;
        source.put_into(&mut body);
        body.insert("endpoint".into(), O::ENDPOINT.as_str().into());
        let call = self.rendering(posted(&body)?, options.pairs())?;
        Ok(file_of(self.exchange(call)?))
    }

    /// Renders several files of one page load, each charged as one render, and
    /// answers with links to them.
    pub fn render_outputs(&self, source: &Source, outputs: Outputs) -> Result<Report> {
        if let Some(conflict) = outputs.conflict {
            return Err(Error::Settings(conflict));
        }
        let mut body = outputs.shared;
        let times = ["delay", "preset"].map(|name| (name.to_owned(), body.get(name).cloned().unwrap_or_default()));
        source.put_into(&mut body);
        body.insert("outputs".into(), outputs.list.into());
        let call = posted(&body)?.header("Prefer", "return=representation");
        self.exchange(self.rendering(call, &times)?)?.into()
    }

    /// Renders a page later, into the account's storage: a batch of one. `O` is
    /// [`ImageOptions`](crate::ImageOptions) or [`PdfOptions`](crate::PdfOptions).
    pub fn render_later<O: Options>(&self, target: &str, options: &O, how: &BatchOptions) -> Result<Batch> {
        check_batch_endpoint(O::ENDPOINT)?;
        let mut body = object_of(options)?;
        Source::url(target).put_into(&mut body);
        body.insert("endpoint".into(), O::ENDPOINT.as_str().into());
        body.insert("async".into(), json!(true));
        if let Some(uri) = &how.notification_uri {
            body.insert("notification_uri".into(), uri.as_str().into());
        }
        let call = posted(&body)?.header("Idempotency-Key", how.key());
        self.batch_of(self.exchange(call)?)
    }
}
