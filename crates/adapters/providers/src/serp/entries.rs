//! Entries of a results page that `SerpApi` and Serper write alike.

use domain::search::SerpFeature;
use serde::Deserialize;

use super::page::{Draft, Found};
use crate::wire::{Present, maybe};

#[derive(Debug, Deserialize)]
pub(super) struct Organic {
    link: String,
    #[serde(default, deserialize_with = "maybe")]
    title: Option<String>,
    #[serde(default, deserialize_with = "maybe")]
    snippet: Option<String>,
    #[serde(default, deserialize_with = "maybe")]
    date: Option<String>,
    #[serde(default)]
    sitelinks: Present,
}

#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    question: String,
    #[serde(default, deserialize_with = "maybe")]
    snippet: Option<String>,
    #[serde(default, deserialize_with = "maybe")]
    link: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Related {
    query: String,
}

/// A page with these entries.
pub(super) fn draft(organic: &[Organic], questions: &[Asked], related: &[Related]) -> Draft {
    let mut draft = Draft::default();
    for organic in organic {
        draft.feature(SerpFeature::Sitelinks, organic.sitelinks.0);
        draft.result(&Found {
            title: organic.title.as_deref(),
            url: Some(&organic.link),
            snippet: organic.snippet.as_deref(),
            date: organic.date.as_deref(),
        });
    }
    for asked in questions {
        draft.question(&asked.question, asked.snippet.as_deref(), asked.link.as_deref());
    }
    for related in related {
        draft.related(&related.query);
    }
    draft
}
