//! Usage by day, as charts and tables. The charts escape all text in them.

use crate::explorer::charts::{Numerals, Series, StackedBars, Tone, chart_table, stacked_bars};
use askama::filters::Safe;
use domain::locale::Language;

use super::sums::{by_day, stacked};
use super::{Texts, Used};
use crate::frame::FrameTexts;

/// A chart with one bar per day.
pub(crate) struct DayChart {
    pub(crate) drawing: Safe<String>,
    /// The same figures as a table, for people who read them.
    pub(crate) table: Safe<String>,
}

impl DayChart {
    fn new(bars: &StackedBars<'_>, words: &Texts) -> Self {
        Self { drawing: Safe(stacked_bars(bars)), table: Safe(chart_table(bars, words.day)) }
    }
}

/// The number format of the charts.
pub(super) fn numerals(language: Language) -> Numerals {
    if language == Language::VIETNAMESE { Numerals::VIETNAMESE } else { Numerals::ENGLISH }
}

/// Credits by day, coloured by endpoint.
pub(crate) fn credits_by_day(used: &Used, language: Language) -> DayChart {
    let words = Texts::of(language);
    let days = used.days();
    let series = stacked(&used.credits, used.first_day, days.len(), words.other);
    let bars = StackedBars {
        id: "credits-by-day",
        title: words.credits_by_day,
        description: words.credits_by_day_long,
        unit: FrameTexts::of(language).credits,
        numerals: numerals(language),
        days: &days,
        series: &series,
    };
    DayChart::new(&bars, words)
}

/// Calls by day, with failed ones on top.
pub(super) fn calls_by_day(used: &Used, language: Language) -> DayChart {
    let words = Texts::of(language);
    let days = used.days();
    let (fine, failed) = by_day(&used.calls, used.first_day, days.len());
    let series = [
        Series { name: words.fine.to_owned(), tone: Tone::ByPlace, values: fine },
        Series { name: words.failed.to_owned(), tone: Tone::Fault, values: failed },
    ];
    let bars = StackedBars {
        id: "calls-by-day",
        title: words.calls_by_day,
        description: words.calls_by_day_long,
        unit: words.calls_unit,
        numerals: numerals(language),
        days: &days,
        series: &series,
    };
    DayChart::new(&bars, words)
}
