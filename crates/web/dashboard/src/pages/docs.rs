//! The documentation: guides, API reference, error codes, and a search over all of them.

mod contents;
mod errors;
mod guides;
mod links;
mod reference;
mod search;

use askama::filters::Safe;
use domain::locale::Language;

use crate::pages::public_site::prefix;
use crate::texts::texts;

pub(crate) use contents::show;
pub use errors::ExplainedError;
pub(crate) use errors::show as show_errors;
pub(crate) use guides::{GUIDES, show as show_guide};
pub use reference::Reference;
pub(crate) use reference::show as show_group;
pub(crate) use search::show as show_results;

const GUIDE_PATH: &str = "/docs/guides";
const REFERENCE_PATH: &str = "/docs/reference";
const ERRORS_PATH: &str = "/docs/errors";

texts! {
    /// Texts beside every page of the documentation.
    DocsTexts {
        documentation: "Documentation", "Tài liệu";
        guides: "Guides", "Hướng dẫn";
        reference: "API reference", "Tham chiếu API";
        errors: "Error codes", "Mã lỗi";
        search: "Search the documentation", "Tìm trong tài liệu";
        find: "Search", "Tìm";
        all_pages: "All pages", "Tất cả các trang";
        foreign: "", "Nội dung chi tiết được viết bằng tiếng Anh.";
    }
}

/// The navigation beside every page, with links to all pages.
pub(crate) struct DocsNav {
    words: &'static DocsTexts,
    prefix: &'static str,
    /// Marks the link to the first page if it is the current one.
    first: Safe<&'static str>,
    guides: Vec<NavLink>,
    groups: Vec<NavLink>,
    errors: NavLink,
    query: String,
}

struct NavLink {
    name: &'static str,
    url: String,
    current: Safe<&'static str>,
}

impl DocsNav {
    /// The links for the current page at `path`, which is without a language.
    fn new(reference: &Reference, path: &str, language: Language) -> Self {
        let words = DocsTexts::of(language);
        let prefix = prefix(language);
        let current = |target: &str| Safe(if target == path { r#" aria-current="page""# } else { "" });
        let link = |name: &'static str, target: String| NavLink {
            name,
            current: current(&target),
            url: format!("{prefix}{target}"),
        };
        let guides = GUIDES.iter().map(|guide| link(guide.name(language), guide.path()));
        let groups = reference.groups(language).iter();
        Self {
            words,
            prefix,
            first: current("/docs"),
            guides: guides.collect(),
            groups: groups.map(|group| link(group.name, format!("{REFERENCE_PATH}/{}", group.tag))).collect(),
            errors: link(words.errors, ERRORS_PATH.to_owned()),
            query: String::new(),
        }
    }
}

/// The paths of all pages of the documentation, in English.
pub(crate) fn paths() -> Vec<String> {
    let fixed = ["/docs", ERRORS_PATH].map(str::to_owned);
    let guides = GUIDES.iter().map(guides::Guide::path);
    let groups = reference::GROUPS.iter().map(|group| format!("{REFERENCE_PATH}/{}", group.tag));
    fixed.into_iter().chain(guides).chain(groups).collect()
}
