//! Compares an audit with an earlier one of the page.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::report::{Issue, Verdicts};

/// The changes since an earlier audit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditComparison)]
pub struct Comparison {
    /// The change of the score.
    pub score_change: i16,
    /// Issues that are new.
    pub new: Vec<Change>,
    /// Issues that are fixed. Issues whose check did not run this time are not listed.
    pub fixed: Vec<Change>,
    /// Issues that remain.
    pub unchanged: Vec<Change>,
}

/// An issue before and now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IssueChange)]
pub struct Change {
    /// The id of the check.
    pub id: String,
    /// The fingerprint of the issue.
    pub fingerprint: String,
    /// What is, or was, wrong.
    pub message: String,
    /// How many times it occurred before.
    pub count_before: usize,
    /// How many times it occurs now.
    pub count_now: usize,
}

/// Compares an audit with an earlier one.
#[must_use]
pub fn compare(before: &Verdicts, now: &Verdicts) -> Comparison {
    let old: HashMap<&str, &Issue> = before.issues.iter().map(|issue| (issue.id.as_str(), issue)).collect();
    let current: HashMap<&str, &Issue> = now.issues.iter().map(|issue| (issue.id.as_str(), issue)).collect();
    let is_unknown = |id: &str| now.skipped.iter().any(|skipped| skipped.id == id);
    let (unchanged, new) = now
        .issues
        .iter()
        .map(|issue| change(issue, old.get(issue.id.as_str()).map_or(0, |known| known.count), issue.count))
        .partition(|change| change.count_before > 0);
    let gone = before
        .issues
        .iter()
        .filter(|issue| !current.contains_key(issue.id.as_str()) && !is_unknown(&issue.id));
    Comparison {
        score_change: i16::from(now.score) - i16::from(before.score),
        new,
        fixed: gone.map(|issue| change(issue, issue.count, 0)).collect(),
        unchanged,
    }
}

fn change(issue: &Issue, count_before: usize, count_now: usize) -> Change {
    Change {
        id: issue.id.clone(),
        fingerprint: issue.fingerprint.clone(),
        message: issue.message.clone(),
        count_before,
        count_now,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::check::{Category, Severity};
    use crate::report::SkippedCheck;

    fn verdicts(score: u8, issues: &[(&str, usize)], skipped: &[&str]) -> Verdicts {
        let issue = |(id, count): &(&str, usize)| Issue {
            id: (*id).to_owned(),
            category: Category::Html,
            severity: Severity::Low,
            message: format!("{id} x{count}"),
            impact: String::new(),
            how_to_fix: String::new(),
            seen: Vec::new(),
            count: *count,
            evidence: Vec::new(),
            selector: None,
            fingerprint: (*id).to_owned(),
        };
        let skipped = skipped.iter().map(|id| SkippedCheck {
            id: (*id).to_owned(),
            category: Category::Html,
            reason: String::new(),
        });
        Verdicts {
            score,
            scores: BTreeMap::new(),
            issues: issues.iter().map(issue).collect(),
            passed: Vec::new(),
            skipped: skipped.collect(),
        }
    }

    #[test]
    fn issues_are_new_fixed_or_unchanged() {
        let before = verdicts(70, &[("a", 2), ("b", 1), ("c", 1)], &[]);
        let now = verdicts(75, &[("a", 5), ("d", 1)], &["c"]);
        let found = compare(&before, &now);
        let ids = |changes: &[Change]| changes.iter().map(|change| change.id.clone()).collect::<Vec<_>>();
        assert_eq!(
            (ids(&found.new), ids(&found.fixed), ids(&found.unchanged)),
            (vec!["d".to_owned()], vec!["b".to_owned()], vec!["a".to_owned()])
        );
        assert_eq!((found.unchanged[0].count_before, found.unchanged[0].count_now), (2, 5));
        assert_eq!(found.score_change, 5);
    }
}
