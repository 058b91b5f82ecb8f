//! Merges sources of settings and records the source of each value.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

const PREFIX: &str = "RANKWRIGHT_";
const NESTING: &str = "__";

/// Sources in rising order of precedence.
#[derive(Debug, Default)]
pub(super) struct Layers {
    document: Map<String, Value>,
    origins: Origins,
}

/// The source of each setting, by its dotted name.
#[derive(Debug, Default, Clone)]
pub(crate) struct Origins(BTreeMap<String, String>);

impl Layers {
    /// Adds a whole document, for example a settings file.
    pub(super) fn add_document(&mut self, document: &Value, origin: &str) {
        for (path, value) in leaves(document) {
            self.add(&path, value, origin);
        }
    }

    /// Adds every variable with our prefix.
    pub(super) fn add_environment(&mut self, variables: impl IntoIterator<Item = (String, String)>) {
        for (name, value) in variables {
            if let Some(setting) = name.strip_prefix(PREFIX) {
                let path: Vec<String> = setting.to_lowercase().split(NESTING).map(str::to_owned).collect();
                self.add(&path, Value::String(value), &name);
            }
        }
    }

    /// Adds a flag, if it was given.
    pub(super) fn add_flag(&mut self, setting: &str, flag: &str, value: Option<String>) {
        if let Some(value) = value {
            self.add(&[setting.to_owned()], Value::String(value), flag);
        }
    }

    pub(super) fn finish(self) -> (Value, Origins) {
        (Value::Object(self.document), self.origins)
    }

    fn add(&mut self, path: &[String], value: Value, origin: &str) {
        self.origins.0.insert(path.join("."), origin.to_owned());
        let Some((name, parents)) = path.split_last() else { return };
        let mut table = &mut self.document;
        for parent in parents {
            let slot = table.entry(parent.clone()).or_insert_with(|| Value::Object(Map::new()));
            if !slot.is_object() {
                *slot = Value::Object(Map::new());
            }
            let Value::Object(inner) = slot else { return };
            table = inner;
        }
        table.insert(name.clone(), value);
    }
}

/// The name of the variable that sets a setting.
pub(super) fn variable(setting: &str) -> String {
    format!("{PREFIX}{}", setting.replace('.', NESTING).to_uppercase())
}

impl Origins {
    /// The source of a setting; `None` means the default.
    pub(crate) fn of(&self, setting: &str) -> Option<&str> {
        self.0.get(setting).map(String::as_str)
    }

    /// `from X: ` for the setting at `path` or the nearest one around or below it.
    pub(super) fn describe(&self, path: &str) -> String {
        let related = |known: &str| {
            known == path
                || path.strip_prefix(known).is_some_and(|rest| rest.starts_with(['.', '[']))
                || known.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'))
        };
        let origin = self
            .of(path)
            .or_else(|| self.0.iter().find(|(known, _)| related(known)).map(|(_, origin)| origin.as_str()));
        origin.map_or_else(String::new, |origin| format!("from {origin}: "))
    }
}

/// Calls `visit` for every setting of a document with its dotted name.
pub(crate) fn flatten(prefix: &str, value: &Value, visit: &mut impl FnMut(&str, &Value)) {
    match value {
        Value::Object(table) => {
            for (name, inner) in table {
                let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
                flatten(&path, inner, visit);
            }
        }
        leaf => visit(prefix, leaf),
    }
}

fn leaves(document: &Value) -> Vec<(Vec<String>, Value)> {
    let Value::Object(table) = document else { return Vec::new() };
    let mut found = Vec::new();
    for (name, value) in table {
        if value.is_object() {
            for (mut path, leaf) in leaves(value) {
                path.insert(0, name.clone());
                found.push((path, leaf));
            }
        } else {
            found.push((vec![name.clone()], value.clone()));
        }
    }
    found
}
