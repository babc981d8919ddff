//! Budgets of bodies in flight: the memory and disk that requests and responses may use, in all and for each sender.
//!
//! Load shedding: what exceeds a budget is refused with 503. Backpressure: a chunk is received after the one before is stored.

mod budget;
mod uploaded_file;

use std::sync::Arc;

use crate::domain::id::AccountId;
use crate::platform::FairSemaphore;
use crate::resource_budget::ResourceBudget;

use budget::Limits;
pub use budget::{Budget, BudgetExhausted, BudgetOwner, Reservation};
pub use uploaded_file::UploadedFile;

/// Uploads of full size that the disk takes at a time.
const MAX_UPLOADS: u64 = 64;

/// Budgets of all bodies in flight.
pub struct BodyBudgets {
    /// Bytes of requests in memory.
    pub memory: Arc<Budget>,
    /// Bytes of responses that are whole in memory and not received yet.
    pub responses: Arc<Budget>,
    /// Bytes of uploads on the disk that are not read yet.
    pub disk: Arc<Budget>,
    /// Semaphore for JSON bodies as large as an upload, which are in memory while they are parsed.
    pub large_json: FairSemaphore<AccountId>,
}

impl BodyBudgets {
    pub(crate) fn new(budget: ResourceBudget, max_upload: u64) -> Self {
        let disk = MAX_UPLOADS * max_upload;
        Self {
            memory: Budget::new(Limits::of(budget.body_memory as u64)),
            responses: Budget::new(Limits::of(budget.body_memory as u64)),
            disk: Budget::new(Limits::of(disk)),
            large_json: FairSemaphore::new(budget.concurrent_readings, budget.max_waiting_readings),
        }
    }
}
