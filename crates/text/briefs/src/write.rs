//! Assembles a brief.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::articles::brief::{
    BriefGap, BriefSection, BriefSource, ContentBrief, GapReason, KeywordFigures, PageHeading, RankingPage,
    RelatedKeyword, SourceOrigin,
};
use domain::articles::passages::{Passage, PassageId, PassageKind};
use domain::articles::research::SourceNumber;
use domain::keywords::normalise;
use domain::search::{SearchIntent, SerpPage};
use prose::passages::Index;
use seo::analysis::{AnalysisInput, SerpAnalysis};
use seo::gaps::GapKind;
use seo::intent::Evidence;
use seo::page::Page;
use seo::words;

use crate::casing::Casing;
use crate::input::BriefInput;
use crate::keyword::Keyword;
use crate::metadata::{Wording, meta_title};
use crate::outline::{Planned, plan};
use crate::texts::Texts;
use crate::topics::{PART_OF_IT, PageTopic};
use crate::{checklist, facts, form, links, missing, questions, terms, topics};

/// The most keywords besides that of the brief.
const RELATED: usize = 15;
/// The most headings of one page that are listed.
const HEADINGS: usize = 30;
const GAPS: usize = 10;

/// The input of the parts of a brief.
pub(crate) struct Context<'a> {
    pub(crate) input: &'a BriefInput,
    pub(crate) keyword: Keyword,
    pub(crate) casing: Casing,
    /// The sources that are about the keyword, by number.
    pub(crate) sources: Vec<SourceText<'a>>,
    pub(crate) passages: Vec<Passage>,
    pub(crate) index: Index,
    /// The relevance of each passage to the keyword, 0 to 1.
    pub(crate) relevance: Vec<f64>,
}

/// A source with its text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SourceText<'a> {
    pub(crate) number: SourceNumber,
    pub(crate) page: &'a Page,
    url: Option<&'a str>,
    position: Option<u32>,
}

/// Writes the brief. The time is linear in the text of the pages.
#[must_use]
pub fn write(input: &BriefInput) -> ContentBrief {
    let (mut brief, context) = made(input);
    number_passages(&mut brief, &context.passages);
    brief
}

/// A brief together with its passages: those that are relevant to the keyword, with the ids that the brief
/// uses.
#[must_use]
pub fn research(input: &BriefInput) -> (ContentBrief, Vec<Passage>) {
    let (mut brief, context) = made(input);
    let mut named = BTreeSet::new();
    for_each_passage(&mut brief, |id| {
        id.0 += 1;
        named.insert(id.0);
    });
    let usable = context.usable();
    let ids = (1..).zip(&context.passages).zip(usable);
    let passages = ids
        .filter(|((id, _), usable)| *usable || named.contains(id))
        .map(|((id, passage), _)| Passage { id: PassageId(id), ..passage.clone() });
    (brief, passages.collect())
}

/// The brief, with indices as the ids of passages.
fn made(input: &BriefInput) -> (ContentBrief, Context<'_>) {
    let language = input.language;
    let texts = Texts::of(language);
    let nothing = SerpPage::default();
    let serp = input.serp.as_ref().unwrap_or(&nothing);
    let intent = input.intent.clone().unwrap_or_else(|| intent_of(input, serp));
    let keyword = Keyword::read(&input.keyword, language, &intent, &serp.results);
    let (context, off_topic) = Context::of(input, keyword);
    let form = form::of(context.keyword.query_type, language);
    let analysis = context.analysis(serp);
    let topics = topics::find(&context);
    let competitors = analysis.as_ref().map(|analysis| &analysis.competitors);
    let recommended = competitors.and_then(|competitors| competitors.recommended_word_count);
    let words = input
        .words
        .or(recommended.map(|words| words.clamp(form.words, form.words * 2)))
        .unwrap_or(form.words);
    let asked = questions::collect(&context);
    let Planned { sections, questions } = plan(&context, form, &topics, analysis.as_ref(), asked, words);
    let facts = facts::collect(&context);
    let every_question = sections.iter().flat_map(|section| &section.questions).chain(&questions);
    let checklist = checklist::collect(&context, form, &facts, every_question);
    let wording = Wording { keyword: &context.keyword, casing: &context.casing };
    let titles = wording.titles(form, input.title.as_deref(), &input.suggestions);
    let internal_links = links::rank(&context, &sections);
    let mut warnings = input.warnings.clone();
    warnings.extend(off_topic.iter().map(|position| {
        let title = serp
            .results
            .iter()
            .find(|result| result.position == *position)
            .map_or("", |result| &result.title);
        texts.warn_off_topic(*position, title)
    }));
    if !input.links.is_empty() && internal_links.is_empty() {
        warnings.push(texts.check_links());
    }
    let gaps = context.gaps(analysis.as_ref(), &sections, &topics);
    let brief = ContentBrief {
        keyword: input.keyword.trim().to_owned(),
        language,
        country: input.country,
        query_type: context.keyword.query_type,
        query_type_reason: context.keyword.reason.clone(),
        form: form.description.to_owned(),
        intent,
        meta_title: meta_title(&titles),
        meta_description: wording.description(form),
        titles,
        recommended_words: words,
        median_words: competitors.and_then(|competitors| competitors.median_word_count),
        opening: form.opening.to_owned(),
        sections,
        facts,
        terms: terms::find(&context),
        gaps,
        questions,
        internal_links,
        checklist,
        keyword_figures: context.figures(),
        pages: context.ranking_pages(serp, &off_topic, texts),
        sources: context.sources.iter().map(SourceText::brief).collect(),
        passages: Vec::new(),
        missing: missing::parts(&input.missing, language),
        warnings,
    };
    (brief, context)
}

/// The section of a passage.
fn section(passage: &Passage) -> (SourceNumber, &[String]) {
    (passage.source, &passage.path)
}

/// An entry of a reference is as relevant to the keyword as most entries beside it, even if it does not
/// repeat the words of the keyword.
fn with_siblings(passages: &[Passage], mut relevance: Vec<f64>) -> Vec<f64> {
    let mut lists: BTreeMap<(SourceNumber, &[String]), Vec<usize>> = BTreeMap::new();
    for (index, passage) in passages.iter().enumerate() {
        if let (PassageKind::Definition, Some((_, above))) = (passage.kind, passage.path.split_last()) {
            lists.entry((passage.source, above)).or_default().push(index);
        }
    }
    for entries in lists.into_values() {
        let mut sorted: Vec<f64> = entries.iter().map(|entry| relevance[*entry]).collect();
        sorted.sort_by(f64::total_cmp);
        let median = sorted[sorted.len() / 2];
        for entry in entries {
            relevance[entry] = relevance[entry].max(median);
        }
    }
    relevance
}

fn intent_of(input: &BriefInput, serp: &SerpPage) -> SearchIntent {
    let pages: Vec<&Page> = input.pages.iter().map(|(_, page)| page).collect();
    let evidence = Evidence { features: &serp.features, results: &serp.results, pages: &pages };
    seo::intent::classify(&input.keyword, input.language, &evidence)
}

impl<'a> Context<'a> {
    /// Reads the sources. Also returns the positions of results about something else.
    fn of(input: &'a BriefInput, keyword: Keyword) -> (Self, Vec<u32>) {
        let language = input.language;
        let own = input.own.iter().map(|own| (&own.page, own.url.as_deref(), None));
        let readable =
            |page: &Page| page.language.is_none_or(|written| written == language) && !page.content.is_empty();
        let found = input
            .pages
            .iter()
            .filter(|(_, page)| readable(page))
            .map(|(position, page)| (page, Some(page.url.as_str()), Some(*position)));
        let mut sources = numbered(own.chain(found));
        let mut passages = gather(&sources, language);
        let query = keyword.query();
        let mut index = Index::of(&passages, language);
        // The rarity of words is judged over all pages, because the pages about the keyword all have its
        // words.
        let about: HashMap<String, f64> =
            index.about(&query).iter().map(|hit| (passages[hit.passage].text.clone(), hit.score)).collect();
        let strangers = index.off_topic(&query);
        let is_strange =
            |source: &SourceText<'_>| source.position.is_some() && strangers.contains(&source.number);
        let off_topic: Vec<u32> =
            sources.iter().filter(|source| is_strange(source)).filter_map(|source| source.position).collect();
        if !off_topic.is_empty() {
            let kept = sources.iter().filter(|source| !is_strange(source));
            sources = numbered(
                kept.map(|source| (source.page, source.url, source.position)).collect::<Vec<_>>().into_iter(),
            );
            passages = gather(&sources, language);
            index = Index::of(&passages, language);
        }
        let scores = passages.iter().map(|passage| about.get(&passage.text).copied().unwrap_or(0.0));
        let scores: Vec<f64> = scores.collect();
        let best = scores.iter().copied().fold(f64::EPSILON, f64::max);
        let relevance = with_siblings(&passages, scores.into_iter().map(|score| score / best).collect());
        let casing = Casing::of(&passages);
        (Self { input, keyword, casing, sources, passages, index, relevance }, off_topic)
    }

    /// Whether each passage may serve as evidence: it is the customer's, or something in its section is
    /// relevant to the keyword.
    fn usable(&self) -> Vec<bool> {
        let relevant =
            self.passages.iter().zip(&self.relevance).filter(|(_, relevance)| **relevance >= PART_OF_IT);
        let places: BTreeSet<_> = relevant.map(|(passage, _)| section(passage)).collect();
        let is_own = |passage: &Passage| passage.sources().any(|source| self.position(source).is_none());
        self.passages.iter().map(|passage| is_own(passage) || places.contains(&section(passage))).collect()
    }

    /// The rank of a source.
    pub(crate) fn position(&self, source: SourceNumber) -> Option<u32> {
        self.sources.iter().find(|known| known.number == source).and_then(|source| source.position)
    }

    /// The analysis of the results whose pages are about the keyword.
    fn analysis(&self, serp: &SerpPage) -> Option<SerpAnalysis> {
        let pages: Vec<(u32, Page)> =
            self.sources.iter().filter_map(|source| Some((source.position?, source.page.clone()))).collect();
        (!pages.is_empty()).then(|| {
            seo::analysis::analyse(AnalysisInput {
                query: &self.keyword.text,
                language: self.keyword.language,
                serp,
                pages: &pages,
                own_page: None,
            })
        })
    }

    /// The gaps of ranking pages. A heading with little relevance to the keyword is no gap.
    fn gaps(
        &self,
        analysis: Option<&SerpAnalysis>,
        sections: &[BriefSection],
        topics: &[PageTopic],
    ) -> Vec<BriefGap> {
        let is_heading = |text: &str| {
            let mut headings = self.sources.iter().flat_map(|source| &source.page.headings);
            headings.any(|heading| seo::bare_heading(&heading.text) == text)
        };
        let belongs = |gap: &&seo::gaps::ContentGap| {
            let names_something = self.shared(&self.keyword.text, &gap.topic) > 0
                || !words::split(&words::normalise(&gap.topic))
                    .all(|word| words::is_background(word, self.keyword.language));
            let is_topic = || topics.iter().any(|topic| topic.label.eq_ignore_ascii_case(&gap.topic));
            !is_heading(&gap.topic) || (names_something && is_topic())
        };
        let gaps = analysis.iter().flat_map(|analysis| &analysis.gaps).filter(belongs).take(GAPS);
        let gap = |gap: &seo::gaps::ContentGap| {
            let by_question = sections.iter().find(|section| {
                section.questions.iter().any(|question| normalise(&question.text) == normalise(&gap.topic))
            });
            let by_heading = || {
                sections.iter().find(|section| self.shared_beyond_keyword(&section.heading, &gap.topic) >= 1)
            };
            BriefGap {
                topic: gap.topic.clone(),
                reason: match gap.kind {
                    GapKind::MissingTopic => GapReason::MissingTopic,
                    GapKind::UnansweredQuestion => GapReason::UnansweredQuestion,
                    GapKind::ThinCoverage => GapReason::ThinCoverage,
                },
                coverage: gap.coverage,
                covered_by: gap.covered_by.clone(),
                opportunity: gap.opportunity,
                section: by_question.or_else(by_heading).map(|section| section.id.clone()),
            }
        };
        gaps.map(gap).collect()
    }

    fn ranking_pages(&self, serp: &SerpPage, off_topic: &[u32], texts: &'static Texts) -> Vec<RankingPage> {
        let page_at =
            |position: u32| self.input.pages.iter().find(|(at, _)| *at == position).map(|(_, page)| page);
        let results = serp.results.iter().map(|result| {
            let page = page_at(result.position);
            let source = self.sources.iter().find(|source| source.position == Some(result.position));
            let unread = self.input.unread.iter().find(|unread| unread.position == result.position);
            let strange = match page {
                Some(_) if off_topic.contains(&result.position) => Some(texts.off_topic),
                Some(page) if source.is_none() && page.content.is_empty() => Some(texts.no_text),
                Some(_) if source.is_none() => Some(texts.other_language),
                _ => None,
            };
            let headings = page.into_iter().flat_map(|page| &page.headings);
            RankingPage {
                position: result.position,
                title: result.title.clone(),
                url: result.url.clone(),
                source: source.map(|source| source.number),
                words: page.map(|page| page.word_count),
                headings: headings
                    .filter(|heading| matches!(heading.level, 2 | 3) && !seo::is_furniture(&heading.text))
                    .filter(|heading| heading.text.chars().nth(1).is_some())
                    .take(HEADINGS)
                    .map(|heading| PageHeading { level: heading.level, text: heading.text.clone() })
                    .collect(),
                left_out: unread.map(|unread| unread.reason.clone()).or(strange.map(str::to_owned)),
            }
        });
        results.collect()
    }
}

impl SourceText<'_> {
    fn brief(&self) -> BriefSource {
        BriefSource {
            number: self.number,
            title: self.page.title.clone().unwrap_or_else(|| self.page.url.clone()),
            url: self.url.map(str::to_owned),
            origin: if self.position.is_some() { SourceOrigin::Search } else { SourceOrigin::Customer },
            position: self.position,
            published: self.page.published.map(|date| date.to_string()),
        }
    }
}

fn numbered<'a>(
    texts: impl Iterator<Item = (&'a Page, Option<&'a str>, Option<u32>)>,
) -> Vec<SourceText<'a>> {
    let number =
        |(number, (page, url, position))| SourceText { number: SourceNumber(number), page, url, position };
    (1..).zip(texts).map(number).collect()
}

fn gather(sources: &[SourceText<'_>], language: domain::locale::Language) -> Vec<Passage> {
    prose::passages::gather(sources.iter().map(|source| (source.number, source.page)), language)
}

impl Context<'_> {
    /// Figures of the keyword and of related keywords, which share a word of the topic.
    fn figures(&self) -> KeywordFigures {
        let input = self.input;
        let is_close = |keyword: &str| self.shared(&self.keyword.head(), keyword) > 0;
        related(input, is_close)
    }
}

fn related(input: &BriefInput, is_close: impl Fn(&str) -> bool) -> KeywordFigures {
    let own = normalise(&input.keyword);
    let ideas = input.ideas.iter().flat_map(|ideas| &ideas.ideas);
    let of_keyword = ideas.clone().find(|idea| normalise(&idea.keyword) == own);
    let mut related: Vec<RelatedKeyword> = ideas
        .filter(|idea| normalise(&idea.keyword) != own && is_close(&idea.keyword))
        .map(|idea| RelatedKeyword { keyword: idea.keyword.clone(), monthly_searches: idea.average_searches })
        .collect();
    related.sort_by_key(|idea| std::cmp::Reverse(idea.monthly_searches));
    let searched = input.suggestions.iter().chain(input.serp.iter().flat_map(|serp| &serp.related_searches));
    for search in searched {
        let known = normalise(search) == own
            || related.iter().any(|idea| normalise(&idea.keyword) == normalise(search));
        if !known {
            related.push(RelatedKeyword { keyword: search.clone(), monthly_searches: None });
        }
    }
    related.truncate(RELATED);
    KeywordFigures {
        provider: input.ideas.as_ref().map(|ideas| ideas.provider.clone()),
        monthly_searches: of_keyword.and_then(|idea| idea.average_searches),
        related,
    }
}

/// Keeps the passages that are referenced and numbers them in order of first use.
fn number_passages(brief: &mut ContentBrief, passages: &[Passage]) {
    let mut numbers: HashMap<PassageId, PassageId> = HashMap::new();
    let mut kept: Vec<Passage> = Vec::new();
    let mut number = |id: &mut PassageId| {
        let new = *numbers.entry(*id).or_insert_with(|| {
            let new = PassageId(u32::try_from(kept.len() + 1).unwrap_or(u32::MAX));
            if let Some(passage) = usize::try_from(id.0).ok().and_then(|index| passages.get(index)) {
                kept.push(Passage { id: new, ..passage.clone() });
            }
            new
        });
        *id = new;
    };
    for_each_passage(brief, &mut number);
    brief.passages = kept;
    debug_assert_eq!(
        brief.passages.len(),
        brief.passages.iter().map(|passage| passage.id).collect::<BTreeSet<_>>().len()
    );
}

/// Calls a function for every id of a passage in reading order.
fn for_each_passage(brief: &mut ContentBrief, mut visit: impl FnMut(&mut PassageId)) {
    for section in &mut brief.sections {
        section.evidence.iter_mut().for_each(&mut visit);
        section.questions.iter_mut().flat_map(|question| &mut question.evidence).for_each(&mut visit);
    }
    brief.questions.iter_mut().flat_map(|question| &mut question.evidence).for_each(&mut visit);
    let values = brief.facts.iter_mut().flat_map(|fact| &mut fact.values);
    values.map(|value| &mut value.passage).for_each(&mut visit);
}
