//! What the store guarantees about invoices, checked on both databases.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ledger_support;

use domain::api_keys::KeyMode;
use domain::invoices::{Invoice, Party, Tax};
use domain::ledger::Purse;
use domain::purchases::PurchaseId;
use ledger_support::{Books, at, on_both_databases};
use ports::InvoiceStore;
use store::Database;
use tokio::task::JoinSet;

on_both_databases! {
    numbers_have_no_gaps_and_invoices_never_change
    invoices_that_are_issued_at_once_have_numbers_of_their_own
}

/// A purchase that satisfies the schema.
async fn bought(database: &Database, purse: Purse) -> PurchaseId {
    const INSERT: &str = "INSERT INTO purchases (id, account_id, mode, credits, currency, price, provider, order_code, created_at, \
        expires_at, check_at, status, granted, refunded, reversals, reversed, owed, unsettled) \
        VALUES ($1, $2, $3, 100000, 'usd', 100, 'stripe', $4, 0, 0, 0, 'paid', 1, 0, 0, 0, 0, 0)";
    let id = PurchaseId::generate();
    let account = purse.account.as_u64().cast_signed();
    let mode = i64::from(purse.mode == KeyMode::Test);
    match database {
        Database::Sqlite(pool) => {
            let query = sqlx::query(INSERT).bind(id.as_uuid()).bind(account).bind(mode).bind(id.order_code());
            query.execute(pool).await.unwrap();
        }
        Database::Postgres(pool) => {
            let query = sqlx::query(INSERT).bind(id.as_uuid()).bind(account).bind(mode).bind(id.order_code());
            query.execute(pool).await.unwrap();
        }
    }
    id
}

fn invoice(purchase: PurchaseId, mode: KeyMode, buyer: &str) -> Invoice {
    let party = |name: &str| Party {
        name: name.to_owned(),
        address: "1 Hàng Bài\nHà Nội".to_owned(),
        tax_id: "0101".to_owned(),
    };
    Invoice {
        purchase,
        mode,
        number: 0,
        issued_at: at(5),
        seller: party("Seller"),
        buyer: party(buyer),
        tax: Tax { name: "VAT".to_owned(), rate: 1_000 },
    }
}

async fn numbers_have_no_gaps_and_invoices_never_change(books: Books) {
    let (database, purse) = (&books.database, books.purse);
    assert_eq!(database.latest_buyer(purse).await.unwrap(), None);
    let (first, second) = (bought(database, purse).await, bought(database, purse).await);
    let issued = database.issue_invoice(&invoice(first, purse.mode, "Lan")).await.unwrap();
    assert_eq!(issued, Invoice { number: 1, ..invoice(first, purse.mode, "Lan") });
    let again = database.issue_invoice(&invoice(first, purse.mode, "Minh")).await.unwrap();
    assert_eq!(again, issued, "what was issued stays");
    let next = database.issue_invoice(&invoice(second, purse.mode, "Minh")).await.unwrap();
    assert_eq!((next.number, next.buyer.name.as_str()), (2, "Minh"));
    assert_eq!(database.invoice(first).await.unwrap(), Some(issued));
    assert_eq!(database.invoice(PurchaseId::generate()).await.unwrap(), None);
    assert_eq!(database.latest_buyer(purse).await.unwrap().unwrap().name, "Minh");
    let other =
        Purse { mode: if purse.mode == KeyMode::Test { KeyMode::Live } else { KeyMode::Test }, ..purse };
    let apart = bought(database, other).await;
    assert_eq!(database.issue_invoice(&invoice(apart, other.mode, "Lan")).await.unwrap().number, 1);
}

async fn invoices_that_are_issued_at_once_have_numbers_of_their_own(books: Books) {
    let mut tasks = JoinSet::new();
    for _ in 0..6 {
        let purchase = bought(&books.database, books.purse).await;
        let (database, mode): (Database, _) = (books.database.clone(), books.purse.mode);
        tasks.spawn(
            async move { database.issue_invoice(&invoice(purchase, mode, "Lan")).await.unwrap().number },
        );
    }
    let mut numbers = tasks.join_all().await;
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
}
