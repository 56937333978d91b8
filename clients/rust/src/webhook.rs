use std::time::{SystemTime, UNIX_EPOCH};

use hmac::Mac;
use serde::{Deserialize, Serialize};

use crate::signing::mac;
use crate::{BatchResult, Client, Endpoint, Error, PartialError, Result};

/// The header with the signature of a notification.
pub const SIGNATURE_HEADER: &str = "x-signature";

/// Seconds that a signature may be old, against repeats by others.
const MOST_AGE: u64 = 300;

/// What a notification URI gets.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Notification {
    /// `batch.completed`, or `batch.failed` for a body that was refused.
    pub event: String,
    /// The same in every attempt: ignore one that you have seen.
    pub delivery_id: Option<String>,
    /// The batch.
    pub batch_id: Option<String>,
    /// What the batch makes.
    #[serde(rename = "type")]
    pub endpoint: Option<Endpoint>,
    /// As in the state of the batch.
    pub status: Option<String>,
    /// All items.
    #[serde(default)]
    pub total: u32,
    /// Stored items.
    #[serde(default)]
    pub succeeded: u32,
    /// Failed items.
    #[serde(default)]
    pub failed: u32,
    /// Cancelled items.
    #[serde(default)]
    pub cancelled: u32,
    /// Where the state is.
    pub status_url: Option<String>,
    /// Empty above 1 MiB: see `results_url`.
    #[serde(default)]
    pub results: Vec<BatchResult>,
    /// Where the items are.
    pub results_url: Option<String>,
    /// Why a body was refused.
    pub error: Option<PartialError>,
}

/// Checks the header [`SIGNATURE_HEADER`] of a notification in constant time, and
/// reads its body. Pass the raw body, and each secret that may have signed the batch.
pub fn verify_webhook(header: &str, body: &[u8], secrets: &[&str]) -> Result<Notification> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    verify_at(now, header, body, secrets)
}

fn verify_at(now: u64, header: &str, body: &[u8], secrets: &[&str]) -> Result<Notification> {
    let malformed = || Error::Webhook("its header x-signature is missing or malformed: it has the form t=…,v1=…");
    let (time, signature) = header.strip_prefix("t=").and_then(|rest| rest.split_once(",v1=")).ok_or_else(malformed)?;
    let seconds: u64 = time.parse().map_err(|_| malformed())?;
    let signature = unhex(signature).ok_or_else(malformed)?;
    if seconds.abs_diff(now) > MOST_AGE {
        return Err(Error::Webhook("its time differs by more than 5 minutes from that of this machine"));
    }
    let message = [time.as_bytes(), b".", body].concat();
    if !secrets.iter().any(|secret| mac(secret, &message).verify_slice(&signature).is_ok()) {
        return Err(Error::Webhook("none of the secrets gives its signature"));
    }
    serde_json::from_slice(body).map_err(|_| Error::Webhook("its body is not as expected"))
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let is_hex = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    is_hex.then(|| (0..64).step_by(2).filter_map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect())
}

impl Client {
    /// The function [`verify_webhook`] with the secret of the client.
    pub fn verify_webhook(&self, header: &str, body: &[u8]) -> Result<Notification> {
        verify_webhook(header, body, &[self.secret()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signing::sign;

    const NOW: u64 = 1_900_000_000;
    const BODY: &[u8] = br#"{"event":"batch.completed","batchId":"batch_1","total":2}"#;

    fn signed(at: u64, secret: &str) -> String {
        format!("t={at},v1={}", sign(secret, &[at.to_string().as_bytes(), b".", BODY].concat()))
    }

    #[test]
    fn takes_genuine_ones() {
        let notification = verify_at(NOW, &signed(NOW, "old"), BODY, &["test", "old"]).unwrap();
        assert_eq!((notification.batch_id.as_deref(), notification.total), (Some("batch_1"), 2));
    }

    #[test]
    fn refuses_forged_ones() {
        let genuine = signed(NOW, "test");
        for (why, header, body) in [
            ("another body", genuine.clone(), &b"{}"[..]),
            ("another secret", signed(NOW, "other"), BODY),
            ("too old", signed(NOW - 301, "test"), BODY),
            ("from the future", signed(NOW + 301, "test"), BODY),
            ("another time", genuine.replace("t=1900000000", "t=1900000001"), BODY),
            ("upper case", genuine.to_uppercase(), BODY),
            ("no header", String::new(), BODY),
            ("short", genuine[..genuine.len() - 2].to_owned(), BODY),
        ] {
            let result = verify_at(NOW, &header, body, &["test"]);
            assert!(matches!(result, Err(Error::Webhook(_))), "{why}");
        }
        assert!(verify_at(NOW, &genuine, BODY, &[]).is_err());
    }
}
