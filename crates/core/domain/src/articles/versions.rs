//! Versions of a finished article: what changed, when, by whom, and the lines in which two of them differ.

use super::document::{Article, ImageRole};
use crate::Timestamp;

/// How many versions of an article are kept: the first and the latest ones.
pub const MOST_VERSIONS: u32 = 50;

/// A version of an article, without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleVersion {
    /// Counts from 1, which is the article as it was written.
    pub number: u32,
    /// When it was made.
    pub at: Timestamp,
    /// The person or the API key that made it; none for what the service wrote.
    pub by: Option<String>,
    /// The fields that changed, such as `title` or `sections.2.1`; empty for the first version.
    pub changes: Vec<String>,
    /// The version whose text it has again, if an earlier one was restored.
    pub restored_from: Option<u32>,
}

/// The fields in which two versions of an article differ, as a change names them.
#[must_use]
pub fn changed_fields(before: &Article, after: &Article) -> Vec<String> {
    let mut fields = Vec::new();
    let mut note = |changed: bool, name: String| {
        if changed {
            fields.push(name);
        }
    };
    note(before.title != after.title, "title".to_owned());
    note(before.slug != after.slug, "slug".to_owned());
    note(before.meta_title != after.meta_title, "metaTitle".to_owned());
    note(before.meta_description != after.meta_description, "metaDescription".to_owned());
    note(before.excerpt != after.excerpt, "excerpt".to_owned());
    note(before.introduction != after.introduction, "sections.introduction".to_owned());
    let old = before.flattened();
    let new = after.flattened();
    for (_, section) in &new {
        let same = old.iter().any(|(_, known)| {
            known.id == section.id && known.heading == section.heading && known.blocks == section.blocks
        });
        note(!same, format!("sections.{}", section.id));
    }
    for (_, section) in &old {
        note(!new.iter().any(|(_, known)| known.id == section.id), format!("sections.{}", section.id));
    }
    note(before.faq != after.faq, "sections.faq".to_owned());
    for image in &after.images {
        note(!before.images.contains(image), format!("images.{}", image.id));
    }
    for image in &before.images {
        let role = |role: &ImageRole| after.images.iter().any(|other| other.role == *role);
        let gone = !after.images.iter().any(|other| other.id == image.id) && !role(&image.role);
        note(gone, format!("images.{}", image.id));
    }
    fields
}

/// A line of a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffLine {
    /// How the line changed.
    pub change: LineChange,
    /// Its number in the version before, from 1; none if it was added.
    pub before: Option<usize>,
    /// Its number in this version; none if it was removed.
    pub after: Option<usize>,
    pub text: String,
}

/// How a line changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineChange {
    /// The line is the same. Only lines near a change are listed.
    Unchanged,
    /// The line is new.
    Added,
    /// The line was removed.
    Removed,
}

/// Lines around a change that are listed as well.
const CONTEXT: usize = 2;
/// Above so many pairs of lines, everything between the first and the last change counts as replaced.
const MOST_PAIRS: usize = 4_000_000;

/// The lines in which two texts differ, each with its neighbours.
#[must_use]
pub fn differences(before: &str, after: &str) -> Vec<DiffLine> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let start = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let rest = (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
    let end = rest.0.iter().rev().zip(rest.1.iter().rev()).take_while(|(one, other)| one == other).count();
    let middle = (
        rest.0.get(..rest.0.len() - end).unwrap_or_default(),
        rest.1.get(..rest.1.len() - end).unwrap_or_default(),
    );
    let mut writer = Numbering::default();
    old.iter().take(start).for_each(|line| writer.push(LineChange::Unchanged, line));
    compare(middle.0, middle.1, &mut writer);
    old.iter().skip(old.len() - end).for_each(|line| writer.push(LineChange::Unchanged, line));
    near_changes(writer.lines)
}

/// Numbers the lines of both texts.
#[derive(Default)]
struct Numbering {
    before: usize,
    after: usize,
    lines: Vec<DiffLine>,
}

impl Numbering {
    fn push(&mut self, change: LineChange, text: &str) {
        self.before += usize::from(change != LineChange::Added);
        self.after += usize::from(change != LineChange::Removed);
        self.lines.push(DiffLine {
            change,
            before: (change != LineChange::Added).then_some(self.before),
            after: (change != LineChange::Removed).then_some(self.after),
            text: text.to_owned(),
        });
    }
}

/// The longest common subsequence of lines decides which lines are unchanged.
fn compare(old: &[&str], new: &[&str], out: &mut Numbering) {
    if old.len().saturating_mul(new.len()) > MOST_PAIRS {
        for line in old {
            out.push(LineChange::Removed, line);
        }
        for line in new {
            out.push(LineChange::Added, line);
        }
        return;
    }
    let width = new.len() + 1;
    let mut common = vec![0_u32; (old.len() + 1) * width];
    let at = |common: &[u32], row: usize, column: usize| {
        common.get(row * width + column).copied().unwrap_or_default()
    };
    for (row, one) in old.iter().enumerate().rev() {
        for (column, other) in new.iter().enumerate().rev() {
            let longest = if one == other {
                at(&common, row + 1, column + 1) + 1
            } else {
                at(&common, row + 1, column).max(at(&common, row, column + 1))
            };
            if let Some(cell) = common.get_mut(row * width + column) {
                *cell = longest;
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    loop {
        match (old.get(row), new.get(column)) {
            (Some(one), Some(other)) if one == other => {
                out.push(LineChange::Unchanged, one);
                (row, column) = (row + 1, column + 1);
            }
            (Some(one), other)
                if other.is_none() || at(&common, row + 1, column) >= at(&common, row, column + 1) =>
            {
                out.push(LineChange::Removed, one);
                row += 1;
            }
            (_, Some(other)) => {
                out.push(LineChange::Added, other);
                column += 1;
            }
            _ => return,
        }
    }
}

fn near_changes(lines: Vec<DiffLine>) -> Vec<DiffLine> {
    let changed: Vec<bool> = lines.iter().map(|line| line.change != LineChange::Unchanged).collect();
    let is_near = |index: usize| {
        let from = index.saturating_sub(CONTEXT);
        let to = (index + CONTEXT + 1).min(changed.len());
        changed.get(from..to).is_some_and(|near| near.contains(&true))
    };
    lines.into_iter().enumerate().filter(|(index, _)| is_near(*index)).map(|(_, line)| line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::Language;

    fn shown(before: &str, after: &str) -> Vec<String> {
        let mark = |line: &DiffLine| match line.change {
            LineChange::Unchanged => ' ',
            LineChange::Added => '+',
            LineChange::Removed => '-',
        };
        differences(before, after).iter().map(|line| format!("{}{}", mark(line), line.text)).collect()
    }

    #[test]
    fn changed_lines_are_listed_with_their_neighbours() {
        assert_eq!(shown("a\nb\nc\nd\ne\nf\ng", "a\nb\nc\nD\ne\nf\ng"), [" b", " c", "-d", "+D", " e", " f"]);
        assert_eq!(shown("a\nb", "a\nb"), Vec::<String>::new());
        assert_eq!(shown("", "a"), ["+a"]);
        assert_eq!(shown("a\nb\na", "b"), ["-a", " b", "-a"]);
        assert_eq!(shown("a", ""), ["-a"]);
    }

    #[test]
    fn lines_have_the_numbers_of_their_versions() {
        let lines = differences("a\nb\nc", "a\nx\ny\nc");
        let numbers: Vec<_> = lines.iter().map(|line| (line.before, line.after)).collect();
        assert_eq!(
            numbers,
            [(Some(1), Some(1)), (Some(2), None), (None, Some(2)), (None, Some(3)), (Some(3), Some(4))]
        );
    }

    proptest::proptest! {
        #[test]
        fn differences_lead_from_one_text_to_the_other(before in "[ab\n]{0,40}", after in "[ab\n]{0,40}") {
            let lines = differences(&before, &after);
            for line in &lines {
                let of = |text: &str, number: Option<usize>| {
                    number.is_none_or(|number| text.lines().nth(number - 1) == Some(line.text.as_str()))
                };
                proptest::prop_assert!(of(&before, line.before) && of(&after, line.after));
            }
            let count = |change| lines.iter().filter(|line| line.change == change).count();
            proptest::prop_assert_eq!(
                before.lines().count() + count(LineChange::Added),
                after.lines().count() + count(LineChange::Removed)
            );
        }
    }

    #[test]
    fn changes_name_the_fields() {
        let before = Article::empty(Language::ENGLISH);
        let after = Article { title: "Tea".to_owned(), slug: "tea".to_owned(), ..before.clone() };
        assert_eq!(changed_fields(&before, &after), ["title", "slug"]);
        assert!(changed_fields(&after, &after).is_empty());
    }
}
