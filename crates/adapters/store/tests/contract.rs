//! What every store guarantees, checked on both databases.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use domain::Timestamp;
use domain::accounts::{Account, AccountName, AccountStatus};
use domain::api_keys::{ApiKeyRecord, KeyMode, Scope, Scopes};
use domain::credits::Credits;
use domain::ids::{AccountId, ApiKeyId};
use domain::images::{
    Image, ImageDetails, ImageFile, ImageFormat, ImageId, ImageStyle, Sanitisation, SourceType,
};
use domain::keywords::KeywordIdea;
use domain::ledger::{Entry, GrantSource, PostingId, Purse, Request};
use domain::locale::Language;
use ports::cache::KeptAnswer;
use ports::images::OwnedImage;
use ports::keywords::Market;
use ports::{
    AccessStore, AccountStore, AnswerCache, ApiKeyStore, HealthCheck, ImageStore, ImportedKeywords, Ledger,
    StoreError,
};
use store::{AnswerStore, Database, LedgerStore};
use tokio::task::JoinSet;

/// Runs each test on a fresh SQLite file and on a fresh PostgreSQL database.
macro_rules! on_both_databases {
    ($($test:ident)*) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                let database = testkit::fresh_sqlite();
                super::$test(super::Database::open(&database.url).await.unwrap()).await;
            })*
        }
        mod postgres {
            $(#[tokio::test]
            async fn $test() {
                let database = testkit::fresh_postgres();
                super::$test(super::Database::open(&database.url).await.unwrap()).await;
            })*
        }
    };
}

on_both_databases! {
    accounts_read_back_as_written
    only_one_owner_is_ever_added
    keys_read_back_as_written
    the_latest_use_of_a_key_is_kept
    revoking_a_key_shows_in_the_snapshot
    revoking_all_keys_raises_the_epoch
    suspension_shows_in_the_snapshot
    changes_to_what_does_not_exist_are_refused
    health_is_told
    answers_are_kept_until_they_expire
    imported_keywords_are_found_by_their_words
    an_import_replaces_older_figures
    pictures_show_once_they_are_paid_for
    only_pictures_that_nobody_paid_for_are_swept
}

fn account(id: u64, name: &str) -> Account {
    Account {
        id: AccountId::from(id),
        name: AccountName::new(name).unwrap(),
        status: AccountStatus::Active,
        key_epoch: 0,
        created_at: Timestamp::from_microsecond(1_763_000_000_123_456 + i64::try_from(id % 1000).unwrap())
            .unwrap(),
    }
}

fn key(id: u64, account: &Account) -> ApiKeyRecord {
    ApiKeyRecord {
        id: ApiKeyId::from(id),
        account: account.id,
        name: AccountName::new("Khóa của tôi ✓").unwrap(),
        mode: KeyMode::Test,
        scopes: Scopes::from_iter([Scope::Audit, Scope::Images]),
        epoch: 65_535,
        last_four: "aB3z".to_owned(),
        created_at: account.created_at,
        expires_at: Some(account.created_at),
        revoked_at: None,
        monthly_limit: None,
        last_used_at: None,
    }
}

async fn accounts_read_back_as_written(database: Database) {
    let largest = u64::MAX >> 1;
    let (first, second) = (account(1, "Công ty Ví Dụ 'x' \"y\""), account(largest, "Second"));
    database.add_account(&first).await.unwrap();
    database.add_account(&second).await.unwrap();
    assert_eq!(database.account(first.id).await.unwrap(), Some(first.clone()));
    assert_eq!(database.account(second.id).await.unwrap(), Some(second.clone()));
    assert_eq!(database.account(AccountId::from(2)).await.unwrap(), None);
    assert_eq!(database.accounts().await.unwrap(), [first, second]);
}

async fn only_one_owner_is_ever_added(database: Database) {
    let mut attempts = JoinSet::new();
    for id in 1..=8 {
        let database = database.clone();
        attempts.spawn(async move { database.add_owner(&account(id, "Owner")).await.unwrap() });
    }
    let winners = attempts.join_all().await.into_iter().filter(|won| *won).count();
    assert_eq!(winners, 1);
    assert_eq!(database.accounts().await.unwrap().len(), 1, "losers leave nothing behind");
}

async fn keys_read_back_as_written(database: Database) {
    let owner = account(1, "Owner");
    database.add_account(&owner).await.unwrap();
    let limited = ApiKeyRecord {
        monthly_limit: Some(Credits::new(i64::MAX)),
        last_used_at: Some(owner.created_at),
        ..key(8, &owner)
    };
    let (first, second) = (key(7, &owner), ApiKeyRecord { expires_at: None, ..limited });
    database.add_key(&first).await.unwrap();
    database.add_key(&second).await.unwrap();
    assert_eq!(database.keys_of(owner.id).await.unwrap(), [first, second]);
    assert_eq!(database.keys_of(AccountId::from(2)).await.unwrap(), []);
}

async fn the_latest_use_of_a_key_is_kept(database: Database) {
    let owner = account(1, "Owner");
    database.add_account(&owner).await.unwrap();
    let keys = [7, 8, 9].map(|id| key(id, &owner));
    for key in &keys {
        database.add_key(key).await.unwrap();
    }
    let [first, second, _] = keys.map(|key| key.id);
    let at = |second| Timestamp::from_second(second).unwrap();
    let stranger = ApiKeyId::from(99);
    for uses in [
        vec![(second, at(5)), (first, at(60)), (stranger, at(1))],
        vec![(first, at(59))],
        vec![(second, at(6))],
    ] {
        database.note_uses(&uses).await.unwrap();
    }
    let used: Vec<_> = database.keys_of(owner.id).await.unwrap().iter().map(|key| key.last_used_at).collect();
    assert_eq!(used, [Some(at(60)), Some(at(6)), None]);
}

async fn revoking_a_key_shows_in_the_snapshot(database: Database) {
    let owner = account(1, "Owner");
    database.add_account(&owner).await.unwrap();
    let record = key(7, &owner);
    database.add_key(&record).await.unwrap();
    let before = database.access_version().await.unwrap();
    assert!(database.access_rules().await.unwrap().keys.is_empty());

    let (first, later) = (Timestamp::from_second(10).unwrap(), Timestamp::from_second(20).unwrap());
    database.revoke_key(record.id, first).await.unwrap();
    database.revoke_key(record.id, later).await.unwrap();
    assert!(database.access_rules().await.unwrap().keys.contains(&record.id));
    assert_eq!(database.keys_of(owner.id).await.unwrap()[0].revoked_at, Some(first));
    assert!(database.access_version().await.unwrap() > before);
}

async fn revoking_all_keys_raises_the_epoch(database: Database) {
    let (owner, other) = (account(1, "Owner"), account(2, "Other"));
    database.add_account(&owner).await.unwrap();
    database.add_account(&other).await.unwrap();
    database.add_key(&key(7, &owner)).await.unwrap();
    database.add_key(&key(8, &other)).await.unwrap();
    let at = Timestamp::from_second(10).unwrap();
    assert_eq!(database.revoke_all_keys(owner.id, at).await.unwrap(), 1);
    assert_eq!(database.revoke_all_keys(owner.id, at).await.unwrap(), 2);
    let rules = database.access_rules().await.unwrap();
    assert_eq!(rules.minimum_epochs.get(&owner.id), Some(&2));
    assert_eq!(rules.minimum_epochs.get(&other.id), None);
    assert_eq!(rules.keys, [ApiKeyId::from(7)].into());
    assert_eq!(database.account(owner.id).await.unwrap().unwrap().key_epoch, 2);
}

async fn suspension_shows_in_the_snapshot(database: Database) {
    let owner = account(1, "Owner");
    database.add_account(&owner).await.unwrap();
    let before = database.access_version().await.unwrap();
    database.set_account_status(owner.id, AccountStatus::Suspended).await.unwrap();
    assert!(database.access_rules().await.unwrap().suspended.contains(&owner.id));
    assert!(database.access_version().await.unwrap() > before);
    database.set_account_status(owner.id, AccountStatus::Active).await.unwrap();
    assert!(database.access_rules().await.unwrap().suspended.is_empty());
}

async fn changes_to_what_does_not_exist_are_refused(database: Database) {
    let (account, key, at) = (AccountId::from(5), ApiKeyId::from(5), Timestamp::UNIX_EPOCH);
    let refusals = [
        database.revoke_key(key, at).await.unwrap_err(),
        database.revoke_all_keys(account, at).await.unwrap_err(),
        database.set_account_status(account, AccountStatus::Suspended).await.unwrap_err(),
    ];
    assert!(refusals.iter().all(|error| matches!(error, StoreError::Missing(_))), "{refusals:?}");
}

async fn health_is_told(database: Database) {
    database.check().await.unwrap();
    database.close().await;
    assert!(database.check().await.is_err());
}

#[tokio::test]
async fn several_processes_may_open_one_new_database_at_once() {
    for database in [testkit::fresh_sqlite(), testkit::fresh_postgres()] {
        let mut openings = JoinSet::new();
        for _ in 0..6 {
            let url = database.url.clone();
            openings.spawn(async move { Database::open(&url).await.map(drop) });
        }
        for opening in openings.join_all().await {
            opening.unwrap();
        }
    }
}

#[tokio::test]
async fn addresses_that_can_not_be_opened_say_why() {
    assert_eq!(
        Database::open("mysql://x").await.unwrap_err().to_string(),
        "database.url must begin with sqlite: or postgres:"
    );
    assert!(Database::open("postgres://nobody@127.0.0.1:1/none").await.is_err());
    let unwritable = Database::open("sqlite:/proc/none/x.db").await.unwrap_err();
    assert_eq!(unwritable.to_string(), "the database's directory can't be prepared");
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_763_000_000 + second).unwrap()
}

async fn answers_are_kept_until_they_expire(database: Database) {
    let answers = AnswerStore::open(&database).await.unwrap();
    let answer =
        |body: &str, until| KeptAnswer { body: body.to_owned(), made_at: at(0), expires_at: at(until) };
    assert_eq!(answers.find("a", at(0)).await.unwrap(), None);
    answers.keep("a", &answer("first", 10)).await.unwrap();
    answers.keep("a", &answer("second — ờ", 20)).await.unwrap();
    answers.keep("b", &answer("other", 100)).await.unwrap();
    assert_eq!(answers.find("a", at(19)).await.unwrap(), Some(answer("second — ờ", 20)));
    assert_eq!(answers.find("a", at(20)).await.unwrap(), None);
    answers.delete_expired(at(20)).await.unwrap();
    assert_eq!(answers.find("a", at(0)).await.unwrap(), None, "it is gone, not only hidden");
    assert!(answers.find("b", at(0)).await.unwrap().is_some());
}

fn idea(keyword: &str, searches: u64) -> KeywordIdea {
    KeywordIdea { keyword: keyword.to_owned(), average_searches: Some(searches), ..KeywordIdea::default() }
}

const VIETNAMESE: Market = Market { country: None, language: Language::VIETNAMESE };

async fn found(database: &Database, market: Market, words: &[&str]) -> Vec<String> {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let ideas = database.sharing_words(market, &words, 10).await.unwrap();
    ideas.into_iter().map(|idea| idea.keyword).collect()
}

async fn imported_keywords_are_found_by_their_words(database: Database) {
    let vietnam = Market { country: Some("vn".parse().unwrap()), ..VIETNAMESE };
    let thailand = Market { country: Some("th".parse().unwrap()), ..VIETNAMESE };
    assert_eq!(database.count().await.unwrap(), 0);
    database.import(VIETNAMESE, &[idea("giày chạy", 5), idea("giày chạy bộ", 9)], at(0)).await.unwrap();
    database.import(thailand, &[idea("chạy bộ", 1)], at(0)).await.unwrap();
    assert_eq!(database.count().await.unwrap(), 3);
    assert_eq!(found(&database, vietnam, &["bộ", "chạy"]).await, ["giày chạy bộ", "giày chạy"]);
    assert_eq!(found(&database, thailand, &["bộ"]).await, ["chạy bộ", "giày chạy bộ"], "the country's first");
    database.import(vietnam, &[idea("giày chạy", 6)], at(1)).await.unwrap();
    let ideas = database.sharing_words(vietnam, &["giày".to_owned()], 10).await.unwrap();
    assert_eq!(ideas, [idea("giày chạy", 6), idea("giày chạy bộ", 9)], "each keyword once");
    assert_eq!(found(&database, vietnam, &["bo", "%"]).await, Vec::<String>::new());
    let english = Market { country: None, language: Language::ENGLISH };
    assert_eq!(found(&database, english, &["bộ"]).await, Vec::<String>::new());
}

async fn an_import_replaces_older_figures(database: Database) {
    database.import(VIETNAMESE, &[idea("cà phê", 5)], at(0)).await.unwrap();
    database.import(VIETNAMESE, &[idea("cà phê", 7), idea("trà", 1)], at(1)).await.unwrap();
    let ideas = database.sharing_words(VIETNAMESE, &["phê".to_owned()], 10).await.unwrap();
    assert_eq!(ideas, [idea("cà phê", 7)]);
    assert_eq!(database.count().await.unwrap(), 2);
}

fn image(number: u64, purse: Purse, payable_until: Option<Timestamp>) -> Image {
    let file = ImageFile { key: format!("a/b/c/{number}.webp"), width: 1536, height: 1024, bytes: 1 << 40 };
    Image {
        id: ImageId::generate(),
        purse,
        settlement: PostingId::generate(),
        created_at: Timestamp::from_second(1_763_000_000).unwrap(),
        payable_until,
        details: ImageDetails {
            prompt: "một tách trà 'xanh' \"nóng\"".to_owned(),
            alt: "Một tách trà xanh".to_owned(),
            depicts: vec!["tách trà".to_owned()],
            language: "vi".to_owned(),
            engine: "builtin".to_owned(),
            model: "builtin".to_owned(),
            seed: Some(domain::images::LARGEST_SEED),
            style: ImageStyle::ThreeD,
            format: ImageFormat::Avif,
            source_type: SourceType::AlgorithmicMedia,
            sanitisation: Sanitisation::NOT_LOOKED,
            file: file.clone(),
            variants: vec![file],
        },
    }
}

/// Pays for an image as a charged call does.
async fn pay(ledger: &LedgerStore, image: &Image) {
    let request = Request {
        id: image.settlement,
        purse: image.purse,
        entry: Entry::Charge { amount: Credits::new(5_000) },
        key: None,
        purpose: "images/generate".to_owned(),
        at: image.created_at,
    };
    ledger.post(request, None).await.unwrap();
}

async fn ledger_with_credits(database: &Database, purse: Purse) -> LedgerStore {
    let ledger = LedgerStore::start(database).await.unwrap();
    let grant = Request {
        id: PostingId::generate(),
        purse,
        entry: Entry::Grant { amount: Credits::new(1_000_000), source: GrantSource::Promotional },
        key: None,
        purpose: "a gift".to_owned(),
        at: Timestamp::from_second(1_763_000_000).unwrap(),
    };
    ledger.post(grant, None).await.unwrap();
    ledger
}

async fn pictures_show_once_they_are_paid_for(database: Database) {
    let owner = account(1, "Owner");
    database.add_account(&owner).await.unwrap();
    let purse = Purse { account: owner.id, mode: KeyMode::Live };
    let ledger = ledger_with_credits(&database, purse).await;
    let end = Some(Timestamp::from_second(1_763_003_600).unwrap());
    let images: Vec<Image> = (0..3).map(|number| image(number, purse, end)).collect();
    for image in &images {
        database.add_image(image).await.unwrap();
    }
    assert_eq!(database.images(purse, None, 10).await.unwrap(), []);
    assert_eq!(database.image(purse, images[0].id).await.unwrap(), None);
    for paid in [&images[0], &images[2]] {
        pay(&ledger, paid).await;
    }
    assert_eq!(database.image(purse, images[2].id).await.unwrap().as_ref(), Some(&images[2]));
    assert_eq!(database.images(purse, None, 10).await.unwrap(), [images[2].clone(), images[0].clone()]);
    assert_eq!(database.images(purse, Some(images[2].id), 10).await.unwrap(), [images[0].clone()]);
    assert_eq!(database.images(purse, None, 1).await.unwrap(), [images[2].clone()]);
    let other_mode = Purse { mode: KeyMode::Test, ..purse };
    let other_account = Purse { account: AccountId::from(2), ..purse };
    for stranger in [other_mode, other_account] {
        assert_eq!(database.image(stranger, images[0].id).await.unwrap(), None);
        assert_eq!(database.images(stranger, None, 10).await.unwrap(), []);
    }
}

async fn only_pictures_that_nobody_paid_for_are_swept(database: Database) {
    let owner = account(1, "Owner");
    database.add_account(&owner).await.unwrap();
    let purse = Purse { account: owner.id, mode: KeyMode::Test };
    let ledger = ledger_with_credits(&database, purse).await;
    let end = Timestamp::from_second(1_763_003_600).unwrap();
    let (paid, unpaid) = (image(1, purse, Some(end)), image(2, purse, Some(end)));
    for image in [&paid, &unpaid] {
        database.add_image(image).await.unwrap();
    }
    pay(&ledger, &paid).await;
    let swept = async |now, skip| database.unpaid_images(now, skip, 10).await.unwrap();
    let settled = async |now| database.settled_images(owner.id, now, 10).await.unwrap();
    let (of_paid, of_unpaid) = (OwnedImage::from(&paid), OwnedImage::from(&unpaid));
    assert_eq!(swept(end, 0).await, [], "both may still be paid for");
    assert_eq!(settled(end).await, [of_paid], "the other may belong to a call under way");
    let later = Timestamp::from_second(1_763_003_601).unwrap();
    assert_eq!(swept(later, 0).await, [of_unpaid]);
    assert_eq!(swept(later, 1).await, []);
    assert_eq!(settled(later).await, [of_paid, of_unpaid]);
    assert_eq!(database.count_images(owner.id).await.unwrap(), 2);
    database.delete_image(unpaid.id).await.unwrap();
    database.delete_image(unpaid.id).await.unwrap();
    assert_eq!(swept(later, 0).await, []);
    let kept = Image { payable_until: None, ..paid };
    assert_eq!(database.images(purse, None, 10).await.unwrap(), std::slice::from_ref(&kept));
    assert_eq!(settled(later).await, [of_paid]);
    assert_eq!(database.count_images(owner.id).await.unwrap(), 1);
}
