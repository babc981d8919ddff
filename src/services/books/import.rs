//! Import of questions from a file.

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::book::{MAX_QUESTIONS, Question};
use crate::domain::id::BookId;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};
use crate::services::operations::audit;

use super::find;

/// Result of an import, in numbers of questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ImportReport {
    pub added: u32,
    pub changed: u32,
    pub unchanged: u32,
}

/// Adds questions after the existing ones; a question whose key exists gets the new text.
pub fn import_questions(
    context: &Context,
    actor: &Actor,
    id: BookId,
    questions: &[Question],
) -> Result<ImportReport> {
    context.write_as(actor, policy::keeps(id), |tx, actor| {
        let book = find(tx, id)?;
        let (all, imported) = merge(tx.questions(id)?, questions)?;
        let ImportReport { added, changed, .. } = imported;
        if added + changed > 0 {
            let (to, words) =
                (format!("book {}", book.name), format!("{added} added, {changed} changed"));
            audit::record(context, tx, actor, AuditAction::EditQuestions, to, words)?;
            tx.put_questions(id, &all)?;
        }
        Ok(imported)
    })
}

/// Effect of an import on one row of the file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RowChange {
    Added,
    /// Replaces the text of a question. Contains the current text.
    Changed(String),
    Unchanged,
}

/// Preview of an import, row by row.
#[derive(Debug)]
pub struct Preview {
    pub imported: ImportReport,
    /// In the order of the file.
    pub rows: Vec<RowChange>,
    /// Questions of the book that are not in the file; the import does not remove them.
    pub left: Vec<Question>,
}

/// Previews an import without changing anything.
pub fn preview_import(
    context: &Context,
    actor: &Actor,
    id: BookId,
    questions: &[Question],
) -> Result<Preview> {
    policy::may_keep(actor, id)?;
    let tx = context.read()?;
    find(&tx, id)?;
    let known = tx.questions(id)?;
    let is_named = |known: &Question| questions.iter().any(|question| question.key == known.key);
    let rows = questions.iter().map(|question| change(&known, question)).collect();
    let left = known.iter().filter(|known| !is_named(known)).cloned().collect();
    Ok(Preview { imported: merge(known, questions)?.1, rows, left })
}

fn change(known: &[Question], question: &Question) -> RowChange {
    match known.iter().find(|known| known.key == question.key) {
        None => RowChange::Added,
        Some(known) if known == question => RowChange::Unchanged,
        Some(known) => RowChange::Changed(known.description.clone()),
    }
}

fn merge(mut all: Vec<Question>, questions: &[Question]) -> Result<(Vec<Question>, ImportReport)> {
    let mut imported = ImportReport::default();
    for question in questions {
        match all.iter_mut().find(|known| known.key == question.key) {
            None => {
                all.push(question.clone());
                imported.added += 1;
            }
            Some(known) if known == question => imported.unchanged += 1,
            Some(known) => {
                known.clone_from(question);
                imported.changed += 1;
            }
        }
    }
    if all.len() > MAX_QUESTIONS {
        return Err(Error::invalid(
            "questions",
            Message::new("too-many-questions", "A book asks at most {max} questions.")
                .with("max", MAX_QUESTIONS),
        ));
    }
    Ok((all, imported))
}
