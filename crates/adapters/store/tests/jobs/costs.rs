//! What articles cost the operator.

use crate::ledger_support::{Books, add_account, at, grant, on_both_databases, request};
use crate::support::{RESERVED, capture, end, lease, order};
use domain::api_keys::KeyMode;
use domain::articles::ArticleStatus;
use domain::articles::spending::Spending;
use domain::credits::Credits;
use domain::ledger::Purse;
use ports::articles::CostTotal;
use ports::{ArticleCosts, JobQueue, Ledger};

on_both_databases! {
    what_an_article_costs_adds_up
    articles_of_everybody_are_listed_with_price_and_cost
    a_total_is_of_one_mode_and_time
}

fn spent(calls: u32) -> Spending {
    Spending {
        calls,
        retries: 1,
        input_tokens: 5_000_000_000,
        output_tokens: 300,
        nanodollars: 7,
        unpriced: 0,
    }
}

fn twice(spending: Spending) -> Spending {
    let mut sum = spending;
    sum += spending;
    sum
}

async fn what_an_article_costs_adds_up(books: Books) {
    grant(&books.ledger, books.purse, RESERVED).await;
    let (article, _) = order(&books, books.purse).await;
    let listed = async || books.database.article_costs(None, 10).await.unwrap().remove(0).spending;
    assert_eq!(listed().await, None, "no engine was called");
    for second in [20, 30] {
        books.database.add_spending(article, &spent(2), at(second)).await.unwrap();
    }
    assert_eq!(listed().await, Some(twice(spent(2))));
    let job = lease(&books, 40).await.remove(0);
    let change = end(&job, ArticleStatus::Completed, Some(job.token));
    books.ledger.post_job(request(books.purse, capture(&job, 9_000)), change, None).await.unwrap();
    books.database.add_spending(article, &spent(0), at(50)).await.unwrap();
    let spending = listed().await.unwrap();
    assert_eq!((spending.calls, spending.retries, spending.nanodollars), (4, 3, 21), "the job is over");
}

async fn articles_of_everybody_are_listed_with_price_and_cost(books: Books) {
    let other = add_account(&books.database, 2).await;
    let mut ids = Vec::new();
    for purse in [books.purse, other] {
        grant(&books.ledger, purse, RESERVED).await;
        ids.push(order(&books, purse).await.0);
    }
    let (first, second) = (ids[0], ids[1]);
    books.database.add_spending(second, &spent(1), at(20)).await.unwrap();
    let job = lease(&books, 30).await.into_iter().find(|job| job.article == second).unwrap();
    let change = end(&job, ArticleStatus::Completed, Some(job.token));
    books.ledger.post_job(request(other, capture(&job, 9_000)), change, None).await.unwrap();
    let page = books.database.article_costs(None, 1).await.unwrap();
    let newest = &page[0];
    assert_eq!(
        (page.len(), newest.id, newest.purse, newest.status),
        (1, second, other, ArticleStatus::Completed)
    );
    assert_eq!((newest.charged, newest.spending), (Credits::new(9_000), Some(spent(1))));
    let rest = books.database.article_costs(Some(second), 10).await.unwrap();
    assert_eq!(rest.iter().map(|cost| (cost.id, cost.spending)).collect::<Vec<_>>(), [(first, None)]);
}

async fn a_total_is_of_one_mode_and_time(books: Books) {
    let test = Purse { mode: KeyMode::Test, ..books.purse };
    let total = async |mode, second| books.database.total_cost(mode, at(second)).await.unwrap();
    assert_eq!(total(KeyMode::Live, 0).await, CostTotal::default());
    let unpriced = Spending { calls: 1, unpriced: 1, ..Spending::default() };
    for (purse, spending, second) in
        [(books.purse, spent(2), 20), (books.purse, unpriced, 40), (test, spent(9), 40)]
    {
        grant(&books.ledger, purse, RESERVED).await;
        let (article, _) = order(&books, purse).await;
        books.database.add_spending(article, &spending, at(second)).await.unwrap();
    }
    let all = total(KeyMode::Live, 20).await;
    assert_eq!((all.articles, all.unpriced_articles, all.charged), (2, 1, Credits::ZERO));
    assert_eq!((all.spending.calls, all.spending.nanodollars, all.spending.cost()), (3, 7, None));
    let late = total(KeyMode::Live, 21).await;
    assert_eq!((late.articles, late.spending), (1, unpriced));
    assert_eq!(total(KeyMode::Test, 0).await.spending, spent(9));
}
