use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::names::refuse_misspelt;
use crate::options::{is_page_option, option_form};
use crate::{Endpoint, Error, Result};

/// One option of a query: its name and its value, as JSON has it.
pub type Pair = (String, Value);

/// Options of one endpoint, such as [`ImageOptions`](crate::ImageOptions).
pub trait Options {
    /// What the options make of a page.
    const ENDPOINT: Endpoint;

    /// The options that are set, in their order.
    fn pairs(&self) -> &[Pair];
}

/// A cookie that is set before the page loads.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Cookie {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The page's host or one above it; by default the page's host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Its path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Whether only https gets it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub secure: bool,
    /// Whether scripts cannot read it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub http_only: bool,
    /// `Strict`, `Lax` or `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_site: Option<String>,
    /// Unix seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<f64>,
}

/// Sets an option, in place of an earlier value.
pub(crate) fn set(pairs: &mut Vec<Pair>, name: &str, value: Value) {
    pairs.retain(|(other, _)| other != name);
    pairs.push((name.to_owned(), value));
}

/// The value as a query has it; empty if it is left out.
pub(crate) fn text(name: &str, value: &Value) -> Result<String> {
    match (value, option_form(name)) {
        (Value::Null, _) => Ok(String::new()),
        (Value::Bool(value), _) => Ok(value.to_string()),
        (Value::Number(_), _) => Ok(number(value)),
        (Value::String(text), _) if text.starts_with(NOT_FINITE) => {
            Err(Error::settings(format!("the option {name} takes a finite number, not {}", &text[1..])))
        }
        (Value::String(text), "base64" | "json") => Ok(encoded(text)),
        (Value::String(text), _) => Ok(text.clone()),
        (Value::Array(list), "list") => {
            let texts: Result<Vec<String>> = list.iter().map(|each| text(element_name(name, each), each)).collect();
            Ok(texts?.join(","))
        }
        (Value::Object(_), "list") => {
            Err(Error::settings(format!("the option {name} takes text or a list of texts, not an object")))
        }
        (Value::Array(list), _) if list.is_empty() => Ok(String::new()),
        (Value::Object(object), _) if object.is_empty() => Ok(String::new()),
        (value, _) => Ok(BASE64_URL_SAFE_NO_PAD.encode(value.to_string())),
    }
}

/// The name for [`text`]: elements have no form of their own, and an error names the list.
fn element_name<'a>(name: &'a str, element: &Value) -> &'a str {
    if element.as_str().is_some_and(|text| text.starts_with(NOT_FINITE)) { name } else { "" }
}

/// Decimal, without an exponent or a trailing `.0`.
fn number(value: &Value) -> String {
    match (value.as_i64(), value.as_u64(), value.as_f64()) {
        (Some(whole), _, _) => whole.to_string(),
        (_, Some(whole), _) => whole.to_string(),
        (_, _, float) => float.unwrap_or_default().to_string(),
    }
}

/// No text of a caller begins like this. JSON has no such numbers, and `null` is left out.
pub(crate) const NOT_FINITE: char = '\0';

/// The number, or a text that [`text`] and `Call::json` refuse.
pub(crate) fn finite(value: f64) -> Value {
    if value.is_finite() { value.into() } else { format!("{NOT_FINITE}{value}").into() }
}

/// Plain text, also text that looks encoded already, as a query has it.
pub(crate) fn encode(text: &str) -> Value {
    BASE64_URL_SAFE_NO_PAD.encode(text).into()
}

/// Text of this form counts as encoded already.
fn encoded(text: &str) -> String {
    let core = text.strip_suffix("==").or(text.strip_suffix('=')).unwrap_or(text);
    let is_encoded = core.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/_-".contains(&byte));
    if is_encoded { text.to_owned() } else { BASE64_URL_SAFE_NO_PAD.encode(text) }
}

/// JSON of pairs; null and empty texts are left out.
pub(crate) fn object(pairs: &[Pair]) -> Map<String, Value> {
    pairs.iter().filter(|(_, value)| !value.is_null() && value != "").cloned().collect()
}

/// JSON of options. An error names one that is misspelt.
pub(crate) fn object_of<O: Options>(options: &O) -> Result<Map<String, Value>> {
    refuse_misspelt(O::ENDPOINT, options.pairs().iter().map(|(name, _)| name.as_str()))?;
    Ok(object(options.pairs()))
}

/// Takes the options that outputs of one page load share out of their object.
pub(crate) fn take_shared(own: &mut Map<String, Value>, shared: &mut Map<String, Value>) -> Result<()> {
    let names: Vec<String> = own.keys().filter(|name| is_page_option(name)).cloned().collect();
    for name in names {
        let value = own.remove(&name).unwrap_or_default();
        match shared.get(&name) {
            Some(other) if *other != value => {
                return Err(Error::settings(format!(
                    "the outputs share one page, but have {other} and {value} as {name}: give it once"
                )));
            }
            _ => shared.insert(name, value),
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{Cookie, ImageOptions, Options, query};

    #[test]
    fn typed_options_become_a_query() {
        let options = ImageOptions::new()
            .vw(800)
            .scale_factor(1.5)
            .javascript(false)
            .css("h1 { color: teal }")
            .user_agent("Firefox1")
            .hide([".ad", "#newsletter"])
            .headers([("X-Token", "a/b")])
            .cookies([Cookie { name: "a".into(), value: "<1>".into(), ..Cookie::default() }])
            .delay(0.0)
            .option("vw", 900);
        let expected = "scaleFactor=1.5&javascript=false&css=aDEgeyBjb2xvcjogdGVhbCB9&userAgent=RmlyZWZveDE&hide=.ad%2C%23newsletter\
            &headers=eyJYLVRva2VuIjoiYS9iIn0&cookies=W3sibmFtZSI6ImEiLCJ2YWx1ZSI6IjwxPiJ9XQ&delay=0&vw=900";
        assert_eq!(query(options.pairs()).unwrap(), expected);
    }

    #[test]
    fn refuses_an_object_as_a_list() {
        assert!(query(&[("hide".into(), serde_json::json!({}))]).is_err());
    }
}
