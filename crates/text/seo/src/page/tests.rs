use super::*;

fn read(html: &str) -> Page {
    Page::read(html, &Url::parse("https://example.com/guide/").unwrap())
}

fn texts(page: &Page) -> Vec<&str> {
    page.content.iter().map(|block| block.text.as_str()).collect()
}

#[test]
fn the_head_is_read() {
    let page = read(
        "<html lang='en-GB'><head><title> Cold\n brew </title><title>No</title><meta name=Description content=' How to. '>\
         <link rel='x canonical' href='../brew'></head><body><svg><title>icon</title></svg>",
    );
    assert_eq!(page.title.as_deref(), Some("Cold brew"));
    assert_eq!(page.description.as_deref(), Some("How to."));
    assert_eq!(page.canonical.as_deref(), Some("https://example.com/brew"));
    assert_eq!((page.lang_attribute.as_deref(), page.language), (Some("en-GB"), Some(Language::ENGLISH)));
}

#[test]
fn an_empty_page_is_a_page() {
    let page = read("");
    assert_eq!((page.title, page.word_count, page.language), (None, 0, None));
    assert!(page.headings.is_empty() && page.content.is_empty() && page.schema_types.is_empty());
}

#[test]
fn furniture_is_left_out() {
    let page = read(
        "<body><header><h1>Site</h1></header><nav>Menu of the site</nav><div class='site-sidebar'>Newest posts here</div>\
         <article class='post has-sidebar comments-open'><h2>Brewing</h2><p>Steep the grounds for half a day.</p>\
         <div class=share-buttons>Share on social</div><ul><li>Water</li><li>Coffee</li></ul>\
         <table><tr><th>Hours</th><td>12</td></tr></table><script>var x = 1;</script></article>\
         <footer>All rights reserved by somebody</footer>",
    );
    assert_eq!(
        texts(&page),
        ["Brewing", "Steep the grounds for half a day.", "Water", "Coffee", "Hours", "12"]
    );
    assert_eq!((page.list_count, page.table_count, page.word_count), (1, 1, 12));
    let headings: Vec<(u8, &str)> =
        page.headings.iter().map(|heading| (heading.level, heading.text.as_str())).collect();
    assert_eq!(headings, [(1, "Site"), (2, "Brewing")]);
}

#[test]
fn pages_that_name_their_text_oddly_are_still_read() {
    let text = "A page whose only text stands in a form, as some frameworks have it.";
    assert_eq!(texts(&read(&format!("<form><p>{text}</p></form>"))), [text]);
    assert_eq!(texts(&read(&format!("<div id=sidebar><p>{text}</p></div>"))), [text]);
    assert_eq!(texts(&read(&format!("<nav><p>{text}</p></nav>"))), [text]);
}

#[test]
fn of_many_articles_none_is_the_page() {
    let teaser = "<article><p>One of several short texts that stand side by side.</p></article>";
    assert_eq!(read(&format!("<main>{}</main>", teaser.repeat(5))).content.len(), 5);
}

#[test]
fn teasers_and_lists_of_links_are_left_out() {
    let page = read(
        "<main><h2><a href='#a'>Grind</a></h2><p>Coarse, like sea salt.</p>\
         <h2>Related</h2><ul><li><a href=/1>First other page</a></li><li><a href=/2>Second other page</a></li></ul>\
         <h3><a href=/3>Another page</a></h3><p>Its teaser.</p></main>",
    );
    assert_eq!(texts(&page), ["Grind", "Coarse, like sea salt."]);
}

#[test]
fn blocks_know_what_they_are() {
    let page = read(
        "<main><p><b>Bold?</b></p><p>Plain <b>text</b></p><dl><dt>Term</dt><dd><p>Meaning</p></dd></dl>\
         <pre>\na = b +\n    <b>c</b>\n</pre><h3><button>Open?</button></h3>",
    );
    let kinds: Vec<BlockKind> = page.content.iter().map(|block| block.kind).collect();
    assert_eq!(
        kinds,
        [
            BlockKind::Lead,
            BlockKind::Paragraph,
            BlockKind::Lead,
            BlockKind::Description,
            BlockKind::Code,
            BlockKind::Heading(3)
        ]
    );
    assert_eq!(page.content[4].text, "a = b +\n    c");
}

#[test]
fn structured_data_is_read_in_all_three_forms() {
    let page = read(
        r#"<script type="application/ld+json">{"@context":"https://schema.org","@graph":[
            {"@type":["Article","HowTo"],"datePublished":"2024-05-06T10:00:00Z","dateModified":"2024-06-07",
             "author":{"@type":"Person"}},{"@type":"http://schema.org/BreadcrumbList"}]}</script>
        <script type="application/ld+json">{"broken": </script>
        <div itemscope itemtype="https://schema.org/Product"><span itemprop="offers" itemtype="https://schema.org/Offer"></span></div>
        <div typeof="schema:Recipe"></div>"#,
    );
    assert_eq!(page.schema_types, ["Article", "HowTo", "BreadcrumbList", "Product", "Recipe"]);
    assert_eq!(page.published, Some(jiff::civil::date(2024, 5, 6)));
    assert_eq!(page.modified, Some(jiff::civil::date(2024, 6, 7)));
    assert_eq!(page.signals, [PageSignal::Price]);
}

#[test]
fn dates_are_taken_in_order_of_trust() {
    let time = "<time datetime=2020-01-01></time>";
    let meta = "<meta property=article:published_time content=2021-01-01T00:00:00+07:00>";
    let json =
        "<script type=application/ld+json>{\"@type\":\"Article\",\"datePublished\":\"2022-01-01\"}</script>";
    let year = |html: &str| read(html).published.map(Date::year);
    assert_eq!(year(time), Some(2020));
    assert_eq!(year(&format!("{time}{meta}")), Some(2021));
    assert_eq!(year(&format!("{time}{meta}{json}")), Some(2022));
    assert_eq!(year("<time>yesterday</time>"), None);
}

#[test]
fn signs_of_shops_and_businesses_are_seen() {
    let shop = read("<main><p>Chỉ 1.290.000đ</p><button>Thêm vào giỏ hàng</button></main>");
    assert_eq!(shop.signals, [PageSignal::Price, PageSignal::BuyButton]);
    let cafe = read(
        "<main><address>1 High Street</address><a href='tel:+44123'>Call</a><p>Opening hours: 8 to 6</p></main>",
    );
    assert_eq!(cafe.signals, [PageSignal::Address, PageSignal::Phone, PageSignal::OpeningHours]);
}

#[test]
fn a_page_survives_its_cache() {
    let page = read("<main><h2>Grind</h2><p>Coarse.</p><time datetime=2020-01-01></time></main>");
    let stored = serde_json::to_string(&page).unwrap();
    assert_eq!(serde_json::from_str::<Page>(&stored).unwrap(), page);
}
