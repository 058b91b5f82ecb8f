//! Prices in the texts of shops.

/// An amount of money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Price {
    /// Digits with an optional decimal point.
    pub(crate) amount: String,
    /// The code of three letters.
    pub(crate) currency: &'static str,
}

impl Price {
    /// The price as shops write it.
    pub(crate) fn shown(&self) -> String {
        match self.currency {
            "USD" => format!("${}", self.amount),
            "EUR" => format!("€{}", self.amount),
            "GBP" => format!("£{}", self.amount),
            _ => format!("{} ₫", self.amount),
        }
    }

    /// The first price in a text: `$34.90`, `€19`, `£5`, `1.390.000đ`, `450.000 VND`.
    pub(crate) fn first_in(text: &str) -> Option<Self> {
        text.match_indices(|character: char| character.is_ascii_digit()).find_map(|(at, _)| {
            let before = text[..at].chars().next_back();
            // Only the beginning of a number is examined.
            if before.is_some_and(|character| character.is_ascii_digit() || ".,".contains(character)) {
                return None;
            }
            let length = text[at..].find(|c: char| !c.is_ascii_digit() && !".,".contains(c));
            let (number, behind) = text[at..].split_at(length.unwrap_or(text.len() - at));
            Self::of(number.trim_end_matches(['.', ',']), before, behind.trim_start())
        })
    }

    fn of(number: &str, before: Option<char>, behind: &str) -> Option<Self> {
        let currency = match before {
            Some('$') => "USD",
            Some('€') => "EUR",
            Some('£') => "GBP",
            _ => {
                let mark = ["đ", "₫", "VND", "VNĐ"].into_iter().find_map(|mark| behind.strip_prefix(mark));
                let ended = mark?.chars().next().is_none_or(|next| !next.is_alphanumeric());
                return ended.then(|| Self { amount: number.replace(['.', ','], ""), currency: "VND" });
            }
        };
        Some(Self { amount: number.replace(',', ""), currency })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_found() {
        let price = |text| Price::first_in(text).map(|price| format!("{} {}", price.amount, price.currency));
        assert_eq!(price("**$34.90** · In stock").as_deref(), Some("34.90 USD"));
        assert_eq!(price("42 styles from $1,069, or less").as_deref(), Some("1069 USD"));
        assert_eq!(price("size 36–45, **1.390.000đ** (giá cũ").as_deref(), Some("1390000 VND"));
        assert_eq!(price("chỉ 450.000 VND.").as_deref(), Some("450000 VND"));
        assert_eq!(price("from €19.").as_deref(), Some("19 EUR"));
        assert_eq!(price("6 độ, 90 đêm, 12 cm"), None);
        assert_eq!(price(""), None);
    }
}
