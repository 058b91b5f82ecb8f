//! The checkout pages, with buttons to pay, decline or cancel. They use no script and no external resources.

use domain::locale::Language;
use http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY, LOCATION, REFERRER_POLICY, VARY,
};
use http::{HeaderMap, HeaderName, Method, StatusCode};

use super::{payos, stripe};
use crate::provider::Provider;
use crate::reply::Reply;
use crate::web::escape;
use crate::world::World;

/// Browsers apply `form-action` to redirects of the form too, and buyers return to the URL of the payment. So
/// the directive is omitted; this is safe because a payment can't be forged.
const POLICY: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";
const STYLE: &str = include_str!("checkout.css");

/// The choice of a buyer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    Pay,
    Decline,
    Cancel,
}

impl Choice {
    fn from_form(body: &[u8]) -> Option<Self> {
        let (_, choice) = form_urlencoded::parse(body).find(|(name, _)| name == "choice")?;
        match choice.as_ref() {
            "pay" => Some(Self::Pay),
            "decline" => Some(Self::Decline),
            "cancel" => Some(Self::Cancel),
            _ => None,
        }
    }
}

/// A payment as its page shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) provider: &'static str,
    pub(super) title: String,
    pub(super) amount: String,
    /// Why it can no longer be paid, and where the buyer goes then; `None` if it can be paid.
    pub(super) over: Option<(Over, String)>,
}

/// Why a payment is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    Paid,
    Ended,
}

/// The texts of the pages in one language.
struct Words {
    language: Language,
    title: &'static str,
    note: &'static str,
    pay: &'static str,
    decline: &'static str,
    cancel: &'static str,
    paid: &'static str,
    ended: &'static str,
    back: &'static str,
    missing: &'static str,
    missing_lead: &'static str,
}

const ENGLISH: Words = Words {
    language: Language::ENGLISH,
    title: "Sandbox checkout",
    note: "Sandbox of {provider}: no real money moves.",
    pay: "Pay",
    decline: "Decline the payment",
    cancel: "Cancel",
    paid: "This purchase is paid.",
    ended: "This purchase can’t be paid any more.",
    back: "Return",
    missing: "No such purchase",
    missing_lead: "This purchase does not exist here. Start it again.",
};

const VIETNAMESE: Words = Words {
    language: Language::VIETNAMESE,
    title: "Thanh toán thử nghiệm",
    note: "Sandbox của {provider}: không có tiền thật.",
    pay: "Thanh toán",
    decline: "Từ chối thanh toán",
    cancel: "Huỷ",
    paid: "Giao dịch này đã được thanh toán.",
    ended: "Giao dịch này không thể thanh toán nữa.",
    back: "Quay lại",
    missing: "Không có giao dịch này",
    missing_lead: "Giao dịch này không tồn tại ở đây. Hãy bắt đầu mua lại.",
};

impl Words {
    /// The texts in the language that the buyer's browser prefers.
    fn of(headers: &HeaderMap) -> &'static Self {
        let offered = [Language::ENGLISH, Language::VIETNAMESE];
        let header = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let preferred = Language::preferred(header, &offered);
        if preferred == Some(Language::VIETNAMESE) { &VIETNAMESE } else { &ENGLISH }
    }
}

/// Serves a page, or handles one of its buttons.
pub(crate) fn serve(
    world: &World,
    method: &Method,
    headers: &HeaderMap,
    (provider, id): (&str, &str),
    body: &[u8],
) -> Reply {
    let words = Words::of(headers);
    let Some(provider @ (Provider::Stripe | Provider::PayOs)) = Provider::at(provider) else {
        return missing(words);
    };
    let shown = match provider {
        Provider::Stripe => stripe::shown(world, id, words.language),
        _ => payos::shown(world, id, words.language),
    };
    let Some(shown) = shown else { return missing(words) };
    if *method != Method::POST || shown.over.is_some() {
        return page(StatusCode::OK, words, &order(&shown, words));
    }
    let Some(choice) = Choice::from_form(body) else {
        return page(StatusCode::UNPROCESSABLE_ENTITY, words, &order(&shown, words));
    };
    let target = match provider {
        Provider::Stripe => stripe::choose(world, id, choice),
        _ => payos::choose(world, id, choice),
    };
    target.map_or_else(|| missing(words), |target| Reply::bare(StatusCode::SEE_OTHER).with(LOCATION, &target))
}

/// The style sheet of the pages.
pub(crate) fn style() -> Reply {
    Reply::of(StatusCode::OK, "text/css; charset=utf-8", STYLE).with(CACHE_CONTROL, "public, max-age=3600")
}

fn missing(words: &Words) -> Reply {
    let body = format!("<h1>{}</h1>\n<p>{}</p>\n", words.missing, words.missing_lead);
    page(StatusCode::NOT_FOUND, words, &body)
}

fn order(shown: &Shown, words: &Words) -> String {
    let (title, amount) = (escape(&shown.title), escape(&shown.amount));
    let note = words.note.replace("{provider}", shown.provider);
    let head = format!("<p class=\"note\">{note}</p>\n<h1>{title}</h1>\n<p class=\"amount\">{amount}</p>\n");
    let rest = match &shown.over {
        Some((over, target)) => {
            let reason = match over {
                Over::Paid => words.paid,
                Over::Ended => words.ended,
            };
            format!(
                "<p>{reason}</p>\n<p><a class=\"button\" href=\"{}\">{}</a></p>\n",
                escape(target),
                words.back
            )
        }
        None => format!(
            "<form method=\"post\">\n\
             <button name=\"choice\" value=\"pay\">{}</button>\n\
             <button name=\"choice\" value=\"decline\">{}</button>\n\
             <button name=\"choice\" value=\"cancel\">{}</button>\n</form>\n",
            words.pay, words.decline, words.cancel
        ),
    };
    head + &rest
}

fn page(status: StatusCode, words: &Words, body: &str) -> Reply {
    let html = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <link rel=\"stylesheet\" href=\"../style.css\">\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        words.language, words.title
    );
    Reply::html(status, html)
        .with(CONTENT_SECURITY_POLICY, POLICY)
        .with(CACHE_CONTROL, "no-store")
        .with(VARY, "accept-language")
        .with(REFERRER_POLICY, "no-referrer")
        .with(HeaderName::from_static("x-robots-tag"), "noindex, nofollow")
}
