//! Intent signs on a results page and the pages behind it.

use domain::locale::Language;
use domain::search::{Intent, IntentSignal, OrganicResult, SerpFeature, SignalSource};
use url::Url;

use super::Evidence;
use super::lexicon::{Class, lexicon};
use crate::numbers::as_f64;
use crate::page::{Page, PageSignal};
use crate::words;

/// The weight of a sign that all results have.
const TITLES: f64 = 2.5;
const URLS: f64 = 2.5;
const PAGES: f64 = 3.0;
/// Weaker words of a title count as chance.
const CLEAR: f64 = 2.0;
/// A sign on a smaller share of the results counts as chance.
const ENOUGH: f64 = 0.3;

pub(super) fn signals(query: &str, language: Language, evidence: &Evidence<'_>) -> Vec<IntentSignal> {
    let mut signals = features(evidence.features);
    signals.extend(titles(language, evidence.results));
    signals.extend(addresses(evidence.results));
    signals.extend(one_site(query, evidence.results));
    signals.extend(pages(evidence.pages));
    signals
}

/// The intents of features.
#[rustfmt::skip]
const FEATURES: [(SerpFeature, Intent, f64, &str); 15] = [
    (SerpFeature::LocalPack, Intent::Local, 2.8, "a map with businesses is shown"),
    (SerpFeature::Shopping, Intent::Transactional, 1.5, "products with prices are shown"),
    (SerpFeature::Shopping, Intent::Commercial, 0.9, "products with prices are shown"),
    (SerpFeature::Sitelinks, Intent::Navigational, 1.8, "links into one site are shown"),
    (SerpFeature::FeaturedSnippet, Intent::Informational, 0.8, "an answer is shown above the results"),
    (SerpFeature::AiOverview, Intent::Informational, 0.4, "a generated answer is shown"),
    (SerpFeature::KnowledgePanel, Intent::Informational, 0.5, "facts about an entity are shown"),
    (SerpFeature::KnowledgePanel, Intent::Navigational, 0.4, "facts about an entity are shown"),
    (SerpFeature::PeopleAlsoAsk, Intent::Informational, 0.2, "questions are shown"),
    (SerpFeature::Ads, Intent::Transactional, 0.6, "ads are shown"),
    (SerpFeature::Ads, Intent::Commercial, 0.4, "ads are shown"),
    (SerpFeature::TopStories, Intent::Informational, 0.8, "news are shown"),
    (SerpFeature::Videos, Intent::Informational, 0.3, "videos are shown"),
    (SerpFeature::Images, Intent::Informational, 0.2, "pictures are shown"),
    (SerpFeature::Discussions, Intent::Commercial, 0.4, "forum threads are shown"),
];

fn features(shown: &[SerpFeature]) -> Vec<IntentSignal> {
    FEATURES
        .iter()
        .filter(|(feature, ..)| shown.contains(feature))
        .map(|(_, intent, weight, evidence)| IntentSignal {
            intent: *intent,
            source: SignalSource::Features,
            evidence: (*evidence).to_owned(),
            weight: *weight,
        })
        .collect()
}

fn titles(language: Language, results: &[OrganicResult]) -> Vec<IntentSignal> {
    let lexicon = lexicon(language);
    shares(SignalSource::Titles, TITLES, results, |result| {
        let normal = words::normalise(&result.title);
        let words: Vec<&str> = words::split(&normal).take(20).collect();
        let mut cues: Vec<(Intent, f64)> = Vec::new();
        for found in lexicon.find(&words) {
            if let Class::Cue(intent) = found.class
                && found.weight >= CLEAR
            {
                cues.push((intent, found.weight));
            }
        }
        let strongest = cues.into_iter().max_by(|one, other| one.1.total_cmp(&other.1));
        strongest.map(|(intent, _)| intent)
    })
}

/// Parts of URLs, in search order.
const PATHS: [(Intent, &[&str]); 4] = [
    (
        Intent::Commercial,
        &[
            "/best-",
            "/top-",
            "/review",
            "-review",
            "-vs-",
            "/compare",
            "/versus",
            "/danh-gia",
            "/so-sanh",
            "/tot-nhat",
        ],
    ),
    (
        Intent::Local,
        &["/maps", "/biz/", "/location", "/restaurant", "/near-me", "/store-locator", "/hotel", "/dia-diem"],
    ),
    (
        Intent::Transactional,
        &[
            "/product",
            "/dp/",
            "/shop",
            "/item",
            "/collections/",
            "/buy",
            "/cart",
            "/pricing",
            "/download",
            "/san-pham",
            "/gia-",
        ],
    ),
    (
        Intent::Informational,
        &[
            "/wiki/",
            "/blog",
            "/article",
            "/guide",
            "/news",
            "/learn",
            "/how-to",
            "/what-is",
            "/recipe",
            "/help",
            "/tin-tuc",
            "/kien-thuc",
            "/cach-",
            "/question",
        ],
    ),
];

fn addresses(results: &[OrganicResult]) -> Vec<IntentSignal> {
    shares(SignalSource::Urls, URLS, results, |result| {
        let url = Url::parse(&result.url).ok()?;
        let host = url.host_str().unwrap_or_default();
        if host.contains("wikipedia.") {
            return Some(Intent::Informational);
        }
        let path = url.path().to_ascii_lowercase();
        PATHS
            .iter()
            .find(|(_, parts)| parts.iter().any(|part| path.contains(part)))
            .map(|(intent, _)| *intent)
    })
}

/// Detects a first result that is the home page of a site named like the query, or results of one site only.
fn one_site(query: &str, results: &[OrganicResult]) -> Option<IntentSignal> {
    let first = Url::parse(&results.first()?.url).ok()?;
    let domain = registrable(&first)?;
    let name: String = words::fold_diacritics(&words::normalise(query)).split_whitespace().collect();
    let label = domain.split('.').next()?.replace('-', "");
    let named = label.len() > 2 && name.contains(&label);
    let home = first.path().len() <= 1;
    let of_domain = |result: &&OrganicResult| {
        Url::parse(&result.url).ok().and_then(|url| registrable(&url)).as_ref() == Some(&domain)
    };
    let share = as_f64(results.iter().filter(of_domain).count()) / as_f64(results.len());
    let weight = match (named, home) {
        (true, true) => 2.5,
        (true, false) => 1.0,
        (false, _) if share >= 0.5 && results.len() > 2 => 1.5,
        (false, _) => return None,
    };
    Some(IntentSignal {
        intent: Intent::Navigational,
        source: SignalSource::Urls,
        evidence: format!("{domain} leads the results"),
        weight,
    })
}

fn registrable(url: &Url) -> Option<String> {
    // An IP address is no site name.
    let host = url.domain()?;
    psl::domain_str(host).map(str::to_owned)
}

fn pages(pages: &[&Page]) -> Vec<IntentSignal> {
    shares(SignalSource::Pages, PAGES, pages, |page| kind_of(page))
}

/// The intent of a page.
fn kind_of(page: &Page) -> Option<Intent> {
    let declares = |names: &[&str]| page.schema_types.iter().any(|name| names.contains(&name.as_str()));
    let shows = |signal: PageSignal| page.signals.contains(&signal);
    if declares(&["Product", "ProductGroup", "Offer", "SoftwareApplication"]) || shows(PageSignal::BuyButton)
    {
        Some(Intent::Transactional)
    } else if declares(&["Review", "ItemList", "AggregateRating"]) {
        Some(Intent::Commercial)
    } else if declares(&LOCAL_BUSINESSES) || (shows(PageSignal::Address) && shows(PageSignal::OpeningHours)) {
        Some(Intent::Local)
    } else if declares(&[
        "Article",
        "BlogPosting",
        "NewsArticle",
        "HowTo",
        "FAQPage",
        "Recipe",
        "QAPage",
        "TechArticle",
    ]) {
        Some(Intent::Informational)
    } else {
        None
    }
}

const LOCAL_BUSINESSES: [&str; 12] = [
    "LocalBusiness",
    "Restaurant",
    "Hotel",
    "Store",
    "Dentist",
    "MedicalClinic",
    "CafeOrCoffeeShop",
    "BarOrPub",
    "AutoRepair",
    "HairSalon",
    "Hospital",
    "TouristAttraction",
];

/// One signal for each intent that enough of the results show.
fn shares<T>(
    source: SignalSource,
    weight: f64,
    all: &[T],
    intent_of: impl Fn(&T) -> Option<Intent>,
) -> Vec<IntentSignal> {
    let shown: Vec<Intent> = all.iter().filter_map(intent_of).collect();
    let signal = |intent: Intent| {
        let count = shown.iter().filter(|other| **other == intent).count();
        let share = as_f64(count) / as_f64(all.len().max(1));
        let evidence = format!("{count} of {} {} are {}", all.len(), noun(source), intent.as_str());
        (count > 0 && share >= ENOUGH).then_some(IntentSignal {
            intent,
            source,
            evidence,
            weight: weight * share,
        })
    };
    Intent::ALL.into_iter().filter_map(signal).collect()
}

fn noun(source: SignalSource) -> &'static str {
    match source {
        SignalSource::Titles => "titles",
        SignalSource::Urls => "addresses",
        _ => "pages",
    }
}
