//! Takes the walk of clients/conformance with this crate against a running server.
//! Its README says which variables it reads.

mod expect;
mod renders;
mod sessions;
mod wrong;

use std::collections::hash_map::RandomState;
use std::env;
use std::hash::{BuildHasher, Hasher};
use std::process::ExitCode;
use std::time::Duration;

use serde_json::Value;
use tintype::{BatchItem, BatchOptions, Client, Endpoint, ImageOptions, SecretScope, verify_webhook};

/// Why a step failed.
pub type Outcome = Result<(), Box<dyn std::error::Error>>;

/// What every step needs.
pub struct Walker {
    pub client: Client,
    pub walk: Value,
}

pub fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

/// Options of the walk, by name.
pub fn pairs(options: &Value) -> Vec<(String, Value)> {
    options.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// An idempotency key for one create.
pub fn new_key() -> String {
    format!("{:016x}", RandomState::new().build_hasher().finish())
}

impl Walker {
    /// The URL of a page of the site.
    pub fn page(&self, name: &Value) -> String {
        let path = self.walk["pages"][name.as_str().unwrap_or_default()].as_str().unwrap_or_default();
        format!("{}{path}", variable("SITE_URL"))
    }

    fn batch(&self) -> Outcome {
        let walk = &self.walk["batch"];
        let items: Vec<BatchItem> = walk["items"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|item| {
                let options = pairs(&item["options"])
                    .into_iter()
                    .fold(ImageOptions::new(), |options, (name, value)| options.option(&name, value));
                BatchItem::new(self.page(&item["page"])).options(&options)
            })
            .collect();
        let how = BatchOptions {
            notification_uri: Some(format!("{}/hook", variable("RECEIVER_URL"))),
            ..BatchOptions::default()
        };
        let batch = self.client.submit_batch(Endpoint::Image, &items, &how)?;
        expect::check(&walk["accepted"], &serde_json::json!({"status": batch.status, "total": batch.total}))?;
        let state = batch.wait(Duration::from_secs(120))?;
        expect::check(&walk["ended"], &state)?;
        if !self.client.list_batches(100, None)?.batches.iter().any(|listed| listed.batch_id == batch.id) {
            return Err("not listed".into());
        }
        self.delivery(&batch.id)
    }

    fn delivery(&self, id: &str) -> Outcome {
        let url = format!("{}/deliveries/{id}", variable("RECEIVER_URL"));
        let delivery: Value = serde_json::from_slice(&ureq::get(url).call()?.body_mut().read_to_vec()?)?;
        let headers = delivery["headers"].as_object().ok_or("no headers")?;
        let header = headers
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(tintype::SIGNATURE_HEADER))
            .and_then(|(_, value)| value.as_str())
            .ok_or("no signature")?;
        let body = delivery["body"].as_str().ok_or("no body")?;
        let notification = self.client.verify_webhook(header, body.as_bytes())?;
        if self.client.verify_webhook(header, format!("{body} ").as_bytes()).is_ok() {
            return Err("a changed body is genuine".into());
        }
        if verify_webhook(header, body.as_bytes(), &["another secret"]).is_ok() {
            return Err("another secret fits".into());
        }
        expect::check(&self.walk["batch"]["notification"], &notification)
    }

    fn charge(&self) -> Outcome {
        let routes = self.client.account();
        let mut page = routes.charges(1, None)?;
        while let (true, Some(cursor)) = (page.charges.is_empty(), page.next_cursor.as_deref()) {
            page = routes.charges(1, Some(cursor))?;
        }
        match page.charges.as_slice() {
            [charge] if charge.credits > 0 => Ok(()),
            charges => Err(format!("a page of 1 charge has {charges:?}").into()),
        }
    }

    fn account(&self) -> Outcome {
        let (walk, routes) = (&self.walk["account"], self.client.account());
        if routes.get()?.api_key != variable("TINTYPE_KEY") {
            return Err("another API key".into());
        }
        if routes.usage(None)?.is_empty() {
            return Err("no day of usage".into());
        }
        self.charge()?;
        let secret = routes.create_secret(walk["secret"]["name"].as_str().unwrap_or_default(), SecretScope::Use)?;
        let listed = routes.secrets()?.len();
        let left = routes.delete_secret(&secret.id)?.len();
        if secret.value.is_empty() || left + 1 != listed {
            return Err(format!("{left} secrets are left of {listed}").into());
        }
        let name = walk["preset"]["name"].as_str().unwrap_or_default();
        let options = pairs(&walk["preset"]["options"])
            .into_iter()
            .fold(ImageOptions::new(), |options, (name, value)| options.option(&name, value));
        routes.put_preset(name, &options)?;
        expect::check(&walk["presetExpect"], &routes.preset(name)?)?;
        routes.delete_preset(name)?;
        expect::check(&walk["storageExpect"], &routes.storage()?)?;
        routes.put_proxy(walk["proxy"].as_str().unwrap_or_default())?;
        expect::check(&walk["proxyExpect"], &routes.proxy()?)?;
        routes.delete_proxy()?;
        if routes.proxy()?.is_some() {
            return Err("a proxy is left".into());
        }
        let profile = walk["profile"].as_str().unwrap_or_default();
        if !routes.profiles()?.iter().any(|one| one.name == profile) {
            return Err("no saved login".into());
        }
        expect::check(&walk["profileExpect"], &routes.profile(profile)?)?;
        Ok(routes.delete_profile(profile)?)
    }

    fn all(&self) -> bool {
        let mut steps: Vec<(String, Outcome)> = vec![("signing".into(), renders::signing())];
        let mut step = |name: &str, outcome: Outcome| steps.push((name.into(), outcome));
        for render in self.walk["renders"].as_array().into_iter().flatten() {
            step(render["step"].as_str().unwrap_or_default(), renders::render(self, render));
        }
        step("post", renders::post(self));
        step("session", sessions::session(self));
        step("batch", self.batch());
        step("account", self.account());
        for each in self.walk["wrong"].as_array().into_iter().flatten() {
            step(each["step"].as_str().unwrap_or_default(), wrong::wrong(self, each));
        }
        for (name, outcome) in &steps {
            match outcome {
                Ok(()) => println!("ok {name}"),
                Err(reason) => println!("failed {name}: {reason}"),
            }
        }
        steps.iter().all(|(_, outcome)| outcome.is_ok())
    }
}

fn main() -> ExitCode {
    let start = || -> Result<Walker, Box<dyn std::error::Error>> {
        let walk = serde_json::from_slice(&std::fs::read(variable("WALK"))?)?;
        Ok(Walker { client: Client::from_env()?, walk })
    };
    match start().map(|walker| walker.all()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            println!("failed signing: {reason}");
            ExitCode::FAILURE
        }
    }
}
