//! Tables for spreadsheets, as CSV. Cells contain texts of customers, so none may become a formula.

use std::borrow::Cow;

use domain::ledger::Posting;

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Text(String),
    Number(i64),
    Empty,
}

impl From<Option<String>> for Cell {
    fn from(text: Option<String>) -> Self {
        text.map_or(Self::Empty, Self::Text)
    }
}

/// A line of a usage report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsageLine {
    /// The day, as `2026-11-17`.
    pub day: String,
    /// The call, such as `seo/audit`.
    pub endpoint: String,
    pub key_id: Option<String>,
    /// The name of the key.
    pub key_name: Option<String>,
    /// The number of calls.
    pub calls: i64,
    /// The number of failed calls.
    pub errors: i64,
    pub credits: i64,
}

const LEDGER: [&str; 10] = [
    "transactionId",
    "createdAt",
    "kind",
    "credits",
    "releasedCredits",
    "balanceCredits",
    "heldCredits",
    "purpose",
    "keyId",
    "relatedTransactionId",
];

const USAGE: [&str; 7] = ["day", "endpoint", "keyId", "keyName", "calls", "errors", "credits"];

/// Lines of the ledger, with the names of the API.
pub fn ledger_csv<'a>(postings: impl IntoIterator<Item = &'a Posting>) -> String {
    let lines = postings.into_iter().map(|posting| {
        vec![
            Cell::Text(posting.id.to_string()),
            Cell::Text(posting.at.to_string()),
            Cell::Text(posting.kind.as_str().to_owned()),
            Cell::Number(posting.amount.as_i64()),
            Cell::Number(posting.released.as_i64()),
            Cell::Number(posting.after.available.as_i64()),
            Cell::Number(posting.after.held.as_i64()),
            Cell::Text(posting.purpose.clone()),
            posting.key.map(|id| id.to_string()).into(),
            posting.related.map(|id| id.to_string()).into(),
        ]
    });
    csv(&LEDGER, lines)
}

/// Lines of a usage report.
pub fn usage_csv<'a>(lines: impl IntoIterator<Item = &'a UsageLine>) -> String {
    let lines = lines.into_iter().map(|line| {
        vec![
            Cell::Text(line.day.clone()),
            Cell::Text(line.endpoint.clone()),
            line.key_id.clone().into(),
            line.key_name.clone().into(),
            Cell::Number(line.calls),
            Cell::Number(line.errors),
            Cell::Number(line.credits),
        ]
    });
    csv(&USAGE, lines)
}

/// A table with a header line, as in RFC 4180.
pub fn csv(names: &[&str], lines: impl IntoIterator<Item = Vec<Cell>>) -> String {
    let mut writer =
        csv::WriterBuilder::new().flexible(true).terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    // Writing to memory can't fail, and lines may differ in length.
    let _ = writer.write_record(names);
    for line in lines {
        let _ = writer.write_record(line.iter().map(|cell| written(cell).into_owned()));
    }
    let bytes = writer.into_inner().unwrap_or_default();
    // All input was text.
    String::from_utf8(bytes).unwrap_or_default()
}

fn written(cell: &Cell) -> Cow<'_, str> {
    match cell {
        Cell::Text(text) if may_be_formula(text) => Cow::Owned(format!("'{text}")),
        Cell::Text(text) => Cow::Borrowed(text),
        Cell::Number(number) => Cow::Owned(number.to_string()),
        Cell::Empty => Cow::Borrowed(""),
    }
}

/// Whether a spreadsheet may read a text as a formula: it begins with one of these signs, perhaps after
/// spaces or in full-width form. Numbers are not formulas.
fn may_be_formula(text: &str) -> bool {
    let begins_oddly = text.starts_with(['\t', '\r', '\n']);
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    (begins_oddly || is_formula) && !is_number(text)
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
    [whole, decimals].iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[rstest::rstest]
    #[case("=1+1", "'=1+1")]
    #[case("+1", "'+1")]
    #[case("-cmd", "'-cmd")]
    #[case("@SUM(A1)", "'@SUM(A1)")]
    #[case("\t=1", "'\t=1")]
    #[case("\r=1", "'\r=1")]
    #[case("  =1", "'  =1")]
    #[case("＝1", "'＝1")]
    #[case("-12", "-12")]
    #[case("-12.50", "-12.50")]
    #[case("-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0")]
    #[case("-", "'-")]
    #[case("-.", "'-.")]
    #[case("seo/audit", "seo/audit")]
    #[case("", "")]
    fn formulas_become_text(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(written(&Cell::Text(text.to_owned())), expected);
    }

    #[test]
    fn numbers_stay_numbers() {
        let table = csv(
            &["a", "b", "c"],
            [vec![Cell::Number(-5), Cell::Empty, Cell::Text("say \"hi\", <b>".into())]],
        );
        assert_eq!(table, "a,b,c\r\n-5,,\"say \"\"hi\"\", <b>\"\r\n");
    }

    #[test]
    fn usage_has_its_columns() {
        let line = UsageLine {
            day: "2026-11-17".into(),
            endpoint: "seo/audit".into(),
            key_id: None,
            key_name: Some("=HYPERLINK(\"https://evil.example\")".into()),
            calls: 3,
            errors: 1,
            credits: 1_000,
        };
        insta::assert_snapshot!(usage_csv([&line]));
    }

    proptest! {
        #[test]
        fn every_text_can_be_read_again(texts in prop::collection::vec("\\PC{0,20}|[=+@,\"\r\n\t-]{0,6}", 1..6)) {
            let table = csv(&["a"], [texts.iter().cloned().map(Cell::Text).collect()]);
            let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(table.as_bytes());
            let line = reader.records().next().unwrap().unwrap();
            prop_assert_eq!(line.len(), texts.len());
            for (cell, text) in line.iter().zip(&texts) {
                prop_assert_eq!(cell.strip_prefix('\'').filter(|_| may_be_formula(text)).unwrap_or(cell), text);
                prop_assert!(!may_be_formula(cell), "{}", cell);
            }
        }
    }
}
