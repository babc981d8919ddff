//! Issued forms: the blank forms that filled ones are compared with, whenever they come back.

use serde::{Deserialize, Serialize};

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::EmptyPrefix;
use super::tables::FORMS;
use crate::domain::blob::BlobHash;
use crate::domain::book::QuestionKey;
use crate::domain::form_code::FormCode;
use crate::domain::id::BookId;

/// Version of a book's blank form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssuedForm {
    pub book: BookId,
    /// Questions in the order of the boxes.
    pub questions: Vec<QuestionKey>,
    pub pdf: BlobHash,
}

impl ReadTx {
    pub fn issued_form(&self, code: FormCode) -> Result<Option<IssuedForm>> {
        self.get(&FORMS, &code)
    }

    /// Every form that was ever issued, by form code.
    pub fn issued_forms(&self) -> Result<Vec<IssuedForm>> {
        let forms = self.scan_prefix(&FORMS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        Ok(forms.into_iter().map(|(_, form)| form).collect())
    }
}

impl WriteTx {
    pub fn put_issued_form(&mut self, code: FormCode, form: &IssuedForm) -> Result<()> {
        self.put(&FORMS, &code, form)
    }

    /// Removes all forms of a book that is being removed.
    pub(super) fn remove_issued_forms(&mut self, book: BookId) -> Result<()> {
        let forms: Vec<(_, IssuedForm)> =
            self.scan_prefix(&FORMS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        for (key, _) in forms.into_iter().filter(|(_, form)| form.book == book) {
            let mut code = [0; 5];
            code.copy_from_slice(&key[..5]);
            self.remove(&FORMS, &FormCode::from_bytes(code))?;
        }
        Ok(())
    }
}
