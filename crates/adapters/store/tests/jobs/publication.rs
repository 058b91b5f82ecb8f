//! Slugs of articles, their publication, and the messages about them.

use std::time::Duration;

use crate::ledger_support::{Books, at, grant, on_both_databases, request};
use crate::support::{RESERVED, capture, end, hold, lease, message, order, written};
use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::articles::outline::SectionId;
use domain::articles::record::PublicationStatus;
use domain::articles::versions::MOST_VERSIONS;
use domain::articles::{ArticleId, ArticleStatus};
use domain::jobs::{DeliveryState, JobId, NewJob, Task};
use domain::ledger::Purse;
use ports::articles::{ArticleEdit, Attempt, EditOutcome, MostMessages, Next, PublicationChange};
use ports::{ArticleStore, JobChange, Ledger, Outbox};

on_both_databases! {
    addresses_are_given_once
    publication_happens_once
    what_is_taken_down_is_gone_from_all_lists
    edits_overwrite_nothing_that_they_have_not_seen
    the_first_and_the_latest_versions_are_kept
    an_edit_takes_no_address_of_another_article
    messages_of_purses_take_turns
    messages_are_sent_by_one_sender
}

/// Ten messages of any purse.
const MANY: MostMessages = MostMessages { in_all: 10, of_one_purse: 10 };

async fn addresses_are_given_once(books: Books) {
    grant(&books.ledger, books.purse, 3 * RESERVED).await;
    let (first, _) = order(&books, books.purse).await;
    let (second, _) = order(&books, books.purse).await;
    let (third, _) = order(&books, books.purse).await;
    assert_eq!(books.database.claim_slug(first, "tea").await.unwrap(), "tea");
    assert_eq!(books.database.claim_slug(first, "tea").await.unwrap(), "tea");
    assert_eq!(books.database.claim_slug(first, "coffee").await.unwrap(), "tea", "an address stays");
    let (a, b) =
        tokio::join!(books.database.claim_slug(second, "tea"), books.database.claim_slug(third, "tea"));
    let mut slugs = [a.unwrap(), b.unwrap()];
    slugs.sort();
    assert_eq!(slugs, ["tea-2", "tea-3"]);
}

async fn publication_happens_once(books: Books) {
    grant(&books.ledger, books.purse, RESERVED).await;
    let (article, _) = order(&books, books.purse).await;
    let publish = PublicationChange { status: PublicationStatus::Published, reason: None };
    let note = |second| (message(books.purse, article), at(second));
    let (early, when) = note(5);
    let done = books.database.set_publication(article, &publish, &[early], when).await.unwrap();
    assert!(!done, "it is not written yet");
    let job = lease(&books, 10).await.remove(0);
    let JobChange::End { job: id, token, mut outcome } = end(&job, ArticleStatus::Completed, Some(job.token))
    else {
        unreachable!("the change is an end")
    };
    outcome.publication =
        Some(PublicationChange { status: PublicationStatus::Held, reason: Some("too short".to_owned()) });
    outcome.messages.clear();
    let change = JobChange::End { job: id, token, outcome };
    books.ledger.post_job(request(books.purse, capture(&job, 1)), change, None).await.unwrap();
    books.database.claim_slug(article, "tea").await.unwrap();
    assert_eq!(books.database.published("tea").await.unwrap(), None);
    for (expected, second) in [(true, 200), (false, 201)] {
        let (message, when) = note(second);
        let done = books.database.set_publication(article, &publish, &[message], when).await.unwrap();
        assert_eq!(done, expected);
    }
    assert_eq!(books.database.messages_of(article).await.unwrap().len(), 1);
    let page = books.database.published("tea").await.unwrap().unwrap();
    assert_eq!((page.id, page.publication.published_at), (article, Some(at(200))));
    assert_eq!(books.database.published("coffee").await.unwrap(), None);
    let pages = books.database.published_pages(KeyMode::Live, 0, 10).await.unwrap();
    assert_eq!(pages.iter().map(|page| page.slug.as_str()).collect::<Vec<_>>(), ["tea"]);
}

/// A finished article with the slug `tea`.
async fn published(books: &Books) -> ArticleId {
    grant(&books.ledger, books.purse, RESERVED).await;
    let (article, _) = order(books, books.purse).await;
    let job = lease(books, 10).await.remove(0);
    let change = end(&job, ArticleStatus::Completed, Some(job.token));
    books.ledger.post_job(request(books.purse, capture(&job, 1)), change, None).await.unwrap();
    books.database.claim_slug(article, "tea").await.unwrap();
    article
}

async fn what_is_taken_down_is_gone_from_all_lists(books: Books) {
    let article = published(&books).await;
    assert_eq!(books.database.count_published(KeyMode::Live).await.unwrap(), 1);
    let told = books.database.messages_of(article).await.unwrap().len();
    let reason = Some("taken down".to_owned());
    let change = PublicationChange { status: PublicationStatus::Disabled, reason: reason.clone() };
    for (expected, second) in [(true, 200), (false, 201)] {
        let message = message(books.purse, article);
        let done = books.database.set_publication(article, &change, &[message], at(second)).await.unwrap();
        assert_eq!(done, expected);
    }
    assert_eq!(books.database.messages_of(article).await.unwrap().len(), told + 1, "told once");
    assert_eq!(books.database.published("tea").await.unwrap(), None);
    assert_eq!(books.database.published_pages(KeyMode::Live, 0, 10).await.unwrap(), []);
    assert_eq!(books.database.count_published(KeyMode::Live).await.unwrap(), 0);
    let record = books.database.article(books.purse, article).await.unwrap().unwrap();
    assert_eq!((record.publication.reason, record.publication.slug.as_deref()), (reason, Some("tea")));
    let again = PublicationChange { status: PublicationStatus::Published, reason: None };
    assert!(books.database.set_publication(article, &again, &[], at(300)).await.unwrap());
    assert_eq!(
        books.database.published("tea").await.unwrap().unwrap().publication.published_at,
        Some(at(300))
    );
}

async fn edits_overwrite_nothing_that_they_have_not_seen(books: Books) {
    let article = published(&books).await;
    let record = books.database.article(books.purse, article).await.unwrap().unwrap();
    let mut written = written();
    "Tea".clone_into(&mut written.article.title);
    "All about tea.".clone_into(&mut written.article.meta_description);
    "tea".clone_into(&mut written.article.slug);
    let changes = ["title".to_owned()];
    let edit = |version| ArticleEdit {
        written: &written,
        version,
        reason: None,
        by: Some("anna@example.com"),
        changes: &changes,
        restored_from: None,
        at: at(200),
    };
    let stranger = Purse { mode: KeyMode::Test, ..books.purse };
    let keep = async |purse, version| {
        let outcome = books.database.keep_edit(purse, article, &edit(version)).await.unwrap();
        outcome == EditOutcome::Kept
    };
    assert!(!keep(stranger, record.version).await, "it is somebody else's");
    assert!(!keep(books.purse, record.version - 1).await, "it has changed meanwhile");
    assert!(keep(books.purse, record.version).await);
    assert!(!keep(books.purse, record.version).await, "it was changed by the edit itself");
    let edited = books.database.article(books.purse, article).await.unwrap().unwrap();
    assert_eq!((edited.title.as_deref(), edited.version), (Some("Tea"), record.version + 1));
    assert_eq!(books.database.written(article).await.unwrap().unwrap(), written);
    let pages = books.database.published_pages(KeyMode::Live, 0, 10).await.unwrap();
    assert_eq!((pages[0].title.as_str(), pages[0].updated_at), ("Tea", at(200)));

    grant(&books.ledger, books.purse, RESERVED).await;
    let job = NewJob {
        id: JobId::generate(),
        article,
        task: Task::Section(SectionId::top(1)),
        deadline: at(3_600),
    };
    let follow = JobChange::Follow { job, most_open: 3 };
    books.ledger.post_job(request(books.purse, hold()), follow, None).await.unwrap();
    assert!(!keep(books.purse, edited.version).await, "a section is being written anew");
}

async fn the_first_and_the_latest_versions_are_kept(books: Books) {
    let article = published(&books).await;
    assert_eq!(books.database.article_versions(article).await.unwrap(), []);
    let before = books.database.written(article).await.unwrap().unwrap();
    let mut written = before.clone();
    for number in 2..=MOST_VERSIONS + 2 {
        let record = books.database.article(books.purse, article).await.unwrap().unwrap();
        written.article.title = format!("Version {number}");
        let edit = ArticleEdit {
            written: &written,
            version: record.version,
            reason: None,
            by: Some("anna@example.com"),
            changes: &["title".to_owned()],
            restored_from: (number == 3).then_some(1),
            at: at(200 + i64::from(number)),
        };
        let kept = books.database.keep_edit(books.purse, article, &edit).await.unwrap();
        assert_eq!(kept, EditOutcome::Kept);
        if number == 3 {
            let versions = books.database.article_versions(article).await.unwrap();
            let told: Vec<_> =
                versions.iter().map(|it| (it.number, it.by.as_deref(), it.restored_from)).collect();
            let anna = Some("anna@example.com");
            assert_eq!(told, [(3, anna, Some(1)), (2, anna, None), (1, None, None)]);
            assert_eq!(
                (versions[0].at, versions[0].changes.as_slice()),
                (at(203), &["title".to_owned()][..])
            );
        }
    }
    let versions = books.database.article_versions(article).await.unwrap();
    let numbers: Vec<u32> = versions.iter().map(|version| version.number).collect();
    let kept: Vec<u32> = (4..=MOST_VERSIONS + 2).rev().chain([1]).collect();
    assert_eq!(numbers, kept);
    let text = async |number| books.database.written_version(article, number).await.unwrap();
    assert_eq!(text(1).await, Some(before));
    assert_eq!(text(2).await, None);
    assert_eq!(text(MOST_VERSIONS + 2).await, Some(written));
}

async fn an_edit_takes_no_address_of_another_article(books: Books) {
    let article = published(&books).await;
    grant(&books.ledger, books.purse, RESERVED).await;
    let (other, _) = order(&books, books.purse).await;
    books.database.claim_slug(other, "coffee").await.unwrap();
    let record = books.database.article(books.purse, article).await.unwrap().unwrap();
    let mut written = written();
    "coffee".clone_into(&mut written.article.slug);
    let edit = ArticleEdit {
        written: &written,
        version: record.version,
        reason: None,
        by: None,
        changes: &[],
        restored_from: None,
        at: at(200),
    };
    let outcome = books.database.keep_edit(books.purse, article, &edit).await.unwrap();
    assert_eq!(outcome, EditOutcome::SlugTaken);
    assert_eq!(books.database.article_versions(article).await.unwrap(), [], "nothing is kept");
}

async fn messages_of_purses_take_turns(books: Books) {
    let other = Purse { mode: KeyMode::Test, ..books.purse };
    for (purse, articles) in [(books.purse, 3), (other, 1)] {
        grant(&books.ledger, purse, articles * RESERVED).await;
        for _ in 0..articles {
            order(&books, purse).await;
        }
    }
    for job in lease(&books, 10).await {
        let change = end(&job, ArticleStatus::Completed, Some(job.token));
        books.ledger.post_job(request(job.purse, capture(&job, 1)), change, None).await.unwrap();
    }
    let most = MostMessages { in_all: 3, of_one_purse: 2 };
    let owners = async || {
        let leased = books.database.lease_messages(at(100), at(130), most).await.unwrap();
        let of = |purse| leased.iter().filter(|leased| leased.message.purse == purse).count();
        (of(books.purse), of(other))
    };
    assert_eq!(owners().await, (2, 1), "nobody waits for all of somebody else's");
    assert_eq!(owners().await, (0, 0), "two of one are being sent, and the other has no more");
}

async fn messages_are_sent_by_one_sender(books: Books) {
    grant(&books.ledger, books.purse, RESERVED).await;
    let (article, _) = order(&books, books.purse).await;
    let job = lease(&books, 10).await.remove(0);
    let change = end(&job, ArticleStatus::Completed, Some(job.token));
    books.ledger.post_job(request(books.purse, capture(&job, 1)), change, None).await.unwrap();
    let outbox = &books.database;
    assert_eq!(outbox.lease_messages(at(99), at(130), MANY).await.unwrap(), [], "not due yet");
    let senders = (0..8).map(|_| outbox.lease_messages(at(100), at(130), MANY));
    let of_each = futures_util::future::try_join_all(senders).await.unwrap();
    let leased: Vec<_> = of_each.into_iter().flatten().collect();
    assert_eq!(leased.len(), 1);
    let (id, token) = (leased[0].message.id, leased[0].token);
    let attempt = |next, at: Timestamp| Attempt {
        next,
        http_status: Some(503),
        problem: None,
        at,
        took: Duration::from_millis(20),
        gone: false,
        messages: Vec::new(),
    };
    let again = attempt(Next::Again(at(500)), at(101));
    assert!(outbox.record_attempt(id, token, &again).await.unwrap());
    assert_eq!(outbox.lease_messages(at(499), at(530), MANY).await.unwrap(), []);
    let second = outbox.lease_messages(at(500), at(530), MANY).await.unwrap().remove(0);
    assert_eq!(second.attempts, 2);
    assert!(!outbox.record_attempt(id, token, &again).await.unwrap(), "the first lease is over");
    let accepted = attempt(Next::Accepted, at(501));
    assert!(outbox.record_attempt(id, second.token, &accepted).await.unwrap());
    assert_eq!(outbox.lease_messages(at(9_999), at(10_000), MANY).await.unwrap(), []);
    let told = outbox.messages_of(article).await.unwrap();
    assert_eq!((told[0].state, told[0].attempts), (DeliveryState::Accepted, 2));
}
