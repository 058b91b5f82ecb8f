//! Charts as markup: a drawing that stretches with the page, and words beside it as HTML, so that they stay legible on a phone. Nothing
//! carries a style; the classes are those of the style sheet. All words come from the caller, in the reader's language, and are escaped.

mod numbers;
mod scale;
mod shares;
mod sparkline;
mod stacked_bars;

pub use numbers::Numerals;
pub use shares::{Share, shares};
pub use sparkline::{Sparkline, sparkline};
pub use stacked_bars::{Series, StackedBars, Tone, chart_table, stacked_bars};

/// What drawings are made of: at most two decimals, none where they are zero.
fn length(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
