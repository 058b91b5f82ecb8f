//! Invoices and their numbers.

use async_trait::async_trait;
use domain::invoices::{Invoice, Party, Tax};
use domain::ledger::Purse;
use domain::purchases::PurchaseId;
use ports::{InvoiceStore, StoreError};
use uuid::Uuid;

use crate::Database;
use crate::database::on_either;
use crate::error::unavailable;
use crate::sql_types::{count_from_sql, mode_from_sql, mode_to_sql, purse_to_sql, time_from_sql};

/// How often a number is retried that another invoice got at the same moment.
const MOST_TRIES: u32 = 20;

/// The columns of an invoice.
macro_rules! invoice_columns {
    () => {
        "purchase_id, mode, number, issued_at, seller_name, seller_address, seller_tax_id, buyer_name, \
         buyer_address, buyer_tax_id, tax_name, tax_rate"
    };
}

#[derive(sqlx::FromRow)]
struct Columns {
    purchase_id: Uuid,
    mode: i64,
    number: i64,
    issued_at: i64,
    seller_name: String,
    seller_address: String,
    seller_tax_id: String,
    buyer_name: String,
    buyer_address: String,
    buyer_tax_id: String,
    tax_name: String,
    tax_rate: i64,
}

impl Columns {
    fn read(self) -> Invoice {
        Invoice {
            purchase: PurchaseId::from(self.purchase_id),
            mode: mode_from_sql(self.mode),
            number: count_from_sql(self.number),
            issued_at: time_from_sql(self.issued_at),
            seller: Party {
                name: self.seller_name,
                address: self.seller_address,
                tax_id: self.seller_tax_id,
            },
            buyer: Party { name: self.buyer_name, address: self.buyer_address, tax_id: self.buyer_tax_id },
            tax: Tax { name: self.tax_name, rate: count_from_sql(self.tax_rate) },
        }
    }
}

#[async_trait]
impl InvoiceStore for Database {
    async fn issue_invoice(&self, invoice: &Invoice) -> Result<Invoice, StoreError> {
        const ISSUE: &str = concat!(
            "INSERT INTO invoices (",
            invoice_columns!(),
            ") SELECT $1, $2, COALESCE(MAX(number), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11 \
             FROM invoices WHERE mode = $2 ON CONFLICT (purchase_id) DO NOTHING"
        );
        for _ in 0..MOST_TRIES {
            if let Some(issued) = self.invoice(invoice.purchase).await? {
                return Ok(issued);
            }
            let inserted: Result<(), sqlx::Error> = on_either!(self, pool => {
                sqlx::query(ISSUE)
                    .bind(invoice.purchase.as_uuid())
                    .bind(mode_to_sql(invoice.mode))
                    .bind(invoice.issued_at.as_microsecond())
                    .bind(&invoice.seller.name)
                    .bind(&invoice.seller.address)
                    .bind(&invoice.seller.tax_id)
                    .bind(&invoice.buyer.name)
                    .bind(&invoice.buyer.address)
                    .bind(&invoice.buyer.tax_id)
                    .bind(&invoice.tax.name)
                    .bind(i64::from(invoice.tax.rate))
                    .execute(pool)
                    .await
                    .map(|_| ())
            });
            match inserted {
                // Another invoice got the number at the same moment.
                Err(error)
                    if error
                        .as_database_error()
                        .is_some_and(sqlx::error::DatabaseError::is_unique_violation) => {}
                inserted => inserted.map_err(unavailable)?,
            }
        }
        Err(StoreError::Unavailable("no number was free for an invoice".into()))
    }

    async fn invoice(&self, purchase: PurchaseId) -> Result<Option<Invoice>, StoreError> {
        const READ: &str = concat!("SELECT ", invoice_columns!(), " FROM invoices WHERE purchase_id = $1");
        let row: Option<Columns> = on_either!(self, pool => {
            sqlx::query_as(READ).bind(purchase.as_uuid()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        Ok(row.map(Columns::read))
    }

    async fn latest_buyer(&self, purse: Purse) -> Result<Option<Party>, StoreError> {
        const READ: &str = "SELECT buyer_name, buyer_address, buyer_tax_id FROM invoices \
            JOIN purchases ON purchases.id = invoices.purchase_id \
            WHERE purchases.account_id = $1 AND purchases.mode = $2 ORDER BY invoices.number DESC LIMIT 1";
        let (account, mode) = purse_to_sql(purse);
        let row: Option<(String, String, String)> = on_either!(self, pool => {
            sqlx::query_as(READ).bind(account).bind(mode).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        Ok(row.map(|(name, address, tax_id)| Party { name, address, tax_id }))
    }
}
