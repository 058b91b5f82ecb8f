//! Charts as markup: a drawing that stretches with the page, and labels beside it as HTML, so that they stay
//! legible on a phone. The markup has no inline styles; its classes are those of the style sheet. All texts
//! come from the caller, in the reader's language, and are escaped.

mod numbers;
mod scale;
mod shares;
mod sparkline;
mod stacked_bars;

pub use numbers::Numerals;
pub use shares::{Share, shares};
pub use sparkline::{Sparkline, sparkline};
pub use stacked_bars::{Series, StackedBars, Tone, chart_table, stacked_bars};

/// A coordinate with at most two decimals, and none if they are zero.
fn length(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
