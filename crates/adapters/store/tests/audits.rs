//! What the store guarantees about stored audits, checked on both databases.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ledger_support;

use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::audits::{AuditEntry, AuditId, KeptAudit, ShareToken};
use domain::ids::AccountId;
use domain::ledger::Purse;
use ledger_support::{Books, add_account, at, on_both_databases};
use ports::AuditStore;
use store::Database;
use tokio::task::JoinSet;

on_both_databases! {
    audits_read_back_as_written
    audits_are_seen_by_their_owner_only
    audits_are_paged_newest_first
    a_share_token_opens_its_audit_only
    share_tokens_of_audits_differ_by_case
    an_audit_that_is_known_already_is_refused
    an_audit_is_unshared_and_deleted_by_its_owner_only
    old_audits_are_forgotten_with_their_reports
    each_forgotten_audit_is_told_once
}

fn audit(purse: Purse, created_at: Timestamp) -> KeptAudit {
    let id = AuditId::generate();
    KeptAudit {
        id,
        purse,
        created_at,
        url: "https://example.com/cà-phê?a='x'&b=\"y\"".to_owned(),
        score: 100,
        share: ShareToken::random().unwrap(),
        report: r#"{"title":"Cà phê 'sữa' \"đá\" \u0000","checks":[]}"#.to_owned(),
        screenshot: Some(format!("a/b/{id}.webp")),
    }
}

/// Stores an audit made at each of these seconds.
async fn keep(database: &Database, purse: Purse, seconds: &[i64]) -> Vec<KeptAudit> {
    let mut kept = Vec::new();
    for second in seconds {
        let audit = audit(purse, at(*second));
        database.add_audit(&audit).await.unwrap();
        kept.push(audit);
    }
    kept
}

fn entries<'a>(audits: impl IntoIterator<Item = &'a KeptAudit>) -> Vec<AuditEntry> {
    audits.into_iter().cloned().map(AuditEntry::from).collect()
}

async fn count_reports(database: &Database) -> i64 {
    const COUNT: &str = "SELECT COUNT(*) FROM audit_reports";
    match database {
        Database::Sqlite(pool) => sqlx::query_scalar(COUNT).fetch_one(pool).await.unwrap(),
        Database::Postgres(pool) => sqlx::query_scalar(COUNT).fetch_one(pool).await.unwrap(),
    }
}

async fn audits_read_back_as_written(books: Books) {
    let database = &books.database;
    let moment = Timestamp::from_microsecond(1_763_000_000_123_456).unwrap();
    let with_screenshot = audit(books.purse, moment);
    let without = KeptAudit {
        score: 0,
        report: format!("\"{}\"", "ờ".repeat(500_000)),
        screenshot: None,
        ..audit(books.purse, moment)
    };
    for audit in [&with_screenshot, &without] {
        database.add_audit(audit).await.unwrap();
        assert_eq!(database.audit(books.purse, audit.id).await.unwrap().as_ref(), Some(audit));
    }
    let listed = database.audits(books.purse, None, 10).await.unwrap();
    assert_eq!(listed, entries([&without, &with_screenshot]));
    assert_eq!(database.audit(books.purse, AuditId::generate()).await.unwrap(), None);
}

async fn audits_are_seen_by_their_owner_only(books: Books) {
    let database = &books.database;
    let other_account = add_account(database, 2).await;
    let other_mode = Purse { mode: KeyMode::Test, ..books.purse };
    let purses = [books.purse, other_account, other_mode];
    let mut audits = Vec::new();
    for purse in purses {
        audits.extend(keep(database, purse, &[0]).await);
    }
    for purse in purses {
        for audit in &audits {
            let seen = database.audit(purse, audit.id).await.unwrap();
            assert_eq!(seen.as_ref(), (audit.purse == purse).then_some(audit));
        }
        let own = entries(audits.iter().filter(|audit| audit.purse == purse));
        assert_eq!(database.audits(purse, None, 10).await.unwrap(), own);
    }
}

async fn audits_are_paged_newest_first(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    assert_eq!(database.audits(purse, None, 10).await.unwrap(), []);
    let mut newest_first = keep(database, purse, &[1, 2, 3, 4, 5]).await;
    newest_first.reverse();
    let mut before = None;
    for page in newest_first.chunks(2) {
        let listed = database.audits(purse, before, 2).await.unwrap();
        assert_eq!(listed, entries(page));
        before = listed.last().map(|entry| entry.id);
    }
    assert_eq!(database.audits(purse, before, 2).await.unwrap(), []);
}

async fn a_share_token_opens_its_audit_only(books: Books) {
    let database = &books.database;
    let test = Purse { mode: KeyMode::Test, ..books.purse };
    let audits = [keep(database, books.purse, &[0, 1]).await, keep(database, test, &[2]).await].concat();
    for audit in &audits {
        assert_eq!(database.shared_audit(&audit.share).await.unwrap().as_ref(), Some(audit));
    }
    assert_eq!(database.shared_audit(&ShareToken::random().unwrap()).await.unwrap(), None);
}

async fn share_tokens_of_audits_differ_by_case(books: Books) {
    let database = &books.database;
    let [upper, lower] = ["A", "a"].map(|letter| letter.repeat(22).parse::<ShareToken>().unwrap());
    let audit = KeptAudit { share: upper, ..audit(books.purse, at(0)) };
    database.add_audit(&audit).await.unwrap();
    assert_eq!(database.shared_audit(&lower).await.unwrap(), None);
    assert_eq!(database.shared_audit(&audit.share).await.unwrap(), Some(audit));
}

async fn an_audit_that_is_known_already_is_refused(books: Books) {
    let database = &books.database;
    let other = add_account(database, 2).await;
    let known = keep(database, books.purse, &[0]).await.remove(0);
    let same_id = |purse| KeptAudit { id: known.id, ..audit(purse, at(1)) };
    let same_share = KeptAudit { share: known.share.clone(), ..audit(other, at(1)) };
    for refused in [known.clone(), same_id(books.purse), same_id(other), same_share] {
        database.add_audit(&refused).await.unwrap_err();
    }
    let of_nobody = Purse { account: AccountId::from(3), ..books.purse };
    database.add_audit(&audit(of_nobody, at(1))).await.unwrap_err();
    assert_eq!(database.audit(books.purse, known.id).await.unwrap().as_ref(), Some(&known));
    assert_eq!(database.audits(books.purse, None, 10).await.unwrap(), entries([&known]));
    assert_eq!(database.audits(other, None, 10).await.unwrap(), []);
    assert_eq!(count_reports(database).await, 1);
}

async fn old_audits_are_forgotten_with_their_reports(books: Books) {
    let database = &books.database;
    let other = Purse { mode: KeyMode::Test, ..add_account(database, 2).await };
    let ours = keep(database, books.purse, &[30, 10, 50]).await;
    let theirs = keep(database, other, &[20, 40]).await;
    let forget = async |second, limit| database.delete_audits(at(second), limit).await.unwrap();
    assert_eq!(forget(10, 10).await, [], "the oldest is not older than itself");
    assert_eq!(forget(40, 2).await, entries([&ours[1], &theirs[0]]), "oldest first");
    assert_eq!(forget(40, 2).await, entries([&ours[0]]));
    assert_eq!(forget(40, 2).await, [], "what is forgotten is not told again");
    assert_eq!(database.audits(books.purse, None, 10).await.unwrap(), entries([&ours[2]]));
    assert_eq!(database.audits(other, None, 10).await.unwrap(), entries([&theirs[1]]));
    assert_eq!(database.audit(books.purse, ours[0].id).await.unwrap(), None);
    assert_eq!(database.shared_audit(&ours[0].share).await.unwrap(), None);
    assert_eq!(count_reports(database).await, 2);
}

async fn each_forgotten_audit_is_told_once(books: Books) {
    let kept = keep(&books.database, books.purse, &(0..40).collect::<Vec<_>>()).await;
    let mut nodes = JoinSet::new();
    for _ in 0..4 {
        let (database, purse) = (books.database.clone(), books.purse);
        nodes.spawn(async move {
            let mut told = Vec::new();
            while !database.audits(purse, None, 1).await.unwrap().is_empty() {
                told.extend(database.delete_audits(at(100), 7).await.unwrap());
            }
            told
        });
    }
    let mut told = nodes.join_all().await.concat();
    told.sort_unstable_by_key(|entry| entry.id);
    assert_eq!(told, entries(&kept));
}

async fn an_audit_is_unshared_and_deleted_by_its_owner_only(books: Books) {
    let database = &books.database;
    let kept = keep(database, books.purse, &[1]).await.remove(0);
    let other = Purse { mode: KeyMode::Test, ..books.purse };
    let fresh = ShareToken::random().unwrap();
    assert!(!database.set_share(other, kept.id, &fresh).await.unwrap());
    assert!(database.set_share(books.purse, kept.id, &fresh).await.unwrap());
    assert_eq!(database.shared_audit(&kept.share).await.unwrap(), None, "the old link opens nothing");
    let read = database.shared_audit(&fresh).await.unwrap().unwrap();
    assert_eq!(read, KeptAudit { share: fresh, ..kept.clone() });
    assert_eq!(database.delete_audit(other, kept.id).await.unwrap(), None);
    assert_eq!(database.delete_audit(books.purse, kept.id).await.unwrap(), Some(AuditEntry::from(read)));
    assert_eq!(database.delete_audit(books.purse, kept.id).await.unwrap(), None);
    assert_eq!(
        (database.audit(books.purse, kept.id).await.unwrap(), count_reports(database).await),
        (None, 0)
    );
}
