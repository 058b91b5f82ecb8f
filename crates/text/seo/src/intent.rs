//! Classifies the search intent from the words of the query and the results page, if available.
//!
//! Every sign adds its weight to an intent, and the weights become probabilities. For the query alone, a
//! lexicon provides the signs, see the module `lexicon`; SERP features and ranking pages are stronger
//! evidence and have higher weights.

mod lexicon;
mod query;
mod results;

use domain::locale::Language;
use domain::search::{Intent, IntentSignal, OrganicResult, SearchIntent, SerpFeature};

use crate::numbers::rounded;
use crate::page::Page;

/// The most signals that are reported.
const MAX_SIGNALS: usize = 8;
/// A secondary intent is reported from this probability on.
const SECONDARY: f64 = 0.15;
/// Most searches are informational, so this is the default without other evidence.
const PRIOR: f64 = 1.0;
/// Several weak signs do not give certainty; higher values are more cautious.
const TEMPERATURE: f64 = 1.25;

/// The highest probability, because no intent is certain.
const SUREST: f64 = 0.98;

/// Evidence besides the query. All of it may be empty.
#[derive(Debug, Clone, Copy, Default)]
pub struct Evidence<'a> {
    /// Features of the results page besides results.
    pub features: &'a [SerpFeature],
    pub results: &'a [OrganicResult],
    /// The pages behind them.
    pub pages: &'a [&'a Page],
}

/// Classifies the search intent.
#[must_use]
pub fn classify(query: &str, language: Language, evidence: &Evidence<'_>) -> SearchIntent {
    let mut signals = query::signals(query, language);
    signals.extend(results::signals(query, language, evidence));
    let mut likely = probabilities(&signals);
    likely.sort_by(|(one, one_share), (other, other_share)| {
        other_share.total_cmp(one_share).then(one.cmp(other))
    });
    signals.retain(|signal| signal.weight >= 0.1);
    signals.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    signals.truncate(MAX_SIGNALS);
    let (primary, confidence) = likely[0];
    SearchIntent {
        primary,
        confidence: rounded(confidence.min(SUREST)),
        secondary: likely[1..]
            .iter()
            .filter(|(_, share)| *share >= SECONDARY)
            .map(|(intent, _)| *intent)
            .collect(),
        signals: signals
            .into_iter()
            .map(|signal| IntentSignal { weight: rounded(signal.weight), ..signal })
            .collect(),
    }
}

fn probabilities(signals: &[IntentSignal]) -> [(Intent, f64); 5] {
    let mut shares = Intent::ALL.map(|intent| {
        let prior = if intent == Intent::Informational { PRIOR } else { 0.0 };
        let score: f64 =
            signals.iter().filter(|signal| signal.intent == intent).map(|signal| signal.weight).sum();
        (intent, ((prior + score) / TEMPERATURE).exp())
    });
    let whole: f64 = shares.iter().map(|(_, share)| share).sum();
    for (_, share) in &mut shares {
        *share /= whole;
    }
    shares
}

#[cfg(test)]
mod tests {
    use domain::search::SignalSource;
    use url::Url;

    use super::*;

    fn result(title: &str, url: &str) -> OrganicResult {
        OrganicResult { position: 1, title: title.to_owned(), url: url.to_owned(), snippet: None, date: None }
    }

    #[test]
    fn a_query_alone_is_judged() {
        for (query, language, expected) in [
            ("how to descale a kettle", "en", Intent::Informational),
            ("dyson v15 review", "en", Intent::Commercial),
            ("buy nintendo switch", "en", Intent::Transactional),
            ("gov.uk", "en", Intent::Navigational),
            ("quán cà phê gần đây", "vi", Intent::Local),
            ("quan ca phe gan day", "vi", Intent::Local),
            ("comprar zapatillas baratas", "es", Intent::Transactional),
            ("meilleur aspirateur robot", "fr", Intent::Commercial),
            ("was ist photosynthese", "de", Intent::Informational),
            ("掃除機 おすすめ", "ja", Intent::Commercial),
            ("", "en", Intent::Informational),
        ] {
            let judged = classify(query, language.parse().unwrap(), &Evidence::default());
            assert_eq!(judged.primary, expected, "{query}: {judged:?}");
        }
    }

    #[test]
    fn what_the_engine_shows_decides_between_meanings() {
        let alone = classify("mercury", Language::ENGLISH, &Evidence::default());
        assert_eq!(alone.primary, Intent::Informational);
        let shown = [SerpFeature::LocalPack];
        let local =
            classify("mercury", Language::ENGLISH, &Evidence { features: &shown, ..Evidence::default() });
        assert_eq!(local.primary, Intent::Local);
        assert_eq!(local.signals[0].source, SignalSource::Features);
        assert!(local.secondary.contains(&Intent::Informational), "{local:?}");
    }

    #[test]
    fn results_and_pages_are_evidence() {
        let results = [
            result("Acme widgets – buy online", "https://shop.example/product/1"),
            result("Widget price", "https://other.example/products/widget"),
        ];
        let shop = "<script type=application/ld+json>{\"@type\":\"Product\"}</script>";
        let page = Page::read(shop, &Url::parse("https://shop.example/product/1").unwrap());
        let evidence = Evidence { results: &results, pages: &[&page], ..Evidence::default() };
        let judged = classify("widget", Language::ENGLISH, &evidence);
        assert_eq!(judged.primary, Intent::Transactional, "{judged:?}");
        let sources: Vec<SignalSource> = judged.signals.iter().map(|signal| signal.source).collect();
        for source in [SignalSource::Titles, SignalSource::Urls, SignalSource::Pages] {
            assert!(sources.contains(&source), "{judged:?}");
        }
    }

    #[test]
    fn the_home_of_a_site_named_like_the_query_is_the_goal() {
        let results =
            [result("Zorbly", "https://www.zorbly.com/"), result("Zorbly review", "https://blog.example/z")];
        let judged =
            classify("zorbly", Language::ENGLISH, &Evidence { results: &results, ..Evidence::default() });
        assert_eq!(judged.primary, Intent::Navigational, "{judged:?}");
    }
}
