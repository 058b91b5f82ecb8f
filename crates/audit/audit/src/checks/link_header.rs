//! The `link` header (RFC 8288): links that the server adds to a page.

/// A link in a `link` header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HeaderLink<'a> {
    /// The URL as written.
    pub(crate) address: &'a str,
    /// The parameters as written, such as `rel="canonical"`.
    parameters: &'a str,
}

impl<'a> HeaderLink<'a> {
    /// The value of a parameter (name in lower case), without quotes.
    pub(crate) fn parameter(&self, name: &str) -> Option<&'a str> {
        self.parameters.split(';').find_map(|parameter| {
            let (key, value) = parameter.split_once('=')?;
            key.trim().eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"'))
        })
    }

    /// Whether it has this relation (in lower case).
    pub(crate) fn has_rel(&self, relation: &str) -> bool {
        let relations = self.parameter("rel").unwrap_or_default();
        relations.split_ascii_whitespace().any(|known| known.eq_ignore_ascii_case(relation))
    }
}

/// The links that a header holds.
pub(crate) fn links(header: &str) -> impl Iterator<Item = HeaderLink<'_>> {
    // A URL can hold commas and semicolons, so only `<` and `>` mark where one begins and ends.
    header.split('<').skip(1).filter_map(|part| {
        let (address, parameters) = part.split_once('>')?;
        let parameters = parameters.trim().trim_end_matches(',');
        Some(HeaderLink { address: address.trim(), parameters })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_told_apart() {
        let header = r#"<https://a.example/x,y;z>; rel="canonical", </style.css>; rel=preload; as=style, </n>; Rel="next nofollow""#;
        let found: Vec<_> = links(header).collect();
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].address, "https://a.example/x,y;z");
        assert!(found[0].has_rel("canonical") && !found[0].has_rel("preload"));
        assert_eq!(found[1].parameter("as"), Some("style"));
        assert!(found[2].has_rel("next") && found[2].has_rel("nofollow"));
    }

    #[test]
    fn what_is_no_link_is_passed_over() {
        assert_eq!(links("canonical").count(), 0);
        assert_eq!(links("<broken; rel=canonical").count(), 0);
    }
}
