//! First content of a page as HTML: on a slow network it is read seconds before the interface's scripts have arrived.
//!
//! The build makes templates of the interface's own components (`ui/src/first-content.tsx`), for each kind of reader. They are filled
//! with the data that the page brings anyway, so that the interface, once it runs, replaces them by the same.

use std::collections::HashMap;
use std::sync::LazyLock;

use maud::{Markup, PreEscaped};
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment};
use serde_json::json;

use crate::domain::message::Param;
use crate::domain::policy::{self, Actor};

use super::assets;
use super::page_data::Answers;
use super::site_map::Page;

/// Page with a first content: its pattern, the name of its template, and the template's variables with the beginnings of the calls
/// that answer them.
struct Content {
    pattern: &'static str,
    template: &'static str,
    variables: &'static [(&'static str, &'static str)],
    /// JSON pointer to the list that the page shows; a page with an empty list looks different.
    list: &'static str,
}

const CONTENTS: [Content; 2] = [
    Content {
        pattern: "/library",
        template: "library",
        variables: &[("books", "POST /api/book/list ")],
        list: "/books",
    },
    Content {
        pattern: "/thread/{code}",
        template: "thread",
        variables: &[("topic", "GET /api/topics?"), ("thread", "GET /api/thread/post/list/page?")],
        list: "/thread/results",
    },
];

/// Maximum number of items: more than the first screen has. The interface shows all.
const MAX_ITEMS: usize = 12;

const READERS: [&str; 4] = ["visitor.screen", "visitor.paper", "member.screen", "member.paper"];

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_filter("grouped", |number: u64| Param::from(number).to_string());
    for Content { template, .. } in CONTENTS {
        for reader in READERS {
            let name = format!("{template}.{reader}");
            let Some(source) = assets::text(&format!("first-content/{name}.html")) else {
                continue;
            };
            if let Err(error) = environment.add_template_owned(name, source) {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "template failed to compile"
                );
            }
        }
    }
    environment
});

/// Renders the first content of a page. `None` where there is no template for it, or the page did not get all its data. `base` is the
/// path under which the community is reached.
pub(super) fn render(
    page: &Page,
    answers: &Answers,
    actor: &Actor,
    on_paper: bool,
    base: &str,
) -> Option<Markup> {
    let content = CONTENTS.iter().find(|content| content.pattern == page.pattern)?;
    let member = policy::member(actor).ok();
    let mut values =
        HashMap::from([("base", json!(base)), ("uid", json!(member.map(|uid| uid.to_string())))]);
    for (variable, call) in content.variables {
        values.insert(variable, answers.value_of(call)?);
    }
    let mut values = json!(values);
    let items = values.pointer_mut(content.list)?.as_array_mut().filter(|list| !list.is_empty())?;
    items.truncate(MAX_ITEMS);
    let reader = format!(
        "{}.{}",
        if member.is_some() { "member" } else { "visitor" },
        if on_paper { "paper" } else { "screen" }
    );
    let template = TEMPLATES.get_template(&format!("{}.{reader}", content.template)).ok()?;
    let rendered = template.render(Serde(&values)).inspect_err(|error| {
        tracing::error!(error = error as &dyn std::error::Error, "first content failed to render");
    });
    rendered.ok().map(PreEscaped)
}
