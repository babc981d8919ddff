//! Operator requests for reported content.

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::id::ReportId;
use crate::domain::policy::Actor;
use crate::domain::report::Verdict;
use crate::error::{Required, Result};
use crate::services::moderation::{self, Decision, Filter, Place, ReportedContent, State, Subject};

use super::Answer;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Lists open reports, or settled ones.
    List {
        settled: bool,
    },
    Show {
        report: String,
    },
    Resolve {
        report: String,
        verdict: Verdict,
        note: String,
        /// Reason for the author of a memo; empty otherwise.
        why: String,
    },
}

/// Post, comment or memo with the reports about it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reported {
    /// `post`, `comment` or `memo`.
    pub kind: String,
    pub id: String,
    /// `shown`, `hidden` or `removed`.
    pub state: String,
    /// Name of the author; empty if the content is removed.
    pub author: String,
    /// Caption of the post, text of the comment, or text of the memo.
    pub text: String,
    /// Published editions that print the memo and keep it whatever is decided.
    pub editions: Vec<u32>,
    pub reports: Vec<Report>,
    /// Latest verdict.
    pub verdict: Option<String>,
    pub note: Option<String>,
}

/// Report by one member.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub id: String,
    pub reporter: String,
    pub reason: String,
    pub made_at: String,
}

impl From<ReportedContent> for Reported {
    fn from(thing: ReportedContent) -> Self {
        let ReportedContent { about, state, subject, reports, settled } = thing;
        let (author, text, editions) = subject.map(described).unwrap_or_default();
        let (verdict, note) =
            settled.map(|settled| (settled.verdict.as_str().to_owned(), settled.note)).unzip();
        let report = |shown: moderation::ShownReport| Report {
            id: shown.report.id.to_string(),
            reporter: shown.reporter.name,
            reason: shown.report.reason,
            made_at: shown.report.made_at.to_string(),
        };
        Self {
            kind: about.kind().to_owned(),
            id: about.id(),
            state: match state {
                State::Shown => "shown",
                State::Hidden => "hidden",
                State::Removed => "removed",
            }
            .to_owned(),
            author,
            text,
            editions,
            reports: reports.into_iter().map(report).collect(),
            verdict,
            note,
        }
    }
}

/// Author, text and editions of content that still exists.
fn described(subject: Subject) -> (String, String, Vec<u32>) {
    let editions = match subject.place {
        Place::Thread { .. } => Vec::new(),
        Place::Book { editions, .. } => editions,
    };
    (subject.author.name, subject.text, editions)
}

pub(super) fn perform(context: &Context, actor: &Actor, request: Request) -> Result<Answer> {
    match request {
        Request::List { settled } => {
            let filter = if settled { Filter::Resolved } else { Filter::Open };
            let all = moderation::list_reported(context, actor, filter)?;
            Ok(Answer::AllReported(all.into_iter().map(Reported::from).collect()))
        }
        Request::Show { report } => {
            Ok(Answer::Reported(moderation::reported(context, actor, id(&report)?)?.into()))
        }
        Request::Resolve { report, verdict, note, why } => {
            let settled = moderation::resolve_report(
                context,
                actor,
                id(&report)?,
                Decision { verdict, note: &note, why: &why, seen: None },
            )?;
            Ok(Answer::Reported(settled.into()))
        }
    }
}

fn id(text: &str) -> Result<ReportId> {
    text.parse().required("This report")
}
