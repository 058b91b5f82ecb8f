//! Reads `DuckDuckGo`'s page without building a tree: results are links that do not nest, so the order of
//! tags is enough.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::{LocalName, local_name};
use url::Url;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) results: Vec<Found>,
    pub(super) says_none: bool,
    pub(super) is_challenge: bool,
}

/// One result that is not an ad.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) title: String,
    pub(super) url: String,
    pub(super) snippet: String,
}

/// Enough for any page; further results are ignored.
const MOST_RESULTS: usize = 50;

pub(super) fn read(html: &str) -> Page {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
    // The tokenizer never stops half-way, because no scripts run.
    while !input.is_empty() {
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    tokenizer.sink.0.into_inner().page
}

#[derive(Default)]
struct Reader(RefCell<State>);

#[derive(Default)]
struct State {
    page: Page,
    in_advertisement: bool,
    inside: Inside,
}

/// The element whose text is being read.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Inside {
    #[default]
    Nothing,
    Title,
    Snippet,
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                state.open(&tag);
                return raw_text(&tag.name);
            }
            Token::TagToken(tag) if tag.name == local_name!("a") => state.inside = Inside::Nothing,
            Token::CharacterTokens(text) => state.text(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl State {
    fn open(&mut self, tag: &Tag) {
        let classes: Vec<_> = attribute(tag, "class").unwrap_or_default().split_ascii_whitespace().collect();
        self.page.is_challenge |= classes.iter().any(|class| class.starts_with("anomaly-modal"));
        self.page.says_none |= classes.contains(&"no-results");
        if tag.name == local_name!("a") {
            self.open_link(&classes, attribute(tag, "href").unwrap_or_default());
        } else if classes.contains(&"result") {
            self.in_advertisement = classes.contains(&"result--ad");
        }
    }

    fn open_link(&mut self, classes: &[&str], href: &str) {
        self.inside = Inside::Nothing;
        if self.in_advertisement || self.page.results.len() == MOST_RESULTS {
            return;
        }
        if classes.contains(&"result__a") {
            self.inside = Inside::Title;
            self.page.results.push(Found { url: target(href), ..Found::default() });
        } else if classes.contains(&"result__snippet") {
            self.inside = Inside::Snippet;
        }
    }

    fn text(&mut self, text: &str) {
        let Some(found) = self.page.results.last_mut() else { return };
        match self.inside {
            Inside::Title => found.title.push_str(text),
            Inside::Snippet => found.snippet.push_str(text),
            Inside::Nothing => {}
        }
    }
}

fn attribute<'a>(tag: &'a Tag, name: &str) -> Option<&'a str> {
    tag.attrs.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
}

/// The content of these elements is no markup.
fn raw_text(name: &LocalName) -> TokenSinkResult<()> {
    match *name {
        local_name!("script") => TokenSinkResult::RawData(RawKind::ScriptData),
        local_name!("style") => TokenSinkResult::RawData(RawKind::Rawtext),
        local_name!("textarea") | local_name!("title") => TokenSinkResult::RawData(RawKind::Rcdata),
        _ => TokenSinkResult::Continue,
    }
}

/// The target of a link, without the click counter.
fn target(href: &str) -> String {
    let absolute = if href.starts_with("//") { format!("https:{href}") } else { href.to_owned() };
    let Ok(url) = Url::parse(&absolute) else { return absolute };
    let is_detour =
        url.path() == "/l/" && url.host_str().is_some_and(|host| host.ends_with("duckduckgo.com"));
    let behind = url.query_pairs().find(|(name, _)| name == "uddg").map(|(_, target)| target.into_owned());
    match behind {
        Some(behind) if is_detour => behind,
        _ => absolute,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_and_advertisements_are_not() {
        let page = read(concat!(
            "<title>x <a class=result__a></title><script>'<a class=\"result__a\" href=\"https://no.example\">'</script>",
            "<div class='result results_links result--ad'><a class=result__a href='https://ad.example/'>Ad</a>",
            "<a class=result__snippet>Buy</a></div>",
            "<div class='result results_links web-result'><h2><a rel=nofollow class='result__a' ",
            "href='//duckduckgo.com/l/?uddg=https%3A%2F%2Fshop.example%2Fgi%C3%A0y%3Fa%3D1&amp;rut=ff'>Giày <b>chạy</b> &amp; bộ</a></h2>",
            "<a class='result__url' href='https://shop.example'>shop.example</a>",
            "<a class='result__snippet' href='x'>Mẫu <b>giày</b></a></div>",
            "<div class='result'><a class='result__a' href='https://direct.example/'>Direct</a></div>",
        ));
        let found = |title: &str, url: &str, snippet: &str| Found {
            title: title.to_owned(),
            url: url.to_owned(),
            snippet: snippet.to_owned(),
        };
        let results = vec![
            found("Giày chạy & bộ", "https://shop.example/giày?a=1", "Mẫu giày"),
            found("Direct", "https://direct.example/", ""),
        ];
        assert_eq!(page, Page { results, says_none: false, is_challenge: false });
    }

    #[test]
    fn empty_pages_and_challenges_are_told_apart() {
        assert!(read("<div class='no-results'>No results.</div>").says_none);
        assert!(
            read("<div class='anomaly-modal__title'>Unfortunately, bots use DuckDuckGo too.</div>")
                .is_challenge
        );
        assert_eq!(read("<html><body>hello"), Page::default());
    }

    proptest::proptest! {
        #[test]
        fn no_page_is_too_odd(html in ".{0,300}", odd in "(<a class=result__a href=|<div class=result>|</a>|<script>|[<>\"'& /]){0,30}") {
            read(&html);
            read(&odd);
        }
    }
}
