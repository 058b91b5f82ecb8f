//! Reviewed snapshots of the documents of two articles.

use domain::articles::document::{Article, Block, CalloutKind, Span};
use domain::articles::research::SourceNumber;
use publishing::{
    Paging, article_file, article_page, billable_characters, billable_characters_of, html, index_page,
    json_ld, markdown, not_found_page, sections,
};

use crate::samples;

fn check(name: &str, article: &Article) {
    insta::assert_snapshot!(format!("{name}_markdown"), markdown(article));
    insta::assert_snapshot!(format!("{name}_html"), html(article));
    let graph = json_ld(article, &samples::facts(article));
    // The order of names is irrelevant.
    insta::with_settings!({sort_maps => true}, {
        insta::assert_json_snapshot!(format!("{name}_json_ld"), graph);
    });
}

/// The page without its style, which changes independently.
fn bare(page: &str) -> String {
    let (before, rest) = page.split_once("<style>").unwrap();
    let (_, after) = rest.split_once("</style>").unwrap();
    format!("{before}<style>…</style>{after}")
}

#[test]
fn english_article() {
    check("english", &samples::english());
}

#[test]
fn vietnamese_article() {
    check("vietnamese", &samples::vietnamese());
}

#[test]
fn pages() {
    let article = samples::vietnamese();
    insta::assert_snapshot!("article_page", bare(&article_page(&article, &samples::facts(&article))));
    let site = samples::site(domain::locale::Language::ENGLISH);
    let listed = [samples::listed(&samples::english()), samples::listed(&article)];
    let paging = Paging { number: 2, has_older: true };
    insta::assert_snapshot!("index_page", bare(&index_page(&site, &listed, paging)));
    insta::assert_snapshot!("not_found_page", bare(&not_found_page(&site)));
}

#[test]
fn a_file_has_no_address_of_the_site() {
    let article = samples::vietnamese();
    let facts = samples::facts(&article);
    let file = article_file(&article, &facts);
    insta::assert_snapshot!("article_file", bare(&file));
    // Images stay at their places in the article.
    let file = file.replace("https://notes.example/media/", "");
    assert_eq!(facts.site.url, "https://notes.example");
    assert!(!file.contains(&facts.site.url), "{file}");
    assert!(!file.contains("noindex"), "whoever publishes it wants it found");
    let test = publishing::PublicationFacts { synthetic: true, ..facts };
    assert!(article_file(&article, &test).contains("noindex"));
}

#[test]
fn the_page_of_a_test_article_says_so_first_and_is_not_for_search_engines() {
    let english = "<strong>Test article:</strong> written by the sandbox from made-up sources. Nothing in it is a fact.";
    let vietnamese = "<strong>Bài viết thử:</strong> do môi trường thử viết từ những nguồn không có thật. \
                      Không điều gì trong bài là sự thật.";
    let french = Article { language: "fr".parse().unwrap(), ..samples::english() };
    let foreign = r#" lang="en" dir="ltr""#;
    for (article, words, language) in [
        (samples::english(), english, ""),
        (samples::vietnamese(), vietnamese, ""),
        (french, english, foreign),
    ] {
        let live = samples::facts(&article);
        let test = publishing::PublicationFacts { synthetic: true, ..live.clone() };
        let page = article_page(&article, &test);
        let notice = format!("<p class=\"notice\" role=\"note\"{language}>{words}</p>\n");
        assert!(page.contains(&format!("<main id=\"content\">\n{notice}<article")), "{page}");
        assert_eq!(page.matches("name=\"robots\"").count(), 1);
        assert!(page.contains("<meta name=\"robots\" content=\"noindex\">"));
        let page = article_page(&article, &live);
        assert!(!page.contains(words) && !page.contains("noindex"));
    }
}

#[test]
fn section_tree() {
    insta::assert_json_snapshot!("sections", sections(&samples::english()));
}

#[test]
fn characters_are_counted_in_what_is_delivered() {
    let article = samples::english();
    assert_eq!(billable_characters(&article), billable_characters_of(&markdown(&article)));
    let without_images = Article { images: vec![], ..article.clone() };
    let captions: u64 = "*A jar, a sieve and half a day are the whole equipment.*\n\n".chars().count() as u64;
    let empty_lines = 2;
    assert_eq!(billable_characters(&article), billable_characters(&without_images) + captions + empty_lines);
}

#[test]
fn code_and_quotations_of_one_source() {
    let quote = |words: &str, number| Block::Quote {
        text: vec![Span::Plain(words.to_owned())],
        source: SourceNumber(number),
    };
    let mut article = samples::english();
    article.introduction = vec![
        Block::Paragraph(vec![Span::Plain("Run ".to_owned()), Span::Code("a`b".to_owned())]),
        Block::Code { language: Some("sh".to_owned()), text: "if a <b\n\tthen ```\n".to_owned() },
        quote("I waited.", 2),
        quote("It worked.", 2),
    ];
    let source = article.sources.iter_mut().find(|source| source.number == SourceNumber(2)).unwrap();
    (source.publisher, source.url) = (Some("The roaster".to_owned()), None);
    let html = html(&article);
    assert!(html.contains("<p>Run <code>a`b</code></p>\n<pre><code class=\"language-sh\">if a &lt;b\n    then ```</code></pre>\n"), "{html}");
    assert!(html.contains("<p>I waited.</p>\n<p>It worked.</p>\n</blockquote>\n<figcaption>"), "{html}");
    let markdown = markdown(&article);
    let expected = "Run ``a`b``\n\n````sh\nif a <b\n    then ```\n````\n\n> I waited.\n>\n> It worked.\n>\n> — The roaster\n";
    assert!(markdown.contains(expected), "{markdown}");
}

#[test]
fn call_outs_have_a_label_in_the_language_of_the_article() {
    let callout = |kind| Block::Callout {
        kind,
        text: vec![
            Span::Plain("Never run ".to_owned()),
            Span::Code("rm <all>".to_owned()),
            Span::Plain(" twice.".to_owned()),
        ],
    };
    let empty = Block::Callout { kind: CalloutKind::Tip, text: vec![Span::Plain(" ".to_owned())] };
    let blocks = CalloutKind::ALL.map(callout).into_iter().chain([empty]).collect::<Vec<_>>();
    for (article, labels) in [
        (samples::english(), ["Tip:", "Warning:", "Note:"]),
        (samples::vietnamese(), ["Mẹo:", "Cảnh báo:", "Lưu ý:"]),
    ] {
        let article = Article { introduction: blocks.clone(), ..article };
        let (html, markdown) = (html(&article), markdown(&article));
        for (kind, label) in CalloutKind::ALL.iter().zip(labels) {
            let kind = kind.as_str();
            let expected = format!(
                "<aside class=\"callout {kind}\" role=\"note\"><p><strong>{label}</strong> Never run <code>rm &lt;all&gt;</code> twice.</p></aside>\n"
            );
            assert!(html.contains(&expected), "{html}");
            assert!(
                markdown.contains(&format!("\n\n> **{label}** Never run `rm <all>` twice.\n")),
                "{markdown}"
            );
        }
        assert_eq!(html.matches("<aside").count(), 3, "one without words is not shown");
        assert_eq!(markdown.matches("\n> **").count(), 3);
    }
}
