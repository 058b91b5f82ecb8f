//! Countries and languages by their two-letter codes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A country of ISO 3166-1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Country([u8; 2]);

/// A language of ISO 639-1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language([u8; 2]);

/// A text that is not a code of this kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// The text is not a country code.
    #[error("must be a two-letter country code of ISO 3166-1, such as us or vn")]
    Country,
    /// The text is not a language code.
    #[error("must be a two-letter language code of ISO 639-1 in lower case, such as en or vi")]
    Language,
}

impl Country {
    pub fn all() -> impl Iterator<Item = Self> {
        COUNTRIES.iter().map(|(code, _)| Self(*code))
    }

    /// The code in lower case.
    #[must_use]
    pub fn lower(&self) -> String {
        self.upper().to_ascii_lowercase()
    }

    /// The code in upper case.
    #[must_use]
    pub fn upper(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The number that ISO 3166-1 gives it.
    #[must_use]
    pub fn numeric(self) -> u16 {
        COUNTRIES.binary_search_by_key(&self.0, |(code, _)| *code).map_or(0, |index| COUNTRIES[index].1)
    }
}

impl Language {
    pub const ENGLISH: Self = Self(*b"en");
    pub const VIETNAMESE: Self = Self(*b"vi");

    pub fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.iter().map(|code| Self(*code))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The offered language that an `Accept-Language` header weighs highest; of equal ones the first.
    #[must_use]
    pub fn preferred(header: &str, offered: &[Self]) -> Option<Self> {
        const MOST: usize = 20;
        let mut best: Option<(f32, Self)> = None;
        for range in header.split(',').take(MOST) {
            let (range, parameters) = range.split_once(';').unwrap_or((range, ""));
            let weight: f32 = parameters
                .trim()
                .strip_prefix("q=")
                .map_or(Some(1.0), |text| text.parse().ok())
                .unwrap_or(0.0);
            let code = range.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
            if let Some(language) = offered.iter().find(|language| language.as_str() == code)
                && weight > best.map_or(0.0, |(weight, _)| weight)
            {
                best = Some((weight, *language));
            }
        }
        best.map(|(_, language)| language)
    }
}

impl Default for Language {
    fn default() -> Self {
        Self::ENGLISH
    }
}

impl FromStr for Country {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let code: [u8; 2] =
            text.to_ascii_uppercase().as_bytes().try_into().map_err(|_| CodeError::Country)?;
        match COUNTRIES.binary_search_by_key(&code, |(known, _)| *known) {
            Ok(_) => Ok(Self(code)),
            Err(_) => Err(CodeError::Country),
        }
    }
}

impl FromStr for Language {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let code: [u8; 2] = text.as_bytes().try_into().map_err(|_| CodeError::Language)?;
        if LANGUAGES.binary_search(&code).is_ok() { Ok(Self(code)) } else { Err(CodeError::Language) }
    }
}

impl fmt::Display for Country {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.upper())
    }
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl fmt::Debug for Country {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Country({self})")
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Language({self})")
    }
}

impl Serialize for Country {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Country {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Accepts any two letters: values that were stored before languages were checked must stay readable.
impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match <[u8; 2]>::try_from(String::deserialize(deserializer)?.as_bytes()) {
            Ok(code) if code.iter().all(u8::is_ascii_lowercase) => Ok(Self(code)),
            _ => Err(serde::de::Error::custom(CodeError::Language)),
        }
    }
}

/// Codes in their order.
#[rustfmt::skip]
const LANGUAGES: [[u8; 2]; 183] = [
    *b"aa", *b"ab", *b"ae", *b"af", *b"ak", *b"am", *b"an", *b"ar", *b"as", *b"av", *b"ay", *b"az", *b"ba",
    *b"be", *b"bg", *b"bi", *b"bm", *b"bn", *b"bo", *b"br", *b"bs", *b"ca", *b"ce", *b"ch", *b"co", *b"cr",
    *b"cs", *b"cu", *b"cv", *b"cy", *b"da", *b"de", *b"dv", *b"dz", *b"ee", *b"el", *b"en", *b"eo", *b"es",
    *b"et", *b"eu", *b"fa", *b"ff", *b"fi", *b"fj", *b"fo", *b"fr", *b"fy", *b"ga", *b"gd", *b"gl", *b"gn",
    *b"gu", *b"gv", *b"ha", *b"he", *b"hi", *b"ho", *b"hr", *b"ht", *b"hu", *b"hy", *b"hz", *b"ia", *b"id",
    *b"ie", *b"ig", *b"ii", *b"ik", *b"io", *b"is", *b"it", *b"iu", *b"ja", *b"jv", *b"ka", *b"kg", *b"ki",
    *b"kj", *b"kk", *b"kl", *b"km", *b"kn", *b"ko", *b"kr", *b"ks", *b"ku", *b"kv", *b"kw", *b"ky", *b"la",
    *b"lb", *b"lg", *b"li", *b"ln", *b"lo", *b"lt", *b"lu", *b"lv", *b"mg", *b"mh", *b"mi", *b"mk", *b"ml",
    *b"mn", *b"mr", *b"ms", *b"mt", *b"my", *b"na", *b"nb", *b"nd", *b"ne", *b"ng", *b"nl", *b"nn", *b"no",
    *b"nr", *b"nv", *b"ny", *b"oc", *b"oj", *b"om", *b"or", *b"os", *b"pa", *b"pi", *b"pl", *b"ps", *b"pt",
    *b"qu", *b"rm", *b"rn", *b"ro", *b"ru", *b"rw", *b"sa", *b"sc", *b"sd", *b"se", *b"sg", *b"si", *b"sk",
    *b"sl", *b"sm", *b"sn", *b"so", *b"sq", *b"sr", *b"ss", *b"st", *b"su", *b"sv", *b"sw", *b"ta", *b"te",
    *b"tg", *b"th", *b"ti", *b"tk", *b"tl", *b"tn", *b"to", *b"tr", *b"ts", *b"tt", *b"tw", *b"ty", *b"ug",
    *b"uk", *b"ur", *b"uz", *b"ve", *b"vi", *b"vo", *b"wa", *b"wo", *b"xh", *b"yi", *b"yo", *b"za", *b"zh",
    *b"zu",
];

/// Codes with their numbers, in the order of the codes.
#[rustfmt::skip]
const COUNTRIES: [([u8; 2], u16); 249] = [
    (*b"AD", 20), (*b"AE", 784), (*b"AF", 4), (*b"AG", 28), (*b"AI", 660), (*b"AL", 8), (*b"AM", 51),
    (*b"AO", 24), (*b"AQ", 10), (*b"AR", 32), (*b"AS", 16), (*b"AT", 40), (*b"AU", 36), (*b"AW", 533),
    (*b"AX", 248), (*b"AZ", 31), (*b"BA", 70), (*b"BB", 52), (*b"BD", 50), (*b"BE", 56), (*b"BF", 854),
    (*b"BG", 100), (*b"BH", 48), (*b"BI", 108), (*b"BJ", 204), (*b"BL", 652), (*b"BM", 60), (*b"BN", 96),
    (*b"BO", 68), (*b"BQ", 535), (*b"BR", 76), (*b"BS", 44), (*b"BT", 64), (*b"BV", 74), (*b"BW", 72),
    (*b"BY", 112), (*b"BZ", 84), (*b"CA", 124), (*b"CC", 166), (*b"CD", 180), (*b"CF", 140), (*b"CG", 178),
    (*b"CH", 756), (*b"CI", 384), (*b"CK", 184), (*b"CL", 152), (*b"CM", 120), (*b"CN", 156), (*b"CO", 170),
    (*b"CR", 188), (*b"CU", 192), (*b"CV", 132), (*b"CW", 531), (*b"CX", 162), (*b"CY", 196), (*b"CZ", 203),
    (*b"DE", 276), (*b"DJ", 262), (*b"DK", 208), (*b"DM", 212), (*b"DO", 214), (*b"DZ", 12), (*b"EC", 218),
    (*b"EE", 233), (*b"EG", 818), (*b"EH", 732), (*b"ER", 232), (*b"ES", 724), (*b"ET", 231), (*b"FI", 246),
    (*b"FJ", 242), (*b"FK", 238), (*b"FM", 583), (*b"FO", 234), (*b"FR", 250), (*b"GA", 266), (*b"GB", 826),
    (*b"GD", 308), (*b"GE", 268), (*b"GF", 254), (*b"GG", 831), (*b"GH", 288), (*b"GI", 292), (*b"GL", 304),
    (*b"GM", 270), (*b"GN", 324), (*b"GP", 312), (*b"GQ", 226), (*b"GR", 300), (*b"GS", 239), (*b"GT", 320),
    (*b"GU", 316), (*b"GW", 624), (*b"GY", 328), (*b"HK", 344), (*b"HM", 334), (*b"HN", 340), (*b"HR", 191),
    (*b"HT", 332), (*b"HU", 348), (*b"ID", 360), (*b"IE", 372), (*b"IL", 376), (*b"IM", 833), (*b"IN", 356),
    (*b"IO", 86), (*b"IQ", 368), (*b"IR", 364), (*b"IS", 352), (*b"IT", 380), (*b"JE", 832), (*b"JM", 388),
    (*b"JO", 400), (*b"JP", 392), (*b"KE", 404), (*b"KG", 417), (*b"KH", 116), (*b"KI", 296), (*b"KM", 174),
    (*b"KN", 659), (*b"KP", 408), (*b"KR", 410), (*b"KW", 414), (*b"KY", 136), (*b"KZ", 398), (*b"LA", 418),
    (*b"LB", 422), (*b"LC", 662), (*b"LI", 438), (*b"LK", 144), (*b"LR", 430), (*b"LS", 426), (*b"LT", 440),
    (*b"LU", 442), (*b"LV", 428), (*b"LY", 434), (*b"MA", 504), (*b"MC", 492), (*b"MD", 498), (*b"ME", 499),
    (*b"MF", 663), (*b"MG", 450), (*b"MH", 584), (*b"MK", 807), (*b"ML", 466), (*b"MM", 104), (*b"MN", 496),
    (*b"MO", 446), (*b"MP", 580), (*b"MQ", 474), (*b"MR", 478), (*b"MS", 500), (*b"MT", 470), (*b"MU", 480),
    (*b"MV", 462), (*b"MW", 454), (*b"MX", 484), (*b"MY", 458), (*b"MZ", 508), (*b"NA", 516), (*b"NC", 540),
    (*b"NE", 562), (*b"NF", 574), (*b"NG", 566), (*b"NI", 558), (*b"NL", 528), (*b"NO", 578), (*b"NP", 524),
    (*b"NR", 520), (*b"NU", 570), (*b"NZ", 554), (*b"OM", 512), (*b"PA", 591), (*b"PE", 604), (*b"PF", 258),
    (*b"PG", 598), (*b"PH", 608), (*b"PK", 586), (*b"PL", 616), (*b"PM", 666), (*b"PN", 612), (*b"PR", 630),
    (*b"PS", 275), (*b"PT", 620), (*b"PW", 585), (*b"PY", 600), (*b"QA", 634), (*b"RE", 638), (*b"RO", 642),
    (*b"RS", 688), (*b"RU", 643), (*b"RW", 646), (*b"SA", 682), (*b"SB", 90), (*b"SC", 690), (*b"SD", 729),
    (*b"SE", 752), (*b"SG", 702), (*b"SH", 654), (*b"SI", 705), (*b"SJ", 744), (*b"SK", 703), (*b"SL", 694),
    (*b"SM", 674), (*b"SN", 686), (*b"SO", 706), (*b"SR", 740), (*b"SS", 728), (*b"ST", 678), (*b"SV", 222),
    (*b"SX", 534), (*b"SY", 760), (*b"SZ", 748), (*b"TC", 796), (*b"TD", 148), (*b"TF", 260), (*b"TG", 768),
    (*b"TH", 764), (*b"TJ", 762), (*b"TK", 772), (*b"TL", 626), (*b"TM", 795), (*b"TN", 788), (*b"TO", 776),
    (*b"TR", 792), (*b"TT", 780), (*b"TV", 798), (*b"TW", 158), (*b"TZ", 834), (*b"UA", 804), (*b"UG", 800),
    (*b"UM", 581), (*b"US", 840), (*b"UY", 858), (*b"UZ", 860), (*b"VA", 336), (*b"VC", 670), (*b"VE", 862),
    (*b"VG", 92), (*b"VI", 850), (*b"VN", 704), (*b"VU", 548), (*b"WF", 876), (*b"WS", 882), (*b"YE", 887),
    (*b"YT", 175), (*b"ZA", 710), (*b"ZM", 894), (*b"ZW", 716),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_known_and_numbered() {
        assert!(COUNTRIES.is_sorted_by_key(|(code, _)| *code));
        let vietnam: Country = "vn".parse().unwrap();
        assert_eq!((vietnam.numeric(), vietnam.upper(), vietnam.lower().as_str()), (704, "VN", "vn"));
        assert_eq!("US".parse::<Country>().unwrap().numeric(), 840);
        for text in ["", "v", "xx", "vnm", "ü"] {
            assert_eq!(text.parse::<Country>(), Err(CodeError::Country), "{text}");
        }
    }

    #[test]
    fn languages_are_known_and_in_lower_case() {
        assert!(LANGUAGES.is_sorted());
        assert_eq!("vi".parse::<Language>(), Ok(Language::VIETNAMESE));
        for text in ["", "EN", "eng", "e1", "ü", "zz", "xx", "iw"] {
            assert_eq!(text.parse::<Language>(), Err(CodeError::Language), "{text}");
        }
        let stored: Language = serde_json::from_str("\"zz\"").unwrap();
        assert_eq!(stored.as_str(), "zz", "old records stay readable");
        assert!(serde_json::from_str::<Language>("\"ZZ\"").is_err());
    }

    #[test]
    fn the_best_offered_language_is_preferred() {
        let preferred = |header| Language::preferred(header, &[Language::ENGLISH, Language::VIETNAMESE]);
        assert_eq!(preferred("vi-VN,vi;q=0.9,en;q=0.8"), Some(Language::VIETNAMESE));
        assert_eq!(preferred("fr, en;q=0.3, vi;q=0.7"), Some(Language::VIETNAMESE));
        assert_eq!(preferred("en,vi"), Some(Language::ENGLISH));
        assert_eq!(preferred("fr;q=x,de"), None);
    }
}
