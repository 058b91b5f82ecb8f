//! Completions of a beginning: from the phrases of all topics, else from patterns.

use crate::faults;
use crate::folding::{normalised, words};
use crate::seed::Seed;
use crate::subject::is_question;
use crate::world::World;

/// A feed of completions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Feed {
    Google,
    YouTube,
    Bing,
    DuckDuckGo,
    Amazon,
    SearXng,
}

impl Feed {
    fn name(self) -> &'static str {
        match self {
            Self::Google => "google",
            Self::YouTube => "youtube",
            Self::Bing => "bing",
            Self::DuckDuckGo => "duckduckgo",
            Self::Amazon => "amazon",
            Self::SearXng => "searxng",
        }
    }

    /// The maximum number of completions.
    fn most(self) -> usize {
        match self {
            Self::Google | Self::YouTube | Self::SearXng => 10,
            Self::Bing => 12,
            Self::DuckDuckGo => 8,
            Self::Amazon => 11,
        }
    }

    /// Whether this feed has a phrase; it lacks one in five.
    fn knows(self, phrase: &str) -> bool {
        Seed::of(&["feed", self.name(), phrase]).between(0, 4) > 0
    }
}

/// The completions of a feed. Fault words do not count.
pub(crate) fn completions(world: &World, query: &str, language: Option<&str>, feed: Feed) -> Vec<String> {
    let asked = faults::without_words(query);
    if words(&asked).is_empty() {
        return Vec::new();
    }
    let mut phrases = from_topics(world, &asked);
    if phrases.is_empty() {
        phrases = by_pattern(&asked, language.unwrap_or("en"));
    }
    phrases.retain(|(_, phrase)| feed.knows(phrase));
    phrases.sort_by_cached_key(|(rank, phrase)| (*rank, Seed::of(&["order", feed.name(), phrase]).number()));
    phrases.truncate(feed.most());
    phrases.into_iter().map(|(_, phrase)| phrase).collect()
}

/// How well a phrase completes the query: as typed, or with its words elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Beginning,
    Words,
}

fn from_topics(world: &World, asked: &str) -> Vec<(Rank, String)> {
    let (line, asked_words) = (normalised(asked), words(asked));
    let topics = world.web.topics().iter();
    let phrases = topics.flat_map(|topic| &topic.suggestions);
    let mut found: Vec<(Rank, String)> = phrases
        .filter_map(|phrase| Some((rank(&line, &asked_words, &phrase.line)?, phrase.text.clone())))
        .collect();
    found.sort();
    found.dedup_by(|one, other| one.1 == other.1);
    found
}

fn rank(line: &str, asked: &[String], candidate: &str) -> Option<Rank> {
    if candidate == line {
        return None;
    }
    if candidate.starts_with(line) {
        return Some(Rank::Beginning);
    }
    let theirs: Vec<&str> = candidate.split(' ').collect();
    let (last, whole) = asked.split_last()?;
    let known = whole.iter().all(|word| theirs.contains(&word.as_str()));
    // The word being typed may be any beginning, but not of a word that was already typed.
    let new = |word: &&str| word.starts_with(last.as_str()) && !whole.iter().any(|typed| typed == word);
    // One or two letters alone would begin a word in nearly every phrase.
    (known && line.len() > 2 && theirs.iter().any(new)).then_some(Rank::Words)
}

const ENGLISH: [&str; 36] = [
    "accessories",
    "advice",
    "at home",
    "benefits",
    "beginner kit",
    "checklist",
    "cost",
    "course",
    "delivery",
    "examples",
    "explained",
    "for beginners",
    "for small rooms",
    "guide",
    "how it works",
    "ideas",
    "in winter",
    "jobs",
    "kit",
    "lessons",
    "maintenance",
    "near me",
    "online",
    "price",
    "questions",
    "reviews",
    "rules",
    "set",
    "tips",
    "tools",
    "used",
    "vs alternatives",
    "without tools",
    "with instructions",
    "year round",
    "zero waste",
];

const VIETNAMESE: [&str; 24] = [
    "an toàn",
    "bao nhiêu tiền",
    "cho người mới",
    "cơ bản",
    "dễ làm",
    "đơn giản",
    "đẹp",
    "giá rẻ",
    "gần đây",
    "hướng dẫn",
    "kinh nghiệm",
    "là gì",
    "loại nào tốt",
    "mua ở đâu",
    "ngon",
    "ở nhà",
    "phù hợp",
    "quy trình",
    "review",
    "so sánh",
    "tại nhà",
    "tốt nhất",
    "uy tín",
    "và cách làm",
];

/// Endings that questions can have, too.
const OF_QUESTIONS: [&str; 16] = [
    "at home",
    "explained",
    "for beginners",
    "for small rooms",
    "in winter",
    "near me",
    "online",
    "with instructions",
    "without tools",
    "year round",
    "cho người mới",
    "cơ bản",
    "đơn giản",
    "ở nhà",
    "phù hợp",
    "tại nhà",
];

/// The query with endings. A single letter at its end is the beginning of an ending.
fn by_pattern(asked: &str, language: &str) -> Vec<(Rank, String)> {
    let endings: &[&str] = if language.starts_with("vi") { &VIETNAMESE } else { &ENGLISH };
    let typed: Vec<&str> = asked.split_whitespace().collect();
    let (stem, letter) = match typed.split_last() {
        Some((last, stem)) if !stem.is_empty() && last.chars().count() == 1 => {
            (stem.join(" "), normalised(last))
        }
        _ => (typed.join(" "), String::new()),
    };
    let stem = stem.to_lowercase();
    let asks = is_question(&stem.split(' ').map(str::to_owned).collect::<Vec<_>>());
    let fitting = endings.iter().filter(|ending| {
        normalised(ending).starts_with(&letter) && (!asks || OF_QUESTIONS.contains(*ending))
    });
    fitting.map(|ending| (Rank::Beginning, format!("{stem} {ending}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(query: &str, feed: Feed) -> Vec<String> {
        completions(&World::load(), query, Some("en"), feed)
    }

    #[test]
    fn a_beginning_is_completed_from_the_topics() {
        let phrases = ask("cold brew v", Feed::Google);
        assert!(!phrases.is_empty());
        assert!(
            phrases.iter().all(|phrase| phrase.contains("cold brew") && phrase.contains(" v")),
            "{phrases:?}"
        );
        let questions = ask("how cold brew", Feed::Google);
        assert!(questions.len() > 3);
        assert!(questions.iter().all(|phrase| phrase.starts_with("how")), "{questions:?}");
    }

    #[test]
    fn vietnamese_is_completed_with_and_without_diacritics() {
        assert_eq!(ask("giày chạy bộ", Feed::Google), ask("giay chay bo", Feed::Google));
        assert!(ask("giày chạy bộ", Feed::Google).len() > 5);
    }

    #[test]
    fn anything_else_is_completed_by_pattern() {
        let phrases = ask("quantum gardening", Feed::Bing);
        assert!(phrases.len() > 5);
        assert!(phrases.iter().all(|phrase| phrase.starts_with("quantum gardening ")));
        let lettered = ask("quantum gardening m", Feed::Google);
        assert!(lettered.iter().all(|phrase| phrase.starts_with("quantum gardening m")), "{lettered:?}");
        assert_eq!(ask("   ", Feed::Google), Vec::<String>::new());
    }

    #[test]
    fn a_question_is_not_asked_again_at_its_end() {
        for query in ["chứng chỉ quỹ là gì", "chung chi quy la gi"] {
            let phrases = completions(&World::load(), query, Some("vi"), Feed::Google);
            assert!(phrases.len() >= 3, "{phrases:?}");
            assert!(phrases.iter().all(|phrase| phrase.matches("gì").count() <= 1), "{phrases:?}");
        }
        assert!(ask("what is a roth ira", Feed::Bing).iter().all(|phrase| !phrase.ends_with("cost")));
    }

    #[test]
    fn feeds_differ() {
        let (google, bing) = (ask("cold brew", Feed::Google), ask("cold brew", Feed::Bing));
        assert_ne!(google, bing[..google.len().min(bing.len())]);
        assert_ne!(google, ask("cold brew", Feed::YouTube));
    }
}
