//! Topics of the threads: visible to anybody, managed by admins.

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::id::TopicId;
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::topic::{self, Topic, TopicCode};
use crate::error::{Error, Required, Result};
use crate::services::operations::audit;
use crate::store::{ReadTx, WriteTx};

const TAKEN: Error = Error::Conflict {
    field: Some("code"),
    message: Message::new(
        "topic-code-taken",
        "Another topic has this code, or one that it could be mistaken for.",
    ),
};

const IN_USE: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "topic-has-posts",
        "Members have posted to this topic. Their posts must be removed first.",
    ),
};

/// Topic with its number of posts.
#[derive(Clone, Debug)]
pub struct TopicDetails {
    pub topic: Topic,
    /// Number of published posts.
    pub posts: u32,
}

/// Lists all topics, newest first.
pub fn list(context: &Context) -> Result<Vec<TopicDetails>> {
    all(&*context.read()?)
}

/// All topics, newest first.
pub(in crate::services) fn all(tx: &ReadTx) -> Result<Vec<TopicDetails>> {
    tx.topics()?.into_iter().map(|topic| load_details(tx, topic)).collect()
}

/// Loads the topic of this id.
pub fn get(context: &Context, id: TopicId) -> Result<TopicDetails> {
    let tx = context.read()?;
    find(&tx, id)
}

/// Loads the topic of this code.
pub fn get_by_code(context: &Context, code: &str) -> Result<TopicDetails> {
    find_code(&*context.read()?, code)
}

pub(in crate::services) fn find(tx: &ReadTx, id: TopicId) -> Result<TopicDetails> {
    load_details(tx, tx.topic(id)?.required(Item::Topic)?)
}

pub(in crate::services) fn find_code(tx: &ReadTx, code: &str) -> Result<TopicDetails> {
    let code = TopicCode::parse(code).ok().required(Item::Topic)?;
    let topic = tx.topic_like(&code)?.filter(|topic| topic.code == code).required(Item::Topic)?;
    load_details(tx, topic)
}

fn load_details(tx: &ReadTx, topic: Topic) -> Result<TopicDetails> {
    Ok(TopicDetails { posts: tx.count_posts(topic.id)?, topic })
}

/// Adds a topic.
pub fn add(context: &Context, actor: &Actor, name: &str, code: &str) -> Result<TopicDetails> {
    policy::may_administrate(actor)?;
    let (name, code) = (parse_name(name)?, parse_code(code)?);
    change(context, actor, AuditAction::AddTopic, |tx| {
        if tx.topic_like(&code)?.is_some() {
            return Err(TAKEN);
        }
        let created_at = context.now();
        let id = TopicId::new(created_at, context.random()?);
        let topic = Topic { id, name, code, created_at };
        tx.put_topic(&topic)?;
        Ok(topic)
    })
}

/// Changes name or code of a topic; `None` leaves them as they are. Repeating it changes nothing.
pub fn edit(
    context: &Context,
    actor: &Actor,
    id: TopicId,
    name: Option<&str>,
    code: Option<&str>,
) -> Result<TopicDetails> {
    policy::may_administrate(actor)?;
    let (name, code) = (name.map(parse_name).transpose()?, code.map(parse_code).transpose()?);
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let topic = tx.topic(id)?.required(Item::Topic)?;
        let name = name.unwrap_or_else(|| topic.name.clone());
        let code = code.unwrap_or_else(|| topic.code.clone());
        if tx.topic_like(&code)?.is_some_and(|other| other.id != id) {
            return Err(TAKEN);
        }
        let edited = Topic { name, code, ..topic.clone() };
        if edited == topic {
            return load_details(tx, topic);
        }
        tx.put_topic(&edited)?;
        record_in_audit(context, tx, actor, AuditAction::EditTopic, &edited)?;
        load_details(tx, edited)
    })
}

/// Removes a topic without posts.
pub fn remove(context: &Context, actor: &Actor, id: TopicId) -> Result<TopicDetails> {
    policy::may_administrate(actor)?;
    change(context, actor, AuditAction::RemoveTopic, |tx| {
        let topic = find_removable(tx, id)?;
        tx.remove_topic(&topic)?;
        Ok(topic)
    })
}

/// Loads a topic that can be removed. Fails as [`remove`] would.
pub fn check_removal(context: &Context, actor: &Actor, id: TopicId) -> Result<TopicDetails> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    load_details(&tx, find_removable(&tx, id)?)
}

fn find_removable(tx: &ReadTx, id: TopicId) -> Result<Topic> {
    let topic = tx.topic(id)?.required(Item::Topic)?;
    if tx.has_posts(id)? { Err(IN_USE) } else { Ok(topic) }
}

fn change(
    context: &Context,
    actor: &Actor,
    action: AuditAction,
    make: impl FnOnce(&mut WriteTx) -> Result<Topic>,
) -> Result<TopicDetails> {
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let topic = make(tx)?;
        record_in_audit(context, tx, actor, action, &topic)?;
        load_details(tx, topic)
    })
}

fn record_in_audit(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    action: AuditAction,
    topic: &Topic,
) -> Result<()> {
    audit::record(context, tx, actor, action, format!("topic {}", topic.code), topic.name.clone())
}

fn parse_name(name: &str) -> Result<String> {
    topic::parse_name(name).map_err(|words| Error::invalid("name", words))
}

fn parse_code(code: &str) -> Result<TopicCode> {
    TopicCode::parse(code).map_err(|words| Error::invalid("code", words))
}
