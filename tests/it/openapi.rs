//! `OpenAPI` description, from which the types of the interface are generated.

use reqwest::Method;

use crate::support::{self, Reply, TestServer};

#[test]
fn openapi_json_is_current() {
    support::expect_file("ui/openapi.json", &inkfold::http::openapi_json());
}

#[tokio::test]
async fn served_document_with_known_etag_is_304() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let document = visitor.get("/api/openapi.json").await;
    let etag = document.header("etag").to_owned();
    for known in [etag.clone(), format!("\"other\", W/{etag}")] {
        let request = visitor.request(Method::GET, "/api/openapi.json");
        let again = Reply::of(request.header("if-none-match", known)).await;
        assert_eq!((again.status, again.bytes.len()), (304, 0));
        assert_eq!(again.header("etag"), etag);
    }
}
