//! Names of countries and languages, for lists in forms.

use std::sync::LazyLock;

use domain::locale::Language;

/// A code with its name in the reader's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NamedCode {
    pub(crate) code: &'static str,
    pub(crate) name: &'static str,
}

/// A code with its names in English and Vietnamese.
type Line = (&'static str, &'static str, &'static str);

static COUNTRIES: LazyLock<Vec<Line>> = LazyLock::new(|| lines(include_str!("../data/countries.tsv")));
static LANGUAGES: LazyLock<Vec<Line>> = LazyLock::new(|| lines(include_str!("../data/languages.tsv")));

fn lines(table: &'static str) -> Vec<Line> {
    let line = |line: &'static str| {
        let mut cells = line.split('\t');
        Some((cells.next()?, cells.next()?, cells.next()?))
    };
    table.lines().filter(|line| !line.starts_with('#')).filter_map(line).collect()
}

fn named(lines: &[Line], language: Language) -> Vec<NamedCode> {
    let is_vietnamese = language == Language::VIETNAMESE;
    let name = |&(code, english, vietnamese): &Line| NamedCode {
        code,
        name: if is_vietnamese { vietnamese } else { english },
    };
    let mut named: Vec<NamedCode> = lines.iter().map(name).collect();
    named.sort_by_key(|one| one.name);
    named
}

/// All countries, sorted by name.
pub(crate) fn countries(language: Language) -> Vec<NamedCode> {
    named(&COUNTRIES, language)
}

/// All languages: English and Vietnamese first, then by name.
pub(crate) fn languages(language: Language) -> Vec<NamedCode> {
    let mut named = named(&LANGUAGES, language);
    named.sort_by_key(|one| match one.code {
        "en" => 0,
        "vi" => 1,
        _ => 2,
    });
    named
}

#[cfg(test)]
mod tests {
    use domain::locale::Country;

    use super::*;

    #[test]
    fn every_country_and_language_has_a_name() {
        let countries: Vec<&str> = COUNTRIES.iter().map(|line| line.0).collect();
        assert_eq!(countries, Country::all().map(|country| country.to_string()).collect::<Vec<_>>());
        let languages: Vec<&str> = LANGUAGES.iter().map(|line| line.0).collect();
        assert_eq!(languages, Language::all().map(|language| language.to_string()).collect::<Vec<_>>());
        for (code, english, vietnamese) in COUNTRIES.iter().chain(LANGUAGES.iter()) {
            assert!(english.len() > 2 && vietnamese.len() > 2 && english != code, "{code}");
        }
    }

    #[test]
    fn lists_are_in_the_readers_language() {
        let first = |list: Vec<NamedCode>| list.into_iter().take(2).map(|one| one.name).collect::<Vec<_>>();
        assert_eq!(first(languages(Language::ENGLISH)), ["English", "Vietnamese"]);
        assert_eq!(first(languages(Language::VIETNAMESE)), ["Tiếng Anh", "Tiếng Việt"]);
        let vietnam = NamedCode { code: "VN", name: "Việt Nam" };
        assert!(countries(Language::VIETNAMESE).contains(&vietnam));
    }
}
