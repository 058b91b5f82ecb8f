//! Figures of a sentence in units that can be compared: minutes and hours are seconds, `1:1:1:4` is a ratio.

use std::ops::Range;

use domain::locale::Language;
use prose::quantities;
use seo::words::normalise;

/// A figure or a range of them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Figure {
    /// What is measured.
    pub(crate) kind: &'static str,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) bound: Bound,
    /// The parts of a ratio, smallest first.
    pub(crate) ratio: Vec<u32>,
    /// Where it stands in the sentence.
    pub(crate) range: Range<usize>,
}

/// Whether a figure is a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    None,
    Least,
    Most,
}

/// Figures that differ more than this, as a factor, measure different things.
const SAME_THING: f64 = 15.0;
/// Figures that differ less than this, as a factor, were rounded differently.
const ROUNDED: f64 = 1.03;

impl Figure {
    /// Whether two figures for one thing say something different.
    pub(crate) fn differs(&self, other: &Self) -> bool {
        if !self.ratio.is_empty() {
            return self.ratio.len() == other.ratio.len() && self.ratio != other.ratio;
        }
        let point = |figure: &Self| match figure.bound {
            Bound::None => (figure.low, figure.high),
            Bound::Least => (figure.low, f64::INFINITY),
            Bound::Most => (0.0, figure.high),
        };
        let ((low, high), (other_low, other_high)) = if self.bound == other.bound {
            ((self.low, self.high), (other.low, other.high))
        } else {
            (point(self), point(other))
        };
        let apart = |low: f64, high: f64| low > high * ROUNDED;
        // A single figure within a wide range is told as if there were no range.
        let wide = |figure: &Self| figure.bound == Bound::None && figure.high >= 2.0 * figure.low;
        let single = |figure: &Self| figure.bound == Bound::None && figure.high <= figure.low * ROUNDED;
        apart(other_low, high)
            || apart(low, other_high)
            || (wide(self) && single(other))
            || (wide(other) && single(self))
    }

    /// Whether two figures are near enough to measure one thing.
    pub(crate) fn is_comparable(&self, other: &Self) -> bool {
        let (one, two) = (self.low.max(self.high), other.low.max(other.high));
        self.kind == other.kind
            && one.signum() == two.signum()
            && one.abs().max(two.abs()) <= SAME_THING * one.abs().min(two.abs())
    }
}

/// The figures of a sentence in order.
pub(crate) fn in_sentence(sentence: &str, language: Language) -> Vec<Figure> {
    let text = with_ones(sentence);
    let mut found: Vec<Figure> = Vec::new();
    let mut from = 0;
    let mut last_unit = "";
    for quantity in quantities::in_sentence(&text, language) {
        let Some(range) = locate(&text, from, &quantity.excerpt) else { continue };
        from = range.end;
        let Some((kind, value)) = measured(quantity.unit, &quantity.amount.to_string()) else { continue };
        let joined = found.last().is_some_and(|last| {
            last.kind == kind && last_unit == quantity.unit && connects(&text[last.range.end..range.start])
        });
        last_unit = quantity.unit;
        match found.last_mut().filter(|_| joined) {
            Some(last) => {
                (last.low, last.high) = (last.low.min(value), last.high.max(value));
                last.range.end = range.end;
            }
            None => {
                let (bound, value) = match bound_before(&text[..range.start]) {
                    Before::Minus => (Bound::None, -value),
                    Before::Bound(bound) => (bound, value),
                };
                found.push(Figure { kind, low: value, high: value, bound, ratio: Vec::new(), range });
            }
        }
    }
    found.extend(spoken(&text));
    found.extend(ratios(&text, language));
    found
}

/// The sentence with `1` for `one`, which the scanner leaves to grammar; all places stay.
fn with_ones(sentence: &str) -> String {
    let mut text = sentence.to_owned();
    for one in ["one", "One", "một", "Một"] {
        let mut from = 0;
        while let Some(at) = text[from..].find(one).map(|at| at + from) {
            let end = at + one.len();
            let inside = |sign: char| sign.is_alphanumeric();
            let alone = !text[..at].ends_with(inside) && !text[end..].starts_with(inside);
            if alone {
                let digit = format!("{}1", " ".repeat(one.len() - 1));
                text.replace_range(at..end, &digit);
            }
            from = end;
        }
    }
    text
}

/// Where an excerpt stands that is no part of a longer number.
fn locate(text: &str, from: usize, excerpt: &str) -> Option<Range<usize>> {
    let mut at = from;
    loop {
        let start = text.get(at..)?.find(excerpt)? + at;
        let end = start + excerpt.len();
        let digit = |sign: char| sign.is_ascii_digit();
        if !text[..start].ends_with(digit) && !(excerpt.ends_with(digit) && text[end..].starts_with(digit)) {
            return Some(start..end);
        }
        at = end;
    }
}

fn connects(between: &str) -> bool {
    matches!(
        between.trim().to_lowercase().as_str(),
        "-" | "–" | "—" | "to" | "or" | "and" | "đến" | "tới" | "hoặc" | "và" | "hay" | "~"
    )
}

/// What a unit measures, and the amount in the unit that stands for its kind.
fn measured(unit: &'static str, amount: &str) -> Option<(&'static str, f64)> {
    let value: f64 = match amount.split_once('/') {
        Some((over, under)) => over.parse::<f64>().ok()? / under.parse::<f64>().ok()?,
        None => amount.parse().ok()?,
    };
    let (kind, factor) = match unit {
        "second" => ("time", 1.0),
        "minute" => ("time", 60.0),
        "hour" => ("time", 3_600.0),
        "day" => ("time", 86_400.0),
        "week" => ("time", 604_800.0),
        "month" => ("time", 2_629_800.0),
        "year" => ("time", 31_557_600.0),
        "millilitre" => ("volume", 1.0),
        "litre" => ("volume", 1_000.0),
        "teaspoon" => ("volume", 5.0),
        "tablespoon" => ("volume", 15.0),
        "milligram" => ("mass", 0.001),
        "gram" => ("mass", 1.0),
        "kilogram" => ("mass", 1_000.0),
        "ounce" => ("mass", 28.35),
        "pound" => ("mass", 453.6),
        "millimetre" => ("length", 1.0),
        "centimetre" => ("length", 10.0),
        "metre" => ("length", 1_000.0),
        "kilometre" => ("length", 1_000_000.0),
        "inch" => ("length", 25.4),
        "foot" => ("length", 304.8),
        "pound per square inch" => ("pressure", 1.0),
        "bar" => ("pressure", 14.504),
        "celsius" => ("temperature", 1.0),
        "fahrenheit" => return Some(("temperature", (value - 32.0) / 1.8)),
        "people" => return None,
        other => (other, 1.0),
    };
    value.is_finite().then_some((kind, value * factor))
}

/// What the words before a figure make of it.
enum Before {
    Bound(Bound),
    Minus,
}

fn bound_before(before: &str) -> Before {
    const LEAST: &[&str] = &[
        "at least",
        "minimum of",
        "more than",
        "over",
        "no less than",
        "ít nhất",
        "tối thiểu",
        "hơn",
        "trên",
    ];
    const MOST: &[&str] = &[
        "up to",
        "at most",
        "no more than",
        "no longer than",
        "not more than",
        "less than",
        "under",
        "within",
        "maximum of",
        "tối đa",
        "không quá",
        "dưới",
        "trong vòng",
        "chưa đến",
        "nhiều nhất",
    ];
    let before = normalise(before);
    let before = before.trim_end();
    let ends = |phrases: &[&str]| phrases.iter().any(|phrase| before.ends_with(phrase));
    match (ends(MOST), ends(LEAST), ends(&["minus", "âm", "-", "−"])) {
        (true, ..) => Before::Bound(Bound::Most),
        (_, true, _) => Before::Bound(Bound::Least),
        (_, _, true) => Before::Minus,
        _ => Before::Bound(Bound::None),
    }
}

/// Times that have no digits.
fn spoken(text: &str) -> Vec<Figure> {
    const DAY: f64 = 86_400.0;
    const SPOKEN: &[(&str, f64, Bound)] = &[
        ("same day", DAY, Bound::Most),
        ("within the day", DAY, Bound::Most),
        ("half an hour", 1_800.0, Bound::None),
        ("for an hour", 3_600.0, Bound::None),
        ("dùng trong ngày", DAY, Bound::Most),
        ("ăn trong ngày", DAY, Bound::Most),
        ("hết trong ngày", DAY, Bound::Most),
        ("nửa tiếng", 1_800.0, Bound::None),
        ("nửa giờ", 1_800.0, Bound::None),
    ];
    let found = SPOKEN.iter().filter_map(|(words, seconds, bound)| {
        let start = text.find(words)?;
        let range = start..start + words.len();
        Some(Figure { kind: "time", low: *seconds, high: *seconds, bound: *bound, ratio: Vec::new(), range })
    });
    found.collect()
}

/// Ratios: `1:1:1:4`, `1 : 2` where the sentence says that it is one, and parts in words or one after the other.
fn ratios(text: &str, language: Language) -> Option<Figure> {
    let normal = normalise(text);
    let says = ["ratio", "tỷ lệ", "tỉ lệ", "parts"].iter().any(|word| normal.contains(word));
    let numeral = |sign: char| sign.is_ascii_digit() || matches!(sign, ':' | ' ' | '-' | '–');
    let mut start = 0;
    let runs = text.split_inclusive(|sign| !numeral(sign)).filter_map(|run| {
        let range = start..start + run.len();
        start = range.end;
        let run = run.trim_end_matches(|sign| !numeral(sign));
        let mark = if run.contains(':') { ':' } else { '-' };
        let run = run.replace('–', "-");
        let parts: Option<Vec<u32>> = run.split(mark).map(|part| part.trim().parse().ok()).collect();
        parts
            .filter(|parts| parts.len() > 2 || (says && mark == ':' && parts.len() == 2))
            .map(|parts| (parts, range))
    });
    let written = runs.into_iter().next().or_else(|| counted_parts(&normal, language));
    let (mut parts, range) = written.or_else(|| enumerated(text, &normal))?;
    if parts.iter().any(|part| *part == 0 || *part > 100) {
        return None;
    }
    parts.sort_unstable();
    Some(Figure { kind: "ratio", low: 1.0, high: 1.0, bound: Bound::None, ratio: parts, range })
}

fn small_number(word: &str) -> Option<u32> {
    const NUMBERS: [&[&str]; 10] = [
        &["1", "one", "một"],
        &["2", "two", "hai"],
        &["3", "three", "ba"],
        &["4", "four", "bốn"],
        &["5", "five", "năm"],
        &["6", "six", "sáu"],
        &["7", "seven", "bảy"],
        &["8", "eight", "tám"],
        &["9", "nine", "chín"],
        &["10", "ten", "mười"],
    ];
    (1_u32..).zip(NUMBERS).find(|(_, names)| names.contains(&word)).map(|(value, _)| value)
}

/// `1 phần đường, 1 phần chanh, 4 phần nước` and `one part of compost with two parts of soil`.
fn counted_parts(normal: &str, language: Language) -> Option<(Vec<u32>, Range<usize>)> {
    let words: Vec<&str> = seo::words::split(normal).collect();
    let name: &[&str] = if language == Language::VIETNAMESE { &["phần"] } else { &["part", "parts"] };
    let named = words.windows(2).filter(|pair| name.contains(&pair[1]));
    let parts: Vec<u32> = named.filter_map(|pair| small_number(pair[0])).collect();
    (parts.len() > 1).then(|| (parts, 0..0))
}

/// `một đường, một chanh, một mắm, ba nước` in a sentence about mixing: at least three things with their numbers.
fn enumerated(text: &str, normal: &str) -> Option<(Vec<u32>, Range<usize>)> {
    const MIXES: &[&str] = &["ratio", "recipe", "mix", "blend", "tỷ lệ", "tỉ lệ", "công thức", "pha "];
    if !MIXES.iter().any(|word| normal.contains(word)) {
        return None;
    }
    let mut start = 0;
    let mut run: (Vec<u32>, Range<usize>) = (Vec::new(), 0..0);
    for piece in text.split_inclusive([',', ':', ';', '.']) {
        let range = start..start + piece.len();
        start = range.end;
        let lower = normalise(piece);
        let words: Vec<&str> = seo::words::split(&lower).collect();
        match words[..] {
            [number, _] | [number, _, _] if small_number(number).is_some() => {
                let from = if run.0.is_empty() { range.start } else { run.1.start };
                run.0.extend(small_number(number));
                run.1 = from..from + text[from..range.end].trim_end_matches([',', '.', ';', ':']).len();
            }
            _ if run.0.len() > 2 => break,
            _ => run.0.clear(),
        }
    }
    (run.0.len() > 2).then_some(run)
}

/// A figure as it is named where its value is open: `… minutes`.
pub(crate) fn without_number(figure: &str) -> String {
    let words: Vec<&str> = figure.split_whitespace().collect();
    let has_digit = |word: &&&str| word.contains(|sign: char| sign.is_ascii_digit());
    let numbers = match words.iter().rposition(|word| has_digit(&word)) {
        Some(last) => last + 1,
        None => words.len().saturating_sub(1),
    };
    std::iter::once("…").chain(words[numbers..].iter().copied()).collect::<Vec<_>>().join(" ")
}

/// The part of the sentence around a figure, up to the next comma, bracket or `but`.
pub(crate) fn clause(sentence: &str, figure: &Range<usize>) -> Range<usize> {
    let mut bounds = vec![0];
    let mut signs = sentence.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let digits = signs.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        // A relative clause goes on with what it is about.
        if sign == ',' && [" which", " that"].iter().any(|word| sentence[at + 1..].starts_with(word)) {
            continue;
        }
        if matches!(sign, ';' | '(' | ')' | '—') || (matches!(sign, ',' | ':') && !digits) {
            bounds.push(at + sign.len_utf8());
        }
    }
    for word in [" but ", " while ", " whereas ", " nhưng ", " còn "] {
        bounds.extend(sentence.match_indices(word).map(|(at, _)| at));
    }
    bounds.sort_unstable();
    let start = bounds.iter().rev().find(|bound| **bound <= figure.start).copied().unwrap_or(0);
    let end = bounds.iter().find(|bound| **bound >= figure.end).copied().unwrap_or(sentence.len());
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(language: Language, sentence: &str) -> Vec<(&'static str, f64, f64)> {
        in_sentence(sentence, language).into_iter().map(|it| (it.kind, it.low, it.high)).collect()
    }

    fn differ(language: Language, one: &str, other: &str) -> bool {
        let (one, other) = (in_sentence(one, language), in_sentence(other, language));
        one[0].is_comparable(&other[0]) && one[0].differs(&other[0])
    }

    #[test]
    fn units_are_brought_together() {
        let english = |sentence| figures(Language::ENGLISH, sentence);
        assert_eq!(english("Wait 2 to 8 minutes."), [("time", 120.0, 480.0)]);
        assert_eq!(english("Leave it for one hour."), [("time", 3_600.0, 3_600.0)]);
        assert_eq!(english("It loses one or two psi a week."), [("pressure", 1.0, 2.0)]);
        assert_eq!(english("28 riders need 2 minutes."), [("time", 120.0, 120.0)]);
        let vietnamese = |sentence| figures(Language::VIETNAMESE, sentence);
        assert_eq!(vietnamese("Để từ 2 đến 3 ngày trong tủ lạnh."), [("time", 172_800.0, 259_200.0)]);
    }

    #[test]
    fn ratios_are_read_in_every_form() {
        let ratio = |sentence: &str, language| in_sentence(sentence, language).pop().map(|it| it.ratio);
        for (sentence, language, expected) in [
            ("Tỷ lệ 1:1:1:4 là dễ nhớ.", Language::VIETNAMESE, vec![1, 1, 1, 4]),
            ("Pha 5 phần nước, 1 phần đường, 1 phần nước mắm.", Language::VIETNAMESE, vec![1, 1, 5]),
            ("Use a ratio of 1 : 15 for this.", Language::ENGLISH, vec![1, 15]),
            ("Mix one part of compost with two parts of soil.", Language::ENGLISH, vec![1, 2]),
            (
                "Công thức má nói: một đường, một chanh, một mắm, ba nước, rồi nếm.",
                Language::VIETNAMESE,
                vec![1, 1, 1, 3],
            ),
        ] {
            assert_eq!(ratio(sentence, language), Some(expected), "{sentence}");
        }
        assert_eq!(ratio("Open from 10:30 to 17:00.", Language::ENGLISH), None);
        assert_eq!(ratio("I carry two levers, one pump, three patches.", Language::ENGLISH), None);
    }

    #[test]
    fn different_figures_differ_and_compatible_ones_do_not() {
        let english = |one, other| differ(Language::ENGLISH, one, other);
        assert!(english("wait 5 minutes", "wait 2 to 8 minutes"));
        assert!(english("80 psi", "85 psi") && english("£18", "£14") && english("80 psi", "4 bar"));
        assert!(english("no longer than one hour", "at most 30 minutes"));
        assert!(!english("at least 5 minutes", "10 minutes") && !english("4 minutes", "3 to 5 minutes"));
        assert!(!english("5 minutes", "5 years") && !english("5.5 bar", "80 psi"));
        assert!(!english("450 °F", "450 °F to 500 °F"));
        assert!(differ(Language::VIETNAMESE, "dùng trong ngày", "dùng trong vòng 3 ngày"));
    }

    #[test]
    fn clauses_end_at_commas_but_not_in_numbers() {
        let sentence = "It costs £14 for a front wheel, £1,017 for a rear one.";
        let found = in_sentence(sentence, Language::ENGLISH);
        assert_eq!(&sentence[clause(sentence, &found[0].range)], "It costs £14 for a front wheel,");
        assert_eq!(&sentence[clause(sentence, &found[1].range)], " £1,017 for a rear one.");
    }
}
