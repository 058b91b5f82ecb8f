//! Finds rich results that Google no longer shows.

use std::sync::LazyLock;

use jiff::civil::Date;

use super::selector::Selector;
use super::{Check, Visit, Words};
use crate::problem::Rule;

static TEXT: &str = include_str!("retired.txt");
static RETIRED: LazyLock<Vec<Retired>> = LazyLock::new(|| TEXT.lines().filter_map(Retired::read).collect());

struct Retired {
    since: Date,
    feature: &'static str,
    selector: Selector,
}

impl Retired {
    fn read(line: &'static str) -> Option<Self> {
        let mut parts = line.splitn(3, " = ");
        let since = parts.next()?.parse().ok()?;
        Some(Self { since, feature: parts.next()?, selector: Selector::read(parts.next()?) })
    }
}

impl<'a> Check<'a> {
    pub(super) fn retired(&mut self, visit: Visit<'a>) {
        let today = self.subject.today;
        for retired in RETIRED.iter().filter(|retired| retired.since <= today) {
            if !retired.selector.matches(&self.graph, visit.id) {
                continue;
            }
            self.note(visit, Rule::RetiredRichResult, visit.item.place, "", || {
                let Retired { since, feature, .. } = retired;
                Words::new(format!("Google has not shown the rich result “{feature}” since {since}."))
                    .fixed_by("It does no harm, and others may read it; expect no rich result from it.")
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::vocabulary;

    #[test]
    fn every_line_is_read_and_of_the_vocabulary() {
        assert_eq!(RETIRED.len(), TEXT.lines().filter(|line| !line.starts_with('#')).count());
        for retired in RETIRED.iter() {
            for name in retired.selector.types.iter().chain(&retired.selector.also) {
                assert!(vocabulary().type_named(name).is_some(), "{name}");
            }
            for name in retired.selector.with.iter().flat_map(|with| &with.path) {
                assert!(vocabulary().property(name).is_some(), "{name}");
            }
        }
    }
}
