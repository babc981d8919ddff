//! Operator requests for topics; each is named by its code.

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::policy::Actor;
use crate::error::Result;
use crate::services::topics::{self, ShownTopic};

use super::Answer;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    Add { name: String, code: String },
    List,
    Show { topic: String },
    Edit { topic: String, name: Option<String>, code: Option<String> },
    Remove { topic: String },
}

/// Topic, as the command line shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Topic {
    pub id: String,
    pub code: String,
    pub name: String,
    pub post_count: u32,
}

impl From<ShownTopic> for Topic {
    fn from(ShownTopic { topic, posts }: ShownTopic) -> Self {
        let (id, code) = (topic.id.to_string(), topic.code.to_string());
        Self { id, code, name: topic.name, post_count: posts }
    }
}

pub(super) fn perform(context: &Context, actor: &Actor, request: Request) -> Result<Answer> {
    let id = |code: &str| topics::of_code(context, code).map(|shown| shown.topic.id);
    let one = |shown: ShownTopic| Answer::Topic(shown.into());
    match request {
        Request::Add { name, code } => topics::add(context, actor, &name, &code).map(one),
        Request::List => {
            let all = topics::list(context)?;
            Ok(Answer::Topics(all.into_iter().map(Topic::from).collect()))
        }
        Request::Show { topic } => topics::of_code(context, &topic).map(one),
        Request::Edit { topic, name, code } => {
            topics::edit(context, actor, id(&topic)?, name.as_deref(), code.as_deref()).map(one)
        }
        Request::Remove { topic } => topics::remove(context, actor, id(&topic)?).map(one),
    }
}
