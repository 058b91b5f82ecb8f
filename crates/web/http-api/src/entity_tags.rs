//! Entity tags: which version a client already has.

use http::header::IF_NONE_MATCH;
use http::{HeaderMap, HeaderValue};

/// Whether the client already has the version of `tag`, by its `If-None-Match`. That header compares tags
/// weakly, and `*` matches any version.
pub(crate) fn client_has(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let lists = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut named = lists.flat_map(|list| list.split(',')).map(str::trim);
    named.any(|one| one == "*" || opaque(one.as_bytes()) == opaque(tag.as_bytes()))
}

/// A tag without the `W/` prefix of weak tags.
fn opaque(tag: &[u8]) -> &[u8] {
    tag.strip_prefix(b"W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(lists: &[&'static str], tag: &'static str) -> bool {
        let mut headers = HeaderMap::new();
        for list in lists.iter().copied() {
            headers.append(IF_NONE_MATCH, HeaderValue::from_static(list));
        }
        client_has(&headers, &HeaderValue::from_static(tag))
    }

    #[test]
    fn weak_and_strong_tags_of_lists_are_the_same() {
        for tag in ["\"7\"", "W/\"7\""] {
            for lists in [&["\"7\""][..], &["W/\"7\""], &["\"6\" ,W/\"7\""], &["\"a,b\"", "\"7\""], &["*"]] {
                assert!(has(lists, tag), "{lists:?} {tag}");
            }
            for lists in [&["7"][..], &[], &[""], &["\"77\""], &["w/\"7\""], &["W/W/\"7\""]] {
                assert!(!has(lists, tag), "{lists:?} {tag}");
            }
        }
    }
}
