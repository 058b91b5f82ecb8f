//! Parses sitemaps: whether a file is one, and whether it lists a page.

use quick_xml::Reader;
use quick_xml::events::Event;
use url::Url;

/// The maximum number of URLs in a sitemap.
const MOST_ENTRIES: usize = 50_000;
/// The maximum number of URLs of other sitemaps.
const MOST_CHILDREN: usize = 100;
/// The longest URL, in bytes.
const LONGEST_ADDRESS: usize = 4096;

/// The result of reading a sitemap.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Inspection {
    /// What is wrong with it, in words.
    pub problem: Option<String>,
    /// The number of URLs that it lists.
    pub entries: usize,
    /// Whether it lists the page.
    pub lists_page: bool,
    /// The sitemaps that it lists, if it is an index.
    pub children: Vec<Url>,
}

/// Reads the text of a sitemap and looks for the page in it.
#[must_use]
pub fn inspect(xml: &str, page: &Url) -> Inspection {
    let mut inspection = Inspection::default();
    if let Err(problem) = read(xml, page, &mut inspection) {
        inspection.problem = Some(problem);
    }
    inspection
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Pages,
    Index,
}

fn read(xml: &str, page: &Url, inspection: &mut Inspection) -> Result<(), String> {
    let mut reader = Reader::from_str(xml);
    let mut kind = None;
    let mut address: Option<String> = None;
    let mut page = page.clone();
    page.set_fragment(None);
    loop {
        let event = reader.read_event();
        let event = event.map_err(|error| format!("it is not well-formed XML: {error}"))?;
        match event {
            Event::Start(tag) if kind.is_none() => kind = Some(root(tag.local_name().as_ref())?),
            Event::Empty(tag) if kind.is_none() => kind = Some(root(tag.local_name().as_ref())?),
            Event::Start(tag) if tag.local_name().as_ref() == b"loc" => address = Some(String::new()),
            Event::Text(text) => push(&mut address, &text.decode().unwrap_or_default()),
            Event::CData(text) => push(&mut address, &text.decode().unwrap_or_default()),
            Event::GeneralRef(entity) => push(&mut address, named(&entity.decode().unwrap_or_default())),
            Event::End(tag) if tag.local_name().as_ref() == b"loc" => {
                if let (Some(text), Some(kind)) = (address.take(), kind) {
                    note(text.trim(), kind, &page, inspection)?;
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

fn push(address: &mut Option<String>, text: &str) {
    if let Some(address) = address.as_mut().filter(|address| address.len() + text.len() <= LONGEST_ADDRESS) {
        address.push_str(text);
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

fn note(address: &str, kind: Kind, page: &Url, inspection: &mut Inspection) -> Result<(), String> {
    inspection.entries += 1;
    if inspection.entries > MOST_ENTRIES {
        return Err(format!("it lists more than {MOST_ENTRIES} addresses"));
    }
    let Ok(url) = Url::parse(address) else {
        let shown = &address[..address.floor_char_boundary(100)];
        return Err(format!("{shown:?} is not an absolute address"));
    };
    if kind == Kind::Index && inspection.children.len() < MOST_CHILDREN {
        inspection.children.push(url);
    } else if url == *page {
        inspection.lists_page = true;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inspected(xml: &str) -> Inspection {
        inspect(xml, &Url::parse("https://a.example/x?b=1&c=2#top").unwrap())
    }

    #[test]
    fn pages_are_found() {
        let found = inspected(
            "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc> https://a.example/ </loc>\
            <lastmod>2026-01-01</lastmod></url><url><loc>https://a.example/x?b=1&amp;c=2</loc></url></urlset>",
        );
        assert_eq!(found, Inspection { problem: None, entries: 2, lists_page: true, children: Vec::new() });
        let plain =
            inspected("<urlset><url><loc><![CDATA[https://a.example/x?b=1&c=2]]></loc></url></urlset>");
        assert!(plain.lists_page);
    }

    #[test]
    fn an_index_names_others() {
        let found =
            inspected("<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>");
        assert_eq!(found.children.len(), 1);
    }

    #[test]
    fn what_is_no_sitemap_is_told() {
        for (xml, words) in [
            ("", "empty"),
            ("<html><body></body></html>", "<html>"),
            ("<urlset><url><loc>/relative</loc></url></urlset>", "absolute"),
            ("<urlset><url></urlset>", "well-formed"),
        ] {
            let problem = inspected(xml).problem.unwrap();
            assert!(problem.contains(words), "{xml}: {problem}");
        }
    }
}
