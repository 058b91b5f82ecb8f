//! Invoices: issued once for what is paid, with seller, buyer and tax.

use testkit::{ServerBuilder, TestServer};

use super::browser::Browser;
use super::things::between;
use crate::support::{builder, server};

fn selling() -> ServerBuilder {
    builder()
        .set("BILLING__SELLER_NAME", "Tea Press Ltd")
        .set("BILLING__SELLER_ADDRESS", "1 Tea Street, London")
        .set("BILLING__SELLER_TAX_ID", "GB 123")
        .set("BILLING__TAX_NAME", "VAT")
        .set("BILLING__TAX_PERCENT", "10")
}

/// A purchase in the sandbox, paid if requested, and its URL.
async fn purchase(server: &TestServer, browser: &mut Browser, pays: bool) -> String {
    let once = between(&browser.read("/dashboard/credits").await, "name=\"once\" value=\"", "\"");
    let fields = [("pack", "starter"), ("pay", "stripe-usd"), ("once", once.as_str())];
    let begun = browser.send("/dashboard/credits/purchases", &fields).await;
    let checkout = begun.location().to_owned();
    let id = between(&browser.read("/dashboard/credits").await, "/dashboard/credits/purchases/", "\"");
    if pays {
        let (_, path) = checkout.split_once("/sandbox/checkout").unwrap();
        let paid =
            server.http.post(format!("{}/sandbox/checkout{path}", server.url)).form(&[("choice", "pay")]);
        assert!(paid.send().await.unwrap().status().as_u16() < 400);
        let returned = browser.get(&format!("/dashboard/credits/return?purchase={id}")).await;
        assert!(returned.location().ends_with("?done=paid"), "{} {}", returned.status, returned.location());
    }
    format!("/dashboard/credits/purchases/{id}")
}

#[tokio::test]
async fn an_invoice_is_issued_once_and_names_both_sides() {
    let server = selling().start();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let open = purchase(&server, &mut browser, false).await;
    assert_eq!(browser.get(&format!("{open}/invoice")).await.location(), open, "nothing was paid");

    let paid = purchase(&server, &mut browser, true).await;
    assert!(browser.read(&paid).await.contains("Create invoice"));
    let place = format!("{paid}/invoice");
    let _ = browser.read(&place).await;
    let nameless = browser.send(&place, &[("name", ""), ("address", "Hà Nội")]).await;
    assert_eq!(nameless.status, 422);
    let buyer = [("name", "Trà Việt"), ("address", "1 Hàng Bài\nHà Nội"), ("taxId", "0101234567")];
    assert_eq!(browser.send(&place, &buyer).await.location(), place);
    let invoice = browser.read(&place).await;
    for shown in
        ["TEST-000001", "Tea Press Ltd", "GB 123", "Trà Việt", "0101234567", "VAT 10 %", "$0.45", "$5.00"]
    {
        assert!(invoice.contains(shown), "{shown}: {invoice}");
    }
    let again = [("name", "Somebody"), ("address", "Elsewhere")];
    let _ = browser.send(&place, &again).await;
    assert!(browser.read(&place).await.contains("Trà Việt"), "what was issued stays");
    let next = purchase(&server, &mut browser, true).await;
    assert!(
        browser.read(&format!("{next}/invoice")).await.contains("value=\"Trà Việt\""),
        "the form knows the buyer"
    );
}

#[tokio::test]
async fn without_a_seller_there_are_no_invoices() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let paid = purchase(&server, &mut browser, true).await;
    assert!(!browser.read(&paid).await.contains("Create invoice"));
    assert_eq!(browser.get(&format!("{paid}/invoice")).await.location(), paid);
}
