//! People who sign in.

use async_trait::async_trait;
use domain::Timestamp;
use domain::accounts::Account;
use domain::ids::{AccountId, PersonId};
use domain::locale::Language;
use domain::people::{CodeStep, Digest, Email, Person, SecondFactor};
use ports::{PeopleStore, StoreError};

use crate::Database;
use crate::accounts::{id_to_sql, insert_account, open_purses};
use crate::database::on_either;
use crate::error::{corrupt, unavailable};
use crate::sql_types::{count_from_sql, time_from_sql};

/// The columns of a person.
macro_rules! person_columns {
    () => {
        "id, account_id, email, confirmed_at, password_hash, language, factor_generation, factor_enabled_at, \
         factor_last_step, created_at"
    };
}

/// Adds nothing if the email address is taken.
const INSERT: &str = concat!(
    "INSERT INTO people (",
    person_columns!(),
    ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (email) DO NOTHING"
);
const END_SESSIONS: &str = "DELETE FROM sessions WHERE person_id = $1 AND digest <> $2";

/// The digest of no secret, for when no session stays signed in.
const NOBODY: [u8; 32] = [0; 32];

macro_rules! insert_person {
    ($person:expr) => {
        sqlx::query(INSERT)
            .bind(id_to_sql($person.id.as_u64()))
            .bind(id_to_sql($person.account.as_u64()))
            .bind($person.email.as_str())
            .bind($person.confirmed_at.map(Timestamp::as_microsecond))
            .bind(&$person.password_hash)
            .bind($person.language.as_str())
            .bind(i64::from($person.second_factor.generation))
            .bind($person.second_factor.enabled_at.map(Timestamp::as_microsecond))
            .bind($person.second_factor.last_step.0)
            .bind($person.created_at.as_microsecond())
    };
}

#[derive(sqlx::FromRow)]
struct Columns {
    id: i64,
    account_id: i64,
    email: String,
    confirmed_at: Option<i64>,
    password_hash: String,
    language: String,
    factor_generation: i64,
    factor_enabled_at: Option<i64>,
    factor_last_step: i64,
    created_at: i64,
}

impl Columns {
    fn read(self) -> Result<Person, StoreError> {
        Ok(Person {
            id: PersonId::from(self.id.cast_unsigned()),
            account: AccountId::from(self.account_id.cast_unsigned()),
            email: self.email.parse().map_err(|_| corrupt("people.email"))?,
            confirmed_at: self.confirmed_at.map(time_from_sql),
            password_hash: self.password_hash,
            language: self.language.parse().map_err(|_| corrupt("people.language"))?,
            second_factor: SecondFactor {
                generation: count_from_sql(self.factor_generation),
                enabled_at: self.factor_enabled_at.map(time_from_sql),
                last_step: CodeStep(self.factor_last_step),
            },
            created_at: time_from_sql(self.created_at),
        })
    }
}

#[async_trait]
impl PeopleStore for Database {
    async fn sign_up(&self, account: &Account, person: &Person) -> Result<bool, StoreError> {
        let added: Result<bool, sqlx::Error> = on_either!(self, pool => {
            async {
                let mut transaction = pool.begin().await?;
                insert_account!(account).execute(&mut *transaction).await?;
                open_purses!(account).execute(&mut *transaction).await?;
                let added = insert_person!(person).execute(&mut *transaction).await?.rows_affected() == 1;
                // Without a commit the account is rolled back, too.
                if added {
                    transaction.commit().await?;
                }
                Ok(added)
            }
            .await
        });
        added.map_err(unavailable)
    }

    async fn claim_account(
        &self,
        link: &Digest,
        person: &Person,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        const USE: &str = "DELETE FROM links \
            WHERE digest = $1 AND purpose = 'claim_account' AND account_id = $2 AND expires_at > $3";
        let claimed: Result<bool, sqlx::Error> = on_either!(self, pool => {
            async {
                let mut transaction = pool.begin().await?;
                let used = sqlx::query(USE)
                    .bind(link.0.as_slice())
                    .bind(id_to_sql(person.account.as_u64()))
                    .bind(now.as_microsecond())
                    .execute(&mut *transaction)
                    .await?
                    .rows_affected();
                let claimed =
                    used == 1 && insert_person!(person).execute(&mut *transaction).await?.rows_affected() == 1;
                if claimed {
                    transaction.commit().await?;
                }
                Ok(claimed)
            }
            .await
        });
        claimed.map_err(unavailable)
    }

    async fn person(&self, id: PersonId) -> Result<Option<Person>, StoreError> {
        const BY_ID: &str = concat!("SELECT ", person_columns!(), " FROM people WHERE id = $1");
        let row: Option<Columns> = on_either!(self, pool => {
            sqlx::query_as(BY_ID).bind(id_to_sql(id.as_u64())).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(Columns::read).transpose()
    }

    async fn person_by_email(&self, email: &Email) -> Result<Option<Person>, StoreError> {
        const BY_EMAIL: &str = concat!("SELECT ", person_columns!(), " FROM people WHERE email = $1");
        let row: Option<Columns> = on_either!(self, pool => {
            sqlx::query_as(BY_EMAIL).bind(email.as_str()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(Columns::read).transpose()
    }

    async fn people_of(&self, account: AccountId) -> Result<Vec<Person>, StoreError> {
        const OF_ACCOUNT: &str = concat!(
            "SELECT ",
            person_columns!(),
            " FROM people WHERE account_id = $1 ORDER BY created_at, id"
        );
        let rows: Vec<Columns> = on_either!(self, pool => {
            sqlx::query_as(OF_ACCOUNT).bind(id_to_sql(account.as_u64())).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        rows.into_iter().map(Columns::read).collect()
    }

    async fn owner(&self) -> Result<Option<AccountId>, StoreError> {
        const OWNER: &str = "SELECT owner_id FROM installation WHERE id = 1";
        let owner: Option<i64> =
            on_either!(self, pool => sqlx::query_scalar(OWNER).fetch_one(pool).await).map_err(unavailable)?;
        Ok(owner.map(|id| AccountId::from(id.cast_unsigned())))
    }

    async fn set_password(
        &self,
        person: PersonId,
        hash: &str,
        keep: Option<&Digest>,
    ) -> Result<(), StoreError> {
        const UPDATE: &str = "UPDATE people SET password_hash = $2 WHERE id = $1";
        const END_LINKS: &str = "DELETE FROM links WHERE person_id = $1 AND purpose = 'reset_password'";
        let id = id_to_sql(person.as_u64());
        let kept = keep.map_or(NOBODY, |digest| digest.0);
        let changed: Result<(), sqlx::Error> = on_either!(self, pool => {
            async {
                let mut transaction = pool.begin().await?;
                sqlx::query(UPDATE).bind(id).bind(hash).execute(&mut *transaction).await?;
                sqlx::query(END_SESSIONS).bind(id).bind(kept.as_slice()).execute(&mut *transaction).await?;
                sqlx::query(END_LINKS).bind(id).execute(&mut *transaction).await?;
                transaction.commit().await
            }
            .await
        });
        changed.map_err(unavailable)
    }

    async fn set_email(&self, person: PersonId, email: &Email) -> Result<bool, StoreError> {
        const UPDATE: &str = "UPDATE people SET email = $2, confirmed_at = NULL \
            WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM people WHERE email = $2 AND id <> $1)";
        const END_LINKS: &str =
            "DELETE FROM links WHERE person_id = $1 AND purpose IN ('reset_password', 'confirm_email')";
        let id = id_to_sql(person.as_u64());
        let changed: Result<bool, sqlx::Error> = on_either!(self, pool => {
            async {
                let mut transaction = pool.begin().await?;
                let changed =
                    sqlx::query(UPDATE).bind(id).bind(email.as_str()).execute(&mut *transaction).await?;
                sqlx::query(END_LINKS).bind(id).execute(&mut *transaction).await?;
                if changed.rows_affected() == 1 {
                    transaction.commit().await?;
                }
                Ok(changed.rows_affected() == 1)
            }
            .await
        });
        match changed {
            // Two people take the same email address at the same moment.
            Err(error)
                if error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation) =>
            {
                Ok(false)
            }
            changed => changed.map_err(unavailable),
        }
    }

    async fn confirm_email(&self, person: PersonId, at: Timestamp) -> Result<(), StoreError> {
        const UPDATE: &str = "UPDATE people SET confirmed_at = $2 WHERE id = $1 AND confirmed_at IS NULL";
        let id = id_to_sql(person.as_u64());
        on_either!(self, pool => {
            sqlx::query(UPDATE).bind(id).bind(at.as_microsecond()).execute(pool).await.map(|_| ())
        })
        .map_err(unavailable)
    }

    async fn set_language(&self, person: PersonId, language: Language) -> Result<(), StoreError> {
        const UPDATE: &str = "UPDATE people SET language = $2 WHERE id = $1";
        let id = id_to_sql(person.as_u64());
        on_either!(self, pool => {
            sqlx::query(UPDATE).bind(id).bind(language.as_str()).execute(pool).await.map(|_| ())
        })
        .map_err(unavailable)
    }

    async fn set_second_factor(
        &self,
        person: PersonId,
        factor: SecondFactor,
        recovery_codes: &[Digest],
        keep: &Digest,
    ) -> Result<(), StoreError> {
        const UPDATE: &str = "UPDATE people SET factor_generation = $2, factor_enabled_at = $3, factor_last_step = $4 \
            WHERE id = $1";
        const DELETE: &str = "DELETE FROM recovery_codes WHERE person_id = $1";
        const ADD: &str =
            "INSERT INTO recovery_codes (person_id, digest) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let id = id_to_sql(person.as_u64());
        let changed: Result<(), sqlx::Error> = on_either!(self, pool => {
            async {
                let mut transaction = pool.begin().await?;
                sqlx::query(UPDATE)
                    .bind(id)
                    .bind(i64::from(factor.generation))
                    .bind(factor.enabled_at.map(Timestamp::as_microsecond))
                    .bind(factor.last_step.0)
                    .execute(&mut *transaction)
                    .await?;
                sqlx::query(DELETE).bind(id).execute(&mut *transaction).await?;
                for code in recovery_codes {
                    sqlx::query(ADD).bind(id).bind(code.0.as_slice()).execute(&mut *transaction).await?;
                }
                sqlx::query(END_SESSIONS).bind(id).bind(keep.0.as_slice()).execute(&mut *transaction).await?;
                transaction.commit().await
            }
            .await
        });
        changed.map_err(unavailable)
    }

    async fn use_code(&self, person: PersonId, step: CodeStep) -> Result<bool, StoreError> {
        const USE: &str = "UPDATE people SET factor_last_step = $2 WHERE id = $1 AND factor_last_step < $2";
        let id = id_to_sql(person.as_u64());
        on_either!(self, pool => {
            sqlx::query(USE).bind(id).bind(step.0).execute(pool).await.map(|done| done.rows_affected() == 1)
        })
        .map_err(unavailable)
    }

    async fn use_recovery_code(&self, person: PersonId, code: &Digest) -> Result<bool, StoreError> {
        const USE: &str = "DELETE FROM recovery_codes WHERE person_id = $1 AND digest = $2";
        let id = id_to_sql(person.as_u64());
        on_either!(self, pool => {
            sqlx::query(USE).bind(id).bind(code.0.as_slice()).execute(pool).await.map(|done| done.rows_affected() == 1)
        })
        .map_err(unavailable)
    }

    async fn recovery_codes_left(&self, person: PersonId) -> Result<u32, StoreError> {
        const COUNT: &str = "SELECT COUNT(*) FROM recovery_codes WHERE person_id = $1";
        let id = id_to_sql(person.as_u64());
        let left: i64 = on_either!(self, pool => sqlx::query_scalar(COUNT).bind(id).fetch_one(pool).await)
            .map_err(unavailable)?;
        Ok(count_from_sql(left))
    }
}
