//! Checks of link URLs that can't be right, whatever the response.

use std::net::{Ipv4Addr, Ipv6Addr};

use seo::dom::NodeId;
use url::{Host, Url};

use crate::check::{Category, Check, Needs, Outcome, Severity};
use crate::document::{Anchor, Document, Target};
use crate::facts::Facts;

use super::figures::counted;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "link.fragment_missing",
        category: Category::Links,
        severity: Severity::Low,
        expects: "Links within the page lead to a place that exists",
        fix: "Give the target an id with exactly this name, capitals included, or correct the link.",
        needs: Needs::Markup,
        run: fragment_missing,
    },
    Check {
        id: "link.localhost_or_file",
        category: Category::Links,
        severity: Severity::High,
        expects: "No URL leads to a private computer or network",
        fix: "Replace the address by the public one; it was most likely left over from development.",
        needs: Needs::Markup,
        run: localhost_or_file,
    },
    Check {
        id: "link.http_downgrade",
        category: Category::Links,
        severity: Severity::Medium,
        expects: "An encrypted page links to encrypted pages",
        fix: "Write https:// instead of http:// in these links.",
        needs: Needs::Markup,
        run: http_downgrade,
    },
    Check {
        id: "link.malformed",
        category: Category::Links,
        severity: Severity::High,
        expects: "Every link has an address that can be opened",
        fix: "Correct the address as the evidence says, and look where the template or editor makes it.",
        needs: Needs::Markup,
        run: malformed,
    },
];

fn fragment_missing(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let lost = document.anchors.iter().filter_map(|anchor| {
        let Target::Fragment(name) = &anchor.target else { return None };
        // The part after `:~:` is for the browser, as in `#:~:text=cold`.
        let name = name.split(":~:").next().unwrap_or_default();
        (is_place(name) && !is_there(document, name) && !is_control(document, anchor))
            .then_some((anchor, name))
    });
    Outcome::of_each(
        lost,
        |(anchor, name)| document.evidence(anchor.node).detailed(format!("nothing has the id “{name}”")),
        |count| {
            let links = counted(count, "link leads", "links lead");
            format!("{links} to a place on this page that does not exist.")
        },
    )
}

/// Whether a fragment names a place, not the top of the page or the state of a script.
fn is_place(name: &str) -> bool {
    !matches!(name, "" | "0" | "_" | "none" | "null")
        && !name.eq_ignore_ascii_case("top")
        && !name.starts_with(['/', '!'])
        && !name.contains(['=', '/'])
}

fn is_there(document: &Document, name: &str) -> bool {
    let names = &document.fragment_names;
    // GitHub's sanitizer adds this prefix to ids, and a script resolves it.
    names.contains(name) || names.contains(&format!("user-content-{name}"))
}

/// Whether a script handles the click, as for tabs and menus.
fn is_control(document: &Document, anchor: &Anchor) -> bool {
    let names = ["role", "onclick", "data-toggle", "data-bs-toggle", "aria-controls", "aria-expanded"];
    names.iter().any(|name| document.attribute(anchor.node, name).is_some())
}

fn localhost_or_file(facts: &Facts<'_>) -> Outcome {
    if is_private(&facts.answer.url) {
        return Outcome::skipped("the page itself is on a private network");
    }
    let document = facts.document;
    let files = document.anchors.iter().filter_map(|anchor| {
        let Target::Other(scheme) = &anchor.target else { return None };
        // A single letter is a drive, as in `C:\site\index.html`.
        let address = document.attribute(anchor.node, "href").unwrap_or_default();
        (scheme == "file" || scheme.len() == 1).then(|| (anchor.node, address.to_owned()))
    });
    let addresses = addresses(document).filter(|(_, url)| is_private(url));
    let all = files.chain(addresses.map(|(node, url)| (node, url.to_string())));
    Outcome::of_each(
        all,
        |(node, address)| document.evidence(node).about(address),
        |count| {
            let addresses = counted(count, "address leads", "addresses lead");
            format!("{addresses} to a private computer or network, where visitors find nothing.")
        },
    )
}

/// All URLs that the page links to or loads.
fn addresses(document: &Document) -> impl Iterator<Item = (NodeId, &Url)> {
    let anchors = document.anchors.iter().filter(|anchor| !shows_address(anchor));
    let links = anchors.filter_map(|anchor| Some((anchor.node, anchor.url()?)));
    let tags = document.link_tags.iter().filter_map(|link| Some((link.node, link.url.as_ref()?)));
    let scripts = document.scripts.iter().filter_map(|script| Some((script.node, script.url.as_ref()?)));
    let pictures = document.pictures.iter().filter_map(|picture| Some((picture.node, picture.url.as_ref()?)));
    let embeds = document.embeds.iter().map(|embed| (embed.node, &embed.url));
    links.chain(tags).chain(scripts).chain(pictures).chain(embeds)
}

/// Whether a link shows its URL as text. Instructions show such URLs on purpose: `http://localhost:3000`.
fn shows_address(anchor: &Anchor) -> bool {
    anchor.url().and_then(Url::host_str).is_some_and(|host| anchor.text.contains(host))
}

fn is_private(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            let endings = [".localhost", ".local", ".test", ".internal", ".lan"];
            name == "localhost" || endings.iter().any(|ending| name.ends_with(ending))
        }
        Some(Host::Ipv4(address)) => {
            address.is_loopback()
                || address.is_private()
                || address.is_link_local()
                || address == Ipv4Addr::UNSPECIFIED
        }
        Some(Host::Ipv6(address)) => {
            address.is_loopback() || address == Ipv6Addr::UNSPECIFIED || address.is_unique_local()
        }
        None => url.scheme() == "file",
    }
}

fn http_downgrade(facts: &Facts<'_>) -> Outcome {
    if facts.answer.url.scheme() != "https" {
        return Outcome::skipped("the page itself is not encrypted");
    }
    let document = facts.document;
    let mut plain: Vec<(&Anchor, &Url, bool)> = document
        .anchors
        .iter()
        .filter_map(|anchor| Some((anchor, anchor.url()?, matches!(anchor.target, Target::Internal(_)))))
        .filter(|(_, url, _)| url.scheme() == "http" && !is_private(url))
        .collect();
    plain.sort_by_key(|(_, _, internal)| !internal);
    let internal = plain.iter().filter(|(_, _, internal)| *internal).count();
    let outcome = Outcome::of_each(
        plain,
        |(anchor, url, _)| document.evidence(anchor.node).about(url.as_str()),
        |count| {
            let links = counted(count, "link leads", "links lead");
            let where_to = match internal {
                0 => "pages of other sites".to_owned(),
                internal if internal == count => "pages of this site".to_owned(),
                internal => format!("pages, {internal} of them of this site"),
            };
            format!("{links} from this encrypted page to unencrypted {where_to}.")
        },
    );
    match outcome {
        // Whether another site uses encryption is not up to this one.
        Outcome::Found(finding) if internal == 0 => Outcome::Found(finding.severe(Severity::Low)),
        outcome => outcome,
    }
}

fn malformed(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let wrong = document.anchors.iter().filter_map(|anchor| {
        let address = document.attribute(anchor.node, "href")?;
        Some((anchor, fault(address.trim(), &anchor.target)?, address))
    });
    Outcome::of_each(
        wrong,
        |(anchor, fault, address)| document.evidence(anchor.node).about(address).detailed(fault),
        |count| {
            format!("{} that can't be opened.", counted(count, "link has an address", "links have addresses"))
        },
    )
}

/// Schemes that are typing errors.
const MISTYPED: [&str; 14] = [
    "htp", "htps", "ttp", "ttps", "hhtp", "hhtps", "htttp", "htttps", "httpss", "hppt", "htpp", "htpps",
    "httpp", "hhttps",
];
/// Leftovers of templates and scripts.
const LEFTOVERS: [&str; 7] = ["{{", "}}", "${", "<%", "[object ", "%7B%7B", "{%"];

/// How much of a URL is examined for a valid beginning, in bytes.
const LONGEST_START: usize = 200;

/// What is wrong with a URL.
fn fault(address: &str, target: &Target) -> Option<&'static str> {
    if matches!(target, Target::Fragment(_) | Target::Script) {
        return None;
    }
    let is_odd = address.bytes().any(|byte| matches!(byte, b'{' | b'}' | b'<' | b'[' | b'%'));
    // This skips most links within a site.
    if !is_odd && address.starts_with('/') && matches!(target, Target::Internal(_)) {
        return None;
    }
    let lower = address[..address.floor_char_boundary(LONGEST_START)].to_ascii_lowercase();
    if (is_odd && LEFTOVERS.iter().any(|part| address.contains(part)))
        || matches!(lower.as_str(), "undefined" | "null")
    {
        return Some("a template or script left a placeholder");
    }
    let without_scheme = lower.strip_prefix("https").or(lower.strip_prefix("http"));
    if without_scheme
        .is_some_and(|rest| rest.starts_with("//") || (rest.starts_with(":/") && !rest.starts_with("://")))
    {
        return Some("http must be followed by ://");
    }
    if without_scheme.is_some_and(|rest| {
        rest.starts_with("://http:") || rest.starts_with("://http/") || rest.starts_with("://https")
    }) {
        return Some("the scheme stands there twice");
    }
    match target {
        Target::Malformed => Some("it is no address"),
        Target::Other(scheme) if MISTYPED.contains(&scheme.as_str()) => Some("the scheme is mistyped"),
        Target::Other(scheme) if scheme == "mailto" => is_no_mail(&lower).then_some("it has no mail address"),
        Target::Internal(_) if lower.starts_with("www.") => {
            Some("without https:// before it, it is taken for a file of this site")
        }
        Target::External(url) => {
            let host = url.domain().unwrap_or("a.b");
            let lone = !host.trim_end_matches('.').contains('.') && host != "localhost";
            lone.then_some("the host has no ending such as .com")
        }
        _ => None,
    }
}

fn is_no_mail(address: &str) -> bool {
    let receiver = address.strip_prefix("mailto:").unwrap_or(address);
    let (receiver, has_more) =
        receiver.split_once('?').map_or((receiver, false), |(receiver, _)| (receiver, true));
    if receiver.is_empty() { !has_more } else { !receiver.contains('@') && !receiver.contains("%40") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faulty(address: &str) -> bool {
        let html = format!("<a href=\"{address}\">x</a>");
        let document = Document::read(html, &Url::parse("https://www.example.com/guide").unwrap());
        fault(address, &document.anchors[0].target).is_some()
    }

    #[test]
    fn addresses_that_cannot_be_opened_are_known() {
        for address in [
            "http//example.com",
            "https:/example.com/x",
            "htp://example.com",
            "https://https://example.com",
            "https://",
            "www.example.com",
            "{{ url }}",
            "undefined",
            "/items/[object Object]",
            "mailto:info.example.com",
            "mailto:",
            "https://contact/",
            "https://exa mple.com/",
        ] {
            assert!(faulty(address), "{address}");
        }
        for address in [
            "//cdn.example.net/x",
            "https://www.example.com/www.page",
            "/a b",
            "mailto:a@example.com",
            "mailto:?subject=x",
            "tel:+84123",
            "https://web.archive.org/web/2020/https://example.com/",
            "#",
            "",
            "?page=2",
            "http-status-codes",
            "https://[2001:db8::1]/",
            "zalo:chat",
            "https-explained.html",
            "https://1.1.1.1/",
        ] {
            assert!(!faulty(address), "{address}");
        }
    }

    #[test]
    fn private_places_are_known() {
        let private = |text: &str| is_private(&Url::parse(text).unwrap());
        for text in [
            "http://localhost:3000/",
            "http://127.0.0.1/",
            "http://192.168.1.4/x",
            "http://shop.test/",
            "http://[::1]/",
        ] {
            assert!(private(text), "{text}");
        }
        for text in ["https://example.com/localhost", "https://localhost.example.com/", "http://8.8.8.8/"] {
            assert!(!private(text), "{text}");
        }
    }

    #[test]
    fn not_every_fragment_is_a_place() {
        assert!(is_place("steps") && is_place("Bước 1"));
        assert!(
            !is_place("")
                && !is_place("TOP")
                && !is_place("/about")
                && !is_place("!/x")
                && !is_place("tab=2")
        );
    }
}
