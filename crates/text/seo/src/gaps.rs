//! Content gaps: topics that searchers look for and pages lack.
//!
//! Without a customer's page, a gap is a topic that belongs to the query and that few of the ranking pages
//! cover. With one, it is also a topic that most of them cover and the customer's page does not.

use serde::{Deserialize, Serialize};

use crate::analysis::AnalysisInput;
use crate::numbers::{as_f64, rounded};
use crate::page::Page;
use crate::questions::is_question;
use crate::topics::{Bag, Profile, Space, Topics, Treatment};
use crate::vocabulary::Corpus;

/// The most gaps that are reported.
const MAX_GAPS: usize = 20;
/// The most questions, and the most related searches, that are examined.
const MAX_DEMANDS: usize = 30;
/// The similarity from which two gaps are one.
const SAME: f64 = 0.42;
/// The share of common words from which one gap is part of another.
const CONTAINED: f64 = 0.65;
/// A gap with less opportunity is not worth writing about.
const WORTHWHILE: f64 = 0.3;
/// Few pages cover a topic if their share is at most this.
const FEW: f64 = 0.4;

/// A topic worth writing about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContentGap {
    /// The topic, in the words of a page or of searchers.
    pub topic: String,
    pub kind: GapKind,
    /// The share of the pages that cover it, 0 to 1.
    pub coverage: f64,
    /// The positions of the results that cover it.
    pub covered_by: Vec<u32>,
    /// The potential gain, 0 to 1.
    pub opportunity: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GapKind {
    /// A topic is not covered.
    MissingTopic,
    /// A question is not answered.
    UnansweredQuestion,
    /// A topic is only mentioned, or covered by few.
    ThinCoverage,
}

/// The evidence that a topic belongs to the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The question with this number on the results page.
    Asked(usize),
    /// A suggested search on the results page.
    Searched,
    /// Headings of pages about the topic with this number.
    Headings(usize),
}

struct Candidate {
    text: String,
    bag: Bag,
    origin: Origin,
    treatments: Vec<Treatment>,
    by_own_page: Option<Treatment>,
}

pub(crate) fn find(input: &AnalysisInput<'_>, topics: &Topics<'_>) -> Vec<ContentGap> {
    if topics.page_count() == 0 {
        return Vec::new();
    }
    let own = input.own_page.map(|page| own_profile(page, input, topics));
    let candidates = candidates(input, topics, own.as_ref());
    let demanded: Vec<Bag> = candidates
        .iter()
        .filter(|candidate| !matches!(candidate.origin, Origin::Headings(_)))
        .map(|candidate| candidate.bag.clone())
        .collect();
    let mut gaps: Vec<(ContentGap, Bag)> = candidates
        .into_iter()
        .filter_map(|candidate| {
            let gap = candidate.gap(input, topics, &demanded).filter(|gap| gap.opportunity >= WORTHWHILE)?;
            Some((gap, candidate.bag))
        })
        .collect();
    gaps.sort_by(|(one, _), (other, _)| {
        other.opportunity.total_cmp(&one.opportunity).then_with(|| one.topic.cmp(&other.topic))
    });
    distinct(gaps, &topics.space)
}

fn own_profile(page: &Page, input: &AnalysisInput<'_>, topics: &Topics<'_>) -> Profile {
    let corpus = Corpus::of(&[page], input.query, input.language);
    Profile::of(page, &corpus, 0, &topics.space)
}

fn candidates(input: &AnalysisInput<'_>, topics: &Topics<'_>, own: Option<&Profile>) -> Vec<Candidate> {
    let asked = input.serp.people_also_ask.iter().take(MAX_DEMANDS).enumerate().map(|(index, asked)| {
        (asked.question.clone(), topics.space.bag(&asked.question), Origin::Asked(index))
    });
    let searched = input
        .serp
        .related_searches
        .iter()
        .take(MAX_DEMANDS)
        .map(|search| (search.clone(), topics.space.bag(search), Origin::Searched));
    let headings = topics
        .all
        .iter()
        .enumerate()
        .map(|(index, topic)| (topic.label.clone(), topic.bag.clone(), Origin::Headings(index)));
    asked
        .chain(searched)
        .chain(headings)
        .filter(|(_, bag, origin)| is_worth_a_look(bag, *origin, &topics.space))
        .map(|(text, bag, origin)| Candidate {
            treatments: treatments(&bag, origin, input, topics),
            by_own_page: own.map(|profile| profile.treatment(&bag, &topics.space)),
            text,
            bag,
            origin,
        })
        .collect()
}

/// How well each page covers it. A page whose heading belongs to the topic, or that the engine quotes as the
/// answer, always covers it.
fn treatments(bag: &Bag, origin: Origin, input: &AnalysisInput<'_>, topics: &Topics<'_>) -> Vec<Treatment> {
    let surely = |index: usize, page: &Page| match origin {
        Origin::Headings(topic) => topics.all[topic].with_heading.contains(&index),
        Origin::Asked(question) => {
            let source = input.serp.people_also_ask[question].source_url.as_deref();
            source.is_some_and(|source| bare(source) == bare(&page.url))
        }
        Origin::Searched => false,
    };
    let pages = input.pages.iter().zip(&topics.profiles).enumerate();
    pages
        .map(
            |(index, ((_, page), profile))| {
                if surely(index, page) { Treatment::Treated } else { profile.treatment(bag, &topics.space) }
            },
        )
        .collect()
}

/// A URL without the parts that do not change the page.
fn bare(url: &str) -> &str {
    url.split('#').next().unwrap_or_default().trim_end_matches('/')
}

/// Searchers' words count unless they only repeat the query; headings must name a topic.
fn is_worth_a_look(bag: &Bag, origin: Origin, space: &Space) -> bool {
    match origin {
        Origin::Headings(_) => space.names_something(bag),
        Origin::Asked(_) | Origin::Searched => !space.adds_nothing(bag),
    }
}

impl Candidate {
    fn treated_by(&self) -> Vec<usize> {
        let treated =
            self.treatments.iter().enumerate().filter(|(_, treatment)| **treatment == Treatment::Treated);
        treated.map(|(index, _)| index).collect()
    }

    /// The share of pages that mention or cover it.
    fn mentioned(&self) -> f64 {
        let known = self.treatments.iter().filter(|treatment| **treatment != Treatment::Missing).count();
        as_f64(known) / as_f64(self.treatments.len())
    }

    fn gap(&self, input: &AnalysisInput<'_>, topics: &Topics<'_>, demanded: &[Bag]) -> Option<ContentGap> {
        let treated_by = self.treated_by();
        let coverage = as_f64(treated_by.len()) / as_f64(self.treatments.len());
        let on_the_market = (coverage <= FEW)
            .then(|| self.demand(demanded))
            .flatten()
            .map(|demand| demand * (1.0 - coverage));
        let (kind, opportunity) = match self.by_own_page {
            Some(Treatment::Treated) => return None,
            Some(own) => {
                let behind =
                    (coverage > 0.0).then(|| self.behind_others(coverage, treated_by.len(), own)).flatten();
                let best = [on_the_market, behind].into_iter().flatten().max_by(f64::total_cmp)?;
                (self.kind(own == Treatment::Mentioned, input), best)
            }
            None => (self.kind(coverage > 0.0 || self.is_known_everywhere(), input), on_the_market?),
        };
        Some(ContentGap {
            topic: self.text.clone(),
            kind,
            coverage: rounded(coverage),
            covered_by: topics.positions(&treated_by),
            opportunity: rounded(opportunity.clamp(0.0, 1.0)),
        })
    }

    fn is_known_everywhere(&self) -> bool {
        !is_asked(self.origin) && self.mentioned() > 0.5
    }

    fn kind(&self, thin: bool, input: &AnalysisInput<'_>) -> GapKind {
        let question = is_asked(self.origin) || is_question(&self.text, input.language);
        match (thin, question) {
            (true, _) => GapKind::ThinCoverage,
            (false, true) => GapKind::UnansweredQuestion,
            (false, false) => GapKind::MissingTopic,
        }
    }

    /// The demand of searchers, 0 to 1; `None` without evidence of demand.
    fn demand(&self, demanded: &[Bag]) -> Option<f64> {
        match self.origin {
            Origin::Asked(index) => Some((0.95 - 0.02 * as_f64(index)).max(0.75)),
            Origin::Searched => Some(0.75),
            Origin::Headings(_) => {
                let wanted = demanded.iter().map(|bag| bag.likeness(&self.bag)).fold(0.0, f64::max);
                let elsewhere = self.mentioned();
                let shared = self.treated_by().len() > 1;
                // A single page's topic is no gap unless most others mention it or searchers look for it.
                (wanted >= 0.4 || elsewhere >= 0.7 || (shared && elsewhere >= 0.5))
                    .then_some(0.35 + 0.3 * elsewhere + 0.3 * wanted)
            }
        }
    }

    /// The customer's deficit: topics that at least two other pages, and most of them, cover.
    fn behind_others(&self, coverage: f64, pages: usize, own: Treatment) -> Option<f64> {
        let many = pages > 1 || self.treatments.len() == 1;
        let wanted = coverage >= FEW || !matches!(self.origin, Origin::Headings(_));
        let gain = 0.45 + 0.5 * coverage;
        (many && wanted).then_some(if own == Treatment::Mentioned { gain * 0.7 } else { gain })
    }
}

fn is_asked(origin: Origin) -> bool {
    matches!(origin, Origin::Asked(_))
}

/// The best of equivalent gaps.
fn distinct(gaps: Vec<(ContentGap, Bag)>, space: &Space) -> Vec<ContentGap> {
    let mut kept: Vec<(ContentGap, Bag)> = Vec::new();
    for (gap, bag) in gaps {
        if kept.len() == MAX_GAPS {
            break;
        }
        if kept.iter().all(|(_, known)| known.likeness(&bag) < SAME && space.overlap(known, &bag) < CONTAINED)
        {
            kept.push((gap, bag));
        }
    }
    kept.into_iter().map(|(gap, _)| gap).collect()
}
