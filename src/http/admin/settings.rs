//! The settings as an admin reads them; `inkfold config print --json` says the same of each.

use std::path::PathBuf;

use axum::extract::State;
use serde::Serialize;
use toml::Value;
use utoipa::ToSchema;

use crate::config::Origin;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{AppState, CurrentActor, Json, run_blocking};
use crate::services::settings::{self, Explained};

/// What the server was started with.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct SettingsView {
    /// Section by section, as a settings file has them.
    settings: Vec<SettingView>,
    /// What works and should be otherwise, in words.
    warnings: Vec<String>,
}

/// One setting.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct SettingView {
    /// Its whole name, such as `mail.smtp.port`.
    key: String,
    /// A text, a number, yes or no, or a list of texts; of a secret, only whether there is one.
    #[schema(value_type = Value)]
    value: Value,
    /// The same where nobody sets it.
    #[schema(value_type = Value)]
    default: Value,
    /// Whether nobody may see its value.
    secret: bool,
    /// What it is for, in words.
    about: String,
    origin: SettingOrigin,
    /// The file that sets it, ...
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    file: Option<PathBuf>,
    /// ... and the line in it, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The variable that sets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    variable: Option<String>,
    /// The flag that sets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    flag: Option<&'static str>,
}

/// Nobody has set it, or a file, a variable or a flag has the last word.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::http) enum SettingOrigin {
    Default,
    File,
    Variable,
    Flag,
}

impl From<Explained> for SettingView {
    fn from(Explained { setting, default, about }: Explained) -> Self {
        let secret = setting.is_secret();
        let (mut file, mut line, mut variable, mut flag) = (None, None, None, None);
        let origin = match setting.origin {
            Origin::Default => SettingOrigin::Default,
            Origin::File { file: path, line: number } => {
                (file, line) = (Some(path), Some(number));
                SettingOrigin::File
            }
            Origin::Variable { variable: name } => {
                variable = Some(name);
                SettingOrigin::Variable
            }
            Origin::Flag { flag: name } => {
                flag = Some(name);
                SettingOrigin::Flag
            }
        };
        let (key, value) = (setting.key, setting.value);
        Self { key, value, default, secret, about, origin, file, line, variable, flag }
    }
}

/// Every setting with its value, where that comes from, and what it is for.
#[utoipa::path(get, path = "/api/admin/settings", tag = "admin", responses(
    (status = 200, body = SettingsView), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(in crate::http) async fn list_settings(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<SettingsView>> {
    let warnings = context.loaded().warnings.clone();
    let settings = run_blocking(&context, move |context| settings::list(context, &actor)).await?;
    Ok(Json(SettingsView {
        settings: settings.into_iter().map(SettingView::from).collect(),
        warnings,
    }))
}
