//! Writes content briefs: gathers the results of search, autocomplete, keyword planners and the customer's
//! site, and combines them.
//!
//! A brief never fails: it names each part that is not available and what to configure, and is filled from
//! what is available.

use std::sync::Arc;
use std::time::Duration;

use briefs::{BriefInput, KeywordIdeas, Missing, OwnSource, UnreadPage};
use domain::Timestamp;
use domain::articles::brief::{BriefPart, BriefSource, ContentBrief, MissingPart, MissingReason};
use domain::articles::order::{ArticleInput, InternalLink, USUAL_WORDS};
use domain::articles::research::{Grounding, Research, Source};
use domain::keywords::{IdeaSeed, IdeasQuery, SuggestQuery};
use ports::{Clock, FailureKind, ServeError};
use seo::page::Page;

use crate::analyse_serp::Explored;
use crate::cpu_pool::CpuPool;
use crate::find_keyword_ideas::{FindKeywordIdeas, Ideas, IdeasInput};
use crate::research_error::ResearchError;
use crate::research_topic::{Read, ResearchTopic, source};
use crate::suggest_keywords::{Expansion, SuggestKeywords, Suggestions, SuggestionsInput};

#[derive(Clone)]
pub struct WriteBrief {
    research: ResearchTopic,
    ideas: FindKeywordIdeas,
    suggest: SuggestKeywords,
    cpu_pool: CpuPool,
    clock: Arc<dyn Clock>,
}

impl WriteBrief {
    /// The maximum number of keywords and completions that are considered.
    const MOST_IDEAS: usize = 100;
    const MOST_SUGGESTIONS: usize = 40;
    /// How old cached answers may be: figures change once a month, completions slowly.
    const MAX_AGE: Duration = Duration::from_hours(24);

    #[must_use]
    pub fn new(
        research: ResearchTopic,
        ideas: FindKeywordIdeas,
        suggest: SuggestKeywords,
        cpu_pool: CpuPool,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { research, ideas, suggest, cpu_pool, clock }
    }

    /// Writes the brief for a request.
    pub async fn write(&self, order: &ArticleInput) -> ContentBrief {
        let input = self.gather(order).await;
        self.cpu_pool.run(move || briefs::write(&input)).await
    }

    /// The evidence for an article of a model: a brief with all passages of the sources. Never fails: it
    /// names what is not available, and and whether there is no evidence at all.
    pub(crate) async fn research(&self, order: &ArticleInput) -> Research {
        let input = self.gather(order).await;
        let at = self.clock.now();
        self.cpu_pool.run(move || researched(&input, at)).await
    }

    async fn gather(&self, order: &ArticleInput) -> BriefInput {
        // Completions of the keyword, and questions about its topic, because `why how to …` is no search.
        let topic = briefs::topic(&order.focus_keyword, order.language);
        let (explored, own, ideas, completions, questions, links) = tokio::join!(
            self.research.search(order),
            self.research.read_sources(order),
            self.find_ideas(order),
            self.complete(order, order.focus_keyword.clone(), Expansion::None),
            self.complete(order, topic, Expansion::Questions),
            self.research.links(order),
        );
        let mut gathered = Gathered::new(order);
        gathered.add_search(explored);
        gathered.add_sources(own);
        gathered.add_ideas(ideas);
        gathered.add_suggestions(completions, questions);
        gathered.add_links(order, links);
        gathered.input
    }

    async fn find_ideas(&self, order: &ArticleInput) -> Result<Ideas, ResearchError> {
        let seeds = std::iter::once(&order.focus_keyword).chain(&order.keywords).cloned().collect();
        let query =
            IdeasQuery { seed: IdeaSeed::Keywords(seeds), country: order.country, language: order.language };
        let wanted = IdeasInput { query, after: None, limit: Self::MOST_IDEAS, max_age: Some(Self::MAX_AGE) };
        self.ideas.find(&wanted).await
    }

    async fn complete(
        &self,
        order: &ArticleInput,
        text: String,
        expansion: Expansion,
    ) -> Result<Suggestions, ResearchError> {
        let query = SuggestQuery { text, country: order.country, language: order.language };
        let wanted = SuggestionsInput {
            query,
            source: None,
            expansion,
            limit: Self::MOST_SUGGESTIONS,
            max_age: Some(Self::MAX_AGE),
        };
        self.suggest.suggest(&wanted).await
    }
}

/// The brief of an article with its sources and passages.
fn researched(input: &BriefInput, at: Timestamp) -> Research {
    let (brief, passages) = briefs::research(input);
    let mut own = input.own.iter().map(|own| &own.page);
    let page = |source: &BriefSource| match source.position {
        Some(position) => input.pages.iter().find(|(of, _)| *of == position).map(|(_, page)| page),
        None => own.next(),
    };
    let read: Vec<Option<&Page>> = brief.sources.iter().map(page).collect();
    let sources = brief.sources.iter().zip(read);
    let sources: Vec<Source> =
        sources.filter_map(|(of, page)| Some(source(of.number, page?, of.url.as_deref(), at))).collect();
    let grounding = match (input.serp.is_some(), sources.is_empty()) {
        (_, true) => Grounding::Unavailable,
        (true, false) => Grounding::Search,
        (false, false) => Grounding::Sources,
    };
    let lacks = brief.missing.iter().filter(|part| is_ground(part));
    let mut warnings: Vec<String> = lacks.map(|part| part.message.clone()).collect();
    warnings.extend(brief.warnings.iter().cloned());
    Research { grounding, sources, passages, brief: Some(Box::new(brief)), warnings }
}

/// Whether an article is worse without this part.
fn is_ground(part: &MissingPart) -> bool {
    match part.part {
        BriefPart::SearchResults | BriefPart::RankingPages => true,
        BriefPart::Sources => part.reason != MissingReason::NotRequested,
        _ => false,
    }
}

/// The input of a brief while data is gathered.
struct Gathered {
    input: BriefInput,
}

impl Gathered {
    fn new(order: &ArticleInput) -> Self {
        let input = BriefInput {
            keyword: order.focus_keyword.clone(),
            language: order.language,
            country: order.country,
            // A length that was not requested is left to the pages that rank.
            words: (order.words != USUAL_WORDS).then_some(order.words),
            title: order.title.clone(),
            outline: order.outline.clone(),
            keywords: order.keywords.clone(),
            ..BriefInput::default()
        };
        Self { input }
    }

    fn miss(&mut self, part: BriefPart, reason: MissingReason, settings: &[&str], detail: Option<String>) {
        let settings = settings.iter().map(|setting| (*setting).to_owned()).collect();
        self.input.missing.push(Missing { part, reason, settings, detail });
    }

    /// Records a part that no engine provided.
    fn fail(&mut self, part: BriefPart, error: &ResearchError) {
        tracing::info!(%error, part = part.as_str(), "a brief is written without one of its parts");
        match error {
            ResearchError::Engines(ServeError::NotConfigured { settings, .. }) => {
                self.miss(part, MissingReason::NotConfigured, settings, None);
            }
            ResearchError::Engines(ServeError::Failed { failures })
                if failures.iter().all(|failure| failure.kind == FailureKind::NotSetUp) =>
            {
                self.miss(part, MissingReason::NotConfigured, &[], None);
            }
            _ => self.miss(part, MissingReason::Unavailable, &[], None),
        }
    }

    fn add_search(&mut self, explored: Result<Explored, ResearchError>) {
        let Explored { findings, pages } = match explored {
            Ok(explored) => explored,
            Err(error) => return self.fail(BriefPart::SearchResults, &error),
        };
        let unread = findings.missing_pages.into_iter();
        self.input.unread =
            unread.map(|page| UnreadPage { position: page.position, reason: page.reason }).collect();
        if findings.serp.results.is_empty() {
            self.miss(BriefPart::SearchResults, MissingReason::Empty, &[], None);
        } else if pages.is_empty() {
            self.miss(BriefPart::RankingPages, MissingReason::Unavailable, &["sources"], None);
        }
        self.input.intent = Some(findings.analysis.intent);
        self.input.serp = Some(findings.serp);
        self.input.pages = pages;
    }

    fn add_sources(&mut self, own: Vec<Result<Read, String>>) {
        if own.is_empty() {
            self.miss(BriefPart::Sources, MissingReason::NotRequested, &["sources"], None);
        }
        for source in own {
            match source {
                Ok(Read { page, has_address }) => {
                    let url = has_address.then(|| page.url.clone());
                    self.input.own.push(OwnSource { url, page });
                }
                Err(reason) => {
                    self.miss(BriefPart::Sources, MissingReason::Unavailable, &[], Some(reason));
                }
            }
        }
    }

    fn add_ideas(&mut self, ideas: Result<Ideas, ResearchError>) {
        match ideas {
            Ok(ideas) if ideas.ideas.is_empty() => {
                self.miss(BriefPart::KeywordFigures, MissingReason::Empty, &["keywords.engines"], None);
            }
            Ok(ideas) => {
                let provider = ideas.provider;
                let ideas = ideas.ideas.into_iter().map(|rated| rated.idea).collect();
                self.input.ideas = Some(KeywordIdeas { provider, ideas });
            }
            Err(error) => self.fail(BriefPart::KeywordFigures, &error),
        }
    }

    fn add_suggestions(
        &mut self,
        completions: Result<Suggestions, ResearchError>,
        questions: Result<Suggestions, ResearchError>,
    ) {
        let mut failure = None;
        for outcome in [completions, questions] {
            match outcome {
                Ok(found) => {
                    self.input.suggestions.extend(found.suggestions.into_iter().map(|one| one.keyword));
                }
                Err(error) => failure = Some(error),
            }
        }
        match failure {
            _ if !self.input.suggestions.is_empty() => {}
            Some(error) => self.fail(BriefPart::Suggestions, &error),
            None => self.miss(BriefPart::Suggestions, MissingReason::Empty, &[], None),
        }
    }

    fn add_links(&mut self, order: &ArticleInput, links: Result<Vec<InternalLink>, String>) {
        match links {
            _ if order.internal_links.is_none() => {
                self.miss(BriefPart::InternalLinks, MissingReason::NotRequested, &["internalLinks"], None);
            }
            Ok(links) if links.is_empty() => {
                self.miss(BriefPart::InternalLinks, MissingReason::Empty, &["internalLinks"], None);
            }
            Ok(links) => self.input.links = links,
            Err(reason) => {
                self.miss(BriefPart::InternalLinks, MissingReason::Unavailable, &[], Some(reason));
            }
        }
    }
}

#[cfg(test)]
mod evidence_tests;
#[cfg(test)]
mod tests;
