//! Signs of a page's kind, such as a shop's product page or a business with a postal address.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::structured_data::StructuredData;
use crate::dom::{Dom, Element, NodeId, Step, push_collapsed};
use crate::words;

/// A sign of a page's kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageSignal {
    /// A price is shown.
    Price,
    /// A product can be put into a cart or bought.
    BuyButton,
    /// A postal address is given.
    Address,
    /// There is a telephone number to call.
    Phone,
    /// Opening hours are given.
    OpeningHours,
}

/// Labels of buttons that sell something.
const BUYING: [&str; 22] = [
    "add to cart",
    "add to basket",
    "add to bag",
    "buy now",
    "order now",
    "book now",
    "checkout",
    "thêm vào giỏ",
    "cho vào giỏ",
    "mua ngay",
    "đặt mua",
    "đặt hàng",
    "đặt ngay",
    "añadir al carrito",
    "comprar",
    "ajouter au panier",
    "in den warenkorb",
    "adicionar ao carrinho",
    "tambah ke keranjang",
    "カートに入れる",
    "加入购物车",
    "장바구니",
];

/// Words before opening hours.
const OPENING: [&str; 8] = [
    "opening hours",
    "business hours",
    "store hours",
    "giờ mở cửa",
    "giờ làm việc",
    "öffnungszeiten",
    "heures d'ouverture",
    "営業時間",
];

/// The longest text of a button, in bytes.
const MAX_BUTTON: usize = 80;
/// The most steps into a button in search of its text.
const MAX_STEPS: usize = 64;
/// How much of the text is searched, in bytes.
const MAX_TEXT: usize = 64 * 1024;

/// The signs found so far.
#[derive(Debug, Default)]
pub(super) struct Signals(BTreeSet<PageSignal>);

impl Signals {
    pub(super) fn element(&mut self, dom: &Dom, id: NodeId, element: &Element<'_>) {
        match element.name() {
            "address" => drop(self.0.insert(PageSignal::Address)),
            "a" if element.attribute("href").is_some_and(|href| href.starts_with("tel:")) => {
                self.0.insert(PageSignal::Phone);
            }
            "button" => self.button(&beginning(dom, id)),
            "input" if matches!(element.attribute("type"), Some("submit" | "button")) => {
                self.button(element.attribute("value").unwrap_or_default());
            }
            "a" if element
                .attribute("class")
                .is_some_and(|class| class.contains("btn") || class.contains("button")) =>
            {
                self.button(&beginning(dom, id));
            }
            _ => {}
        }
    }

    fn button(&mut self, text: &str) {
        if text.len() <= MAX_BUTTON && contains_any(&words::normalise(text), &BUYING) {
            self.0.insert(PageSignal::BuyButton);
        }
    }

    pub(super) fn structured_data(&mut self, data: &StructuredData) {
        for property in &data.properties {
            self.0.extend(match *property {
                "address" | "streetAddress" | "geo" => Some(PageSignal::Address),
                "offers" | "price" => Some(PageSignal::Price),
                "openingHours" | "openingHoursSpecification" => Some(PageSignal::OpeningHours),
                "telephone" => Some(PageSignal::Phone),
                _ => None,
            });
        }
    }

    pub(super) fn text<'a>(&mut self, blocks: impl Iterator<Item = &'a str>) {
        let mut left = MAX_TEXT;
        for block in blocks {
            if !self.0.contains(&PageSignal::Price) && shows_price(block) {
                self.0.insert(PageSignal::Price);
            }
            if block.len() <= 200 && contains_any(&words::normalise(block), &OPENING) {
                self.0.insert(PageSignal::OpeningHours);
            }
            left = left.saturating_sub(block.len());
            if left == 0 {
                return;
            }
        }
    }

    pub(super) fn into_sorted(self) -> Vec<PageSignal> {
        self.0.into_iter().collect()
    }
}

/// The text of a button; the limits guard against nested buttons of hostile pages.
fn beginning(dom: &Dom, id: NodeId) -> String {
    let mut text = String::new();
    for step in dom.walk(id).take(MAX_STEPS) {
        if let Step::Enter(child) = step {
            push_collapsed(&mut text, dom.text(child).unwrap_or_default());
        }
    }
    text
}

fn contains_any(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| text.contains(phrase))
}

/// Whether a currency stands beside a number.
fn shows_price(text: &str) -> bool {
    let before = |rest: &str| rest.trim_start().starts_with(|next: char| next.is_ascii_digit());
    let after = |rest: &str| rest.trim_end().ends_with(|last: char| last.is_ascii_digit());
    text.char_indices()
        .filter(|(_, letter)| matches!(letter, '$' | '€' | '£' | '¥' | '₫' | '₹' | '₩' | 'đ'))
        .any(|(index, letter)| {
            let next = &text[index + letter.len_utf8()..];
            match letter {
                'đ' => {
                    text[..index].ends_with(|last: char| last.is_ascii_digit())
                        && !next.starts_with(char::is_alphanumeric)
                }
                _ => before(next) || after(&text[..index]),
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_currencies_beside_numbers() {
        for text in ["now $19.99", "from 25 €", "1.290.000đ", "450.000 ₫ / hộp", "¥ 1200"] {
            assert!(shows_price(text), "{text}");
        }
        for text in ["", "cash $ and cards", "3 đêm", "đi 2đêm", "US dollars"] {
            assert!(!shows_price(text), "{text}");
        }
    }
}
