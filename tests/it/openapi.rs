//! The description of the API that the interface is typed by.

use crate::support;

#[test]
fn openapi_json_is_current() {
    support::expect_file("ui/openapi.json", &inkfold::http::openapi_json());
}
