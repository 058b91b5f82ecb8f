use super::*;

fn outline(html: &str) -> String {
    let dom = Dom::parse(html);
    let mut outline = String::new();
    for step in dom.walk(dom.document()) {
        match step {
            Step::Enter(id) => {
                if let Some(element) = dom.element(id) {
                    outline.push('<');
                    outline.push_str(element.name());
                    outline.push('>');
                }
                outline.push_str(dom.text(id).unwrap_or_default());
            }
            Step::Leave(id) => outline.push_str(if dom.element(id).is_some() { "/" } else { "" }),
        }
    }
    outline
}

fn first<'a>(dom: &'a Dom, name: &str) -> (NodeId, Element<'a>) {
    let entered = dom.walk(dom.document()).filter_map(|step| match step {
        Step::Enter(id) => Some(id),
        Step::Leave(_) => None,
    });
    entered.filter_map(|id| Some((id, dom.element(id)?))).find(|(_, element)| element.name() == name).unwrap()
}

#[test]
fn the_tree_is_that_of_a_browser() {
    assert_eq!(outline("<p>a<p>b<b>c</p>d"), "<html><head>/<body><p>a/<p>b<b>c//<b>d///");
    assert_eq!(
        outline("<table><p>x</p><tr><td>y</table>"),
        "<html><head>/<body><p>x/<table><tbody><tr><td>y//////"
    );
    assert_eq!(outline("<template><p>no</p></template>yes"), "<html><head><template>//<body>yes//");
    assert_eq!(outline("<b>1<i>2</b>3</i>"), "<html><head>/<body><b>1<i>2//<i>3///");
}

#[test]
fn elements_have_attributes_and_lines() {
    let dom = Dom::parse(
        "<html>\n<body class=a>\n\n<p ID=x title='\u{111}'>t</p><svg><title>s</title></svg><body lang=vi class=b>",
    );
    let (_, paragraph) = first(&dom, "p");
    assert_eq!((paragraph.attribute("id"), paragraph.attribute("title")), (Some("x"), Some("đ")));
    assert_eq!((paragraph.attribute("class"), paragraph.is_html()), (None, true));
    let (_, body) = first(&dom, "body");
    assert_eq!((body.attribute("class"), body.attribute("lang")), (Some("a"), Some("vi")));
    assert!(!first(&dom, "title").1.is_html());
}

#[test]
fn text_is_collapsed() {
    let dom = Dom::parse("<p> a \n <b>b</b>c&nbsp;\td </p>");
    assert_eq!(dom.text_content(first(&dom, "p").0), "a bc d");
}

#[test]
fn a_walk_can_skip() {
    let dom = Dom::parse("<div><p>in</p></div><p>out</p>");
    let mut walk = dom.walk(dom.document());
    let mut seen = String::new();
    while let Some(step) = walk.next() {
        if let Step::Enter(id) = step {
            seen.push_str(dom.text(id).unwrap_or_default());
            if dom.element(id).is_some_and(|element| element.name() == "div") {
                walk.skip_children();
            }
        }
    }
    assert_eq!(seen, "out");
}

#[test]
fn hostile_nesting_is_bounded() {
    for tag in ["<div>", "<b>", "<table><tr><td>", "<ul><li>", "<svg>", "<button><object>"] {
        let dom = Dom::parse(&(tag.repeat(100_000) + "deep"));
        let depth = dom.walk(dom.document()).fold((0_u32, 0_u32), |(now, most), step| match step {
            Step::Enter(_) => (now + 1, most.max(now + 1)),
            Step::Leave(_) => (now - 1, most),
        });
        assert!(depth.1 < 1000, "{tag}: {}", depth.1);
        assert!(dom.left_out() > 90_000, "{tag}: {}", dom.left_out());
        assert!(dom.text_content(dom.document()).ends_with("deep"), "{tag}");
    }
}

#[test]
fn formatting_elements_cannot_multiply_without_end() {
    let unclosed = (0..2000).map(|number| format!("<b id={number}>")).collect::<Vec<_>>().concat();
    let dom = Dom::parse(&format!("<p>{unclosed}</p>{}", "<p>x</p>".repeat(2000)));
    assert!(dom.nodes.len() < 500_000, "{}", dom.nodes.len());
}

#[test]
fn attribute_soup_is_cut() {
    let soup = (0..100_000).map(|number| format!(" a{number}")).collect::<Vec<_>>().concat();
    let dom = Dom::parse(&format!("<p{soup}>text</p>"));
    assert_eq!(first(&dom, "p").1.attributes.len(), 256);
    let hidden = format!("<!-- <a x=' --><p{soup} title='>text</p>");
    let dom = Dom::parse(&hidden);
    assert_eq!(first(&dom, "p").1.attributes.len(), 256);
    let overlapping = "<a".repeat(500_000);
    assert!(Dom::parse(&overlapping).nodes.len() < 100);
}

#[test]
fn honest_attributes_stay() {
    let html =
        "<a href=\"x>y\" title='a b c' data-x=1 / disabled>ok</a><img src=data:image/png;base64,a/b/c+d>";
    let dom = Dom::parse(html);
    let (_, link) = first(&dom, "a");
    assert_eq!(link.attribute("href"), Some("x>y"));
    assert_eq!(link.attributes.len(), 4);
    assert_eq!(first(&dom, "img").1.attribute("src"), Some("data:image/png;base64,a/b/c+d"));
}

#[test]
fn attributes_that_are_told_later_are_found() {
    let dom = Dom::parse("<html lang=en><p></p><html class=wide lang=vi>");
    let (_, html) = first(&dom, "html");
    assert_eq!((html.attribute("lang"), html.attribute("class")), (Some("en"), Some("wide")));
}

proptest::proptest! {
    #[test]
    fn every_attribute_is_found_by_its_name(names in proptest::collection::btree_set("[a-z][a-z-]{0,11}", 0..12)) {
        let html = format!("<p {}>", names.iter().map(|name| format!("{name}=x{name}")).collect::<Vec<_>>().join(" "));
        let dom = Dom::parse(&html);
        let (_, p) = first(&dom, "p");
        for name in &names {
            let value = format!("x{name}");
            proptest::prop_assert_eq!(p.attribute(name), Some(value.as_str()));
        }
        proptest::prop_assert_eq!(p.attribute("Absent"), None);
    }
}
