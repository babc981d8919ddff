//! Operator API for the question of the week of a book.

use axum::extract::Path;
use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::context::Context;
use crate::domain::book::Question;
use crate::http::extractors::Json;
use crate::services::books::weekly_question::{self, WeeklyStatus};

use super::super::call::{Operator, Reply};
use super::super::nouns::Noun;
use super::id;

/// Question of the week of a book. Moments are in the community's time zone.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Weekly {
    /// Day on which it is sent, or was before it was switched off.
    pub weekday: String,
    /// Moment at which the next question is sent; `None` while it is off.
    pub next_at: Option<String>,
    /// Question that is sent next; `None` if everybody has answered everything.
    pub next: Option<String>,
    /// Question that was sent last.
    pub last: Option<String>,
    pub last_at: Option<String>,
    /// Whether members can answer by replying to the mail.
    pub takes_replies: bool,
}

impl Weekly {
    fn of(config: &Config, status: WeeklyStatus) -> Self {
        let WeeklyStatus { weekly, next, last, takes_replies } = status;
        let moment = |moment| config.time_zone.with_offset(moment);
        let words =
            |(number, question): (u32, Question)| format!("{number}. {}", question.description);
        Self {
            weekday: weekly.weekday.as_str().to_owned(),
            next_at: weekly.next_at.map(moment),
            next: next.map(words),
            last: last.map(words),
            last_at: weekly.last.map(|sent| moment(sent.sent_at)),
            takes_replies,
        }
    }
}

/// Day on which the question is sent; `None` switches it off.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WeeklyChoice {
    pub weekday: Option<String>,
    /// Whether a question is sent at once, in place of the next one.
    pub send_now: bool,
}

pub(super) async fn show_weekly_question(
    operator: Operator,
    Path(book): Path<String>,
) -> Reply<Weekly> {
    let operator = operator.naming(Noun::Book, &book);
    let show = move |context: &Context, actor: &_| {
        let status = weekly_question::status(context, actor, id(&book)?)?;
        Ok(Weekly::of(&context.config(), status))
    };
    operator.run(show).await
}

pub(super) async fn choose_weekly_question(
    operator: Operator,
    Path(book): Path<String>,
    Json(WeeklyChoice { weekday, send_now }): Json<WeeklyChoice>,
) -> Reply<Weekly> {
    let operator = operator.naming(Noun::Book, &book);
    let choose = move |context: &Context, actor: &_| {
        let choice = weekly_question::WeeklyChoice::parse(weekday.as_deref(), send_now)?;
        let status = weekly_question::set(context, actor, id(&book)?, choice)?;
        Ok(Weekly::of(&context.config(), status))
    };
    operator.run(choose).await
}
