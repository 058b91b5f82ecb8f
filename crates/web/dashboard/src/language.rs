//! The reader's language and colours.

use domain::locale::Language;
use http::HeaderMap;
use http::header::ACCEPT_LANGUAGE;

use crate::cookies::{self, LANGUAGE, THEME};

const OFFERED: [Language; 2] = [Language::ENGLISH, Language::VIETNAMESE];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Theme {
    /// The setting of the system.
    Auto,
    Light,
    Dark,
}

impl Theme {
    const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// The name in cookies and forms.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.as_str() == name)
    }
}

/// The language with this code, if pages are available in it.
pub(crate) fn offered(code: &str) -> Option<Language> {
    OFFERED.into_iter().find(|language| language.as_str() == code)
}

/// The language that the reader chose, or else the one that the browser prefers.
pub(crate) fn choose(headers: &HeaderMap) -> Language {
    cookies::read(headers, LANGUAGE)
        .and_then(offered)
        .or_else(|| {
            headers
                .get(ACCEPT_LANGUAGE)?
                .to_str()
                .ok()
                .and_then(|header| Language::preferred(header, &OFFERED))
        })
        .unwrap_or(Language::ENGLISH)
}

pub(crate) fn theme(headers: &HeaderMap) -> Theme {
    cookies::read(headers, THEME).and_then(Theme::from_name).unwrap_or(Theme::Auto)
}
