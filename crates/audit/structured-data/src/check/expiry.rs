//! Finds expired offers, jobs and events.

use super::values::dates;
use super::{Check, Visit, Words};
use crate::model::Value;
use crate::problem::Rule;

/// The property with the expiry date of each type.
const ENDS: [(&str, &str, &str); 3] = [
    ("Offer", "priceValidUntil", "The price was valid until"),
    ("Offer", "validThrough", "The offer was valid until"),
    ("JobPosting", "validThrough", "The job could be applied for until"),
];

impl<'a> Check<'a> {
    pub(super) fn expiry(&mut self, visit: Visit<'a>) {
        for (kind, property, words) in ENDS {
            if self.graph.is_a(visit.id, kind) {
                self.past(visit, property, words);
            }
        }
        if self.graph.is_a(visit.id, "Event") && !self.graph.has(visit.id, "eventSchedule") {
            let has_end = self.graph.has(visit.id, "endDate");
            let property = if has_end { "endDate" } else { "startDate" };
            self.past(visit, property, "The event was on");
        }
    }

    fn past(&mut self, visit: Visit<'a>, property: &'a str, words: &str) {
        let today = self.subject.today;
        for value in visit.item.values(property) {
            let Value::Text(text) = &value.value else { continue };
            let Some(moment) = dates::moment(text).filter(|moment| moment.day < today) else { continue };
            self.note(visit, Rule::Expired, value.place, property, || {
                Words::new(format!("{words} {}; that is past.", moment.day))
                    .fixed_by("Bring the date up to date, or remove what is over.")
            });
        }
    }
}
