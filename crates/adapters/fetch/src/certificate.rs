//! When a certificate expires. The verifier does not expose it, so the two dates are read from the
//! certificate itself.

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;

const SEQUENCE: u8 = 0x30;
const VERSION: u8 = 0xa0;
const SHORT_YEAR: u8 = 0x17;
const LONG_YEAR: u8 = 0x18;

/// When an X.509 certificate expires; `None` if it can't be read.
pub(crate) fn end(certificate: &[u8]) -> Option<Timestamp> {
    let (_, certificate) = element(&mut &*certificate, Some(SEQUENCE))?;
    let (_, signed) = element(&mut &*certificate, Some(SEQUENCE))?;
    let mut rest = signed;
    if rest.first() == Some(&VERSION) {
        element(&mut rest, None)?;
    }
    // Serial number, algorithm and issuer come before the dates.
    for _ in 0..3 {
        element(&mut rest, None)?;
    }
    let (_, mut dates) = element(&mut rest, Some(SEQUENCE))?;
    element(&mut dates, None)?;
    let (kind, text) = element(&mut dates, None)?;
    time(kind, std::str::from_utf8(text).ok()?)
}

/// Takes one element off the front: its tag and its content.
fn element<'a>(rest: &mut &'a [u8], wanted: Option<u8>) -> Option<(u8, &'a [u8])> {
    let (&tag, after) = rest.split_first()?;
    let (&first, mut after) = after.split_first()?;
    let mut length = usize::from(first);
    if first & 0x80 != 0 {
        let digits = usize::from(first & 0x7f);
        if digits == 0 || digits > 4 {
            return None;
        }
        let bytes = after.get(..digits)?;
        length = bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte));
        after = &after[digits..];
    }
    let content = after.get(..length)?;
    *rest = &after[length..];
    (wanted.is_none_or(|wanted| wanted == tag)).then_some((tag, content))
}

/// `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`.
fn time(kind: u8, text: &str) -> Option<Timestamp> {
    let (year, rest) = match kind {
        SHORT_YEAR => {
            let year: i16 = text.get(..2)?.parse().ok()?;
            (if year < 50 { 2000 + year } else { 1900 + year }, text.get(2..)?)
        }
        LONG_YEAR => (text.get(..4)?.parse().ok()?, text.get(4..)?),
        _ => return None,
    };
    let part = |start: usize| -> Option<i8> { rest.get(start..start + 2)?.parse().ok() };
    let day = Date::new(year, part(0)?, part(2)?).ok()?;
    let time = Time::new(part(4)?, part(6)?, part(8)?, 0).ok()?;
    Some(day.to_datetime(time).to_zoned(TimeZone::UTC).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    use super::*;

    fn certificate(year: i32) -> Vec<u8> {
        let mut params = CertificateParams::new(vec!["a.example".to_owned()]).unwrap();
        params.not_after = date_time_ymd(year, 3, 9);
        params.self_signed(&KeyPair::generate().unwrap()).unwrap().der().to_vec()
    }

    #[test]
    fn both_ways_to_write_a_year_are_read() {
        for year in [2031_i16, 2077] {
            let end = end(&certificate(year.into())).unwrap();
            assert_eq!(end.to_zoned(TimeZone::UTC).date(), date(year, 3, 9));
        }
    }

    proptest! {
        #[test]
        fn anything_is_read_without_harm(cut in 0_usize..600, changes in prop::collection::vec((0_usize..600, any::<u8>()), 0..20)) {
            let mut bytes = certificate(2031);
            for (place, byte) in changes {
                let length = bytes.len();
                bytes[place % length] = byte;
            }
            let kept = cut.min(bytes.len());
            end(&bytes[..kept]);
        }
    }
}
