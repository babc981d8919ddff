//! Upload of a new post.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use utoipa::ToSchema;

use crate::body_budgets::UploadedFile;
use crate::context::Context;
use crate::domain::message::Message;
use crate::domain::policy;
use crate::error::Error;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, idempotency_key, run_blocking};
use crate::http::ids::{account_id, topic_id};
use crate::http::multipart::{Form, Part};
use crate::services::threads::posts::{self, Upload};

use super::post_view::PostView;

/// Request body with a picture to post.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the multipart form")]
pub(in crate::http) struct PostUpload {
    /// Picture, a PNG.
    #[schema(value_type = String, format = Binary)]
    image: Vec<u8>,
    /// Caption, one line of at most 200 characters.
    #[schema(max_length = 200)]
    caption: Option<String>,
    /// Description of the picture, for readers who cannot see it; at most 1000 characters.
    #[schema(max_length = 1000)]
    alt: Option<String>,
}

/// Parts of a [`PostUpload`], as they arrive.
#[derive(Default)]
struct Parts {
    image: Option<UploadedFile>,
    caption: String,
    alt: String,
}

impl Parts {
    async fn receive(&mut self, part: Part<'_>) -> Result<()> {
        match part.name().as_str() {
            "image" if self.image.is_some() => {
                let words = Message::new(
                    "one-picture-to-post",
                    "Only one picture can be posted at a time.",
                );
                return Err(Error::invalid("image", words).into());
            }
            "image" => self.image = Some(part.file().await?),
            "caption" => self.caption = part.text().await?,
            "alt" => self.alt = part.text().await?,
            _ => {
                return Err(Error::invalid(
                    "image",
                    Message::new("form-field-unknown", "The form has no such field."),
                )
                .into());
            }
        }
        Ok(())
    }
}

/// Uploads a post, visible to the caller alone until it is published.
#[utoipa::path(post, path = "/api/upload/{uid}/{topicId}/{topicCode}", tag = "threads",
    security(("apiToken" = ["threads"])),
    params(("uid" = String, Path), ("topicId" = String, Path), ("topicCode" = String, Path),
    ("idempotency-key" = Option<String>, Header, description = "The same for every try to send the same: it is posted once, and answered each time.")),
    request_body(content = PostUpload, content_type = "multipart/form-data"),
    responses((status = 201, body = PostView)))]
pub(in crate::http) async fn upload_post(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path((uid, topic, code)): Path<(String, String, String)>,
    headers: HeaderMap,
    mut form: Form,
) -> Result<(StatusCode, Json<PostView>)> {
    let (claimed, topic) = (account_id(&uid)?, topic_id(&topic)?);
    // Checked before the upload is received, so that a visitor's 32 MiB are not waited for.
    policy::may_submit(&actor, claimed)?;
    let mut parts = Parts::default();
    while let Some(part) = form.next().await? {
        parts.receive(part).await?;
    }
    let Parts { image, caption, alt } = parts;
    let file = image.filter(|image| image.length() > 0);
    let file = file.ok_or_else(|| {
        Error::invalid("image", Message::new("picture-required", "No file selected."))
    })?;
    let key = idempotency_key(&headers).unwrap_or_default();
    let upload = move |context: &Context| {
        let (code, file) = (code.as_str(), &file);
        let (caption, alt) = (caption.as_str(), alt.as_str());
        posts::upload(
            context,
            &actor,
            &Upload { claimed, topic, code, file, caption, alt, key: &key },
        )
    };
    let shown = run_blocking(&context, upload).await?;
    Ok((StatusCode::CREATED, Json(PostView::of(&context.config(), shown))))
}
