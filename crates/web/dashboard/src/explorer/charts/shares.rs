//! A list of amounts, each with a bar relative to the largest.

use std::fmt::Write as _;

use super::Numerals;
use crate::explorer::markup::escaped;

/// The maximum number of lines, more than a reader would compare.
const MOST_SHARES: usize = 100;

/// One line of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// The name of the amount.
    pub name: String,
    /// The amount; negative amounts are drawn as zero.
    pub amount: i64,
}

/// `<ul class="shares">` with the amounts in the given order. `unit` is the counted thing, in the forms of
/// [`Numerals::counted`].
#[must_use]
pub fn shares(shares: &[Share], unit: &str, numerals: Numerals) -> String {
    let shares = shares.get(..MOST_SHARES).unwrap_or(shares);
    let most = shares.iter().map(|share| share.amount).max().unwrap_or_default().max(1);
    let mut html = String::from("<ul class=\"shares\">\n");
    for share in shares {
        let name = escaped(&share.name);
        let amount = escaped(&numerals.counted(share.amount.into(), unit));
        // Writing to a String can't fail.
        let _ = writeln!(
            html,
            "<li><span>{name}</span><span class=\"number\">{amount}</span>\
             <progress value=\"{}\" max=\"{most}\" aria-label=\"{name}\">{amount}</progress></li>",
            share.amount.max(0)
        );
    }
    html.push_str("</ul>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(amounts: &[(&str, i64)]) -> String {
        let lines: Vec<_> = amounts
            .iter()
            .map(|(name, amount)| Share { name: (*name).to_owned(), amount: *amount })
            .collect();
        shares(&lines, "credits", Numerals::ENGLISH)
    }

    #[test]
    fn bars_are_parts_of_the_largest() {
        insta::assert_snapshot!(list(&[
            ("articles/generate", 30_875),
            ("seo/audit", 500),
            ("<b>\"odd\"", 0)
        ]));
    }

    #[test]
    fn odd_lists_can_be_drawn() {
        assert_eq!(list(&[]), "<ul class=\"shares\">\n</ul>");
        assert!(list(&[("a", 0)]).contains("value=\"0\" max=\"1\""));
        assert!(
            list(&[("a", i64::MIN), ("b", i64::MAX)]).contains("value=\"0\" max=\"9223372036854775807\"")
        );
    }
}
