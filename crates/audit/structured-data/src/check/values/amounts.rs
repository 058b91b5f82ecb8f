//! Values that are texts in schema.org but that Google reads as numbers or codes: prices, coordinates,
//! currencies.

use super::Expected;
use super::literals::is_number;
use crate::model::Value;

const PRICES: [&str; 5] = ["price", "lowPrice", "highPrice", "minPrice", "maxPrice"];
const CURRENCIES: [&str; 3] = ["priceCurrency", "currency", "salaryCurrency"];

/// The codes of ISO 4217, and those of two more currencies that schema.org names.
const CODES: &str = "\
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE \
    CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ \
    GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL \
    LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN \
    PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD \
    TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XAG XAU XCD XCG XDR XOF XPD XPF XPT XSU XUA YER ZAR \
    ZMW ZWG ZWL BTC ETH";

/// The expected kind of value, if the value is of another kind.
pub(super) fn expected(property: &str, value: &Value) -> Option<Expected> {
    if CURRENCIES.contains(&property) {
        return currency(value);
    }
    if PRICES.contains(&property) {
        return price(value);
    }
    match property {
        "latitude" => coordinate(value, 90.0),
        "longitude" => coordinate(value, 180.0),
        _ => None,
    }
}

fn currency(value: &Value) -> Option<Expected> {
    let is_code = match value {
        Value::Text(text) => {
            let code = text.trim().to_ascii_uppercase();
            code.len() == 3 && CODES.split(' ').any(|known| known == code)
        }
        Value::Number(_) | Value::Bool(_) => false,
        Value::Item(_) | Value::Reference(_) | Value::Null => true,
    };
    (!is_code).then(|| Expected::new("currency of ISO 4217", "Write its three letters: EUR, USD, GBP."))
}

fn price(value: &Value) -> Option<Expected> {
    let is_right = match value {
        Value::Text(text) => is_number(text.trim()),
        Value::Bool(_) => false,
        Value::Number(_) | Value::Item(_) | Value::Reference(_) | Value::Null => true,
    };
    (!is_right).then(|| {
        let fix = "Write digits with a point before the fraction, as in 1299.00, and the currency into priceCurrency.";
        Expected::new("number", fix)
    })
}

fn coordinate(value: &Value, farthest: f64) -> Option<Expected> {
    let number = match value {
        Value::Number(number) => Some(*number),
        Value::Text(text) => text.trim().parse().ok(),
        Value::Bool(_) => None,
        Value::Item(_) | Value::Reference(_) | Value::Null => return None,
    };
    let is_right = number.is_some_and(|number| number.abs() <= farthest);
    let fix = format!("Write degrees between -{farthest} and {farthest} as a number: 48.20817.");
    (!is_right).then(|| Expected::new("coordinate", fix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(property: &str, text: &str) -> bool {
        expected(property, &Value::Text(text.to_owned())).is_none()
    }

    #[test]
    fn amounts_are_judged() {
        assert!(fits("price", "19.99") && fits("price", "0") && fits("lowPrice", "1299"));
        assert!(!fits("price", "$19.99") && !fits("price", "1,299.00") && !fits("price", "19,99"));
        assert!(fits("priceCurrency", "EUR") && fits("priceCurrency", "usd"));
        assert!(!fits("priceCurrency", "€") && !fits("priceCurrency", "Euro") && !fits("currency", "XXZ"));
        assert!(fits("latitude", "48.2") && !fits("latitude", "91") && !fits("longitude", "16° E"));
        assert!(fits("name", "anything"));
    }
}
