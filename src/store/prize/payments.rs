//! Payments, and what the payment provider told of them.

use crate::domain::prize::payment::{Notice, Payment};
use crate::store::Result;
use crate::store::engine::{Order, ReadTx, WriteTx};
use crate::store::key::{All, TextHash};
use crate::store::tables::{NOTICES, PAYMENTS};

impl ReadTx {
    pub fn payment(&self, id: &str) -> Result<Option<Payment>> {
        self.get(&PAYMENTS, &TextHash::from(id))
    }

    pub fn notice(&self, id: &str) -> Result<Option<Notice>> {
        self.get(&NOTICES, &TextHash::from(id))
    }

    /// Every message of the provider's, the latest first.
    pub fn notices(&self) -> Result<Vec<Notice>> {
        let notices = self.scan_prefix(&NOTICES, &All, Order::Ascending, usize::MAX)?;
        let mut notices: Vec<Notice> = notices.into_iter().map(|(_, notice)| notice).collect();
        notices.sort_by_key(|notice| std::cmp::Reverse(notice.received_at));
        Ok(notices)
    }
}

impl WriteTx {
    pub fn put_payment(&mut self, payment: &Payment) -> Result<()> {
        self.put(&PAYMENTS, &TextHash::from(&*payment.id), payment)
    }

    pub fn put_notice(&mut self, notice: &Notice) -> Result<()> {
        self.put(&NOTICES, &TextHash::from(&*notice.id), notice)
    }
}
