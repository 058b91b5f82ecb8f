//! Which language, and which colours, somebody reads in.

use domain::locale::Language;
use http::HeaderMap;
use http::header::ACCEPT_LANGUAGE;

use crate::cookies::{self, LANGUAGE, THEME};

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
    [Language::ENGLISH, Language::VIETNAMESE].into_iter().find(|language| language.as_str() == code)
}

/// What the browser was told to read in, or else prefers.
pub(crate) fn choose(headers: &HeaderMap) -> Language {
    cookies::read(headers, LANGUAGE)
        .and_then(offered)
        .or_else(|| headers.get(ACCEPT_LANGUAGE)?.to_str().ok().and_then(preferred))
        .unwrap_or(Language::ENGLISH)
}

pub(crate) fn theme(headers: &HeaderMap) -> Theme {
    cookies::read(headers, THEME).and_then(Theme::from_name).unwrap_or(Theme::Auto)
}

/// The offered language of highest weight; of equal ones the first.
fn preferred(header: &str) -> Option<Language> {
    const MOST: usize = 20;
    let mut best: Option<(f32, Language)> = None;
    for wish in header.split(',').take(MOST) {
        let (range, parameters) = wish.split_once(';').unwrap_or((wish, ""));
        let weight: f32 =
            parameters.trim().strip_prefix("q=").map_or(Some(1.0), |text| text.parse().ok()).unwrap_or(0.0);
        let code = range.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
        if let Some(language) = offered(&code)
            && weight > best.map_or(0.0, |(weight, _)| weight)
        {
            best = Some((weight, language));
        }
    }
    best.map(|(_, language)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_offered_language_is_chosen() {
        assert_eq!(preferred("vi-VN,vi;q=0.9,en;q=0.8"), Some(Language::VIETNAMESE));
        assert_eq!(preferred("fr, en;q=0.3, vi;q=0.7"), Some(Language::VIETNAMESE));
        assert_eq!(preferred("en,vi"), Some(Language::ENGLISH));
        assert_eq!(preferred("fr;q=x,de"), None);
    }
}
