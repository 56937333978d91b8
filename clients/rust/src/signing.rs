use hmac::{Hmac, Mac};
use md5::{Digest, Md5};
use sha2::Sha256;

use crate::pairs::{Pair, text};
use crate::{Endpoint, Result};

/// Writes pairs in their order, percent-encoded, as the service expects what is
/// signed. It leaves out null and what is empty.
///
/// Options such as `css`, `headers` and `cookies` travel in base64url: their text
/// is encoded unless it is already. Lists of `hide`, `click`, `block` and `failOn`
/// are joined with commas; other lists and objects become JSON.
pub fn query(pairs: &[Pair]) -> Result<String> {
    let mut query = String::new();
    for (name, value) in pairs {
        let value = text(name, value)?;
        if value.is_empty() {
            continue;
        }
        if !query.is_empty() {
            query.push('&');
        }
        escape(&mut query, name);
        query.push('=');
        escape(&mut query, &value);
    }
    Ok(query)
}

/// The hash of a version 1 URL: the lowercase hex MD5 of secret and query.
pub fn sign_v1(secret: &str, query: &str) -> String {
    hex(&Md5::new().chain_update(secret).chain_update(query).finalize())
}

/// The signature of a version 2 URL: the lowercase hex HMAC-SHA256, keyed with
/// `secret`, of the endpoint, `?` and the query.
pub fn sign_v2(secret: &str, endpoint: Endpoint, query: &str) -> String {
    sign(secret, format!("{}?{query}", endpoint.as_str()).as_bytes())
}

/// The HMAC-SHA256 that the service takes in URLs of version 2 and in `x-req-signature`.
pub(crate) fn sign(secret: &str, message: &[u8]) -> String {
    hex(&mac(secret, message).finalize().into_bytes())
}

pub(crate) fn mac(secret: &str, message: &[u8]) -> Hmac<Sha256> {
    let mac = <Hmac<Sha256> as Mac>::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length");
    mac.chain_update(message)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Escapes `~` too, since some HTTP clients rewrite it after the signature.
pub(crate) fn escape(query: &mut String, value: &str) {
    for byte in value.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => query.push(char::from(byte)),
            _ => query.push_str(&format!("%{byte:02X}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn vectors() -> Option<Value> {
        // Read at run time: the build may be one of another checkout.
        let crate_folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
        let folder = std::env::var("VECTORS").unwrap_or_else(|_| format!("{crate_folder}/../../contracts/vectors"));
        let file = std::fs::read_to_string(format!("{folder}/signing.json")).ok()?;
        serde_json::from_str(&file).ok()
    }

    #[test]
    fn signs_each_vector() {
        // The file is in the repository only, not in the published crate.
        let Some(vectors) = vectors() else { return };
        let all: Vec<&Value> = ["v1", "v2"].iter().flat_map(|list| vectors[list].as_array().unwrap()).collect();
        assert!(all.len() >= 40, "only {} vectors", all.len());
        for vector in all {
            let text = |name: &str| vector[name].as_str().unwrap_or_default();
            if let Some(options) = vector["options"].as_array() {
                let pairs: Vec<Pair> =
                    options.iter().map(|pair| (pair[0].as_str().unwrap().into(), pair[1].clone())).collect();
                assert_eq!(query(&pairs).unwrap(), text("query"), "{}", text("name"));
            }
            if vector["md5"].is_string() {
                assert_eq!(sign_v1(text("secret"), text("query")), text("md5"), "{}", text("name"));
            } else {
                let endpoint = text("endpoint").parse().unwrap();
                assert_eq!(sign_v2(text("secret"), endpoint, text("query")), text("hmac"), "{}", text("name"));
            }
        }
    }
}
