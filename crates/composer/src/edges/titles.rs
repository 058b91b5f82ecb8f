//! Title, description, excerpt and address: made of the keyword and of what the sections are really about.

use seo::words::{fold_diacritics, normalise};

use crate::corpus::Corpus;
use crate::discourse::Sentence;
use crate::text::{capitalised, count, enumerated, title_case};
use crate::topics::Named;
use crate::wording::Acts;

/// Lengths in characters that results pages show whole.
const TITLE: std::ops::RangeInclusive<usize> = 51..=60;
const DESCRIPTION: std::ops::RangeInclusive<usize> = 121..=156;
/// Doings that say nothing without what is done to.
const WITH_OBJECT: [&str; 14] = [
    "adding", "building", "buying", "choosing", "doing", "finding", "getting", "having", "keeping", "making",
    "putting", "setting", "taking", "using",
];
/// The longest address.
const SLUG: usize = 70;

/// Titles and descriptions.
pub(crate) struct Titles {
    /// Best first.
    pub(crate) titles: Vec<String>,
    pub(crate) description: String,
}

/// Titles and the description.
pub(crate) fn titles(names: &[Named], corpus: &Corpus<'_>, acts: &Acts) -> Titles {
    let mut shorts: Vec<String> = Vec::new();
    // `Noise and space` among others would make two of it.
    let and = format!(" {} ", corpus.lexicon.and());
    let first = |short: &String| short.split(&and).next().unwrap_or(short).to_owned();
    for short in
        names.iter().filter_map(|name| name.short.as_ref().map(first)).filter(|short| count(short) <= 4)
    {
        let fresh = corpus.vocabulary.keyword_share(&short) < 0.4;
        if fresh
            && !WITH_OBJECT.contains(&short.to_lowercase().as_str())
            && shorts
                .iter()
                .all(|known| corpus.vocabulary.bag(known).likeness(&corpus.vocabulary.bag(&short)) < 0.5)
        {
            shorts.push(short);
        }
    }
    // `Choosing a Bin and Rats` joins a doing with a thing.
    let (doings, things): (Vec<String>, Vec<String>) = shorts.into_iter().partition(|short| is_doing(short));
    let mut titles: Vec<String> = Vec::new();
    for alike in [doings, things] {
        for start in 0..alike.len() {
            let mut turned = alike.clone();
            turned.rotate_left(start);
            titles.extend(acts.all("title").filter_map(|pattern| title(pattern, &turned, corpus)));
        }
    }
    titles.sort_by_key(|title| misfit(title.chars().count(), &TITLE));
    titles.dedup();
    let mut plain: Vec<String> =
        acts.all("title_plain").filter_map(|pattern| title(pattern, &[], corpus)).collect();
    plain.sort_by_key(|title| misfit(title.chars().count(), &TITLE));
    // In Vietnamese a doing can't be told from a thing, so what sections are about may not go together.
    let told = |title: &&String| corpus.lexicon.is_english() && misfit(title.chars().count(), &TITLE) == 0;
    let told = titles.iter().take_while(told).count();
    titles.splice(told..told, plain);
    if titles.is_empty() {
        titles.push(corpus.keyword.titled());
    }
    titles.truncate(6);
    Titles { titles, description: description(names, corpus, acts) }
}

/// Whether a heading in short begins with what is done; `spring` has no vowel before its end.
fn is_doing(short: &str) -> bool {
    let stem = short.split_whitespace().next().and_then(|first| first.strip_suffix("ing"));
    stem.is_some_and(|stem| stem.contains(['a', 'e', 'i', 'o', 'u']))
}

/// How far a length is from a range.
fn misfit(length: usize, range: &std::ops::RangeInclusive<usize>) -> usize {
    if length > *range.end() { (length - range.end()) * 4 } else { range.start().saturating_sub(length) }
}

fn title(pattern: &str, shorts: &[String], corpus: &Corpus<'_>) -> Option<String> {
    // `How to Brew Tea Guide` and `Pump for a House Explained` are no English.
    if !corpus.keyword.is_plain_noun() && !pattern.starts_with("{K}:") {
        return None;
    }
    let mut text = pattern.replace("{K}", &corpus.keyword.titled());
    for (index, (upper, lower)) in [("{A}", "{a}"), ("{B}", "{b}"), ("{C}", "{c}")].into_iter().enumerate() {
        if text.contains(upper) || text.contains(lower) {
            let short = shorts.get(index)?;
            text = text.replace(upper, &title_case(&capitalised(short))).replace(lower, short);
        }
    }
    Some(text)
}

fn description(names: &[Named], corpus: &Corpus<'_>, acts: &Acts) -> String {
    let labels: Vec<String> =
        names.iter().filter_map(|name| name.label.clone()).filter(|label| count(label) <= 6).collect();
    let keyword = &corpus.keyword.full;
    let mut all: Vec<String> = Vec::new();
    for pattern in acts.all("description") {
        for most in 1..=labels.len() {
            let topics = enumerated(&labels[..most], corpus.lexicon.and());
            all.push(
                pattern
                    .replace("{K}", &capitalised(keyword))
                    .replace("{k}", keyword)
                    .replace("{topics}", &topics),
            );
        }
    }
    all.into_iter()
        .min_by_key(|text| misfit(text.chars().count(), &DESCRIPTION))
        .unwrap_or_else(|| capitalised(keyword))
}

/// Two sentences for lists.
pub(crate) fn excerpt(introduction: &[Sentence]) -> String {
    introduction.iter().take(2).map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// The last part of the address.
pub(crate) fn slug(keyword: &str) -> String {
    let normal = normalise(keyword).replace('\'', "");
    let folded = fold_diacritics(&normal);
    let mut slug = String::new();
    for word in folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if slug.chars().count() + word.chars().count() >= SLUG {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(word);
    }
    slug
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_plain() {
        assert_eq!(slug("du lịch Hội An tự túc"), "du-lich-hoi-an-tu-tuc");
        assert_eq!(slug("What's new?"), "whats-new");
    }

    #[test]
    fn doings_are_told_from_things() {
        assert!(is_doing("choosing a bin") && is_doing("using it"));
        assert!(!is_doing("rats") && !is_doing("spring") && !is_doing("đèn lồng"));
    }

    #[test]
    fn too_long_is_worse_than_too_short() {
        assert!(misfit(62, &TITLE) > misfit(45, &TITLE));
        assert_eq!(misfit(55, &TITLE), 0);
    }
}
