//! Authenticator codes, and recovery without the authenticator.

use std::time::{SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;

use super::browser::{Browser, PASSWORD};
use crate::support::server;

const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The current code, or that of `ahead` half minutes later, as an authenticator computes it from the secret.
fn code(secret: &str, ahead: u64) -> String {
    let digit = |letter| ALPHABET.iter().position(|known| *known == letter).unwrap();
    let bits = secret.bytes().fold(String::new(), |bits, letter| bits + &format!("{:05b}", digit(letter)));
    let key: Vec<u8> =
        (0..bits.len() / 8).map(|byte| u8::from_str_radix(&bits[byte * 8..][..8], 2).unwrap()).collect();
    let step = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / 30 + ahead;
    let mut mac = Hmac::<Sha1>::new_from_slice(&key).unwrap();
    mac.update(&step.to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let offset = usize::from(hash[19] & 15);
    let word = u32::from_be_bytes([hash[offset], hash[offset + 1], hash[offset + 2], hash[offset + 3]]);
    format!("{:06}", (word & 0x7fff_ffff) % 1_000_000)
}

/// Enables codes, and returns the secret and the recovery codes.
async fn set_up(browser: &mut Browser) -> (String, Vec<String>) {
    let page = browser.read("/dashboard/settings/codes").await;
    assert!(page.contains("<svg"), "there is a picture to scan");
    let secret = page.split("<code class=\"id\">").nth(1).unwrap().split('<').next().unwrap().to_owned();
    assert_eq!(browser.send("/dashboard/settings/codes", &[("code", "000000")]).await.status, 422);
    let answer = browser.send("/dashboard/settings/codes", &[("code", &code(&secret, 0))]).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let list = answer.text_between("<ul class=\"recovery\">", "</ul>").unwrap();
    let codes: Vec<String> =
        list.split("<li>").skip(1).map(|item| item.split('<').next().unwrap().to_owned()).collect();
    assert_eq!(codes.len(), 10);
    (secret, codes)
}

#[tokio::test]
async fn a_password_alone_opens_nothing_more() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let (secret, _) = set_up(&mut browser).await;

    let mut second = Browser::new(&server);
    let half = second.log_in("lan@example.com", PASSWORD).await;
    assert_eq!(half.location(), "/login/code?next=%2Fdashboard%2Fkeys");
    assert_eq!(second.get("/dashboard").await.status, 303, "halfway is not inside");
    let before = second.cookies["__Host-session"].clone();
    assert_eq!(second.send_bare("/login/code", &[("code", "123456")]).await.status, 422);
    let next = [("code", code(&secret, 1)), ("next", "/dashboard/keys".to_owned())];
    let fields: Vec<(&str, &str)> = next.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let inside = second.send_bare("/login/code", &fields).await;
    assert_eq!((inside.status, inside.location()), (303, "/dashboard/keys"), "{}", inside.body);
    assert_ne!(second.cookies["__Host-session"], before, "the half session is worth nothing after");
    assert_eq!(second.get("/dashboard").await.status, 200);

    let mut third = Browser::new(&server);
    let _ = third.log_in("lan@example.com", PASSWORD).await;
    assert_eq!(third.send_bare("/login/code", &fields).await.status, 422, "a code is good once");
}

#[tokio::test]
async fn recovery_codes_open_once_each() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let (_, codes) = set_up(&mut browser).await;
    for (code, status) in [(&codes[0], 303), (&codes[0], 422), (&codes[1].to_uppercase(), 303)] {
        let mut other = Browser::new(&server);
        let _ = other.log_in("lan@example.com", PASSWORD).await;
        assert_eq!(other.send_bare("/login/code", &[("code", code)]).await.status, status);
    }
    assert!(browser.read("/dashboard/settings").await.contains("Recovery codes left: 8"));
}

#[tokio::test]
async fn only_the_password_turns_codes_off() {
    let server = server();
    let mut browser = Browser::new(&server);
    browser.sign_up("lan@example.com").await;
    let _ = set_up(&mut browser).await;
    assert_eq!(
        browser.send("/dashboard/settings/codes/off", &[("current", "wrong one here")]).await.status,
        422
    );
    let renewed = browser.send("/dashboard/settings/codes/recovery", &[("current", PASSWORD)]).await;
    assert_eq!(renewed.status, 200);
    let off = browser.send("/dashboard/settings/codes/off", &[("current", PASSWORD)]).await;
    assert_eq!(off.location(), "/dashboard/settings?done=off");
    let mut second = Browser::new(&server);
    assert_eq!(second.log_in("lan@example.com", PASSWORD).await.location(), "/dashboard/keys");
}
