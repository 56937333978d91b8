//! What the real service does not do on demand, against a server that plays it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use tintype::{
    BatchItem, BatchOptions, Builder, Client, Code, ContentOptions, Endpoint, Error, ImageOptions, Outputs, PdfOptions,
    SecretScope, SessionOptions, Signing, Source, StorageSettings, TitleAction, sign_v1, sign_v2,
};

const PAGE: &str = "https://example.com/";

/// Answers each request with the next answer, the last one again and again. What
/// arrives comes out of the channel.
fn serve(answers: Vec<String>) -> (Builder, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for (count, stream) in listener.incoming().enumerate() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).unwrap() > 0 {}
            let length = head
                .to_lowercase()
                .split("content-length: ")
                .nth(1)
                .map_or(0, |rest| rest.split("\r\n").next().unwrap().parse().unwrap());
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            let _ = sender.send(format!("{head}{}", String::from_utf8(body).unwrap()));
            let answer = answers.get(count).or(answers.last()).unwrap();
            stream.write_all(answer.as_bytes()).unwrap();
        }
    });
    (Client::builder().key("key").secret("test").base_url(address).edge_url("https://edge.example"), receiver)
}

fn answer(status: u16, headers: &str, body: &str) -> String {
    let length = body.len();
    let is_foreign = headers.contains("Server: other") || headers.contains("X-Request-Id");
    let headers = if is_foreign { headers.to_owned() } else { format!("X-Request-Id: req_1\r\n{headers}") };
    format!("HTTP/1.1 {status} X\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n{body}")
}

fn refusal(status: u16, code: &str, retry_after: &str) -> String {
    let body =
        format!(r#"{{"success":false,"error":"No.","code":"{code}","requestId":"req_1","activeSessionCount":5}}"#);
    answer(status, &format!("X-Request-Id: req_1\r\n{retry_after}"), &body)
}

fn content() -> String {
    answer(200, "", r#"{"success":true,"html":"","textContent":"","markdown":"Hi"}"#)
}

const CLOSED: &str = r#"{"id":"sess_1","status":"closed","createdAt":"","startedAt":"","expiresAt":"","durationSeconds":0,
    "billedCredits":0,"accruedCredits":0,"actionCount":0,"actionSuccessCount":0,"actionErrorCount":0,
    "actionBreakdown":{},"options":{},"connectUrl":null}"#;

#[test]
fn signs_urls() {
    let client = Client::builder()
        .key("key")
        .secret("test")
        .base_url("https://api.example/")
        .edge_url("https://edge.example")
        .build()
        .unwrap();
    let query = "url=https%3A%2F%2Fexample.com%2F";
    let built = client.build_image_url(PAGE, &ImageOptions::new().full(true), Signing::v1()).unwrap();
    let full = format!("{query}&full=true");
    assert_eq!(built, format!("https://api.example/key/{}/image?{full}", sign_v1("test", &full)));
    let built = client.build_pdf_url(PAGE, &PdfOptions::new(), Signing::v2().edge()).unwrap();
    assert_eq!(built, format!("https://edge.example/v2/key/{}/pdf?{query}", sign_v2("test", Endpoint::Pdf, query)));
    assert!(client.build_content_url("", &ContentOptions::new(), Signing::v1()).is_err());
    for (expiry, what) in [
        (Signing::expires_at(UNIX_EPOCH), "in the future, not 0"),
        (Signing::expires_at(UNIX_EPOCH + Duration::from_secs(4_102_444_800_000)), "looks like milliseconds"),
        (Signing::expires_in(Duration::ZERO), "in the future"),
        (Signing::expires_in(Duration::MAX), "looks like milliseconds"),
    ] {
        let built = client.build_image_url(PAGE, &ImageOptions::new(), expiry);
        assert!(matches!(&built, Err(Error::Settings(text)) if text.contains(what)), "{built:?}");
    }
    assert!(client.build_image_url(PAGE, &ImageOptions::new(), Signing::expires_in(Duration::from_secs(60))).is_ok());
}

#[test]
fn names_a_wrong_setting() {
    let wrong = Client::builder().key("key").secret("test").base_url("localhost:8080").build();
    assert!(matches!(wrong, Err(Error::Settings(text)) if text.contains("base URL")));
    let login = Client::builder().key("key").secret("test").base_url("http://ada:hidden@shots.example").build();
    assert!(matches!(login, Err(Error::Settings(text)) if text.contains("no user") && !text.contains("hidden")));
    let edge = Client::builder().key("key").secret("test").edge_url("").edge().build();
    assert!(matches!(edge, Err(Error::Settings(text)) if text.contains("TINTYPE_EDGE_URL")));
}

#[test]
fn shows_no_secret() {
    let builder = || Client::builder().key("key").secret("hidden-secret").base_url("http://127.0.0.1:1");
    let client = builder().build().unwrap();
    let lost = client.fetch_image(PAGE, &ImageOptions::new().http_auth("user:hidden-secret")).unwrap_err();
    let storage = StorageSettings { secret: Some("hidden-secret".into()), ..StorageSettings::default() };
    let info = format!(r#"{{"session":{}}}"#, CLOSED.replace("null", r#""wss://hidden-secret""#));
    let info = serve(vec![answer(200, "", &info)]).0.build().unwrap().get_session("sess_1").unwrap();
    assert_eq!(info.connect_url.as_deref(), Some("wss://hidden-secret"));
    assert!(format!("{info:?}").contains("sess_1"), "{info:?}");
    for text in [
        format!("{info:?}"),
        format!("{client:?}"),
        format!("{:?}", builder()),
        format!("{:?}", client.session("sess_1")),
        format!("{storage:?}"),
        format!("{lost:?}"),
        lost.to_string(),
    ] {
        assert!(!text.contains("hidden-secret") && !text.contains("httpAuth"), "{text}");
    }
    assert!(matches!(lost, Error::Connection(_)), "{lost:?}");
}

#[test]
fn gives_errors_by_code() {
    let (builder, _requests) = serve(vec![refusal(429, "session_limit", "")]);
    let error = builder.build().unwrap().create_session(&SessionOptions::default()).unwrap_err();
    assert_eq!(error.code(), Some(&Code::SessionLimit));
    assert_eq!(error.to_string(), "No. (session_limit, 429, req_1)");
    assert_eq!(error.service().unwrap().details["activeSessionCount"], 5);
    assert!(error.is_retryable());
    for (status, code, expected) in
        [(500, "internal", false), (504, "timeout", false), (502, "", false), (503, "", true)]
    {
        let (builder, _requests) = serve(vec![refusal(status, code, "")]);
        let error = builder.build().unwrap().get_session("sess_1").unwrap_err();
        assert_eq!(error.is_retryable(), expected, "{status} {code}");
    }
}

#[test]
fn says_errors_in_words_of_rust() {
    let pair = "The service does not know this API key with this secret; check the key and the secret of this client";
    for (body, expected) in [
        (r#"{"code":"invalid_credentials","error":"Wrong: send it."}"#, pair),
        (r#"{"code":"invalid_credentials","error":"It may not.","requiredScope":"manage"}"#, "It may not."),
        (
            r#"{"code":"invalid_option","error":"The option `waitFor` takes `aB`."}"#,
            "The option `wait_for` takes `aB`.",
        ),
    ] {
        let (builder, _requests) = serve(vec![answer(401, "", body)]);
        let error = builder.build().unwrap().get_session("sess_1").unwrap_err().to_string();
        assert!(error.starts_with(&format!("{expected} (")), "{error}");
    }
}

const ACCEPTED: &str = r#"{"batchId":"batch_1","status":"queued","total":1}"#;

const BATCH: &str = r#"{"batchId":"batch_1","type":"image","status":"completed","total":1,"queued":0,"succeeded":1,
    "failed":0,"cancelled":0,"createdAt":"","finishedAt":"","notification":{"status":"none","attempts":0}}"#;

#[test]
fn lists_batches() {
    let (builder, requests) = serve(vec![answer(200, "", &format!(r#"{{"batches":[{BATCH}],"nextCursor":"c/2"}}"#))]);
    let client = builder.build().unwrap();
    let page = client.list_batches(5, Some("a/b")).unwrap();
    assert_eq!((page.batches[0].batch_id.as_str(), page.next_cursor.as_deref()), ("batch_1", Some("c/2")));
    assert!(requests.recv().unwrap().starts_with("GET /batch/key?limit=5&cursor=a%2Fb HTTP"));
}

#[test]
fn makes_bearers() {
    let made = r#"{"token":"bearer","secretId":"sec_1","secret":"made","scope":"use","name":null}"#;
    let (builder, requests) = serve(vec![answer(200, "", made)]);
    let client = builder.build().unwrap();
    assert_eq!(client.account().token("own").unwrap(), "bearer");
    assert!(requests.recv().unwrap().ends_with(r#"{"secret":"own"}"#));
    let made = client.account().create_token("ci", SecretScope::Use).unwrap();
    assert_eq!((made.id.as_str(), made.token.as_deref()), ("sec_1", Some("bearer")));
}

#[test]
fn lists_charges() {
    let render = r#"{"id":"ch_1","kind":"render","at":"2030","endpoint":"pdf","seconds":null,"credits":1}"#;
    let session = r#"{"id":"sess_1","kind":"session","at":"2029","endpoint":null,"seconds":1.5,"credits":2}"#;
    let body = format!(r#"{{"charges":[{render},{session}],"nextCursor":"c/2"}}"#);
    let (builder, requests) = serve(vec![answer(200, "", &body)]);
    let page = builder.build().unwrap().account().charges(2, Some("c/1")).unwrap();
    assert_eq!((page.charges[0].endpoint, page.charges[1].seconds), (Some(Endpoint::Pdf), Some(1.5)));
    assert_eq!(page.next_cursor.as_deref(), Some("c/2"));
    assert!(requests.recv().unwrap().starts_with("GET /v1/account/charges?limit=2&cursor=c%2F1 HTTP"));
}

#[test]
fn takes_every_duration() {
    let refused = refusal(429, "rate_limited", "Retry-After: 18446744073709551615\r\n");
    let again = refusal(429, "rate_limited", "Retry-After: 1\r\n");
    let (builder, _requests) =
        serve(vec![answer(202, "", ACCEPTED), answer(200, "", BATCH), answer(200, "", BATCH), again, refused]);
    let client = builder.timeout(Duration::MAX).build().unwrap();
    let batch = client.submit_batch(Endpoint::Image, &[BatchItem::new(PAGE)], &BatchOptions::default()).unwrap();
    assert_eq!(batch.status, "queued");
    assert!(batch.wait(Duration::MAX).unwrap().is_finished());
    assert_eq!(client.get_session("sess_1").unwrap_err().code(), Some(&Code::RateLimited));
}

#[test]
fn takes_an_answer_of_a_proxy() {
    let (builder, _requests) = serve(vec![answer(502, "", "<html>")]);
    let error = builder.build().unwrap().fetch_pdf(PAGE, &PdfOptions::new()).unwrap_err();
    assert_eq!((error.code(), error.service().unwrap().status), (Some(&Code::Other(String::new())), 502));
    for other in ["Server: other\r\n", "Content-Type: text/html\r\n"] {
        for status in [200, 404] {
            let (builder, _requests) = serve(vec![answer(status, other, r#"{"error":"x"}"#)]);
            let text = builder.build().unwrap().fetch_image(PAGE, &ImageOptions::new()).unwrap_err().to_string();
            assert!(
                text.starts_with("the answer of http://127.0.0.1:") && text.contains("is not one of Tintype"),
                "{text}"
            );
        }
    }
}

#[test]
fn names_what_cannot_be_sent() {
    let (builder, requests) = serve(vec![answer(200, "", &format!(r#"{{"session":{CLOSED}}}"#))]);
    let client = builder.build().unwrap();
    client.get_session("a/b?c#d e").unwrap();
    assert!(requests.try_recv().unwrap().starts_with("GET /v1/sessions/a%2Fb%3Fc%23d%20e HTTP"));
    for id in ["", ".", ".."] {
        for (noun, error) in [
            ("session id", client.get_session(id).unwrap_err()),
            ("session id", client.session(id).act(TitleAction::new()).unwrap_err()),
            ("batch id", client.cancel_batch(id).unwrap_err()),
            ("preset name", client.account().delete_preset(id).unwrap_err()),
            ("profile name", client.account().delete_profile(id).unwrap_err()),
            ("secret id", client.account().delete_secret(id).unwrap_err()),
        ] {
            let rule = if noun.ends_with("name") { "it has 1 to 64" } else { "pass" };
            let start = format!("the {noun} is {id:?}: {rule}");
            assert!(matches!(&error, Error::Settings(text) if text.starts_with(&start)), "{error}");
        }
    }
    let delayed = ImageOptions::new().delay(f64::NAN);
    let junk = [BatchItem::new(PAGE), BatchItem::new("")];
    let misspelt = PdfOptions::new().option("dark_mode", true);
    let outputs = Outputs::default().and(&ImageOptions::new()).and(&misspelt);
    let item = BatchItem::new(PAGE).file_name("a").options(&ImageOptions::new().option("qualty", 1));
    for (text, error) in [
        ("delay takes a finite number, not NaN", client.fetch_image(PAGE, &delayed).unwrap_err()),
        ("takes a finite number, not NaN", client.render(&Source::html("a"), &delayed).unwrap_err()),
        ("not inf", client.fetch_image(PAGE, &ImageOptions::new().geolocation([1.0, f64::INFINITY])).unwrap_err()),
        ("did you mean `darkMode`?", client.fetch_pdf(PAGE, &misspelt).unwrap_err()),
        ("did you mean `darkMode`?", client.render(&Source::html("a"), &misspelt).unwrap_err()),
        ("did you mean `darkMode`?", client.render_outputs(&Source::html("a"), outputs).unwrap_err()),
        ("did you mean `darkMode`?", client.render_later(PAGE, &misspelt, &BatchOptions::default()).unwrap_err()),
        ("did you mean `darkMode`?", client.account().put_preset("card", &misspelt).unwrap_err()),
        (
            "item 1 of the batch has no URL",
            client.submit_batch(Endpoint::Pdf, &junk, &BatchOptions::default()).unwrap_err(),
        ),
        ("`quality`?", client.submit_batch(Endpoint::Image, &[item], &BatchOptions::default()).unwrap_err()),
        ("to `render`", client.fetch_image(PAGE, &ImageOptions::new().css("a".repeat(60_000))).unwrap_err()),
    ] {
        assert!(matches!(&error, Error::Settings(sentence) if sentence.contains(text)), "{error}");
    }
    assert!(requests.try_recv().is_err());
}

#[test]
fn repeats_what_it_may() {
    let fetch = |client: &Client| client.fetch_content(PAGE, &ContentOptions::new()).map(drop);
    let act = |client: &Client| client.session("sess_1").act(TitleAction::new()).map(drop);
    let title = answer(200, "", r#"{"success":true,"expiresInSeconds":1,"title":""}"#);
    type Call<'a> = &'a dyn Fn(&Client) -> tintype::Result<()>;
    let cases: [(&str, u16, &str, Call, usize); 8] = [
        ("429 with Retry-After", 429, "Retry-After: 1\r\n", &fetch, 2),
        ("503 with Retry-After", 503, "Retry-After: 1\r\n", &fetch, 2),
        ("Retry-After: 0", 503, "Retry-After: 0\r\n", &fetch, 2),
        ("without Retry-After", 503, "", &fetch, 1),
        ("another status", 500, "Retry-After: 1\r\n", &fetch, 1),
        ("a wait beyond the bound", 429, "Retry-After: 31\r\n", &fetch, 1),
        ("429 of an action", 429, "Retry-After: 1\r\n", &act, 2),
        ("503 of an action", 503, "Retry-After: 1\r\n", &act, 1),
    ];
    for (name, status, retry_after, call, attempts) in cases {
        let success = if name.contains("action") { title.clone() } else { content() };
        let (builder, requests) = serve(vec![refusal(status, "overloaded", retry_after), success]);
        let result = call(&builder.build().unwrap());
        assert_eq!(requests.try_iter().count(), attempts, "{name}");
        assert_eq!(result.is_ok(), attempts == 2, "{name}: {result:?}");
    }
}

#[test]
fn closes_a_session_by_drop() {
    let (builder, requests) = serve(vec![answer(201, "", r#"{"sessionId":"sess_1"}"#)]);
    let client = builder.user_agent("mine/1").build().unwrap();
    drop(client.create_session(&SessionOptions::default()).unwrap());
    client.create_session(&SessionOptions::default()).unwrap().leave_open();
    drop(client.session("sess_2"));
    let lines: Vec<String> = requests.try_iter().collect();
    let firsts: Vec<&str> = lines.iter().filter_map(|request| request.split(" HTTP").next()).collect();
    assert_eq!(firsts, ["POST /v1/sessions", "DELETE /v1/sessions/sess_1", "POST /v1/sessions"]);
    let head = lines[0].to_lowercase();
    assert!(head.contains(&format!("user-agent: mine/1 tintype-rust/{}", tintype::VERSION)), "{head}");
    assert!(head.contains("idempotency-key: "), "{head}");
}

#[test]
fn abandons_a_create_whose_answer_was_lost() {
    let options = SessionOptions { cdp: true, ..SessionOptions::default() };
    let abandoned = answer(200, "", r#"{"success":true,"session":null}"#);
    for second in [abandoned, refusal(404, "not_found", ""), String::new()] {
        let (builder, requests) = serve(vec![String::new(), second]);
        assert!(matches!(builder.build().unwrap().create_session(&options), Err(Error::Connection(_))));
        let sent: Vec<String> = requests.try_iter().collect();
        let key = |request: &str| request.lines().find(|line| line.starts_with("idempotency-key: ")).map(str::to_owned);
        assert_eq!(sent.len(), 2, "{sent:?}");
        assert!(sent[1].starts_with("DELETE /v1/sessions HTTP"), "{}", sent[1]);
        assert!(key(&sent[0]).is_some() && key(&sent[0]) == key(&sent[1]), "{sent:?}");
    }
    let own = SessionOptions { idempotency_key: Some("mine".into()), ..SessionOptions::default() };
    let page = "<html>Bad gateway</html>";
    for (first, options, count) in [
        (answer(502, "", page), &options, 2),
        (answer(200, "", page), &options, 2),
        (refusal(500, "internal", ""), &options, 1),
        (answer(502, "", page), &own, 1),
    ] {
        let (builder, requests) = serve(vec![first]);
        assert!(builder.build().unwrap().create_session(options).is_err());
        assert_eq!(requests.try_iter().count(), count);
    }
}

#[test]
fn abandons_a_create_by_its_key() {
    let closed = answer(200, "", &format!(r#"{{"session":{CLOSED}}}"#));
    let (builder, requests) = serve(vec![closed, answer(200, "", r#"{"session":null}"#)]);
    let client = builder.build().unwrap();
    assert_eq!(client.abandon_session("mine").unwrap().unwrap().status, "closed");
    assert!(client.abandon_session("mine").unwrap().is_none());
    let sent = requests.try_iter().next().unwrap();
    assert!(sent.starts_with("DELETE /v1/sessions HTTP") && sent.contains("idempotency-key: mine"), "{sent}");
}

#[test]
fn links_to_the_live_view_and_saves_a_login() {
    let link = answer(200, "", r#"{"url":"https://api.example/live#token","expiresAt":"2030-01-31T12:00:00.000Z"}"#);
    let refused = refusal(409, "profile_conflict", "");
    let closed = answer(200, "", &format!(r#"{{"session":{CLOSED}}}"#));
    let opened = answer(201, "", r#"{"sessionId":"sess_1"}"#);
    let (builder, requests) = serve(vec![opened, link, refused, closed]);
    let mut session = builder.build().unwrap().create_session(&SessionOptions::default()).unwrap();
    let link = session.live(true).unwrap();
    assert_eq!((link.url.as_str(), &link.expires_at[..4]), ("https://api.example/live#token", "2030"));
    assert_eq!(format!("{link:?}"), r#"LiveLink { url: "(hidden)", expires_at: "2030-01-31T12:00:00.000Z" }"#);
    assert!(session.close_saving("my shop").is_err());
    assert_eq!(session.close_saving("my shop").unwrap().status, "closed");
    drop(session);
    let sent: Vec<String> = requests.try_iter().skip(1).collect();
    let firsts: Vec<&str> = sent.iter().filter_map(|request| request.split(" HTTP").next()).collect();
    let close = "DELETE /v1/sessions/sess_1?saveProfile=my%20shop";
    assert_eq!(firsts, ["POST /v1/sessions/sess_1/live", close, close]);
    assert!(sent[0].ends_with(r#"{"control":true}"#), "{}", sent[0]);
}

#[test]
fn gives_up_in_time() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let builder = || Client::builder().key("key").secret("test").base_url(&address);
    let limit = Duration::from_millis(50);
    for client in [builder().timeout(limit).build().unwrap(), builder().build().unwrap().with_timeout(limit)] {
        let error = client.fetch_content(PAGE, &ContentOptions::new()).unwrap_err();
        assert!(matches!(error, Error::Timeout(_)), "{error:?}");
        assert!(error.to_string().contains(&format!("the content of {PAGE}: no answer in time")), "{error}");
        let long = client.fetch_content(&format!("{PAGE}{}", "ä".repeat(1000)), &ContentOptions::new()).unwrap_err();
        assert!(long.to_string().contains(&format!("the content of {PAGE}{}…: no answer", "ä".repeat(180))), "{long}");
    }
    let open = BATCH.replace(r#""finishedAt":"#, r#""finishedAt":null,"was":"#);
    let (builder, _requests) =
        serve(vec![answer(202, "", ACCEPTED), answer(200, "", &open), answer(200, "", &open), answer(200, "", BATCH)]);
    let client = builder.build().unwrap();
    let batch = client.submit_batch(Endpoint::Image, &[BatchItem::new(PAGE)], &BatchOptions::default()).unwrap();
    let error = batch.wait(Duration::ZERO).unwrap_err();
    assert_eq!(error.to_string(), "batch_1 has 0 of 1 items left; it continues, so wait again");
    assert!(matches!(error, Error::Timeout(_)));
    assert!(batch.wait(Duration::from_secs(1)).unwrap().is_finished());
}

#[test]
fn follows_no_redirect() {
    let (builder, requests) =
        serve(vec![answer(302, "Location: https://bucket.example/a.png\r\nX-Warnings: One. | Two.\r\n", "")]);
    let file = builder.build().unwrap().fetch_image(PAGE, &ImageOptions::new().s3_redirect(true)).unwrap();
    assert_eq!(file.location.as_deref(), Some("https://bucket.example/a.png"));
    assert_eq!(file.meta.warnings, ["One.", "Two."]);
    assert_eq!(requests.try_iter().count(), 1);
}

#[test]
fn writes_bodies() {
    let (builder, requests) = serve(vec![answer(200, "", "{}")]);
    let client = builder.build().unwrap();
    let sent = || requests.try_iter().last().unwrap().split("\r\n\r\n").nth(1).unwrap().to_owned();
    let outputs =
        Outputs::default().and(&ImageOptions::new().vw(300).full(true)).and(&PdfOptions::new().option("format", "A6"));
    let _ = client.render_outputs(&Source::url(PAGE), outputs);
    assert_eq!(
        sent(),
        r#"{"vw":300,"url":"https://example.com/","outputs":[{"full":true,"endpoint":"image"},{"format":"A6","endpoint":"pdf"}]}"#
    );
    let text = client.render_later(PAGE, &ContentOptions::new(), &BatchOptions::default());
    assert!(matches!(text, Err(Error::Settings(text)) if text == "a batch makes image or pdf, not content"));
    let conflict = Outputs::default().and(&ImageOptions::new().vw(1)).and(&PdfOptions::new().vw(2));
    assert!(matches!(client.render_outputs(&Source::url(PAGE), conflict), Err(Error::Settings(_))));
    let item = BatchItem::new(PAGE).file_name("front").options(&ImageOptions::new().full(true));
    let _ = client.submit_batch(Endpoint::Image, std::slice::from_ref(&item), &BatchOptions::default());
    assert_eq!(sent(), r#"{"data":[{"url":"https://example.com/","options":{"file_name":"front","full":true}}]}"#);
    assert!(matches!(client.submit_batch(Endpoint::Pdf, &[item], &BatchOptions::default()), Err(Error::Settings(_))));
}
