//! Reads sitemaps.

use quick_xml::Reader;
use quick_xml::events::Event;

/// The longest URL, in bytes.
const LONGEST_URL: usize = 4096;

/// What a sitemap lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Pages,
    /// Other sitemaps.
    Index,
}

/// The URLs of a sitemap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sitemap {
    Pages(Vec<String>),
    /// URLs of other sitemaps.
    Index(Vec<String>),
}

/// Returns at most `most` URLs. A broken sitemap has those before the fault, and other documents have none.
#[must_use]
pub fn urls(xml: &str, most: usize) -> Sitemap {
    let (mut found, mut kind) = (Vec::new(), Kind::Pages);
    let add = |of: Kind, url: &str| {
        kind = of;
        if !url.is_empty() {
            found.push(url.to_owned());
        }
        if found.len() < most { Ok(()) } else { Err(String::new()) }
    };
    // What could be read is what counts.
    let _ = read(xml, add);
    match kind {
        Kind::Pages => Sitemap::Pages(found),
        Kind::Index => Sitemap::Index(found),
    }
}

/// Passes each URL to `each`, and stops at its first error.
///
/// # Errors
///
/// What is wrong with the sitemap, in words, or the error of `each`.
pub fn read(xml: &str, mut each: impl FnMut(Kind, &str) -> Result<(), String>) -> Result<(), String> {
    let mut reader = Reader::from_str(xml);
    let mut kind = None;
    let mut url: Option<String> = None;
    loop {
        let event = reader.read_event();
        let event = event.map_err(|error| format!("it is not well-formed XML: {error}"))?;
        match event {
            Event::Start(tag) if kind.is_none() => kind = Some(root(tag.local_name().as_ref())?),
            Event::Empty(tag) if kind.is_none() => kind = Some(root(tag.local_name().as_ref())?),
            Event::Start(tag) if tag.local_name().as_ref() == b"loc" => url = Some(String::new()),
            Event::Text(text) => push(&mut url, &text.decode().unwrap_or_default()),
            Event::CData(text) => push(&mut url, &text.decode().unwrap_or_default()),
            Event::GeneralRef(entity) => push(&mut url, named(&entity.decode().unwrap_or_default())),
            Event::End(tag) if tag.local_name().as_ref() == b"loc" => {
                if let (Some(url), Some(kind)) = (url.take(), kind) {
                    each(kind, url.trim())?;
                }
            }
            Event::Eof if kind.is_none() => return Err("it is empty".to_owned()),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

fn root(name: &[u8]) -> Result<Kind, String> {
    match name {
        b"urlset" => Ok(Kind::Pages),
        b"sitemapindex" => Ok(Kind::Index),
        other => Err(format!(
            "its root is <{}>, not <urlset> or <sitemapindex>",
            String::from_utf8_lossy(&other[..other.len().min(40)])
        )),
    }
}

fn push(url: &mut Option<String>, text: &str) {
    if let Some(url) = url.as_mut().filter(|url| url.len() + text.len() <= LONGEST_URL) {
        url.push_str(text);
    }
}

fn named(entity: &str) -> &'static str {
    match entity {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_indexes_are_told_apart() {
        let pages = "<?xml version=\"1.0\"?><urlset><url><loc> https://a.example/?x=1&amp;y=2 </loc></url>\
            <url><loc><![CDATA[https://a.example/b]]></loc></url><url><loc></loc></url></urlset>";
        let found = ["https://a.example/?x=1&y=2", "https://a.example/b"].map(str::to_owned).to_vec();
        assert_eq!(urls(pages, 10), Sitemap::Pages(found.clone()));
        assert_eq!(urls(pages, 1), Sitemap::Pages(found[..1].to_vec()));
        let index = "<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>";
        assert_eq!(urls(index, 10), Sitemap::Index(vec!["https://a.example/1.xml".to_owned()]));
        assert_eq!(urls("<html><loc>", 10), Sitemap::Pages(Vec::new()));
        assert_eq!(urls(&pages[..pages.len() - 20], 10), Sitemap::Pages(found), "a file that is cut off");
    }
}
