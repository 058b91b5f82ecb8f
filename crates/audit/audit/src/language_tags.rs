//! Checks language tags (BCP 47), and the simpler codes that search engines accept in `hreflang`.
//!
//! The lists are those of IANA's registry of language subtags of 2025-08-25; `long_codes.txt` lists the
//! three-letter codes of ISO 639-2 that have two-letter equivalents.

use std::fmt;
use std::sync::LazyLock;

use domain::locale::Country;
use rustc_hash::{FxHashMap, FxHashSet};

static LANGUAGES: LazyLock<FxHashSet<&str>> =
    LazyLock::new(|| include_str!("language_tags/languages.txt").split_ascii_whitespace().collect());
static SCRIPTS: LazyLock<FxHashSet<&str>> =
    LazyLock::new(|| include_str!("language_tags/scripts.txt").split_ascii_whitespace().collect());
static LONG_CODES: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| {
    let pairs = include_str!("language_tags/long_codes.txt").split_ascii_whitespace();
    pairs.filter_map(|pair| pair.split_once('=')).collect()
});

/// Languages that an extended language may follow, as in `zh-yue`.
const EXTENDED: [&str; 8] = ["ar", "kok", "lv", "ms", "sgn", "sw", "uz", "zh"];
/// Codes that ISO 639-1 has withdrawn, with their replacements.
const WITHDRAWN: [(&str, &str); 5] = [("in", "id"), ("iw", "he"), ("ji", "yi"), ("jw", "jv"), ("mo", "ro")];
/// Languages without a two-letter code, with the code that search engines support.
const BROADER: [(&str, &str); 2] = [("fil", "tl"), ("cmn", "zh")];
/// Common mistakes for languages, mostly the code of a country or the name.
#[rustfmt::skip]
const MISTAKEN_LANGUAGES: [(&str, &str); 18] = [
    ("au", "en"), ("cn", "zh"), ("cz", "cs"), ("dk", "da"), ("english", "en"),
    ("french", "fr"), ("gb", "en"), ("german", "de"), ("gr", "el"), ("italian", "it"), ("jp", "ja"),
    ("mx", "es"), ("rs", "sr"), ("spanish", "es"), ("ua", "uk"), ("us", "en"), ("vietnamese", "vi"),
    ("vn", "vi"),
];
/// Common mistakes for countries.
const MISTAKEN_COUNTRIES: [(&str, &str); 3] = [("GBR", "GB"), ("UK", "GB"), ("USA", "US")];
/// Regions that are not current countries but are valid in a tag.
#[rustfmt::skip]
const OTHER_REGIONS: [&str; 23] = [
    "AA", "AC", "AN", "BU", "CP", "CQ", "CS", "DD", "DG", "EA", "EU", "EZ", "FX", "IC", "NT", "SU", "TA",
    "TP", "UN", "YD", "YU", "ZR", "ZZ",
];
/// Groups of countries by their United Nations codes.
#[rustfmt::skip]
const GROUPS: [&str; 31] = [
    "001", "002", "003", "005", "009", "011", "013", "014", "015", "017", "018", "019", "021", "029", "030",
    "034", "035", "039", "053", "054", "057", "061", "142", "143", "145", "150", "151", "154", "155", "202",
    "419",
];

/// What is wrong with a code, and the correct code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    reason: String,
    better: Option<String>,
}

impl Problem {
    fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), better: None }
    }

    fn better(mut self, better: Option<String>) -> Self {
        self.better = better;
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)?;
        match &self.better {
            Some(better) => write!(formatter, "; write {better}"),
            None => Ok(()),
        }
    }
}

/// The parts of a tag that the checks use.
struct Tag<'a> {
    language: &'a str,
    script: Option<&'a str>,
    region: Option<&'a str>,
    /// Whether other parts follow, such as a dialect or an extension.
    more: bool,
}

/// Checks the value of a `lang` attribute.
pub(crate) fn check(tag: &str) -> Result<(), Problem> {
    parse(tag).map(drop)
}

/// Checks the value of an `hreflang` attribute: `x-default`, or a language of ISO 639-1 with an optional
/// script of ISO 15924 or country of ISO 3166-1.
pub(crate) fn check_hreflang(code: &str) -> Result<(), Problem> {
    if code.eq_ignore_ascii_case("x-default") {
        return Ok(());
    }
    let tag = parse(code)?;
    let language = tag.language.to_ascii_lowercase();
    let replaced = WITHDRAWN.iter().chain(&BROADER).find(|(known, _)| *known == language);
    if language.len() != 2 || replaced.is_some() {
        let better = replaced.map(|(_, better)| written(better, tag.script, tag.region));
        let reason = format!("search engines know no language “{language}”, only those of ISO 639-1");
        return Err(Problem::new(reason).better(better));
    }
    if let Some(region) = tag.region.filter(|region| region.parse::<Country>().is_err()) {
        let reason = format!("“{region}” is no single country, and search engines know no others");
        return Err(Problem::new(reason).better(Some(written(&language, tag.script, None))));
    }
    if tag.more {
        let better = written(&language, tag.script, tag.region);
        return Err(
            Problem::new("search engines read only language, script and country").better(Some(better))
        );
    }
    Ok(())
}

/// The language of a tag in lower case, with one name where there are several: `nb` and `nn` are `no`.
pub(crate) fn language_of(tag: &str) -> String {
    let language = tag.trim().split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    let language = LONG_CODES.get(language.as_str()).map_or(language.as_str(), |short| short);
    let replaced = WITHDRAWN.iter().chain(&BROADER).find(|(known, _)| *known == language);
    match (replaced, language) {
        (Some((_, better)), _) => (*better).to_owned(),
        (None, "nb" | "nn") => "no".to_owned(),
        (None, "yue" | "wuu" | "nan" | "hak") => "zh".to_owned(),
        (None, language) => language.to_owned(),
    }
}

fn parse(tag: &str) -> Result<Tag<'_>, Problem> {
    if tag.is_empty() {
        return Err(Problem::new("it is empty"));
    }
    if tag.contains('_') {
        let better = tag.replace('_', "-");
        let better = check(&better).is_ok().then_some(better);
        return Err(Problem::new("its parts must be joined by hyphens, not underscores").better(better));
    }
    if let Some(odd) = tag.chars().find(|letter| !letter.is_ascii_alphanumeric() && *letter != '-') {
        return Err(Problem::new(format!("“{odd}” can't stand in a language code")));
    }
    let parts: Vec<&str> = tag.split('-').collect();
    if parts.iter().any(|part| part.is_empty()) {
        return Err(Problem::new("a hyphen stands where nothing follows or precedes it"));
    }
    let (language, mut rest) = (parts[0], &parts[1..]);
    if matches!(language, "x" | "X" | "i" | "I") && !rest.is_empty() {
        return Ok(Tag { language, script: None, region: None, more: true });
    }
    if !is_language(language) {
        return Err(unknown_language(language, rest));
    }
    let mut more = false;
    while let [first, tail @ ..] = rest
        && is_alphabetic(first, 3)
        && EXTENDED.contains(&&*language.to_ascii_lowercase())
    {
        (more, rest) = (true, tail);
    }
    let script = take(&mut rest, |part| is_alphabetic(part, 4));
    if let Some(script) = script.filter(|script| !SCRIPTS.contains(&*in_title_case(script))) {
        return Err(Problem::new(format!("“{script}” is no script")));
    }
    let region = take(&mut rest, |part| is_alphabetic(part, 2) || is_number(part));
    if let Some(region) = region.filter(|region| !is_region(region)) {
        return Err(unknown_region(language, script, region));
    }
    match misplaced(rest) {
        None => Ok(Tag { language, script, region, more: more || !rest.is_empty() }),
        Some(part) if region.is_none() => Err(unknown_region(language, script, part)),
        Some(part) => Err(Problem::new(format!("“{part}” means nothing there"))),
    }
}

/// Removes and returns the first part if `is_wanted` accepts it.
fn take<'a>(rest: &mut &[&'a str], is_wanted: impl Fn(&str) -> bool) -> Option<&'a str> {
    let (first, tail) = rest.split_first()?;
    if !is_wanted(first) {
        return None;
    }
    *rest = tail;
    Some(first)
}

/// The first part that is neither a variant nor part of an extension.
fn misplaced<'a>(rest: &[&'a str]) -> Option<&'a str> {
    let mut extended = false;
    for (index, part) in rest.iter().enumerate() {
        let fits = match part.len() {
            // Everything after `x` is private.
            1 if part.eq_ignore_ascii_case("x") && index + 1 < rest.len() => return None,
            1 => rest.get(index + 1).is_some_and(|next| next.len() > 1),
            4 => extended || part.as_bytes()[0].is_ascii_digit(),
            5..=8 => true,
            length => extended && length < 5,
        };
        if !fits {
            return Some(part);
        }
        extended |= part.len() == 1;
    }
    None
}

fn unknown_language(language: &str, rest: &[&str]) -> Problem {
    let lower = language.to_ascii_lowercase();
    let reason = format!("“{language}” is no language code");
    if let ([second], Ok(country)) = (rest, language.parse::<Country>())
        && second.len() == 2
        && is_language(second)
    {
        let better = written(&second.to_ascii_lowercase(), None, Some(country.upper()));
        return Problem::new("the language stands before the country").better(Some(better));
    }
    let mistaken = || MISTAKEN_LANGUAGES.iter().find(|(wrong, _)| *wrong == lower).map(|(_, right)| *right);
    let right = LONG_CODES.get(lower.as_str()).copied().or_else(mistaken);
    let better = right.map(|right| [&[right], rest].concat().join("-"));
    Problem::new(reason).better(better.filter(|better| check(better).is_ok()))
}

fn unknown_region(language: &str, script: Option<&str>, region: &str) -> Problem {
    let upper = region.to_ascii_uppercase();
    let right = MISTAKEN_COUNTRIES.iter().find(|(wrong, _)| *wrong == upper).map(|(_, right)| *right);
    let repeats = language.eq_ignore_ascii_case(region);
    let better = (right.is_some() || repeats).then(|| written(language, script, right));
    Problem::new(format!("“{region}” is no country code")).better(better)
}

/// A code in its usual spelling: `zh-Hant-HK`.
fn written(language: &str, script: Option<&str>, region: Option<&str>) -> String {
    let mut code = language.to_ascii_lowercase();
    if let Some(script) = script {
        code = format!("{code}-{}", in_title_case(script));
    }
    if let Some(region) = region {
        code = format!("{code}-{}", region.to_ascii_uppercase());
    }
    code
}

fn in_title_case(script: &str) -> String {
    let (first, rest) = script.split_at(script.len().min(1));
    first.to_ascii_uppercase() + &rest.to_ascii_lowercase()
}

fn is_language(part: &str) -> bool {
    let lower = part.to_ascii_lowercase();
    // `qaa` to `qtz` are for private use.
    LANGUAGES.contains(&*lower) || (lower.len() == 3 && ("qaa"..="qtz").contains(&&*lower))
}

fn is_region(part: &str) -> bool {
    let upper = part.to_ascii_uppercase();
    GROUPS.contains(&&*upper)
        || OTHER_REGIONS.contains(&&*upper)
        || ("QM"..="QZ").contains(&&*upper)
        || ("XA"..="XZ").contains(&&*upper)
        || part.parse::<Country>().is_ok()
}

fn is_alphabetic(part: &str, length: usize) -> bool {
    part.len() == length && part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_number(part: &str) -> bool {
    part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(result: Result<(), Problem>) -> String {
        result.map_or_else(|problem| problem.to_string(), |()| "fine".to_owned())
    }

    #[test]
    fn tags_of_the_standard_are_fine() {
        for tag in [
            "en",
            "EN-us",
            "vi-VN",
            "zh-Hant-HK",
            "zh-yue",
            "es-419",
            "sr-Latn",
            "de-CH-1996",
            "sl-rozaj-biske",
            "en-u-ca-gregory",
            "de-DE-x-phonebk",
            "x-klingon",
            "i-klingon",
            "fil",
            "iw",
            "en-001",
            "qab",
            "ca-valencia",
            "en-GB-oxendict",
            "mul",
            "und",
        ] {
            assert_eq!(describe(check(tag)), "fine", "{tag}");
        }
    }

    #[test]
    fn mistakes_are_named_with_the_right_code() {
        for (tag, expected) in [
            ("en-UK", "“UK” is no country code; write en-GB"),
            ("en_US", "its parts must be joined by hyphens, not underscores; write en-US"),
            ("english", "“english” is no language code; write en"),
            ("eng-US", "“eng” is no language code; write en-US"),
            ("vn", "“vn” is no language code; write vi"),
            ("us-en", "the language stands before the country; write en-US"),
            ("ja-JA", "“JA” is no country code; write ja"),
            ("en-usa", "“usa” is no country code; write en-US"),
            ("xx-XX", "“xx” is no language code"),
            ("en-", "a hyphen stands where nothing follows or precedes it"),
            ("en, fr", "“,” can't stand in a language code"),
            ("{{lang}}", "“{” can't stand in a language code"),
            ("zh-Hanx", "“Hanx” is no script"),
            ("en-US-u", "“u” means nothing there"),
        ] {
            assert_eq!(describe(check(tag)), expected, "{tag}");
        }
    }

    #[test]
    fn search_engines_take_less() {
        for code in ["x-default", "X-Default", "en", "en-gb", "zh-Hans", "zh-Hant-TW", "be", "pt-BR"] {
            assert_eq!(describe(check_hreflang(code)), "fine", "{code}");
        }
        for (code, expected) in [
            ("es-419", "“419” is no single country, and search engines know no others; write es"),
            ("en-EU", "“EU” is no single country, and search engines know no others; write en"),
            ("fil-PH", "search engines know no language “fil”, only those of ISO 639-1; write tl-PH"),
            ("iw", "search engines know no language “iw”, only those of ISO 639-1; write he"),
            ("de-CH-1996", "search engines read only language, script and country; write de-CH"),
            ("en-uk", "“uk” is no country code; write en-GB"),
            ("", "it is empty"),
        ] {
            assert_eq!(describe(check_hreflang(code)), expected, "{code}");
        }
    }

    #[test]
    fn names_of_one_language_are_one() {
        for (tag, language) in
            [("nb-NO", "no"), ("EN_us", "en"), ("zh-TW", "zh"), ("iw", "he"), ("deu", "de")]
        {
            assert_eq!(language_of(tag), language);
        }
    }
}
