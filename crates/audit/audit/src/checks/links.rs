//! Checks of links as readers and crawlers see them: their text, and whether they can be followed.

use std::borrow::Cow;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use seo::dom::Step;
use seo::words;
use url::{Position, Url};

use crate::check::{Category, Check, Finding, Needs, Outcome, Severity};
use crate::document::{Anchor, Document, Target};
use crate::facts::Facts;

use super::figures::counted;

/// Some crawlers don't follow more links than this.
const MOST_LINKS: usize = 3000;
/// How many nodes of a link are searched for a name.
const DEEPEST_NAME: usize = 60;

pub(crate) const CHECKS: &[Check] = &[
    Check {
        id: "link.uncrawlable",
        category: Category::Links,
        severity: Severity::Medium,
        expects: "Everything that leads to another page is a link with an address",
        fix: "Write <a href=\"…\"> with the real address, also where a script handles the click; use <button> for what is not a link.",
        needs: Needs::Markup,
        run: uncrawlable,
    },
    Check {
        id: "link.empty_anchor",
        category: Category::Links,
        severity: Severity::Medium,
        expects: "Every link has words",
        fix: "Give the link a text, the image in it an alt, or an icon an aria-label that says where it leads.",
        needs: Needs::Markup,
        run: empty_anchor,
    },
    Check {
        id: "link.generic_anchor",
        category: Category::Links,
        severity: Severity::Low,
        expects: "The words of links say where they lead",
        fix: "Name the target in the link: “our guide to cold brew” instead of “click here”.",
        needs: Needs::Markup,
        run: generic_anchor,
    },
    Check {
        id: "link.identical_text_diff_target",
        category: Category::Links,
        severity: Severity::Low,
        expects: "Links with the same words lead to the same page",
        fix: "Let each link name its own target, or let both lead to the same page.",
        needs: Needs::Markup,
        run: identical_text_diff_target,
    },
    Check {
        id: "link.nofollow_internal",
        category: Category::Links,
        severity: Severity::Medium,
        expects: "Links to pages of the same site are not marked nofollow",
        fix: "Remove nofollow from rel; to keep a page out of results, use noindex on that page.",
        needs: Needs::Markup,
        run: nofollow_internal,
    },
    Check {
        id: "link.too_many",
        category: Category::Links,
        severity: Severity::Low,
        expects: "The page has at most 3,000 links",
        fix: "Split long lists into pages, and leave out links that repeat each other.",
        needs: Needs::Markup,
        run: too_many,
    },
    Check {
        id: "link.dead_end",
        category: Category::Links,
        severity: Severity::Medium,
        expects: "The page links to other pages of the site",
        fix: "Link to related pages in the text, and to the start page or a menu.",
        needs: Needs::Markup,
        run: dead_end,
    },
    Check {
        id: "link.target_blank_noopener",
        category: Category::Links,
        severity: Severity::Low,
        expects: "Links to other sites that open a new window don't give it access to the page",
        fix: "Add rel=\"noopener\" to links with target=\"_blank\"; browsers since 2021 act as if it were there, older ones don't.",
        needs: Needs::Markup,
        run: target_blank_noopener,
    },
];

/// Attributes of links that open something on the page instead of navigating.
const OPENERS: [&str; 7] = [
    "aria-controls",
    "aria-current",
    "aria-disabled",
    "aria-expanded",
    "aria-haspopup",
    "data-bs-toggle",
    "data-toggle",
];
/// What scripts in links do other than navigating, in lower case.
const ACTIONS: [&str; 8] = ["print(", "history.", "close(", "share", "bookmark", "scroll", "copy", "consent"];
/// Parts of the classes of links that are controls of the page.
const CONTROLS: [&str; 10] =
    ["share", "close", "toggle", "dropdown", "collapse", "slide", "carousel", "print", "-prev", "-next"];

fn uncrawlable(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let links =
        document.anchors.iter().filter_map(|anchor| Some((anchor.node, why_uncrawlable(document, anchor)?)));
    let others =
        document.clickable.iter().map(|node| (*node, "a script leads to another page, but it is no link"));
    Outcome::of_each(
        links.chain(others),
        |(node, why)| document.evidence(node).detailed(why),
        |count| {
            let links = counted(count, "link", "links");
            format!("Crawlers can't follow {links}: there is no address, or only a script.")
        },
    )
}

fn why_uncrawlable(document: &Document, anchor: &Anchor) -> Option<&'static str> {
    if !matches!(anchor.target, Target::Missing | Target::Script | Target::Fragment(_)) {
        return None;
    }
    let element = document.element(anchor.node)?;
    let given = |name: &str| element.attribute(name);
    let is_control = given("role").is_some_and(|role| role != "link")
        || OPENERS.iter().any(|name| given(name).is_some())
        || given("class").is_some_and(|class| CONTROLS.iter().any(|part| class.contains(part)));
    if is_control || element.name() == "area" {
        return None;
    }
    let script = given("onclick").unwrap_or_default();
    match &anchor.target {
        Target::Missing if !script.is_empty() => Some("it has no address, only a script"),
        // Without text, or with a name, it is the target of other links.
        Target::Missing if anchor.text.is_empty() || given("id").or(given("name")).is_some() => None,
        Target::Missing => Some("it has no href"),
        Target::Script => {
            let code = given("href").unwrap_or_default().to_ascii_lowercase();
            let acts = ACTIONS.iter().any(|action| code.contains(action) || script.contains(action));
            (!acts).then_some("its address is a script")
        }
        Target::Fragment(name) if name.is_empty() && script.contains("location") => {
            Some("its address is “#”, and a script leads elsewhere")
        }
        _ => None,
    }
}

fn empty_anchor(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let nameless = document
        .anchors
        .iter()
        .filter_map(|anchor| Some((anchor, anchor.url()?)))
        .filter(|(anchor, _)| anchor.text.is_empty() && !is_named_within(document, anchor));
    Outcome::of_each(
        nameless,
        |(anchor, url)| document.evidence(anchor.node).about(url.as_str()),
        |count| {
            let links = counted(count, "link has", "links have");
            format!("{links} no words: neither text, nor a described picture, nor a label.")
        },
    )
}

/// Whether a link is hidden from everyone, or contains an element with a name that is not text: an icon with
/// a label or title.
fn is_named_within(document: &Document, anchor: &Anchor) -> bool {
    let dom = document.dom();
    let Some(link) = document.element(anchor.node) else { return true };
    if link.attribute("aria-hidden") == Some("true")
        || link.attribute("hidden").is_some()
        || link.attribute("aria-labelledby").is_some()
        || link
            .attribute("style")
            .is_some_and(|style| style.contains("display:none") || style.contains("display: none"))
    {
        return true;
    }
    dom.walk(anchor.node).take(DEEPEST_NAME).any(|step| {
        let Step::Enter(node) = step else { return false };
        match dom.element(node) {
            Some(element) => ["aria-label", "aria-labelledby", "title", "alt"]
                .iter()
                .any(|name| element.attribute(name).is_some_and(|text| !text.trim().is_empty())),
            None => dom.text(node).is_some_and(|text| !text.trim().is_empty()),
        }
    })
}

/// Texts that could be in any link, in lower case.
#[rustfmt::skip]
const GENERIC: [&str; 60] = [
    "click here", "click this", "click", "go", "here", "right here", "info", "information", "learn more", "more",
    "more info", "more information", "more details", "read more", "see more", "view more", "show more", "find out more",
    "discover more", "start", "this", "this link", "this page", "this article", "link", "details", "continue",
    "continue reading",
    "tại đây", "ở đây", "đây", "click vào đây", "nhấn vào đây", "bấm vào đây", "nhấp vào đây", "click tại đây",
    "xem thêm", "đọc thêm", "đọc tiếp", "xem tiếp", "tìm hiểu thêm", "xem chi tiết", "chi tiết", "xem ngay", "liên kết",
    "liên kết này", "trang này",
    "hier", "hier klicken", "mehr", "mehr erfahren", "weiterlesen", "en savoir plus", "lire la suite", "cliquez ici",
    "leer más", "haz clic aquí", "leggi di più", "saiba mais", "подробнее",
];

fn is_generic(text: &str) -> bool {
    if !may_be_generic(text) {
        return false;
    }
    let normal = words::normalise(text);
    let words = words::split(&normal).collect::<Vec<_>>().join(" ");
    GENERIC.contains(&words.as_str())
}

/// This skips most links: their first two letters begin no generic text.
fn may_be_generic(text: &str) -> bool {
    let start = text.trim_start_matches(|character: char| !character.is_alphanumeric());
    match start.as_bytes() {
        [first, second, ..] if first.is_ascii() && second.is_ascii() => {
            let (Some(first), Some(second)) = (letter(*first), letter(*second)) else { return false };
            BEGINNINGS[first] & (1 << second) != 0
        }
        _ => true,
    }
}

/// For each first letter of a generic text, the second letters that follow it, one bit each.
static BEGINNINGS: [u32; 26] = {
    let mut beginnings = [0; 26];
    let mut index = 0;
    while index < GENERIC.len() {
        let text = GENERIC[index].as_bytes();
        if let (Some(first), Some(second)) = (letter(text[0]), letter(text[1])) {
            beginnings[first] |= 1 << second;
        }
        index += 1;
    }
    beginnings
};

/// The index of a letter in the alphabet.
const fn letter(byte: u8) -> Option<usize> {
    if byte.is_ascii_alphabetic() { Some((byte.to_ascii_lowercase() - b'a') as usize) } else { None }
}

/// Whether a link has a longer label for screen readers.
fn has_own_label(document: &Document, anchor: &Anchor) -> bool {
    let label = document.attribute(anchor.node, "aria-label").or(document.attribute(anchor.node, "title"));
    label.is_some_and(|label| !label.trim().is_empty() && !is_generic(label))
        || document.attribute(anchor.node, "aria-labelledby").is_some()
}

fn generic_anchor(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let generic: Vec<(&Anchor, &Url)> = document
        .anchors
        .iter()
        .filter(|anchor| anchor.text.len() <= 40 && !anchor.has_rel("nofollow"))
        .filter_map(|anchor| Some((anchor, anchor.url()?)))
        .filter(|(anchor, _)| is_generic(&anchor.text) && !has_own_label(document, anchor))
        .collect();
    let example = generic.first().map(|(anchor, _)| anchor.text.as_str()).unwrap_or_default();
    Outcome::of_each(
        &generic,
        |(anchor, url)| document.evidence(anchor.node).about(url.as_str()),
        |count| {
            let links = counted(count, "link has words that fit", "links have words that fit");
            format!("{links} any page, such as “{example}”.")
        },
    )
}

fn identical_text_diff_target(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let mut first: FxHashMap<Cow<'_, str>, (&Url, bool)> =
        FxHashMap::with_capacity_and_hasher(document.anchors.len(), FxBuildHasher);
    let mut differing = Vec::new();
    for anchor in document
        .anchors
        .iter()
        .filter(|anchor| !anchor.in_furniture && !anchor.has_rel("nofollow") && tells(&anchor.text))
    {
        let Some(url) = anchor.url() else { continue };
        let (known, told) = first.entry(words::normalise(&anchor.text)).or_insert((url, false));
        if !*told && !is_same_page(known, url) && !has_own_label(document, anchor) {
            *told = true;
            differing.push((anchor, url, *known));
        }
    }
    Outcome::of_each(
        differing,
        |(anchor, url, known)| {
            document
                .evidence(anchor.node)
                .about(url.as_str())
                .detailed(format!("the same words lead to {known} as well"))
        },
        |count| {
            let wordings = counted(count, "wording is", "wordings are");
            format!("{wordings} used for links to different pages.")
        },
    )
}

/// Whether link texts should be compared: they are longer than a label such as “Reply” and not generic, which
/// another check reports.
fn tells(text: &str) -> bool {
    text.chars().filter(|letter| letter.is_alphabetic()).nth(2).is_some()
        && has_several_words(text)
        && !is_generic(text)
}

fn has_several_words(text: &str) -> bool {
    if !text.is_ascii() {
        return words::split(text).nth(1).is_some();
    }
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'\'';
    let after_first = text.bytes().skip_while(|byte| !is_word(byte)).skip_while(is_word);
    after_first.into_iter().any(|byte| byte.is_ascii_alphanumeric())
}

/// Whether two URLs are the same page: the query may only hold an action, or where the click came from.
fn is_same_page(one: &Url, other: &Url) -> bool {
    fn host(url: &Url) -> &str {
        url.host_str().unwrap_or_default().trim_start_matches("www.")
    }
    fn path(url: &Url) -> &str {
        url.path().trim_end_matches('/')
    }
    host(one) == host(other) && path(one).eq_ignore_ascii_case(path(other))
}

/// Parts of URLs that crawlers need not follow: accounts, carts, searches, redirects to partners.
const UNFOLLOWED: [&str; 26] = [
    "login",
    "log-in",
    "logout",
    "signin",
    "sign-in",
    "signup",
    "sign-up",
    "register",
    "account",
    "cart",
    "checkout",
    "wishlist",
    "compare",
    "search",
    "admin",
    "/go/",
    "/out/",
    "/redirect",
    "/recommends/",
    "/print",
    "/feed",
    "share",
    "dang-nhap",
    "dang-ky",
    "gio-hang",
    "tai-khoan",
];

fn nofollow_internal(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let withheld = document.anchors.iter().filter_map(|anchor| {
        let Target::Internal(url) = &anchor.target else { return None };
        if !anchor.has_rel("nofollow") || *url == facts.answer.url {
            return None;
        }
        let path = url.path().to_ascii_lowercase();
        let meant = anchor.has_rel("ugc")
            || anchor.has_rel("sponsored")
            || url.query().is_some()
            || UNFOLLOWED.iter().any(|part| path.contains(part));
        (!meant).then_some((anchor, url))
    });
    Outcome::of_each(
        withheld,
        |(anchor, url)| document.evidence(anchor.node).about(url.as_str()),
        |count| {
            let links = counted(count, "link to a page of this site is", "links to pages of this site are");
            format!("{links} marked nofollow.")
        },
    )
}

fn too_many(facts: &Facts<'_>) -> Outcome {
    let links = facts.document.anchors.iter().filter(|anchor| anchor.url().is_some()).count();
    let finding = (links > MOST_LINKS).then(|| {
        let message =
            format!("The page has {links} links; crawlers may leave out those after the first {MOST_LINKS}.");
        Finding { count: links, ..Finding::new(message) }
    });
    Outcome::of(finding)
}

fn dead_end(facts: &Facts<'_>) -> Outcome {
    let page = &facts.answer.url[..Position::AfterQuery];
    let mut links = FxHashSet::default();
    for anchor in &facts.document.anchors {
        match &anchor.target {
            Target::Internal(url) if &url[..Position::AfterQuery] != page => return Outcome::Passed,
            Target::External(url) => drop(links.insert(&url[..Position::AfterQuery])),
            _ => {}
        }
    }
    let message = match links.len() {
        0 => "The page has no link to another page.".to_owned(),
        count => {
            let others = counted(count, "page of another site", "pages of other sites");
            format!("The page links to {others}, but to no other page of its own.")
        }
    };
    Outcome::Found(Finding::new(message))
}

fn target_blank_noopener(facts: &Facts<'_>) -> Outcome {
    let document = facts.document;
    let open = document.anchors.iter().filter_map(|anchor| {
        let Target::External(url) = &anchor.target else { return None };
        let blank = document
            .attribute(anchor.node, "target")
            .is_some_and(|target| target.trim().eq_ignore_ascii_case("_blank"));
        (blank && !anchor.has_rel("noopener") && !anchor.has_rel("noreferrer")).then_some((anchor, url))
    });
    Outcome::of_each(
        open,
        |(anchor, url)| document.evidence(anchor.node).about(url.as_str()),
        |count| {
            let links = counted(count, "link opens", "links open");
            format!(
                "{links} another site in a new window without rel=noopener; old browsers let it control this page."
            )
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_fit_any_link_are_known() {
        for text in ["Read more »", "Click here!", "Xem thêm…", "TẠI ĐÂY", "→ Learn more"] {
            assert!(is_generic(text), "{text}");
        }
        for text in ["Read more about cold brew", "Xem thêm về cà phê", "Home", ""] {
            assert!(!is_generic(text), "{text}");
        }
    }

    #[test]
    fn one_page_has_many_spellings() {
        let same =
            |one: &str, other: &str| is_same_page(&Url::parse(one).unwrap(), &Url::parse(other).unwrap());
        assert!(same("https://www.a.example/x/?utm_source=y", "http://a.example/X#z"));
        assert!(!same("https://a.example/x", "https://a.example/y"));
        assert!(!same("https://a.example/", "https://b.example/"));
    }
}
