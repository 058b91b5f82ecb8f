//! Figures of a sentence in units that can be compared: minutes and hours are seconds, `2 to 8 minutes` is a range, `1:1:1:4` a
//! ratio.

mod fractions;
mod frequencies;
mod ratios;

use std::ops::Range;

use domain::locale::Language;
use seo::words::{is_function_word, is_generic, normalise};

use crate::quantities::{self, Amount, Quantity, connects};

/// A figure or a range of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The quantity, such as `time`.
    pub kind: &'static str,
    /// The lowest value, in the unit of its kind.
    pub low: f64,
    pub high: f64,
    /// Whether it is a limit.
    pub bound: Bound,
    /// The parts of a ratio, smallest first.
    pub ratio: Vec<u32>,
    /// The counted thing: the stem of `screws` in `ten screws`.
    pub counted: Option<String>,
    /// The position in the sentence; empty if the figure is spread over many words.
    pub range: Range<usize>,
}

/// Whether a figure is a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// It is the figure itself.
    None,
    /// It may be more.
    Least,
    /// It may be less.
    Most,
}

/// Figures that differ by more than this factor measure different things; for temperatures the factor is
/// smaller.
const SAME_THING: f64 = 15.0;
const SAME_TEMPERATURE: f64 = 2.5;
/// Figures that differ by less than this factor were rounded differently.
const ROUNDED: f64 = 1.03;

impl Figure {
    fn new(kind: &'static str, value: f64, range: Range<usize>) -> Self {
        let (bound, ratio, counted) = (Bound::None, Vec::new(), None);
        Self { kind, low: value, high: value, bound, ratio, counted, range }
    }

    /// Whether two figures for one thing differ.
    #[must_use]
    pub fn differs(&self, other: &Self) -> bool {
        if !self.ratio.is_empty() {
            return self.ratio.len() == other.ratio.len() && self.ratio != other.ratio;
        }
        // A single figure within a wide range counts as if there were no range.
        let wide = |figure: &Self| figure.bound == Bound::None && figure.high >= 2.0 * figure.low;
        let single = |figure: &Self| figure.bound == Bound::None && figure.high <= figure.low * ROUNDED;
        let same_bound = self.bound == other.bound;
        let ((low, high), (other_low, other_high)) = (self.limits(same_bound), other.limits(same_bound));
        other_low > high * ROUNDED
            || low > other_high * ROUNDED
            || (wide(self) && single(other))
            || (wide(other) && single(self))
    }

    /// The lower and upper limit; two limits of one kind are compared as written.
    fn limits(&self, as_it_stands: bool) -> (f64, f64) {
        match self.bound {
            Bound::Least if !as_it_stands => (self.low, f64::INFINITY),
            Bound::Most if !as_it_stands => (0.0, self.high),
            _ => (self.low, self.high),
        }
    }

    /// Whether two figures are close enough to measure one thing.
    #[must_use]
    pub fn is_comparable(&self, other: &Self) -> bool {
        let (one, two) = (self.low.max(self.high), other.low.max(other.high));
        let most = if self.kind == "temperature" { SAME_TEMPERATURE } else { SAME_THING };
        self.kind == other.kind
            && self.counted == other.counted
            && one.signum() == two.signum()
            && one.abs().max(two.abs()) <= most * one.abs().min(two.abs())
    }
}

/// The figures of a sentence: quantities in order, then times without digits, then a ratio.
#[must_use]
pub fn in_sentence(sentence: &str, language: Language) -> Vec<Figure> {
    let text = with_ones(sentence, language);
    let numbers = quantities::all(&text, language);
    let mut found: Vec<Figure> = Vec::new();
    let (mut last_unit, mut last_end) = ("", 0);
    for quantity in numbers.iter().filter(|number| number.unit.is_some()) {
        let (range, unit) = (quantity.range(), quantity.unit.unwrap_or_default());
        let Some((kind, value)) = measured(unit, &quantity.amount) else { continue };
        let same_unit = std::mem::replace(&mut last_unit, unit) == unit;
        if let Some(last) =
            found.last_mut().filter(|last| same_unit && connects(text[last.range.end..range.start].trim()))
        {
            (last.low, last.high) = (last.low.min(value), last.high.max(value));
            last.range.end = range.end;
            continue;
        }
        let before = normalise(text[..range.start].trim_end()).into_owned();
        let value = if ["minus", "âm", "-", "−"].iter().any(|sign| before.ends_with(sign)) {
            -value
        } else {
            value
        };
        let since = normalise(&text[last_end..range.start]).into_owned();
        last_end = range.end;
        found.push(Figure { bound: bound(&before, &since), ..Figure::new(kind, value, range) });
    }
    let spoken = spoken(&text, language);
    found.retain(|figure| spoken.iter().all(|it| !overlap(&it.range, &figure.range)));
    found.extend(spoken);
    if numbers.len() > 1 {
        found.extend(ratios::ratio(&text, language));
    }
    let counted = counts(&text, &numbers, language);
    let is_new = |count: &Figure| found.iter().all(|known| !overlap(&known.range, &count.range));
    let counted: Vec<Figure> = counted.into_iter().filter(is_new).collect();
    found.extend(counted);
    found
}

/// The part of the sentence around a figure, up to the next comma, bracket or `but`.
#[must_use]
pub fn clause(sentence: &str, figure: &Range<usize>) -> Range<usize> {
    let mut bounds = vec![0, sentence.len()];
    for (at, sign) in sentence.char_indices() {
        let after = &sentence[at + sign.len_utf8()..];
        // A number continues after its comma, and a relative clause continues its noun.
        let goes_on = after.starts_with(|next: char| next.is_ascii_digit()) || after.starts_with(" which");
        if matches!(sign, ';' | '(' | ')' | '—') || (matches!(sign, ',' | ':') && !goes_on) {
            bounds.push(at + sign.len_utf8());
        }
    }
    for word in [" but ", " while ", " whereas ", " nhưng ", " còn "] {
        bounds.extend(sentence.match_indices(word).map(|(at, _)| at));
    }
    let start = bounds.iter().filter(|bound| **bound <= figure.start).max();
    let end = bounds.iter().filter(|bound| **bound >= figure.end).min();
    start.copied().unwrap_or(0)..end.copied().unwrap_or(sentence.len())
}

/// The sentence with `1` for `one`, which the scanner does not read as a number; all positions stay.
fn with_ones(sentence: &str, language: Language) -> String {
    let mut text = sentence.to_owned();
    for one in if language == Language::VIETNAMESE { ["một", "Một"] } else { ["one", "One"] } {
        let digit = format!("1{}", " ".repeat(one.len() - 1));
        let places: Vec<usize> = text.match_indices(one).map(|(at, _)| at).collect();
        for at in places {
            let end = at + one.len();
            if !text[..at].ends_with(char::is_alphanumeric) && !text[end..].starts_with(char::is_alphanumeric)
            {
                text.replace_range(at..end, &digit);
            }
        }
    }
    text
}

/// The kind of a unit, and the amount in the base unit of that kind.
#[must_use]
pub fn measured(unit: &'static str, amount: &Amount) -> Option<(&'static str, f64)> {
    let value = amount.value()?;
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
    Some((kind, value * factor))
}

/// Words before a figure that make a limit of it.
#[rustfmt::skip]
const LEAST: [&str; 9] =
    ["at least", "minimum of", "more than", "over", "no less than", "ít nhất", "tối thiểu", "hơn", "trên"];
#[rustfmt::skip]
const MOST: [&str; 15] = [
    "up to", "at most", "no more than", "no longer than", "not more than", "less than", "under", "within", "maximum of",
    "tối đa", "không quá", "dưới", "trong vòng", "chưa đến", "nhiều nhất",
];

/// The limit that the words before a figure make of it: directly before it, or since the figure before.
fn bound(before: &str, since: &str) -> Bound {
    let ends = |phrases: &[&str]| phrases.iter().any(|phrase| before.ends_with(phrase));
    if ends(&MOST) || ["maximum", "tối đa"].iter().any(|word| since.contains(word)) {
        Bound::Most
    } else if ends(&LEAST) || ["minimum", "tối thiểu"].iter().any(|word| since.contains(word)) {
        Bound::Least
    } else {
        Bound::None
    }
}

/// The number of bytes at the end of a text that make the next figure a limit.
pub(crate) fn limit_before(text: &str) -> usize {
    let before = text.trim_end();
    let ends = |phrase: &&&str| {
        let start = before.len().checked_sub(phrase.len());
        start.and_then(|start| before.get(start..)).is_some_and(|end| end.to_lowercase() == **phrase)
    };
    let longest = MOST.iter().chain(&LEAST).filter(ends).map(|phrase| phrase.len()).max();
    longest.map_or(0, |length| length + text.len() - before.len())
}

fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

/// Counts of things: `ten screws`, `6 to 8 screws`, `1,200 small parts`. One of something is no count.
fn counts(text: &str, numbers: &[Quantity], language: Language) -> Vec<Figure> {
    let value =
        |number: &Quantity| number.amount.value().filter(|value| *value > 1.0 && number.unit.is_none());
    let mut found = Vec::new();
    for (at, number) in numbers.iter().enumerate() {
        let Some(high) = value(number) else { continue };
        let Some((counted, end)) = noun(&text[number.range().end..], language) else { continue };
        let before = at.checked_sub(1).map(|before| &numbers[before]);
        let before = before.filter(|it| connects(text[it.range().end..number.start].trim()));
        let low = before.and_then(|it| Some((it.start, value(it)?)));
        let (start, low) = low.unwrap_or((number.start, high));
        let bound = bound(normalise(text[..start].trim_end()).as_ref(), "");
        let range = start..number.range().end + end;
        found.push(Figure { low, bound, counted: Some(counted), ..Figure::new("count", high, range) });
    }
    found
}

/// The noun that a number before this text counts, and its end: the first of three words in the plural, or
/// the next one. Two syllables in Vietnamese.
fn noun(text: &str, language: Language) -> Option<(String, usize)> {
    let gap = |rest: &str| rest.len() - rest.trim_start_matches([' ', '\u{a0}']).len();
    let (mut words, mut at): (Vec<(String, usize)>, usize) = (Vec::new(), 0);
    while words.len() < 3 && gap(&text[at..]) > 0 {
        at += gap(&text[at..]);
        let length = text[at..].find(|sign: char| !sign.is_alphabetic()).unwrap_or(text.len() - at);
        let word = normalise(&text[at..at + length]).into_owned();
        at += length;
        if word.is_empty() || is_function_word(&word, language) {
            break;
        }
        words.push((word, at));
    }
    let names = |word: &str| word.chars().count() > 2 && !is_generic(word, language);
    if language == Language::VIETNAMESE {
        let (first, end) = words.first()?;
        let (pair, end) =
            words.get(1).map_or((first.clone(), *end), |(second, end)| (format!("{first} {second}"), *end));
        return pair.split(' ').any(names).then_some((pair, end));
    }
    let plural = |word: &str| names(word) && word.ends_with('s') && !word.ends_with("ss");
    let head =
        words.iter().find(|(word, _)| plural(word)).or_else(|| words.first().filter(|(word, _)| names(word)));
    head.map(|(word, end)| (seo::stem(word, language), *end))
}

/// Times and shares that have no digits.
fn spoken(text: &str, language: Language) -> Vec<Figure> {
    let (days, halves): (&[&str], &[&str]) = if language == Language::VIETNAMESE {
        (&["dùng trong ngày", "ăn trong ngày", "hết trong ngày"], &["nửa tiếng", "nửa giờ"])
    } else {
        (&["same day", "within the day"], &["half an hour"])
    };
    let figure = |words: &&str, seconds: f64, bound| {
        let start = text.find(*words)?;
        let range = start..start + words.len();
        Some(Figure { bound, ..Figure::new("time", seconds, range) })
    };
    let days = days.iter().filter_map(|words| figure(words, 86_400.0, Bound::Most));
    let halves = halves.iter().filter_map(|words| figure(words, 1_800.0, Bound::None));
    let shares = fractions::all(text).map(|(range, share)| Figure::new("percent", share, range));
    let repeated = frequencies::all(text).map(|(range, seconds)| Figure::new("time", seconds, range));
    days.chain(halves)
        .chain(figure(&"for an hour", 3_600.0, Bound::None))
        .chain(repeated)
        .chain(shares)
        .collect()
}

/// The words of a text with their positions.
fn word_places(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let ends = |sign: char| !sign.is_alphanumeric();
    let parts = text.split_inclusive(ends).scan(0, |end, part| {
        let start = *end;
        *end += part.len();
        Some((start, part))
    });
    let words = parts.map(move |(start, part)| (start, part.trim_end_matches(ends)));
    words.filter(|(_, word)| !word.is_empty()).map(|(start, word)| (start..start + word.len(), word))
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
        assert_eq!(
            english("28 riders need 2 minutes at minus 7 °C."),
            [("time", 120.0, 120.0), ("temperature", -7.0, -7.0), ("count", 28.0, 28.0)]
        );
        let vietnamese = |sentence| figures(Language::VIETNAMESE, sentence);
        assert_eq!(vietnamese("Để từ 2 đến 3 ngày trong tủ lạnh."), [("time", 172_800.0, 259_200.0)]);
    }

    #[test]
    fn frequencies_without_digits_are_read() {
        let week = 604_800.0;
        let english = |sentence| figures(Language::ENGLISH, sentence);
        assert_eq!(english("It needs a feed once a week."), [("time", week, week)]);
        assert_eq!(
            english("Water it twice per day, for 10 minutes."),
            [("time", 600.0, 600.0), ("time", 43_200.0, 43_200.0)]
        );
        let vietnamese = |sentence| figures(Language::VIETNAMESE, sentence);
        assert_eq!(vietnamese("Mỗi tuần tôi tưới rau một lần."), [("time", week, week)]);
        assert_eq!(vietnamese("Mỗi tuần một lần tôi tưới."), [("time", week, week)]);
        assert_eq!(vietnamese("Tưới mỗi tuần hai lần."), [("time", week / 2.0, week / 2.0)]);
    }

    #[test]
    fn shares_in_words_are_read() {
        let share = |language, sentence: &str| {
            let found = in_sentence(sentence, language).into_iter().find(|it| it.kind == "percent");
            found.map(|it| (it.low.round(), sentence[it.range].to_owned()))
        };
        let english = |sentence| share(Language::ENGLISH, sentence);
        assert_eq!(english("It takes about half of the lime."), Some((50.0, "half".to_owned())));
        assert_eq!(english("A full third of the mix is sand."), Some((33.0, "A full third".to_owned())));
        assert_eq!(english("Use two thirds of it."), Some((67.0, "two thirds".to_owned())));
        assert_eq!(english("Fill the bottom half of the pot, wait half an hour, third of May."), None);
        let vietnamese = |sentence| share(Language::VIETNAMESE, sentence);
        assert_eq!(vietnamese("Đổ hai phần ba chỗ nước."), Some((67.0, "hai phần ba".to_owned())));
        assert_eq!(vietnamese("Bớt một nửa lượng cám."), Some((50.0, "một nửa".to_owned())));
        assert_eq!(vietnamese("Phần ba của bài."), None);
        assert_eq!(vietnamese("Chờ nửa tiếng rồi bước sang phần ba."), None);
    }

    #[test]
    fn ratios_are_read_in_every_form() {
        let ratio = |sentence: &str, language| {
            let ratio = in_sentence(sentence, language).into_iter().find(|it| it.kind == "ratio");
            ratio.map(|it| (it.ratio, sentence[it.range].to_owned()))
        };
        for (sentence, language, expected, written) in [
            ("Tỷ lệ 1:1:1:4 là dễ nhớ.", Language::VIETNAMESE, vec![1, 1, 1, 4], "1:1:1:4"),
            ("Pha 5 phần nước, 1 phần đường, 1 phần nước mắm.", Language::VIETNAMESE, vec![1, 1, 5], ""),
            ("Use a ratio of 1 : 15 for this.", Language::ENGLISH, vec![1, 15], "1 : 15"),
            ("Mix one part of compost with two parts of soil.", Language::ENGLISH, vec![1, 2], ""),
            (
                "Công thức má nói: một đường, một chanh, một mắm, ba nước, rồi nếm.",
                Language::VIETNAMESE,
                vec![1, 1, 1, 3],
                "một đường, một chanh, một mắm, ba nước",
            ),
        ] {
            assert_eq!(ratio(sentence, language), Some((expected, written.to_owned())), "{sentence}");
        }
        assert_eq!(ratio("Open from 10:30 to 17:00.", Language::ENGLISH), None);
        assert_eq!(ratio("I carry two levers, one pump, three patches.", Language::ENGLISH), None);
    }

    #[test]
    fn things_are_counted() {
        let counted = |sentence: &str| -> Vec<(String, f64, f64)> {
            let found = in_sentence(sentence, Language::ENGLISH).into_iter();
            found.filter_map(|it| Some((it.counted?, it.low, it.high))).collect()
        };
        assert_eq!(counted("Remove the ten screws."), [("screw".to_owned(), 10.0, 10.0)]);
        assert_eq!(counted("It has 6 to 8 screws and lasts 5 years."), [("screw".to_owned(), 6.0, 8.0)]);
        assert_eq!(counted("One screw is longer, and 3 mm wide."), []);
        assert!(differ(Language::ENGLISH, "eight screws hold it", "ten screws hold it"));
        assert!(!differ(Language::ENGLISH, "eight screws hold it", "ten clips hold it"));
    }

    #[test]
    fn different_figures_differ_and_compatible_ones_do_not() {
        let english = |one, other| differ(Language::ENGLISH, one, other);
        assert!(english("wait 5 minutes", "wait 2 to 8 minutes"));
        assert!(english("80 psi", "85 psi") && english("£18", "£14") && english("80 psi", "4 bar"));
        assert!(english("no longer than one hour", "at most 30 minutes"));
        assert!(!english("at least 5 minutes", "10 minutes") && !english("4 minutes", "3 to 5 minutes"));
        assert!(!english("5 minutes", "5 years") && !english("5.5 bar", "80 psi"));
        assert!(!english("450 °F", "450 °F to 500 °F") && !english("minus 7 °C", "20 °C"));
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
