//! Finds products that cost nothing, and invalid positions.

use super::literals::is_number;
use super::ratings::number;
use crate::check::{Check, Visit, Words};
use crate::model::{PropertyValue, Value};
use crate::problem::Rule;

impl<'a> Check<'a> {
    pub(super) fn position(&mut self, visit: Visit<'a>) {
        if !self.graph.is_a(visit.id, "ListItem") {
            return;
        }
        for value in visit.item.values("position") {
            if matches!(&value.value, Value::Text(text) if !is_number(text.trim())) {
                self.note(visit, Rule::ValueType, value.place, "position", || {
                    Words::new("The position is no number.").fixed_by("Count from 1.")
                });
            }
        }
    }

    pub(super) fn free_products(&mut self, visit: Visit<'a>) {
        if !self.graph.is_a(visit.id, "Product") || self.graph.is_a(visit.id, "SoftwareApplication") {
            return;
        }
        let offers = visit.item.values("offers").iter().filter_map(|offer| self.graph.target(&offer.value));
        let prices = offers.flat_map(|offer| self.graph.item(offer).values("price"));
        let free: Vec<&PropertyValue> = prices.filter(|price| number(price) == Some(0.0)).collect();
        for price in free {
            self.note(visit, Rule::ValueType, price.place, "offers > price", || {
                Words::new("The price is 0; Google lists only products that cost something.")
                    .fixed_by("Give the price, or leave the offer out.")
            });
        }
    }
}
