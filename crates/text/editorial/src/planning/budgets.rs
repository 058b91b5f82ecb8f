//! How many words each part of an article gets.

use super::headings::Draft;

/// The fewest sections of the second level.
pub(super) const LEAST_SECTIONS: usize = 4;
const MOST_SECTIONS: usize = 12;
/// Words for each section, the edges included.
const WORDS_PER_SECTION: u32 = 350;
/// Parts of the whole, in thousandths.
const INTRODUCTION: u32 = 65;
const QUESTIONS: u32 = 120;
const CONCLUSION: u32 = 50;
/// A section gets sections below it from this many words on.
const WITH_CHILDREN: u32 = 240;
/// What a section of the third level needs at least, and one of the fourth.
const CHILD: u32 = 70;
const GRANDCHILD: u32 = 45;
const MOST_CHILDREN: usize = 4;
/// A planner that says more than this has not counted.
const LONGEST_SECTION: u32 = 10_000;
/// What a section with others below it keeps for itself, in hundredths.
const OWN: u32 = 16;

/// Words of the parts of an article.
#[derive(Debug)]
pub(super) struct Budgets {
    pub(super) introduction: u32,
    pub(super) questions: u32,
    pub(super) conclusion: u32,
    pub(super) sections: Vec<u32>,
}

impl Budgets {
    /// Divides `words` exactly: as the planner says, otherwise a little more for sections with more to say.
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

/// What the planner thinks that sections need, if it says so for all of them. None gets less than a third of the average, or more than
/// three times as much.
fn proposed(sections: &[Draft]) -> Option<Vec<u32>> {
    let words: Option<Vec<u32>> =
        sections.iter().map(|draft| (draft.words > 0).then_some(draft.words.min(LONGEST_SECTION))).collect();
    let words = words?;
    let average = words.iter().sum::<u32>() / u32::try_from(words.len()).ok()?.max(1);
    Some(words.iter().map(|words| (*words).clamp(average.div_ceil(3), average * 3)).collect())
}

/// How many words of an article of so many stand in its sections.
pub(crate) fn body_words(words: u32) -> u32 {
    let part = |part: u32| thousandths(words, part);
    words.saturating_sub(part(INTRODUCTION) + part(QUESTIONS) + part(CONCLUSION))
}

/// The most sections of the second level that an article of so many words has.
pub(crate) fn most_sections(words: u32) -> usize {
    (section_count(words) + 2).min(MOST_SECTIONS)
}

/// How many sections of the second level an article of so many words has at least.
#[must_use]
pub fn section_count(words: u32) -> usize {
    usize::try_from(words / WORDS_PER_SECTION).unwrap_or(MOST_SECTIONS).clamp(LEAST_SECTIONS, MOST_SECTIONS)
}

/// How many questions an article of so many words answers.
pub(crate) fn question_count(words: u32) -> usize {
    super::questions::count(thousandths(words, QUESTIONS))
}

fn thousandths(words: u32, part: u32) -> u32 {
    (words * part + 500) / 1000
}

/// How many of the proposed sections below one of so many words are worth it. One alone divides nothing. What the customer wants is kept.
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

/// What a section keeps for itself, and what those below it get: as the planner says, otherwise twice as much where there is another level.
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
