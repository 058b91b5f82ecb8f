//! Reading and analysing ten pages of 100 KB, beside bare parsing of the same pages as the floor.
//!
//! `cargo bench -p seo` also prints how many times the floor the whole takes.

#![expect(clippy::print_stdout, reason = "the ratio is what it is for")]

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use divan::{Bencher, black_box};
use domain::locale::Language;
use domain::search::SerpPage;
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ParseOpts, QualName, parse_document};
use seo::analysis::{AnalysisInput, SerpAnalysis, analyse};
use seo::page::Page;
use url::Url;

fn main() {
    let pages = synthetic_pages();
    let size: usize = pages.iter().map(String::len).sum();
    let floor = fastest(|| pages.iter().for_each(|html| parse_only(html)));
    let whole = fastest(|| drop(black_box(read_and_analyse(&pages))));
    let ratio = whole.as_secs_f64() / floor.as_secs_f64();
    println!(
        "{} KB: parsing alone {floor:.1?}, reading and analysing {whole:.1?}, {ratio:.2} times the floor",
        size / 1024
    );
    divan::main();
}

fn fastest(work: impl Fn()) -> Duration {
    let time = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..20).map(|_| time()).min().unwrap_or_default()
}

#[divan::bench]
fn parse_ten_pages(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(synthetic_pages).bench_refs(|pages| pages.iter().for_each(|html| parse_only(html)));
}

#[divan::bench]
fn read_ten_pages(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(synthetic_pages).bench_refs(|pages| read_all(pages));
}

#[divan::bench]
fn read_and_analyse_ten_pages(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(synthetic_pages).bench_refs(|pages| read_and_analyse(pages));
}

fn read_all(pages: &[String]) -> Vec<(u32, Page)> {
    let Ok(url) = Url::parse("https://example.com/") else { return Vec::new() };
    (1..).zip(pages.iter().map(|html| Page::read(html, &url))).collect()
}

fn read_and_analyse(pages: &[String]) -> SerpAnalysis {
    let pages = read_all(pages);
    let serp = SerpPage::default();
    analyse(AnalysisInput {
        query: "cold brew coffee",
        language: Language::ENGLISH,
        serp: &serp,
        pages: &pages,
        own_page: None,
    })
}

/// Articles with menus, links, scripts and classes, of words that follow Zipf's law roughly.
fn synthetic_pages() -> Vec<String> {
    (0..10).map(synthetic_page).collect()
}

fn synthetic_page(seed: u32) -> String {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
    let mut next = move |below: u32| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state % below
    };
    let mut page = String::from(
        "<!doctype html><html lang=en><head><title>Cold brew coffee</title></head><body><nav><ul>",
    );
    for item in 0..40 {
        let _ = write!(
            page,
            "<li class=\"menu-item item-{item}\"><a href=\"/section/{item}\">Section {item}</a></li>"
        );
    }
    page.push_str("</ul></nav><main><article>");
    while page.len() < 100 * 1024 {
        let _ = write!(page, "<h2 id=\"s{}\">The {} of cold brew</h2>", next(1000), word(next(60)));
        for _ in 0..4 {
            page.push_str("<p class=\"text body-copy\">");
            for _ in 0..60 {
                let range = 1 + next(2000);
                page.push_str(&word(next(range)));
                page.push(' ');
            }
            page.push_str(
                "and <a href=\"/more\">more about it</a>, or <strong>cold brew coffee</strong>.</p>",
            );
        }
        page.push_str("<div class=\"figure wide\"><img src=\"/i.jpg\" alt=\"\"><span>Caption</span></div>");
    }
    page.push_str("</article></main><footer>Footer</footer></body></html>");
    page
}

fn word(number: u32) -> String {
    const SYLLABLES: [&str; 12] =
        ["ka", "ro", "mi", "ten", "sol", "ber", "va", "lin", "do", "pra", "chu", "est"];
    let mut rest = number + 12;
    let mut word = String::new();
    while rest > 0 {
        word.push_str(SYLLABLES[(rest % 12) as usize]);
        rest /= 12;
    }
    word
}

fn parse_only(html: &str) {
    parse_document(Nothing::default(), ParseOpts::default()).one(StrTendril::from_slice(html));
}

/// A tree sink that keeps only the names that the tree builder asks for.
#[derive(Default)]
struct Nothing {
    next: Cell<usize>,
    names: RefCell<Vec<QualName>>,
}

impl Nothing {
    fn id(&self) -> usize {
        self.next.set(self.next.get() + 1);
        self.next.get()
    }
}

impl TreeSink for Nothing {
    type Handle = usize;
    type Output = ();
    type ElemName<'a> = OwnedName;

    fn finish(self) {}
    fn parse_error(&self, _message: Cow<'static, str>) {}
    fn get_document(&self) -> usize {
        0
    }
    fn elem_name<'a>(&'a self, target: &'a usize) -> OwnedName {
        OwnedName(self.names.borrow()[*target].clone())
    }
    fn create_element(&self, name: QualName, _attributes: Vec<Attribute>, _flags: ElementFlags) -> usize {
        let id = self.id();
        let mut names = self.names.borrow_mut();
        names.resize(id + 1, name.clone());
        names[id] = name;
        id
    }
    fn create_comment(&self, _text: StrTendril) -> usize {
        self.id()
    }
    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> usize {
        self.id()
    }
    fn append(&self, _parent: &usize, _child: NodeOrText<usize>) {}
    fn append_based_on_parent_node(&self, _element: &usize, _previous: &usize, _child: NodeOrText<usize>) {}
    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}
    fn get_template_contents(&self, target: &usize) -> usize {
        *target
    }
    fn same_node(&self, one: &usize, other: &usize) -> bool {
        one == other
    }
    fn set_quirks_mode(&self, _mode: QuirksMode) {}
    fn append_before_sibling(&self, _sibling: &usize, _child: NodeOrText<usize>) {}
    fn add_attrs_if_missing(&self, _target: &usize, _attributes: Vec<Attribute>) {}
    fn remove_from_parent(&self, _target: &usize) {}
    fn reparent_children(&self, _node: &usize, _parent: &usize) {}
}

/// A name that outlives the borrow of the list it came from.
#[derive(Debug)]
struct OwnedName(QualName);

impl html5ever::interface::ElemName for OwnedName {
    fn ns(&self) -> &html5ever::Namespace {
        &self.0.ns
    }
    fn local_name(&self) -> &html5ever::LocalName {
        &self.0.local
    }
}
