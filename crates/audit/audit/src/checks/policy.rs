//! Content security policies: what a page may load, and who may frame it.

use crate::facts::Facts;

/// A directive of a policy: its name and its sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PolicyDirective<'a> {
    name: &'a str,
    sources: &'a str,
}

impl<'a> PolicyDirective<'a> {
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    pub(crate) fn sources(&self) -> impl Iterator<Item = &'a str> {
        self.sources.split_ascii_whitespace()
    }
}

/// The directives of one or more policies.
fn read(policies: &str) -> impl Iterator<Item = PolicyDirective<'_>> {
    policies.split([';', ',']).filter_map(|directive| {
        let directive = directive.trim();
        let (name, sources) = directive.split_once(char::is_whitespace).unwrap_or((directive, ""));
        (!name.is_empty()).then_some(PolicyDirective { name, sources })
    })
}

/// The directives of the response's headers.
pub(crate) fn in_headers<'a>(facts: &Facts<'a>) -> impl Iterator<Item = PolicyDirective<'a>> {
    facts.answer.headers("content-security-policy").flat_map(read)
}

/// The directives of headers and page.
pub(crate) fn everywhere<'a>(facts: &Facts<'a>) -> impl Iterator<Item = PolicyDirective<'a>> {
    let metas = facts.document.metas.iter();
    let metas = metas.filter(|meta| meta.http_equiv.as_deref() == Some("content-security-policy"));
    in_headers(facts).chain(metas.flat_map(|meta| read(&meta.content)))
}

/// Whether a policy has this directive.
pub(crate) fn has(facts: &Facts<'_>, name: &str) -> bool {
    everywhere(facts).any(|directive| directive.is_named(name))
}

/// What is wrong with the directive that controls which scripts may run.
pub(crate) fn weakness(scripts: &PolicyDirective<'_>) -> Option<&'static str> {
    let has = |wanted: &str| scripts.sources().any(|source| source.eq_ignore_ascii_case(wanted));
    let trusts_single_scripts = scripts.sources().any(|source| {
        let source = source.to_ascii_lowercase();
        ["'nonce-", "'sha256-", "'sha384-", "'sha512-"].iter().any(|kind| source.starts_with(kind))
    });
    // With a nonce or hash, browsers ignore 'unsafe-inline'; with 'strict-dynamic' also hosts and schemes.
    if has("'unsafe-inline'") && !trusts_single_scripts && !has("'strict-dynamic'") {
        return Some("it allows any script that is written into the page ('unsafe-inline')");
    }
    let open = ["*", "https:", "http:", "data:"].into_iter().any(has);
    (open && !has("'strict-dynamic'")).then_some("it allows scripts from anywhere")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weak(policy: &str) -> bool {
        read(policy)
            .find(|directive| directive.is_named("script-src"))
            .is_some_and(|scripts| weakness(&scripts).is_some())
    }

    #[test]
    fn policies_are_read() {
        let directives: Vec<_> =
            read("Default-Src 'self' ; upgrade-insecure-requests;; , img-src *").collect();
        assert_eq!(directives.len(), 3);
        assert!(directives[0].is_named("default-src") && directives[0].sources().eq(["'self'"]));
        assert!(directives[1].is_named("upgrade-insecure-requests"));
    }

    #[test]
    fn open_doors_are_told() {
        assert!(weak("script-src 'self' 'unsafe-inline'"));
        assert!(weak("script-src https:"));
        assert!(!weak("script-src 'self' https://cdn.example"));
        assert!(!weak("script-src 'nonce-abc' 'unsafe-inline'"));
        assert!(!weak("script-src 'strict-dynamic' 'nonce-abc' 'unsafe-inline' https:"));
    }
}
