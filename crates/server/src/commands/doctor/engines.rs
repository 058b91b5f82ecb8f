//! The engines of each capability, and whether they answer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use application::imported_planner::ImportedPlanner;
use domain::images::{DrawingRequest, ImageSize, ImageStyle};
use domain::keywords::{IdeaSeed, IdeasQuery, SuggestQuery};
use domain::locale::Language;
use domain::search::{Device, SerpQuery};
use domain::vitals::FieldQuery;
use futures_util::future::join_all;
use imaging::Builtin;
use ports::Engine;
use providers::catalogue::{ImageSettings, VitalsEngineName, VitalsSettings};
use providers::{ProviderClient, SetupError};
use store::Database;

use super::{Finding, text_engines};
use crate::configuration::Settings;

/// The time limit of each engine.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// The query for every engine.
const PROBE: &str = "tea";
/// The page for the query of field data. That it has none is an answer too.
const PROBED_PAGE: &str = "https://example.com/";

type Connected<Question, Answer> = Result<Option<Arc<dyn Engine<Question, Answer>>>, SetupError>;

/// Sends one query to every engine in the settings.
pub(super) async fn findings(
    settings: &Settings,
    database: Option<Arc<Database>>,
) -> anyhow::Result<Vec<Finding>> {
    let client = ProviderClient::new("rankwright doctor")?;
    let (text, country, language) = (PROBE.to_owned(), None, Language::ENGLISH);
    let search = SerpQuery { text: text.clone(), country, language, device: Device::Desktop };
    let completion = SuggestQuery { text: text.clone(), country, language };
    let ideas = IdeasQuery { seed: IdeaSeed::Keywords(vec![text]), country, language };

    let serp = settings.serp.engines.iter().map(|name| settings.serp.engine(*name, &client));
    let suggest = settings.suggest.engines.iter().map(|name| settings.suggest.engine(*name, &client));
    let keywords = settings.keywords.engines.iter().map(|name| settings.keywords.engine(*name, &client));
    let imported = || {
        let database = database.clone()?;
        Some(Arc::new(ImportedPlanner::new(database, false)) as Arc<dyn Engine<_, _>>)
    };
    let (serp, suggest, keywords) = tokio::join!(
        capability(
            "search results",
            serp,
            &search,
            || None,
            "set serp.engines and an engine's key (docs/engines.md)"
        ),
        capability(
            "suggestions",
            suggest,
            &completion,
            || None,
            "set suggest.engines; the feeds need the internet"
        ),
        capability(
            "keyword ideas",
            keywords,
            &ideas,
            imported,
            "run rankwright keywords import, or set keywords.engines"
        ),
    );
    let vitals = vitals(&settings.vitals, &client).await;
    let pictures = pictures(&settings.image, &client).await;
    let (texts, indexing) = (text_engines::findings(&settings.text, &client).await, indexing(settings));
    Ok([serp, suggest, keywords, vitals, pictures, texts, indexing].into_iter().flatten().collect())
}

/// `PageSpeed` loads the page before it answers, so it is not called.
async fn vitals(settings: &VitalsSettings, client: &ProviderClient) -> Vec<Finding> {
    const PART: &str = "field data";
    let advice = "set vitals.engines and an engine's key for figures of real users (docs/engines.md)";
    let page = FieldQuery { url: PROBED_PAGE.to_owned(), device: Device::Mobile };
    let mut findings = Vec::new();
    for name in &settings.engines {
        findings.push(match (settings.engine(*name, client), name) {
            (Ok(Some(engine)), VitalsEngineName::Crux) => probe(PART, &*engine, &page, advice).await,
            (Ok(Some(engine)), VitalsEngineName::Pagespeed) => {
                finding(PART, format!("{}, not queried", engine.name()), None, advice)
            }
            (Ok(None), _) => continue,
            (Err(error), _) => finding(PART, "nothing".to_owned(), Some(error.to_string()), advice),
        });
    }
    or_nothing(findings, PART, advice)
}

/// A notice can't be taken back, so none is sent.
fn indexing(settings: &Settings) -> Vec<Finding> {
    const PART: &str = "indexing";
    let advice = "set indexing.engines and what they need (docs/engines.md); engines reach only a public_url that is public";
    let names = settings.indexing.engines.iter().map(|name| format!("{}, not queried", name.as_str()));
    or_nothing(names.map(|name| finding(PART, name, None, advice)).collect(), PART, advice)
}

/// Providers bill every image, so only the built-in illustrator draws one.
async fn pictures(settings: &ImageSettings, client: &ProviderClient) -> Vec<Finding> {
    const PART: &str = "images";
    let advice = "set image.engines and an engine's key for images by a model (docs/engines.md)";
    let order = DrawingRequest {
        prompt: PROBE.to_owned(),
        language: Language::ENGLISH,
        style: ImageStyle::default(),
        size: ImageSize::Square,
        seed: 0,
        allow_text: false,
    };
    let mut findings = Vec::new();
    for name in &settings.engines {
        findings.push(match settings.engine(*name, client) {
            Ok(None) => probe(PART, &Builtin::default(), &order, advice).await,
            Ok(Some(engine)) => finding(PART, format!("{}, not queried", engine.name()), None, advice),
            Err(error) => finding(PART, "nothing".to_owned(), Some(error.to_string()), advice),
        });
    }
    or_nothing(findings, PART, advice)
}

async fn capability<Question, Answer>(
    part: &'static str,
    engines: impl Iterator<Item = Connected<Question, Answer>>,
    question: &Question,
    brought_along: impl Fn() -> Option<Arc<dyn Engine<Question, Answer>>>,
    advice: &'static str,
) -> Vec<Finding> {
    let probes = engines.map(|connected| async {
        match connected.map(|engine| engine.or_else(&brought_along)) {
            Ok(Some(engine)) => probe(part, &*engine, question, advice).await,
            Ok(None) => {
                finding(part, "nothing".to_owned(), Some("the database is not open".to_owned()), advice)
            }
            Err(error) => finding(part, "nothing".to_owned(), Some(error.to_string()), advice),
        }
    });
    or_nothing(join_all(probes).await, part, advice)
}

/// Adds an entry for a capability without engines.
pub(super) fn or_nothing(found: Vec<Finding>, part: &'static str, advice: &'static str) -> Vec<Finding> {
    if found.is_empty() {
        vec![finding(part, "nothing".to_owned(), Some("no engine is configured".to_owned()), advice)]
    } else {
        found
    }
}

async fn probe<Question, Answer>(
    part: &'static str,
    engine: &dyn Engine<Question, Answer>,
    question: &Question,
    advice: &'static str,
) -> Finding {
    let started = Instant::now();
    let (served_by, problem) = match tokio::time::timeout(PATIENCE, engine.call(question)).await {
        Ok(Ok(_)) => (format!("{}, answered in {} ms", engine.name(), started.elapsed().as_millis()), None),
        Ok(Err(failure)) => (engine.name().to_owned(), Some(failure.to_string())),
        Err(_elapsed) => {
            (engine.name().to_owned(), Some(format!("no answer within {} s", PATIENCE.as_secs())))
        }
    };
    finding(part, served_by, problem, advice)
}

/// Calls that need an engine fail without one, but everything else works.
pub(super) fn finding(
    part: &'static str,
    served_by: String,
    problem: Option<String>,
    advice: &'static str,
) -> Finding {
    Finding { part, served_by, problem, advice, essential: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_list_without_engines_is_told() {
        let settings = ImageSettings { engines: Vec::new(), ..ImageSettings::default() };
        let found = pictures(&settings, &ProviderClient::new("doctor").unwrap()).await;
        let problems: Vec<_> = found.iter().map(|finding| finding.problem.as_deref()).collect();
        assert_eq!(problems, [Some("no engine is configured")]);
    }
}
