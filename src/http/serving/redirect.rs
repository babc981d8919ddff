//! Leads who comes by plain http to https.

use std::io;
use std::net::TcpListener as StdTcpListener;
use std::sync::Arc;

use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::IntoResponse;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::app::App;
use crate::connections::Connections;

use super::connection;
use super::pace::Pace;
use super::web::{taken, until};

/// Each stays a moment only.
const MOST: u32 = 256;
const MOST_OF_ONE: u32 = 16;

pub(super) async fn serve(
    app: &App,
    listener: StdTcpListener,
    pace: Pace,
    stop: watch::Receiver<bool>,
) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let connections = Connections::new(MOST, MOST_OF_ONE);
    let router = router(&app.config().public_url);
    // There is nothing more to ask for here.
    let pace = Pace { idle: pace.head, ..pace };
    let builder = Arc::new(connection::builder());
    let mut open = JoinSet::new();
    while let Some(came) = until(&stop, listener.accept()).await {
        let Some((stream, from)) = taken(came).await else { continue };
        if let Some(place) = connections.enter(Some(from.ip())) {
            let (router, builder, stop) = (router.clone(), Arc::clone(&builder), stop.clone());
            open.spawn(async move {
                connection::hold(stream, Some(from), builder, router, pace, stop).await;
                drop(place);
            });
        }
        while open.try_join_next().is_some() {}
    }
    Ok(())
}

/// To the same page at the community's own address: the name that was asked for is anybody's word.
fn router(public_url: &str) -> Router {
    let public_url = public_url.trim_end_matches('/').to_owned();
    Router::new().fallback(move |asked: Uri| async move {
        let page = asked.path_and_query().map_or("/", |page| page.as_str());
        let there = format!("{public_url}{page}");
        (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, there)]).into_response()
    })
}
