use std::fmt;
use std::mem::take;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::account::path_of;
use crate::request::{Answer, Call, ON_THE_WAY, random_key};
use crate::signing::escape;
use crate::times::BATCH_ACTION_TIME;
use crate::{Action, Client, Error, LiveLink, Result, SessionInfo, SessionPage, SessionQuery};

/// Options of a new browser session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SessionOptions {
    /// Its lifetime: by default, and at most, 900.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_ttl_seconds: Option<u32>,
    /// Sends all traffic through the account's proxy.
    pub proxy: bool,
    /// Hides automation, as far as possible. Not with `cdp`.
    pub bypass_bot_detection: bool,
    /// Allows DevTools clients such as Playwright: see [`Session::connect_url`].
    pub cdp: bool,
    /// A saved login with which the browser begins. [`Session::close_saving`] saves one, as does
    /// [`SaveProfileAction`](crate::SaveProfileAction).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// Makes a create that you repeat yourself answer the same session for 24 hours. Repeats by the client have a
    /// random one.
    #[serde(skip)]
    pub idempotency_key: Option<String>,
}

/// An open browser. Its end closes it: by [`Session::close`], which says what it
/// cost, or else by `Drop`. An open session costs credits.
pub struct Session {
    client: Client,
    id: String,
    connect_url: Option<String>,
    closes: bool,
}

#[derive(Deserialize)]
struct Body {
    session: SessionInfo,
}

/// Other actions have the usual time.
const BATCH_TIMEOUT: Duration = BATCH_ACTION_TIME.saturating_add(ON_THE_WAY);
/// For the call that abandons a create without an answer.
const LOST_TIMEOUT: Duration = Duration::from_secs(5);

/// Browser sessions.
impl Client {
    /// Opens a browser. If no answer comes in time, or a proxy answers instead, it abandons the create, which closes
    /// what the service opened: that may take 5 s. With an `idempotency_key` it does not, so that a repeat has the
    /// session.
    pub fn create_session(&self, options: &SessionOptions) -> Result<Session> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Created {
            session_id: String,
            connect_url: Option<String>,
        }
        let key = options.idempotency_key.clone().unwrap_or_else(random_key);
        let call = Call::new("POST", "/v1/sessions").json(options)?.header("Idempotency-Key", &key);
        let created = self.exchange(call).and_then(Answer::into::<Created>);
        if options.idempotency_key.is_none() && created.as_ref().is_err_and(Error::is_lost) {
            // An older service does not know the call: its session ends with its time.
            drop(self.limited(LOST_TIMEOUT, 0).abandon_session(&key));
        }
        let Created { session_id, connect_url } = created?;
        Ok(Session { client: self.clone(), id: session_id, connect_url, closes: true })
    }

    /// Abandons a create by its `idempotency_key`, for example one without an answer: closes its session, also one that
    /// opens later, and refuses later creates with the key. Answers the session; `None` if no browser had opened.
    pub fn abandon_session(&self, idempotency_key: &str) -> Result<Option<SessionInfo>> {
        #[derive(Deserialize)]
        struct Abandoned {
            session: Option<SessionInfo>,
        }
        let call = Call::new("DELETE", "/v1/sessions").header("Idempotency-Key", idempotency_key);
        Ok(self.exchange(call)?.into::<Abandoned>()?.session)
    }

    /// An open session by its id. It sends nothing, and its `Drop` closes nothing.
    pub fn session(&self, id: impl Into<String>) -> Session {
        Session { client: self.clone(), id: id.into(), connect_url: None, closes: false }
    }

    /// Reads a session, also after its end.
    pub fn get_session(&self, id: &str) -> Result<SessionInfo> {
        Ok(self.exchange(Call::new("GET", session_path(id)))?.into::<Body>()?.session)
    }

    /// Ends a session and answers with its cost. A repeat answers the same.
    pub fn close_session(&self, id: &str) -> Result<SessionInfo> {
        Ok(self.exchange(Call::new("DELETE", session_path(id)))?.into::<Body>()?.session)
    }

    /// Saves the browser's login under a name and ends the session. If the save fails, the session stays open.
    pub fn close_session_saving(&self, id: &str, profile: &str) -> Result<SessionInfo> {
        let mut path = format!("{}?saveProfile=", session_path(id));
        escape(&mut path, profile);
        Ok(self.exchange(Call::new("DELETE", path))?.into::<Body>()?.session)
    }

    /// Makes a link to the live view of a session. With `control`, a person can drive the browser.
    pub fn live_session(&self, id: &str, control: bool) -> Result<LiveLink> {
        let path = format!("{}/live", session_path(id));
        self.exchange(Call::new("POST", path).json(&json!({ "control": control }))?)?.into()
    }

    /// Lists a page of the account's sessions.
    pub fn list_sessions(&self, query: &SessionQuery) -> Result<SessionPage> {
        let limit = query.limit.map(|limit| limit.to_string());
        let given = [("status", &query.status), ("limit", &limit), ("cursor", &query.cursor)];
        let mut path = "/v1/sessions".to_owned();
        for (name, value) in given.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?))) {
            path.push(if path.contains('?') { '&' } else { '?' });
            path.push_str(&format!("{name}="));
            escape(&mut path, value);
        }
        self.exchange(Call::new("GET", path))?.into()
    }

    /// Runs an action by its name. The payload is an object.
    pub fn execute_action(&self, id: &str, action: &str, payload: &Value) -> Result<Value> {
        self.act(id, action, payload)?.into()
    }

    fn act(&self, id: &str, action: &str, payload: &impl Serialize) -> Result<Answer> {
        let call = Call::new("POST", format!("{}/actions", session_path(id)))
            .what(format!("the action {action}"))
            .json(&json!({"type": action, "payload": payload}))?;
        let timeout = (action == "batch").then_some(BATCH_TIMEOUT);
        self.exchange(Call { timeout, once: true, ..call })
    }
}

impl Session {
    /// Its id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The address for DevTools clients, with the option `cdp`. It is a credential.
    pub fn connect_url(&self) -> Option<&str> {
        self.connect_url.as_deref()
    }

    /// Runs an action. Its type says what the answer is.
    pub fn act<A: Action>(&self, action: A) -> Result<A::Answer> {
        self.client.act(&self.id, A::TYPE, action.payload())?.into()
    }

    /// Reads the state of the session.
    pub fn info(&self) -> Result<SessionInfo> {
        self.client.get_session(&self.id)
    }

    /// Ends the session and answers with its cost.
    pub fn close(mut self) -> Result<SessionInfo> {
        self.closes = false;
        self.client.close_session(&self.id)
    }

    /// Saves the browser's login under a name and ends the session. If the save fails, the session stays open until
    /// another close: that of `Drop` at the latest.
    pub fn close_saving(&mut self, profile: &str) -> Result<SessionInfo> {
        let info = self.client.close_session_saving(&self.id, profile)?;
        self.closes = false;
        Ok(info)
    }

    /// Makes a link to a page that shows the browser. With `control`, a person can drive it.
    pub fn live(&self, control: bool) -> Result<LiveLink> {
        self.client.live_session(&self.id, control)
    }

    /// Leaves the session open, until its time ends: the id of it.
    pub fn leave_open(mut self) -> String {
        self.closes = false;
        take(&mut self.id)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if self.closes {
            // Without an answer, the session ends with its time.
            let _ = self.client.close_session(&self.id);
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("id", &self.id).finish_non_exhaustive()
    }
}

fn session_path(id: &str) -> String {
    path_of("/v1/sessions/", id)
}
