//! State that stand-ins must return later: payments, notifications, jobs. It is bounded, and lost when the
//! sandbox ends.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use crate::provider::Provider;

const MOST_NOTES: usize = 10_000;

/// Values by provider and key.
#[derive(Debug, Default)]
pub(crate) struct Memory(Mutex<HashMap<(Provider, String), Value>>);

impl Memory {
    /// The value of a key.
    pub(crate) fn recall(&self, provider: Provider, key: &str) -> Option<Value> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        notes.get(&(provider, key.to_owned())).cloned()
    }

    /// Stores a value and replaces an earlier one. Everything is deleted when full.
    pub(crate) fn note(&self, provider: Provider, key: &str, value: Value) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if notes.len() >= MOST_NOTES {
            notes.clear();
        }
        notes.insert((provider, key.to_owned()), value);
    }

    /// Deletes the value of a key.
    pub(crate) fn remove(&self, provider: Provider, key: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&(provider, key.to_owned()));
    }

    /// All values of a provider whose keys begin with `prefix`, in the order of the keys.
    pub(crate) fn all(&self, provider: Provider, prefix: &str) -> Vec<Value> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found: Vec<(&String, &Value)> = notes
            .iter()
            .filter(|((of, key), _)| *of == provider && key.starts_with(prefix))
            .map(|((_, key), value)| (key, value))
            .collect();
        found.sort_by_key(|(key, _)| *key);
        found.into_iter().map(|(_, value)| value.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn notes_are_kept_by_provider_and_bounded() {
        let memory = Memory::default();
        memory.note(Provider::Serper, "b", json!(2));
        memory.note(Provider::Serper, "a", json!(1));
        memory.note(Provider::Brave, "a", json!(3));
        assert_eq!(memory.recall(Provider::Serper, "a"), Some(json!(1)));
        assert_eq!(memory.all(Provider::Serper, ""), [json!(1), json!(2)]);
        memory.remove(Provider::Serper, "a");
        assert_eq!(memory.recall(Provider::Serper, "a"), None);
        for number in 0..=MOST_NOTES {
            memory.note(Provider::Serper, &number.to_string(), json!(number));
        }
        assert_eq!(memory.recall(Provider::Brave, "a"), None, "everything was forgotten");
        assert_eq!(memory.recall(Provider::Serper, "10000"), Some(json!(10_000)));
    }
}
