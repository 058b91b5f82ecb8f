//! Pages of the customer's site, by how well they fit.

use domain::articles::brief::{BriefLink, BriefSection};
use domain::articles::order::InternalLink;
use domain::locale::Language;
use seo::words;

use crate::write::Context;

/// The most links that are proposed.
const MOST: usize = 10;

/// The pages that share words with the keyword or a section, best first.
pub(crate) fn rank(context: &Context<'_>, sections: &[BriefSection]) -> Vec<BriefLink> {
    let language = context.keyword.language;
    let keyword = compared(&context.keyword.text, language);
    let headings: Vec<(&BriefSection, Vec<String>)> =
        sections.iter().map(|section| (section, compared(&section.heading, language))).collect();
    let mut ranked: Vec<(usize, BriefLink)> = Vec::new();
    for link in &context.input.links {
        let own = compared(&described(link), language);
        let common = |words: &[String]| -> Vec<String> {
            own.iter().filter(|word| words.contains(word)).cloned().collect()
        };
        let with_keyword = common(&keyword);
        let beyond = |words: &[String]| common(words).iter().filter(|word| !keyword.contains(word)).count();
        let best =
            headings.iter().map(|(section, words)| (beyond(words), *section)).max_by_key(|(count, _)| *count);
        let section = best.filter(|(count, _)| *count > 0).map(|(_, section)| section);
        let mut shared = with_keyword.clone();
        if let Some(section) = section {
            shared.extend(
                common(&compared(&section.heading, language))
                    .into_iter()
                    .filter(|word| !with_keyword.contains(word)),
            );
        }
        if shared.is_empty() {
            continue;
        }
        let (url, title) = (link.url.clone(), link.title.clone());
        ranked.push((
            shared.len(),
            BriefLink { url, title, section: section.map(|section| section.id.clone()), shared },
        ));
    }
    ranked.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
    ranked.into_iter().take(MOST).map(|(_, link)| link).collect()
}

/// What a link is about: its title and the words of its path.
fn described(link: &InternalLink) -> String {
    let path = link.url.split_once("://").map_or(link.url.as_str(), |(_, rest)| rest);
    let path = path.split_once('/').map_or("", |(_, path)| path);
    let path = path.split(['?', '#']).next().unwrap_or_default().trim_end_matches(".html");
    format!("{} {}", link.title.as_deref().unwrap_or_default(), path.replace(['-', '_', '/', '.'], " "))
}

/// Words without marks, because URLs have none.
fn compared(text: &str, language: Language) -> Vec<String> {
    let normal = words::normalise(text);
    let telling = words::split(&normal).filter(|word| {
        !words::is_function_word(word, language)
            && word.chars().count() > 2
            && word.chars().any(char::is_alphabetic)
    });
    let mut all: Vec<String> =
        telling.map(|word| words::fold_diacritics(&seo::stem(word, language)).into_owned()).collect();
    all.sort_unstable();
    all.dedup();
    all
}
