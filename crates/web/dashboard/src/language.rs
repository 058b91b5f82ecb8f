//! Which language, and which colours, somebody reads in.

use domain::locale::Language;
use http::HeaderMap;
use http::header::ACCEPT_LANGUAGE;

use crate::cookies::{self, LANGUAGE, THEME};

const OFFERED: [Language; 2] = [Language::ENGLISH, Language::VIETNAMESE];

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Theme {
    /// As the system says.
    Auto,
    /// Light.
    Light,
    /// Dark.
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

/// A language that pages are written in.
pub(crate) fn offered(code: &str) -> Option<Language> {
    OFFERED.into_iter().find(|language| language.as_str() == code)
}

/// What the browser was told to read in, or else prefers.
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
