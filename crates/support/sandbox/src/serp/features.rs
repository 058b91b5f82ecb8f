//! The blocks of results pages beside organic results: made from the ten results, so that every link leads to
//! a page.

use domain::search::SerpFeature;

use crate::folding::slug;
use crate::seed::Seed;
use crate::web::{Kind, ResultsPage, WebResult};

/// The number of entries of a block.
const ENTRIES: usize = 3;

/// A video about a result's subject.
pub(crate) struct Video {
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) channel: String,
    pub(crate) minutes: u64,
    pub(crate) date: String,
}

/// A rating of a place or a product: stars in tenths, and the number of ratings.
pub(crate) struct Rating {
    pub(crate) stars: f64,
    pub(crate) count: u64,
}

impl Rating {
    pub(crate) fn of(result: &WebResult) -> Self {
        let seed = Seed::of(&["rating", &result.url]);
        let tenths = u32::try_from(seed.between(36, 49)).unwrap_or(40);
        Self { stars: f64::from(tenths) / 10.0, count: seed.between(12, 900) }
    }
}

/// The answer above the results and its source, if the page shows one.
pub(crate) fn featured_snippet(page: &ResultsPage) -> Option<&(String, WebResult)> {
    shown(page, SerpFeature::FeaturedSnippet).and_then(first_answer)
}

/// The sentences of the generated answer and their sources, if the page shows one.
pub(crate) fn ai_overview(page: &ResultsPage) -> Vec<&(String, WebResult)> {
    let answers = shown(page, SerpFeature::AiOverview).into_iter().flat_map(|page| &page.questions);
    answers.filter_map(|question| question.answer.as_ref()).take(ENTRIES).collect()
}

/// The source of the facts about an entity, if the page shows them.
pub(crate) fn knowledge_panel(page: &ResultsPage) -> Option<&WebResult> {
    let page = shown(page, SerpFeature::KnowledgePanel)?;
    page.results.iter().find(|result| result.kind == Kind::Institution).or_else(|| page.results.first())
}

/// Videos, if the page shows any.
pub(crate) fn videos(page: &ResultsPage) -> Vec<Video> {
    let results = shown(page, SerpFeature::Videos).into_iter().flat_map(|page| &page.results);
    results
        .take(ENTRIES)
        .map(|result| Video {
            title: result.title.clone(),
            url: format!("https://clips.example/{}/guide/{}", page.language, slug(&result.title)),
            channel: result.site_name.clone(),
            minutes: Seed::of(&["video", &result.url]).between(3, 25),
            date: result.published.short(&page.language),
        })
        .collect()
}

/// Results with an image, if the page shows images.
pub(crate) fn images(page: &ResultsPage) -> Vec<&WebResult> {
    shown(page, SerpFeature::Images).into_iter().flat_map(|page| &page.results).take(ENTRIES).collect()
}

/// The URL of a result's image.
pub(crate) fn picture(result: &WebResult) -> String {
    format!("https://{}/pictures/{}.png", result.host, Seed::of(&["picture", &result.url]).hex(12))
}

/// News, if the page shows any.
pub(crate) fn top_stories(page: &ResultsPage) -> Vec<&WebResult> {
    of_kinds(page, SerpFeature::TopStories, &[Kind::News])
}

/// Businesses on the map, if the page shows one.
pub(crate) fn local_pack(page: &ResultsPage) -> Vec<&WebResult> {
    of_kinds(page, SerpFeature::LocalPack, &[Kind::Practice, Kind::Shop])
}

/// Products with prices, if the page shows any.
pub(crate) fn shopping(page: &ResultsPage) -> Vec<&WebResult> {
    let shops = of_kinds(page, SerpFeature::Shopping, &[Kind::Shop, Kind::Practice]);
    shops.into_iter().filter(|result| result.price.is_some()).collect()
}

fn of_kinds<'a>(page: &'a ResultsPage, feature: SerpFeature, kinds: &[Kind]) -> Vec<&'a WebResult> {
    let results = shown(page, feature).into_iter().flat_map(|page| &page.results);
    results.filter(|result| kinds.contains(&result.kind)).take(ENTRIES).collect()
}

fn first_answer(page: &ResultsPage) -> Option<&(String, WebResult)> {
    page.questions.iter().find_map(|question| question.answer.as_ref())
}

fn shown(page: &ResultsPage, feature: SerpFeature) -> Option<&ResultsPage> {
    page.features.contains(&feature).then_some(page)
}
