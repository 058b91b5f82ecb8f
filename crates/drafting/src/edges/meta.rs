//! Titles and descriptions for results pages, as long as such pages show them.

use crate::corpus;
use crate::grammar::capitalised;
use crate::seed::chance;
use crate::sentence::stems;
use crate::topic::Topic;

/// Characters of a title and of a description.
const TITLE: std::ops::RangeInclusive<usize> = 51..=60;
const DESCRIPTION: std::ops::RangeInclusive<usize> = 121..=156;
/// Words that stay small in titles.
const SMALL: &[&str] = &[
    "a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "vs", "with", "is",
    "are",
];
/// What a description may end with.
const ENDS: &[&str] = &[
    "",
    ", in plain words",
    ", with simple advice",
    ", explained in plain words",
    ", with practical advice for every day",
    ", with practical advice and ideas for every day",
    ", with practical advice, clear words and ideas for every day",
];

/// The keyword with what brings it to the right length.
pub(super) fn title(topic: &Topic) -> String {
    let keyword = title_case(&topic.keyword);
    let length = keyword.chars().count();
    if length >= *TITLE.start() {
        return keyword;
    }
    let mut tails = corpus::tails();
    chance(&[&topic.keyword, "meta title"]).shuffle(&mut tails);
    let with = |tail: &&str| length + 2 + tail.len();
    let fitting = tails.iter().find(|tail| TITLE.contains(&with(tail)));
    let longest = || tails.iter().filter(|tail| with(tail) <= *TITLE.end()).max_by_key(|tail| tail.len());
    fitting.or_else(longest).map_or(keyword.clone(), |tail| format!("{keyword}{} {tail}", topic.mark()))
}

fn title_case(text: &str) -> String {
    let words = text.split(' ').enumerate();
    let cased =
        words.map(
            |(index, word)| {
                if index > 0 && SMALL.contains(&word) { word.to_owned() } else { capitalised(word) }
            },
        );
    cased.collect::<Vec<_>>().join(" ")
}

/// The keyword and as many headings as there is room for.
pub(super) fn description(topic: &Topic, headings: &[&str]) -> String {
    let keyword = capitalised(&topic.keyword);
    let mut headings: Vec<String> = headings.iter().map(|heading| lowered(heading)).collect();
    chance(&[&topic.keyword, "description"]).shuffle(&mut headings);
    // The keyword is there already.
    headings.sort_by_key(|heading| stems(&topic.keyword).is_subset(&stems(heading)));
    let mut best = format!("{keyword}.");
    for (end, first) in ENDS.iter().flat_map(|end| (0..headings.len()).map(move |first| (end, first))) {
        for count in 1..=headings.len() - first {
            let text = format!("{keyword}{} {}{end}.", topic.mark(), joined(&headings[first..first + count]));
            let length = text.chars().count();
            if DESCRIPTION.contains(&length) {
                return text;
            }
            if length <= *DESCRIPTION.end() && length > best.chars().count() {
                best = text;
            }
        }
    }
    best
}

fn lowered(heading: &str) -> String {
    let mut letters = heading.trim_end_matches('?').chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn joined(parts: &[String]) -> String {
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_descriptions_have_their_length() {
        for keyword in [
            "beekeeping",
            "indoor herb garden",
            "how to descale a kettle",
            "best running shoes for beginners",
            "how to make cold brew coffee at home",
            "small balcony vegetable garden ideas",
        ] {
            let topic = Topic::of(keyword);
            let title = title(&topic);
            assert!(TITLE.contains(&title.chars().count()), "{title}");
            assert!(title.to_lowercase().contains(keyword));
            let headings = [
                "What to prepare before you start",
                "Common mistakes",
                "How long it takes",
                "Tools and materials",
            ];
            let description = description(&topic, &headings);
            assert!(DESCRIPTION.contains(&description.chars().count()), "{description}");
        }
    }

    #[test]
    fn long_keywords_stand_alone() {
        let keyword = "how to clean the inside of a very dirty old oven without chemicals";
        assert_eq!(title(&Topic::of(keyword)).to_lowercase(), keyword);
        assert!(description(&Topic::of(keyword), &[]).contains("oven"));
    }
}
