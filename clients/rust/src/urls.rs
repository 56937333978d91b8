use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::names::refuse_misspelt;
use crate::pairs::Pair;
use crate::{
    AnimatedOptions, Client, ContentOptions, Error, ImageOptions, MetadataOptions, Options, PdfOptions, Result, query,
    sign_v1, sign_v2,
};

/// What is made of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Endpoint {
    /// A picture.
    Image,
    /// A PDF.
    Pdf,
    /// HTML, text and Markdown.
    Content,
    /// Title, author, date and the like.
    Metadata,
    /// A recording.
    Animated,
}

impl Endpoint {
    /// Its name in a URL.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Pdf => "pdf",
            Self::Content => "content",
            Self::Metadata => "metadata",
            Self::Animated => "animated",
        }
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Endpoint {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        [Self::Image, Self::Pdf, Self::Content, Self::Metadata, Self::Animated]
            .into_iter()
            .find(|endpoint| endpoint.as_str() == name)
            .ok_or_else(|| Error::settings(format!("there is no endpoint {name}")))
    }
}

/// How a URL is signed. The default is version 1 (MD5), because all clients of
/// such services know it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Signing {
    pub(crate) v2: bool,
    pub(crate) expires: Option<u64>,
    pub(crate) edge: bool,
}

impl Signing {
    /// Version 1: MD5.
    pub fn v1() -> Self {
        Self::default()
    }

    /// Version 2: HMAC-SHA256, which signs the endpoint too.
    pub fn v2() -> Self {
        Self { v2: true, ..Self::default() }
    }

    /// Version 2 that ends at a time. Building the URL fails if it is not in the
    /// future, or looks like milliseconds.
    pub fn expires_at(end: SystemTime) -> Self {
        let seconds = end.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        Self { expires: Some(seconds), ..Self::v2() }
    }

    /// Version 2 that ends after a time. It changes the URL each second, but not
    /// the cached result.
    pub fn expires_in(life: Duration) -> Self {
        // A time past the end of the clock counts as milliseconds.
        SystemTime::now().checked_add(life).map_or(Self { expires: Some(u64::MAX), ..Self::v2() }, Self::expires_at)
    }

    /// On the edge host, where a request may run for 300 seconds.
    pub fn edge(self) -> Self {
        Self { edge: true, ..self }
    }
}

/// The year 5138 in seconds; a clock in milliseconds passed it in 1973.
const LEAST_MILLISECONDS: u64 = 100_000_000_000;

fn check_expiry(seconds: u64) -> Result<()> {
    if seconds >= LEAST_MILLISECONDS {
        return Err(Error::settings(format!("the expiry takes Unix seconds; {seconds} looks like milliseconds")));
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    if seconds <= now.as_secs() {
        return Err(Error::settings(format!("the expiry takes a time in the future, not {seconds}")));
    }
    Ok(())
}

macro_rules! build_url {
    ($($(#[$doc:meta])* $name:ident: $options:ty;)*) => {
        /// Signed URLs. They send nothing.
        impl Client {$(
            $(#[$doc])*
            pub fn $name(&self, target: &str, options: &$options, signing: Signing) -> Result<String> {
                self.build_url(<$options>::ENDPOINT, target, options.pairs(), signing)
            }
        )*}
    };
}

build_url! {
    /// A signed URL of a picture.
    build_image_url: ImageOptions;
    /// A signed URL of a PDF.
    build_pdf_url: PdfOptions;
    /// A signed URL of HTML, text and Markdown.
    build_content_url: ContentOptions;
    /// A signed URL of the metadata.
    build_metadata_url: MetadataOptions;
    /// A signed URL of a recording.
    build_animated_url: AnimatedOptions;
}

impl Client {
    /// A signed URL with options by name, in their order after the url. A name that is nearly a known one, such as
    /// `qualty`, is an error.
    pub fn build_url(&self, endpoint: Endpoint, target: &str, options: &[Pair], signing: Signing) -> Result<String> {
        let base = if signing.edge { self.edge_url()? } else { self.render_url()? };
        Ok(format!("{base}{}", self.signed_path(endpoint, target, options, signing)?))
    }

    pub(crate) fn signed_path(
        &self,
        endpoint: Endpoint,
        target: &str,
        options: &[Pair],
        signing: Signing,
    ) -> Result<String> {
        if target.is_empty() {
            return Err(Error::settings("the URL of the page is missing"));
        }
        signing.expires.map_or(Ok(()), check_expiry)?;
        refuse_misspelt(endpoint, options.iter().map(|(name, _)| name.as_str()))?;
        let mut pairs: Vec<Pair> = vec![("url".into(), target.into())];
        pairs.extend_from_slice(options);
        pairs.extend(signing.expires.map(|seconds| ("expires".into(), seconds.into())));
        let (query, key, secret) = (query(&pairs)?, self.key(), self.secret());
        Ok(if signing.v2 {
            format!("/v2/{key}/{}/{endpoint}?{query}", sign_v2(secret, endpoint, &query))
        } else {
            format!("/{key}/{}/{endpoint}?{query}", sign_v1(secret, &query))
        })
    }
}
