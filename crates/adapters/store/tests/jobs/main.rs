//! What the store guarantees about articles, their jobs and their messages, on both databases.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod costs;
#[path = "../ledger_support/mod.rs"]
mod ledger_support;
mod publication;
mod support;
mod times;

use domain::api_keys::KeyMode;
use domain::articles::document::{Article, ArticleImage, ImageRole};
use domain::articles::order::ArticleInput;
use domain::articles::outline::SectionId;
use domain::articles::record::{Draft, PublicationStatus, Written};
use domain::articles::{ArticleId, ArticleStatus, Stage};
use domain::credits::Credits;
use domain::images::{ImageDetails, ImageFile, ImageFormat, ImageId, ImageStyle, Sanitisation, SourceType};
use domain::jobs::{DeliveryState, JobId, LeasedJob, NewJob, Task};
use domain::ledger::{Balance, Entry, PostingId, Purse, Refusal};
use ledger_support::{Books, add_account, at, balance, grant, on_both_databases, request};
use ports::articles::{Advance, Approval, Backlog};
use ports::{ArticleStore, Backlogs, JobChange, JobQueue, Ledger, LedgerError, Outbox};
use support::{RESERVED, capture, dossier, end, hold, lease, lease_at, order, order_of, written};

on_both_databases! {
    an_order_holds_and_enqueues_together
    an_order_that_is_refused_leaves_nothing
    a_purse_has_no_more_jobs_than_it_may
    a_job_belongs_to_one_worker
    who_lost_the_lease_settles_nothing
    an_article_ends_with_its_settlement
    a_failed_article_costs_nothing
    a_cancelled_job_is_over_for_its_worker
    purses_take_turns
    the_backlog_is_counted
    a_job_that_waits_for_its_customer_is_not_leased
    progress_is_shown_only_by_the_worker_who_has_the_job
    steps_are_kept_once_and_only_by_whoever_has_the_job
    a_further_job_needs_the_article_to_be_idle
    what_was_set_aside_is_summed_over_an_articles_jobs
}

async fn an_order_holds_and_enqueues_together(books: Books) {
    grant(&books.ledger, books.purse, 20_000).await;
    let (article, job) = order(&books, books.purse).await;
    assert_eq!(books.ledger.balance(books.purse).await.unwrap(), balance(5_000, RESERVED));
    let record = books.database.article(books.purse, article).await.unwrap().unwrap();
    assert_eq!((record.status, record.stage, record.version), (ArticleStatus::Processing, Stage::Queued, 1));
    assert_eq!(record.reserved, Credits::new(RESERVED));
    assert_eq!(record.order, ArticleInput::new("cold brew coffee".to_owned()));
    assert_eq!(record.publication.status, PublicationStatus::Pending);
    let leased = lease(&books, 10).await;
    assert_eq!(leased.iter().map(|leased| leased.id).collect::<Vec<_>>(), [job]);
    assert_eq!((leased[0].attempts, &leased[0].task, leased[0].deadline), (1, &Task::Write, at(3_600)));
    let stranger = Purse { mode: KeyMode::Test, ..books.purse };
    assert_eq!(books.database.article(stranger, article).await.unwrap(), None);
}

async fn the_backlog_is_counted(books: Books) {
    let counted = async |second| books.database.backlog(at(second)).await.unwrap();
    assert_eq!(counted(0).await, Backlog::default());
    grant(&books.ledger, books.purse, 2 * RESERVED).await;
    order(&books, books.purse).await;
    order(&books, books.purse).await;
    let before = counted(10).await;
    assert_eq!((before.waiting, before.under_way, before.later, before.messages), (2, 0, 0, 0));
    assert!(before.waiting_since.is_some_and(|since| since <= at(10)));
    assert_eq!(books.database.lease_jobs(lease_at(10, 1)).await.unwrap().len(), 1);
    let during = counted(20).await;
    assert_eq!((during.waiting, during.under_way, during.later), (1, 1, 0));
}

async fn an_order_that_is_refused_leaves_nothing(books: Books) {
    grant(&books.ledger, books.purse, RESERVED - 1).await;
    let change = order_of(ArticleId::generate(), JobId::generate());
    let refused = books.ledger.post_job(request(books.purse, hold()), change, None).await.unwrap_err();
    assert!(matches!(refused, LedgerError::Refused(Refusal::InsufficientCredits { .. })), "{refused}");
    assert_eq!(lease(&books, 10).await, []);
    assert_eq!(books.database.articles(books.purse, None, None, 10).await.unwrap(), []);
}

async fn a_purse_has_no_more_jobs_than_it_may(books: Books) {
    grant(&books.ledger, books.purse, 10 * RESERVED).await;
    let calls = (0..5).map(|_| {
        let change = order_of(ArticleId::generate(), JobId::generate());
        books.ledger.post_job(request(books.purse, hold()), change, None)
    });
    let outcomes = futures_util::future::join_all(calls).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 3);
    for refused in outcomes.into_iter().filter_map(Result::err) {
        assert!(matches!(refused, LedgerError::TooManyJobs { open: 3 }), "{refused}");
    }
    assert_eq!(books.ledger.balance(books.purse).await.unwrap().held, Credits::new(3 * RESERVED));
}

async fn a_job_belongs_to_one_worker(books: Books) {
    grant(&books.ledger, books.purse, RESERVED).await;
    order(&books, books.purse).await;
    let workers = (0..8).map(|_| lease(&books, 10));
    let of_each = futures_util::future::join_all(workers).await;
    let leased: Vec<_> = of_each.into_iter().flatten().collect();
    assert_eq!(leased.len(), 1);
    let job = &leased[0];
    assert!(books.database.renew_job(job.id, job.token, at(70)).await.unwrap());
    assert_eq!(lease(&books, 69).await, []);
    let again = lease(&books, 70).await;
    assert_eq!((again[0].id, again[0].attempts), (job.id, 2));
    assert!(!books.database.renew_job(job.id, job.token, at(200)).await.unwrap());
}

async fn who_lost_the_lease_settles_nothing(books: Books) {
    grant(&books.ledger, books.purse, RESERVED).await;
    order(&books, books.purse).await;
    let first = lease(&books, 10).await.remove(0);
    let second = lease(&books, 40).await.remove(0);
    let late = books
        .ledger
        .post_job(
            request(books.purse, capture(&first, 9_000)),
            end(&first, ArticleStatus::Completed, Some(first.token)),
            None,
        )
        .await
        .unwrap_err();
    assert!(matches!(late, LedgerError::JobLost), "{late}");
    assert_eq!(books.ledger.balance(books.purse).await.unwrap(), balance(0, RESERVED));
    let change = end(&second, ArticleStatus::Completed, Some(second.token));
    books.ledger.post_job(request(books.purse, capture(&second, 9_000)), change.clone(), None).await.unwrap();
    let twice =
        books.ledger.post_job(request(books.purse, capture(&second, 1)), change, None).await.unwrap_err();
    assert!(matches!(twice, LedgerError::JobLost), "{twice}");
    assert_eq!(books.ledger.balance(books.purse).await.unwrap(), balance(6_000, 0));
}

async fn an_article_ends_with_its_settlement(books: Books) {
    grant(&books.ledger, books.purse, RESERVED).await;
    let (article, _) = order(&books, books.purse).await;
    let job = lease(&books, 10).await.remove(0);
    books.database.keep_step(&job, "outline", &[1; 32], "{}", at(11)).await.unwrap();
    let (image, unused) = (add_picture(&books, article).await, add_picture(&books, article).await);
    assert_eq!(ports::ImageStore::image(&books.database, books.purse, image).await.unwrap(), None);
    let mut change = end(&job, ArticleStatus::Completed, Some(job.token));
    let JobChange::End { outcome, .. } = &mut change else { unreachable!("the change is an end") };
    let text = Written { article: Article { images: vec![placed(image)], ..written().article }, ..written() };
    outcome.written = Some(text.clone());
    books.ledger.post_job(request(books.purse, capture(&job, 12_345)), change, None).await.unwrap();
    let record = books.database.article(books.purse, article).await.unwrap().unwrap();
    assert_eq!((record.status, record.progress, record.version), (ArticleStatus::Completed, 100, 2));
    assert_eq!((record.charged, record.finished_at), (Credits::new(12_345), Some(at(100))));
    assert_eq!(record.publication.status, PublicationStatus::Published);
    assert_eq!(record.title.as_deref(), Some("Cold Brew Coffee"));
    assert_eq!(books.database.written(article).await.unwrap(), Some(text));
    assert_eq!(books.database.job_of(books.purse, article).await.unwrap(), None);
    assert_eq!(books.database.step(article, "outline", &[1; 32]).await.unwrap(), None);
    let told = books.database.messages_of(article).await.unwrap();
    assert_eq!((told.len(), told[0].state), (1, DeliveryState::Pending));
    let paid = ports::ImageStore::image(&books.database, books.purse, image).await.unwrap();
    assert!(paid.is_some(), "the article paid for its picture");
    assert_eq!(ports::ImageStore::image(&books.database, books.purse, unused).await.unwrap(), None);
    assert_eq!(books.ledger.balance(books.purse).await.unwrap(), balance(2_655, 0));
    assert_eq!(books.ledger.audit().await.unwrap(), []);
}

fn placed(id: ImageId) -> ArticleImage {
    ArticleImage {
        id,
        role: ImageRole::Hero,
        url: "https://example.com/media/a.webp".to_owned(),
        alt: "A jug of cold brew".to_owned(),
        caption: None,
        width: 1,
        height: 1,
        media_type: "image/webp".to_owned(),
        source_type: SourceType::AlgorithmicMedia,
        depicts: vec!["jug".to_owned()],
        charged: true,
        variants: Vec::new(),
    }
}

/// An image that names its article before the article is paid for.
async fn add_picture(books: &Books, article: ArticleId) -> ImageId {
    let image = domain::images::Image {
        id: ImageId::generate(),
        purse: books.purse,
        settlement: PostingId::from(article.as_uuid()),
        created_at: at(20),
        payable_until: Some(at(7_200)),
        details: ImageDetails {
            prompt: "a jug of cold brew".to_owned(),
            alt: "A jug of cold brew".to_owned(),
            depicts: vec!["jug".to_owned()],
            language: "en".to_owned(),
            engine: "builtin".to_owned(),
            model: "builtin".to_owned(),
            seed: None,
            style: ImageStyle::Flat,
            format: ImageFormat::Webp,
            source_type: SourceType::AlgorithmicMedia,
            sanitisation: Sanitisation::NOT_LOOKED,
            file: ImageFile { key: "a/b/c.webp".to_owned(), width: 1, height: 1, bytes: 1 },
            variants: Vec::new(),
        },
    };
    ports::ImageStore::add_image(&books.database, &image).await.unwrap();
    image.id
}

async fn a_failed_article_costs_nothing(books: Books) {
    grant(&books.ledger, books.purse, RESERVED).await;
    let (article, _) = order(&books, books.purse).await;
    let job = lease(&books, 10).await.remove(0);
    let change = end(&job, ArticleStatus::Failed, Some(job.token));
    let void = Entry::Void { hold: job.hold };
    books.ledger.post_job(request(books.purse, void), change, None).await.unwrap();
    let record = books.database.article(books.purse, article).await.unwrap().unwrap();
    assert_eq!((record.status, record.charged), (ArticleStatus::Failed, Credits::ZERO));
    assert_eq!(record.problem.unwrap().code, "upstream_failed");
    assert_eq!(books.ledger.balance(books.purse).await.unwrap(), balance(RESERVED, 0));
}

async fn a_cancelled_job_is_over_for_its_worker(books: Books) {
    grant(&books.ledger, books.purse, RESERVED).await;
    let (article, _) = order(&books, books.purse).await;
    let job = lease(&books, 10).await.remove(0);
    let void = Entry::Void { hold: job.hold };
    let change = end(&job, ArticleStatus::Cancelled, None);
    books.ledger.post_job(request(books.purse, void), change, None).await.unwrap();
    assert!(!books.database.renew_job(job.id, job.token, at(70)).await.unwrap());
    let change = end(&job, ArticleStatus::Completed, Some(job.token));
    let late = books.ledger.post_job(request(books.purse, capture(&job, 1)), change, None).await.unwrap_err();
    assert!(matches!(late, LedgerError::JobLost), "{late}");
    let record = books.database.article(books.purse, article).await.unwrap().unwrap();
    assert_eq!(record.status, ArticleStatus::Cancelled);
    assert_eq!(books.ledger.balance(books.purse).await.unwrap(), balance(RESERVED, 0));
    let other = add_account(&books.database, 2).await;
    let foreign = end(&job, ArticleStatus::Cancelled, None);
    let refused = books.ledger.post_job(request(other, void), foreign, None).await.unwrap_err();
    assert!(matches!(refused, LedgerError::JobLost), "{refused}");
}

async fn purses_take_turns(books: Books) {
    let other = add_account(&books.database, 2).await;
    grant(&books.ledger, books.purse, 3 * RESERVED).await;
    grant(&books.ledger, other, RESERVED).await;
    for _ in 0..3 {
        order(&books, books.purse).await;
    }
    order(&books, other).await;
    let first = books.database.lease_jobs(lease_at(10, 2)).await.unwrap();
    let mut purses: Vec<_> = first.iter().map(|job| job.purse).collect();
    purses.sort();
    assert_eq!(purses, [books.purse, other], "the purse with many jobs does not keep the other waiting");
    let second = lease(&books, 11).await;
    assert_eq!(second.len(), 1, "a purse has at most two jobs worked on at once");
    assert_eq!(lease(&books, 12).await, []);
}

async fn a_job_that_waits_for_its_customer_is_not_leased(books: Books) {
    grant(&books.ledger, books.purse, RESERVED).await;
    let (article, _) = order(&books, books.purse).await;
    let draft = Draft::default();
    let approval = |second| Approval { draft: &draft, at: at(second), deadline: at(second + 60) };
    assert!(!books.database.approve(article, &approval(9)).await.unwrap(), "it does not wait");
    let job = lease(&books, 10).await.remove(0);
    let waits = Advance { stage: Stage::Approval, progress: 15, draft: &draft, at: at(12) };
    assert!(books.database.advance(&job, &waits).await.unwrap());
    assert!(!books.database.approve(article, &approval(13)).await.unwrap(), "its worker is still at it");
    assert!(books.database.give_back_job(job.id, job.token, at(5_000)).await.unwrap());
    assert_eq!(lease(&books, 1_000).await, []);
    assert!(books.database.approve(article, &approval(1_001)).await.unwrap());
    assert!(!books.database.approve(article, &approval(1_002)).await.unwrap(), "approved already");
    let woken = lease(&books, 1_001).await;
    assert_eq!((woken.len(), woken[0].deadline, woken[0].attempts), (1, at(1_061), 1));
    assert_eq!(books.database.draft(article).await.unwrap(), Some(draft));
}

async fn progress_is_shown_only_by_the_worker_who_has_the_job(books: Books) {
    grant(&books.ledger, books.purse, RESERVED).await;
    let (article, _) = order(&books, books.purse).await;
    let job = lease(&books, 10).await.remove(0);
    let draft = Draft::default();
    let advance = Advance { stage: Stage::Writing, progress: 40, draft: &draft, at: at(12) };
    assert!(books.database.advance(&job, &advance).await.unwrap());
    let record = books.database.article(books.purse, article).await.unwrap().unwrap();
    assert_eq!((record.stage, record.progress, record.version), (Stage::Writing, 40, 2));
    lease(&books, 50).await;
    assert!(!books.database.advance(&job, &advance).await.unwrap());
}

async fn steps_are_kept_once_and_only_by_whoever_has_the_job(books: Books) {
    grant(&books.ledger, books.purse, RESERVED).await;
    let (article, _) = order(&books, books.purse).await;
    let steps = &books.database;
    let late = lease(&books, 10).await.remove(0);
    let job = lease(&books, 50).await.remove(0);
    let keep = async |job: &LeasedJob, input: u8, output: &str| {
        steps.keep_step(job, "outline", &[input; 32], output, at(51)).await.unwrap()
    };
    assert_eq!(keep(&late, 1, "late").await, None, "the job belongs to somebody else");
    assert_eq!(steps.step(article, "outline", &[1; 32]).await.unwrap(), None);
    assert_eq!(keep(&job, 1, "first").await.as_deref(), Some("first"));
    assert_eq!(keep(&job, 1, "second").await.as_deref(), Some("first"));
    assert_eq!(keep(&job, 2, "other").await.as_deref(), Some("other"));
    assert_eq!(steps.step(article, "outline", &[1; 32]).await.unwrap().as_deref(), Some("first"));
    let change = end(&job, ArticleStatus::Cancelled, None);
    books.ledger.post_job(request(books.purse, Entry::Void { hold: job.hold }), change, None).await.unwrap();
    assert_eq!(keep(&job, 3, "too late").await, None, "the job is over");
    for input in 1..=3 {
        assert_eq!(steps.step(article, "outline", &[input; 32]).await.unwrap(), None);
    }
}

async fn a_further_job_needs_the_article_to_be_idle(books: Books) {
    grant(&books.ledger, books.purse, 2 * RESERVED).await;
    let (article, _) = order(&books, books.purse).await;
    let follow = || JobChange::Follow {
        job: NewJob { id: JobId::generate(), article, task: Task::Write, deadline: at(3_600) },
        most_open: 3,
    };
    let busy = books.ledger.post_job(request(books.purse, hold()), follow(), None).await.unwrap_err();
    assert!(matches!(busy, LedgerError::JobUnderWay), "{busy}");
    let job = lease(&books, 10).await.remove(0);
    let change = end(&job, ArticleStatus::Completed, Some(job.token));
    books.ledger.post_job(request(books.purse, capture(&job, 1)), change, None).await.unwrap();
    books.ledger.post_job(request(books.purse, hold()), follow(), None).await.unwrap();
    assert_eq!(lease(&books, 20).await.len(), 1);
    let held = books.ledger.balance(books.purse).await.unwrap();
    assert_eq!(held, Balance { available: Credits::new(RESERVED - 1), held: Credits::new(RESERVED) });
}

async fn what_was_set_aside_is_summed_over_an_articles_jobs(books: Books) {
    grant(&books.ledger, books.purse, 3 * RESERVED).await;
    let (article, _) = order(&books, books.purse).await;
    let sums = async || {
        let record = books.database.article(books.purse, article).await.unwrap().unwrap();
        (record.reserved.as_i64(), record.charged.as_i64())
    };
    let job = lease(&books, 10).await.remove(0);
    assert_eq!(job.held, Credits::new(RESERVED));
    let change = end(&job, ArticleStatus::Completed, Some(job.token));
    books.ledger.post_job(request(books.purse, capture(&job, 9_000)), change, None).await.unwrap();
    assert_eq!(sums().await, (RESERVED, 9_000));
    assert_eq!(books.database.dossier(article).await.unwrap(), Some(dossier()));
    for (second, entry, expected) in [
        (20, capture as fn(&LeasedJob, i64) -> Entry, (2 * RESERVED, 9_500)),
        (30, |job, _| Entry::Void { hold: job.hold }, (3 * RESERVED, 9_500)),
    ] {
        let task = Task::Section(SectionId::top(1));
        let job = NewJob { id: JobId::generate(), article, task, deadline: at(3_600) };
        let follow = JobChange::Follow { job, most_open: 3 };
        books.ledger.post_job(request(books.purse, hold()), follow, None).await.unwrap();
        let job = lease(&books, second).await.remove(0);
        let change = end(&job, ArticleStatus::Completed, Some(job.token));
        books.ledger.post_job(request(books.purse, entry(&job, 500)), change, None).await.unwrap();
        assert_eq!(sums().await, expected);
    }
}
