//! Fills in forms from earlier calls.

use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::explorer::{Endpoint, Place};

const VERSION: &str = "/v1";

impl Endpoint {
    /// The form with the values of an earlier call: its path with the query, and its body. `None` if the path
    /// is of another call.
    #[must_use]
    pub fn filled_from(&self, path: &str, body: Option<&Value>) -> Option<Vec<(String, String)>> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let mut filled = self.path_values(path)?;
        let mut pairs: Vec<(String, String)> = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, value) = (unescaped(&name.replace('+', " ")), unescaped(&value.replace('+', " ")));
            match pairs.iter_mut().find(|(known, _)| *known == name) {
                Some((_, lines)) => lines.extend(["\n", &value]),
                None => pairs.push((name, value)),
            }
        }
        let in_query = self.parameters.iter().filter(|field| field.place == Place::Query);
        for field in in_query {
            let named = pairs.iter().find(|(name, _)| field.keys.first() == Some(name));
            filled.extend(named.map(|(_, value)| (field.name.clone(), value.clone())));
        }
        filled.extend(body.map(|body| self.filled_with(body)).unwrap_or_default());
        Some(filled)
    }

    /// The values in a path, whose version prefix is optional.
    fn path_values(&self, path: &str) -> Option<Vec<(String, String)>> {
        let bare = |path| str::strip_prefix(path, VERSION).unwrap_or(path).trim_end_matches('/');
        let (pattern, path) = (bare(&self.path), bare(path));
        if pattern.split('/').count() != path.split('/').count() {
            return None;
        }
        let mut filled = Vec::new();
        for (expected, found) in pattern.split('/').zip(path.split('/')) {
            let name = expected.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
            let is_named = |field: &&crate::explorer::Field| {
                field.place == Place::Path && field.keys.first().is_some_and(|key| Some(key.as_str()) == name)
            };
            match self.parameters.iter().find(is_named) {
                Some(field) => filled.push((field.name.clone(), unescaped(found))),
                None if expected == found => {}
                None => return None,
            }
        }
        Some(filled)
    }
}

fn unescaped(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}
