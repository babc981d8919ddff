//! Mechanisms under their usual names, which know nothing of the product.

pub mod bounded_semaphore;
pub mod fair_semaphore;

pub use bounded_semaphore::BoundedSemaphore;
pub use fair_semaphore::FairSemaphore;
