//! Responses that never change, and are compressed once for all clients.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use tokio::sync::OnceCell;

/// Slot for the compressed body of a response that never changes. Its response carries it as an extension.
#[derive(Clone, Default)]
pub(crate) struct CompressedOnce(Arc<OnceCell<Bytes>>);

impl CompressedOnce {
    /// Bytes in the slot, which is filled with this compressed body first if it is empty.
    ///
    /// # Errors
    /// When the body fails.
    pub(crate) async fn get_or_fill(&self, body: Body) -> Result<Bytes, axum::Error> {
        self.0.get_or_try_init(|| axum::body::to_bytes(body, usize::MAX)).await.cloned()
    }
}
