//! The part that a topic plays for a reader, by the words of its headings.

use crate::lexicon::Lexicon;
use crate::text::padded;

/// The part that a topic plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Role {
    What,
    Why,
    Choose,
    How,
    Compare,
    Cost,
    Risk,
    Care,
    Other,
}

impl Role {
    const NAMED: [(Self, &'static str); 8] = [
        (Self::What, "what"),
        (Self::Why, "why"),
        (Self::Choose, "choose"),
        (Self::How, "how"),
        (Self::Compare, "compare"),
        (Self::Cost, "cost"),
        (Self::Risk, "risk"),
        (Self::Care, "care"),
    ];

    /// The part of the topic under these headings.
    pub(crate) fn of(headings: &[String], lexicon: &Lexicon) -> Self {
        let lines: Vec<String> = headings.iter().map(|heading| padded(heading)).collect();
        let votes = |name: &str| lines.iter().filter(|line| first_cue(line, lexicon) == Some(name)).count();
        let best =
            Self::NAMED.iter().rev().map(|(role, name)| (votes(name), *role)).max_by_key(|(votes, _)| *votes);
        best.filter(|(votes, _)| *votes > 0).map_or(Self::Other, |(_, role)| role)
    }

    /// The name in the tables.
    pub(crate) fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(role, _)| *role == self).map_or("other", |(_, name)| name)
    }

    /// Where a reader needs it, from 0 to 1.
    pub(crate) const fn rank(self) -> f32 {
        match self {
            Self::What => 0.0,
            Self::Why => 0.12,
            Self::Choose => 0.3,
            Self::How => 0.42,
            Self::Other => 0.5,
            Self::Compare => 0.55,
            Self::Cost => 0.7,
            Self::Care => 0.85,
            Self::Risk => 0.9,
        }
    }
}

/// The part that the first cue of a heading tells; of two at the same place the longer one.
fn first_cue(line: &str, lexicon: &Lexicon) -> Option<&'static str> {
    let place = |cue: &str| line.find(&format!(" {cue} ")).map(|at| (at, std::cmp::Reverse(cue.len())));
    let named = Role::NAMED.iter().filter_map(|(_, name)| {
        let first = lexicon.roles.rows(name).iter().filter_map(|cue| place(cue)).min()?;
        Some((first, *name))
    });
    named.min_by_key(|(first, _)| *first).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use domain::locale::Language;

    use super::*;

    #[test]
    fn headings_tell_the_part() {
        let english = Lexicon::of(Language::ENGLISH).unwrap();
        for (heading, expected) in [
            ("Common mistakes", Role::Risk),
            ("Costs and savings", Role::Cost),
            ("What is cold brew?", Role::What),
            ("Why old houses are said to be difficult", Role::Why),
            ("Zebras", Role::Other),
        ] {
            assert_eq!(Role::of(&[heading.to_owned()], english), expected, "{heading}");
        }
        let vietnamese = Lexicon::of(Language::VIETNAMESE).unwrap();
        assert_eq!(Role::of(&["Chi phí cho một chuyến".to_owned()], vietnamese), Role::Cost);
    }
}
