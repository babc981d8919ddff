//! Operator API, as the command line calls it in process.

use std::sync::Arc;

use axum::body::Body;
use inkfold::http::operator::{NDJSON, Problem, ProgressEvent};
use inkfold::http::operator_router;
use reqwest::Method;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tower::ServiceExt;

use super::TestServer;

impl TestServer {
    /// Gets a resource below `/api/operator/`; an error is the message of the response.
    pub(crate) async fn operator_get<T: DeserializeOwned>(&self, path: &str) -> Result<T, String> {
        self.operate(Method::GET, path, &()).await
    }

    /// Posts to a resource below `/api/operator/`; an error is the message of the response.
    pub(crate) async fn operator_post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, String> {
        self.operate(Method::POST, path, body).await
    }

    /// Calls a resource below `/api/operator/`; an error is the message of the response.
    pub(crate) async fn operate<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, String> {
        let request = axum::http::Request::builder()
            .method(method)
            .uri(format!("/api/operator/{path}"))
            .header("content-type", "application/json")
            .body(Body::from(serde_json::to_vec(body).unwrap()))
            .unwrap();
        let router = operator_router(Arc::clone(&self.context));
        let (head, body) = router.oneshot(request).await.unwrap().into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let error = |problem: Problem| problem.error;
        if head.headers["content-type"] == NDJSON {
            let last = bytes.trim_ascii_end().rsplit(|byte| *byte == b'\n').next().unwrap();
            return match serde_json::from_slice(last).unwrap() {
                ProgressEvent::Step(step) => panic!("it ends with {step:?}"),
                ProgressEvent::Done(result) => Ok(result),
                ProgressEvent::Error(problem) => Err(error(problem)),
            };
        }
        if head.status.is_success() {
            return Ok(serde_json::from_slice(&bytes).unwrap());
        }
        Err(error(serde_json::from_slice(&bytes).unwrap()))
    }
}
