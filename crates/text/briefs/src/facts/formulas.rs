//! Formulas on pages.

use domain::articles::passages::PassageKind;

use super::Statement;
use crate::write::Context;

/// Longer ones are programs.
const LONGEST: usize = 200;

/// The formulas in code of passages.
pub(super) fn find(context: &Context<'_>, relevant: &[usize]) -> Vec<Statement> {
    let mut found = Vec::new();
    for index in relevant {
        let passage = &context.passages[*index];
        if !matches!(passage.kind, PassageKind::Code | PassageKind::Definition) {
            continue;
        }
        for line in passage.text.lines() {
            let Some(name) = left_side(line) else { continue };
            found.push(Statement {
                key: seo::words::normalise(name).into_owned(),
                about: name.to_owned(),
                sameness: line.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase(),
                value: line.trim().to_owned(),
                sentence: line.trim().to_owned(),
                passage: *index,
                sources: passage.sources().collect(),
            });
        }
    }
    found
}

/// The left side of a line that is a formula: a name, `=`, and a calculation.
fn left_side(line: &str) -> Option<&str> {
    let (left, right) = line.split_once(" = ")?;
    let left = left.trim();
    let is_name = left.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, ' ' | '_' | '-'))
        && left.starts_with(char::is_alphabetic)
        && left.split(' ').count() <= 6;
    let calculates = [" + ", " * ", " / ", " × ", " ÷ ", " - "].iter().any(|sign| right.contains(sign));
    let is_code = right.contains(['"', '\'', '{', '}', ';', '$']) || line.starts_with([' ', '\t']);
    (is_name && calculates && !is_code && line.chars().count() <= LONGEST).then_some(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_told_from_programs() {
        let formula = "vacuum threshold = vacuum base threshold + vacuum scale factor * number of tuples";
        assert_eq!(left_side(formula), Some("vacuum threshold"));
        for line in ["autovacuum = on", "let x = a + b;", "x == y + z", "    total = a + b", "SELECT 1"] {
            assert_eq!(left_side(line), None, "{line}");
        }
    }
}
