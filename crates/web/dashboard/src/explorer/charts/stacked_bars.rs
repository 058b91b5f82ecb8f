//! Amounts by day, with the series of a day stacked.

use std::fmt::Write as _;

use super::scale::ticks;
use super::{Numerals, length};
use crate::explorer::markup::escaped;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 176.0;
/// The position of the highest tick, so that its line is not cut and the smallest bars have space.
const TOP: f64 = 8.0;
/// The share of a day's width that its bar takes.
const FILLING: f64 = 0.72;
/// The minimum height of a bar, so that small amounts remain visible.
const LEAST_HEIGHT: f64 = 1.0;
/// The maximum number of days, a year and a month; of more, the last are drawn.
const MOST_DAYS: usize = 400;
/// The number of distinguishable colours.
const MOST_SERIES: usize = 7;
/// The number of days with a label.
const DAY_LABELS: usize = 4;

/// The content of a chart by day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackedBars<'a> {
    /// An id that is unique on the page, of letters, digits and `-`.
    pub id: &'a str,
    /// The title, in a few words.
    pub title: &'a str,
    /// The content in a sentence, for people who can't see it.
    pub description: &'a str,
    /// The unit after every number.
    pub unit: &'a str,
    /// The notation of numbers.
    pub numerals: Numerals,
    /// The days from left to right, as displayed.
    pub days: &'a [String],
    /// The series from the bottom up; at most seven are drawn.
    pub series: &'a [Series],
}

/// One colour of the chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// The name of the series.
    pub name: String,
    /// The colour of the series.
    pub tone: Tone,
    /// The amount of each day; a missing or negative amount is zero.
    pub values: Vec<i64>,
}

/// The colour of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// The colour of its position in the stack.
    ByPlace,
    /// The colour of failures.
    Fault,
}

/// `<figure class="chart">` with a legend if there is more than one series, a scale, the drawing, and the
/// days.
#[must_use]
pub fn stacked_bars(chart: &StackedBars<'_>) -> String {
    let series = chart.series.get(..MOST_SERIES).unwrap_or(chart.series);
    let drawn = Drawn {
        chart,
        series,
        days: last(chart.days, MOST_DAYS),
        skipped: chart.days.len().saturating_sub(MOST_DAYS),
    };
    let mut html = String::from("<figure class=\"chart\">\n");
    if series.len() > 1 {
        html.push_str(&drawn.key());
    }
    let ticks = ticks((0..drawn.days.len()).map(|day| drawn.total(day)).max().unwrap_or_default());
    html.push_str("<div class=\"chart-plot\">\n<ol class=\"chart-scale\" aria-hidden=\"true\">");
    for tick in ticks.iter().rev() {
        // Writing to a String can't fail.
        let _ = write!(html, "<li>{}</li>", escaped(&chart.numerals.short(*tick)));
    }
    html.push_str("</ol>\n");
    html.push_str(&drawn.drawing(&ticks));
    html.push_str(&drawn.day_labels());
    html.push_str("</div>\n</figure>");
    html
}

/// The numbers of the chart as `<table class="table">` with one line per day. `day` is the heading of the
/// first column.
#[must_use]
pub fn chart_table(chart: &StackedBars<'_>, day: &str) -> String {
    let mut html =
        format!("<table class=\"table\"><caption class=\"hush\">{}</caption>\n", escaped(chart.title));
    let _ = write!(html, "<thead><tr><th scope=\"col\">{}</th>", escaped(day));
    for series in chart.series {
        let _ = write!(html, "<th scope=\"col\" class=\"number\">{}</th>", escaped(&series.name));
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for (index, name) in chart.days.iter().enumerate() {
        let _ = write!(html, "<tr><th scope=\"row\">{}</th>", escaped(name));
        for series in chart.series {
            let value = series.values.get(index).copied().unwrap_or_default();
            let amount = escaped(&chart.numerals.written(value.into()));
            let _ =
                write!(html, "<td class=\"number\" data-label=\"{}\">{amount}</td>", escaped(&series.name));
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table>");
    html
}

/// The part of a chart that is drawn.
struct Drawn<'a> {
    chart: &'a StackedBars<'a>,
    series: &'a [Series],
    days: &'a [String],
    skipped: usize,
}

impl Drawn<'_> {
    fn value(&self, series: &Series, day: usize) -> i64 {
        series.values.get(self.skipped + day).copied().unwrap_or_default().max(0)
    }

    fn total(&self, day: usize) -> i128 {
        self.series.iter().map(|series| i128::from(self.value(series, day))).sum()
    }

    fn key(&self) -> String {
        let mut html = String::from("<ul class=\"key\">");
        for (place, series) in self.series.iter().enumerate() {
            let _ =
                write!(html, "<li{}>{}</li>", attribute(class(place, series.tone)), escaped(&series.name));
        }
        html.push_str("</ul>\n");
        html
    }

    fn drawing(&self, ticks: &[i128]) -> String {
        let StackedBars { id, title, description, .. } = *self.chart;
        let id = escaped(id);
        let mut svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\
             <title id=\"{id}-title\">{}</title><desc id=\"{id}-desc\">{}</desc>\n",
            escaped(title),
            escaped(description)
        );
        let top = ticks.last().copied().unwrap_or(1);
        for tick in ticks.iter().skip(1) {
            let y = length(HEIGHT - height(*tick, top));
            let _ = writeln!(svg, "<line class=\"guide\" x1=\"0\" y1=\"{y}\" x2=\"{WIDTH}\" y2=\"{y}\"/>");
        }
        for day in 0..self.days.len() {
            self.push_bar(&mut svg, day, top);
        }
        svg.push_str("</svg>\n");
        svg
    }

    #[expect(clippy::cast_precision_loss, reason = "a drawing has fewer places than a float has digits")]
    fn push_bar(&self, svg: &mut String, day: usize, top: i128) {
        let room = WIDTH / self.days.len() as f64;
        let x = length((day as f64 + (1.0 - FILLING) / 2.0) * room);
        let width = length(room * FILLING);
        let mut base = HEIGHT;
        let name = self.days.get(day).map(String::as_str).unwrap_or_default();
        for (place, series) in self.series.iter().enumerate() {
            let value = self.value(series, day);
            if value == 0 {
                continue;
            }
            let tall = height(value.into(), top).max(LEAST_HEIGHT);
            base -= tall;
            let class = format!("area {}", class(place, series.tone));
            let amount = self.chart.numerals.counted(value.into(), self.chart.unit);
            let words = escaped(&format!("{name}: {} {amount}", series.name));
            let _ = writeln!(
                svg,
                "<rect class=\"{}\" x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"{}\"><title>{words}</title></rect>",
                class.trim_end(),
                length(base.max(0.0)),
                length(tall),
            );
        }
    }

    /// The labels of the first and the last day, and of some between at equal distances.
    fn day_labels(&self) -> String {
        let count = self.days.len().min(DAY_LABELS);
        let last = self.days.len().saturating_sub(1);
        let mut html = String::from("<p class=\"chart-days\" aria-hidden=\"true\">");
        for label in 0..count {
            let day = label * last / (count - 1).max(1);
            let name = self.days.get(day).map(String::as_str).unwrap_or_default();
            let _ = write!(html, "<span>{}</span>", escaped(name));
        }
        html.push_str("</p>\n");
        html
    }
}

#[expect(clippy::cast_precision_loss, reason = "a drawing has fewer places than a float has digits")]
fn height(value: i128, top: i128) -> f64 {
    value as f64 / top as f64 * (HEIGHT - TOP)
}

fn class(place: usize, tone: Tone) -> &'static str {
    const PLACES: [&str; MOST_SERIES] = ["", "second", "third", "fourth", "fifth", "sixth", "seventh"];
    match tone {
        Tone::Fault => "fault",
        Tone::ByPlace => PLACES.get(place).copied().unwrap_or_default(),
    }
}

fn attribute(class: &str) -> String {
    if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") }
}

fn last<Item>(items: &[Item], most: usize) -> &[Item] {
    items.get(items.len().saturating_sub(most)..).unwrap_or(items)
}

#[cfg(test)]
mod tests;
