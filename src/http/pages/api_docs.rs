//! HTML page of the API's documentation, without scripts, rendered from the `OpenAPI` document.

use std::sync::LazyLock;

use axum::Extension;
use axum::response::{Html, IntoResponse};
use maud::{Markup, html};
use serde_json::{Map, Value};

use crate::http::response_budget::Unbudgeted;
use crate::http::{CompressedOnce, openapi};

use super::html_document::{Appearance, document};

/// Page, rendered once: it never changes while the program runs, and suits every base path, since its links are relative to
/// `/api/docs`.
static PAGE: LazyLock<String> = LazyLock::new(|| page(&openapi::document()).into_string());
static COMPRESSED: LazyLock<CompressedOnce> = LazyLock::new(CompressedOnce::default);

pub(in crate::http) async fn show_docs() -> impl IntoResponse {
    (Extension(Unbudgeted), Extension(COMPRESSED.clone()), Html(PAGE.as_str()))
}

fn page(api: &Value) -> Markup {
    let title = text(&api["info"]["title"]);
    let head = html! {
        meta name="robots" content="noindex";
        title { (title) ": the API" }
        link rel="stylesheet" href="../basic.css";
    };
    let tags = by_tag(api);
    let body = html! {
        main id="content" {
            h1 { (title) ": the API" }
            (introduction(text(&api["info"]["description"])))
            nav aria-label="Contents" {
                ul {
                    @for (tag, _) in &tags { li { a href={ "#" (tag) } { (tag) } } }
                    li { a href="#shapes" { "shapes" } }
                }
            }
            @for (tag, calls) in &tags {
                h2 id=(tag) { (tag) }
                @for call in calls { (call) }
            }
            h2 id="shapes" { "shapes" }
            @for (name, schema) in entries(&api["components"]["schemas"]) { (shape(name, schema)) }
        }
    };
    document(Appearance::default(), &head, &body)
}

fn introduction(about: &str) -> Markup {
    html! {
        p { (about) " Programs read this as " a href="openapi.json" { "openapi.json" } "." }
        p {
            "Every call but GET echoes the cookie " code { "XSRF-TOKEN" } " in the header "
            code { "X-XSRF-TOKEN" } ". An error answers "
            a href="#shape-ErrorBody" { code { "{\"error\", \"msg\", \"code\"}" } }
            ": words for people, and a code that stays."
        }
    }
}

/// Calls of each tag, in the order in which they are described.
fn by_tag(api: &Value) -> Vec<(&str, Vec<Markup>)> {
    let mut tags: Vec<(&str, Vec<Markup>)> = Vec::new();
    for (path, methods) in entries(&api["paths"]) {
        for (method, call) in entries(methods) {
            let tag = text(&call["tags"][0]);
            let call = self::call(path, method, call);
            match tags.iter_mut().find(|(known, _)| *known == tag) {
                Some((_, calls)) => calls.push(call),
                None => tags.push((tag, vec![call])),
            }
        }
    }
    tags
}

fn call(path: &str, method: &str, call: &Value) -> Markup {
    let parameters = call["parameters"].as_array().into_iter().flatten().map(|parameter| {
        html! { code { (text(&parameter["name"])) } " in the " (text(&parameter["in"])) }
    });
    // Errors, which every call may answer with, are in the introduction.
    let answers = entries(&call["responses"]).filter(|(status, _)| *status != "default");
    let answers = answers.map(|(status, answer)| {
        html! { code { (status) } " " (joined(contents(answer), ", ")) }
    });
    html! {
        h3 { code { (method.to_uppercase()) " " (path) } }
        @for words in [&call["summary"], &call["description"]] {
            @if let Some(words) = words.as_str() { p { (words) } }
        }
        (list("Takes", parameters))
        (list("Body", contents(&call["requestBody"])))
        (list("Answers", answers))
    }
}

fn list(name: &str, items: impl Iterator<Item = Markup>) -> Markup {
    let mut items = items.peekable();
    html! {
        @if items.peek().is_some() { p { (name) ": " (joined(items, "; ")) } }
    }
}

fn joined(items: impl IntoIterator<Item = Markup>, separator: &str) -> Markup {
    html! {
        @for (index, item) in items.into_iter().enumerate() {
            @if index > 0 { (separator) }
            (item)
        }
    }
}

/// Schema of a body in each of its media types.
fn contents(body: &Value) -> impl Iterator<Item = Markup> {
    entries(&body["content"])
        .map(|(media, content)| html! { (kind(&content["schema"])) " (" (media) ")" })
}

/// Named schema with its fields.
fn shape(name: &str, schema: &Value) -> Markup {
    let mut fields = entries(&schema["properties"]).peekable();
    html! {
        h3 id={ "shape-" (name) } { code { (name) } }
        @if let Some(words) = schema["description"].as_str() { p { (words) } }
        @if fields.peek().is_none() {
            p { (kind(schema)) }
        } @else {
            ul {
                @for (field, schema) in fields {
                    li { code { (field) } ": " (kind(schema)) " " (text(&schema["description"])) }
                }
            }
        }
    }
}

/// Short description of a schema; a named one is a link to its section.
fn kind(schema: &Value) -> Markup {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return html! { a href={ "#shape-" (name) } { (name) } };
    }
    let words = |value| html! { (text(value)) };
    if let Some(values) = schema["enum"].as_array() {
        return joined(values.iter().map(words), " | ");
    }
    let one_of = schema["oneOf"].as_array().or(schema["allOf"].as_array());
    if let Some(kinds) = one_of {
        return joined(kinds.iter().map(kind), " or ");
    }
    match &schema["type"] {
        Value::Array(kinds) => joined(kinds.iter().map(words), " or "),
        Value::String(array) if array == "array" => html! { "list of " (kind(&schema["items"])) },
        Value::String(kind) => html! { (kind) },
        _ => html! { "anything" },
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn api_page_escapes_names_and_descriptions() {
        let answer = json!({ "description": "", "content": { "text/<b>": { "schema": {} } } });
        let call =
            json!({ "tags": ["t&"], "summary": "<b> & \"c\"", "responses": { "200": answer } });
        let schema =
            json!({ "properties": { "f<": { "enum": ["a&", "b"], "description": "<i>" } } });
        let api = json!({
            "info": { "title": "Ink <b>" },
            "paths": { "/x/{<id>}": { "get": call } },
            "components": { "schemas": { "S": schema } },
        });
        let page = page(&api).into_string();
        for part in [
            "<title>Ink &lt;b&gt;: the API</title>",
            "<h2 id=\"t&amp;\">t&amp;</h2>",
            "<h3><code>GET /x/{&lt;id&gt;}</code></h3><p>&lt;b&gt; &amp; &quot;c&quot;</p>",
            "<p>Answers: <code>200</code> anything (text/&lt;b&gt;)</p>",
            "<li><code>f&lt;</code>: a&amp; | b &lt;i&gt;</li>",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
    }
}
