//! Intent signs in the words of a query.

use domain::locale::Language;
use domain::search::{Intent, IntentSignal, SignalSource};

use super::lexicon::{Class, Found, lexicon};
use crate::numbers::as_f64;
use crate::questions;
use crate::words;

/// The most words of a query that are read.
const MAX_WORDS: usize = 40;

/// A query with the classes of its words.
struct Query<'a> {
    words: Vec<&'a str>,
    found: Vec<Found>,
    language: Language,
}

pub(super) fn signals(query: &str, language: Language) -> Vec<IntentSignal> {
    let normal = words::normalise(query);
    let words: Vec<&str> = words::split(&normal).take(MAX_WORDS).collect();
    let found = lexicon(language).find_in_query(&words);
    let query = Query { words, found, language };
    let mut signals = Signals::default();
    query.cues(&mut signals);
    query.question(&normal, &mut signals);
    query.address(&mut signals);
    query.comparison(&mut signals);
    query.sites(&mut signals);
    query.makers(&mut signals);
    query.products(&mut signals);
    query.venues(&mut signals);
    signals.0
}

#[derive(Default)]
struct Signals(Vec<IntentSignal>);

impl Signals {
    fn add(&mut self, intent: Intent, weight: f64, evidence: String) {
        self.0.push(IntentSignal { intent, source: SignalSource::Query, evidence, weight });
    }

    fn total(&self, intent: Intent) -> f64 {
        self.0.iter().filter(|signal| signal.intent == intent).map(|signal| signal.weight).sum()
    }

    /// Whether there is strong evidence for another intent.
    fn speak_against(&self, intent: Intent) -> bool {
        Intent::ALL.into_iter().any(|other| other != intent && self.total(other) >= 1.8)
    }
}

impl Query<'_> {
    fn all(&self, class: Class) -> impl Iterator<Item = &Found> {
        self.found.iter().filter(move |found| found.class == class)
    }

    fn first(&self, class: Class) -> Option<&Found> {
        self.all(class).next()
    }

    fn text(&self, found: &Found) -> String {
        self.words[found.words.clone()].join(" ")
    }

    fn cues(&self, signals: &mut Signals) {
        for found in &self.found {
            if let Class::Cue(intent) = found.class {
                let factor =
                    if intent == Intent::Informational && self.is_purpose(found) { 0.3 } else { 1.0 };
                signals.add(intent, factor * found.weight, format!("\"{}\"", self.text(found)));
            }
        }
    }

    /// Whether words name a purpose, as `eczema` does in `cream for eczema`: they follow a thing and a word
    /// of purpose.
    fn is_purpose(&self, found: &Found) -> bool {
        let thing = self.found.iter().find(|thing| matches!(thing.class, Class::Product | Class::Offer));
        thing.is_some_and(|thing| {
            self.found.iter().any(|between| {
                matches!(between.class, Class::Purpose | Class::Cue(Intent::Commercial))
                    && between.words.start >= thing.words.end
                    && between.words.end <= found.words.start
            })
        })
    }

    /// A question is informational, unless it compares things or mentions a price.
    fn question(&self, text: &str, signals: &mut Signals) {
        let Some(asks) = questions::asks(text, self.language) else { return };
        let chooses = signals.total(Intent::Commercial) >= 2.0 || signals.total(Intent::Transactional) >= 2.0;
        let weight = if chooses || asks == questions::Asks::Which { 0.7 } else { 2.4 };
        signals.add(Intent::Informational, weight, "the query is a question".to_owned());
    }

    /// A word like `gov.uk` is a URL.
    fn address(&self, signals: &mut Signals) {
        let address = self.words.iter().find(|word| {
            word.contains('.')
                && psl::suffix(word.as_bytes()).is_some_and(|suffix| suffix.is_known())
                && word.chars().any(char::is_alphabetic)
        });
        if let Some(address) = address {
            signals.add(Intent::Navigational, 4.0, format!("\"{address}\" is an address"));
        }
    }

    fn comparison(&self, signals: &mut Signals) {
        let Some(versus) = self.first(Class::Versus) else { return };
        let between = versus.words.start > 0 && versus.words.end < self.words.len();
        let sold = [Class::Product, Class::Offer, Class::Maker, Class::Site]
            .iter()
            .any(|class| self.first(*class).is_some());
        if between && sold {
            signals.add(
                Intent::Commercial,
                1.2 + versus.weight,
                "things that are sold are compared".to_owned(),
            );
        } else if between
            && signals.total(Intent::Informational) < 1.0
            && !self.words.iter().any(|word| is_scholarly(word))
        {
            signals.add(Intent::Commercial, versus.weight, "two names are compared".to_owned());
        }
    }

    fn sites(&self, signals: &mut Signals) {
        let sites: Vec<&Found> = self.all(Class::Site).collect();
        let Some(site) = sites.first() else { return };
        let name = self.text(site);
        if site.words.len() == self.words.len() {
            signals.add(Intent::Navigational, 4.0 * site.weight, format!("the query is the name \"{name}\""));
        } else if self.first(Class::Place).is_some() && !signals.speak_against(Intent::Local) {
            signals.add(Intent::Local, 2.6, format!("\"{name}\" in a place"));
        } else if signals.speak_against(Intent::Navigational) {
            signals.add(Intent::Navigational, 0.8 * site.weight, format!("the name \"{name}\""));
        } else {
            signals.add(Intent::Navigational, 2.4 * site.weight, format!("the name \"{name}\""));
        }
    }

    fn makers(&self, signals: &mut Signals) {
        let makers: Vec<&Found> = self.all(Class::Maker).collect();
        let Some(maker) = makers.first() else { return };
        let name = self.text(maker);
        if self.are_different(&makers) {
            signals.add(Intent::Commercial, 2.2, format!("\"{name}\" beside another brand"));
        } else if maker.words.len() == self.words.len() {
            signals.add(
                Intent::Navigational,
                1.8 * maker.weight,
                format!("the query is the brand \"{name}\""),
            );
        } else if !signals.speak_against(Intent::Transactional) {
            signals.add(Intent::Transactional, 1.5, format!("products of \"{name}\""));
            signals.add(Intent::Commercial, 0.8, format!("products of \"{name}\""));
        }
    }

    /// Whether two brands are named, and not one with its model. Beside a product each brand needs a model to
    /// count.
    fn are_different(&self, makers: &[&Found]) -> bool {
        let [first, second, ..] = makers else { return false };
        let has_model =
            |maker: &Found| self.words.get(maker.words.end).is_some_and(|word| is_model_number(word));
        second.words.start > first.words.end
            && self.text(first) != self.text(second)
            && (self.first(Class::Product).is_none() || (has_model(first) && has_model(second)))
    }

    fn products(&self, signals: &mut Signals) {
        if signals.total(Intent::Informational) >= 2.0 {
            return;
        }
        if let Some(product) = self.head(Class::Product) {
            self.product(product, signals);
        } else if self.details() >= 2.0 {
            signals.add(Intent::Transactional, 1.3, "size, model or material".to_owned());
        }
        if let Some(offer) = self.head(Class::Offer) {
            let weight = 1.9 * offer.weight * self.headship(offer);
            signals.add(
                Intent::Commercial,
                weight,
                format!("\"{}\" is compared before buying", self.text(offer)),
            );
            self.purpose(offer, signals);
        }
    }

    fn product(&self, product: &Found, signals: &mut Signals) {
        let name = self.text(product);
        let details = self.details();
        let factor = self.headship(product) * product.weight;
        signals.add(Intent::Transactional, 1.7 * factor, format!("\"{name}\" is sold"));
        signals.add(Intent::Commercial, 1.2 * factor, format!("\"{name}\" is sold"));
        if details > 0.0 {
            signals.add(Intent::Transactional, 0.5 * details.min(3.0), "size, model or material".to_owned());
        } else if product.plural {
            signals.add(Intent::Commercial, 0.7, "a kind of product, not one".to_owned());
        }
        self.purpose(product, signals);
    }

    /// The head of a query: its last thing in languages like English, its first in languages like Vietnamese.
    fn head(&self, class: Class) -> Option<&Found> {
        if self.head_comes_last() { self.all(class).last() } else { self.first(class) }
    }

    fn head_comes_last(&self) -> bool {
        !matches!(self.language.as_str(), "vi" | "es" | "fr" | "pt" | "it" | "id")
    }

    /// How central a thing is to a query. If an unknown word stands in the head position, the query is about
    /// an aspect of the thing.
    fn headship(&self, thing: &Found) -> f64 {
        let neighbour =
            if self.head_comes_last() { Some(thing.words.end) } else { thing.words.start.checked_sub(1) };
        let Some(neighbour) = neighbour.filter(|index| *index < self.words.len()) else { return 1.0 };
        let known = self.found.iter().any(|found| found.words.contains(&neighbour))
            || is_model_number(self.words[neighbour]);
        if known { 1.0 } else { 0.6 }
    }

    /// `Tents for two people`: a searcher who states a purpose is still choosing.
    fn purpose(&self, thing: &Found, signals: &mut Signals) {
        let purpose = self.all(Class::Purpose).find(|purpose| purpose.words.start >= thing.words.end);
        let said = purpose.filter(|purpose| purpose.words.end < self.words.len());
        if let Some(purpose) = said {
            let weight =
                if thing.plural || purpose.weight > 1.0 { 1.8 } else { 1.0 } * purpose.weight.min(1.0);
            signals.add(Intent::Commercial, weight, format!("a purpose after \"{}\"", self.text(thing)));
        }
    }

    /// The number of words that specify a particular item.
    fn details(&self) -> f64 {
        let listed: f64 = self.all(Class::Detail).map(|found| found.weight).sum();
        let covered = |index: usize| self.all(Class::Detail).any(|found| found.words.contains(&index));
        let numbers =
            self.words.iter().enumerate().filter(|(index, word)| is_model_number(word) && !covered(*index));
        listed + as_f64(numbers.count())
    }

    /// Whether a place stands at the end of a short query, as in a local search.
    fn is_where(&self, place: &Found) -> bool {
        let before = place.words.start.checked_sub(1).map(|index| self.words[index]);
        place.words.end == self.words.len()
            && self.words.len() <= 5
            && before.is_some_and(|word| {
                !matches!(word, "of" | "from" | "to" | "the" | "and" | "của" | "và" | "đến")
            })
    }

    fn venues(&self, signals: &mut Signals) {
        let place = self.first(Class::Place);
        let venue = self.first(Class::Venue);
        let dish = self.first(Class::Dish);
        let weak = signals.total(Intent::Informational) >= 2.0 || signals.total(Intent::Transactional) >= 2.5;
        match (venue, dish, place) {
            (Some(venue), _, place) => {
                let factor = if weak { 0.5 } else { 1.0 };
                signals.add(
                    Intent::Local,
                    2.3 * venue.weight * factor,
                    format!("\"{}\" is a place to go to", self.text(venue)),
                );
                if let Some(place) = place {
                    signals.add(Intent::Local, 1.6 * factor, format!("\"{}\" is a place", self.text(place)));
                }
            }
            (None, Some(dish), Some(place)) if !weak => {
                let evidence = format!("\"{}\" in \"{}\"", self.text(dish), self.text(place));
                signals.add(Intent::Local, 2.4, evidence);
            }
            (None, None, Some(place)) if !weak => {
                let weight = if self.is_where(place) { 1.3 } else { 0.5 };
                signals.add(
                    Intent::Local,
                    weight * place.weight,
                    format!("\"{}\" is a place", self.text(place)),
                );
            }
            _ => {}
        }
    }
}

/// Endings that are rare in product names.
fn is_scholarly(word: &str) -> bool {
    [
        "osis", "isis", "ism", "ology", "tion", "sion", "ity", "ance", "ence", "itis", "emia", "ics", "ment",
        "ine", "cracy",
    ]
    .iter()
    .any(|ending| word.len() > ending.len() + 2 && word.ends_with(ending))
}

/// A word with a digit that is not a year.
fn is_model_number(word: &str) -> bool {
    let digits = word.bytes().any(|byte| byte.is_ascii_digit());
    let year = word.len() == 4
        && (word.starts_with("19") || word.starts_with("20"))
        && word.bytes().all(|byte| byte.is_ascii_digit());
    digits && !year
}
