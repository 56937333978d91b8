//! Signing, the five endpoints, and renders by POST.

use std::time::Duration;

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Map, Value, json};
use tintype::{
    AnimatedOptions, ContentOptions, Endpoint, File, FileMeta, ImageOptions, MetadataOptions, Outputs, PaperFormat,
    PdfOptions, Signing, Source, query, sign_v1, sign_v2,
};

use crate::{Outcome, Walker, expect, pairs, variable};

/// Each vector of contracts/vectors/signing.json.
pub fn signing() -> Outcome {
    let vectors: Value = serde_json::from_slice(&std::fs::read(format!("{}/signing.json", variable("VECTORS")))?)?;
    for vector in ["v1", "v2"].iter().flat_map(|list| vectors[list].as_array().into_iter().flatten()) {
        let text = |name: &str| vector[name].as_str().unwrap_or_default();
        if let Some(options) = vector["options"].as_array() {
            let pairs: Vec<(String, Value)> =
                options.iter().map(|pair| (pair[0].as_str().unwrap_or_default().into(), pair[1].clone())).collect();
            if query(&pairs)? != text("query") {
                return Err(format!("{}: another query", text("name")).into());
            }
        }
        let is_right = if vector["md5"].is_string() {
            sign_v1(text("secret"), text("query")) == text("md5")
        } else {
            sign_v2(text("secret"), text("endpoint").parse()?, text("query")) == text("hmac")
        };
        if !is_right {
            return Err(format!("{}: another signature", text("name")).into());
        }
    }
    Ok(())
}

/// Typed options with those of the walk.
macro_rules! options {
    ($type:ty, $options:expr) => {
        pairs($options).into_iter().fold(<$type>::new(), |options, (name, value)| options.option(&name, value))
    };
}

fn of_file(file: File) -> (FileMeta, Value) {
    let body = BASE64_STANDARD.encode(file.body);
    (file.meta, json!({"contentType": file.content_type, "startsWith": body}))
}

fn fetch(walker: &Walker, endpoint: Endpoint, render: &Value) -> tintype::Result<(FileMeta, Value)> {
    let (client, target, options) = (&walker.client, walker.page(&render["page"]), &render["options"]);
    Ok(match endpoint {
        Endpoint::Image => of_file(client.fetch_image(&target, &options!(ImageOptions, options))?),
        Endpoint::Pdf => of_file(client.fetch_pdf(&target, &options!(PdfOptions, options))?),
        Endpoint::Animated => of_file(client.fetch_animated(&target, &options!(AnimatedOptions, options))?),
        Endpoint::Content => {
            let page = client.fetch_content(&target, &options!(ContentOptions, options))?;
            (page.meta.clone(), json!(page))
        }
        Endpoint::Metadata => {
            let metadata = client.fetch_metadata(&target, &options!(MetadataOptions, options))?;
            (metadata.meta.clone(), json!({"metadata": metadata}))
        }
    })
}

/// In files, `startsWith` is a key of its own.
fn fits(expected: &Value, got: &Value) -> Outcome {
    let mut expected = expected.clone();
    if let Some(start) = expected.get_mut("startsWith") {
        *start = json!({"startsWith": start.clone()});
    }
    expect::check(&expected, got)
}

pub fn render(walker: &Walker, render: &Value) -> Outcome {
    let endpoint: Endpoint = render["endpoint"].as_str().unwrap_or_default().parse()?;
    for (is_cached, credits) in [(false, 1), (true, 0)] {
        let (meta, got) = fetch(walker, endpoint, render)?;
        if meta.credits != credits || meta.is_cached() != is_cached {
            return Err(format!("it costs {} and is cached: {}", meta.credits, meta.is_cached()).into());
        }
        fits(&render["expect"], &got)?;
    }
    if endpoint == Endpoint::Image {
        let options = options!(ImageOptions, &render["options"]);
        // The fetches of the crate sign with version 2.
        for signing in [Signing::v1(), Signing::expires_in(Duration::from_secs(60))] {
            let address = walker.client.build_image_url(&walker.page(&render["page"]), &options, signing)?;
            ureq::get(address).call()?;
        }
    }
    Ok(())
}

fn without(body: &Value, names: &[&str]) -> Value {
    let rest: Map<String, Value> =
        pairs(body).into_iter().filter(|(name, _)| !names.contains(&name.as_str())).collect();
    rest.into()
}

pub fn post(walker: &Walker) -> Outcome {
    let walk = &walker.walk["post"];
    let body = &walk["file"]["body"];
    let source = Source::markdown(body["markdown"].as_str().unwrap_or_default());
    let options = options!(PdfOptions, &without(body, &["endpoint", "markdown"]));
    fits(&walk["file"]["expect"], &of_file(walker.client.render(&source, &options)?).1)?;
    let shared = without(&walk["report"]["body"], &["outputs"]);
    let outputs =
        Outputs::default().and(&options!(ImageOptions, &shared)).and(&PdfOptions::new().format(PaperFormat::A6));
    let report = walker.client.render_outputs(&Source::url(walker.page(&walk["report"]["page"])), outputs)?;
    expect::check(&walk["report"]["expect"], &report)
}
