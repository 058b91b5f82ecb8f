//! Signed-in browsers, links that were sent, and failed attempts to sign in.

use async_trait::async_trait;
use domain::Timestamp;
use domain::api_keys::KeyMode;
use domain::ids::{AccountId, PersonId};
use domain::people::{Attempts, Digest, Link, LinkPurpose, Session, SessionStage, Throttle};
use ports::{LinkStore, SessionStore, StoreError};

use crate::Database;
use crate::accounts::id_to_sql;
use crate::database::on_either;
use crate::error::{corrupt, unavailable};
use crate::sql_types::{count_from_sql, mode_from_sql, mode_to_sql, time_from_sql};

/// The columns of a session.
macro_rules! session_columns {
    () => {
        "digest, person_id, stage, mode, address, agent, created_at, seen_at, expires_at"
    };
}

const NO_PERSON: i64 = 0;

#[derive(sqlx::FromRow)]
struct SessionColumns {
    digest: Vec<u8>,
    person_id: i64,
    stage: String,
    mode: i64,
    address: String,
    agent: String,
    created_at: i64,
    seen_at: i64,
    expires_at: i64,
}

fn digest_from_sql(column: &'static str, bytes: Vec<u8>) -> Result<Digest, StoreError> {
    bytes.try_into().map(Digest).map_err(|_| corrupt(column))
}

impl SessionColumns {
    fn read(self) -> Result<Session, StoreError> {
        Ok(Session {
            digest: digest_from_sql("sessions.digest", self.digest)?,
            person: PersonId::from(self.person_id.cast_unsigned()),
            stage: SessionStage::from_name(&self.stage).ok_or_else(|| corrupt("sessions.stage"))?,
            mode: mode_from_sql(self.mode),
            address: self.address,
            agent: self.agent,
            created_at: time_from_sql(self.created_at),
            seen_at: time_from_sql(self.seen_at),
            expires_at: time_from_sql(self.expires_at),
        })
    }
}

#[async_trait]
impl SessionStore for Database {
    async fn add_session(&self, session: &Session) -> Result<(), StoreError> {
        const INSERT: &str = concat!(
            "INSERT INTO sessions (",
            session_columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
        );
        on_either!(self, pool => {
            sqlx::query(INSERT)
                .bind(session.digest.0.as_slice())
                .bind(id_to_sql(session.person.as_u64()))
                .bind(session.stage.as_str())
                .bind(mode_to_sql(session.mode))
                .bind(&session.address)
                .bind(&session.agent)
                .bind(session.created_at.as_microsecond())
                .bind(session.seen_at.as_microsecond())
                .bind(session.expires_at.as_microsecond())
                .execute(pool)
                .await
                .map(|_| ())
        })
        .map_err(unavailable)
    }

    async fn session(&self, digest: &Digest, now: Timestamp) -> Result<Option<Session>, StoreError> {
        const FIND: &str =
            concat!("SELECT ", session_columns!(), " FROM sessions WHERE digest = $1 AND expires_at > $2");
        let row: Option<SessionColumns> = on_either!(self, pool => {
            sqlx::query_as(FIND).bind(digest.0.as_slice()).bind(now.as_microsecond()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(SessionColumns::read).transpose()
    }

    async fn sessions_of(&self, person: PersonId, now: Timestamp) -> Result<Vec<Session>, StoreError> {
        const OF_PERSON: &str = concat!(
            "SELECT ",
            session_columns!(),
            " FROM sessions WHERE person_id = $1 AND expires_at > $2 ORDER BY seen_at DESC, digest LIMIT 100"
        );
        let id = id_to_sql(person.as_u64());
        let rows: Vec<SessionColumns> = on_either!(self, pool => {
            sqlx::query_as(OF_PERSON).bind(id).bind(now.as_microsecond()).fetch_all(pool).await
        })
        .map_err(unavailable)?;
        rows.into_iter().map(SessionColumns::read).collect()
    }

    async fn touch_session(
        &self,
        digest: &Digest,
        seen: Timestamp,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        const TOUCH: &str = "UPDATE sessions SET seen_at = $2, expires_at = $3 WHERE digest = $1";
        on_either!(self, pool => {
            sqlx::query(TOUCH)
                .bind(digest.0.as_slice())
                .bind(seen.as_microsecond())
                .bind(until.as_microsecond())
                .execute(pool)
                .await
                .map(|_| ())
        })
        .map_err(unavailable)
    }

    async fn set_session_mode(&self, digest: &Digest, mode: KeyMode) -> Result<(), StoreError> {
        const UPDATE: &str = "UPDATE sessions SET mode = $2 WHERE digest = $1";
        on_either!(self, pool => {
            sqlx::query(UPDATE).bind(digest.0.as_slice()).bind(mode_to_sql(mode)).execute(pool).await.map(|_| ())
        })
        .map_err(unavailable)
    }

    async fn end_session(&self, person: PersonId, digest: &Digest) -> Result<(), StoreError> {
        const END: &str = "DELETE FROM sessions WHERE person_id = $1 AND digest = $2";
        let id = id_to_sql(person.as_u64());
        on_either!(self, pool => {
            sqlx::query(END).bind(id).bind(digest.0.as_slice()).execute(pool).await.map(|_| ())
        })
        .map_err(unavailable)
    }

    async fn end_sessions(&self, person: PersonId, keep: Option<&Digest>) -> Result<u64, StoreError> {
        const END: &str = "DELETE FROM sessions WHERE person_id = $1 AND digest <> $2";
        let id = id_to_sql(person.as_u64());
        let kept = keep.map_or([0; 32], |digest| digest.0);
        on_either!(self, pool => {
            sqlx::query(END).bind(id).bind(kept.as_slice()).execute(pool).await.map(|done| done.rows_affected())
        })
        .map_err(unavailable)
    }

    async fn delete_ended(&self, now: Timestamp, attempts_before: Timestamp) -> Result<u64, StoreError> {
        const SESSIONS: &str = "DELETE FROM sessions WHERE expires_at <= $1";
        const LINKS: &str = "DELETE FROM links WHERE expires_at <= $1";
        const ATTEMPTS: &str = "DELETE FROM attempts WHERE last_at < $1";
        let mut forgotten = 0;
        for (statement, until) in [(SESSIONS, now), (LINKS, now), (ATTEMPTS, attempts_before)] {
            forgotten += on_either!(self, pool => {
                sqlx::query(statement).bind(until.as_microsecond()).execute(pool).await.map(|done| done.rows_affected())
            })
            .map_err(unavailable)?;
        }
        Ok(forgotten)
    }
}

/// The columns of a link.
macro_rules! link_columns {
    () => {
        "digest, purpose, account_id, person_id, expires_at"
    };
}

type LinkRow = (Vec<u8>, String, i64, i64, i64);

fn read_link((digest, purpose, account, person, expires_at): LinkRow) -> Result<Link, StoreError> {
    Ok(Link {
        digest: digest_from_sql("links.digest", digest)?,
        purpose: LinkPurpose::from_name(&purpose).ok_or_else(|| corrupt("links.purpose"))?,
        account: AccountId::from(account.cast_unsigned()),
        person: (person != NO_PERSON).then(|| PersonId::from(person.cast_unsigned())),
        expires_at: time_from_sql(expires_at),
    })
}

#[async_trait]
impl LinkStore for Database {
    async fn add_link(&self, link: &Link) -> Result<(), StoreError> {
        const UPSERT: &str = concat!(
            "INSERT INTO links (",
            link_columns!(),
            ") VALUES ($1, $2, $3, $4, $5) ON CONFLICT (purpose, account_id, person_id) \
               DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at"
        );
        let person = link.person.map_or(NO_PERSON, |person| id_to_sql(person.as_u64()));
        on_either!(self, pool => {
            sqlx::query(UPSERT)
                .bind(link.digest.0.as_slice())
                .bind(link.purpose.as_str())
                .bind(id_to_sql(link.account.as_u64()))
                .bind(person)
                .bind(link.expires_at.as_microsecond())
                .execute(pool)
                .await
                .map(|_| ())
        })
        .map_err(unavailable)
    }

    async fn link(&self, digest: &Digest, now: Timestamp) -> Result<Option<Link>, StoreError> {
        const FIND: &str =
            concat!("SELECT ", link_columns!(), " FROM links WHERE digest = $1 AND expires_at > $2");
        let row: Option<LinkRow> = on_either!(self, pool => {
            sqlx::query_as(FIND).bind(digest.0.as_slice()).bind(now.as_microsecond()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(read_link).transpose()
    }

    async fn use_link(&self, digest: &Digest, now: Timestamp) -> Result<Option<Link>, StoreError> {
        const USE: &str =
            concat!("DELETE FROM links WHERE digest = $1 AND expires_at > $2 RETURNING ", link_columns!());
        let row: Option<LinkRow> = on_either!(self, pool => {
            sqlx::query_as(USE).bind(digest.0.as_slice()).bind(now.as_microsecond()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        row.map(read_link).transpose()
    }

    async fn attempts(&self, subject: &Digest) -> Result<Option<Attempts>, StoreError> {
        const FIND: &str = "SELECT failures, last_at FROM attempts WHERE subject = $1";
        let row: Option<(i64, i64)> = on_either!(self, pool => {
            sqlx::query_as(FIND).bind(subject.0.as_slice()).fetch_optional(pool).await
        })
        .map_err(unavailable)?;
        Ok(row.map(|(failures, last)| Attempts {
            failures: count_from_sql(failures),
            last: time_from_sql(last),
        }))
    }

    async fn note_failure(&self, subject: &Digest, now: Timestamp) -> Result<Attempts, StoreError> {
        // Failures from long ago no longer count, and two simultaneous failures count twice.
        const NOTE: &str = "INSERT INTO attempts (subject, failures, last_at) VALUES ($1, 1, $2) \
            ON CONFLICT (subject) DO UPDATE SET last_at = excluded.last_at, \
                failures = CASE WHEN attempts.last_at < $3 THEN 1 ELSE attempts.failures + 1 END \
            RETURNING failures";
        let failures: i64 = on_either!(self, pool => {
            sqlx::query_scalar(NOTE)
                .bind(subject.0.as_slice())
                .bind(now.as_microsecond())
                .bind(Throttle::ignores_before(now).as_microsecond())
                .fetch_one(pool)
                .await
        })
        .map_err(unavailable)?;
        Ok(Attempts { failures: count_from_sql(failures), last: now })
    }

    async fn delete_failures(&self, subject: &Digest) -> Result<(), StoreError> {
        const DELETE: &str = "DELETE FROM attempts WHERE subject = $1";
        on_either!(self, pool => sqlx::query(DELETE).bind(subject.0.as_slice()).execute(pool).await.map(|_| ()))
            .map_err(unavailable)
    }
}
