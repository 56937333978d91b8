use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::pairs::{Pair, text};
use crate::request::{Answer, Call, ON_THE_WAY, shown};
use crate::times::{EDGE_TIME, REQUEST_TIME};
use crate::{
    AnimatedOptions, Client, ContentOptions, Endpoint, Error, ImageOptions, MetadataOptions, Options, PdfOptions,
    Result, Signing,
};

/// The largest option `delay`. A preset may have it.
const LONGEST_DELAY: f64 = 60.0;

/// The delay of a render, at most 300 s.
fn delay_of(options: &[Pair]) -> Duration {
    let given = |wanted: &str| {
        let (name, value) = options.iter().find(|(name, _)| name == wanted)?;
        text(name, value).ok().filter(|text| !text.is_empty())
    };
    let seconds = given("delay").and_then(|text| text.parse::<f64>().ok()).filter(|seconds| seconds.is_finite());
    let unknown = if given("preset").is_some() { LONGEST_DELAY } else { 0.0 };
    Duration::from_secs_f64(seconds.unwrap_or(unknown).clamp(0.0, 300.0))
}

/// What the answer of each result has beside the result.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Meta {
    /// What the result lacks, such as a wait that was given up.
    pub warnings: Vec<String>,
    /// The cost of this answer.
    pub credits: u32,
    /// `HIT` (stored before), `MISS` (rendered for this request) or `COALESCED`
    /// (rendered for an identical request).
    pub cache: String,
    /// The HTTP status of the page. 404 and 500 are no errors.
    pub target_status: Option<u16>,
    /// A link to the result, for anybody who has it.
    pub file_url: Option<String>,
    /// Identifies the bytes.
    pub etag: String,
    /// Names the request in the logs of the service.
    pub request_id: String,
}

impl Meta {
    /// Whether the result was stored before.
    pub fn is_cached(&self) -> bool {
        self.cache == "HIT"
    }
}

/// A result with its bytes.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct File {
    /// The bytes. Empty with the option `s3Redirect`: see `location`.
    pub body: Vec<u8>,
    /// Their type, such as `image/png`.
    pub content_type: String,
    /// The file name that the service proposes.
    pub name: String,
    /// The object in the account's storage, with the option `s3Redirect`.
    pub location: Option<String>,
    /// Cost, warnings and the like.
    pub meta: Meta,
}

/// The content of a page.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Page {
    /// The whole rendered document.
    pub html: String,
    /// Its text.
    pub text_content: String,
    /// Its main part as Markdown.
    pub markdown: String,
    /// Cost, warnings and the like.
    #[serde(skip)]
    pub meta: Meta,
}

/// What a page says about itself.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
#[non_exhaustive]
pub struct PageMetadata {
    pub author: Option<String>,
    pub audio: Option<String>,
    pub date: Option<String>,
    pub description: Option<String>,
    pub feed: Option<String>,
    pub iframe: Option<String>,
    pub image: Option<String>,
    pub lang: Option<String>,
    pub logo: Option<String>,
    pub publisher: Option<String>,
    pub title: Option<String>,
    pub url: Option<String>,
    pub video: Option<String>,
    /// Cost, warnings and the like.
    #[serde(skip)]
    pub meta: Meta,
}

/// A device of the option `emulateDevice`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Device {
    /// The value of the option.
    pub key: String,
    /// For people.
    pub name: String,
    /// What it sends.
    pub user_agent: String,
}

/// Results of pages.
impl Client {
    /// Takes a picture of a page.
    pub fn fetch_image(&self, target: &str, options: &ImageOptions) -> Result<File> {
        self.fetch(Endpoint::Image, target, options.pairs())
    }

    /// Prints a page.
    pub fn fetch_pdf(&self, target: &str, options: &PdfOptions) -> Result<File> {
        self.fetch(Endpoint::Pdf, target, options.pairs())
    }

    /// Records a page: a GIF, or a film with the option `type`.
    pub fn fetch_animated(&self, target: &str, options: &AnimatedOptions) -> Result<File> {
        self.fetch(Endpoint::Animated, target, options.pairs())
    }

    /// Reads a page as HTML, text and Markdown.
    pub fn fetch_content(&self, target: &str, options: &ContentOptions) -> Result<Page> {
        let file = self.fetch(Endpoint::Content, target, options.pairs())?;
        let page: Page = read(&file.body)?;
        Ok(Page { meta: file.meta, ..page })
    }

    /// Reads title, author, date and the like of a page.
    pub fn fetch_metadata(&self, target: &str, options: &MetadataOptions) -> Result<PageMetadata> {
        #[derive(Deserialize)]
        struct Body {
            metadata: PageMetadata,
        }
        let file = self.fetch(Endpoint::Metadata, target, options.pairs())?;
        let Body { metadata } = read(&file.body)?;
        Ok(PageMetadata { meta: file.meta, ..metadata })
    }

    /// A result of any endpoint, with options by name. It signs with version 2.
    pub fn fetch(&self, endpoint: Endpoint, target: &str, options: &[Pair]) -> Result<File> {
        let path = self.signed_path(endpoint, target, options, Signing::v2())?;
        let call = Call::new("GET", path).what(format!("the {endpoint} of {}", shown(target)));
        let answer = self.send(&self.rendering(call, options)?)?;
        Ok(file_of(answer))
    }

    /// Adds host and time limit of a request that renders.
    pub(crate) fn rendering(&self, call: Call, options: &[Pair]) -> Result<Call> {
        if self.inner.use_edge {
            let base = Some(self.edge_url()?.to_owned());
            return Ok(Call { base, timeout: Some(EDGE_TIME + ON_THE_WAY), ..call });
        }
        Ok(Call { timeout: Some(REQUEST_TIME + delay_of(options) + ON_THE_WAY), ..call })
    }

    /// The devices for the option `emulateDevice`.
    pub fn devices(&self) -> Result<Vec<Device>> {
        #[derive(Deserialize)]
        struct Body {
            devices: Vec<Device>,
        }
        Ok(self.send(&Call::new("GET", "/screenshot/devices"))?.into::<Body>()?.devices)
    }

    /// Deletes a stored result by its link, [`Meta::file_url`]: the link then answers
    /// 404, and the next request renders and charges.
    pub fn delete_file(&self, link: &str) -> Result<()> {
        // Only the path counts: the bearer token is for this service alone.
        let at = link
            .find("/files/")
            .ok_or_else(|| Error::settings("the link of a file is missing: `file_url` of an answer has it"))?;
        self.exchange(Call::new("DELETE", &link[at..])).map(drop)
    }
}

fn read<T: serde::de::DeserializeOwned>(body: &[u8]) -> Result<T> {
    serde_json::from_slice(body).map_err(|error| Error::Answer(format!("the answer is not as expected: {error}")))
}

pub(crate) fn file_of(answer: Answer) -> File {
    let text = |name: &str| answer.header(name).to_owned();
    let given = |name: &str| Some(text(name)).filter(|value| !value.is_empty());
    let meta = Meta {
        warnings: given("X-Warnings").map(|all| all.split(" | ").map(str::to_owned).collect()).unwrap_or_default(),
        credits: text("X-Credits-Charged").parse().unwrap_or_default(),
        cache: text("X-Cache"),
        target_status: text("X-Target-Status").parse().ok(),
        file_url: given("X-File-Url"),
        etag: text("ETag"),
        request_id: text("X-Request-Id"),
    };
    let name = file_name(answer.header("Content-Disposition"));
    File { content_type: text("Content-Type"), name, location: given("Location"), meta, body: answer.body }
}

/// `filename*` in UTF-8 if there is one, else `filename`.
fn file_name(disposition: &str) -> String {
    if let Some((_, encoded)) = disposition.split_once("filename*=UTF-8''") {
        return decoded(encoded.split(';').next().unwrap_or_default());
    }
    let plain = disposition.split_once("filename=\"").map_or("", |(_, rest)| rest);
    plain.split('"').next().unwrap_or_default().to_owned()
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match hex.and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(byte) if first == b'%' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{delay_of, file_name};
    use crate::{ImageOptions, Options};

    #[test]
    fn counts_the_delay_that_a_preset_may_have() {
        let preset = || ImageOptions::new().preset("a");
        for (options, seconds) in [
            (ImageOptions::new(), 0.0),
            (ImageOptions::new().option("delay", "NaN"), 0.0),
            (ImageOptions::new().delay(2.5), 2.5),
            (preset(), 60.0),
            (preset().option("delay", json!(null)), 60.0),
            (preset().option("delay", "5"), 5.0),
        ] {
            assert_eq!(delay_of(options.pairs()).as_secs_f64(), seconds, "{options:?}");
        }
    }

    #[test]
    fn reads_file_names() {
        assert_eq!(file_name("inline; filename=\"a b.png\""), "a b.png");
        assert_eq!(file_name("inline; filename=\"_.png\"; filename*=UTF-8''%C3%BC%27.png"), "ü'.png");
        assert_eq!(file_name(""), "");
    }
}
