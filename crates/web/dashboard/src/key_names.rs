//! The names of API keys, for lists that contain only their ids.

use std::collections::HashMap;

use domain::api_keys::{ApiKeyRecord, KeyMode};
use domain::ids::ApiKeyId;
use domain::locale::Language;

use crate::failure::PageError;
use crate::state::Dashboard;
use crate::texts::texts;
use crate::visit::SignedIn;

texts! {
    /// Labels of keys that have no name.
    Texts {
        dashboard: "Dashboard", "Bảng điều khiển";
        unknown: "no longer known", "không còn lưu";
        none: "without a key", "không dùng khoá";
    }
}

/// The names of an account's keys.
pub(crate) struct KeyNames {
    own: ApiKeyId,
    names: HashMap<ApiKeyId, String>,
    records: Vec<ApiKeyRecord>,
    words: &'static Texts,
}

impl KeyNames {
    /// The names of the keys of the signed-in person's account.
    pub(crate) async fn of(dashboard: &Dashboard, visit: &SignedIn) -> Result<Self, PageError> {
        let account = visit.visit.account.id;
        let records = dashboard.keys.list(account).await?;
        Ok(Self::new(ApiKeyId::dashboard(account), records, visit.language))
    }

    fn new(own: ApiKeyId, records: Vec<ApiKeyRecord>, language: Language) -> Self {
        // A word joiner keeps the signs on one line.
        let label =
            |record: &ApiKeyRecord| (record.id, format!("{} …\u{2060}{}", record.name, record.last_four));
        let names = records.iter().map(label).collect();
        Self { own, names, records, words: Texts::of(language) }
    }

    /// The name of a key.
    pub(crate) fn name(&self, key: Option<ApiKeyId>) -> &str {
        match key {
            None => self.words.none,
            Some(key) if key == self.own => self.words.dashboard,
            Some(key) => self.names.get(&key).map_or(self.words.unknown, String::as_str),
        }
    }

    /// The keys of a mode, the dashboard's own first, for a selection list.
    pub(crate) fn choices(&self, mode: KeyMode) -> Vec<(String, String)> {
        let records = self.records.iter().filter(|record| record.mode == mode).map(|record| record.id);
        std::iter::once(self.own)
            .chain(records)
            .map(|id| (id.to_string(), self.name(Some(id)).to_owned()))
            .collect()
    }

    /// The stored keys of the account.
    pub(crate) fn records(&self) -> &[ApiKeyRecord] {
        &self.records
    }
}
