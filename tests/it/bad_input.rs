//! Bad input in any field of any call: an error message, never a server error, and no partial effect.

use serde_json::{Value, json};

use crate::support::calls::{self, Call, CallFixture};
use crate::support::{Member, PASSWORD, Reply, TestServer, noise};

/// Values of the right type that no client should send.
fn bad_texts() -> [(&'static str, String); 8] {
    [
        ("nothing", String::new()),
        ("spaces", "   ".into()),
        ("a line's end", "mara\r\nBcc: eve@example.org".into()),
        ("NUL", "ma\0ra".into()),
        ("a right-to-left override", "mara\u{202e}gro.elpmaxe".into()),
        ("emoji", "🖋🖋🖋🖋🖋🖋🖋🖋".into()),
        ("far too much", "x".repeat(100_000)),
        ("a path", "../../../../etc/passwd".into()),
    ]
}

/// Values of another type.
fn wrong_types() -> [Value; 4] {
    [json!(7), json!(true), json!([["x"]]), json!({ "x": 1 })]
}

async fn community() -> (TestServer, Member, CallFixture) {
    let server = TestServer::start_with(|config| config.prize.enabled = true).await;
    let book = server.book("A year in ink", 5).await;
    let (mara, topic) = (server.member("mara").await, server.topic("letters").await);
    let sessions = mara.get("/api/account/sessions").await.json();
    let fixture = CallFixture {
        uid: mara.uid.clone(),
        email: "mara@example.org".into(),
        username: "mara".into(),
        book,
        picture: format!("{}.png", "0".repeat(64)),
        memo: "0".repeat(26),
        session: sessions[0]["id"].as_str().unwrap().to_owned(),
        post: mara.post_picture(&topic, &noise(1, 40)).await,
        comment: "0".repeat(26),
        topic: topic.id,
        code: topic.code,
    };
    (server, mara, fixture)
}

/// Sends the call with one field changed.
async fn with(member: &Member, call: &Call, field: &str, value: Value) -> Reply {
    let mut body = call.body.clone().unwrap();
    body[field] = value;
    let request = member.request(call.method.clone(), &call.path).json(&body);
    let reply = Reply::of(request).await;
    assert!(reply.status < 500, "{} with {field}: {reply}", call.name);
    if reply.status >= 400 {
        let words = reply.json()["error"].as_str().unwrap_or_default().to_owned();
        assert!(words.len() > 5, "{} with {field} says nothing: {reply}", call.name);
    }
    reply
}

/// The calls with a body, and the names of its fields.
fn fields(fixture: &CallFixture) -> Vec<(Call, Vec<String>)> {
    let calls = calls::all(fixture).into_iter().filter(|call| call.body.is_some());
    calls
        .map(|call| {
            let fields = call.body.as_ref().and_then(Value::as_object).unwrap();
            let names = fields.keys().cloned().collect();
            (call, names)
        })
        .collect()
}

#[tokio::test]
async fn bad_text_in_any_field_never_causes_500() {
    let (_server, mara, fixture) = community().await;
    for (call, names) in fields(&fixture) {
        for name in &names {
            for (_, text) in bad_texts() {
                with(&mara, &call, name, text.into()).await;
            }
        }
    }
    assert!(mara.is_signed_in().await);
}

#[tokio::test]
async fn values_of_another_type_are_refused() {
    let (_server, mara, fixture) = community().await;
    for (call, names) in fields(&fixture) {
        for (name, value) in names.iter().flat_map(|name| wrong_types().map(|value| (name, value)))
        {
            // A list may be accepted in place of another list, and so may an object, a number or a truth value.
            let usual = &call.body.as_ref().unwrap()[name];
            let is_alike = (usual.is_array() && value.is_array())
                || (usual.is_object() && value.is_object())
                || (usual.is_number() && value.is_number())
                || (usual.is_boolean() && value.is_boolean());
            if is_alike {
                continue;
            }
            let reply = with(&mara, &call, name, value.clone()).await;
            assert_eq!(reply.refusal(), (422, "invalid".into()), "{} {name}: {value}", call.name);
        }
    }
}

/// Fields that a record has and a request does not.
#[tokio::test]
async fn undocumented_fields_are_refused() {
    let (_server, mara, fixture) = community().await;
    let forbidden = [
        "isAdmin",
        "admin",
        "role",
        "emailVerified",
        "verified",
        "credits",
        "owner",
        "author",
        "disabled",
    ];
    for (call, _) in fields(&fixture) {
        for name in forbidden {
            let reply = with(&mara, &call, name, json!(true)).await;
            assert_eq!(reply.refusal(), (422, "invalid".into()), "{} {name}", call.name);
        }
    }
    let me = mara.post("/check-admin", json!({ "uid": mara.uid })).await;
    assert_eq!(me.json()["isAdmin"], false);
}

#[tokio::test]
async fn field_of_ten_megabytes_is_413() {
    let (_server, mara, fixture) = community().await;
    let huge = Value::from("x".repeat(10 << 20));
    for (call, names) in fields(&fixture) {
        // Pictures of a form are larger than other bodies may be.
        if call.name.contains("handwriting") {
            continue;
        }
        let Some(name) = names.first() else { continue };
        let reply = with(&mara, &call, name, huge.clone()).await;
        assert_eq!(reply.refusal(), (413, "too-large".into()), "{}", call.name);
    }
}

#[tokio::test]
async fn unreadable_names_are_refused_with_message() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let sign_up = |name: &str| {
        json!({ "email": "a@example.org", "password": "blue-ink-on-cream",
            "extra": { "username": "anna", "name": name } })
    };
    for (name, words) in [
        (" ", "Name is required."),
        ("Ma\0ra", "Name has characters that cannot be printed."),
        ("Mara\u{202e}gro", "Name has characters that cannot be printed."),
        ("\u{200b}\u{200b}", "Name has characters that cannot be printed."),
        ("🖋", "Name needs at least one letter."),
        (&"n".repeat(101), "Name is too long, 100 characters at most."),
    ] {
        let reply = visitor.post("/register", sign_up(name)).await;
        assert_eq!(reply.json()["fields"]["name"], words, "{name:?}");
    }
    for name in ["Ana-María O’Neill", "मारा", "李小龍", "Zoë 🖋"] {
        assert!(inkfold::domain::account::Name::parse(name).is_ok(), "{name}");
    }
}

#[tokio::test]
async fn concurrent_conflicting_change_is_refused() {
    let (server, mara, fixture) = community().await;
    let (uid, other) = (&fixture.uid, server.member("ana").await);
    let password =
        |new: &str| json!({ "uid": uid, "currentPassword": PASSWORD, "newPassword": new });
    let (one, two) = tokio::join!(
        mara.post("/update-password", password("one tab's password")),
        mara.post("/update-password", password("another tab's password")),
    );
    assert_eq!(statuses(&one, &two), [204, 401]);
    let (one, two) = tokio::join!(
        mara.post("/update-username", json!({ "uid": uid, "username": "wanted" })),
        other.post("/update-username", json!({ "uid": other.uid, "username": "Wanted" })),
    );
    assert_eq!(statuses(&one, &two), [200, 409]);
    let sign_up = |username: &str| {
        json!({ "email": "new@example.org", "password": PASSWORD,
            "extra": { "username": username, "name": "New" } })
    };
    let visitor = server.visitor();
    let (one, two) = tokio::join!(
        visitor.post("/register", sign_up("new-one")),
        visitor.post("/register", sign_up("new-two")),
    );
    assert_eq!(statuses(&one, &two), [201, 409]);
}

fn statuses(one: &Reply, two: &Reply) -> [u16; 2] {
    let mut both = [one.status, two.status];
    both.sort_unstable();
    both
}

/// Maximum lengths of the fields of a call's body, as the API's description tells them.
fn documented_lengths(name: &str) -> Vec<(String, usize)> {
    let api: Value = serde_json::from_str(&inkfold::http::openapi_json()).unwrap();
    let (method, path) = name.split_once(' ').unwrap();
    let body = &api["paths"][path][method.to_lowercase()]["requestBody"]["content"];
    let shape = body["application/json"]["schema"]["$ref"].as_str().unwrap_or_default();
    let shape = shape.rsplit('/').next().unwrap();
    let fields = api["components"]["schemas"][shape]["properties"].as_object();
    let length = |(field, shape): (&String, &Value)| {
        Some((field.clone(), usize::try_from(shape["maxLength"].as_u64()?).unwrap()))
    };
    fields.into_iter().flatten().filter_map(length).collect()
}

#[tokio::test]
async fn documented_max_lengths_match_validation() {
    let (_server, mara, fixture) = community().await;
    let (mut refused, mut documented) = (Vec::new(), 0);
    for (call, _) in fields(&fixture) {
        for (field, longest) in documented_lengths(&call.name) {
            documented += 1;
            let fits = with(&mara, &call, &field, "x".repeat(longest).into()).await;
            let problem = fits.json().pointer(&format!("/fields/{field}")).cloned();
            assert_eq!(problem, None, "{} {field} of {longest}", call.name);
            let reply = with(&mara, &call, &field, "x".repeat(longest + 1).into()).await;
            if reply.status == 422 {
                assert!(
                    reply.json()["fields"][&field].is_string(),
                    "{} {field}: {reply}",
                    call.name
                );
                refused.push(format!("{} {field}", call.name));
            }
        }
    }
    // The other calls are for admins, and are refused before their body is checked.
    assert!(documented >= 15 && refused.len() >= 6, "{documented}: {refused:?}");
}
