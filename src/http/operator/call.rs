//! Calls of the operator API: proof of access, errors with their whole cause, and the progress of long work.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::context::Context;
use crate::domain::policy::{Actor, Denied};
use crate::domain::progress::{Progress, ProgressFn};
use crate::error::{Error, HINT, Result, catch_panic};
use crate::http::error::ApiError;
use crate::http::extractors::Json;

use super::nearest;
use super::nouns::Noun;

/// Content type of the events of long work: a line of JSON each.
pub const NDJSON: &str = "application/x-ndjson";

/// Request extension that makes [`Actor::Operator`] the actor of the request. No network listener sets it.
#[derive(Clone, Copy, Debug)]
pub(in crate::http) struct OperatorAccess;

/// Extractor of the operator API: runs services as the operator. Other requests are rejected with status 403.
pub(super) struct Operator {
    context: Arc<Context>,
    names: Vec<(Noun, String)>,
}

/// Response with the result of a service, or with its error.
pub(super) type Reply<T> = std::result::Result<Json<T>, ApiError>;

/// Line of a response to long work. The last line is [`Self::Done`] or [`Self::Error`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProgressEvent<T> {
    Step(Progress),
    Done(T),
    Error(Problem),
}

/// Error for the command line, in place of the body that others get.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// Message with all causes, without hints.
    pub error: String,
    /// Stable code for programs.
    pub code: String,
    /// Advice on what to do, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl Problem {
    /// Problem of a message with its causes, below which its hints may stand.
    pub(in crate::http) fn new(code: &str, words: &str) -> Self {
        let (error, hint) = match words.split_once(HINT) {
            Some((error, hint)) => (error, Some(hint.to_owned())),
            None => (words, None),
        };
        Self { error: error.to_owned(), code: code.to_owned(), hint }
    }
}

impl FromRequestParts<Arc<Context>> for Operator {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        context: &Arc<Context>,
    ) -> Result<Self, ApiError> {
        match parts.extensions.get() {
            Some(OperatorAccess) => Ok(Self { context: Arc::clone(context), names: Vec::new() }),
            None => Err(Denied::Forbidden.into()),
        }
    }
}

impl Operator {
    /// Adds a name that was typed: if it is not found, the error says which name is nearest.
    pub(super) fn naming<'a>(mut self, noun: Noun, name: impl Into<Option<&'a String>>) -> Self {
        self.names.extend(name.into().map(|name| (noun, name.clone())));
        self
    }

    /// Runs a service on a blocking thread, and responds with a view of its result.
    pub(super) async fn run<T: Send + 'static, V: From<T>>(
        self,
        service: impl FnOnce(&Context, &Actor) -> Result<T> + Send + 'static,
    ) -> Reply<V> {
        let outcome = tokio::task::spawn_blocking(move || self.perform(service)).await;
        let outcome = outcome.map_err(|panicked| Error::Internal(Box::new(panicked)));
        Ok(Json(outcome.flatten()?.into()))
    }

    /// As [`Self::run`], for a list.
    pub(super) async fn list<T: Send + 'static, V: From<T>>(
        self,
        service: impl FnOnce(&Context, &Actor) -> Result<Vec<T>> + Send + 'static,
    ) -> Reply<Vec<V>> {
        let Json(all) = self.run::<Vec<T>, Vec<T>>(service).await?;
        Ok(Json(all.into_iter().map(V::from).collect()))
    }

    /// Runs long work on a blocking thread, which ends whether or not the client waits for it. Responds at once, with a line for
    /// every percent of progress, and one for the result.
    pub(super) fn stream<T: Serialize + 'static>(
        self,
        work: impl FnOnce(&Context, &Actor, ProgressFn<'_>) -> Result<T> + Send + 'static,
    ) -> Response {
        let (sender, events) = mpsc::unbounded_channel();
        // There is no receiver once the client has gone.
        let send = move |event: &ProgressEvent<T>| drop(sender.send(line(event)));
        tokio::task::spawn_blocking(move || {
            let mut last_percent = None;
            let mut on_progress = |step: Progress| {
                if last_percent.replace(step.percent()) != Some(step.percent()) {
                    send(&ProgressEvent::Step(step));
                }
            };
            // The context is dropped with it: the client may open the database as soon as it has the result.
            let outcome = self.perform(|context, actor| work(context, actor, &mut on_progress));
            send(&match outcome {
                Ok(result) => ProgressEvent::Done(result),
                Err(error) => ProgressEvent::Error(ApiError::from(error).problem()),
            });
        });
        let lines = stream::unfold(events, async |mut events| Some((events.recv().await?, events)));
        ([(header::CONTENT_TYPE, NDJSON)], Body::from_stream(lines)).into_response()
    }

    fn perform<T>(self, service: impl FnOnce(&Context, &Actor) -> Result<T>) -> Result<T> {
        let Self { context, names } = self;
        let actor = Actor::Operator;
        let explain = |error| nearest::explain(&context, &actor, &names, error);
        catch_panic(|| service(&context, &actor).map_err(explain))
    }
}

fn line<T: Serialize>(event: &ProgressEvent<T>) -> serde_json::Result<Bytes> {
    let mut line = serde_json::to_vec(event)?;
    line.push(b'\n');
    Ok(line.into())
}
