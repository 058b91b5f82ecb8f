//! Pages of the customer's site, by how well they fit.

use std::collections::BTreeMap;

use domain::articles::brief::{BriefLink, BriefSection};
use domain::articles::order::InternalLink;
use domain::locale::Language;
use seo::words;

use crate::write::Context;

/// The most links that are suggested.
const MOST: usize = 10;

/// The pages that share words with the keyword or a section, best first.
pub(crate) fn rank(context: &Context<'_>, sections: &[BriefSection]) -> Vec<BriefLink> {
    let language = context.keyword.language;
    let keyword = compared(&context.keyword.text, language);
    let beyond_keyword = |section: &BriefSection| {
        let mut words = compared(&section.heading, language);
        words.retain(|key, _| !keyword.contains_key(key));
        words
    };
    let headings: Vec<_> = sections.iter().map(|section| (section, beyond_keyword(section))).collect();
    let propose = |link: &InternalLink| {
        let own = compared(&described(link), language);
        let common = |words: &BTreeMap<String, String>| -> Vec<String> {
            words.iter().filter(|(key, _)| own.contains_key(*key)).map(|(_, word)| word.clone()).collect()
        };
        let best = headings.iter().map(|(section, words)| (common(words), *section));
        let best = best.max_by_key(|(words, _)| words.len()).filter(|(words, _)| !words.is_empty());
        let (in_heading, section) = best.map(|(words, section)| (words, section.id.clone())).unzip();
        let mut shared = common(&keyword);
        shared.extend(in_heading.unwrap_or_default());
        let (url, title) = (link.url.clone(), link.title.clone());
        (!shared.is_empty()).then_some(BriefLink { url, title, section, shared })
    };
    let mut links: Vec<BriefLink> = context.input.links.iter().filter_map(propose).collect();
    links.sort_by_key(|link| std::cmp::Reverse(link.shared.len()));
    links.truncate(MOST);
    links
}

/// The words that describe a link: its title and the words of its path.
fn described(link: &InternalLink) -> String {
    let path = link.url.split_once("://").map_or(link.url.as_str(), |(_, rest)| rest);
    let path = path.split_once('/').map_or("", |(_, path)| path);
    let path = path.split(['?', '#']).next().unwrap_or_default().trim_end_matches(".html");
    format!("{} {}", link.title.as_deref().unwrap_or_default(), path.replace(['-', '_', '/', '.'], " "))
}

/// The significant words of a text as they are written, by their stems without diacritics, because URLs have
/// none.
fn compared(text: &str, language: Language) -> BTreeMap<String, String> {
    let normal = words::normalise(text);
    let telling = words::split(&normal).filter(|word| {
        !words::is_function_word(word, language)
            && word.chars().count() > 2
            && word.chars().any(char::is_alphabetic)
    });
    let key = |word: &str| words::fold_diacritics(&seo::stem(word, language)).into_owned();
    telling.map(|word| (key(word), word.to_owned())).collect()
}
