//! First content of a page as HTML: on a slow network it is read seconds before the interface's scripts have arrived.
//!
//! The build makes templates of the interface's own components (`ui/src/first-content.tsx`). They are filled with the data that the page
//! brings anyway, so that the interface, once it runs, replaces them by the same.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::request::Parts;
use maud::{Markup, PreEscaped};
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment};
use serde_json::{Value, json};

use crate::config::Config;
use crate::domain::message::Param;
use crate::domain::policy::{self, Actor};

use super::page_data::{self, PageResponses};
use super::site_map::Page;
use super::{assets, browser};

/// Template of a page's first content: the page's pattern, the name of the template, and its variables with the beginnings of the calls
/// whose responses they are.
struct PageTemplate {
    pattern: &'static str,
    template: &'static str,
    variables: &'static [(&'static str, &'static str)],
    /// JSON pointer to the list that the page shows; a page with an empty list looks different.
    list: &'static str,
}

const TEMPLATES: [PageTemplate; 2] = [
    PageTemplate {
        pattern: "/library",
        template: "library",
        variables: &[("books", "POST /api/book/list ")],
        list: "/books",
    },
    PageTemplate {
        pattern: "/thread/{code}",
        template: "thread",
        variables: &[("topic", "GET /api/topics?"), ("thread", "GET /api/thread/post/list/page?")],
        list: "/thread/results",
    },
];

/// Maximum number of items: more than the first screen has. The interface shows all.
const MAX_ITEMS: usize = 24;

static ENVIRONMENT: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_filter("grouped", |number: u64| Param::from(number).to_string());
    for PageTemplate { template, .. } in TEMPLATES {
        let Some(source) = assets::text(&format!("first-content/{template}.html")) else {
            continue;
        };
        if let Err(error) = environment.add_template_owned(template, source) {
            tracing::error!(error = &error as &dyn std::error::Error, "template failed to compile");
        }
    }
    environment
});

/// Renders the first content of a page. `None` where there is no template for it, the page did not get all its data, or the interface
/// shows something that the templates do not have.
pub(super) fn render(
    config: &Config,
    page: &Page,
    responses: &PageResponses,
    actor: &Actor,
    request: &Parts,
) -> Option<Markup> {
    let template = TEMPLATES.iter().find(|template| template.pattern == page.pattern)?;
    if browser::is_offered_paper(&request.headers) {
        return None;
    }
    let number = page_data::page_number(request);
    if number.is_some_and(|number| number > 1) {
        return None;
    }
    let member = policy::member(actor).ok();
    let mut values = HashMap::from([
        ("base", json!(config.base_path())),
        ("community", json!(config.community)),
        ("partner", json!({ "name": config.partner.name, "url": config.partner.url })),
        ("uid", json!(member.map(|uid| uid.to_string()))),
        ("isPaper", json!(number.is_some())),
    ]);
    for (variable, call) in template.variables {
        values.insert(variable, responses.response_to(call)?);
    }
    let mut values = json!(values);
    let items =
        values.pointer_mut(template.list)?.as_array_mut().filter(|list| !list.is_empty())?;
    items.truncate(MAX_ITEMS);
    if has_pending_post(responses, &values["topic"]) {
        return None;
    }
    let rendered = ENVIRONMENT.get_template(template.template).ok()?.render(Serde(&values));
    let rendered = rendered.inspect_err(|error| {
        tracing::error!(error = error as &dyn std::error::Error, "first content failed to render");
    });
    rendered.ok().map(PreEscaped)
}

/// Whether the member has a pending post in the topic, of which a banner reminds them.
fn has_pending_post(responses: &PageResponses, topic: &Value) -> bool {
    let posts = responses.response_to("GET /api/usr/posts?");
    let posts = posts.as_ref().and_then(Value::as_array).into_iter().flatten();
    posts.into_iter().any(|post| post["topicId"] == topic["id"] && post["isActive"] == false)
}
