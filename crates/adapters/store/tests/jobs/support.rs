//! Requests, jobs and their ends to test with.

use std::time::Duration;

use crate::ledger_support::{Books, at, request};
use domain::articles::document::Article;
use domain::articles::order::ArticleInput;
use domain::articles::outline::Outline;
use domain::articles::quality::Quality;
use domain::articles::record::{
    Dossier, Generation, Problem, PublicationStatus, ReviewStatus, Tier, Written,
};
use domain::articles::research::{Grounding, Research};
use domain::articles::{ArticleId, ArticleStatus};
use domain::credits::Credits;
use domain::jobs::{Audience, EventId, Fence, JobId, LeasedJob, NewJob, OutboxMessage, Task};
use domain::ledger::{Entry, Purse};
use domain::locale::Language;
use domain::webhooks::endpoints::EventKind;
use ports::articles::{JobOutcome, Lease, NewArticle, PublicationChange};
use ports::{JobChange, JobQueue, Ledger};

pub(crate) const RESERVED: i64 = 15_000;

pub(crate) fn order_of(article: ArticleId, job: JobId) -> JobChange {
    let order = ArticleInput::new("cold brew coffee".to_owned());
    JobChange::Order {
        article: Box::new(NewArticle { id: article, order, maker: None, at: at(10) }),
        job: NewJob { id: job, article, task: Task::Write, deadline: at(3_600) },
        most_open: 3,
    }
}

pub(crate) fn hold() -> Entry {
    Entry::Hold { amount: Credits::new(RESERVED), until: None }
}

pub(crate) async fn order(books: &Books, purse: Purse) -> (ArticleId, JobId) {
    let (article, job) = (ArticleId::generate(), JobId::generate());
    books.ledger.post_job(request(purse, hold()), order_of(article, job), None).await.unwrap();
    (article, job)
}

pub(crate) fn lease_at(second: i64, most: u32) -> Lease {
    Lease { now: at(second), lasts: Duration::from_secs(30), most, most_per_purse: 2 }
}

pub(crate) async fn lease(books: &Books, second: i64) -> Vec<LeasedJob> {
    books.database.lease_jobs(lease_at(second, 10)).await.unwrap()
}

pub(crate) fn written() -> Written {
    Written {
        article: Article {
            focus_keyword: "cold brew coffee".to_owned(),
            title: "Cold Brew Coffee".to_owned(),
            slug: "cold-brew-coffee".to_owned(),
            ..Article::empty(Language::ENGLISH)
        },
        quality: Quality::default(),
        judgement: None,
        generation: Generation {
            engine: "test".to_owned(),
            model: "test".to_owned(),
            prompt_version: "1".to_owned(),
            tier: Tier::Standard,
        },
        grounding: Grounding::Search,
        words: 2_000,
        characters: 12_000,
        warnings: Vec::new(),
        unused: Vec::new(),
    }
}

pub(crate) fn dossier() -> Dossier {
    let outline = Outline {
        title: "Cold Brew Coffee".to_owned(),
        introduction_words: 100,
        sections: Vec::new(),
        questions: Vec::new(),
        question_words: 100,
        conclusion_words: 100,
        ..Outline::default()
    };
    Dossier { outline, research: Research::default() }
}

pub(crate) fn message(purse: Purse, article: ArticleId) -> OutboxMessage {
    OutboxMessage {
        event: EventId::generate(),
        kind: Some(EventKind::ArticleCompleted),
        article: Some(article),
        purse,
        to: Audience::Address("https://example.com/hook".to_owned()),
        body: "{}".to_owned(),
        created_at: at(100),
    }
}

pub(crate) fn end(job: &LeasedJob, status: ArticleStatus, token: Option<Fence>) -> JobChange {
    let done = status == ArticleStatus::Completed;
    let problem = Problem { code: "upstream_failed".to_owned(), message: "nobody answered".to_owned() };
    let outcome = JobOutcome {
        article: job.article,
        status,
        written: done.then(written),
        dossier: done.then(dossier),
        brief: None,
        problem: (status == ArticleStatus::Failed).then_some(problem),
        publication: done.then_some(PublicationChange { status: PublicationStatus::Published, reason: None }),
        review: ReviewStatus::NotNeeded,
        messages: vec![message(job.purse, job.article)],
        at: at(100),
    };
    JobChange::End { job: job.id, token, outcome: Box::new(outcome) }
}

pub(crate) fn capture(job: &LeasedJob, amount: i64) -> Entry {
    Entry::Capture { hold: job.hold, amount: Credits::new(amount) }
}
