//! How many words each part of an article gets.

use super::headings::Draft;

/// The fewest sections of the second level.
pub(super) const LEAST_SECTIONS: usize = 4;
const MOST_SECTIONS: usize = 12;
/// Words per section, including introduction and conclusion.
const WORDS_PER_SECTION: u32 = 350;
/// Shares of the whole, in thousandths.
const INTRODUCTION: u32 = 65;
const QUESTIONS: u32 = 120;
const CONCLUSION: u32 = 50;
/// A section gets subsections from this many words on.
const WITH_CHILDREN: u32 = 240;
/// The least words of a section of the third level, and of the fourth.
const CHILD: u32 = 70;
const GRANDCHILD: u32 = 45;
const MOST_CHILDREN: usize = 4;
/// A larger number from a planner is a mistake.
const LONGEST_SECTION: u32 = 10_000;
/// The share of a section with subsections for its own text, in hundredths.
const OWN: u32 = 16;

#[derive(Debug)]
pub(super) struct Budgets {
    pub(super) introduction: u32,
    pub(super) questions: u32,
    pub(super) conclusion: u32,
    pub(super) sections: Vec<u32>,
}

impl Budgets {
    /// Divides `words` exactly: as the planner proposes, otherwise with slightly more for sections with more
    /// points.
    pub(super) fn of(words: u32, sections: &[Draft]) -> Self {
        let part = |part: u32| thousandths(words, part);
        let (introduction, questions, conclusion) = (part(INTRODUCTION), part(QUESTIONS), part(CONCLUSION));
        let body = body_words(words);
        let weight = |draft: &Draft| {
            let more = draft.points.len().div_ceil(2).min(2);
            let divided = if draft.has_parts() { 3 } else { 0 };
            let deeper = if draft.children.iter().any(Draft::has_parts) { 2 } else { 0 };
            8 + divided + deeper + u32::try_from(more).unwrap_or(0)
        };
        let weights = proposed(sections).unwrap_or_else(|| sections.iter().map(weight).collect());
        Self { introduction, questions, conclusion, sections: divide(body, &weights) }
    }
}

/// The planner's word counts, if it gives one for every section. Each is limited to between a third and three
/// times the average.
fn proposed(sections: &[Draft]) -> Option<Vec<u32>> {
    let words: Option<Vec<u32>> =
        sections.iter().map(|draft| (draft.words > 0).then_some(draft.words.min(LONGEST_SECTION))).collect();
    let words = words?;
    let average = words.iter().sum::<u32>() / u32::try_from(words.len()).ok()?.max(1);
    Some(words.iter().map(|words| (*words).clamp(average.div_ceil(3), average * 3)).collect())
}

/// The number of words in the sections of an article of `words` words.
pub(crate) fn body_words(words: u32) -> u32 {
    let part = |part: u32| thousandths(words, part);
    words.saturating_sub(part(INTRODUCTION) + part(QUESTIONS) + part(CONCLUSION))
}

/// The most sections of the second level in an article of `words` words.
pub(crate) fn most_sections(words: u32) -> usize {
    (section_count(words) + 2).min(MOST_SECTIONS)
}

/// The least number of sections of the second level in an article of `words` words.
#[must_use]
pub fn section_count(words: u32) -> usize {
    usize::try_from(words / WORDS_PER_SECTION).unwrap_or(MOST_SECTIONS).clamp(LEAST_SECTIONS, MOST_SECTIONS)
}

/// The number of questions that an article of `words` words answers.
pub(crate) fn question_count(words: u32) -> usize {
    super::questions::count(thousandths(words, QUESTIONS))
}

fn thousandths(words: u32, part: u32) -> u32 {
    (words * part + 500) / 1000
}

/// The number of proposed subsections to keep in a section of `words` words. A single one divides nothing.
/// Subsections that the customer requested are kept.
pub(super) fn children(words: u32, level: u8, proposed: usize, wanted_by_customer: bool) -> usize {
    if wanted_by_customer {
        return if level < 4 { proposed } else { 0 };
    }
    let least = match level {
        2 if words > WITH_CHILDREN => CHILD,
        3 => GRANDCHILD,
        _ => return 0,
    };
    let room = usize::try_from(words * (100 - OWN) / 100 / least).unwrap_or(0).min(MOST_CHILDREN);
    let count = proposed.min(room);
    if count >= 2 { count } else { 0 }
}

/// Divides the words of a section between its own text and its subsections: as the planner proposes,
/// otherwise twice as much for a subsection with another level.
pub(super) fn divided(words: u32, children: &[Draft]) -> (u32, Vec<u32>) {
    if children.is_empty() {
        return (words, Vec::new());
    }
    let own = words * OWN / 100;
    let equal = || children.iter().map(|child| if child.has_parts() { 2 } else { 1 }).collect();
    let weights = proposed(children).unwrap_or_else(equal);
    (own, divide(words - own, &weights))
}

/// Divides a whole by weights so that the parts add up to it.
fn divide(whole: u32, weights: &[u32]) -> Vec<u32> {
    let mut left = u64::from(whole);
    let mut weight_left: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
    let mut parts = Vec::with_capacity(weights.len());
    for weight in weights {
        let weight = u64::from(*weight);
        let part = (left * weight + weight_left / 2) / weight_left.max(1);
        parts.push(u32::try_from(part).unwrap_or(u32::MAX));
        left -= part.min(left);
        weight_left -= weight;
    }
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sections_follow_the_length() {
        let counts = [500, 1_500, 2_000, 3_000, 5_000, 90_000].map(section_count);
        assert_eq!(counts, [4, 4, 5, 8, 12, 12]);
    }

    proptest! {
        #[test]
        fn parts_add_up(whole in 0..100_000_u32, weights in prop::collection::vec(1..20_u32, 1..20)) {
            prop_assert_eq!(divide(whole, &weights).iter().sum::<u32>(), whole);
        }

        #[test]
        fn budgets_keep_their_shares(words in 1_500..=5_000_u32, points in prop::collection::vec(0..9_usize, 12)) {
            let drafts: Vec<Draft> = points[..section_count(words)].iter().map(|count| Draft {
                points: vec![String::new(); *count],
                ..Draft::default()
            }).collect();
            let budgets = Budgets::of(words, &drafts);
            let share = |part: u32| f64::from(part) / f64::from(words);
            prop_assert!((0.05..=0.08).contains(&share(budgets.introduction)));
            prop_assert!((0.11..=0.13).contains(&share(budgets.questions)));
            prop_assert!((0.04..=0.06).contains(&share(budgets.conclusion)));
            prop_assert!(budgets.sections.iter().all(|section| (200..=450).contains(section)), "{:?}", budgets.sections);
            let all = budgets.introduction + budgets.questions + budgets.conclusion + budgets.sections.iter().sum::<u32>();
            prop_assert_eq!(all, words);
        }
    }
}
