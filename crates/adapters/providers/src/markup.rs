//! Plain text from providers' markup: no tags, no entities, one space between words, bounded.

use html5ever::data::NAMED_ENTITIES;

/// Inline elements of providers. Only these tags are removed: `Vec<T>` is a title, too.
const INLINE: [&str; 16] = [
    "a", "b", "br", "code", "div", "em", "font", "i", "li", "mark", "p", "span", "strong", "sub", "sup",
    "wbr",
];
const LONGEST: usize = 2_000;
/// Longer markup is cut: finding the end of tags takes quadratic time.
const LONGEST_MARKUP: usize = 8 * 1024;
const LONGEST_ENTITY: usize = 32;

/// The text as a reader sees it.
pub(crate) fn plain(markup: &str) -> String {
    let markup = &markup[..markup.floor_char_boundary(LONGEST_MARKUP)];
    let text = without_entities(&without_tags(markup));
    let mut plain = String::new();
    for word in text.split_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.extend(word.chars().filter(|letter| !letter.is_control()));
        if plain.len() > LONGEST {
            return plain.chars().take(LONGEST).collect();
        }
    }
    plain
}

/// As [`plain`], or `None` if nothing is left.
pub(crate) fn plain_or_none(markup: Option<&str>) -> Option<String> {
    markup.map(plain).filter(|text| !text.is_empty())
}

fn without_tags(markup: &str) -> String {
    let mut text = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some(start) = rest.find('<') {
        let (before, tag) = rest.split_at(start);
        text.push_str(before);
        rest = match tag.find('>') {
            Some(end) if is_inline(&tag[1..end]) => &tag[end + 1..],
            _ => {
                text.push('<');
                &tag[1..]
            }
        };
    }
    text.push_str(rest);
    text
}

fn is_inline(inside: &str) -> bool {
    let name = inside.strip_prefix('/').unwrap_or(inside);
    let name = name.split(|letter: char| letter.is_whitespace() || letter == '/').next().unwrap_or_default();
    INLINE.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn without_entities(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        let (before, entity) = rest.split_at(start);
        plain.push_str(before);
        let end = entity.bytes().take(LONGEST_ENTITY).position(|byte| byte == b';');
        rest = if let Some((end, letters)) = end.and_then(|end| Some((end, meant(&entity[1..end])?))) {
            plain.push_str(&letters);
            &entity[end + 1..]
        } else {
            plain.push('&');
            &entity[1..]
        };
    }
    plain.push_str(rest);
    plain
}

/// The text of an entity, which stands between `&` and `;`.
fn meant(name: &str) -> Option<String> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).map(String::from);
    }
    let (first, second) = NAMED_ENTITIES.get(&format!("{name};"))?;
    Some([*first, *second].into_iter().filter(|code| *code != 0).filter_map(char::from_u32).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rstest::rstest]
    #[case("Giày <strong>nam</strong>", "Giày nam")]
    #[case("a &amp; b &#x27;c&#39; &nbsp; d&hellip;", "a & b 'c' d…")]
    #[case("  many\n\t spaces\u{a0} ", "many spaces")]
    #[case("Vec<T> &lt;b&gt; 1 < 2 & 3 &unknown; &#99999999;", "Vec<T> <b> 1 < 2 & 3 &unknown; &#99999999;")]
    #[case("<a href=\"x\">link</a><BR/>next", "linknext")]
    #[case("<b", "<b")]
    #[case("&é;&", "&é;&")]
    fn markup_is_taken_out(#[case] markup: &str, #[case] text: &str) {
        assert_eq!(plain(markup), text);
    }

    #[test]
    fn texts_are_bounded() {
        assert_eq!(plain(&"ü".repeat(4_000)).chars().count(), LONGEST);
    }

    proptest::proptest! {
        #[test]
        fn no_text_is_too_odd(markup in ".{0,200}", odd in "[<>&;#xa/b ]{0,60}") {
            plain(&markup);
            plain(&odd);
        }
    }
}
