//! The keyword in the forms that headings and sentences need.

use crate::lexicon::Lexicon;
use crate::text::{capitalised, padded, title_case};

/// The keyword in its forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Keyword {
    /// As ordered.
    pub(crate) full: String,
    /// What it is about: `running shoes` of `how to choose running shoes`.
    pub(crate) noun: String,
    /// Whether it asks how to do something.
    pub(crate) asks_how: bool,
    /// Whether it names something done rather than a thing.
    pub(crate) is_activity: bool,
    english: bool,
}

/// What stands before the thing itself.
const LEADS: [&str; 12] = [
    "how to ",
    "how do you ",
    "how do i ",
    "best way to ",
    "ways to ",
    "what is ",
    "guide to ",
    "cách ",
    "hướng dẫn ",
    "kinh nghiệm ",
    "bí quyết ",
    "mẹo ",
];

/// Verbs that Vietnamese activities begin with.
const ACTIVITIES: [&str; 22] = [
    "trồng", "làm", "nấu", "pha", "chọn", "mua", "học", "du", "sửa", "chăm", "nuôi", "đi", "gieo", "bảo",
    "tập", "viết", "vệ", "thuê", "giảm", "tăng", "đầu", "mở",
];

impl Keyword {
    pub(crate) fn of(keyword: &str, lexicon: &Lexicon) -> Self {
        let full = keyword.split_whitespace().collect::<Vec<_>>().join(" ");
        let lower = full.to_lowercase();
        let asks_how = ["how to ", "how do "].iter().any(|lead| lower.starts_with(lead));
        let lead = LEADS.iter().find(|lead| lower.starts_with(**lead) && lower.len() == full.len());
        let rest = lead.map_or(full.as_str(), |lead| &full[lead.len()..]);
        let first = padded(rest).split_whitespace().next().unwrap_or_default().to_owned();
        let (noun, is_activity) = if lexicon.is_english() {
            let activity = lexicon.is_base(&first) && lead.is_some();
            let noun = if activity { rest.split_once(' ').map_or(rest, |(_, noun)| noun) } else { rest };
            let noun = ["a ", "an ", "the ", "your "]
                .iter()
                .find_map(|article| noun.strip_prefix(article))
                .unwrap_or(noun);
            (noun, activity)
        } else {
            (rest, ACTIVITIES.contains(&first.as_str()))
        };
        Self { noun: noun.to_owned(), full, asks_how, is_activity, english: lexicon.is_english() }
    }

    /// The keyword within a sentence, with the article that its thing takes.
    pub(crate) fn in_text(&self, thing: &str) -> String {
        let articled =
            thing.split_once(' ').filter(|(article, _)| self.english && matches!(*article, "a" | "an"));
        match articled {
            Some((article, bare)) if self.full.to_lowercase().starts_with(&bare.to_lowercase()) => {
                format!("{article} {}", self.full)
            }
            _ => self.full.clone(),
        }
    }

    /// Whether a noun may follow it: `cast iron care` and no `pump for a house`.
    pub(crate) fn is_plain_noun(&self) -> bool {
        let joined = ["for", "of", "in", "with", "to", "a", "an", "the", "at", "on", "from", "vs", "and"];
        let line = padded(&self.full);
        !self.english || !(self.asks_how || line.split_whitespace().any(|word| joined.contains(&word)))
    }

    /// The keyword as a title begins with it.
    pub(crate) fn titled(&self) -> String {
        if self.english { title_case(&self.full) } else { capitalised(&self.full) }
    }
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;

    #[test]
    fn the_thing_is_found_behind_the_question() {
        let english = Lexicon::of(Language::ENGLISH).unwrap();
        let vietnamese = Lexicon::of(Language::VIETNAMESE).unwrap();
        let keyword = Keyword::of("how to choose a running shoe", english);
        assert_eq!(
            (keyword.noun.as_str(), keyword.asks_how, keyword.is_activity),
            ("running shoe", true, true)
        );
        assert_eq!(Keyword::of("cold brew coffee", english).noun, "cold brew coffee");
        let keyword = Keyword::of("cách trồng rau sạch", vietnamese);
        assert_eq!((keyword.noun.as_str(), keyword.is_activity), ("trồng rau sạch", true));
        assert_eq!(Keyword::of("cast iron care", english).titled(), "Cast Iron Care");
        assert!(Keyword::of("cast iron care", english).is_plain_noun());
        assert!(!Keyword::of("heat pump for an old house", english).is_plain_noun());
    }
}
