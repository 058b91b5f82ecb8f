//! Ideas from phrases or from a URL: the keywords of matching topics, else ideas from patterns.

use std::collections::HashSet;

use url::Url;

use super::months::{Month, stepped, twelve};
use crate::faults;
use crate::folding::{content_words, likeness, normalised};
use crate::seed::Seed;
use crate::subject::subject;
use crate::web::{PlannedKeyword, Season, Topic};
use crate::world::World;

/// The similarity to a seed that a keyword of another topic needs.
const ENOUGH_LIKENESS: f64 = 0.4;

/// A keyword with optional figures.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Idea {
    pub(crate) text: String,
    pub(crate) figures: Option<Figures>,
}

/// The planner's figures of a keyword.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Figures {
    pub(crate) average: u64,
    /// From 0 to 100.
    pub(crate) competition_index: u8,
    pub(crate) low_bid: f64,
    pub(crate) high_bid: f64,
    pub(crate) months: Vec<Month>,
}

impl From<&PlannedKeyword> for Figures {
    fn from(keyword: &PlannedKeyword) -> Self {
        Self {
            average: keyword.monthly_searches,
            competition_index: keyword.competition_index,
            low_bid: keyword.low_bid_usd,
            high_bid: keyword.high_bid_usd,
            months: twelve(keyword.monthly_searches, keyword.season),
        }
    }
}

/// Ideas from phrases, beginning with the phrases themselves.
pub(crate) fn from_keywords(world: &World, seeds: &[String]) -> Vec<Idea> {
    let seeds: Vec<String> = seeds
        .iter()
        .map(|seed| faults::without_words(seed).to_lowercase())
        .filter(|seed| !normalised(seed).is_empty())
        .collect();
    let own = seeds.iter().map(|seed| Idea { text: seed.clone(), figures: figures_of(world, seed) });
    let known = known_ideas(world, &seeds);
    let unknown = seeds.iter().filter(|seed| world.web.topic_of(seed).is_none());
    let made: Vec<Idea> = unknown.flat_map(|seed| made_up_ideas(seed)).collect();
    distinct(own.chain(known).chain(made))
}

/// Ideas from a URL: those of the page's topic, else from the words of its path or host.
pub(crate) fn from_url(world: &World, address: &str) -> Vec<Idea> {
    let address = faults::without_words(address);
    let Some(url) = parsed(&address) else { return Vec::new() };
    let host = url.host_str().unwrap_or_default();
    let has_page = |topic: &&Topic| topic.pages().iter().any(|page| page.host == host);
    if let Some(topic) = world.web.topics().iter().find(has_page) {
        return topic.keywords.iter().map(|(_, keyword)| idea(keyword)).collect();
    }
    let path = crate::asked::percent_decoded(url.path());
    let words = content_words(path.rsplit('/').find(|step| !step.is_empty()).unwrap_or(host));
    from_keywords(world, &[words.join(" ")])
}

/// The figures of a keyword; `None` for one keyword in nine, as if it were unknown.
pub(crate) fn figures_of(world: &World, keyword: &str) -> Option<Figures> {
    let line = normalised(&faults::without_words(keyword));
    let mut all = world.web.topics().iter().flat_map(|topic| &topic.keywords);
    if let Some((_, known)) = all.find(|(phrase, _)| phrase.line == line) {
        return Some(known.into());
    }
    made_up_figures(&line)
}

fn parsed(address: &str) -> Option<Url> {
    Url::parse(address).or_else(|_| Url::parse(&format!("https://{address}"))).ok()
}

fn idea(keyword: &PlannedKeyword) -> Idea {
    Idea { text: keyword.text.clone(), figures: Some(keyword.into()) }
}

/// The keywords of the seeds' topics and others similar to a seed, by similarity, then by number of searches.
fn known_ideas(world: &World, seeds: &[String]) -> Vec<Idea> {
    let topics: HashSet<&str> =
        seeds.iter().filter_map(|seed| world.web.topic_of(seed)).map(|topic| topic.slug.as_str()).collect();
    let words: Vec<Vec<String>> = seeds.iter().map(|seed| content_words(seed)).collect();
    let mut found: Vec<(f64, &PlannedKeyword)> = Vec::new();
    for topic in world.web.topics() {
        for (phrase, keyword) in &topic.keywords {
            let near = words.iter().map(|seed| likeness(seed, &phrase.words)).fold(0.0, f64::max);
            if near >= ENOUGH_LIKENESS || topics.contains(topic.slug.as_str()) {
                found.push((near, keyword));
            }
        }
    }
    found.sort_by(|(one, first), (other, second)| {
        other.total_cmp(one).then(second.monthly_searches.cmp(&first.monthly_searches))
    });
    found.into_iter().map(|(_, keyword)| idea(keyword)).collect()
}

const ENDINGS: [&str; 14] = [
    "for beginners",
    "cost",
    "near me",
    "ideas",
    "online",
    "reviews",
    "guide",
    "tips",
    "kit",
    "examples",
    "for sale",
    "course",
    "alternatives",
    "calculator",
];
const VIETNAMESE_ENDINGS: [&str; 14] = [
    "cho người mới",
    "giá bao nhiêu",
    "gần đây",
    "là gì",
    "ở đâu",
    "tốt nhất",
    "hướng dẫn",
    "kinh nghiệm",
    "giá rẻ",
    "tại nhà",
    "online",
    "loại nào tốt",
    "review",
    "đẹp",
];

fn made_up_ideas(seed: &str) -> Vec<Idea> {
    let vietnamese = crate::folding::fold(seed) != seed.to_lowercase();
    let endings = if vietnamese { VIETNAMESE_ENDINGS } else { ENDINGS };
    let words: Vec<String> = seed.split_whitespace().map(str::to_owned).collect();
    let subject = subject(&words).join(" ");
    let texts = endings.iter().map(|ending| format!("{subject} {ending}"));
    texts.map(|text| Idea { figures: made_up_figures(&normalised(&text)), text }).collect()
}

fn made_up_figures(line: &str) -> Option<Figures> {
    let mut choices = Seed::of(&["figures", line]).generator();
    if choices.u8(0..9) == 0 {
        return None;
    }
    // Longer phrases have fewer searches.
    let words = u32::try_from(line.split(' ').count()).unwrap_or(1).clamp(1, 6);
    let average = stepped(choices.u64(200..60_000) / u64::from(words.pow(3)));
    let low_bid = f64::from(choices.u32(5..150)) / 100.0;
    let high_bid = (low_bid * f64::from(choices.u32(20..45))).round() / 10.0;
    let seasons = [Season::Flat, Season::Summer, Season::Winter, Season::Rising, Season::Falling];
    let season = seasons[choices.usize(0..seasons.len())];
    let competition_index = choices.u8(0..=100);
    Some(Figures { average, competition_index, low_bid, high_bid, months: twelve(average, season) })
}

fn distinct(ideas: impl Iterator<Item = Idea>) -> Vec<Idea> {
    let mut seen = HashSet::new();
    ideas.filter(|idea| seen.insert(normalised(&idea.text))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(ideas: &[Idea]) -> Vec<&str> {
        ideas.iter().map(|idea| idea.text.as_str()).collect()
    }

    #[test]
    fn a_topic_gives_its_keywords_with_the_seed_first() {
        let world = World::load();
        let ideas = from_keywords(&world, &["Cold brew ratio".to_owned()]);
        assert_eq!(ideas[0].text, "cold brew ratio");
        assert_eq!(ideas[0].figures.as_ref().unwrap().average, 12_100);
        assert!(ideas.len() >= 25, "{:?}", texts(&ideas));
        let mut lines: Vec<String> = ideas.iter().map(|idea| normalised(&idea.text)).collect();
        lines.sort();
        lines.dedup();
        assert_eq!(lines.len(), ideas.len(), "no idea twice");
    }

    #[test]
    fn unknown_seeds_give_made_up_ideas_some_without_figures() {
        let world = World::load();
        let ideas = from_keywords(&world, &["quantum gardening".to_owned(), "pottery wheel".to_owned()]);
        assert_eq!(
            ideas,
            from_keywords(&world, &["quantum gardening".to_owned(), "pottery wheel".to_owned()])
        );
        assert_eq!(texts(&ideas)[..2], ["quantum gardening", "pottery wheel"]);
        assert!(ideas.iter().any(|idea| idea.figures.is_none()));
        assert!(ideas.iter().any(|idea| idea.figures.is_some()));
    }

    #[test]
    fn ideas_grow_from_what_a_question_is_about() {
        let ideas = from_keywords(&World::load(), &["chứng chỉ quỹ là gì".to_owned()]);
        assert_eq!(
            texts(&ideas)[..3],
            ["chứng chỉ quỹ là gì", "chứng chỉ quỹ cho người mới", "chứng chỉ quỹ giá bao nhiêu"]
        );
        assert!(texts(&ideas).iter().all(|text| !text.contains("là gì là gì")), "{ideas:?}");
    }

    #[test]
    fn an_address_gives_the_ideas_of_its_page_or_of_its_words() {
        let world = World::load();
        let topic = &world.web.topics()[0];
        let known = from_url(&world, &topic.pages()[3].url());
        assert_eq!(known.len(), topic.keywords.len());
        let unknown = from_url(&world, "https://my.example/blog/quantum-gardening?x=1");
        assert_eq!(unknown[0].text, "quantum gardening");
        assert_eq!(from_url(&world, "potterywheel.example")[0].text, "potterywheel example");
        assert!(from_url(&world, "").is_empty());
    }

    #[test]
    fn the_low_bid_is_below_the_high_one() {
        let made = (0..500).filter_map(|number| made_up_figures(&number.to_string()));
        assert!(made.into_iter().all(|figures| figures.low_bid < figures.high_bid && figures.average >= 10));
    }
}
