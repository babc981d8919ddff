//! The API for people: the description that programs read, as one page without scripts.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::response::Html;
use serde_json::{Map, Value};

use super::html_head::escape;
use super::openapi;

/// Made once: it is the same as long as the program runs, and wherever it stands, for its links begin at `/api/docs`.
static PAGE: LazyLock<String> = LazyLock::new(|| page(&openapi::document()));

pub(super) async fn show_docs() -> Html<&'static str> {
    Html(&PAGE)
}

fn page(api: &Value) -> String {
    let title = text(&api["info"]["title"]);
    let about = text(&api["info"]["description"]);
    let (mut calls, mut tags) = (String::new(), String::new());
    for (tag, of_tag) in by_tag(api) {
        let _ = writeln!(tags, "<li><a href=\"#{tag}\">{tag}</a></li>");
        let _ = writeln!(calls, "<h2 id=\"{tag}\">{tag}</h2>\n{of_tag}");
    }
    let shapes: String =
        entries(&api["components"]["schemas"]).map(|(name, schema)| shape(name, schema)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{title}: the API</title>\n\
         <link rel=\"stylesheet\" href=\"../basic.css\">\n</head>\n<body class=\"basic\">\n<main id=\"content\">\n\
         <h1>{title}: the API</h1>\n<p>{about} Programs read this as <a href=\"openapi.json\">openapi.json</a>.</p>\n\
         <p>Every call but GET echoes the cookie <code>XSRF-TOKEN</code> in the header <code>X-XSRF-TOKEN</code>. \
         An error answers <code>{{\"error\", \"msg\", \"code\"}}</code>: words for people, and a code that stays.</p>\n\
         <nav aria-label=\"Contents\">\n<ul>\n{tags}<li><a href=\"#shapes\">shapes</a></li>\n</ul>\n</nav>\n\
         {calls}<h2 id=\"shapes\">shapes</h2>\n{shapes}</main>\n</body>\n</html>\n"
    )
}

/// The calls of each tag, in the order in which they are described.
fn by_tag(api: &Value) -> Vec<(String, String)> {
    let mut tags: Vec<(String, String)> = Vec::new();
    for (path, methods) in entries(&api["paths"]) {
        for (method, call) in entries(methods) {
            let tag = text(&call["tags"][0]);
            let words = self::call(path, method, call);
            match tags.iter_mut().find(|(known, _)| *known == tag) {
                Some((_, calls)) => *calls += &words,
                None => tags.push((tag, words)),
            }
        }
    }
    tags
}

fn call(path: &str, method: &str, call: &Value) -> String {
    let mut out = format!("<h3><code>{} {}</code></h3>\n", method.to_uppercase(), escape(path));
    for words in [&call["summary"], &call["description"]] {
        if let Some(words) = words.as_str() {
            let _ = writeln!(out, "<p>{}</p>", escape(words));
        }
    }
    let parameters = call["parameters"].as_array().into_iter().flatten().map(|parameter| {
        format!("<code>{}</code> in the {}", text(&parameter["name"]), text(&parameter["in"]))
    });
    list(&mut out, "Takes", &parameters.collect::<Vec<_>>());
    list(&mut out, "Body", &contents(&call["requestBody"]).collect::<Vec<_>>());
    let answers = entries(&call["responses"]).map(|(status, answer)| {
        let shapes: Vec<String> = contents(answer).collect();
        format!("<code>{status}</code> {}", shapes.join(", "))
    });
    list(&mut out, "Answers", &answers.collect::<Vec<_>>());
    out
}

fn list(out: &mut String, name: &str, items: &[String]) {
    if !items.is_empty() {
        let _ = writeln!(out, "<p>{name}: {}</p>", items.join("; "));
    }
}

/// What a body is, in each of its forms.
fn contents(body: &Value) -> impl Iterator<Item = String> {
    entries(&body["content"])
        .map(|(media, content)| format!("{} ({})", kind(&content["schema"]), escape(media)))
}

/// One named shape with its fields.
fn shape(name: &str, schema: &Value) -> String {
    let mut out = format!("<h3 id=\"shape-{name}\"><code>{name}</code></h3>\n");
    if let Some(words) = schema["description"].as_str() {
        let _ = writeln!(out, "<p>{}</p>", escape(words));
    }
    let mut fields = String::new();
    for (field, schema) in entries(&schema["properties"]) {
        let (kind, about) = (kind(schema), text(&schema["description"]));
        let _ = writeln!(fields, "<li><code>{field}</code>: {kind} {about}</li>");
    }
    if fields.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", kind(schema));
    } else {
        let _ = writeln!(out, "<ul>\n{fields}</ul>");
    }
    out
}

/// What a value is, in a few words; a named shape is a link to it.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("<a href=\"#shape-{name}\">{name}</a>");
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(text).collect::<Vec<_>>().join(" | ");
    }
    let one_of = schema["oneOf"].as_array().or(schema["allOf"].as_array());
    if let Some(kinds) = one_of {
        return kinds.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(text).collect::<Vec<_>>().join(" or "),
        Value::String(array) if array == "array" => format!("list of {}", kind(&schema["items"])),
        Value::String(kind) => kind.clone(),
        _ => "anything".to_owned(),
    }
}

fn text(value: &Value) -> String {
    escape(value.as_str().unwrap_or_default())
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}
