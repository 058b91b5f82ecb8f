//! What an article must not do: link to other sites, or reveal how it was made.

use domain::articles::document::{Article, Block, Span, Text};

use super::{Measurement, finding};
use crate::cleaning::artefacts::artefact;
use crate::gates::subject::Subject;
use crate::links::{AllowedLinks, addresses};
use crate::visible::{Place, passages_outside_code};

/// Every block with its place.
fn blocks(article: &Article) -> impl Iterator<Item = (Place, &Block)> {
    let introduction = article.introduction.iter().map(|block| (Place::Introduction, block));
    let sections = article.flattened().into_iter().flat_map(|(_, section)| {
        section.blocks.iter().map(|block| (Place::Section(section.id.clone()), block))
    });
    introduction.chain(sections)
}

pub(super) fn foreign_links(subject: &Subject<'_>) -> Measurement {
    let allowed = AllowedLinks::new(&subject.article.sources, subject.context.internal_links);
    let mut findings = Vec::new();
    for (place, text) in texts(subject.article) {
        for span in text {
            if let Span::Link { url, .. } = span
                && !allowed.allows(url)
            {
                findings.push(finding(Some(&place), "links to a page that is not allowed", Some(url)));
            }
        }
    }
    for passage in &passages_outside_code(subject.article) {
        let written = addresses(&passage.text);
        findings
            .extend(written.map(|address| finding(Some(&passage.place), "writes an address", Some(address))));
    }
    Measurement::count(findings)
}

/// Every text with marks and its place.
fn texts(article: &Article) -> Vec<(Place, &Text)> {
    let mut all = Vec::new();
    for (place, block) in blocks(article) {
        all.extend(block.texts().into_iter().map(|text| (place.clone(), text)));
    }
    let answers = article.faq.iter().flat_map(|faq| &faq.items).map(|item| (Place::Faq, &item.answer));
    all.into_iter().chain(answers).collect()
}

pub(super) fn artefacts(subject: &Subject<'_>) -> Measurement {
    let mut findings = Vec::new();
    let article = subject.article;
    let meta = [&article.meta_title, &article.meta_description, &article.excerpt];
    let hidden = meta.into_iter().map(|text| (&Place::Meta, text.as_str()));
    let passages = passages_outside_code(article);
    let visible = passages.iter().flat_map(|passage| {
        let sentences = prose::sentences::split(&passage.text, subject.language());
        sentences.into_iter().map(|sentence| (&passage.place, sentence))
    });
    for (place, text) in visible.chain(hidden) {
        if let Some(found) = artefact(text) {
            findings.push(finding(Some(place), format!("shows how it was made: {found}"), Some(text)));
        }
    }
    Measurement::count(findings)
}
