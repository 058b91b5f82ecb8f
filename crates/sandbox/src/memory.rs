//! What stand-ins were told and may be asked about: orders, notifications, jobs. Bounded, and gone with the sandbox.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use crate::vendor::Vendor;

const MOST_NOTES: usize = 10_000;

/// Notes by vendor and key.
#[derive(Debug, Default)]
pub(crate) struct Memory(Mutex<HashMap<(Vendor, String), Value>>);

impl Memory {
    /// What was noted under this key.
    pub(crate) fn recall(&self, vendor: Vendor, key: &str) -> Option<Value> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        notes.get(&(vendor, key.to_owned())).cloned()
    }

    /// Notes something, in place of what was there. Forgets everything when full.
    pub(crate) fn note(&self, vendor: Vendor, key: &str, value: Value) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if notes.len() >= MOST_NOTES {
            notes.clear();
        }
        notes.insert((vendor, key.to_owned()), value);
    }

    /// Drops what was noted under this key.
    pub(crate) fn forget(&self, vendor: Vendor, key: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&(vendor, key.to_owned()));
    }

    /// All notes of a vendor whose keys begin with `prefix`, in the order of the keys.
    pub(crate) fn all(&self, vendor: Vendor, prefix: &str) -> Vec<Value> {
        let notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found: Vec<(&String, &Value)> = notes
            .iter()
            .filter(|((of, key), _)| *of == vendor && key.starts_with(prefix))
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
    fn notes_are_kept_by_vendor_and_bounded() {
        let memory = Memory::default();
        memory.note(Vendor::Serper, "b", json!(2));
        memory.note(Vendor::Serper, "a", json!(1));
        memory.note(Vendor::Brave, "a", json!(3));
        assert_eq!(memory.recall(Vendor::Serper, "a"), Some(json!(1)));
        assert_eq!(memory.all(Vendor::Serper, ""), [json!(1), json!(2)]);
        memory.forget(Vendor::Serper, "a");
        assert_eq!(memory.recall(Vendor::Serper, "a"), None);
        for number in 0..=MOST_NOTES {
            memory.note(Vendor::Serper, &number.to_string(), json!(number));
        }
        assert_eq!(memory.recall(Vendor::Brave, "a"), None, "everything was forgotten");
        assert_eq!(memory.recall(Vendor::Serper, "10000"), Some(json!(10_000)));
    }
}
