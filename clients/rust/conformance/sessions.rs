//! A session of eleven actions and a live link. Drop closes it.

use serde_json::{Map, Value, json};
use tintype::{
    CheckAction, ClickAction, ContentAction, FillAction, GotoAction, QueryAction, SaveProfileAction, ScreenshotAction,
    SelectAction, Session, SessionOptions, TitleAction, WaitForSelectorAction,
};

use crate::{Outcome, Walker, expect, new_key};

pub fn session(walker: &Walker) -> Outcome {
    let walk = &walker.walk["session"];
    let key = new_key();
    let mut options: SessionOptions = serde_json::from_value(walk["create"].clone())?;
    options.idempotency_key = Some(key.clone());
    let id = {
        let session = walker.client.create_session(&options)?;
        actions(walker, &session)?;
        let link = session.live(walk["live"]["control"] == true)?;
        expect::check(&walk["liveExpect"], &json!({ "url": link.url }))?;
        session.id().to_owned()
    };
    let abandoned = walker.client.abandon_session(&key)?.ok_or("no session is abandoned")?;
    if abandoned.id != id {
        return Err(format!("{} is abandoned", abandoned.id).into());
    }
    expect::check(&walk["ended"], &walker.client.get_session(&id)?)?;
    expect::check(&walk["ended"], &abandoned)
}

fn actions(walker: &Walker, session: &Session) -> Outcome {
    for each in walker.walk["session"]["actions"].as_array().into_iter().flatten() {
        let name = each["action"].as_str().unwrap_or_default();
        let mut payload = each["payload"].as_object().cloned().unwrap_or_default();
        if each["page"].is_string() {
            payload.insert("url".into(), walker.page(&each["page"]).into());
        }
        act(session, name, payload)
            .and_then(|answer| expect::check(&each["expect"], &answer))
            .map_err(|reason| format!("{name}: {reason}"))?;
    }
    Ok(())
}

/// Runs an action by its type.
fn act(session: &Session, name: &str, payload: Map<String, Value>) -> Result<Value, Box<dyn std::error::Error>> {
    Ok(match name {
        "goto" => json!(session.act(GotoAction::from(payload))?),
        "title" => json!(session.act(TitleAction::from(payload))?),
        "fill" => json!(session.act(FillAction::from(payload))?),
        "select" => json!(session.act(SelectAction::from(payload))?),
        "check" => json!(session.act(CheckAction::from(payload))?),
        "click" => json!(session.act(ClickAction::from(payload))?),
        "wait_for_selector" => json!(session.act(WaitForSelectorAction::from(payload))?),
        "query" => json!(session.act(QueryAction::from(payload))?),
        "content" => json!(session.act(ContentAction::from(payload))?),
        "screenshot" => json!(session.act(ScreenshotAction::from(payload))?),
        "save_profile" => json!(session.act(SaveProfileAction::from(payload))?),
        _ => return Err("this program has no line for the action".into()),
    })
}
