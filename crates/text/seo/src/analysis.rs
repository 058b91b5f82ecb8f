//! The whole analysis of a results page and the pages behind it.

use domain::locale::Language;
use domain::search::{AskedQuestion, SearchIntent, SerpPage};
use serde::{Deserialize, Serialize};

use crate::competitors::{self, Competitors};
use crate::gaps::{self, ContentGap};
use crate::intent::{self, Evidence};
use crate::page::Page;
use crate::questions;
use crate::terms::{self, Term};
use crate::topics::Topics;
use crate::vocabulary::Corpus;
use crate::words;

/// The most questions of the pages that are reported.
const MAX_QUESTIONS: usize = 30;

/// The input of the analysis.
#[derive(Debug, Clone, Copy)]
pub struct AnalysisInput<'a> {
    pub query: &'a str,
    pub language: Language,
    pub serp: &'a SerpPage,
    /// The pages that were read, each with the position of its result, best first.
    pub pages: &'a [(u32, Page)],
    /// The customer's own page, if gaps are computed against it.
    pub own_page: Option<&'a Page>,
}

/// The result of the analysis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SerpAnalysis {
    pub intent: SearchIntent,
    /// Questions on the pages with their answers, without duplicates.
    pub questions: Vec<AskedQuestion>,
    /// Topics that the pages, or the customer's page, lack. Best first.
    pub gaps: Vec<ContentGap>,
    /// The terms of the pages, highest weight first.
    pub terms: Vec<Term>,
    /// Common features of the pages.
    pub competitors: Competitors,
}

/// Analyses a results page. The time is linear in the text of the pages.
#[must_use]
pub fn analyse(input: AnalysisInput<'_>) -> SerpAnalysis {
    let pages: Vec<&Page> = input.pages.iter().map(|(_, page)| page).collect();
    let corpus = Corpus::of(&pages, input.query, input.language);
    let terms = terms::weighted(&corpus);
    let topics = Topics::of(&input, &corpus);
    let evidence = Evidence { features: &input.serp.features, results: &input.serp.results, pages: &pages };
    SerpAnalysis {
        intent: intent::classify(input.query, input.language, &evidence),
        questions: asked(&pages),
        gaps: gaps::find(&input, &topics),
        competitors: competitors::summary(&pages, &topics),
        terms,
    }
}

fn asked(pages: &[&Page]) -> Vec<AskedQuestion> {
    let mut known = std::collections::HashSet::new();
    let new = |asked: &AskedQuestion| {
        let words: Vec<String> =
            words::split(&words::normalise(&asked.question)).map(str::to_owned).collect();
        known.insert(words)
    };
    pages.iter().flat_map(|page| questions::in_page(page)).filter(new).take(MAX_QUESTIONS).collect()
}
