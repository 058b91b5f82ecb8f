//! Search engine criteria: the keyword, title and description.

use seo::result_room::{Length, pixels};

use super::{Measurement, finding};
use crate::gates::subject::Subject;
use crate::visible::{PassageKind, Place};
use crate::{as_f64, share};

/// The keyword must occur within so many words.
const BEGINNING: usize = 100;

pub(super) fn keyword_placement(subject: &Subject<'_>) -> Measurement {
    let (article, keyword) = (subject.article, &subject.keyword);
    let running = subject.passages.iter().filter(|passage| passage.kind != PassageKind::Title);
    let beginning: Vec<&str> = running.take(BEGINNING).map(|passage| passage.text.as_str()).collect();
    let lacking = [
        (keyword.is_in(&article.meta_title), Place::Meta, "the results title lacks the keyword"),
        (keyword.is_in(&article.title), Place::Title, "the title lacks the keyword"),
        (
            keyword.is_in_first(&beginning.join("\n"), BEGINNING),
            Place::Introduction,
            "the first 100 words lack the keyword",
        ),
        (keyword.is_in_slug(&article.slug), Place::Meta, "the slug lacks the keyword"),
        (keyword.is_in(&article.meta_description), Place::Meta, "the description lacks the keyword"),
    ];
    let findings: Vec<_> = lacking
        .iter()
        .filter(|(there, ..)| !there)
        .map(|(_, place, problem)| finding(Some(place), *problem, None))
        .collect();
    Measurement { aimed: topical_headings(subject), ..Measurement::count(findings) }
}

/// The share of headings of the second and third level about the keyword.
fn topical_headings(subject: &Subject<'_>) -> Option<f64> {
    let headings: Vec<&str> = subject
        .article
        .flattened()
        .into_iter()
        .filter(|(level, _)| *level <= 3)
        .map(|(_, section)| section.heading.as_str())
        .collect();
    let on_topic = headings.iter().filter(|heading| subject.keyword.is_topic_of(heading)).count();
    (!headings.is_empty()).then(|| share(on_topic, headings.len()))
}

pub(super) fn keyword_density(subject: &Subject<'_>) -> Measurement {
    let keyword = &subject.keyword;
    let heads = keyword.head_count();
    if heads == 0 {
        return Measurement::default();
    }
    let uses: usize = subject.passages.iter().map(|passage| keyword.head_uses(&passage.text)).sum();
    let uses_of_each = share(uses, heads);
    let density = uses_of_each / f64::from(subject.words.max(1));
    let problem = format!(
        "uses each word of the keyword {uses_of_each:.0} times on average in {} words",
        subject.words
    );
    Measurement::new(Some(density), vec![finding(None, problem, None)])
}

pub(super) fn title_width(subject: &Subject<'_>) -> Measurement {
    let title = subject.article.meta_title.trim();
    let width = pixels(title);
    let problem = format!("the results title has {width} pixels");
    Measurement::new(Some(width.into()), vec![finding(Some(&Place::Meta), problem, Some(title))])
}

pub(super) fn title_length(subject: &Subject<'_>) -> Measurement {
    length("results title", &subject.article.meta_title)
}

pub(super) fn description_length(subject: &Subject<'_>) -> Measurement {
    length("description", &subject.article.meta_description)
}

/// Characters as the limits count them: ideographs are twice as wide, so half as many fit.
fn length(name: &str, text: &str) -> Measurement {
    let length = Length::of(text.trim());
    let problem = format!("the {name} has {} characters", length.characters);
    Measurement::new(Some(as_f64(length.in_latin())), vec![finding(Some(&Place::Meta), problem, Some(text))])
}
