//! Every call of the API, as its description lists them, with a plausible path and body.

use inkfold::http::openapi_json;
use reqwest::Method;
use serde_json::{Value, json};

/// Ids and names that the calls use.
pub(crate) struct CallFixture {
    /// Id of the member who makes the calls.
    pub(crate) uid: String,
    pub(crate) email: String,
    pub(crate) username: String,
    pub(crate) book: String,
    /// Address of a memo's picture that only its author may see.
    pub(crate) picture: String,
    /// Id of the memo with that picture.
    pub(crate) memo: String,
    /// A session of the owner's.
    pub(crate) session: String,
    /// A topic, with this code.
    pub(crate) topic: String,
    pub(crate) code: String,
    /// A post of the owner's that is not published yet.
    pub(crate) post: String,
    /// Another member's comment on a published post.
    pub(crate) comment: String,
}

/// Call of the API.
pub(crate) struct Call {
    /// Method and path as in the API description: `POST /signin`.
    pub(crate) name: String,
    pub(crate) method: Method,
    pub(crate) path: String,
    /// `None` for calls without a body, and for multipart forms.
    pub(crate) body: Option<Value>,
    pub(crate) takes_parts: bool,
}

/// Returns all calls, in the order of the document.
pub(crate) fn all(fixture: &CallFixture) -> Vec<Call> {
    let document: Value = serde_json::from_str(&openapi_json()).unwrap();
    let mut calls = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let method: Method = method.to_uppercase().parse().unwrap();
            let name = format!("{method} {path}");
            let content = &operation["requestBody"]["content"];
            // The body of a signed message is raw bytes, not JSON.
            let json = &content["application/json"]["schema"];
            let has_fields = !json.is_null() && json["type"] != "string";
            let body = has_fields.then(|| body(&name, fixture));
            let takes_parts = !content["multipart/form-data"].is_null();
            calls.push(Call { path: address(path, fixture), name, method, body, takes_parts });
        }
    }
    calls
}

fn address(path: &str, fixture: &CallFixture) -> String {
    let file = match path {
        "/media/{file}" => fixture.picture.clone(),
        "/media/memo/{file}" => "00000000000000000000000000.svg".to_owned(),
        _ => format!("{}.pdf", fixture.book),
    };
    let id = match path {
        path if path.starts_with("/api/comments/") => &fixture.comment,
        "/api/admin/topics/{id}" => &fixture.topic,
        path if path.contains("post") => &fixture.post,
        _ => &fixture.session,
    };
    let query = match path {
        "/api/topics"
        | "/api/thread/live"
        | "/api/thread/post/list"
        | "/api/thread/post/list/page" => {
            format!("?code={}", fixture.code)
        }
        "/api/topics/count" => format!("?topicId={}", fixture.topic),
        "/api/topic" => format!("?id={}", fixture.topic),
        "/api/thread/post/media" => format!("?id={}", fixture.post),
        "/api/admin/memos" | "/api/admin/memos/filters" => format!("?bid={}", fixture.book),
        "/api/usr/posts" => format!("?uid={}", fixture.uid),
        "/api/likes" | "/api/comments" => format!("?pid={}", fixture.post),
        _ => String::new(),
    };
    let path =
        path.replace("{topicId}", &fixture.topic).replace("{topicCode}", &fixture.code) + &query;
    path.replace("{bid}", &fixture.book)
        .replace("{id}", id)
        .replace("{uid}", &fixture.uid)
        .replace("{file}", &file)
        .replace("{code}", "34679A")
        .replace("{named}", &fixture.uid)
}

#[expect(clippy::too_many_lines, reason = "one row for each call")]
fn body(name: &str, fixture: &CallFixture) -> Value {
    let CallFixture { uid, email, username, book, memo, topic, post, comment, .. } = fixture;
    let password = super::PASSWORD;
    match name {
        "POST /register" => json!({
            "email": "new@example.org",
            "password": password,
            "extra": { "username": "newcomer", "name": "New", "referredBy": "Other", "other": "" },
        }),
        "POST /check-username" => json!({ "username": "somebody" }),
        "POST /signin" => json!({ "email": email, "password": "not the password" }),
        "POST /reauthenticate" => json!({ "email": email, "password": password }),
        "POST /verify-token" => json!({ "idToken": "x" }),
        "POST /send-verify" => json!({ "name": "Mara", "email": email, "uid": uid, "token": "x" }),
        "POST /verify"
        | "POST /pending-sign-up"
        | "POST /reject-sign-up"
        | "POST /undo-email-change" => json!({ "token": "x" }),
        "POST /forgot-password" => json!({ "email": "nobody@example.org" }),
        "POST /reset-password" => json!({ "token": "x", "password": password }),
        "POST /update-password" => {
            json!({ "uid": uid, "currentPassword": password, "newPassword": password })
        }
        "POST /update-username" => json!({ "username": username, "uid": uid }),
        "POST /update-email" => json!({ "uid": uid, "email": email }),
        "POST /apply-action-code" => json!({ "oobCode": "x" }),
        "POST /update-profile" => json!({
            "uid": uid, "name": "Mara", "handedness": "left", "preferredTablets": "Boox", "spokenLanguages": "",
        }),
        "POST /query-profile" | "POST /check-admin" | "POST /query-memos" => json!({ "uid": uid }),
        "POST /api/account/edition-notices" => json!({ "editions": "every" }),
        "POST /api/account/drafts" => json!({ "offered": true }),
        "POST /api/handwriting/draft" => json!({ "bid": book, "key": "q1", "image": "" }),
        "POST /api/account/delete" => json!({ "password": "not the password", "name": username }),
        "POST /api/account/second-factor/confirm"
        | "POST /api/account/second-factor/renew"
        | "POST /api/account/second-factor/remove" => json!({ "code": "1" }),
        "POST /signin/passkey" | "POST /reauthenticate/passkey" => {
            json!({ "ceremony": "x", "credential": {} })
        }
        "POST /api/account/passkeys/confirm" => {
            json!({ "ceremony": "x", "credential": {}, "name": "Phone" })
        }
        "POST /api/account/passkeys/{id}" => json!({ "name": "Phone" }),
        "POST /api/account/api-tokens" => {
            json!({ "name": "Script", "scopes": ["read"], "days": 30 })
        }
        "POST /api/admin/books" => {
            json!({ "name": "Rivers", "description": "", "topics": [], "words": "" })
        }
        "POST /api/account/reminders" => json!({ "wanted": true }),
        "POST /api/guest-links/{code}" => json!({ "name": "Noor" }),
        "POST /api/guests/account" => {
            json!({ "email": "noor@example.org", "password": super::PASSWORD, "username": "noor", "name": "Noor" })
        }
        "POST /api/admin/books/{bid}/weekly-question" => json!({ "weekday": "friday" }),
        "POST /api/account/mailed-answers/{answer}/submit" => json!({ "text": null }),
        "POST /api/admin/books/{bid}/schedule" => json!({ "closes": "2026-12-24T18:00" }),
        "POST /api/tablet-sign-in/{code}/approve" => json!({ "choice": "34679A" }),
        "POST /api/tablet-sign-in/{code}/claim" | "POST /api/guests/back" => {
            json!({ "secret": "x" })
        }
        "POST /api/admin/webhooks" => {
            json!({ "url": "https://1.1.1.1/hook", "events": ["post.reported"] })
        }
        "POST /api/admin/webhooks/{id}" => json!({ "enabled": false }),
        "POST /api/admin/books/{bid}/keepers" => json!({ "member": "nobody-at-all" }),
        "POST /api/admin/books/{bid}/change" => json!({ "name": "A year in ink" }),
        "POST /api/admin/books/{bid}/form-preview" => {
            json!({ "questions": [{ "key": "q1", "description": "What is memory 1?" }] })
        }
        "POST /api/admin/books/{bid}/questions" => json!({ "questions": [] }),
        "POST /api/admin/books/{bid}/questions/import" => {
            json!({ "format": "csv", "text": "q1,What is memory 1?" })
        }
        "POST /api/admin/mail/test" => json!({ "to": email }),
        "POST /api/admin/applications/{uid}" | "POST /api/admin/waiting-answers/{memo}" => {
            json!({ "accept": true })
        }
        "POST /api/admin/invitations" => json!({ "name": "Club", "bid": book }),
        "POST /api/admin/suggestions/{id}/done" | "POST /api/admin/books/{bid}/remind" => {
            json!({ "words": "" })
        }
        "POST /api/admin/members/{uid}/delete" => json!({ "password": "not the password" }),
        "POST /api/admin/credits" => json!({ "email": email, "amount": 1, "why": "a lost form" }),
        "POST /api/admin/members/{uid}/change" => json!({ "change": "verify" }),
        "POST /api/book/list" => json!({ "topics": [] }),
        "POST /api/book" | "POST /api/questions" | "POST /api/hand-over" => json!({ "bid": book }),
        "POST /get-questions" => json!({ "key": "q1" }),
        "POST /api/memo/handwriting/publish" => json!({
            "bid": book, "uid": uid, "data": { "rects": [], "memos": [], "questions": [] },
        }),
        "POST /api/memo/text/publish" => json!({
            "bid": book, "uid": uid, "qid": "q5", "post": "It rained.", "question": "",
        }),
        "POST /api/topics" => json!({}),
        "POST /api/thread/find/topic" => json!({ "topicId": topic }),
        "POST /api/posts/describe" => json!({ "id": post, "caption": "Rain", "alt": "" }),
        "POST /api/like/add" | "POST /api/like/remove" => json!({ "uid": uid, "pid": post }),
        "POST /api/comments/add" => json!({ "text": "Lovely.", "uid": uid, "pid": post }),
        "POST /api/report" => json!({ "kind": "comment", "id": comment, "reason": "Unkind." }),
        "POST /api/block/add" | "POST /api/block/remove" => json!({ "uid": uid, "other": uid }),
        "POST /api/admin/reports/settle" => {
            json!({ "kind": "comment", "id": comment, "verdict": "show" })
        }
        "POST /api/admin/members/{uid}/suspend" => json!({ "days": 0 }),
        "POST /api/admin/topics" => json!({ "name": "Rain", "code": "admin" }),
        "PUT /api/admin/topics/{id}" => json!({ "name": "Letters home" }),
        "POST /api/suggestion/send" => json!({ "suggestion": "A book of rivers.", "uid": uid }),
        "POST /api/memo/list"
        | "POST /api/memo/usr/count"
        | "POST /api/memo/history"
        | "POST /api/memo/removed" => json!({ "bid": book, "uid": uid }),
        "POST /get-memos" | "POST /get-credits" => json!({ "email": email, "uid": uid }),
        "POST /api/memo/usr/question" => json!({ "uid": uid, "qid": "q1" }),
        "POST /api/memo/type/list" => json!({ "uid": uid, "bid": book, "type": "hand" }),
        "POST /api/book/memo/usr/question" => {
            json!({ "uid": uid, "bid": book, "qid": "q1", "type": "hand" })
        }
        "POST /api/memo/describe" => json!({ "id": memo, "alt": "A river." }),
        "POST /deduct-credit" | "POST /check-retries" | "POST /add-retry" | "POST /replay" => {
            json!({ "email": email })
        }
        "POST /payout-details" => json!({
            "uid": uid, "email": email,
            "data": { "preferredPayment": "PayPal", "email": email, "name": "Mara" },
        }),
        "POST /api/admin/payouts/{id}/decide" => json!({ "verdict": "approve" }),
        "POST /get-memo"
        | "POST /api/memo/remove"
        | "POST /api/memo/restore"
        | "POST /api/memo/draft"
        | "POST /api/memo/love/add"
        | "POST /api/memo/love/remove" => json!({ "id": memo }),
        other => panic!("the table of calls has no body for {other}"),
    }
}
