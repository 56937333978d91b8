// Made by `make generate` (scripts/clients/rust.mjs); not to be edited.

use serde_json::{Value, json};

use crate::pairs::{Cookie, Options, Pair, encode, finite, set};
use crate::Endpoint;

/// screen, print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Media {
    Screen,
    Print,
}

impl Media {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Screen => "screen",
            Self::Print => "print",
        }
    }
}

/// load, domcontentloaded, networkidle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum WaitUntil {
    Load,
    DomContentLoaded,
    NetworkIdle,
}

impl WaitUntil {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::DomContentLoaded => "domcontentloaded",
            Self::NetworkIdle => "networkidle",
        }
    }
}

/// private, public-read, public-read-write, authenticated-read, aws-exec-read, bucket-owner-read, bucket-owner-full-control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum S3Acl {
    Private,
    PublicRead,
    PublicReadWrite,
    AuthenticatedRead,
    AwsExecRead,
    BucketOwnerRead,
    BucketOwnerFullControl,
}

impl S3Acl {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::PublicRead => "public-read",
            Self::PublicReadWrite => "public-read-write",
            Self::AuthenticatedRead => "authenticated-read",
            Self::AwsExecRead => "aws-exec-read",
            Self::BucketOwnerRead => "bucket-owner-read",
            Self::BucketOwnerFullControl => "bucket-owner-full-control",
        }
    }
}

/// png, jpeg, webp, avif.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ImageType {
    Png,
    Jpeg,
    Webp,
    Avif,
}

impl ImageType {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpeg",
            Self::Webp => "webp",
            Self::Avif => "avif",
        }
    }
}

/// Letter, Legal, Tabloid, Ledger, A0, A1, A2, A3, A4, A5, A6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum PaperFormat {
    Letter,
    Legal,
    Tabloid,
    Ledger,
    A0,
    A1,
    A2,
    A3,
    A4,
    A5,
    A6,
}

impl PaperFormat {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Letter => "Letter",
            Self::Legal => "Legal",
            Self::Tabloid => "Tabloid",
            Self::Ledger => "Ledger",
            Self::A0 => "A0",
            Self::A1 => "A1",
            Self::A2 => "A2",
            Self::A3 => "A3",
            Self::A4 => "A4",
            Self::A5 => "A5",
            Self::A6 => "A6",
        }
    }
}

/// gif, mp4, webm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum AnimatedType {
    Gif,
    Mp4,
    Webm,
}

impl AnimatedType {
    /// The word of the service.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Mp4 => "mp4",
            Self::Webm => "webm",
        }
    }
}

/// Options of the endpoint `image`. The last value of an option wins.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct ImageOptions {
    pairs: Vec<Pair>,
}

impl Options for ImageOptions {
    const ENDPOINT: Endpoint = Endpoint::Image;

    fn pairs(&self) -> &[Pair] {
        &self.pairs
    }
}

impl ImageOptions {
    /// The service's defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets an option by its name, such as one of a newer service. A name that is nearly a known one, such as
    /// `qualty`, is an error of the call.
    pub fn option(self, name: &str, value: impl Into<Value>) -> Self {
        self.with(name, value.into())
    }

    fn with(mut self, name: &str, value: Value) -> Self {
        set(&mut self.pairs, name, value);
        self
    }

    /// Name of one of the account's presets: a stored set of options, under those of the query.
    pub fn preset(self, value: impl Into<String>) -> Self {
        self.with("preset", value.into().into())
    }

    /// Basic authentication for the page: user:password.
    pub fn http_auth(self, value: impl Into<String>) -> Self {
        self.with("httpAuth", encode(&value.into()))
    }

    /// User agent to send.
    pub fn user_agent(self, value: impl Into<String>) -> Self {
        self.with("userAgent", encode(&value.into()))
    }

    /// CSS selector to wait for. After 30 s the page is captured without it.
    pub fn wait_for(self, value: impl Into<String>) -> Self {
        self.with("waitFor", value.into().into())
    }

    /// Id of an element to wait for, as with `waitFor`.
    pub fn wait_for_id(self, value: impl Into<String>) -> Self {
        self.with("waitForId", value.into().into())
    }

    /// Render in a full browser that hides the traces of automation.
    pub fn stealth(self, value: bool) -> Self {
        self.with("stealth", value.into())
    }

    /// As `stealth`, and wait until the check of a site has let the browser through.
    pub fn bypass_bot_detection(self, value: bool) -> Self {
        self.with("bypassBotDetection", value.into())
    }

    /// Any value; only a part of the cache key.
    pub fn timestamp(self, value: impl Into<String>) -> Self {
        self.with("timestamp", value.into().into())
    }

    /// Ignore the cached result; render the page again and store the new result.
    pub fn fresh(self, value: bool) -> Self {
        self.with("fresh", value.into())
    }

    /// Block advertisements and trackers.
    pub fn block_ads(self, value: bool) -> Self {
        self.with("blockAds", value.into())
    }

    /// Dismiss cookie banners.
    pub fn block_cookie_banners(self, value: bool) -> Self {
        self.with("blockCookieBanners", value.into())
    }

    /// Render with `prefers-color-scheme: dark`. In pictures and recordings, parts that stay light get dark colours, and texts readable ones.
    pub fn dark_mode(self, value: bool) -> Self {
        self.with("darkMode", value.into())
    }

    /// Viewport width in CSS pixels (1440). 1 to 5000.
    pub fn vw(self, value: u32) -> Self {
        self.with("vw", value.into())
    }

    /// Viewport height in CSS pixels (900). 1 to 5000.
    pub fn vh(self, value: u32) -> Self {
        self.with("vh", value.into())
    }

    /// Device pixel ratio (1). Above 0, up to 3.
    pub fn scale_factor(self, value: impl Into<f64>) -> Self {
        self.with("scaleFactor", finite(value.into()))
    }

    /// Key from the device list; an unknown key is ignored.
    pub fn emulate_device(self, value: impl Into<String>) -> Self {
        self.with("emulateDevice", value.into().into())
    }

    /// Styles to add to the loaded page. `@import` has no effect.
    pub fn css(self, value: impl Into<String>) -> Self {
        self.with("css", encode(&value.into()))
    }

    /// A script to run in the loaded page; it may use `await`. Its error is a warning.
    pub fn js(self, value: impl Into<String>) -> Self {
        self.with("js", encode(&value.into()))
    }

    /// CSS selectors of elements to hide. Hidden elements keep their place; those after `remove:` do not.
    pub fn hide(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("hide", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// CSS selectors of elements to click in this order. Each element is waited for 5 s; a missing one is a warning.
    pub fn click(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("click", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// IANA time zone of the page, such as Europe/Berlin.
    pub fn timezone(self, value: impl Into<String>) -> Self {
        self.with("timezone", value.into().into())
    }

    /// BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts.
    pub fn locale(self, value: impl Into<String>) -> Self {
        self.with("locale", value.into().into())
    }

    /// `latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission.
    pub fn geolocation(self, value: impl IntoIterator<Item = f64>) -> Self {
        self.with("geolocation", value.into_iter().map(finite).collect::<Vec<Value>>().into())
    }

    /// CSS media type. By default print for the endpoint pdf, screen for the others.
    pub fn media(self, value: Media) -> Self {
        self.with("media", value.as_str().into())
    }

    /// Render with `prefers-reduced-motion: reduce`.
    pub fn reduced_motion(self, value: bool) -> Self {
        self.with("reducedMotion", value.into())
    }

    /// false runs none of the page's scripts. Default: true.
    pub fn javascript(self, value: bool) -> Self {
        self.with("javascript", value.into())
    }

    /// When the page counts as loaded. `networkidle`: half a second without requests; streams and polls do not count. `domcontentloaded` waits for no picture and font. Default: load.
    pub fn wait_until(self, value: WaitUntil) -> Self {
        self.with("waitUntil", value.as_str().into())
    }

    /// Text that has to appear. After 30 s the page is captured without it.
    pub fn wait_for_text(self, value: impl Into<String>) -> Self {
        self.with("waitForText", value.into().into())
    }

    /// Seconds after which what is there is captured, with a warning. Above 0, up to 300.
    pub fn timeout(self, value: impl Into<f64>) -> Self {
        self.with("timeout", finite(value.into()))
    }

    /// Requests that are not sent: types such as `image,font,media`, and URL patterns with `*`.
    pub fn block(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("block", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// Makes the request fail with `page_failed` for these faults. `status`: the page answers 400 or more. `console`: it logs an error. `request`: one of its requests fails. `selector`: a selector matches nothing.
    pub fn fail_on(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("failOn", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// Request headers for the page's own origin. Other sites do not get them.
    pub fn headers(self, value: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        self.with("headers", Value::Object(value.into_iter().map(|(name, value)| (name.into(), Value::String(value.into()))).collect()))
    }

    /// Cookies to set before the page loads. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires.
    pub fn cookies(self, value: impl IntoIterator<Item = Cookie>) -> Self {
        self.with("cookies", value.into_iter().map(|each| json!(each)).collect::<Vec<Value>>().into())
    }

    /// Seconds to wait after the page has loaded. 0 to 60. Default: 0.
    pub fn delay(self, value: impl Into<f64>) -> Self {
        self.with("delay", finite(value.into()))
    }

    /// Download name without extension; derived from the URL by default. Also the name of the stored object, where slashes make folders.
    pub fn file_name(self, value: impl Into<String>) -> Self {
        self.with("fileName", value.into().into())
    }

    /// Access of the object in the account's storage. Default: private.
    pub fn s3_acl(self, value: S3Acl) -> Self {
        self.with("s3Acl", value.as_str().into())
    }

    /// Answer 302 to the object in the account's storage.
    pub fn s3_redirect(self, value: bool) -> Self {
        self.with("s3Redirect", value.into())
    }

    /// Do not upload to the account's storage.
    pub fn skip_upload(self, value: bool) -> Self {
        self.with("skipUpload", value.into())
    }

    /// Top of the clip in CSS pixels from the top of the document; 0 if another side is set. Without any side, the picture shows the viewport at the page's scroll position. 0 to 200000.
    pub fn top(self, value: impl Into<f64>) -> Self {
        self.with("top", finite(value.into()))
    }

    /// Left of the clip in CSS pixels, from the left of the document (0). 0 to 200000.
    pub fn left(self, value: impl Into<f64>) -> Self {
        self.with("left", finite(value.into()))
    }

    /// Width of the clip; by default that of the viewport. 1 to 200000.
    pub fn width(self, value: impl Into<f64>) -> Self {
        self.with("width", finite(value.into()))
    }

    /// Height of the clip; by default that of the viewport. 1 to 200000.
    pub fn height(self, value: impl Into<f64>) -> Self {
        self.with("height", finite(value.into()))
    }

    /// Capture the full page; overrides the height of the clip.
    pub fn full(self, value: bool) -> Self {
        self.with("full", value.into())
    }

    /// CSS selector of the element to capture.
    pub fn selector(self, value: impl Into<String>) -> Self {
        self.with("selector", value.into().into())
    }

    /// Id of the element to capture.
    pub fn selector_id(self, value: impl Into<String>) -> Self {
        self.with("selectorId", value.into().into())
    }

    /// Transparent background (png, webp and avif).
    pub fn transparent(self, value: bool) -> Self {
        self.with("transparent", value.into())
    }

    /// Picture format; avif where sharp is installed. Default: png.
    pub fn file_type(self, value: ImageType) -> Self {
        self.with("type", value.as_str().into())
    }

    /// Quality of jpeg, webp and avif (80). 1 to 100.
    pub fn quality(self, value: u32) -> Self {
        self.with("quality", value.into())
    }

    /// webp if the Accept header allows it, else png.
    pub fn best_format(self, value: bool) -> Self {
        self.with("bestFormat", value.into())
    }

    /// Width to resize to, in pixels; alone, it keeps the proportions. 1 to 200000.
    pub fn resize_width(self, value: u32) -> Self {
        self.with("resizeWidth", value.into())
    }

    /// Height to resize to, in pixels; alone, it keeps the proportions. 1 to 200000.
    pub fn resize_height(self, value: u32) -> Self {
        self.with("resizeHeight", value.into())
    }
}

/// Options of the endpoint `pdf`. The last value of an option wins.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct PdfOptions {
    pairs: Vec<Pair>,
}

impl Options for PdfOptions {
    const ENDPOINT: Endpoint = Endpoint::Pdf;

    fn pairs(&self) -> &[Pair] {
        &self.pairs
    }
}

impl PdfOptions {
    /// The service's defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets an option by its name, such as one of a newer service. A name that is nearly a known one, such as
    /// `qualty`, is an error of the call.
    pub fn option(self, name: &str, value: impl Into<Value>) -> Self {
        self.with(name, value.into())
    }

    fn with(mut self, name: &str, value: Value) -> Self {
        set(&mut self.pairs, name, value);
        self
    }

    /// Name of one of the account's presets: a stored set of options, under those of the query.
    pub fn preset(self, value: impl Into<String>) -> Self {
        self.with("preset", value.into().into())
    }

    /// Basic authentication for the page: user:password.
    pub fn http_auth(self, value: impl Into<String>) -> Self {
        self.with("httpAuth", encode(&value.into()))
    }

    /// User agent to send.
    pub fn user_agent(self, value: impl Into<String>) -> Self {
        self.with("userAgent", encode(&value.into()))
    }

    /// CSS selector to wait for. After 30 s the page is captured without it.
    pub fn wait_for(self, value: impl Into<String>) -> Self {
        self.with("waitFor", value.into().into())
    }

    /// Id of an element to wait for, as with `waitFor`.
    pub fn wait_for_id(self, value: impl Into<String>) -> Self {
        self.with("waitForId", value.into().into())
    }

    /// Render in a full browser that hides the traces of automation.
    pub fn stealth(self, value: bool) -> Self {
        self.with("stealth", value.into())
    }

    /// As `stealth`, and wait until the check of a site has let the browser through.
    pub fn bypass_bot_detection(self, value: bool) -> Self {
        self.with("bypassBotDetection", value.into())
    }

    /// Any value; only a part of the cache key.
    pub fn timestamp(self, value: impl Into<String>) -> Self {
        self.with("timestamp", value.into().into())
    }

    /// Ignore the cached result; render the page again and store the new result.
    pub fn fresh(self, value: bool) -> Self {
        self.with("fresh", value.into())
    }

    /// Block advertisements and trackers.
    pub fn block_ads(self, value: bool) -> Self {
        self.with("blockAds", value.into())
    }

    /// Dismiss cookie banners.
    pub fn block_cookie_banners(self, value: bool) -> Self {
        self.with("blockCookieBanners", value.into())
    }

    /// Render with `prefers-color-scheme: dark`. In pictures and recordings, parts that stay light get dark colours, and texts readable ones.
    pub fn dark_mode(self, value: bool) -> Self {
        self.with("darkMode", value.into())
    }

    /// Viewport width in CSS pixels (1440). 1 to 5000.
    pub fn vw(self, value: u32) -> Self {
        self.with("vw", value.into())
    }

    /// Viewport height in CSS pixels (900). 1 to 5000.
    pub fn vh(self, value: u32) -> Self {
        self.with("vh", value.into())
    }

    /// Device pixel ratio (1). Above 0, up to 3.
    pub fn scale_factor(self, value: impl Into<f64>) -> Self {
        self.with("scaleFactor", finite(value.into()))
    }

    /// Key from the device list; an unknown key is ignored.
    pub fn emulate_device(self, value: impl Into<String>) -> Self {
        self.with("emulateDevice", value.into().into())
    }

    /// Styles to add to the loaded page. `@import` has no effect.
    pub fn css(self, value: impl Into<String>) -> Self {
        self.with("css", encode(&value.into()))
    }

    /// A script to run in the loaded page; it may use `await`. Its error is a warning.
    pub fn js(self, value: impl Into<String>) -> Self {
        self.with("js", encode(&value.into()))
    }

    /// CSS selectors of elements to hide. Hidden elements keep their place; those after `remove:` do not.
    pub fn hide(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("hide", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// CSS selectors of elements to click in this order. Each element is waited for 5 s; a missing one is a warning.
    pub fn click(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("click", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// IANA time zone of the page, such as Europe/Berlin.
    pub fn timezone(self, value: impl Into<String>) -> Self {
        self.with("timezone", value.into().into())
    }

    /// BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts.
    pub fn locale(self, value: impl Into<String>) -> Self {
        self.with("locale", value.into().into())
    }

    /// `latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission.
    pub fn geolocation(self, value: impl IntoIterator<Item = f64>) -> Self {
        self.with("geolocation", value.into_iter().map(finite).collect::<Vec<Value>>().into())
    }

    /// CSS media type. By default print for the endpoint pdf, screen for the others.
    pub fn media(self, value: Media) -> Self {
        self.with("media", value.as_str().into())
    }

    /// Render with `prefers-reduced-motion: reduce`.
    pub fn reduced_motion(self, value: bool) -> Self {
        self.with("reducedMotion", value.into())
    }

    /// false runs none of the page's scripts. Default: true.
    pub fn javascript(self, value: bool) -> Self {
        self.with("javascript", value.into())
    }

    /// When the page counts as loaded. `networkidle`: half a second without requests; streams and polls do not count. `domcontentloaded` waits for no picture and font. Default: load.
    pub fn wait_until(self, value: WaitUntil) -> Self {
        self.with("waitUntil", value.as_str().into())
    }

    /// Text that has to appear. After 30 s the page is captured without it.
    pub fn wait_for_text(self, value: impl Into<String>) -> Self {
        self.with("waitForText", value.into().into())
    }

    /// Seconds after which what is there is captured, with a warning. Above 0, up to 300.
    pub fn timeout(self, value: impl Into<f64>) -> Self {
        self.with("timeout", finite(value.into()))
    }

    /// Requests that are not sent: types such as `image,font,media`, and URL patterns with `*`.
    pub fn block(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("block", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// Makes the request fail with `page_failed` for these faults. `status`: the page answers 400 or more. `console`: it logs an error. `request`: one of its requests fails. `selector`: a selector matches nothing.
    pub fn fail_on(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("failOn", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// Request headers for the page's own origin. Other sites do not get them.
    pub fn headers(self, value: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        self.with("headers", Value::Object(value.into_iter().map(|(name, value)| (name.into(), Value::String(value.into()))).collect()))
    }

    /// Cookies to set before the page loads. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires.
    pub fn cookies(self, value: impl IntoIterator<Item = Cookie>) -> Self {
        self.with("cookies", value.into_iter().map(|each| json!(each)).collect::<Vec<Value>>().into())
    }

    /// Seconds to wait after the page has loaded. 0 to 60. Default: 0.
    pub fn delay(self, value: impl Into<f64>) -> Self {
        self.with("delay", finite(value.into()))
    }

    /// Download name without extension; derived from the URL by default. Also the name of the stored object, where slashes make folders.
    pub fn file_name(self, value: impl Into<String>) -> Self {
        self.with("fileName", value.into().into())
    }

    /// Access of the object in the account's storage. Default: private.
    pub fn s3_acl(self, value: S3Acl) -> Self {
        self.with("s3Acl", value.as_str().into())
    }

    /// Answer 302 to the object in the account's storage.
    pub fn s3_redirect(self, value: bool) -> Self {
        self.with("s3Redirect", value.into())
    }

    /// Do not upload to the account's storage.
    pub fn skip_upload(self, value: bool) -> Self {
        self.with("skipUpload", value.into())
    }

    /// CSS selector of the element to capture.
    pub fn selector(self, value: impl Into<String>) -> Self {
        self.with("selector", value.into().into())
    }

    /// Id of the element to capture.
    pub fn selector_id(self, value: impl Into<String>) -> Self {
        self.with("selectorId", value.into().into())
    }

    /// Paper format. Default: A4.
    pub fn format(self, value: PaperFormat) -> Self {
        self.with("format", value.as_str().into())
    }

    /// Paper width, at least 0.5in; overrides `format`, together with `height`.
    pub fn width(self, value: impl Into<String>) -> Self {
        self.with("width", value.into().into())
    }

    /// Paper height, at least 0.5in; overrides `format`, together with `width`.
    pub fn height(self, value: impl Into<String>) -> Self {
        self.with("height", value.into().into())
    }

    /// Top margin (0); all four margins or none.
    pub fn margin_top(self, value: impl Into<String>) -> Self {
        self.with("marginTop", value.into().into())
    }

    /// Right margin.
    pub fn margin_right(self, value: impl Into<String>) -> Self {
        self.with("marginRight", value.into().into())
    }

    /// Bottom margin.
    pub fn margin_bottom(self, value: impl Into<String>) -> Self {
        self.with("marginBottom", value.into().into())
    }

    /// Left margin.
    pub fn margin_left(self, value: impl Into<String>) -> Self {
        self.with("marginLeft", value.into().into())
    }

    /// Scale of the rendering. 0.1 to 2. Default: 1.
    pub fn scale(self, value: impl Into<f64>) -> Self {
        self.with("scale", finite(value.into()))
    }

    /// Turn the paper by 90 degrees.
    pub fn landscape(self, value: bool) -> Self {
        self.with("landscape", value.into())
    }

    /// Print the colours and pictures of backgrounds.
    pub fn print_background(self, value: bool) -> Self {
        self.with("printBackground", value.into())
    }

    /// HTML at the top of each page. Elements of class date, title, url, pageNumber and totalPages get that value.
    pub fn header(self, value: impl Into<String>) -> Self {
        self.with("header", encode(&value.into()))
    }

    /// The same at the bottom of each page.
    pub fn footer(self, value: impl Into<String>) -> Self {
        self.with("footer", encode(&value.into()))
    }

    /// Pages to print, such as 1-3,5 or 2-; all by default.
    pub fn page_ranges(self, value: impl Into<String>) -> Self {
        self.with("pageRanges", value.into().into())
    }

    /// Make bookmarks of the headings.
    pub fn outline(self, value: bool) -> Self {
        self.with("outline", value.into())
    }

    /// Write the structure that screen readers use. Default: true.
    pub fn tagged(self, value: bool) -> Self {
        self.with("tagged", value.into())
    }

    /// Print one page, as long as the document.
    pub fn single_page(self, value: bool) -> Self {
        self.with("singlePage", value.into())
    }

    /// Let a size in `@page` win over the paper of the request.
    pub fn prefer_css_page_size(self, value: bool) -> Self {
        self.with("preferCssPageSize", value.into())
    }
}

/// Options of the endpoint `content`. The last value of an option wins.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct ContentOptions {
    pairs: Vec<Pair>,
}

impl Options for ContentOptions {
    const ENDPOINT: Endpoint = Endpoint::Content;

    fn pairs(&self) -> &[Pair] {
        &self.pairs
    }
}

impl ContentOptions {
    /// The service's defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets an option by its name, such as one of a newer service. A name that is nearly a known one, such as
    /// `qualty`, is an error of the call.
    pub fn option(self, name: &str, value: impl Into<Value>) -> Self {
        self.with(name, value.into())
    }

    fn with(mut self, name: &str, value: Value) -> Self {
        set(&mut self.pairs, name, value);
        self
    }

    /// Name of one of the account's presets: a stored set of options, under those of the query.
    pub fn preset(self, value: impl Into<String>) -> Self {
        self.with("preset", value.into().into())
    }

    /// Basic authentication for the page: user:password.
    pub fn http_auth(self, value: impl Into<String>) -> Self {
        self.with("httpAuth", encode(&value.into()))
    }

    /// User agent to send.
    pub fn user_agent(self, value: impl Into<String>) -> Self {
        self.with("userAgent", encode(&value.into()))
    }

    /// CSS selector to wait for. After 30 s the page is captured without it.
    pub fn wait_for(self, value: impl Into<String>) -> Self {
        self.with("waitFor", value.into().into())
    }

    /// Id of an element to wait for, as with `waitFor`.
    pub fn wait_for_id(self, value: impl Into<String>) -> Self {
        self.with("waitForId", value.into().into())
    }

    /// Render in a full browser that hides the traces of automation.
    pub fn stealth(self, value: bool) -> Self {
        self.with("stealth", value.into())
    }

    /// As `stealth`, and wait until the check of a site has let the browser through.
    pub fn bypass_bot_detection(self, value: bool) -> Self {
        self.with("bypassBotDetection", value.into())
    }

    /// Any value; only a part of the cache key.
    pub fn timestamp(self, value: impl Into<String>) -> Self {
        self.with("timestamp", value.into().into())
    }

    /// Ignore the cached result; render the page again and store the new result.
    pub fn fresh(self, value: bool) -> Self {
        self.with("fresh", value.into())
    }

    /// Block advertisements and trackers.
    pub fn block_ads(self, value: bool) -> Self {
        self.with("blockAds", value.into())
    }

    /// Dismiss cookie banners.
    pub fn block_cookie_banners(self, value: bool) -> Self {
        self.with("blockCookieBanners", value.into())
    }

    /// Render with `prefers-color-scheme: dark`. In pictures and recordings, parts that stay light get dark colours, and texts readable ones.
    pub fn dark_mode(self, value: bool) -> Self {
        self.with("darkMode", value.into())
    }

    /// Viewport width in CSS pixels (1440). 1 to 5000.
    pub fn vw(self, value: u32) -> Self {
        self.with("vw", value.into())
    }

    /// Viewport height in CSS pixels (900). 1 to 5000.
    pub fn vh(self, value: u32) -> Self {
        self.with("vh", value.into())
    }

    /// Device pixel ratio (1). Above 0, up to 3.
    pub fn scale_factor(self, value: impl Into<f64>) -> Self {
        self.with("scaleFactor", finite(value.into()))
    }

    /// Key from the device list; an unknown key is ignored.
    pub fn emulate_device(self, value: impl Into<String>) -> Self {
        self.with("emulateDevice", value.into().into())
    }

    /// Styles to add to the loaded page. `@import` has no effect.
    pub fn css(self, value: impl Into<String>) -> Self {
        self.with("css", encode(&value.into()))
    }

    /// A script to run in the loaded page; it may use `await`. Its error is a warning.
    pub fn js(self, value: impl Into<String>) -> Self {
        self.with("js", encode(&value.into()))
    }

    /// CSS selectors of elements to hide. Hidden elements keep their place; those after `remove:` do not.
    pub fn hide(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("hide", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// CSS selectors of elements to click in this order. Each element is waited for 5 s; a missing one is a warning.
    pub fn click(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("click", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// IANA time zone of the page, such as Europe/Berlin.
    pub fn timezone(self, value: impl Into<String>) -> Self {
        self.with("timezone", value.into().into())
    }

    /// BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts.
    pub fn locale(self, value: impl Into<String>) -> Self {
        self.with("locale", value.into().into())
    }

    /// `latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission.
    pub fn geolocation(self, value: impl IntoIterator<Item = f64>) -> Self {
        self.with("geolocation", value.into_iter().map(finite).collect::<Vec<Value>>().into())
    }

    /// CSS media type. By default print for the endpoint pdf, screen for the others.
    pub fn media(self, value: Media) -> Self {
        self.with("media", value.as_str().into())
    }

    /// Render with `prefers-reduced-motion: reduce`.
    pub fn reduced_motion(self, value: bool) -> Self {
        self.with("reducedMotion", value.into())
    }

    /// false runs none of the page's scripts. Default: true.
    pub fn javascript(self, value: bool) -> Self {
        self.with("javascript", value.into())
    }

    /// When the page counts as loaded. `networkidle`: half a second without requests; streams and polls do not count. `domcontentloaded` waits for no picture and font. Default: load.
    pub fn wait_until(self, value: WaitUntil) -> Self {
        self.with("waitUntil", value.as_str().into())
    }

    /// Text that has to appear. After 30 s the page is captured without it.
    pub fn wait_for_text(self, value: impl Into<String>) -> Self {
        self.with("waitForText", value.into().into())
    }

    /// Seconds after which what is there is captured, with a warning. Above 0, up to 300.
    pub fn timeout(self, value: impl Into<f64>) -> Self {
        self.with("timeout", finite(value.into()))
    }

    /// Requests that are not sent: types such as `image,font,media`, and URL patterns with `*`.
    pub fn block(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("block", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// Makes the request fail with `page_failed` for these faults. `status`: the page answers 400 or more. `console`: it logs an error. `request`: one of its requests fails. `selector`: a selector matches nothing.
    pub fn fail_on(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("failOn", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// Request headers for the page's own origin. Other sites do not get them.
    pub fn headers(self, value: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        self.with("headers", Value::Object(value.into_iter().map(|(name, value)| (name.into(), Value::String(value.into()))).collect()))
    }

    /// Cookies to set before the page loads. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires.
    pub fn cookies(self, value: impl IntoIterator<Item = Cookie>) -> Self {
        self.with("cookies", value.into_iter().map(|each| json!(each)).collect::<Vec<Value>>().into())
    }

    /// Seconds to wait after the page has loaded. 0 to 60. Default: 0.
    pub fn delay(self, value: impl Into<f64>) -> Self {
        self.with("delay", finite(value.into()))
    }

    /// CSS selector of the element to capture.
    pub fn selector(self, value: impl Into<String>) -> Self {
        self.with("selector", value.into().into())
    }

    /// Id of the element to capture.
    pub fn selector_id(self, value: impl Into<String>) -> Self {
        self.with("selectorId", value.into().into())
    }
}

/// Options of the endpoint `metadata`. The last value of an option wins.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct MetadataOptions {
    pairs: Vec<Pair>,
}

impl Options for MetadataOptions {
    const ENDPOINT: Endpoint = Endpoint::Metadata;

    fn pairs(&self) -> &[Pair] {
        &self.pairs
    }
}

impl MetadataOptions {
    /// The service's defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets an option by its name, such as one of a newer service. A name that is nearly a known one, such as
    /// `qualty`, is an error of the call.
    pub fn option(self, name: &str, value: impl Into<Value>) -> Self {
        self.with(name, value.into())
    }

    fn with(mut self, name: &str, value: Value) -> Self {
        set(&mut self.pairs, name, value);
        self
    }

    /// Name of one of the account's presets: a stored set of options, under those of the query.
    pub fn preset(self, value: impl Into<String>) -> Self {
        self.with("preset", value.into().into())
    }

    /// Basic authentication for the page: user:password.
    pub fn http_auth(self, value: impl Into<String>) -> Self {
        self.with("httpAuth", encode(&value.into()))
    }

    /// User agent to send.
    pub fn user_agent(self, value: impl Into<String>) -> Self {
        self.with("userAgent", encode(&value.into()))
    }

    /// CSS selector to wait for. After 30 s the page is captured without it.
    pub fn wait_for(self, value: impl Into<String>) -> Self {
        self.with("waitFor", value.into().into())
    }

    /// Id of an element to wait for, as with `waitFor`.
    pub fn wait_for_id(self, value: impl Into<String>) -> Self {
        self.with("waitForId", value.into().into())
    }

    /// Render in a full browser that hides the traces of automation.
    pub fn stealth(self, value: bool) -> Self {
        self.with("stealth", value.into())
    }

    /// As `stealth`, and wait until the check of a site has let the browser through.
    pub fn bypass_bot_detection(self, value: bool) -> Self {
        self.with("bypassBotDetection", value.into())
    }

    /// Any value; only a part of the cache key.
    pub fn timestamp(self, value: impl Into<String>) -> Self {
        self.with("timestamp", value.into().into())
    }

    /// Ignore the cached result; render the page again and store the new result.
    pub fn fresh(self, value: bool) -> Self {
        self.with("fresh", value.into())
    }

    /// Block advertisements and trackers.
    pub fn block_ads(self, value: bool) -> Self {
        self.with("blockAds", value.into())
    }

    /// Dismiss cookie banners.
    pub fn block_cookie_banners(self, value: bool) -> Self {
        self.with("blockCookieBanners", value.into())
    }

    /// Render with `prefers-color-scheme: dark`. In pictures and recordings, parts that stay light get dark colours, and texts readable ones.
    pub fn dark_mode(self, value: bool) -> Self {
        self.with("darkMode", value.into())
    }

    /// Viewport width in CSS pixels (1440). 1 to 5000.
    pub fn vw(self, value: u32) -> Self {
        self.with("vw", value.into())
    }

    /// Viewport height in CSS pixels (900). 1 to 5000.
    pub fn vh(self, value: u32) -> Self {
        self.with("vh", value.into())
    }

    /// Device pixel ratio (1). Above 0, up to 3.
    pub fn scale_factor(self, value: impl Into<f64>) -> Self {
        self.with("scaleFactor", finite(value.into()))
    }

    /// Key from the device list; an unknown key is ignored.
    pub fn emulate_device(self, value: impl Into<String>) -> Self {
        self.with("emulateDevice", value.into().into())
    }

    /// Styles to add to the loaded page. `@import` has no effect.
    pub fn css(self, value: impl Into<String>) -> Self {
        self.with("css", encode(&value.into()))
    }

    /// A script to run in the loaded page; it may use `await`. Its error is a warning.
    pub fn js(self, value: impl Into<String>) -> Self {
        self.with("js", encode(&value.into()))
    }

    /// CSS selectors of elements to hide. Hidden elements keep their place; those after `remove:` do not.
    pub fn hide(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("hide", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// CSS selectors of elements to click in this order. Each element is waited for 5 s; a missing one is a warning.
    pub fn click(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("click", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// IANA time zone of the page, such as Europe/Berlin.
    pub fn timezone(self, value: impl Into<String>) -> Self {
        self.with("timezone", value.into().into())
    }

    /// BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts.
    pub fn locale(self, value: impl Into<String>) -> Self {
        self.with("locale", value.into().into())
    }

    /// `latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission.
    pub fn geolocation(self, value: impl IntoIterator<Item = f64>) -> Self {
        self.with("geolocation", value.into_iter().map(finite).collect::<Vec<Value>>().into())
    }

    /// CSS media type. By default print for the endpoint pdf, screen for the others.
    pub fn media(self, value: Media) -> Self {
        self.with("media", value.as_str().into())
    }

    /// Render with `prefers-reduced-motion: reduce`.
    pub fn reduced_motion(self, value: bool) -> Self {
        self.with("reducedMotion", value.into())
    }

    /// false runs none of the page's scripts. Default: true.
    pub fn javascript(self, value: bool) -> Self {
        self.with("javascript", value.into())
    }

    /// When the page counts as loaded. `networkidle`: half a second without requests; streams and polls do not count. `domcontentloaded` waits for no picture and font. Default: load.
    pub fn wait_until(self, value: WaitUntil) -> Self {
        self.with("waitUntil", value.as_str().into())
    }

    /// Text that has to appear. After 30 s the page is captured without it.
    pub fn wait_for_text(self, value: impl Into<String>) -> Self {
        self.with("waitForText", value.into().into())
    }

    /// Seconds after which what is there is captured, with a warning. Above 0, up to 300.
    pub fn timeout(self, value: impl Into<f64>) -> Self {
        self.with("timeout", finite(value.into()))
    }

    /// Requests that are not sent: types such as `image,font,media`, and URL patterns with `*`.
    pub fn block(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("block", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// Makes the request fail with `page_failed` for these faults. `status`: the page answers 400 or more. `console`: it logs an error. `request`: one of its requests fails. `selector`: a selector matches nothing.
    pub fn fail_on(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("failOn", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// Request headers for the page's own origin. Other sites do not get them.
    pub fn headers(self, value: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        self.with("headers", Value::Object(value.into_iter().map(|(name, value)| (name.into(), Value::String(value.into()))).collect()))
    }

    /// Cookies to set before the page loads. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires.
    pub fn cookies(self, value: impl IntoIterator<Item = Cookie>) -> Self {
        self.with("cookies", value.into_iter().map(|each| json!(each)).collect::<Vec<Value>>().into())
    }

    /// Seconds to wait after the page has loaded. 0 to 60. Default: 0.
    pub fn delay(self, value: impl Into<f64>) -> Self {
        self.with("delay", finite(value.into()))
    }

    /// CSS selector of the element to capture.
    pub fn selector(self, value: impl Into<String>) -> Self {
        self.with("selector", value.into().into())
    }

    /// Id of the element to capture.
    pub fn selector_id(self, value: impl Into<String>) -> Self {
        self.with("selectorId", value.into().into())
    }
}

/// Options of the endpoint `animated`. The last value of an option wins.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct AnimatedOptions {
    pairs: Vec<Pair>,
}

impl Options for AnimatedOptions {
    const ENDPOINT: Endpoint = Endpoint::Animated;

    fn pairs(&self) -> &[Pair] {
        &self.pairs
    }
}

impl AnimatedOptions {
    /// The service's defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets an option by its name, such as one of a newer service. A name that is nearly a known one, such as
    /// `qualty`, is an error of the call.
    pub fn option(self, name: &str, value: impl Into<Value>) -> Self {
        self.with(name, value.into())
    }

    fn with(mut self, name: &str, value: Value) -> Self {
        set(&mut self.pairs, name, value);
        self
    }

    /// Name of one of the account's presets: a stored set of options, under those of the query.
    pub fn preset(self, value: impl Into<String>) -> Self {
        self.with("preset", value.into().into())
    }

    /// Basic authentication for the page: user:password.
    pub fn http_auth(self, value: impl Into<String>) -> Self {
        self.with("httpAuth", encode(&value.into()))
    }

    /// User agent to send.
    pub fn user_agent(self, value: impl Into<String>) -> Self {
        self.with("userAgent", encode(&value.into()))
    }

    /// CSS selector to wait for. After 30 s the page is captured without it.
    pub fn wait_for(self, value: impl Into<String>) -> Self {
        self.with("waitFor", value.into().into())
    }

    /// Id of an element to wait for, as with `waitFor`.
    pub fn wait_for_id(self, value: impl Into<String>) -> Self {
        self.with("waitForId", value.into().into())
    }

    /// Render in a full browser that hides the traces of automation.
    pub fn stealth(self, value: bool) -> Self {
        self.with("stealth", value.into())
    }

    /// As `stealth`, and wait until the check of a site has let the browser through.
    pub fn bypass_bot_detection(self, value: bool) -> Self {
        self.with("bypassBotDetection", value.into())
    }

    /// Any value; only a part of the cache key.
    pub fn timestamp(self, value: impl Into<String>) -> Self {
        self.with("timestamp", value.into().into())
    }

    /// Ignore the cached result; render the page again and store the new result.
    pub fn fresh(self, value: bool) -> Self {
        self.with("fresh", value.into())
    }

    /// Block advertisements and trackers.
    pub fn block_ads(self, value: bool) -> Self {
        self.with("blockAds", value.into())
    }

    /// Dismiss cookie banners.
    pub fn block_cookie_banners(self, value: bool) -> Self {
        self.with("blockCookieBanners", value.into())
    }

    /// Render with `prefers-color-scheme: dark`. In pictures and recordings, parts that stay light get dark colours, and texts readable ones.
    pub fn dark_mode(self, value: bool) -> Self {
        self.with("darkMode", value.into())
    }

    /// Viewport width in CSS pixels (1440). 1 to 5000.
    pub fn vw(self, value: u32) -> Self {
        self.with("vw", value.into())
    }

    /// Viewport height in CSS pixels (900). 1 to 5000.
    pub fn vh(self, value: u32) -> Self {
        self.with("vh", value.into())
    }

    /// Device pixel ratio (1). Above 0, up to 3.
    pub fn scale_factor(self, value: impl Into<f64>) -> Self {
        self.with("scaleFactor", finite(value.into()))
    }

    /// Key from the device list; an unknown key is ignored.
    pub fn emulate_device(self, value: impl Into<String>) -> Self {
        self.with("emulateDevice", value.into().into())
    }

    /// Styles to add to the loaded page. `@import` has no effect.
    pub fn css(self, value: impl Into<String>) -> Self {
        self.with("css", encode(&value.into()))
    }

    /// A script to run in the loaded page; it may use `await`. Its error is a warning.
    pub fn js(self, value: impl Into<String>) -> Self {
        self.with("js", encode(&value.into()))
    }

    /// CSS selectors of elements to hide. Hidden elements keep their place; those after `remove:` do not.
    pub fn hide(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("hide", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// CSS selectors of elements to click in this order. Each element is waited for 5 s; a missing one is a warning.
    pub fn click(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("click", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// IANA time zone of the page, such as Europe/Berlin.
    pub fn timezone(self, value: impl Into<String>) -> Self {
        self.with("timezone", value.into().into())
    }

    /// BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts.
    pub fn locale(self, value: impl Into<String>) -> Self {
        self.with("locale", value.into().into())
    }

    /// `latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission.
    pub fn geolocation(self, value: impl IntoIterator<Item = f64>) -> Self {
        self.with("geolocation", value.into_iter().map(finite).collect::<Vec<Value>>().into())
    }

    /// CSS media type. By default print for the endpoint pdf, screen for the others.
    pub fn media(self, value: Media) -> Self {
        self.with("media", value.as_str().into())
    }

    /// Render with `prefers-reduced-motion: reduce`.
    pub fn reduced_motion(self, value: bool) -> Self {
        self.with("reducedMotion", value.into())
    }

    /// false runs none of the page's scripts. Default: true.
    pub fn javascript(self, value: bool) -> Self {
        self.with("javascript", value.into())
    }

    /// When the page counts as loaded. `networkidle`: half a second without requests; streams and polls do not count. `domcontentloaded` waits for no picture and font. Default: load.
    pub fn wait_until(self, value: WaitUntil) -> Self {
        self.with("waitUntil", value.as_str().into())
    }

    /// Text that has to appear. After 30 s the page is captured without it.
    pub fn wait_for_text(self, value: impl Into<String>) -> Self {
        self.with("waitForText", value.into().into())
    }

    /// Seconds after which what is there is captured, with a warning. Above 0, up to 300.
    pub fn timeout(self, value: impl Into<f64>) -> Self {
        self.with("timeout", finite(value.into()))
    }

    /// Requests that are not sent: types such as `image,font,media`, and URL patterns with `*`.
    pub fn block(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("block", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// Makes the request fail with `page_failed` for these faults. `status`: the page answers 400 or more. `console`: it logs an error. `request`: one of its requests fails. `selector`: a selector matches nothing.
    pub fn fail_on(self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.with("failOn", value.into_iter().map(|each| each.into()).collect::<Vec<String>>().into())
    }

    /// Request headers for the page's own origin. Other sites do not get them.
    pub fn headers(self, value: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> Self {
        self.with("headers", Value::Object(value.into_iter().map(|(name, value)| (name.into(), Value::String(value.into()))).collect()))
    }

    /// Cookies to set before the page loads. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires.
    pub fn cookies(self, value: impl IntoIterator<Item = Cookie>) -> Self {
        self.with("cookies", value.into_iter().map(|each| json!(each)).collect::<Vec<Value>>().into())
    }

    /// Download name without extension; derived from the URL by default. Also the name of the stored object, where slashes make folders.
    pub fn file_name(self, value: impl Into<String>) -> Self {
        self.with("fileName", value.into().into())
    }

    /// Access of the object in the account's storage. Default: private.
    pub fn s3_acl(self, value: S3Acl) -> Self {
        self.with("s3Acl", value.as_str().into())
    }

    /// Answer 302 to the object in the account's storage.
    pub fn s3_redirect(self, value: bool) -> Self {
        self.with("s3Redirect", value.into())
    }

    /// Do not upload to the account's storage.
    pub fn skip_upload(self, value: bool) -> Self {
        self.with("skipUpload", value.into())
    }

    /// Seconds to wait after the page has loaded. 0 to 25. Default: 0.
    pub fn delay(self, value: impl Into<f64>) -> Self {
        self.with("delay", finite(value.into()))
    }

    /// Seconds to record. 1 to 30. Default: 5.
    pub fn duration(self, value: u32) -> Self {
        self.with("duration", value.into())
    }

    /// Record without scrollbars. Default: true.
    pub fn hide_scrollbars(self, value: bool) -> Self {
        self.with("hideScrollbars", value.into())
    }

    /// File format; mp4 and webm where ffmpeg is installed. Default: gif.
    pub fn file_type(self, value: AnimatedType) -> Self {
        self.with("type", value.as_str().into())
    }

    /// Pictures a second while the page moves. 1 to 50. Default: 20.
    pub fn fps(self, value: u32) -> Self {
        self.with("fps", value.into())
    }

    /// How often a GIF plays; 0: for ever. 0 to 1000. Default: 0.
    pub fn loops(self, value: u32) -> Self {
        self.with("loop", value.into())
    }

    /// Scroll smoothly through the page while it is recorded.
    pub fn scroll(self, value: bool) -> Self {
        self.with("scroll", value.into())
    }
}

/// How a value of JSON stands in a query: `list` with commas, `base64` and `json` in base64url.
pub(crate) fn option_form(name: &str) -> &'static str {
    match name {
        "hide" | "click" | "geolocation" | "block" | "failOn" => "list",
        "httpAuth" | "userAgent" | "css" | "js" | "header" | "footer" => "base64",
        "headers" | "cookies" => "json",
        _ => "",
    }
}

/// The options of an endpoint, beside `url`.
pub(crate) fn option_names(endpoint: Endpoint) -> &'static [&'static str] {
    match endpoint {
        Endpoint::Image => &["preset", "httpAuth", "userAgent", "waitFor", "waitForId", "stealth", "bypassBotDetection", "timestamp", "fresh", "blockAds", "blockCookieBanners", "darkMode", "vw", "vh", "scaleFactor", "emulateDevice", "css", "js", "hide", "click", "timezone", "locale", "geolocation", "media", "reducedMotion", "javascript", "waitUntil", "waitForText", "timeout", "block", "failOn", "headers", "cookies", "delay", "fileName", "s3Acl", "s3Redirect", "skipUpload", "top", "left", "width", "height", "full", "selector", "selectorId", "transparent", "type", "quality", "bestFormat", "resizeWidth", "resizeHeight"],
        Endpoint::Pdf => &["preset", "httpAuth", "userAgent", "waitFor", "waitForId", "stealth", "bypassBotDetection", "timestamp", "fresh", "blockAds", "blockCookieBanners", "darkMode", "vw", "vh", "scaleFactor", "emulateDevice", "css", "js", "hide", "click", "timezone", "locale", "geolocation", "media", "reducedMotion", "javascript", "waitUntil", "waitForText", "timeout", "block", "failOn", "headers", "cookies", "delay", "fileName", "s3Acl", "s3Redirect", "skipUpload", "selector", "selectorId", "format", "width", "height", "marginTop", "marginRight", "marginBottom", "marginLeft", "scale", "landscape", "printBackground", "header", "footer", "pageRanges", "outline", "tagged", "singlePage", "preferCssPageSize"],
        Endpoint::Content => &["preset", "httpAuth", "userAgent", "waitFor", "waitForId", "stealth", "bypassBotDetection", "timestamp", "fresh", "blockAds", "blockCookieBanners", "darkMode", "vw", "vh", "scaleFactor", "emulateDevice", "css", "js", "hide", "click", "timezone", "locale", "geolocation", "media", "reducedMotion", "javascript", "waitUntil", "waitForText", "timeout", "block", "failOn", "headers", "cookies", "delay", "selector", "selectorId"],
        Endpoint::Metadata => &["preset", "httpAuth", "userAgent", "waitFor", "waitForId", "stealth", "bypassBotDetection", "timestamp", "fresh", "blockAds", "blockCookieBanners", "darkMode", "vw", "vh", "scaleFactor", "emulateDevice", "css", "js", "hide", "click", "timezone", "locale", "geolocation", "media", "reducedMotion", "javascript", "waitUntil", "waitForText", "timeout", "block", "failOn", "headers", "cookies", "delay", "selector", "selectorId"],
        Endpoint::Animated => &["preset", "httpAuth", "userAgent", "waitFor", "waitForId", "stealth", "bypassBotDetection", "timestamp", "fresh", "blockAds", "blockCookieBanners", "darkMode", "vw", "vh", "scaleFactor", "emulateDevice", "css", "js", "hide", "click", "timezone", "locale", "geolocation", "media", "reducedMotion", "javascript", "waitUntil", "waitForText", "timeout", "block", "failOn", "headers", "cookies", "fileName", "s3Acl", "s3Redirect", "skipUpload", "delay", "duration", "hideScrollbars", "type", "fps", "loop", "scroll"],
    }
}

/// Whether outputs of one page load share the option.
pub(crate) fn is_page_option(name: &str) -> bool {
    matches!(name, "preset" | "httpAuth" | "userAgent" | "waitFor" | "waitForId" | "stealth" | "bypassBotDetection" | "timestamp" | "fresh" | "blockAds" | "blockCookieBanners" | "darkMode" | "vw" | "vh" | "scaleFactor" | "emulateDevice" | "css" | "js" | "hide" | "click" | "timezone" | "locale" | "geolocation" | "media" | "reducedMotion" | "javascript" | "waitUntil" | "waitForText" | "timeout" | "block" | "failOn" | "headers" | "cookies" | "delay")
}
