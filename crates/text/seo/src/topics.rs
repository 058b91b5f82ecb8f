//! The topics of a set of pages: their headings, grouped by subject.

mod coverage;
mod space;

use std::collections::HashSet;
use std::sync::LazyLock;

use domain::locale::Language;

use crate::analysis::AnalysisInput;
use crate::competitors::CommonHeading;
use crate::numbers::{as_f64, rounded};
use crate::page::Page;
use crate::questions::without_number;
use crate::vocabulary::Corpus;
use crate::words;

pub(crate) use coverage::{Profile, Treatment};
pub(crate) use space::{Bag, Space};
pub use space::{stem, stems};

/// The similarity from which a heading joins the topic of others.
const JOINS: f64 = 0.5;
/// The most headings of one page that are examined.
const MAX_HEADINGS: usize = 40;

/// A topic of the pages.
#[derive(Debug)]
pub(crate) struct Topic {
    /// The heading that is most similar to all others.
    pub(crate) label: String,
    /// The average of its headings.
    pub(crate) bag: Bag,
    /// Which pages have a heading about it, by index.
    pub(crate) with_heading: Vec<usize>,
}

/// The topics of the pages that rank.
#[derive(Debug)]
pub(crate) struct Topics<'a> {
    pub(crate) space: Space,
    pub(crate) all: Vec<Topic>,
    pub(crate) profiles: Vec<Profile>,
    pages: &'a [(u32, Page)],
}

struct Heading<'a> {
    page: usize,
    text: &'a str,
    bag: Bag,
}

impl<'a> Topics<'a> {
    pub(crate) fn of(input: &AnalysisInput<'a>, corpus: &Corpus) -> Self {
        let texts: Vec<(usize, &str)> = input
            .pages
            .iter()
            .enumerate()
            .flat_map(|(index, (_, page))| topic_headings(page).map(move |text| (index, text)))
            .collect();
        let asked = input.serp.people_also_ask.iter().map(|asked| asked.question.as_str());
        let searched = input.serp.related_searches.iter().map(String::as_str);
        let own = input.own_page.into_iter().flat_map(topic_headings);
        let every = texts.iter().map(|(_, text)| *text).chain(asked).chain(searched).chain(own);
        let space = Space::of(input.query, input.language, every);
        let headings = texts.iter().map(|(page, text)| Heading { page: *page, text, bag: space.bag(text) });
        let headings: Vec<Heading<'_>> =
            headings.filter(|heading| !space.adds_nothing(&heading.bag)).collect();
        let all = gather(&headings).into_iter().map(|group| topic(&group)).collect();
        let profiles = input
            .pages
            .iter()
            .enumerate()
            .map(|(index, (_, page))| Profile::of(page, corpus, index, &space))
            .collect();
        Self { space, all, profiles, pages: input.pages }
    }

    pub(crate) fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// The positions of the results with these indices.
    pub(crate) fn positions(&self, pages: &[usize]) -> Vec<u32> {
        let mut positions: Vec<u32> = pages.iter().map(|index| self.pages[*index].0).collect();
        positions.sort_unstable();
        positions
    }

    /// The topics with headings on at least this share of pages, and at least two pages; most common first.
    pub(crate) fn with_headings_on(&self, share: f64) -> impl Iterator<Item = CommonHeading> {
        let pages = as_f64(self.page_count().max(1));
        let mut common: Vec<(&Topic, CommonHeading)> = Vec::new();
        for topic in self.all.iter().filter(|topic| self.space.names_something(&topic.bag)) {
            let with_heading = self.with_heading(topic);
            let coverage = as_f64(with_heading.len()) / pages;
            if with_heading.len() > 1 && coverage >= share {
                let covered_by = self.positions(&with_heading);
                common.push((
                    topic,
                    CommonHeading { text: topic.label.clone(), coverage: rounded(coverage), covered_by },
                ));
            }
        }
        common.sort_by(|(_, one), (_, other)| {
            other.coverage.total_cmp(&one.coverage).then_with(|| one.text.cmp(&other.text))
        });
        let mut distinct: Vec<(&Topic, CommonHeading)> = Vec::new();
        for (topic, heading) in common {
            if distinct.iter().all(|(known, _)| known.bag.likeness(&topic.bag) < JOINS) {
                distinct.push((topic, heading));
            }
        }
        distinct.into_iter().map(|(_, heading)| heading)
    }

    /// The pages with a heading about a topic, whether it is in the group or a wider one.
    fn with_heading(&self, topic: &Topic) -> Vec<usize> {
        let has = |(index, profile): &(usize, &Profile)| {
            topic.with_heading.contains(index) || profile.has_heading_about(&topic.bag, &self.space)
        };
        self.profiles.iter().enumerate().filter(has).map(|(index, _)| index).collect()
    }
}

/// The subject of headings on several pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadingTopic {
    /// The heading that is most similar to all others, without number.
    pub label: String,
    /// Every heading about it, as written on the page, with the index of its page.
    pub headings: Vec<(usize, String)>,
}

/// The headings of pages (H2 to H4), grouped by subject, in order of appearance. Headings that add nothing to
/// the query and generic headings are left out.
#[must_use]
pub fn heading_topics(query: &str, language: Language, pages: &[&Page]) -> Vec<HeadingTopic> {
    let texts: Vec<(usize, &str)> = pages
        .iter()
        .enumerate()
        .flat_map(|(index, page)| topic_headings(page).map(move |text| (index, text)))
        .collect();
    let space = Space::of(query, language, texts.iter().map(|(_, text)| *text));
    let headings = texts.iter().map(|(page, text)| Heading { page: *page, text, bag: space.bag(text) });
    let headings: Vec<Heading<'_>> = headings.filter(|heading| space.names_something(&heading.bag)).collect();
    let groups = gather(&headings);
    let topics = groups.iter().map(|group| HeadingTopic {
        label: topic(group).label,
        headings: group.iter().map(|heading| (heading.page, heading.text.to_owned())).collect(),
    });
    topics.collect()
}

/// The headings of a page that may name a topic: neither its title nor generic headings.
fn topic_headings(page: &Page) -> impl Iterator<Item = &str> {
    page.headings
        .iter()
        .filter(|heading| (2..=4).contains(&heading.level))
        .map(|heading| bare(&heading.text))
        .filter(|text| !is_furniture(text))
        .take(MAX_HEADINGS)
}

/// A heading without number, step and colon: `Step 2: Grind the beans`.
#[must_use]
pub fn bare(heading: &str) -> &str {
    let text = without_number(heading).trim_end_matches([':', '.', ' ']);
    let Some((before, after)) = text.split_once([':', '.', '-', '–']) else { return text };
    let normal = words::normalise(before);
    let step = normal
        .split_whitespace()
        .next()
        .is_some_and(|word| matches!(word, "step" | "bước" | "phần" | "part"));
    let numbered = before.ends_with(|last: char| last.is_ascii_digit() || last.is_whitespace());
    if step && numbered && !after.trim().is_empty() { after.trim() } else { text }
}

/// Generic headings that name no topic, with the words that pages use most.
static FURNITURE: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("topics/furniture.txt").lines().collect());

/// Whether a heading is generic and names no topic: `Conclusion`.
#[must_use]
pub fn is_furniture(heading: &str) -> bool {
    let normal = words::normalise(heading);
    let words: Vec<&str> = words::split(&normal).collect();
    let asks_for_questions =
        matches!(words.last(), Some(&("questions" | "faq" | "faqs"))) || words.starts_with(&["câu", "hỏi"]);
    words.is_empty() || asks_for_questions || FURNITURE.contains(words.join(" ").as_str())
}

/// Groups headings: each joins the group with the highest average similarity, if that is sufficient.
fn gather<'a, 'b>(headings: &'b [Heading<'a>]) -> Vec<Vec<&'b Heading<'a>>> {
    let mut groups: Vec<Vec<&Heading<'_>>> = Vec::new();
    for heading in headings {
        let average = |group: &Vec<&Heading<'_>>| {
            group.iter().map(|member| member.bag.likeness(&heading.bag)).sum::<f64>() / as_f64(group.len())
        };
        let best = groups
            .iter_mut()
            .map(|group| (average(group), group))
            .max_by(|one, other| one.0.total_cmp(&other.0));
        match best {
            Some((likeness, group)) if likeness >= JOINS => group.push(heading),
            _ => groups.push(vec![heading]),
        }
    }
    groups
}

fn topic(group: &[&Heading<'_>]) -> Topic {
    let bag = Bag::middle(group.iter().map(|heading| &heading.bag));
    let closeness = |heading: &Heading<'_>| heading.bag.likeness(&bag);
    let label = group.iter().max_by(|one, other| {
        closeness(one)
            .total_cmp(&closeness(other))
            .then_with(|| other.text.len().cmp(&one.text.len()))
            .then_with(|| other.text.cmp(one.text))
    });
    let mut with_heading: Vec<usize> = group.iter().map(|heading| heading.page).collect();
    with_heading.sort_unstable();
    with_heading.dedup();
    Topic { label: label.map(|heading| heading.text.to_owned()).unwrap_or_default(), bag, with_heading }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_bared() {
        assert_eq!(bare("Step 2: Grind the beans"), "Grind the beans");
        assert_eq!(bare("Bước 1. Tráng phin"), "Tráng phin");
        assert_eq!(bare("3. Storage:"), "Storage");
        assert_eq!(bare("Cold brew: a guide"), "Cold brew: a guide");
        assert_eq!(bare("Part-time work"), "Part-time work");
    }

    #[test]
    fn the_furniture_of_articles_is_no_topic() {
        for heading in ["Conclusion", "FAQs", "Kết luận", "Patient questions", "Câu hỏi của bạn đọc", "—"]
        {
            assert!(is_furniture(heading), "{heading}");
        }
        assert!(!is_furniture("Storage") && !is_furniture("Related plants"));
    }

    #[test]
    fn headings_are_gathered_by_what_they_are_about() {
        let texts = [
            "How to store cold brew",
            "Grind size",
            "Storing cold brew",
            "Choosing a grind size",
            "Caffeine",
        ];
        let space = Space::of("cold brew", domain::locale::Language::ENGLISH, texts.into_iter());
        let headings: Vec<Heading<'_>> = texts
            .iter()
            .enumerate()
            .map(|(page, text)| Heading { page, text, bag: space.bag(text) })
            .collect();
        let topics: Vec<Topic> = gather(&headings).iter().map(|group| topic(group)).collect();
        let pages: Vec<&[usize]> = topics.iter().map(|topic| topic.with_heading.as_slice()).collect();
        assert_eq!(pages, [&[0, 2][..], &[1, 3], &[4]]);
        assert_eq!(topics[1].label, "Grind size");
    }
}
