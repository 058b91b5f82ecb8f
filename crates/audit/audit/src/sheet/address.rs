//! URLs in a report: which become links, and from where images may be loaded.

use url::Url;

use super::SheetContext;
use super::markup::Markup;

/// Types of images that may be embedded in the page. None of them can hold a script or send requests.
const INLINE_PICTURES: [&str; 4] = ["avif", "jpeg", "png", "webp"];

/// A link if the URL is of the web, else plain text.
pub(super) fn link(markup: &mut Markup, address: &str) {
    match web(address) {
        Some(url) => {
            let attributes = [("href", url.as_str()), ("rel", "nofollow noopener noreferrer")];
            markup.inline("a", &attributes, |markup| breakable(markup, address));
        }
        None => markup.element("span", &[], address),
    }
}

/// The text of a URL, with possible line breaks after slashes.
pub(super) fn breakable(markup: &mut Markup, address: &str) {
    for part in address.split_inclusive('/') {
        markup.text(part);
        if part.ends_with('/') && !part.ends_with(":/") && part != "/" {
            markup.ours("<wbr>");
        }
    }
}

/// The URL without scheme, query and the slash of an empty path, as the name of a page.
pub(super) fn short(address: &str) -> String {
    let named = web(address).and_then(|url| {
        let host = url.host_str()?;
        Some(format!("{host}{}", url.path().trim_end_matches('/')))
    });
    named.unwrap_or_else(|| address.to_owned())
}

/// The URL of an image, if it may be shown: it is embedded or served by the service.
pub(super) fn picture(address: &str, context: &SheetContext<'_>) -> Option<String> {
    if is_inline_picture(address) {
        return Some(address.to_owned());
    }
    let base = context.base_url.and_then(web);
    let url = match &base {
        Some(base) if address.starts_with('/') => base.join(address).ok()?,
        _ => web(address)?,
    };
    let homes = [base, context.media_url.and_then(web)];
    let is_at_home = homes.iter().flatten().any(|home| home.origin() == url.origin());
    is_at_home.then(|| url.into())
}

fn web(address: &str) -> Option<Url> {
    Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))
}

fn is_inline_picture(address: &str) -> bool {
    let parts = address.strip_prefix("data:image/").and_then(|rest| rest.split_once(";base64,"));
    parts.is_some_and(|(kind, bytes)| {
        INLINE_PICTURES.contains(&kind)
            && bytes.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_are_links() {
        for address in ["javascript:alert(1)", " JAVASCRIPT:alert(1)", "data:text/html,x", "/a", "ftp://a/"] {
            let mut markup = Markup::default();
            link(&mut markup, address);
            let written = markup.finish();
            assert!(!written.contains("href"), "{written}");
        }
        let mut markup = Markup::default();
        link(&mut markup, "https://a.example/\"'b");
        let written = markup.finish();
        assert!(written.contains(r#"href="https://a.example/%22&#39;b" rel="nofollow noopener noreferrer""#));
    }

    #[test]
    fn pages_are_named_without_what_goes_without_saying() {
        assert_eq!(short("https://a.example/"), "a.example");
        assert_eq!(short("https://a.example/b/?c=d#e"), "a.example/b");
        assert_eq!(short("no address"), "no address");
    }

    #[test]
    fn pictures_come_from_the_service_or_stand_in_the_page() {
        let context = SheetContext {
            product: "Audits",
            base_url: Some("https://audit.example"),
            media_url: Some("https://cdn.example/media"),
        };
        let shown = |address| picture(address, &context);
        assert_eq!(shown("/media/a.webp").as_deref(), Some("https://audit.example/media/a.webp"));
        assert!(shown("https://audit.example/media/a.webp").is_some());
        assert!(shown("https://cdn.example/media/a.webp").is_some());
        assert!(shown("data:image/png;base64,iVBORw0KGgo=").is_some());
        for refused in [
            "//elsewhere.example/a.webp",
            "https://elsewhere.example/a.webp",
            "http://audit.example/a.webp",
            "javascript:alert(1)",
            "data:image/svg+xml;base64,AAAA",
            "data:image/png;base64,\"><script>",
        ] {
            assert_eq!(shown(refused), None, "{refused}");
        }
        let alone = SheetContext { product: "Audits", base_url: None, media_url: None };
        assert_eq!(picture("/media/a.webp", &alone), None);
    }
}
