//! Reading an export of Google's Keyword Planner.
//!
//! Despite its name, the file is usually UTF-16 with tabs. It begins with lines for people, and in accounts
//! that spend little it holds ranges instead of averages. Its header stays English while values follow the
//! user's language.

mod values;

use domain::keywords::{Competition, KeywordIdea, MonthlySearches, TopOfPageBid, normalise};
use encoding_rs::{Encoding, UTF_8};

use values::{NumberStyle, Volume};

/// What an export holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    pub ideas: Vec<KeywordIdea>,
    /// Rows without a keyword.
    pub skipped: usize,
}

/// Why a file can't be read as an export.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// No row is a header.
    #[error(
        "no row has the columns \"Keyword\" and \"Avg. monthly searches\"; export the file from Keyword Planner as CSV"
    )]
    NoHeader,
    /// A row that can't be read.
    #[error("row {row} after the header can't be read: {reason}")]
    Row {
        /// The number of the row, counted from 1.
        row: usize,
        reason: String,
    },
    #[error("the file has no keywords below its header")]
    Empty,
}

/// The index of each column.
#[derive(Debug)]
struct Columns {
    keyword: usize,
    average: usize,
    currency: Option<usize>,
    three_months: Option<usize>,
    year_over_year: Option<usize>,
    competition: Option<usize>,
    index: Option<usize>,
    low_bid: Option<usize>,
    high_bid: Option<usize>,
    months: Vec<(usize, u16, u8)>,
}

impl Export {
    /// Reads a whole file.
    pub fn read(file: &[u8]) -> Result<Self, ExportError> {
        let text = decode(file);
        let (header_at, delimiter) = find_header(&text).ok_or(ExportError::NoHeader)?;
        let rows = read_rows(&text[header_at..], delimiter)?;
        let (header, rows) = rows.split_first().ok_or(ExportError::NoHeader)?;
        let columns = Columns::find(header).ok_or(ExportError::NoHeader)?;
        let amounts = rows.iter().flat_map(|row| columns.bids(row));
        let counts = rows.iter().flat_map(|row| columns.counts(row));
        let style = NumberStyle::of_cells(amounts, counts);
        let ranges_only = columns.hold_only_ranges(rows, style);
        let ideas: Vec<KeywordIdea> =
            rows.iter().filter_map(|row| columns.idea(row, style, ranges_only)).collect();
        if ideas.is_empty() {
            return Err(ExportError::Empty);
        }
        Ok(Self { skipped: rows.len() - ideas.len(), ideas })
    }
}

/// Decodes by the byte order mark, else as UTF-8, else as UTF-16 by its zero bytes.
fn decode(file: &[u8]) -> String {
    let encoding = match Encoding::for_bom(file) {
        Some((encoding, _)) => encoding,
        None if file.iter().skip(1).step_by(2).take(64).all(|byte| *byte == 0) => encoding_rs::UTF_16LE,
        None => UTF_8,
    };
    encoding.decode(file).0.into_owned()
}

/// The byte where the header row begins, and what separates its cells.
fn find_header(text: &str) -> Option<(usize, u8)> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let delimiter = [b'\t', b';', b',']
            .into_iter()
            .find(|delimiter| is_header(line.trim_end().split(char::from(*delimiter))));
        if let Some(delimiter) = delimiter {
            return Some((at, delimiter));
        }
        at += line.len();
    }
    None
}

fn is_header<'a>(cells: impl Iterator<Item = &'a str>) -> bool {
    let (mut keyword, mut average) = (false, false);
    for cell in cells.map(|cell| cell.trim_matches(['"', ' '])) {
        keyword |= cell.eq_ignore_ascii_case("Keyword");
        average |= cell.eq_ignore_ascii_case("Avg. monthly searches");
    }
    keyword && average
}

fn read_rows(text: &str, delimiter: u8) -> Result<Vec<Vec<String>>, ExportError> {
    let reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let rows = reader.into_records().enumerate().map(|(row, record)| match record {
        Ok(record) => Ok(record.iter().map(str::to_owned).collect()),
        Err(error) => Err(ExportError::Row { row, reason: error.to_string() }),
    });
    rows.collect()
}

impl Columns {
    fn find(header: &[String]) -> Option<Self> {
        let at = |name: &str| header.iter().position(|cell| cell.eq_ignore_ascii_case(name));
        let month = |(index, cell): (usize, &String)| {
            let (year, month) = values::month(cell.strip_prefix("Searches:")?)?;
            Some((index, year, month))
        };
        Some(Self {
            keyword: at("Keyword")?,
            average: at("Avg. monthly searches")?,
            currency: at("Currency"),
            three_months: at("Three month change"),
            year_over_year: at("YoY change"),
            competition: at("Competition"),
            index: at("Competition (indexed value)"),
            low_bid: at("Top of page bid (low range)"),
            high_bid: at("Top of page bid (high range)"),
            months: header.iter().enumerate().filter_map(month).collect(),
        })
    }

    /// Accounts that spend little export the middle of a range as if it were an average, and no months.
    fn hold_only_ranges(&self, rows: &[Vec<String>], style: NumberStyle) -> bool {
        let no_months =
            rows.iter().all(|row| self.months.iter().all(|(index, ..)| cell(row, Some(*index)).is_none()));
        no_months && rows.iter().filter_map(|row| cell(row, Some(self.average))).all(|text| {
            matches!(values::volume(text, style), Some(Volume::Average(average)) if values::range_around(average).is_some())
        })
    }

    fn bids<'a>(&self, row: &'a [String]) -> impl Iterator<Item = &'a str> {
        [cell(row, self.low_bid), cell(row, self.high_bid)].into_iter().flatten()
    }

    fn counts<'a>(&self, row: &'a [String]) -> impl Iterator<Item = &'a str> {
        let months: Vec<usize> = self.months.iter().map(|(index, ..)| *index).collect();
        std::iter::once(self.average).chain(months).filter_map(|index| cell(row, Some(index)))
    }

    fn idea(&self, row: &[String], style: NumberStyle, ranges_only: bool) -> Option<KeywordIdea> {
        let keyword = normalise(cell(row, Some(self.keyword))?);
        let volume = cell(row, Some(self.average)).and_then(|text| values::volume(text, style));
        let (average_searches, search_range) = match volume {
            None => (None, None),
            Some(Volume::Range(from, to)) => (None, Some((from, to))),
            Some(Volume::Average(average)) if ranges_only => (None, values::range_around(average)),
            Some(Volume::Average(average)) => (Some(average), None),
        };
        let competition_index =
            cell(row, self.index).and_then(|text| text.parse::<u8>().ok()).filter(|index| *index <= 100);
        Some(KeywordIdea {
            keyword,
            average_searches,
            search_range,
            months: self.months(row, style),
            three_month_change: cell(row, self.three_months).and_then(|text| values::per_cent(text, style)),
            yearly_change: cell(row, self.year_over_year).and_then(|text| values::per_cent(text, style)),
            competition: cell(row, self.competition)
                .and_then(values::competition)
                .or_else(|| competition_index.map(Competition::of_index)),
            competition_index,
            bid: self.bid(row, style),
        })
    }

    fn months(&self, row: &[String], style: NumberStyle) -> Vec<MonthlySearches> {
        let month = |(index, year, month): &(usize, u16, u8)| match values::volume(
            cell(row, Some(*index))?,
            style,
        )? {
            Volume::Average(searches) => Some(MonthlySearches { year: *year, month: *month, searches }),
            Volume::Range(..) => None,
        };
        let mut months: Vec<MonthlySearches> = self.months.iter().filter_map(month).collect();
        months.sort();
        months
    }

    fn bid(&self, row: &[String], style: NumberStyle) -> Option<TopOfPageBid> {
        let amount = |column| cell(row, column).and_then(|text| values::number(text, style));
        let (low, high) = (amount(self.low_bid), amount(self.high_bid));
        let currency = cell(row, self.currency).map(str::to_owned);
        (low.is_some() || high.is_some()).then_some(TopOfPageBid { low, high, currency })
    }
}

fn cell(row: &[String], column: Option<usize>) -> Option<&str> {
    row.get(column?).map(String::as_str).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPORT: &[u8] = include_bytes!("samples/export.csv");
    const RANGES: &[u8] = include_bytes!("samples/export_ranges.csv");

    #[test]
    fn the_planners_own_file_is_read() {
        let export = Export::read(EXPORT).unwrap();
        assert_eq!((export.ideas.len(), export.skipped), (3, 0));
        let first = &export.ideas[0];
        assert_eq!(first.keyword, "giày chạy bộ");
        assert_eq!((first.average_searches, first.search_range), (Some(8100), None));
        assert_eq!((first.three_month_change, first.yearly_change), (Some(22.0), Some(-18.0)));
        assert_eq!((first.competition, first.competition_index), (Some(Competition::High), Some(100)));
        let bid = first.bid.as_ref().unwrap();
        assert_eq!((bid.low, bid.high, bid.currency.as_deref()), (Some(2150.0), Some(6800.0), Some("VND")));
        assert_eq!(first.months.len(), 12);
        assert_eq!(first.months[11], MonthlySearches { year: 2026, month: 10, searches: 9900 });
        let second = &export.ideas[1];
        assert_eq!((second.yearly_change, second.bid.as_ref().unwrap().high), (None, Some(5120.5)));
        let rare = &export.ideas[2];
        assert_eq!((rare.average_searches, &rare.competition, &rare.bid), (None, &None, &None));
    }

    #[test]
    fn ranges_are_not_shown_as_averages() {
        let export = Export::read(RANGES).unwrap();
        let shown: Vec<_> = export
            .ideas
            .iter()
            .map(|idea| (idea.average_searches, idea.search_range, idea.competition))
            .collect();
        assert_eq!(
            shown,
            [
                (None, Some((1_000, 10_000)), Some(Competition::High)),
                (None, Some((10, 100)), Some(Competition::Low))
            ]
        );
        assert_eq!(export.ideas[0].bid.as_ref().unwrap().low, Some(2150.0), "a decimal comma");
    }

    #[test]
    fn commas_semicolons_and_plain_text_are_read_too() {
        for delimiter in [",", ";"] {
            let text = ["Keyword", "Avg. monthly searches", "Searches: Jan 2026"].join(delimiter)
                + "\n"
                + &["\"a, b; c\"", "1K – 10K", "50"].join(delimiter)
                + "\n\n"
                + &["", "10", ""].join(delimiter);
            let export = Export::read(text.as_bytes()).unwrap();
            assert_eq!((export.ideas.len(), export.skipped), (1, 1));
            assert_eq!(export.ideas[0].keyword, "a, b; c");
            assert_eq!(export.ideas[0].search_range, Some((1_000, 10_000)));
            assert_eq!(export.ideas[0].months.len(), 1);
        }
    }

    #[test]
    fn what_is_not_an_export_is_refused_with_the_reason() {
        assert_eq!(Export::read(b""), Err(ExportError::NoHeader));
        assert_eq!(Export::read(&[0xff, 0xfe, 0, 0xd8]), Err(ExportError::NoHeader));
        assert_eq!(Export::read(b"Keyword\tVolume\na\t1"), Err(ExportError::NoHeader));
        assert_eq!(Export::read(b"Keyword\tAvg. monthly searches\n"), Err(ExportError::Empty));
    }
}
