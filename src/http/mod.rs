//! The web: translates requests into one call of a service and answers back. Decides nothing itself.

mod accounts;
mod admin;
mod assets;
mod basic;
mod books;
mod browser;
mod client;
mod cookies;
mod credentials;
mod csrf;
mod deletion;
mod email_change;
mod error;
mod export;
mod extract;
mod file_body;
mod forms;
mod full_pages;
mod hand_over;
mod head;
mod health;
mod hosts;
mod loves;
mod mail_address;
mod media;
mod memos;
mod moderation;
mod openapi;
mod own_books;
mod page;
mod prize;
mod profiles;
mod qr;
mod reader;
mod reading;
mod recovery;
mod router;
mod search;
mod second_factor;
mod sessions;
mod site_map;
mod subject;
mod submissions;
mod suggestions;
mod threads;
mod view;

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;

use crate::app::App;

pub use openapi::openapi_json;
pub use router::router;

/// Serves the app until `stop` resolves and every begun request is answered.
pub async fn serve(
    app: Arc<App>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let news = Arc::clone(&app);
    let stop = async move {
        stop.await;
        // Else those who watch a thread would be waited for.
        news.news.close();
    };
    let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).with_graceful_shutdown(stop).await
}
