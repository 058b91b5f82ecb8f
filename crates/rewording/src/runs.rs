//! Runs of words that two texts share.

/// The most words of a text that are compared.
const MOST_WORDS: usize = 2_000;

/// Words in a row that stand in both texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    /// Where it begins in the second text, in words.
    pub(crate) start: usize,
    pub(crate) length: usize,
}

/// The words of a text in lower case, without punctuation.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '\'' | '’' | '.' | ',')))
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .take(MOST_WORDS)
        .map(|word| word.to_lowercase().replace('’', "'"))
        .collect()
}

/// The longest shared run; the first one of the second text if several are as long.
pub(crate) fn longest<A: AsRef<str>, B: AsRef<str>>(first: &[A], second: &[B]) -> Option<Run> {
    let mut best: Option<Run> = None;
    let mut before = vec![0_usize; first.len() + 1];
    for (at, word) in second.iter().enumerate() {
        let mut row = vec![0_usize; first.len() + 1];
        for (index, other) in first.iter().enumerate() {
            if other.as_ref() == word.as_ref() {
                let length = before[index] + 1;
                row[index + 1] = length;
                if best.is_none_or(|run| length > run.length) {
                    best = Some(Run { start: at + 1 - length, length });
                }
            }
        }
        before = row;
    }
    best
}

/// Every run of the second text that is longer than allowed, longest first.
pub(crate) fn longer_than<A: AsRef<str>, B: AsRef<str>>(
    allowed: usize,
    first: &[A],
    second: &[B],
) -> Vec<Run> {
    // How long the longest run is that begins at each word.
    let mut lengths = vec![0_usize; second.len()];
    let mut after = vec![0_usize; first.len() + 1];
    for (at, word) in second.iter().enumerate().rev() {
        let mut row = vec![0_usize; first.len() + 1];
        for (index, other) in first.iter().enumerate() {
            if other.as_ref() == word.as_ref() {
                row[index] = after[index + 1] + 1;
                lengths[at] = lengths[at].max(row[index]);
            }
        }
        after = row;
    }
    let mut runs = Vec::new();
    let mut start = 0;
    while let Some(&length) = lengths.get(start) {
        if length > allowed {
            runs.push(Run { start, length });
        }
        start += length.max(1);
    }
    runs.sort_by_key(|run| std::cmp::Reverse(run.length));
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(first: &str, second: &str) -> usize {
        longest(&words(first), &words(second)).map_or(0, |run| run.length)
    }

    #[test]
    fn case_and_punctuation_do_not_break_a_run() {
        assert_eq!(run("Water the plant, then wait.", "water the plant then wait"), 5);
        assert_eq!(run("It costs $1,200.50 now", "costs 1,200.50"), 2);
    }

    #[test]
    fn a_run_is_in_order_and_unbroken() {
        assert_eq!(run("a b c d", "c d a b"), 2);
        assert_eq!(run("a b c d", "a b x c d"), 2);
        assert_eq!(run("a b", "c d"), 0);
        assert_eq!(run("", ""), 0);
    }

    #[test]
    fn all_long_runs_are_listed() {
        let (first, second) = (words("a b c d e f g h"), words("e f g x a b y a b c"));
        let found = longer_than(1, &first, &second);
        let expected = [(0, 3), (7, 3), (4, 2)].map(|(start, length)| Run { start, length });
        assert_eq!(found, expected);
        assert_eq!(longer_than(3, &first, &second), []);
    }

    #[test]
    fn the_place_is_in_the_second_text() {
        assert_eq!(longest(&words("b c"), &words("a b c")), Some(Run { start: 1, length: 2 }));
    }
}
