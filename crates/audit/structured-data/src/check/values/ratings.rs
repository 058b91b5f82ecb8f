//! Checks that ratings are within their scale, and that counts are positive.

use crate::check::graph::Graph;
use crate::check::{Check, Visit, Words};
use crate::model::{ItemId, PropertyValue, Value};
use crate::problem::Rule;

/// The highest rating that Google assumes.
const BEST: f64 = 5.0;
const WORST: f64 = 1.0;

impl<'a> Check<'a> {
    pub(super) fn rating(&mut self, visit: Visit<'a>) {
        // Other ratings, such as those of certificates, may be letters.
        let is_review = self.graph.is_a(visit.id, "AggregateRating") || visit.via == Some("reviewRating");
        if !is_review || !self.graph.is_a(visit.id, "Rating") {
            return;
        }
        let best = first_number(&self.graph, visit.id, "bestRating").unwrap_or(BEST);
        let worst = first_number(&self.graph, visit.id, "worstRating").unwrap_or(WORST).min(best);
        for value in visit.item.values("ratingValue") {
            let words = match rating(&value.value) {
                Some(Rating::Number(number)) if !(worst..=best).contains(&number) => {
                    Words::new(format!("The rating {number} is not between {worst} and {best}."))
                        .fixed_by("Give the scale with worstRating and bestRating if it is another one.")
                }
                Some(_) => continue,
                None => Words::new("The rating is no number.")
                    .fixed_by("Write a number such as 4.5, or 9/10, or 90%."),
            };
            self.note(visit, Rule::ValueType, value.place, "ratingValue", || words);
        }
        self.rating_counts(visit);
    }

    fn rating_counts(&mut self, visit: Visit<'a>) {
        for name in ["ratingCount", "reviewCount"] {
            for value in visit.item.values(name) {
                if number(value).is_some_and(|number| number < 1.0) {
                    self.note(visit, Rule::ValueType, value.place, name, || {
                        Words::new(format!("{name} must be at least 1."))
                            .fixed_by("Leave the rating out as long as nobody has rated.")
                    });
                }
            }
        }
    }
}

enum Rating {
    Number(f64),
    /// A fraction, such as `9/10` or `90%`.
    Share,
}

fn rating(value: &Value) -> Option<Rating> {
    match value {
        Value::Number(number) => Some(Rating::Number(*number)),
        Value::Text(text) => {
            let text = text.trim();
            let number = |text: &str| text.trim().replace(',', ".").parse::<f64>().ok();
            if let Some(percent) = text.strip_suffix('%') {
                return number(percent).map(|_| Rating::Share);
            }
            if let Some((share, whole)) = text.split_once('/') {
                return number(share).and(number(whole)).map(|_| Rating::Share);
            }
            number(text).map(Rating::Number)
        }
        Value::Bool(_) => None,
        Value::Item(_) | Value::Reference(_) | Value::Null => Some(Rating::Share),
    }
}

fn first_number(graph: &Graph<'_>, item: ItemId, name: &str) -> Option<f64> {
    graph.values(item, name).find_map(number)
}

pub(super) fn number(value: &PropertyValue) -> Option<f64> {
    match &value.value {
        Value::Number(number) => Some(*number),
        Value::Text(text) => text.trim().replace(',', ".").parse().ok(),
        _ => None,
    }
}
