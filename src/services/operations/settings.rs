//! Effective settings for admins to read; they can be changed in the settings file only.

use std::collections::HashMap;

use toml::Value;

use crate::config::{self, Config, Setting};
use crate::context::Context;
use crate::domain::policy::{self, Actor};
use crate::error::Result;

/// Setting with its documentation.
#[derive(Debug)]
pub struct DocumentedSetting {
    pub setting: Setting,
    /// Default value.
    pub default: Value,
    pub about: String,
}

/// Lists all settings in the order of sections of a settings file.
pub fn list(context: &Context, actor: &Actor) -> Result<Vec<DocumentedSetting>> {
    policy::may_administrate(actor)?;
    let mut about = config::docs();
    let defaults = Setting::all_by_default(&Config::default()).unwrap_or_default();
    let mut defaults: HashMap<String, Value> =
        defaults.into_iter().map(|setting| (setting.key, setting.value)).collect();
    let mut settings = context.loaded().settings().unwrap_or_default();
    settings.sort_by(|one, other| one.section_and_name().cmp(&other.section_and_name()));
    let explain = |setting: Setting| DocumentedSetting {
        default: defaults.remove(&setting.key).unwrap_or_else(|| setting.value.clone()),
        about: about.remove(&setting.key).unwrap_or_default(),
        setting,
    };
    Ok(settings.into_iter().map(explain).collect())
}
