//! First words of sentences. Every section of an article has its own, so none comes twice, though sections do not see each other.

use domain::articles::outline::{Outline, SectionId};

use crate::corpus;
use crate::grammar::uncapitalised;
use crate::repetition::Said;
use crate::seed::chance;
use crate::topic::{Kind, Topic};

/// Words of headings that tell what they are about.
#[rustfmt::skip]
const CUES: &[(&str, &[&str])] = &[
    ("mistakes", &["mistake", "mistakes", "avoid", "wrong", "misunderstand"]),
    ("cost", &["cost", "price", "budget", "money", "cheap", "save"]),
    ("care", &["care", "clean", "maintain", "maintenance", "upkeep", "store", "storage"]),
    ("choose", &["choose", "choosing", "choice", "buy", "buying", "pick"]),
    ("tools", &["tool", "tools", "material", "materials", "equipment", "need"]),
    ("prepare", &["prepare", "preparation", "before", "planning", "plan"]),
    ("steps", &["step", "steps", "how", "start", "getting"]),
    ("types", &["type", "types", "kind", "kinds"]),
    ("benefits", &["benefit", "benefits", "advantage", "advantages", "why"]),
    ("limits", &["drawback", "drawbacks", "limit", "limits", "disadvantages"]),
    ("compare", &["compare", "comparing", "difference", "versus"]),
    ("fix", &["fix", "repair", "solve", "problem", "problems"]),
    ("time", &["time", "long", "when"]),
    ("safety", &["safe", "safety", "safely"]),
    ("basics", &["what", "meaning", "definition"]),
];

/// What a heading is about.
pub(crate) fn angle(topic: &Topic, heading: &str) -> &'static str {
    let planned = corpus::patterns(topic.kind).into_iter().find(|pattern| {
        [topic.fill(pattern.heading), topic.fill_short(pattern.heading)]
            .iter()
            .flatten()
            .any(|own| own == heading)
    });
    let lower = heading.to_lowercase();
    let words: Vec<&str> = seo::words::split(&lower).collect();
    let cued = || CUES.iter().find(|(_, cues)| cues.iter().any(|cue| words.contains(cue)));
    planned.map(|pattern| pattern.angle).or_else(|| cued().map(|(angle, _)| *angle)).unwrap_or("any")
}

/// The openers of one part, in the order in which they are used.
#[derive(Debug)]
pub(crate) struct Openers {
    left: std::collections::VecDeque<String>,
    /// What comes first, whoever began a sentence with it.
    forced: Option<String>,
}

impl Openers {
    /// Those of a section of the second level.
    pub(crate) fn of_section(topic: &Topic, outline: &Outline, id: &SectionId, attempt: u32) -> Self {
        let angles: Vec<&str> =
            outline.sections.iter().map(|section| angle(topic, &section.heading)).collect();
        let index = outline.sections.iter().position(|section| section.id == *id).unwrap_or(0);
        let own_angle = angles.get(index).copied().unwrap_or("any");
        let sharers = angles.iter().filter(|angle| **angle == own_angle).count().max(1);
        let turn = angles.iter().take(index).filter(|angle| **angle == own_angle).count();
        let own = dealt(topic, own_angle, sharers, turn);
        let any =
            if own_angle == "any" { Vec::new() } else { dealt(topic, "any", angles.len().max(1), index) };
        Self::new(own.into_iter().chain(any).collect(), attempt)
    }

    /// Those of an introduction (`open`) or a conclusion (`close`), and then what the sections have left.
    pub(crate) fn of_edge(topic: &Topic, angle: &str) -> Self {
        Self::new(dealt(topic, angle, 1, 0).into_iter().chain(dealt(topic, "any", 1, 0)).collect(), 0)
    }

    /// These words, and what answers go on with.
    pub(crate) fn of_answer(topic: &Topic, opener: String) -> Self {
        let mut openers = Self::new(dealt(topic, "answer", 1, 0), 0);
        openers.forced = Some(opener);
        openers
    }

    /// A later attempt begins with what the first had left.
    fn new(mut list: Vec<String>, attempt: u32) -> Self {
        if !list.is_empty() && attempt > 0 {
            let turn = usize::try_from(attempt).unwrap_or(0) * list.len().div_ceil(2) % list.len();
            list.rotate_left(turn);
        }
        Self { left: list.into(), forced: None }
    }

    /// Uses these words, if there are any, before all others.
    pub(crate) fn put_first(&mut self, opener: Option<String>) {
        if let Some(opener) = opener {
            self.left.push_front(opener);
        }
    }

    /// Whether there is none left.
    pub(crate) fn are_used_up(&self) -> bool {
        self.left.is_empty() && self.forced.is_none()
    }

    /// The next that nobody has begun a sentence with.
    pub(crate) fn next(&mut self, said: &Said) -> Option<String> {
        if let Some(forced) = self.forced.take() {
            return Some(forced);
        }
        while let Some(opener) = self.left.pop_front() {
            if !said.begins_with(&opener) {
                return Some(opener);
            }
        }
        None
    }
}

/// First words that take up a heading, where it names a doing. What goes wrong is spoken of in other ways than what helps.
pub(crate) fn of_heading(topic: &Topic, angle: &str, heading: &str, seed: u64) -> Option<String> {
    const HELPING: [&str; 4] = ["means", "is easier when", "starts with", "takes"];
    const HARMING: [&str; 3] = ["often means", "happens when", "can lead to"];
    let first = heading.split(' ').next()?;
    let names_doing = first.len() > 5
        && first.ends_with("ing")
        && heading.contains(' ')
        && !heading.contains([',', '?'])
        && ![" with ", " in ", " and ", " between "].iter().any(|word| heading.contains(word));
    let ways = if ["mistakes", "limits"].contains(&angle) { &HARMING[..] } else { &HELPING[..] };
    let way = ways.iter().cycle().nth(usize::try_from(seed % 12).unwrap_or(0))?;
    let about = match topic.kind {
        Kind::Place => topic.fill_short("In {s}"),
        Kind::Comparison => None,
        _ => topic.fill_short("With {s}"),
    };
    let head = topic.fill_short("{h}").map(|head| uncapitalised(&head));
    if names_doing && head.is_some_and(|head| heading.contains(&head)) {
        return Some(format!("{heading} {way}"));
    }
    // Without the topic in sight, a model soon speaks of something else.
    about.filter(|_| names_doing).map(|about| format!("{heading} {} {way}", uncapitalised(&about)))
}

/// The openers about an angle that fall to one of `sharers`.
fn dealt(topic: &Topic, angle: &str, sharers: usize, turn: usize) -> Vec<String> {
    let mut openers = corpus::openers(topic.kind, angle);
    // Steps follow each other.
    if angle != "steps" {
        chance(&[&topic.keyword, angle]).shuffle(&mut openers);
    }
    let own = openers.into_iter().enumerate().filter(|(index, _)| index % sharers == turn);
    own.filter_map(|(_, opener)| topic.fill_short(opener)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use domain::articles::order::ArticleOrder;
    use domain::articles::research::Research;

    use super::*;

    #[test]
    fn sections_share_no_opener() {
        let order = ArticleOrder { words: 5_000, ..ArticleOrder::new("how to descale a kettle".to_owned()) };
        let outline = editorial::planning::plan(&crate::plan(&order), &order, &Research::default()).unwrap();
        let topic = Topic::of(&order.focus_keyword);
        let mut known = HashSet::new();
        for section in &outline.sections {
            let mut openers = Openers::of_section(&topic, &outline, &section.id, 0);
            let mut count = 0;
            while let Some(opener) = openers.next(&Said::default()) {
                assert!(known.insert(opener.clone()), "{opener} twice");
                count += 1;
            }
            assert!(count >= 16, "{} has {count}", section.heading);
        }
    }

    #[test]
    fn doings_in_headings_are_taken_up() {
        let topic = Topic::of("indoor herb garden");
        let opener = |angle: &str, heading: &str| of_heading(&topic, angle, heading, 0);
        let taken_up = [("prepare", "Setting priorities"), ("mistakes", "Giving up early")]
            .map(|(angle, heading)| opener(angle, heading).unwrap_or_default());
        assert_eq!(
            taken_up,
            ["Setting priorities with the garden means", "Giving up early with the garden often means"]
        );
        assert_eq!(
            opener("choose", "Choosing a method that suits the garden").as_deref(),
            Some("Choosing a method that suits the garden means")
        );
        for heading in ["The basic idea", "Cleaning", "Things to watch", ""] {
            assert_eq!(opener("any", heading), None, "{heading}");
        }
    }

    #[test]
    fn an_answer_begins_with_its_own_words() {
        let topic = Topic::of("indoor herb garden");
        let said = Said::of(["The essentials are light and water."]);
        let mut openers = Openers::of_answer(&topic, "The essentials are".to_owned());
        assert_eq!(openers.next(&said).as_deref(), Some("The essentials are"));
        assert!(!openers.are_used_up());
        assert!(openers.next(&said).is_some_and(|opener| opener != "The essentials are"));
    }

    #[test]
    fn headings_of_customers_have_an_angle() {
        let topic = Topic::of("indoor herb garden");
        assert_eq!(angle(&topic, "What it will cost you"), "cost");
        assert_eq!(angle(&topic, "Typical mistakes"), "mistakes");
        assert_eq!(angle(&topic, "Common mistakes with indoor herb garden"), "mistakes");
        assert_eq!(angle(&topic, "Basil and friends"), "any");
    }
}
