use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{AccountRoutes, Result, StorageStep};

/// The proxy of sessions with `proxy: true`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Proxy {
    /// Without its password.
    pub url: String,
    /// ISO 8601 in UTC.
    pub set_at: String,
}

/// What works.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProxyTest {
    /// True if the page answered through the proxy, with any status.
    pub works: bool,
    /// The page.
    pub url: String,
    /// The HTTP status of the page.
    pub status: Option<u16>,
    /// `proxy` and `page`; only the first one if it failed.
    pub steps: Vec<StorageStep>,
}

/// The proxy.
impl AccountRoutes<'_> {
    /// Reads the proxy; `None` if there is none.
    pub fn proxy(self) -> Result<Option<Proxy>> {
        self.member("GET", "/proxy", None, "proxy")
    }

    /// Sets the proxy: an http, https or socks5 URL with its login. The texts are
    /// warnings about probable mistakes.
    pub fn put_proxy(self, url: &str) -> Result<(Proxy, Vec<String>)> {
        #[derive(Deserialize)]
        struct Body {
            proxy: Proxy,
            warnings: Vec<String>,
        }
        let Body { proxy, warnings } = self.call("PUT", "/proxy", Some(json!({"url": url})))?;
        Ok((proxy, warnings))
    }

    /// Removes the proxy. Open sessions keep it.
    pub fn delete_proxy(self) -> Result<()> {
        self.call::<Value>("DELETE", "/proxy", None).map(drop)
    }

    /// Asks for a page through the proxy; `None` is `https://example.com/`.
    pub fn test_proxy(self, page: Option<&str>) -> Result<ProxyTest> {
        let body = page.map_or_else(|| json!({}), |url| json!({"url": url}));
        self.call("POST", "/proxy/test", Some(body))
    }
}
