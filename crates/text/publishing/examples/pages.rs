//! Writes the pages of two sample articles into a folder, for viewing in a browser:
//! `cargo run -p publishing --example pages -- FOLDER`.
#![expect(clippy::unwrap_used, reason = "an example fails by panicking")]

#[path = "../tests/documents/samples.rs"]
mod samples;

use std::path::PathBuf;

use domain::locale::Language;
use publishing::{
    ASSETS, Paging, PublicationFacts, article_page, feed, html, index_page, markdown, not_found_page,
};

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "pages".to_owned()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, content: &[u8]| std::fs::write(folder.join(name), content).unwrap();
    let (english, vietnamese) = (samples::english(), samples::vietnamese());
    let test = PublicationFacts { synthetic: true, ..samples::facts(&english) };
    let site = samples::site(Language::ENGLISH);
    let listed = [samples::listed(&english), samples::listed(&vietnamese)];
    write("english.html", article_page(&english, &samples::facts(&english)).as_bytes());
    write("vietnamese.html", article_page(&vietnamese, &samples::facts(&vietnamese)).as_bytes());
    write("test.html", article_page(&english, &test).as_bytes());
    write("fragment.html", html(&english).as_bytes());
    write("english.md", markdown(&english).as_bytes());
    write("index.html", index_page(&site, &listed, Paging { number: 1, has_older: true }).as_bytes());
    write("missing.html", not_found_page(&site).as_bytes());
    write("feed.xml", feed(&site, &listed).as_bytes());
    for asset in ASSETS {
        write(asset.path.trim_start_matches('/'), asset.bytes);
    }
}
