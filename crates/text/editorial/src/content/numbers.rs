//! Figures of a text, and whether passages support them.

use std::collections::HashSet;

use domain::articles::passages::Passage;
use domain::locale::Language;
use prose::figures;
use prose::quantities::{self, Quantity};
use seo::words::{normalise, split};

/// The kind of a number without a unit.
pub(crate) const NUMBER: &str = "number";
/// Rounded or converted figures differ less than this.
const ROUNDED: f64 = 0.012;
/// The largest multiple of a figure: weeks of a year.
const MOST_TIMES: f64 = 52.0;
/// Results of a calculation differ less than this.
const PRECISE: f64 = 0.002;
/// Years from here on are the present and do not count as figures.
const PRESENT: std::ops::RangeInclusive<f64> = 2020.0..=2035.0;
/// Larger numbers are no ordinary counts.
const ORDINARY: f64 = 12.0;

/// A figure of a text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Number {
    /// The kind of the figure, or [`NUMBER`].
    pub(crate) kind: &'static str,
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// The numbers as they are written, without units.
    raw: Vec<f64>,
    unit: Option<&'static str>,
    ratio: Vec<u32>,
    pub(crate) excerpt: String,
    start: usize,
}

impl Number {
    /// Whether the figure is common in recipes and procedures, so that anybody can judge it.
    pub(crate) fn is_everyday(&self) -> bool {
        let few_people = self.unit == Some("people") && self.high <= ORDINARY;
        if self.is_money() || self.unit == Some("percent") || (self.unit == Some("people") && !few_people) {
            return false;
        }
        self.kind != NUMBER || self.high < 1_000.0
    }

    pub(crate) fn is_money(&self) -> bool {
        matches!(self.unit, Some("dollar" | "euro" | "sterling" | "yen" | "dong" | "won" | "rupee" | "yuan"))
    }

    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.kind == other.kind
            && self.ratio == other.ratio
            && close(self.low, other.low)
            && close(self.high, other.high)
    }
}

/// The figures of a sentence: everything with a unit, ratios, and numbers in digits. Ordinary counts, numbers
/// of steps and versions, and years of the present do not count.
pub(crate) fn numbers(text: &str, language: Language) -> Vec<Number> {
    let all = quantities::in_cell(text, "", language);
    let mut found: Vec<Number> = Vec::new();
    let mut taken = Vec::new();
    for figure in figures::in_sentence(text, language) {
        if figure.kind == "count" {
            continue;
        }
        let within: Vec<&Quantity> =
            all.iter().filter(|quantity| figure.range.contains(&quantity.start)).collect();
        let raw: Vec<f64> = within.iter().filter_map(|quantity| quantity.amount.value()).collect();
        // `one hour`: the scanner does not read `one` as a number. `Một năm` is as often `a year`.
        let is_one = raw.is_empty() && figure.ratio.is_empty();
        if is_one && language == Language::VIETNAMESE {
            continue;
        }
        let raw = if is_one { vec![1.0] } else { raw };
        found.push(Number {
            kind: figure.kind,
            low: figure.low,
            high: figure.high,
            raw,
            unit: unit_of(&within, text.get(figure.range.clone()).unwrap_or_default()),
            ratio: figure.ratio,
            excerpt: text.get(figure.range.clone()).unwrap_or_default().trim().to_owned(),
            start: figure.range.start,
        });
        taken.push(figure.range);
    }
    for quantity in &all {
        let is_known = taken.iter().any(|range| range.contains(&quantity.start));
        let Some(value) = quantity.amount.value().filter(|_| !is_known) else { continue };
        if quantity.unit.is_none() && is_no_figure(text, quantity, value, language) {
            continue;
        }
        found.push(Number {
            kind: NUMBER,
            low: value,
            high: value,
            raw: vec![value],
            unit: quantity.unit,
            ratio: Vec::new(),
            excerpt: quantity.excerpt.clone(),
            start: quantity.start,
        });
    }
    found.sort_by_key(|number| number.start);
    found
}

/// The unit of the quantities in a figure. The scanner does not see `one hour`.
fn unit_of(within: &[&Quantity], written: &str) -> Option<&'static str> {
    within
        .last()
        .and_then(|quantity| quantity.unit)
        .or_else(|| quantities::units_in(written).first().copied())
}

/// The figures of a short value such as `three` or `0.2 (20%)`, in which every number counts.
pub(crate) fn amounts(value: &str, language: Language) -> Vec<Number> {
    let mut found = numbers(value, language);
    if found.is_empty() {
        found.extend(spelled(value, language).map(|amount| Number {
            kind: NUMBER,
            low: amount,
            high: amount,
            raw: vec![amount],
            unit: None,
            ratio: Vec::new(),
            excerpt: value.to_owned(),
            start: 0,
        }));
    }
    found
}

/// Words that make the following number a name, and words after a number that is only a count.
#[rustfmt::skip]
const NAMES: [&str; 26] = [
    "step", "version", "section", "part", "chapter", "figure", "table", "number", "no", "day", "level", "type", "grade", "rule", "option", "method",
    "bước", "phần", "mục", "bản", "hình", "bảng", "số", "ngày", "loại", "cách",
];
#[rustfmt::skip]
const COUNTED: [&str; 40] = [
    "way", "step", "thing", "reason", "kind", "type", "part", "method", "option", "rule", "tip", "time", "point", "question", "mistake", "sign", "idea",
    "example", "case", "choice", "side", "group", "cách", "bước", "loại", "điều", "lý", "phần", "lần", "nhóm", "món", "kiểu", "điểm", "câu", "lỗi", "dấu", "ý",
    "việc", "người", "mẹo",
];

/// Whether a number without a unit is a name, a year of the present or an ordinary count.
fn is_no_figure(text: &str, quantity: &Quantity, value: f64, language: Language) -> bool {
    let before = &text[..quantity.start];
    let end = quantity.start + quantity.excerpt.len();
    let after = text.get(end..).unwrap_or_default();
    if PRESENT.contains(&value) && quantity.excerpt.len() == 4 {
        return true;
    }
    let spaced = before.ends_with([' ', '#', '\u{a0}']);
    let last =
        before.trim_end_matches([' ', '#', '\u{a0}']).rsplit([' ', '(', '\u{a0}']).next().unwrap_or_default();
    let normal = normalise(last);
    let is_first = before.trim().len() == last.len();
    let is_name =
        spaced && !is_first && last.starts_with(char::is_uppercase) && last.ends_with(char::is_alphanumeric);
    if before.ends_with('#') || is_name || (spaced && NAMES.contains(&&*normal)) {
        return true;
    }
    let normal = normalise(after);
    let noun = split(&normal).next().map(|word| seo::stem(word, language)).unwrap_or_default();
    value <= ORDINARY && value.fract() == 0.0 && COUNTED.contains(&noun.as_str())
}

/// The figures of passages.
#[derive(Debug, Default)]
pub(crate) struct Known {
    numbers: Vec<Number>,
    /// Every number, with or without a unit, in digits or spelled.
    raw: Vec<f64>,
    units: HashSet<&'static str>,
}

impl Known {
    pub(crate) fn of<'p>(passages: impl Iterator<Item = &'p Passage>, language: Language) -> Self {
        let mut known = Self::default();
        for passage in passages {
            known.add(&passage.text, language);
            for heading in passage.path.iter().chain([&passage.title]) {
                known.add(heading, language);
            }
        }
        known
    }

    pub(crate) fn add(&mut self, text: &str, language: Language) {
        for line in text.lines() {
            for sentence in prose::sentences::split(line, language) {
                self.numbers.extend(numbers(sentence, language));
                let all = quantities::in_cell(sentence, "", language);
                self.raw.extend(all.iter().filter_map(|quantity| quantity.amount.value()));
                self.raw.extend(spelled(sentence, language));
                // `An hour` is one hour.
                let articles = sentence.split(' ').filter(|word| matches!(*word, "a" | "an" | "A" | "An"));
                self.raw.extend(articles.map(|_| 1.0));
            }
            self.units.extend(quantities::units_in(line));
        }
    }

    /// Whether a figure with a unit is the sum or the difference of two known ones, or a whole multiple of
    /// one, such as the cost of twelve months.
    pub(crate) fn leads_to(&self, number: &Number) -> bool {
        let of_kind: Vec<f64> = self
            .numbers
            .iter()
            .filter(|known| known.kind == number.kind && known.unit == number.unit && known.unit.is_some())
            .flat_map(|known| [known.low, known.high])
            .collect();
        let is = |result: f64| (result - number.low).abs() <= PRECISE * number.low.abs();
        let multiple = |known: &f64| {
            let times = (number.low / known).round();
            (2.0..=MOST_TIMES).contains(&times) && is(times * known)
        };
        exactly(number.low, number.high)
            && (of_kind.iter().any(multiple)
                || of_kind.iter().any(|one| of_kind.iter().any(|other| is(one + other) || is(one - other))))
    }

    /// Whether the passages give a figure.
    pub(crate) fn supports(&self, number: &Number) -> bool {
        let gives = |raw: &f64| self.raw.iter().any(|known| exactly(*known, *raw));
        if !number.ratio.is_empty() {
            let parts: Vec<f64> = number.ratio.iter().copied().map(f64::from).collect();
            return self.numbers.iter().any(|known| known.ratio == number.ratio) || parts.iter().all(gives);
        }
        let as_shares = |number: &Number| number.raw.iter().all(|raw| gives(&(raw / 100.0)));
        match number.kind {
            NUMBER => {
                let percent =
                    |known: &Number| known.kind == "percent" && exactly(known.low / 100.0, number.low);
                number.raw.iter().all(gives) || self.numbers.iter().any(percent)
            }
            "degree" | "temperature" if number.raw.iter().all(gives) => true,
            "percent" if as_shares(number) => true,
            _ => {
                let of_kind: Vec<&Number> =
                    self.numbers.iter().filter(|known| known.kind == number.kind).collect();
                let slack = if number.kind == "temperature" { 1.0 } else { 0.0 };
                let within = |value: f64| {
                    of_kind.iter().any(|known| {
                        let (low, high) = (known.low.min(known.high), known.high.max(known.low));
                        value >= low - low.abs() * ROUNDED - slack
                            && value <= high + high.abs() * ROUNDED + slack
                    })
                };
                let unit_named = number.unit.is_some_and(|unit| self.units.contains(unit));
                (within(number.low) && within(number.high)) || (unit_named && number.raw.iter().all(gives))
            }
        }
    }
}

/// Whether a figure is calculated from two others.
pub(crate) fn is_computed(number: &Number, from: &[&Number]) -> bool {
    let results = |one: f64, other: f64| {
        [one + other, (one - other).abs(), one * other, one / other, one * other / 100.0]
    };
    let of = |one: &Number, other: &Number| {
        results(one.low, other.low).into_iter().chain(results(one.raw_first(), other.raw_first())).any(
            |result| result.is_finite() && (close(result, number.low) || close(result, number.raw_first())),
        )
    };
    exactly(number.low, number.high)
        && from.iter().enumerate().any(|(at, one)| {
            from.iter().enumerate().any(|(other_at, other)| at != other_at && of(one, other))
        })
}

/// Whether a figure is the result of a calculation with figures beside it, such as 50 + 0.2 × 10,000, or a
/// round figure that such a calculation begins with. In a range this holds for both ends.
pub(crate) fn is_calculation(number: &Number, beside: &[&Number]) -> bool {
    let ends = |end: fn(&Number) -> f64| -> Vec<f64> {
        let shares = beside.iter().filter(|other| other.kind == "percent").map(|other| end(other) / 100.0);
        beside.iter().map(|other| end(other)).chain(shares).filter(|value| *value > 0.0).collect()
    };
    let low = ends(|other| other.low);
    let follows = |value: f64, values: &[f64]| {
        follows_from(value, values) || (number.kind == "percent" && is_share(value, values))
    };
    if exactly(number.low, number.high) {
        return follows(number.low, &low);
    }
    follows(number.low, &low) && follows(number.high, &ends(|other| other.high))
}

/// Whether a value is the percentage that one of the values is of another.
fn is_share(value: f64, values: &[f64]) -> bool {
    let rounded = |share: f64| (share - value).abs() < 0.51;
    values.iter().any(|part| values.iter().any(|whole| part < whole && rounded(part / whole * 100.0)))
}

fn follows_from(value: f64, values: &[f64]) -> bool {
    let same = |one: f64, other: f64| (one - other).abs() <= PRECISE * one.abs().max(other.abs());
    let is_sum = || {
        (0..values.len()).any(|from| {
            let mut sums = values[from..].iter().scan(0.0, |sum, value| {
                *sum += value;
                Some(*sum)
            });
            sums.any(|sum| same(sum, value))
        })
    };
    let is_result = || {
        values.iter().any(|one| {
            values.iter().filter(|other| !std::ptr::eq(*other, one)).any(|other| {
                let sum = values.iter().any(|base| same(base + one * other, value));
                sum || same(one * other, value) || same(one + other, value) || same(one - other, value)
            })
        })
    };
    let is_round = value >= 1_000.0 && same(value, first_digit(value));
    let begins = || {
        values.iter().any(|factor| {
            let product = value * factor;
            values.iter().any(|result| {
                same(product, *result) || values.iter().any(|base| same(base + product, *result))
            })
        })
    };
    is_sum() || is_result() || (is_round && begins())
}

/// Rounds a value to its first digit.
fn first_digit(value: f64) -> f64 {
    let unit = 10_f64.powf(value.log10().floor());
    (value / unit).round() * unit
}

impl Number {
    fn raw_first(&self) -> f64 {
        self.raw.first().copied().unwrap_or(self.low)
    }
}

fn exactly(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs()).max(1e-9)
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() <= ROUNDED * one.abs().max(other.abs())
}

fn spelled(sentence: &str, language: Language) -> impl Iterator<Item = f64> {
    quantities::spelled_in(sentence, language).into_iter().filter_map(|amount| amount.value())
}

/// Whether a text has a number in digits or words, or gives a frequency or duration in another way.
pub(crate) fn has_amount(text: &str, language: Language) -> bool {
    const OTHERS: [&str; 20] = [
        "never",
        "once",
        "twice",
        "always",
        "forever",
        "overnight",
        "daily",
        "weekly",
        "monthly",
        "yearly",
        "free",
        "none",
        "hour",
        "minute",
        "day",
        "week",
        "miễn phí",
        "mỗi ngày",
        "hằng ngày",
        "qua đêm",
    ];
    let normal = normalise(text);
    text.contains(|sign: char| sign.is_ascii_digit())
        || !figures::in_sentence(text, language).is_empty()
        || spelled(text, language).any(|value| value > 0.0 && !exactly(value, 1.0))
        || OTHERS.iter().any(|word| format!(" {normal} ").contains(&format!(" {word} ")))
}
