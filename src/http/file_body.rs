//! Response body of a file, read chunk by chunk, each after the one before was sent.

use std::fs::File;
use std::io::{self, Read};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::Extension;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::header;
use axum::response::IntoResponse;
use http_body::{Frame, SizeHint};
use tokio::task::{JoinHandle, spawn_blocking};

use crate::services::download::{Download, DownloadPermit};

use super::forms::attachment;
use super::response_budget::Unbudgeted;

/// Chunk size in bytes: few reads per file, but small enough for a thousand slow clients.
const PIECE: u64 = 32 << 10;

/// Cache policy of a download; a private file is stored by no cache.
#[derive(Clone, Copy)]
pub(super) enum CachePolicy {
    Shared,
    Private,
}

/// Response that downloads a file as an attachment.
pub(super) fn attached(
    made: Download,
    extension: &str,
    media_type: &'static str,
    reader: CachePolicy,
) -> impl IntoResponse + use<> {
    let kept = match reader {
        CachePolicy::Shared => "no-cache",
        CachePolicy::Private => "private, no-store",
    };
    let headers = [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, attachment(&made.name, extension)),
        (header::CACHE_CONTROL, kept.to_owned()),
    ];
    (headers, Extension(Unbudgeted), Body::new(FileBody::of(made)))
}

/// Response with the whole file, which must be positioned at its start.
pub(super) fn response_of(file: File) -> crate::error::Result<impl IntoResponse + use<>> {
    let bytes = file.metadata()?.len();
    let body = Body::new(FileBody { left: bytes, reading: read(file, bytes), permit: None });
    Ok((Extension(Unbudgeted), body))
}

struct FileBody {
    left: u64,
    reading: JoinHandle<io::Result<(File, Bytes)>>,
    /// Download permit, released with the last chunk.
    permit: Option<DownloadPermit>,
}

impl FileBody {
    /// Body with a download's bytes, from the current position of its file.
    fn of(Download { file, bytes, permit, .. }: Download) -> Self {
        Self { left: bytes, reading: read(file, bytes), permit }
    }
}

fn read(mut file: File, left: u64) -> JoinHandle<io::Result<(File, Bytes)>> {
    spawn_blocking(move || {
        let mut piece = vec![0; left.min(PIECE) as usize];
        file.read_exact(&mut piece)?;
        Ok((file, piece.into()))
    })
}

impl HttpBody for FileBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        if self.left == 0 {
            return Poll::Ready(None);
        }
        let done = ready!(Pin::new(&mut self.reading).poll(cx));
        match done.map_err(io::Error::other).flatten() {
            Ok((file, piece)) => {
                self.left -= piece.len() as u64;
                if self.left > 0 {
                    self.reading = read(file, self.left);
                } else {
                    self.permit = None;
                }
                Poll::Ready(Some(Ok(Frame::data(piece))))
            }
            Err(error) => {
                self.left = 0;
                Poll::Ready(Some(Err(error)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}
