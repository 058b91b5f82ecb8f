//! Measures how long it takes to verify a key, compared with one HMAC-SHA256 over as many bytes.

#![expect(clippy::expect_used, reason = "a benchmark that cannot start has nothing to say")]

use divan::{Bencher, black_box};
use domain::Timestamp;
use domain::api_keys::{Claims, KeyMode, Keyring, Minute, Scopes};
use domain::ids::{AccountId, ApiKeyId};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

fn main() {
    divan::main();
}

#[divan::bench]
fn verify(bencher: Bencher<'_, '_>) {
    let now = Timestamp::UNIX_EPOCH;
    let keyring = Keyring::generate().expect("randomness");
    let key = keyring.mint(&Claims {
        mode: KeyMode::Live,
        account: AccountId::from(1),
        key: ApiKeyId::from(2),
        scopes: Scopes::all(),
        epoch: 0,
        issued: Minute::containing(now),
        expires: None,
    });
    bencher.bench(|| keyring.verify(black_box(key.reveal()), now));
}

#[divan::bench]
fn floor_one_hmac(bencher: Bencher<'_, '_>) {
    let mac = Hmac::<Sha256>::new_from_slice(&[7; 32]).expect("any length is a key");
    bencher.bench(|| mac.clone().chain_update(black_box([1_u8; 40])).finalize().into_bytes());
}
