//! A plan of what goes where, and the draft that is written from it for a given length.

use std::collections::BTreeSet;

use domain::articles::document::{Article, Block, Faq, Section};
use domain::articles::order::{ArticleOrder, WantedHeading};
use domain::articles::outline::{Outline, PlannedSection, SectionId};

use super::levels;
use super::measure::{block_words, outline, words};
use super::quotes;
use crate::corpus::Corpus;
use crate::discourse::{Writer, blocks, ordered, vary};
use crate::edges::{self, PlannedAnswer, Titles};
use crate::facts::{Fact, Unit, Unused};
use crate::text::capitalised;
use crate::topics::{self, Chapter, Headings, Named, Pool, Topic, Wanted};

/// The share of an article that its sections are about, in hundredths.
const BODY: usize = 75;

/// What goes where, whatever the length.
pub(super) struct Plan<'a> {
    units: &'a [Unit],
    introduction: Vec<usize>,
    ending: edges::Ending,
    conclusion_words: usize,
    answers: Vec<PlannedAnswer>,
    topics: Vec<Topic>,
    quotable: &'a [Fact],
}

/// A written article.
pub(super) struct Draft {
    pub(super) article: Article,
    pub(super) outline: Outline,
    pub(super) titles: Vec<String>,
    /// Which section is the conclusion.
    pub(super) conclusion: Option<SectionId>,
    pub(super) words: usize,
    pub(super) used: BTreeSet<u32>,
    pub(super) unused: Vec<Unused>,
    pub(super) unfilled: Vec<String>,
}

impl<'a> Plan<'a> {
    pub(super) fn of(
        units: &'a [Unit],
        quotable: &'a [Fact],
        order: &ArticleOrder,
        corpus: &Corpus<'_>,
    ) -> Self {
        let wanted = order.words as usize;
        let introduction = edges::reserve_introduction(units, corpus);
        let conclusion_words = wanted / 20;
        let ending = edges::reserve_conclusion(units, &introduction, conclusion_words, corpus);
        let taken: Vec<usize> = introduction.iter().copied().chain(ending.units()).collect();
        let topics = topics::topics(units, corpus);
        let spare =
            spare(units, &without(&topics, &taken.iter().copied().collect(), units, corpus), wanted, corpus);
        let answers = edges::answers(units, &taken, &spare, &order.keywords, corpus);
        let elsewhere: BTreeSet<usize> = taken
            .iter()
            .copied()
            .chain(answers.iter().flat_map(|answer| answer.units.iter().copied()))
            .collect();
        let topics = without(&topics, &elsewhere, units, corpus);
        Self { units, introduction, ending, conclusion_words, answers, topics, quotable }
    }

    /// How many words are left for the sections.
    pub(super) fn body_words(&self, wanted: usize) -> usize {
        let answers = self.answers.iter().flat_map(|answer| &answer.units);
        let edges: usize =
            self.introduction.iter().chain(answers).map(|unit| self.units[*unit].words()).sum();
        wanted.saturating_sub(edges + self.conclusion_words + 60)
    }

    /// Writes the article with about this many words in its sections.
    pub(super) fn write(&self, budget: usize, order: &ArticleOrder, writer: &mut Writer<'_>) -> Draft {
        let corpus = writer.corpus;
        let mut headings = self.headings(corpus);
        let Wanted { chapters, names, unfilled } = if order.outline.is_empty() {
            self.arranged(budget, order, &mut headings, writer)
        } else {
            self.as_wanted(budget, order, writer)
        };
        let every = names.iter().flat_map(|(name, below)| std::iter::once(name).chain(below));
        writer.headings = every.map(|name| name.heading.clone()).collect();
        let tops: Vec<Named> = names.iter().map(|(name, _)| name.clone()).collect();
        let (introduction, opening) = edges::introduction(&self.at(&self.introduction), &tops, writer);
        let (mut sections, mut planned) = self.sections(&chapters, &names, writer);
        for (section, plan) in sections.iter_mut().zip(&mut planned) {
            levels::nest(section, plan, &order.outline);
        }
        let faq = edges::faq(&self.answers, self.units, writer);
        let ending = self.conclusion(&chapters, sections.len(), &mut headings, writer);
        let conclusion = ending.as_ref().map(|section| section.id.clone());
        sections.extend(ending);
        let found = edges::titles(&tops, corpus, &writer.acts);
        let titles = found.titles.clone();
        let around = Edges { introduction, faq, excerpt: edges::excerpt(&opening), titles: found };
        let mut article = article(order, sections, around, writer);
        vary(&mut article, conclusion.as_ref(), corpus);
        let (used, unused) = (writer.used.clone(), writer.unused.clone());
        Draft {
            words: words(&article),
            outline: outline(&article, planned, conclusion.as_ref()),
            unfilled: missing(&order.outline, &article, unfilled),
            titles,
            conclusion,
            article,
            used,
            unused,
        }
    }

    /// Headings that are not given to questions yet.
    fn headings<'c>(&self, corpus: &'c Corpus<'c>) -> Headings<'c> {
        let mut headings = Headings::new(corpus);
        for answer in &self.answers {
            headings.take(&answer.question);
        }
        headings
    }

    /// Topics in chapters with headings of our own.
    fn arranged(
        &self,
        budget: usize,
        order: &ArticleOrder,
        headings: &mut Headings<'_>,
        writer: &Writer<'_>,
    ) -> Wanted {
        let pool = Pool::of(self.units, &self.topics, writer.corpus);
        let chosen = topics::choose(self.topics.clone(), &pool, self.units, budget);
        let chapters = topics::chapters(chosen, order.words as usize);
        let names = chapters.iter().map(|chapter| headings.name(chapter, self.units, &writer.acts)).collect();
        Wanted { chapters, names, unfilled: Vec::new() }
    }

    /// Topics below the headings that the customer wants.
    fn as_wanted(&self, budget: usize, order: &ArticleOrder, writer: &Writer<'_>) -> Wanted {
        let corpus = writer.corpus;
        let usual = self.body_words(order.words as usize);
        let ours = self.arranged(usual, order, &mut self.headings(corpus), writer);
        let mut named: Vec<(String, Vec<usize>)> = Vec::new();
        for (chapter, (name, below)) in ours.chapters.iter().zip(&ours.names) {
            let given = std::iter::once(name).chain(below).map(|name| name.heading.clone());
            named.extend(given.zip(chapter.topics.iter().map(|topic| topic.units.clone())));
        }
        let mut sorted = topics::sorted(&order.outline, &self.topics, &named, corpus);
        let pool = Pool::of(self.units, &self.topics, corpus);
        topics::keep_best(&mut sorted, &pool, self.units, budget);
        topics::arranged(&order.outline, sorted, corpus)
    }

    /// The sections of chapters that have something to say.
    fn sections(
        &self,
        chapters: &[Chapter],
        names: &[(Named, Vec<Named>)],
        writer: &mut Writer<'_>,
    ) -> (Vec<Section>, Vec<PlannedSection>) {
        let mut sections: Vec<Section> = Vec::new();
        let mut planned: Vec<PlannedSection> = Vec::new();
        let mut told: Vec<&Chapter> = Vec::new();
        for (chapter, (name, below)) in chapters.iter().zip(names) {
            let id = SectionId::top(sections.len() + 1);
            let (section, plan) = self.section(chapter, name, below, id, writer);
            if !section.blocks.is_empty() || !section.children.is_empty() {
                sections.push(section);
                planned.push(plan);
                told.push(chapter);
            }
        }
        quotes::place(self.quotable, &told, &mut sections, writer);
        (sections, planned)
    }

    fn conclusion(
        &self,
        chapters: &[Chapter],
        before: usize,
        headings: &mut Headings<'_>,
        writer: &mut Writer<'_>,
    ) -> Option<Section> {
        let body: Vec<usize> = chapters
            .iter()
            .flat_map(|chapter| &chapter.topics)
            .flat_map(|topic| topic.units.iter().copied())
            .collect();
        let body = self.at(&body);
        let blocks = edges::conclusion(&body, &self.ending, self.units, self.conclusion_words, writer);
        (!blocks.is_empty()).then(|| {
            let heading = conclusion_heading(self.ending.act(), headings, writer);
            Section { id: SectionId::top(before + 1), heading, blocks, children: Vec::new() }
        })
    }

    fn at(&self, units: &[usize]) -> Vec<&'a Unit> {
        units.iter().map(|unit| &self.units[*unit]).collect()
    }

    fn section(
        &self,
        chapter: &Chapter,
        name: &Named,
        below: &[Named],
        id: SectionId,
        writer: &mut Writer<'_>,
    ) -> (Section, PlannedSection) {
        let mut written = chapter.topics.iter().map(|topic| {
            writer.may_attribute = true;
            let order = ordered(&topic.units, self.units, writer.corpus.lexicon);
            let evidence: Vec<u32> =
                order.iter().flatten().flat_map(|unit| self.units[*unit].evidence()).collect();
            let passages: Vec<Vec<&Unit>> = order.iter().map(|passage| self.at(passage)).collect();
            (blocks(&passages, writer), evidence)
        });
        let (own, own_evidence) = written.next().unwrap_or_default();
        let rest: Vec<(Vec<Block>, Vec<u32>)> = written.collect();
        let mut children = Vec::new();
        let mut plans = Vec::new();
        for ((blocks, evidence), name) in rest.into_iter().zip(below) {
            if blocks.is_empty() {
                continue;
            }
            let id = id.child(children.len() + 1);
            plans.push(plan(&id, name, &blocks, evidence, Vec::new()));
            children.push(Section { id, heading: name.heading.clone(), blocks, children: Vec::new() });
        }
        let plan = plan(&id, name, &own, own_evidence, plans);
        (Section { id, heading: name.heading.clone(), blocks: own, children }, plan)
    }
}

/// The wanted headings that the article does not have, each once.
fn missing(wanted: &[WantedHeading], article: &Article, mut unfilled: Vec<String>) -> Vec<String> {
    let written: Vec<&str> =
        article.flattened().into_iter().map(|(_, section)| section.heading.as_str()).collect();
    for heading in wanted {
        if !written.contains(&heading.heading.as_str()) && !unfilled.contains(&heading.heading) {
            unfilled.push(heading.heading.clone());
        }
        unfilled = missing(&heading.children, article, unfilled);
    }
    unfilled
}

/// Topics without units that stand elsewhere, or can't stand in a section.
fn without(topics: &[Topic], elsewhere: &BTreeSet<usize>, units: &[Unit], corpus: &Corpus<'_>) -> Vec<Topic> {
    let mut topics = topics.to_vec();
    for topic in &mut topics {
        topic.units.retain(|unit| !elsewhere.contains(unit) && !units[*unit].needs_question());
    }
    topics.retain_mut(|topic| !topic.units.is_empty() && topics::keeps_name(topic, units, corpus));
    topics
}

/// Units that sections of the wanted length have no room for.
fn spare(units: &[Unit], topics: &[Topic], wanted: usize, corpus: &Corpus<'_>) -> BTreeSet<usize> {
    let pool = Pool::of(units, topics, corpus);
    let chosen = topics::choose(topics.to_vec(), &pool, units, wanted * BODY / 100);
    let told: BTreeSet<usize> = chosen.iter().flat_map(|topic| topic.units.iter().copied()).collect();
    (0..units.len()).filter(|unit| !told.contains(unit)).collect()
}

/// What stands around the sections.
struct Edges {
    introduction: Vec<Block>,
    faq: Option<Faq>,
    excerpt: String,
    titles: Titles,
}

fn article(order: &ArticleOrder, sections: Vec<Section>, edges: Edges, writer: &Writer<'_>) -> Article {
    let corpus = writer.corpus;
    let Titles { titles, description } = edges.titles;
    let title = order.title.clone().or_else(|| titles.first().cloned()).unwrap_or_default();
    let short = titles.iter().find(|title| title.chars().count() <= 60).cloned();
    let cited = corpus.research.sources.iter().filter(|source| writer.cited.contains(&source.number));
    Article {
        language: order.language,
        focus_keyword: order.focus_keyword.clone(),
        keywords: order.keywords.clone(),
        meta_title: short.unwrap_or_else(|| title.clone()),
        title,
        slug: edges::slug(&corpus.keyword.full),
        meta_description: description,
        excerpt: edges.excerpt,
        introduction: edges.introduction,
        sections,
        faq: edges.faq,
        images: Vec::new(),
        sources: cited.cloned().collect(),
    }
}

fn plan(
    id: &SectionId,
    name: &Named,
    blocks: &[Block],
    evidence: Vec<u32>,
    children: Vec<PlannedSection>,
) -> PlannedSection {
    let words = u32::try_from(blocks.iter().map(block_words).sum::<usize>()).unwrap_or(u32::MAX);
    let points = name.label.iter().cloned().collect();
    PlannedSection { id: id.clone(), heading: name.heading.clone(), points, evidence, words, children }
}

fn conclusion_heading(act: &str, headings: &mut Headings<'_>, writer: &mut Writer<'_>) -> String {
    let keyword = writer.corpus.keyword.full.clone();
    let in_text = writer.corpus.keyword.in_text(&topics::core_phrase(writer.corpus));
    loop {
        let Some(pattern) = writer.acts.next(act) else { return capitalised(&keyword) };
        let fits = !pattern.contains("{k}") && !pattern.contains("{K}") || !writer.corpus.keyword.asks_how;
        let heading = pattern.replace("{k}", &in_text).replace("{K}", &capitalised(&keyword));
        if fits && headings.take(&heading) {
            return heading;
        }
    }
}
