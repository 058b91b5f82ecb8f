//! What the store guarantees about people, their sessions and links, checked on both databases.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ledger_support;

use domain::Timestamp;
use domain::accounts::{Account, AccountName, AccountStatus};
use domain::api_keys::KeyMode;
use domain::ids::{AccountId, PersonId};
use domain::locale::Language;
use domain::people::{
    CodeStep, Digest, Link, LinkPurpose, Person, SecondFactor, SecretToken, Session, SessionStage,
};
use ledger_support::{Books, add_account, at, on_both_databases};
use ports::{AccountStore, LinkStore, PeopleStore, SessionStore};
use store::Database;
use tokio::task::JoinSet;

on_both_databases! {
    people_read_back_as_written
    a_changed_address_is_unconfirmed_and_ends_the_links_to_the_old_one
    an_address_is_taken_once_and_then_no_account_is_left_behind
    many_who_sign_up_at_once_with_one_address_are_one
    an_account_is_claimed_once
    a_new_password_ends_other_sessions_and_links
    a_new_second_factor_replaces_all_recovery_codes
    codes_are_used_up
    sessions_end_by_themselves_and_by_their_owner
    a_link_is_used_once_and_replaced_by_a_newer_one
    failures_are_counted_and_forgotten
}

fn person(account: AccountId, email: &str) -> Person {
    Person {
        id: PersonId::random().unwrap(),
        account,
        email: email.parse().unwrap(),
        confirmed_at: None,
        password_hash: "$argon2id$…".to_owned(),
        language: Language::VIETNAMESE,
        second_factor: SecondFactor {
            generation: 3,
            enabled_at: Some(at(5)),
            last_step: CodeStep(59_000_000),
        },
        created_at: Timestamp::from_microsecond(1_763_000_000_123_456).unwrap(),
    }
}

fn account(id: u64) -> Account {
    Account {
        id: AccountId::from(id),
        name: AccountName::new("New").unwrap(),
        status: AccountStatus::Active,
        key_epoch: 0,
        created_at: at(1),
    }
}

async fn signed_up(books: &Books, email: &str) -> Person {
    let account = account(PersonId::random().unwrap().as_u64());
    let person = person(account.id, email);
    assert!(books.database.sign_up(&account, &person).await.unwrap());
    person
}

fn session(person: PersonId, expires: i64) -> Session {
    Session {
        digest: SecretToken::random().unwrap().digest(),
        person,
        stage: SessionStage::Full,
        mode: KeyMode::Live,
        address: "2001:db8::1".to_owned(),
        agent: "Firefox ‘x’".to_owned(),
        created_at: at(10),
        seen_at: at(11),
        expires_at: at(expires),
    }
}

fn link(purpose: LinkPurpose, account: AccountId, person: Option<PersonId>) -> Link {
    Link { digest: SecretToken::random().unwrap().digest(), purpose, account, person, expires_at: at(100) }
}

async fn people_read_back_as_written(books: Books) {
    let written = signed_up(&books, "lan@example.com").await;
    let database = &books.database;
    assert_eq!(database.person(written.id).await.unwrap().as_ref(), Some(&written));
    assert_eq!(database.person_by_email(&written.email).await.unwrap().as_ref(), Some(&written));
    assert_eq!(database.people_of(written.account).await.unwrap(), vec![written.clone()]);
    assert_eq!(database.person(PersonId::from(7)).await.unwrap(), None);
    database.confirm_email(written.id, at(50)).await.unwrap();
    database.confirm_email(written.id, at(60)).await.unwrap();
    database.set_language(written.id, Language::ENGLISH).await.unwrap();
    let read = database.person(written.id).await.unwrap().unwrap();
    assert_eq!(read, Person { confirmed_at: Some(at(50)), language: Language::ENGLISH, ..written });
}

async fn a_changed_address_is_unconfirmed_and_ends_the_links_to_the_old_one(books: Books) {
    let lan = signed_up(&books, "lan@example.com").await;
    let minh = signed_up(&books, "minh@example.com").await;
    let database = &books.database;
    database.confirm_email(lan.id, at(50)).await.unwrap();
    let reset = link(LinkPurpose::ResetPassword, lan.account, Some(lan.id));
    database.add_link(&reset).await.unwrap();
    assert!(!database.set_email(lan.id, &minh.email).await.unwrap(), "another person has it");
    assert_eq!(
        database.link(&reset.digest, at(60)).await.unwrap(),
        Some(reset.clone()),
        "nothing was changed"
    );
    let new = "lan.new@example.com".parse().unwrap();
    assert!(database.set_email(lan.id, &new).await.unwrap());
    let read = database.person(lan.id).await.unwrap().unwrap();
    assert_eq!((read.email, read.confirmed_at), (new, None));
    assert_eq!(database.link(&reset.digest, at(60)).await.unwrap(), None);
}

async fn an_address_is_taken_once_and_then_no_account_is_left_behind(books: Books) {
    let first = signed_up(&books, "lan@example.com").await;
    let late = account(77);
    let twin = person(late.id, "lan@example.com");
    assert!(!books.database.sign_up(&late, &twin).await.unwrap());
    assert_eq!(books.database.account(late.id).await.unwrap(), None);
    assert_eq!(books.database.person_by_email(&first.email).await.unwrap().unwrap().id, first.id);
}

async fn many_who_sign_up_at_once_with_one_address_are_one(books: Books) {
    let mut tasks = JoinSet::new();
    for id in 100..108 {
        let database: Database = books.database.clone();
        tasks.spawn(async move {
            let account = account(id);
            database.sign_up(&account, &person(account.id, "lan@example.com")).await.unwrap()
        });
    }
    let outcomes = tasks.join_all().await;
    assert_eq!(outcomes.iter().filter(|added| **added).count(), 1);
}

async fn an_account_is_claimed_once(books: Books) {
    let (database, owner) = (&books.database, books.purse.account);
    let claim = link(LinkPurpose::ClaimAccount, owner, None);
    database.add_link(&claim).await.unwrap();
    let _ = signed_up(&books, "taken@example.com").await;
    assert!(
        !database.claim_account(&claim.digest, &person(owner, "taken@example.com"), at(20)).await.unwrap()
    );
    assert!(
        !database.claim_account(&claim.digest, &person(owner, "lan@example.com"), at(100)).await.unwrap()
    );
    let other = add_account(database, 9).await.account;
    assert!(!database.claim_account(&claim.digest, &person(other, "lan@example.com"), at(20)).await.unwrap());
    assert!(database.claim_account(&claim.digest, &person(owner, "lan@example.com"), at(20)).await.unwrap());
    assert!(
        !database.claim_account(&claim.digest, &person(owner, "minh@example.com"), at(20)).await.unwrap()
    );
    assert_eq!(database.people_of(owner).await.unwrap().len(), 1);
}

async fn a_new_password_ends_other_sessions_and_links(books: Books) {
    let (database, lan) = (&books.database, signed_up(&books, "lan@example.com").await);
    let minh = signed_up(&books, "minh@example.com").await;
    let (kept, ended, foreign) = (session(lan.id, 90), session(lan.id, 90), session(minh.id, 90));
    for one in [&kept, &ended, &foreign] {
        database.add_session(one).await.unwrap();
    }
    let reset = link(LinkPurpose::ResetPassword, lan.account, Some(lan.id));
    database.add_link(&reset).await.unwrap();
    database.set_password(lan.id, "new hash", Some(&kept.digest)).await.unwrap();
    assert_eq!(database.person(lan.id).await.unwrap().unwrap().password_hash, "new hash");
    assert_eq!(database.session(&ended.digest, at(20)).await.unwrap(), None);
    for one in [&kept, &foreign] {
        assert_eq!(database.session(&one.digest, at(20)).await.unwrap().as_ref(), Some(one));
    }
    assert_eq!(database.link(&reset.digest, at(20)).await.unwrap(), None);
    database.set_password(lan.id, "newer", None).await.unwrap();
    assert_eq!(database.session(&kept.digest, at(20)).await.unwrap(), None);
}

async fn a_new_second_factor_replaces_all_recovery_codes(books: Books) {
    let (database, lan) = (&books.database, signed_up(&books, "lan@example.com").await);
    let here = session(lan.id, 90);
    let there = session(lan.id, 90);
    database.add_session(&here).await.unwrap();
    database.add_session(&there).await.unwrap();
    let factor = SecondFactor { generation: 4, enabled_at: Some(at(30)), last_step: CodeStep(7) };
    let (old, new) = ([Digest([1; 32]), Digest([2; 32])], [Digest([3; 32])]);
    database.set_second_factor(lan.id, factor, &old, &here.digest).await.unwrap();
    database.set_second_factor(lan.id, factor, &new, &here.digest).await.unwrap();
    assert_eq!(database.person(lan.id).await.unwrap().unwrap().second_factor, factor);
    assert_eq!(database.recovery_codes_left(lan.id).await.unwrap(), 1);
    assert!(!database.use_recovery_code(lan.id, &old[0]).await.unwrap());
    assert!(database.session(&here.digest, at(20)).await.unwrap().is_some());
    assert!(database.session(&there.digest, at(20)).await.unwrap().is_none());
}

async fn codes_are_used_up(books: Books) {
    let (database, lan) = (&books.database, signed_up(&books, "lan@example.com").await);
    let here = session(lan.id, 90);
    let factor = SecondFactor { generation: 1, enabled_at: Some(at(30)), last_step: CodeStep(7) };
    database.set_second_factor(lan.id, factor, &[Digest([1; 32])], &here.digest).await.unwrap();
    for (step, good) in [(7, false), (8, true), (8, false), (6, false), (9, true)] {
        assert_eq!(database.use_code(lan.id, CodeStep(step)).await.unwrap(), good, "{step}");
    }
    assert!(database.use_recovery_code(lan.id, &Digest([1; 32])).await.unwrap());
    assert!(!database.use_recovery_code(lan.id, &Digest([1; 32])).await.unwrap());
}

async fn sessions_end_by_themselves_and_by_their_owner(books: Books) {
    let (database, lan) = (&books.database, signed_up(&books, "lan@example.com").await);
    let minh = signed_up(&books, "minh@example.com").await;
    let (one, two) = (session(lan.id, 50), session(lan.id, 90));
    database.add_session(&one).await.unwrap();
    database.add_session(&two).await.unwrap();
    assert_eq!(database.sessions_of(lan.id, at(20)).await.unwrap().len(), 2);
    assert_eq!(database.session(&one.digest, at(50)).await.unwrap(), None);
    database.touch_session(&one.digest, at(40), at(80)).await.unwrap();
    database.set_session_mode(&one.digest, KeyMode::Test).await.unwrap();
    let touched = Session { seen_at: at(40), expires_at: at(80), mode: KeyMode::Test, ..one.clone() };
    assert_eq!(database.session(&one.digest, at(50)).await.unwrap(), Some(touched.clone()));
    assert_eq!(
        database.sessions_of(lan.id, at(50)).await.unwrap(),
        vec![touched, two.clone()],
        "last used first"
    );
    database.end_session(minh.id, &one.digest).await.unwrap();
    assert!(database.session(&one.digest, at(50)).await.unwrap().is_some(), "it is not theirs");
    assert_eq!(database.end_sessions(lan.id, Some(&two.digest)).await.unwrap(), 1);
    assert_eq!(database.delete_ended(at(90), at(0)).await.unwrap(), 1);
    assert_eq!(database.sessions_of(lan.id, at(20)).await.unwrap(), Vec::new());
}

async fn a_link_is_used_once_and_replaced_by_a_newer_one(books: Books) {
    let (database, lan) = (&books.database, signed_up(&books, "lan@example.com").await);
    let older = link(LinkPurpose::ConfirmEmail, lan.account, Some(lan.id));
    let newer = link(LinkPurpose::ConfirmEmail, lan.account, Some(lan.id));
    let reset = link(LinkPurpose::ResetPassword, lan.account, Some(lan.id));
    for one in [&older, &newer, &reset] {
        database.add_link(one).await.unwrap();
    }
    assert_eq!(database.use_link(&older.digest, at(20)).await.unwrap(), None);
    assert_eq!(database.link(&newer.digest, at(20)).await.unwrap().as_ref(), Some(&newer));
    assert_eq!(database.use_link(&newer.digest, at(100)).await.unwrap(), None, "too late");
    assert_eq!(database.use_link(&newer.digest, at(20)).await.unwrap().as_ref(), Some(&newer));
    assert_eq!(database.use_link(&newer.digest, at(20)).await.unwrap(), None);
    assert_eq!(database.link(&reset.digest, at(20)).await.unwrap(), Some(reset));
}

async fn failures_are_counted_and_forgotten(books: Books) {
    let (database, subject) = (&books.database, Digest([9; 32]));
    assert_eq!(database.attempts(&subject).await.unwrap(), None);
    let mut tasks = JoinSet::new();
    for _ in 0..6 {
        let database: Database = database.clone();
        tasks.spawn(async move { database.note_failure(&subject, at(1_000_000)).await.unwrap() });
    }
    tasks.join_all().await;
    assert_eq!(database.attempts(&subject).await.unwrap().unwrap().failures, 6, "none is lost");
    let day_later = database.note_failure(&subject, at(1_000_000 + 24 * 3600 + 1)).await.unwrap();
    assert_eq!(day_later.failures, 1);
    database.delete_failures(&subject).await.unwrap();
    assert_eq!(database.attempts(&subject).await.unwrap(), None);
}
