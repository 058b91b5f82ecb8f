//! No change to a key, however small, is accepted.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use domain::Timestamp;
use domain::api_keys::{
    AccessRules, Claims, KeyMode, KeyRefusal, Keyring, Minute, Scope, Scopes, TOKEN_LENGTH,
};
use domain::ids::{AccountId, ApiKeyId};
use proptest::prelude::*;
use secrecy::{ExposeSecret, SecretString};

fn now() -> Timestamp {
    "2026-11-15T12:00:00Z".parse().unwrap()
}

fn claims(mode: KeyMode) -> Claims {
    Claims {
        mode,
        account: AccountId::from(0x0123_4567_89ab_cdef),
        key: ApiKeyId::from(42),
        scopes: Scopes::all(),
        epoch: 3,
        issued: Minute::containing(now()),
        expires: None,
    }
}

#[test]
fn a_key_proves_its_claims() {
    let keyring = Keyring::generate().unwrap();
    for mode in [KeyMode::Live, KeyMode::Test] {
        let key = keyring.mint(&claims(mode));
        assert_eq!(key.reveal().len(), TOKEN_LENGTH);
        assert!(key.reveal().starts_with(mode.prefix()));
        assert_eq!(keyring.verify(key.reveal(), now()), Ok(claims(mode)));
    }
}

#[test]
fn every_flipped_bit_is_refused() {
    let keyring = Keyring::generate().unwrap();
    let key = keyring.mint(&claims(KeyMode::Live));
    let mut refused = 0;
    for position in 0..TOKEN_LENGTH {
        for bit in 0..8 {
            let mut bytes = key.reveal().as_bytes().to_vec();
            bytes[position] ^= 1 << bit;
            // The verifier takes text; bytes that are not UTF-8 never reach it.
            if let Ok(text) = String::from_utf8(bytes) {
                assert!(keyring.verify(&text, now()).is_err(), "bit {bit} of character {position}");
                refused += 1;
            }
        }
    }
    assert_eq!(refused, TOKEN_LENGTH * 7);
}

#[test]
fn every_flipped_bit_is_refused_by_the_signature_even_with_a_mended_checksum() {
    let keyring = Keyring::generate().unwrap();
    let key = keyring.mint(&claims(KeyMode::Live));
    for position in 9..73 {
        for replacement in (b'0'..=b'9').chain(b'A'..=b'Z').chain(b'a'..=b'z') {
            let mut bytes = key.reveal().as_bytes().to_vec();
            if bytes[position] == replacement {
                continue;
            }
            bytes[position] = replacement;
            let verdict = keyring.verify(&with_mended_checksum(&bytes), now());
            assert_ne!(verdict, Err(KeyRefusal::Checksum));
            assert!(verdict.is_err(), "character {position} as {}", char::from(replacement));
        }
    }
}

#[test]
fn every_prefix_swap_is_refused() {
    let keyring = Keyring::generate().unwrap();
    for (from, to) in [(KeyMode::Test, "svc_live_"), (KeyMode::Live, "svc_test_")] {
        let key = keyring.mint(&claims(from));
        let swapped = format!("{to}{}", &key.reveal()[9..]);
        assert_eq!(keyring.verify(&swapped, now()), Err(KeyRefusal::Checksum));
        let mended = with_mended_checksum(swapped.as_bytes());
        assert_eq!(keyring.verify(&mended, now()), Err(KeyRefusal::Signature));
    }
    let key = keyring.mint(&claims(KeyMode::Live));
    for prefix in ["svc_prod_", "SVC_LIVE_", "svc-live-", "sk__live_", "\0\0\0\0\0\0\0\0\0"] {
        let swapped = format!("{prefix}{}", &key.reveal()[9..]);
        assert_eq!(keyring.verify(&swapped, now()), Err(KeyRefusal::Malformed));
    }
}

#[test]
fn every_truncation_and_extension_is_refused() {
    let keyring = Keyring::generate().unwrap();
    let key = keyring.mint(&claims(KeyMode::Live));
    for length in 0..TOKEN_LENGTH {
        assert_eq!(keyring.verify(&key.reveal()[..length], now()), Err(KeyRefusal::Malformed));
        assert_eq!(keyring.verify(&key.reveal()[TOKEN_LENGTH - length..], now()), Err(KeyRefusal::Malformed));
    }
    for extra in ["0", " ", "\n", "\0"] {
        assert!(keyring.verify(&format!("{}{extra}", key.reveal()), now()).is_err());
        assert!(keyring.verify(&format!("{extra}{}", key.reveal()), now()).is_err());
    }
}

#[test]
fn keys_expire_at_their_minute() {
    let keyring = Keyring::generate().unwrap();
    let expires: Timestamp = "2026-11-15T13:00:00Z".parse().unwrap();
    let key = keyring.mint(&Claims { expires: Some(Minute::containing(expires)), ..claims(KeyMode::Live) });
    let just_before: Timestamp = "2026-11-15T12:59:59.999Z".parse().unwrap();
    assert!(keyring.verify(key.reveal(), just_before).is_ok());
    assert_eq!(keyring.verify(key.reveal(), expires), Err(KeyRefusal::Expired));
}

#[test]
fn rotation_invalidates_nothing_and_removal_does() {
    let first = Keyring::generate().unwrap();
    let second = first.rotated().unwrap();
    let old = first.mint(&claims(KeyMode::Live));
    let new = second.mint(&claims(KeyMode::Live));
    assert_eq!(second.current_kid(), 1);
    assert!(second.verify(old.reveal(), now()).is_ok());
    assert!(second.verify(new.reveal(), now()).is_ok());
    assert_eq!(first.verify(new.reveal(), now()), Err(KeyRefusal::UnknownSecret));

    let text = second.to_text().expose_secret();
    let only_new = Keyring::parse(&SecretString::from(text.split_once(',').unwrap().1)).unwrap();
    assert_eq!(only_new.verify(old.reveal(), now()), Err(KeyRefusal::UnknownSecret));
    assert!(only_new.verify(new.reveal(), now()).is_ok());
}

#[test]
fn another_installation_with_the_same_kid_is_refused() {
    let (ours, theirs) = (Keyring::generate().unwrap(), Keyring::generate().unwrap());
    let key = theirs.mint(&claims(KeyMode::Live));
    assert_eq!(ours.verify(key.reveal(), now()), Err(KeyRefusal::Signature));
}

#[test]
fn bad_keyrings_are_refused_without_quoting_them() {
    let hex = "ab".repeat(32);
    for bad in [
        String::new(),
        " , ".to_owned(),
        hex.clone(),
        format!("32:{hex}"),
        format!("0:{hex}0"),
        format!("0:{}", "zz".repeat(32)),
        format!("0:{hex},0:{hex}"),
    ] {
        let error = Keyring::parse(&SecretString::from(bad)).unwrap_err();
        assert!(!error.to_string().contains("abab"), "{error}");
    }
    let mut full = Keyring::generate().unwrap();
    for _ in 1..32 {
        full = full.rotated().unwrap();
    }
    assert!(full.rotated().is_err());
}

#[test]
fn nothing_secret_is_printed() {
    let keyring = Keyring::generate().unwrap();
    let key = keyring.mint(&claims(KeyMode::Live));
    let printed = format!("{keyring:?} {key:?}");
    let secret = keyring.to_text().expose_secret().split_once(':').unwrap().1.to_owned();
    assert!(!printed.contains(&secret[..8]));
    assert!(!printed.contains(&key.reveal()[..40]));
}

#[test]
fn revocation_is_by_key_or_by_epoch() {
    let mut rules = AccessRules::default();
    let bearer = claims(KeyMode::Live);
    assert!(!rules.revoke(&bearer));
    rules.minimum_epochs.insert(bearer.account, 3);
    assert!(!rules.revoke(&bearer));
    rules.minimum_epochs.insert(bearer.account, 4);
    assert!(rules.revoke(&bearer));
    rules.minimum_epochs.clear();
    rules.keys.insert(bearer.key);
    assert!(rules.revoke(&bearer));
}

fn with_mended_checksum(token: &[u8]) -> String {
    const ALPHABET: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut crc = crc32fast::hash(&token[..73]);
    let mut text = token[..73].to_vec();
    let mut digits = [0_u8; 6];
    for digit in digits.iter_mut().rev() {
        *digit = ALPHABET[(crc % 62) as usize];
        crc /= 62;
    }
    text.extend(digits);
    String::from_utf8(text).unwrap()
}

proptest! {
    #[test]
    fn any_claims_survive_the_round_trip(
        live in any::<bool>(), account in any::<u64>(), key in any::<u64>(), bits in any::<u32>(), epoch in any::<u16>(),
        issued in 0_i64..200_000_000_000, expires in proptest::option::of(1_800_000_000_i64..200_000_000_000),
    ) {
        let keyring = Keyring::generate().unwrap();
        let minute = |second| Minute::containing(Timestamp::from_second(second).unwrap());
        let claims = Claims {
            mode: if live { KeyMode::Live } else { KeyMode::Test },
            account: AccountId::from(account),
            key: ApiKeyId::from(key),
            scopes: Scopes::from_bits(bits),
            epoch,
            issued: minute(issued),
            expires: expires.map(minute),
        };
        prop_assert_eq!(keyring.verify(keyring.mint(&claims).reveal(), now()), Ok(claims));
    }

    #[test]
    fn arbitrary_text_is_refused_without_panic(text in ".{0,120}") {
        prop_assert!(Keyring::generate().unwrap().verify(&text, now()).is_err());
    }

    #[test]
    fn arbitrary_text_of_the_right_form_is_refused(digits in "[0-9A-Za-z]{70}") {
        let token = format!("svc_live_{digits}");
        prop_assert!(Keyring::generate().unwrap().verify(&token, now()).is_err());
    }
}

#[test]
fn scopes_are_named_and_separate() {
    let only_images = Scopes::from_iter([Scope::Images]);
    for scope in Scope::ALL {
        assert_eq!(only_images.allow(scope), scope == Scope::Images);
        assert_eq!(scope.as_str().parse(), Ok(scope));
        assert!(Scopes::all().allow(scope));
    }
    assert!("everything".parse::<Scope>().is_err());
    assert!(Scopes::from_bits(1 << 31).is_empty());
}
