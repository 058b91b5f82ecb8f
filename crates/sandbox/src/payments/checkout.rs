//! The pages on which orders are paid, declined or given up, by a button each. No script, and nothing from elsewhere.

use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, LOCATION, REFERRER_POLICY};
use http::{HeaderName, Method, StatusCode};

use super::{payos, stripe};
use crate::reply::Reply;
use crate::vendor::Vendor;
use crate::web::escape;
use crate::world::World;

/// Browsers hold the form's target against `form-action` over redirects too, and buyers return to where the order says; so
/// that directive is left out, and an order can't be made up.
const POLICY: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";
const STYLE: &str = include_str!("checkout.css");

/// What a buyer does.
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

/// An order as its page shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) vendor: &'static str,
    pub(super) title: String,
    pub(super) amount: String,
    /// Why it can't be paid any more, if it can't, and where its buyer goes then.
    pub(super) over: Option<(&'static str, String)>,
}

/// A page, or what a button of it does.
pub(crate) fn serve(world: &World, method: &Method, vendor: &str, id: &str, body: &[u8]) -> Reply {
    let Some(vendor @ (Vendor::Stripe | Vendor::PayOs)) = Vendor::at(vendor) else { return missing() };
    let shown = match vendor {
        Vendor::Stripe => stripe::shown(world, id),
        _ => payos::shown(world, id),
    };
    let Some(shown) = shown else { return missing() };
    if *method != Method::POST || shown.over.is_some() {
        return page(StatusCode::OK, &order(&shown));
    }
    let Some(choice) = Choice::from_form(body) else {
        return page(StatusCode::UNPROCESSABLE_ENTITY, &order(&shown));
    };
    let target = match vendor {
        Vendor::Stripe => stripe::choose(world, id, choice),
        _ => payos::choose(world, id, choice),
    };
    target.map_or_else(missing, |target| Reply::bare(StatusCode::SEE_OTHER).with(LOCATION, &target))
}

/// How the pages look.
pub(crate) fn style() -> Reply {
    Reply::of(StatusCode::OK, "text/css; charset=utf-8", STYLE).with(CACHE_CONTROL, "public, max-age=3600")
}

fn missing() -> Reply {
    let body = "<h1>No such order</h1>\n<p>This order was not made here. Begin the purchase again.</p>\n\
                <p lang=\"vi\">Không có đơn hàng này. Hãy bắt đầu mua lại.</p>\n";
    page(StatusCode::NOT_FOUND, body)
}

fn order(shown: &Shown) -> String {
    let (vendor, title, amount) = (shown.vendor, escape(&shown.title), escape(&shown.amount));
    let head = format!(
        "<p class=\"note\">Sandbox of {vendor}: no real money moves. <span lang=\"vi\">Thử nghiệm, không có tiền thật.</span></p>\n\
         <h1>{title}</h1>\n<p class=\"amount\">{amount}</p>\n"
    );
    let rest = match &shown.over {
        Some((reason, target)) => {
            format!(
                "<p>{reason}</p>\n<p><a href=\"{}\">Return / <span lang=\"vi\">Quay lại</span></a></p>\n",
                escape(target)
            )
        }
        None => "<form method=\"post\">\n\
                 <button name=\"choice\" value=\"pay\">Pay / <span lang=\"vi\">Thanh toán</span></button>\n\
                 <button name=\"choice\" value=\"decline\">Decline the payment / <span lang=\"vi\">Từ chối</span></button>\n\
                 <button name=\"choice\" value=\"cancel\">Cancel / <span lang=\"vi\">Hủy</span></button>\n</form>\n"
            .to_owned(),
    };
    head + &rest
}

fn page(status: StatusCode, body: &str) -> Reply {
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Sandbox checkout</title>\n\
         <link rel=\"stylesheet\" href=\"../style.css\">\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    );
    Reply::html(status, html)
        .with(CONTENT_SECURITY_POLICY, POLICY)
        .with(CACHE_CONTROL, "no-store")
        .with(REFERRER_POLICY, "no-referrer")
        .with(HeaderName::from_static("x-robots-tag"), "noindex, nofollow")
}
