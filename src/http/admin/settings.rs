//! Settings for admins; `inkfold config print --json` prints the same.

use std::path::PathBuf;

use axum::extract::State;
use serde::Serialize;
use toml::Value;
use utoipa::ToSchema;

use crate::config::Origin;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::services::operations::settings::{self, DocumentedSetting};

/// Settings that the server was started with.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct SettingsView {
    /// Settings, section by section, as in a settings file.
    settings: Vec<SettingView>,
    /// Warnings about valid settings that should be changed, in words.
    warnings: Vec<String>,
}

/// Setting with its value, origin and description.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct SettingView {
    /// Full name, such as `mail.smtp.port`.
    key: String,
    /// Text, number, boolean or list of texts; for a secret, only whether there is one.
    #[schema(value_type = Value)]
    value: Value,
    /// Default value, in the same form.
    #[schema(value_type = Value)]
    default: Value,
    /// Whether the value is secret.
    secret: bool,
    /// Description in words.
    about: String,
    origin: SettingOrigin,
    /// File that sets the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    file: Option<PathBuf>,
    /// Line in the file, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// Environment variable that sets the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    variable: Option<String>,
    /// Command-line flag that sets the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    flag: Option<&'static str>,
}

/// Origin of a value: the default, or the file, environment variable or flag that takes precedence.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::http) enum SettingOrigin {
    Default,
    File,
    Variable,
    Flag,
}

impl From<DocumentedSetting> for SettingView {
    fn from(DocumentedSetting { setting, default, about }: DocumentedSetting) -> Self {
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

/// Lists all settings with value, origin and description.
#[utoipa::path(get, path = "/api/admin/settings", tag = "admin",
    security(("apiToken" = ["administration"])), responses((status = 200, body = SettingsView)))]
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
