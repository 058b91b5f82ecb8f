//! Enough English grammar to put a keyword into a sentence.

/// Nouns without a plural, so without an article.
#[rustfmt::skip]
const MASS: &[&str] = &[
    "advice", "air", "art", "bread", "brew", "butter", "care", "cheese", "chocolate", "clay", "clothing", "coffee", "compost", "cotton", "dough", "equipment",
    "etiquette", "fabric", "flooring", "flour", "food", "fun", "furniture", "garlic", "glass", "grass", "hair", "honey", "housework", "ice", "information", "insulation",
    "jewellery", "jewelry", "laundry", "leather", "light", "lighting", "linen", "luggage", "maintenance", "meat", "metal", "milk", "music", "mould", "mold",
    "mulch", "paper", "pasta", "plaster", "pottery", "rain", "rice", "rust", "salt", "sand", "shade", "silk", "snow", "soap", "soil", "sourdough", "steel",
    "storage", "sugar", "tea", "tofu", "travel", "water", "wax", "weather", "wine", "wood", "wool", "yarn", "yeast", "yoga", "yogurt", "organization",
    "organisation", "composting", "decor", "wear", "software", "hardware", "homework", "origami", "ventilation", "recycling", "time", "space", "privacy",
];
/// Plurals without an `s`.
const IRREGULAR_PLURALS: &[&str] =
    &["people", "children", "mice", "feet", "teeth", "men", "women", "geese", "cacti", "fungi"];
const ENDINGS_OF_MASS: &[&str] =
    &["ing", "ness", "ism", "ity", "graphy", "ware", "ology", "nomy", "craft", "culture"];

/// How many a noun names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    One,
    Many,
    Mass,
}

/// How many the last word of a noun phrase names.
pub(crate) fn number(phrase: &str) -> Number {
    let head = phrase.rsplit(' ').next().unwrap_or_default().to_ascii_lowercase();
    let plain_s = head.ends_with('s') && !["ss", "us", "is"].iter().any(|ending| head.ends_with(ending));
    if IRREGULAR_PLURALS.contains(&head.as_str()) || (plain_s && !["series", "news"].contains(&head.as_str()))
    {
        Number::Many
    } else if MASS.contains(&head.as_str())
        || (head.len() > 5 && ENDINGS_OF_MASS.iter().any(|ending| head.ends_with(ending)))
    {
        Number::Mass
    } else {
        Number::One
    }
}

/// A noun phrase as it stands in a sentence: `an indoor garden`, `running shoes`, `cold coffee`.
pub(crate) fn with_article(phrase: &str) -> String {
    match number(phrase) {
        Number::One => format!("{} {phrase}", article(phrase)),
        Number::Many | Number::Mass => phrase.to_owned(),
    }
}

/// A noun phrase that names many, where there can be many.
pub(crate) fn plural(phrase: &str) -> String {
    if number(phrase) != Number::One {
        return phrase.to_owned();
    }
    let hissing = ["s", "x", "z", "ch", "sh"].iter().any(|ending| phrase.ends_with(ending));
    match phrase.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if hissing => format!("{phrase}es"),
        _ => format!("{phrase}s"),
    }
}

fn article(phrase: &str) -> &'static str {
    let lower = phrase.to_ascii_lowercase();
    let begins = |beginnings: &[&str]| beginnings.iter().any(|beginning| lower.starts_with(beginning));
    let vowel = begins(&["a", "e", "i", "o", "u", "hour", "honest", "heir"])
        && !begins(&["uni", "use", "eu", "one ", "once"]);
    if vowel { "an" } else { "a" }
}

/// The form of a verb that names the doing: `descale` becomes `descaling`.
pub(crate) fn gerund(verb: &str) -> String {
    if let Some(stem) = verb.strip_suffix("ie") {
        return format!("{stem}ying");
    }
    if verb.ends_with('e')
        && !["ee", "oe", "ye"].iter().any(|ending| verb.ends_with(ending))
        && verb.len() > 2
    {
        return format!("{}ing", &verb[..verb.len() - 1]);
    }
    let doubled = doubles_last(verb) || matches!(verb, "begin" | "forget" | "admit" | "permit");
    match verb.chars().next_back().filter(|_| doubled) {
        Some(last) => format!("{verb}{last}ing"),
        None => format!("{verb}ing"),
    }
}

/// Whether a verb of one syllable, or one with a syllable before it, ends with a single consonant after a single vowel.
fn doubles_last(verb: &str) -> bool {
    let prefixed = ["re", "un"].iter().find_map(|prefix| verb.strip_prefix(prefix));
    let base = prefixed.filter(|base| (3..=4).contains(&base.len()) && !base.starts_with('n'));
    let bytes = base.unwrap_or(verb).as_bytes();
    let is_vowel = |byte: &u8| b"aeiou".contains(byte);
    let groups = bytes.windows(2).filter(|pair| !is_vowel(&pair[0]) && is_vowel(&pair[1])).count()
        + usize::from(bytes.first().is_some_and(is_vowel));
    let closed = matches!(bytes, [.., before, vowel, last]
        if !is_vowel(before) && is_vowel(vowel) && !is_vowel(last) && !b"wxy".contains(last));
    closed && groups == 1
}

/// A text with a capital letter at its start.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A text with a small letter at its start.
pub(crate) fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_named() {
        for (verb, doing) in [
            ("descale", "descaling"),
            ("make", "making"),
            ("plan", "planning"),
            ("clean", "cleaning"),
            ("set", "setting"),
            ("repot", "repotting"),
            ("render", "rendering"),
            ("repair", "repairing"),
            ("water", "watering"),
            ("fix", "fixing"),
            ("begin", "beginning"),
            ("tie", "tying"),
            ("start", "starting"),
            ("free", "freeing"),
            ("grow", "growing"),
        ] {
            assert_eq!(gerund(verb), doing);
        }
    }

    #[test]
    fn nouns_get_their_articles() {
        for (noun, phrase) in [
            ("indoor herb garden", "an indoor herb garden"),
            ("running shoes", "running shoes"),
            ("cold brew coffee", "cold brew coffee"),
            ("kitchen renovation", "a kitchen renovation"),
            ("compost bin", "a compost bin"),
            ("urban gardening", "urban gardening"),
            ("unicycle", "a unicycle"),
            ("cactus", "a cactus"),
        ] {
            assert_eq!(with_article(noun), phrase);
        }
        for (noun, many) in
            [("compost bin", "compost bins"), ("berry", "berries"), ("tea", "tea"), ("torch", "torches")]
        {
            assert_eq!(plural(noun), many);
        }
    }
}
