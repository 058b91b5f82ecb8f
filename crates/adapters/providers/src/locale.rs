//! Countries and languages in the notation of providers.

use domain::locale::{Country, Language};

/// The country, or the one where most searches in this language are made, if there is a clear one.
pub(crate) fn country_or_usual(country: Option<Country>, language: Language) -> Option<Country> {
    country.or_else(|| match language {
        Language::ENGLISH => "us".parse().ok(),
        Language::VIETNAMESE => "vn".parse().ok(),
        _ => None,
    })
}

/// The code of Google's country criteria, which other providers use too.
pub(crate) fn geo_target(country: Country) -> u32 {
    2000 + u32::from(country.numeric())
}

/// The language in Google's notation: Chinese needs its script.
pub(crate) fn google_language(language: Language, country: Option<Country>) -> String {
    match language.as_str() {
        "zh" if writes_traditional_chinese(country) => "zh-TW".to_owned(),
        "zh" => "zh-CN".to_owned(),
        other => other.to_owned(),
    }
}

/// Whether the country writes Chinese with traditional characters.
pub(crate) fn writes_traditional_chinese(country: Option<Country>) -> bool {
    country.is_some_and(|country| matches!(country.upper(), "TW" | "HK" | "MO"))
}

/// Language and country as a tag such as `vi-VN`; only the language without a country.
pub(crate) fn language_tag(language: Language, country: Option<Country>) -> String {
    match country {
        Some(country) => format!("{language}-{country}"),
        None => language.to_string(),
    }
}

/// `DuckDuckGo`'s region, such as `vn-vi`.
pub(crate) fn duckduckgo_region(country: Option<Country>, language: Language) -> String {
    let Some(country) = country_or_usual(country, language) else { return "wt-wt".to_owned() };
    let place = match country.upper() {
        "GB" => "uk".to_owned(),
        _ => country.lower(),
    };
    let tongue = match language.as_str() {
        "ja" => "jp",
        "ko" => "kr",
        "zh" if writes_traditional_chinese(Some(country)) => "tzh",
        other => other,
    };
    format!("{place}-{tongue}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rstest::rstest]
    #[case(None, "en", "us-en")]
    #[case(None, "vi", "vn-vi")]
    #[case(None, "de", "wt-wt")]
    #[case(Some("gb"), "en", "uk-en")]
    #[case(Some("jp"), "ja", "jp-jp")]
    #[case(Some("tw"), "zh", "tw-tzh")]
    fn regions_are_duckduckgos(#[case] country: Option<&str>, #[case] language: &str, #[case] region: &str) {
        let country = country.map(|code| code.parse().unwrap());
        assert_eq!(duckduckgo_region(country, language.parse().unwrap()), region);
    }

    #[test]
    fn vietnam_has_its_number() {
        assert_eq!(geo_target("vn".parse().unwrap()), 2704);
    }
}
