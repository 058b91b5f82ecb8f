//! Plans a draft by rules: which sections an article of its kind has, named with the keyword's words.

use std::collections::HashSet;

use domain::articles::order::ArticleOrder;
use editorial::planning::{ProposedOutline, ProposedSection, section_count};
use fastrand::Rng;

use crate::corpus::{self, Pattern};
use crate::seed::chance;
use crate::sentence::stems;
use crate::topic::Topic;

/// From this share of common words on, by the heading that has more of them, two headings name the same.
const SAME: f64 = 0.75;
/// How many questions are proposed.
const QUESTIONS: usize = 8;
/// How many headings out of ten may have all words of the keyword.
const FULL: usize = 4;

/// Proposes headings and questions. The same keyword gets the same plan, another one another.
#[must_use]
pub fn plan(order: &ArticleOrder) -> ProposedOutline {
    let topic = Topic::of(&order.focus_keyword);
    let mut chance = chance(&[&topic.keyword, "outline"]);
    let mut known = Headings::default();
    let chosen = chosen(&topic, section_count(order.words), &mut chance);
    let mut sections: Vec<ProposedSection> = Vec::new();
    for (index, pattern) in chosen.iter().enumerate() {
        let full = index * FULL % 10 < FULL;
        let Some(heading) = known.take(&topic, pattern.heading, full) else { continue };
        let below = pattern.children.iter().filter_map(|child| known.take(&topic, child, false));
        let children =
            below.map(|heading| ProposedSection { heading, ..ProposedSection::default() }).collect();
        sections.push(ProposedSection { heading, points: Vec::new(), children });
    }
    ProposedOutline { title: title(&topic, &mut chance), sections, questions: questions(&topic, &mut chance) }
}

/// As many patterns as there are sections, in the order of an article. What the kind needs is always among them.
fn chosen(topic: &Topic, count: usize, chance: &mut Rng) -> Vec<Pattern> {
    let mut patterns = corpus::patterns(topic.kind);
    patterns.retain(|pattern| topic.fill(pattern.heading).is_some());
    chance.shuffle(&mut patterns);
    patterns.sort_by_key(|pattern| !pattern.is_core);
    patterns.truncate(count);
    patterns.sort_by_key(|pattern| pattern.stage);
    patterns
}

/// Headings that are taken.
#[derive(Default)]
struct Headings {
    stems: Vec<HashSet<String>>,
}

impl Headings {
    /// A heading in full or short words, whichever names nothing twice.
    fn take(&mut self, topic: &Topic, pattern: &str, full: bool) -> Option<String> {
        let mut forms = [topic.fill(pattern)?, topic.fill_short(pattern)?];
        if !full {
            forms.reverse();
        }
        let heading = forms.into_iter().find(|heading| !self.has(&stems(heading)))?;
        self.stems.push(stems(&heading));
        Some(heading)
    }

    #[expect(clippy::cast_precision_loss, reason = "headings are short")]
    fn has(&self, own: &HashSet<String>) -> bool {
        let same = |other: &HashSet<String>| {
            own.intersection(other).count() as f64 >= SAME * own.len().max(other.len()).max(1) as f64
        };
        self.stems.iter().any(same)
    }
}

fn title(topic: &Topic, chance: &mut Rng) -> String {
    let wanted = stems(&topic.keyword);
    let titles: Vec<String> =
        corpus::titles(topic.kind).into_iter().filter_map(|title| topic.fill(title)).collect();
    let (any, own) = titles.split_last().map_or((None, &[][..]), |(any, own)| (Some(any), own));
    let complete: Vec<&String> = own.iter().filter(|title| wanted.is_subset(&stems(title))).collect();
    chance.choice(complete).or(any).cloned().unwrap_or_default()
}

fn questions(topic: &Topic, chance: &mut Rng) -> Vec<String> {
    let mut questions = corpus::questions(topic.kind);
    chance.shuffle(&mut questions);
    questions.into_iter().filter_map(|(question, _)| topic.fill(question)).take(QUESTIONS).collect()
}

#[cfg(test)]
mod tests {
    use domain::articles::research::Research;

    use super::*;

    const KEYWORDS: [&str; 14] = [
        "how to descale a kettle",
        "how to make cold brew coffee at home",
        "what is composting",
        "best running shoes for beginners",
        "kitchen renovation cost",
        "gas vs electric stove",
        "why is my sourdough so dense",
        "dishwasher not draining",
        "things to do in lisbon",
        "indoor herb garden",
        "small balcony vegetable garden ideas",
        "beekeeping",
        "how long does cold brew last",
        "emergency dentist near me",
    ];

    fn order(keyword: &str, words: u32) -> ArticleOrder {
        ArticleOrder { words, ..ArticleOrder::new(keyword.to_owned()) }
    }

    #[test]
    fn every_kind_gets_a_whole_plan() {
        for keyword in KEYWORDS {
            for words in [1_500, 3_000, 5_000] {
                let order = order(keyword, words);
                let proposal = plan(&order);
                assert_eq!(proposal.sections.len(), section_count(words), "{keyword} {words}");
                let planned = editorial::planning::plan(&proposal, &order, &Research::default()).unwrap();
                assert_eq!(planned.sections.len(), proposal.sections.len(), "{keyword}: {proposal:#?}");
                assert_eq!(planned.words(), words);
                assert!((6..=8).contains(&proposal.questions.len()), "{keyword}");
                let below: usize = proposal.sections.iter().map(|section| section.children.len()).sum();
                assert!(below >= 2 * proposal.sections.len(), "{keyword}: {proposal:#?}");
            }
        }
    }

    #[test]
    fn titles_have_the_keyword() {
        for keyword in KEYWORDS {
            let title = plan(&order(keyword, 1_500)).title;
            assert!(stems(keyword).is_subset(&stems(&title)), "{keyword}: {title}");
        }
    }

    #[test]
    fn topics_of_a_kind_get_different_plans() {
        let headings = |keyword: &str| -> Vec<&str> {
            let proposal = plan(&order(keyword, 1_500));
            let topic = Topic::of(keyword);
            proposal.sections.iter().map(|section| crate::openers::angle(&topic, &section.heading)).collect()
        };
        let plans: HashSet<Vec<&str>> =
            ["how to descale a kettle", "how to paint a room", "how to grow basil", "how to fold shirts"]
                .into_iter()
                .map(headings)
                .collect();
        assert!(plans.len() >= 3, "{plans:?}");
        assert_eq!(headings("how to grow basil"), headings("how to grow basil"));
    }
}
