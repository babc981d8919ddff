//! Settings merged from all sources by precedence; all faults are reported at once.
//!
//! Crates that merge settings (`figment`, `config`) stop at the first fault, and name a source for a value only in an error.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use super::secret::SecretCheck;
use super::value::{FlatConfig, SourcedValue, flat, nest};
use super::{
    Config, Error, Listen, Origin, Setting, file, public_url, unknown_keys, validate_value,
    variables,
};

/// Valid settings with their sources.
#[derive(Clone, Debug)]
pub struct ConfigWithSources {
    pub config: Config,
    /// Warnings about settings that work, but should be changed.
    pub warnings: Vec<String>,
    /// Sources of the settings that are set.
    origins: BTreeMap<String, Origin>,
}

impl From<Config> for ConfigWithSources {
    /// Settings without sources, as if all were defaults.
    fn from(config: Config) -> Self {
        Self { config, warnings: Vec::new(), origins: BTreeMap::new() }
    }
}

impl ConfigWithSources {
    /// Overrides the listening address by a flag.
    pub fn set_listen(&mut self, flag: &'static str, listen: Listen) {
        self.config.listen = listen;
        self.origins.insert("listen".to_owned(), Origin::Flag { flag });
    }

    /// Overrides the data folder by a flag.
    pub fn set_data_dir(&mut self, flag: &'static str, data_dir: &Path) {
        data_dir.clone_into(&mut self.config.data_dir);
        self.origins.insert("data_dir".to_owned(), Origin::Flag { flag });
    }

    /// Every setting with its source, by key.
    ///
    /// # Errors
    /// If the name of the data folder is not UTF-8.
    pub fn settings(&self) -> Result<Vec<Setting>, toml::ser::Error> {
        let setting = |(key, value): (String, _)| {
            let origin = self.origins.get(&key).cloned().unwrap_or(Origin::Default);
            Setting { key, value, origin }
        };
        Ok(flat(&self.config)?.into_iter().map(setting).collect())
    }

    /// Number of settings that differ from their defaults.
    ///
    /// # Errors
    /// If the name of the data folder is not UTF-8.
    pub fn changed(&self) -> Result<usize, toml::ser::Error> {
        let defaults = flat(&Config::default())?;
        let settings = self.settings()?;
        Ok(settings.iter().filter(|setting| defaults[&setting.key] != setting.value).count())
    }
}

/// Reads the settings file, which may be missing unless it was named explicitly, and overrides it by the variables.
pub fn load(
    file: &Path,
    named: bool,
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> Result<ConfigWithSources, Error> {
    let known = default_settings();
    let mut given = file::read(file, named)?;
    let (from_variables, mut faults) = variables::read(variables, &known);
    given.extend(from_variables);
    faults.extend(given.iter().filter_map(|given| unknown_keys::fault(given, &known)));
    faults.extend(given.iter().filter_map(|given| validate_value::fault(given, &known)));
    given.retain(|given| known.contains_key(&given.key));
    let last: BTreeMap<&str, &SourcedValue> =
        given.iter().map(|given| (given.key.as_str(), given)).collect();
    let last: Vec<&SourcedValue> = last.into_values().collect();
    let secrets = SecretCheck::of(&last, &known);
    faults.extend(secrets.faults);
    if !faults.is_empty() {
        return Err(Error::Invalid(faults));
    }
    let config = build(&last)?;
    let origins = last.iter().map(|given| (given.key.clone(), given.origin.clone())).collect();
    Ok(ConfigWithSources { config, warnings: secrets.warnings, origins })
}

fn default_settings() -> FlatConfig {
    flat(&Config::default()).expect("defaults are texts, numbers and lists")
}

fn build(given: &[&SourcedValue]) -> Result<Config, Error> {
    let table = nest(given.iter().map(|given| (given.key.as_str(), given.value.clone())));
    let mut config: Config =
        table.try_into().map_err(|error| Error::Invalid(vec![error.message().to_owned()]))?;
    config.public_url.truncate(public_url::tidied(&config.public_url).len());
    let faults: Vec<String> = config.validate().map(str::to_owned).collect();
    if faults.is_empty() { Ok(config) } else { Err(Error::Invalid(faults)) }
}

#[cfg(test)]
mod tests;
