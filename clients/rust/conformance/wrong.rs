//! The wrong requests.

use serde_json::Value;
use tintype::{BatchOptions, Client, Error, ImageOptions, Result, SessionOptions, SessionQuery, Source};

use crate::{Outcome, Walker, new_key, pairs};

/// Makes a request that fails as expected.
pub fn wrong(walker: &Walker, each: &Value) -> Outcome {
    let error = match mistake(walker, each) {
        Err(error) => error,
        Ok(()) => return Err("it succeeded".into()),
    };
    let refusal = error.service().ok_or_else(|| format!("no error of the service: {error}"))?;
    let is_right = refusal.code.as_str() == each["code"] && refusal.status == each["status"];
    if !is_right || refusal.request_id.is_empty() {
        return Err(format!("got {refusal}").into());
    }
    Ok(())
}

fn mistake(walker: &Walker, each: &Value) -> Result<()> {
    let text = |name: &str| each[name].as_str().unwrap_or_default();
    match text("call") {
        "fetch" | "fetch-v2" => {
            let half = |name: &str, variable: &str| match text(name) {
                "" => std::env::var(variable).unwrap_or_default(),
                given => given.to_owned(),
            };
            let client = Client::new(half("key", "TINTYPE_KEY"), half("secret", "TINTYPE_SECRET"))?;
            let target = if each["url"].is_string() { text("url").into() } else { walker.page(&each["page"]) };
            client.fetch(text("endpoint").parse()?, &target, &pairs(&each["options"])).map(drop)
        }
        "post" => {
            let html = Source::html(each["body"]["html"].as_str().unwrap_or_default());
            let options = pairs(&each["body"])
                .into_iter()
                .filter(|(name, _)| name != "endpoint" && name != "html")
                .fold(ImageOptions::new(), |options, (name, value)| options.option(&name, value));
            walker.client.render(&html, &options).map(drop)
        }
        "get-session" => walker.client.get_session(text("id")).map(drop),
        "act-after-close" => {
            let query = SessionQuery { status: Some("closed".into()), limit: Some(1), ..SessionQuery::default() };
            let closed = walker.client.list_sessions(&query)?;
            walker.client.execute_action(&closed.sessions[0].id, text("action"), &each["payload"]).map(drop)
        }
        "create-abandoned" => {
            let key = new_key();
            if let Some(abandoned) = walker.client.abandon_session(&key)? {
                return Err(Error::Answer(format!("{} is abandoned", abandoned.id)));
            }
            let options = SessionOptions { idempotency_key: Some(key), ..SessionOptions::default() };
            walker.client.create_session(&options).map(drop)
        }
        _ => walker.client.submit_batch(text("endpoint").parse()?, &[], &BatchOptions::default()).map(drop),
    }
}
