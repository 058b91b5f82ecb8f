//! Wordings that show the type of a query, in English and Vietnamese.
//!
//! In a pattern `*` stands for one word or more, and `~` for any number of words. The words in their place
//! name the topic.

use domain::articles::brief::QueryType::{
    self, Comparison, Definition, HowTo, List, Local, News, Price, Review, Troubleshooting,
};
use domain::locale::Language;
use seo::words;

/// The match of a pattern.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) query_type: QueryType,
    /// The words in place of the stars.
    pub(super) parts: Vec<String>,
    /// The words that show the type.
    pub(super) cue: String,
    /// Whether the words in place of the star begin with a verb.
    pub(super) is_action: bool,
}

/// In this order; the first that matches counts.
#[rustfmt::skip]
const ENGLISH: &[(QueryType, &[&str])] = &[
    (Local, &["~ near me ~", "~ nearby", "~ open now", "closest *", "nearest *", "~ near by"]),
    (Comparison, &[
        "what is the difference between * and *", "what's the difference between * and *", "difference between * and *",
        "differences between * and *", "compare * and *", "compare * with *", "compare * to *", "* compared to *", "* compared with *",
        "* versus *", "* vs *", "* vs. *", "which is better * or *", "should i choose * or *",
    ]),
    (Definition, &["what is * error", "what is a * error"]),
    (Troubleshooting, &[
        "~ not working ~", "~ doesn't work ~", "~ does not work ~", "~ isn't working ~", "~ not responding ~", "* won't *", "* keeps *",
        "* not starting", "* not loading", "* not connecting", "* not charging", "* error", "* error *", "error *", "* failed ~", "* stuck ~", "fix *",
        "why is my *", "why does my *", "why won't *", "why are my *", "troubleshoot *", "* troubleshooting", "* problems", "* crashing ~",
    ]),
    (Price, &[
        "how much does * cost", "how much do * cost", "how much is *", "how much are *", "what does * cost", "cost of *", "price of *",
        "prices of *", "* price", "* prices", "* cost", "* costs", "* pricing", "* fees", "* price ~", "* cost per *", "what is the price of *",
        "what is the cost of *", "average cost of *",
    ]),
    (Review, &["* review", "* reviews", "review of *", "* review ~", "is * worth it", "is * any good", "is * legit", "are * worth it"]),
    (HowTo, &["best way to *", "best ways to *", "what is the best way to *"]),
    (List, &["what is the best *", "what are the best *", "what are the types of *", "best *", "top *", "types of *", "kinds of *", "list of *",
        "* ideas", "* examples", "* alternatives", "alternatives to *", "ways to *"]),
    (News, &["latest * news", "latest *", "~ news ~", "* today", "* announcement", "* this week"]),
    (HowTo, &[
        "how to *", "how do i *", "how do you *", "how do we *", "how can i *", "how can you *", "how should i *", "steps to *", "* how to",
        "* tutorial", "* step by step", "* instructions", "* recipe",
    ]),
    (Definition, &[
        "what is *", "what are *", "what's *", "what was *", "what were *", "who is *", "who was *", "what does * mean", "what do * mean",
        "define *", "definition of *", "meaning of *", "* meaning", "* definition", "* explained",
    ]),
];

#[rustfmt::skip]
const VIETNAMESE: &[(QueryType, &[&str])] = &[
    (News, &["tin tức *", "tin *", "~ tin mới ~"]),
    (Comparison, &[
        "so sánh * và *", "so sánh * với *", "sự khác nhau giữa * và *", "sự khác biệt giữa * và *", "khác nhau giữa * và *", "phân biệt * và *",
        "phân biệt * với *", "* khác gì *", "* khác * như thế nào", "* vs *", "nên mua * hay *", "nên chọn * hay *", "nên dùng * hay *", "so sánh *",
    ]),
    (Troubleshooting, &[
        "cách sửa lỗi *", "sửa lỗi *", "cách khắc phục *", "khắc phục *", "~ bị lỗi ~", "lỗi *", "* lỗi", "* lỗi *", "~ không hoạt động ~",
        "~ không vào được ~", "* không lên", "* không lên *", "~ bị hỏng ~", "~ bị đơ ~", "~ bị treo ~", "tại sao * không *", "vì sao * không *",
    ]),
    (Review, &["đánh giá *", "review *", "* review", "* có tốt không", "* có nên mua không", "có nên mua *", "* có đáng mua không"]),
    (Price, &[
        "* giá bao nhiêu ~", "giá * bao nhiêu ~", "* bao nhiêu tiền ~", "bảng giá *", "báo giá *", "giá *", "* giá", "chi phí *", "* chi phí", "* giá rẻ",
        "* hết bao nhiêu tiền",
    ]),
    (Local, &["~ gần đây ~", "~ gần tôi ~", "~ gần nhất ~", "~ quanh đây ~"]),
    (List, &["top *", "* tốt nhất ~", "* đẹp nhất ~", "* ngon nhất ~", "* rẻ nhất ~", "* hay nhất ~", "các loại *", "những loại *", "danh sách *",
        "ý tưởng *", "* nào tốt ~", "những * nên *"]),
    (News, &["* mới nhất ~", "* hôm nay"]),
    (HowTo, &["hướng dẫn cách *", "hướng dẫn *", "cách *", "làm sao để *", "làm thế nào để *", "làm thế nào *", "các bước *", "công thức *", "* như nào"]),
    (Definition, &["* nghĩa là gì ~", "* có nghĩa là gì", "* là gì ~", "* là ai", "định nghĩa *", "khái niệm *", "thế nào là *"]),
];

/// Patterns whose star stands for a verb and its object.
const ACTIONS: [&str; 18] = [
    "how to *",
    "how do i *",
    "how do you *",
    "how do we *",
    "how can i *",
    "how can you *",
    "how should i *",
    "steps to *",
    "best way to *",
    "best ways to *",
    "what is the best way to *",
    "hướng dẫn cách *",
    "hướng dẫn *",
    "cách *",
    "làm sao để *",
    "làm thế nào để *",
    "làm thế nào *",
    "các bước *",
];

/// Verbs that open a query only to name an action. Verbs that also name a thing, such as `paint`, are left
/// out.
#[rustfmt::skip]
const ENGLISH_TASKS: [&str; 48] = [
    "add", "apply", "assemble", "build", "calculate", "choose", "configure", "connect", "convert", "create", "delete", "deploy", "descale",
    "disable", "enable", "encrypt", "find", "get", "grow", "improve", "increase", "install", "learn", "make", "merge", "migrate", "optimise",
    "optimize", "prepare", "prevent", "recover", "reduce", "reinstall", "remove", "rename", "repair", "replace", "resize", "restart", "restore",
    "sharpen", "stop", "tune", "uninstall", "unlock", "use", "verify", "write",
];

#[rustfmt::skip]
const VIETNAMESE_TASKS: [&str; 12] = ["trồng", "gieo", "nuôi", "pha", "nấu", "luộc", "chiên", "rửa", "lắp", "gấp", "buộc", "cắm"];

/// Words that change the meaning of the one before them: `giá trị` is no price.
const OTHER_MEANINGS: [(&str, &str); 9] = [
    ("giá", "trị"),
    ("giá", "đỗ"),
    ("giá", "đỡ"),
    ("giá", "thể"),
    ("giá", "treo"),
    ("giá", "sách"),
    ("đánh", "giá"),
    ("lỗi", "thời"),
    ("giá", "lạnh"),
];

/// The first pattern that a query matches.
pub(super) fn find(query: &str, language: Language) -> Option<Found> {
    let patterns = match language {
        Language::ENGLISH => ENGLISH,
        Language::VIETNAMESE => VIETNAMESE,
        _ => return None,
    };
    let written: Vec<&str> = query.split(' ').filter(|word| !word.is_empty()).collect();
    let compared: Vec<String> = written.iter().map(|word| compared(word)).collect();
    let typed_without_marks = language == Language::VIETNAMESE && query.is_ascii();
    for (query_type, patterns) in patterns {
        for pattern in *patterns {
            let folded = if typed_without_marks {
                words::fold_diacritics(pattern).into_owned()
            } else {
                (*pattern).to_owned()
            };
            let pieces: Vec<&str> = folded.split(' ').collect();
            let mut parts = Vec::new();
            if !matches(&pieces, &compared, 0, &mut parts) || means_something_else(&pieces, &compared) {
                continue;
            }
            let parts = parts.into_iter().map(|(from, to)| written[from..to].join(" "));
            let cue = pattern.replace(['*', '~'], "…");
            return Some(Found {
                query_type: *query_type,
                parts: parts.filter(|part| !part.is_empty()).collect(),
                cue: cue.trim_matches(['…', ' ']).to_owned(),
                is_action: ACTIONS.contains(pattern),
            });
        }
    }
    let tasks: &[&str] = match language {
        Language::ENGLISH => &ENGLISH_TASKS,
        Language::VIETNAMESE => &VIETNAMESE_TASKS,
        _ => &[],
    };
    let is_task = compared.len() > 1 && compared.first().is_some_and(|first| tasks.contains(&&**first));
    is_task.then(|| Found {
        query_type: HowTo,
        parts: vec![written.join(" ")],
        cue: written[0].to_owned(),
        is_action: true,
    })
}

fn compared(word: &str) -> String {
    let normal = words::normalise(word);
    normal.trim_matches(|sign: char| matches!(sign, ',' | ';' | ':' | '"' | '“' | '”' | '(' | ')')).to_owned()
}

/// Whether words match a pattern, and the positions of its stars.
fn matches(pattern: &[&str], words: &[String], at: usize, parts: &mut Vec<(usize, usize)>) -> bool {
    let Some((first, rest)) = pattern.split_first() else { return at == words.len() };
    if !matches!(*first, "*" | "~") {
        return words.get(at).is_some_and(|word| word == first) && matches(rest, words, at + 1, parts);
    }
    let least = usize::from(*first == "*");
    // The last star takes all remaining words, which avoids useless attempts.
    let lengths = if rest.is_empty() {
        words.len().saturating_sub(at)..words.len() + 1
    } else {
        least..words.len() + 1
    };
    for length in lengths {
        let end = at + length;
        if end > words.len() || length < least {
            continue;
        }
        let known = parts.len();
        parts.push((at, end));
        if matches(rest, words, end, parts) {
            return true;
        }
        parts.truncate(known);
    }
    false
}

fn means_something_else(pattern: &[&str], words: &[String]) -> bool {
    OTHER_MEANINGS.iter().any(|(first, second)| {
        let cue =
            if pattern.contains(first) || pattern.contains(second) { (first, second) } else { return false };
        let whole = pattern.windows(2).any(|pair| pair[0] == *cue.0 && pair[1] == *cue.1);
        !whole && words.windows(2).any(|pair| pair[0] == *cue.0 && pair[1] == *cue.1)
    })
}
