//! Whether sections match their headings, and the article its topic.

use std::collections::{HashMap, HashSet};

use domain::articles::document::{Block, Section};
use domain::locale::Language;
use seo::words::{is_generic, normalise, split};

use super::statements::{Kind, Statement};
use super::vocabulary::{content_words, loose_words};
use super::{ContentCheck, Limit, Subject, counted, finding, measured, not_measured};
use crate::share;
use crate::spans::plain;
use crate::visible::Place;

/// Headings often use other words, so the limit is low.
const HEADINGS: Limit = Limit::AtLeast(0.4);
const TERMS: Limit = Limit::AtLeast(0.5);
const STUFFING: Limit = Limit::AtMost(1.5);
const SUBSTANCE: Limit = Limit::AtLeast(0.15);
/// Fewer terms or sections are not measured.
const FEWEST: usize = 3;
/// So few uses of the keyword in a short text are no stuffing.
const FEW_USES: usize = 8;
/// The least affinity of a section to its heading, as a share of the highest affinity of any section.
const NEAREST: f64 = 0.6;
/// A section is off topic if fewer of its sentences have a word of the topic.
const ON_TOPIC: f64 = 0.3;
/// How many uncommon words make a sentence specific.
const SPECIFIC: usize = 3;

/// The share of heading-related content that stands below the right headings.
pub(super) fn headings(subject: &Subject<'_>) -> ContentCheck {
    const NAME: &str = "heading_matter";
    let article = subject.input.article;
    let sections = Sections::new(&article.sections, subject.language());
    let last = article.sections.last().map(|section| &section.id);
    let (mut count, mut own, mut all, mut findings) = (0, 0.0, 0.0, Vec::new());
    for (_, section) in article.flattened() {
        // A conclusion may have any heading.
        if Some(&section.id) == last && section.children.is_empty() {
            continue;
        }
        count += 1;
        let matter = matter(subject, &sections, section);
        own += matter.own;
        all += matter.best;
        if matter.own < matter.best * NEAREST {
            let problem = format!("the section is not about its heading “{}”", section.heading);
            findings.push(finding(&Place::Section(section.id.clone()), problem, &beginning(section)));
        }
    }
    if count < FEWEST || all <= 0.0 {
        return not_measured(NAME, HEADINGS, "There are too few sections whose headings name something.");
    }
    let value = own / all;
    let kept = count - findings.len();
    let detail = format!(
        "{kept} of {} at least as much about their headings as any other; {:.0} % of the headings' matter stands below them.",
        counted(count, "section is", "sections are"),
        value * 100.0
    );
    measured(NAME, value, HEADINGS, detail, findings)
}

/// The word counts of every section of the second level.
struct Sections<'a> {
    all: Vec<(&'a Section, HashMap<String, u32>)>,
}

impl<'a> Sections<'a> {
    fn new(sections: &'a [Section], language: Language) -> Self {
        let counted = |section: &'a Section| {
            let mut counts = HashMap::new();
            for line in text(section).lines() {
                for sentence in prose::sentences::split(line, language) {
                    for word in loose_words(sentence, language) {
                        *counts.entry(word).or_insert(0) += 1;
                    }
                }
            }
            (section, counts)
        };
        Self { all: sections.iter().map(counted).collect() }
    }

    /// The affinity of a section to words. Words in few sections count more.
    fn affinity(&self, counts: &HashMap<String, u32>, wanted: &HashSet<String>) -> f64 {
        let weight = |word: &String| {
            let with = self.all.iter().filter(|(_, counts)| counts.contains_key(word)).count().max(1);
            (1.0 + crate::as_f64(self.all.len()) / crate::as_f64(with)).ln()
        };
        let uses = |word: &String| counts.get(word).copied().map_or(0.0, f64::from);
        wanted.iter().map(|word| weight(word) * uses(word) / (uses(word) + 1.0)).sum()
    }
}

/// The affinity of a section to a heading, and the highest affinity of any section.
struct Matter {
    own: f64,
    best: f64,
}

/// The affinity of sections to the words that a heading adds to the keyword. If no section has these words,
/// the heading uses other words, and its section must only be about the topic.
fn matter(subject: &Subject<'_>, sections: &Sections<'_>, section: &Section) -> Matter {
    let language = subject.language();
    let is_telling = |word: &String| !word.split(' ').all(|part| is_generic(part, language));
    let all: HashSet<String> =
        loose_words(&section.heading, language).into_iter().filter(is_telling).collect();
    // A syllable of a pair is not a word.
    let in_pair =
        |word: &String| all.iter().any(|pair| pair.contains(' ') && pair.split(' ').any(|part| part == word));
    let wanted: HashSet<String> = all.iter().filter(|word| !in_pair(word)).cloned().collect();
    let (mut own, mut best) = (0.0_f64, 0.0_f64);
    for (other, counts) in &sections.all {
        let affinity = sections.affinity(counts, &wanted);
        if contains(other, section) {
            own = own.max(affinity);
        } else {
            best = best.max(affinity);
        }
    }
    if own.max(best) > 0.0 {
        return Matter { own, best: own.max(best) };
    }
    Matter { own: 0.0, best: if is_on_topic(subject, section) { 0.0 } else { 1.0 } }
}

/// Whether `other` is the section itself or a subsection.
fn contains(section: &Section, other: &Section) -> bool {
    section.id == other.id || section.children.iter().any(|child| contains(child, other))
}

/// Whether enough of a section's statements have a word of the keyword or of its terms.
fn is_on_topic(subject: &Subject<'_>, section: &Section) -> bool {
    let language = subject.language();
    let mut topic: HashSet<String> =
        subject.keyword.heads.iter().chain(&subject.keyword.words).cloned().collect();
    topic.extend(subject.input.terms.iter().flat_map(|term| content_words(&term.text, language)));
    let within = |statement: &&Statement| match &statement.place {
        Place::Section(id) => section.id == *id || section.children.iter().any(|child| child.id == *id),
        _ => false,
    };
    let all: Vec<&Statement> = subject.statements.iter().filter(within).collect();
    let on_topic = all.iter().filter(|statement| {
        !loose_words(&statement.text, language).is_disjoint(&topic)
            || subject.keyword.share_in(&statement.text) > 0.0
    });
    share(on_topic.count(), all.len()) >= ON_TOPIC
}

/// All text below a heading.
fn text(section: &Section) -> String {
    let mut words = String::new();
    for block in &section.blocks {
        if let Block::Code { text, .. } = block {
            words.push_str(text);
            words.push('\n');
        }
        for text in block.texts() {
            words.push_str(&plain(text));
            words.push('\n');
        }
    }
    for child in &section.children {
        words.push_str(&child.heading);
        words.push('\n');
        words.push_str(&text(child));
    }
    words
}

fn beginning(section: &Section) -> String {
    text(section).lines().next().unwrap_or_default().to_owned()
}

/// The share of the topic's terms that the article has.
pub(super) fn terms(subject: &Subject<'_>) -> ContentCheck {
    const NAME: &str = "topic_terms";
    let terms = subject.input.terms;
    if terms.len() < FEWEST {
        return not_measured(NAME, TERMS, "No terms of the topic are known.");
    }
    let language = subject.language();
    let stems = |text: &str| {
        let normal = normalise(text);
        let stems: Vec<String> = split(&normal).map(|word| seo::stem(word, language)).collect();
        format!(" {} ", stems.join(" "))
    };
    let article = subject.input.article;
    let headings = article.flattened().into_iter().map(|(_, section)| section.heading.as_str());
    let said = subject.statements.iter().map(|statement| statement.text.as_str());
    let known = stems(&said.chain(headings).collect::<Vec<_>>().join(" ; "));
    let missing: Vec<&str> =
        terms.iter().map(|term| term.text.as_str()).filter(|term| !known.contains(&stems(term))).collect();
    let has = terms.len() - missing.len();
    let mut detail =
        format!("The article uses {has} of {}.", counted(terms.len(), "term", "terms of the topic"));
    if !missing.is_empty() {
        detail = format!("{detail} Missing: {}.", missing.join(", "));
    }
    measured(NAME, share(has, terms.len()), TERMS, detail, Vec::new())
}

/// The frequency of the whole keyword per 100 words.
pub(super) fn stuffing(subject: &Subject<'_>) -> ContentCheck {
    const NAME: &str = "keyword_stuffing";
    let parts: Vec<&str> = split(&subject.keyword.text).collect();
    let few = if subject.language() == Language::VIETNAMESE { 3 } else { 2 };
    if parts.len() <= few {
        return not_measured(NAME, STUFFING, "A keyword of few words is repeated in any good text.");
    }
    let (mut uses, mut words, mut findings) = (0, 0, Vec::new());
    for statement in &subject.statements {
        let normal = normalise(&statement.text);
        let said: Vec<&str> = split(&normal).collect();
        let count = said.windows(parts.len()).filter(|run| *run == parts).count();
        words += seo::words::count(&statement.text) as usize;
        uses += count;
        if count > 0 {
            findings.push(finding(&statement.place, "repeats the keyword", &statement.text));
        }
    }
    let rate = share(uses * 100, words);
    let rate = if uses < FEW_USES { rate.min(1.0) } else { rate };
    if STUFFING.holds(rate) {
        findings.clear();
    }
    let detail = format!("The whole keyword stands {uses} times in {words} words.");
    measured(NAME, rate, STUFFING, detail, findings)
}

/// The share of specific sentences, which have a figure, code, a name, or uncommon words.
pub(super) fn substance(subject: &Subject<'_>) -> ContentCheck {
    const NAME: &str = "substance";
    let language = subject.language();
    let sentences: Vec<_> = subject
        .statements
        .iter()
        .filter(|statement| matches!(statement.kind, Kind::Sentence | Kind::Answer | Kind::Item))
        .map(|statement| (statement, subject.keyword.others_of(statement)))
        .filter(|(_, words)| words.len() > 2)
        .collect();
    if sentences.len() < 5 {
        return not_measured(NAME, SUBSTANCE, "The article has too few sentences.");
    }
    let topical: HashSet<&String> = subject.evidence.passages.iter().flat_map(|(_, words)| words).collect();
    let is_specific = |(statement, words): &(&Statement, HashSet<&String>)| {
        let has_code = statement.text != statement.spoken;
        let telling = words.iter().filter(|word| {
            let common = word.split(' ').all(|part| is_generic(part, language))
                || seo::words::is_background(word, language);
            !common && (topical.is_empty() || topical.contains(*word))
        });
        has_code || !statement.numbers.is_empty() || telling.count() >= SPECIFIC
    };
    let empty: Vec<_> = sentences.iter().filter(|sentence| !is_specific(sentence)).collect();
    let specific = sentences.len() - empty.len();
    let findings = empty
        .iter()
        .map(|(statement, _)| finding(&statement.place, "says nothing specific", &statement.text))
        .collect();
    let detail = format!(
        "{specific} of {} something specific.",
        counted(sentences.len(), "sentence says", "sentences say")
    );
    measured(NAME, share(specific, sentences.len()), SUBSTANCE, detail, findings)
}
