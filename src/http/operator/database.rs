//! Operator API for the database and the stored files.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use crate::blobs::Listing;
use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::domain::damage::PathError;
use crate::http::extractors::Json;
use crate::services::operations::database::Stats;
use crate::services::operations::garbage_collection::{
    CollectionLimit, CollectionReport, RestoredFiles,
};
use crate::services::operations::{backups, database, garbage_collection};

use super::call::{Operator, Reply};

/// Sources of a repair: backups in a given folder, or in the folder of the settings. Paths are absolute.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Repair {
    pub from: Option<PathBuf>,
    /// File of a key that opens encrypted backups.
    pub identity: Option<PathBuf>,
}

/// Content of the trash.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trash {
    pub files: Vec<TrashedFile>,
    pub unreadable: Vec<PathError>,
}

/// Options of a garbage collection.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Sweep {
    pub extent: CollectionLimit,
}

/// File in the trash.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TrashedFile {
    /// Day on which the file was moved to the trash.
    pub day: String,
    pub file: String,
    pub bytes: u64,
}

impl From<crate::blobs::TrashedFile> for TrashedFile {
    fn from(file: crate::blobs::TrashedFile) -> Self {
        Self { day: file.day, file: file.blob.to_string(), bytes: file.bytes }
    }
}

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/api/operator/database/check", post(check_database))
        .route("/api/operator/database/repair", post(repair_database))
        .route("/api/operator/database/stats", get(show_stats))
        .route("/api/operator/trash", get(list_trash))
        .route("/api/operator/trash/restore", post(restore_trash))
        .route("/api/operator/trash/sweep", post(sweep_trash))
}

async fn check_database(operator: Operator) -> Response {
    operator.stream(database::check)
}

/// Replaces damaged files by those of the trash and of backups.
async fn repair_database(
    operator: Operator,
    Json(Repair { from, identity }): Json<Repair>,
) -> Response {
    operator.stream(move |context, actor, report| {
        backups::repair(context, actor, from.as_deref(), identity.as_deref(), report)
    })
}

async fn show_stats(operator: Operator) -> Reply<Stats> {
    operator.run(database::stats).await
}

async fn list_trash(operator: Operator) -> Reply<Trash> {
    let list = |context: &Context, actor: &_| {
        let Listing { files, unreadable } = garbage_collection::list(context, actor)?;
        Ok(Trash { files: files.into_iter().map(TrashedFile::from).collect(), unreadable })
    };
    operator.run(list).await
}

/// Restores the given files, or all files that the database names.
async fn restore_trash(
    operator: Operator,
    Json(files): Json<Vec<BlobHash>>,
) -> Reply<RestoredFiles> {
    operator.run(move |context, actor| garbage_collection::restore(context, actor, &files)).await
}

async fn sweep_trash(
    operator: Operator,
    Json(Sweep { extent }): Json<Sweep>,
) -> Reply<CollectionReport> {
    operator.run(move |context, actor| garbage_collection::sweep(context, actor, extent)).await
}
