//! Keywords that an operator imported from a keyword planner.

use std::collections::{BTreeSet, HashSet};

use async_trait::async_trait;
use domain::Timestamp;
use domain::keywords::KeywordIdea;
use ports::keywords::Market;
use ports::{ImportedKeywords, StoreError};

use crate::Database;
use crate::database::on_either;
use crate::error::{corrupt, unavailable};

/// How many keywords are written in one transaction, which delays charges on SQLite.
const PART: usize = 200;

fn country_to_sql(market: Market) -> String {
    market.country.map(|country| country.lower()).unwrap_or_default()
}

fn words_of(keyword: &str) -> BTreeSet<&str> {
    keyword.split_whitespace().collect()
}

#[async_trait]
impl ImportedKeywords for Database {
    async fn import(&self, market: Market, ideas: &[KeywordIdea], at: Timestamp) -> Result<(), StoreError> {
        const KEYWORD: &str = "INSERT INTO imported_keywords (country, language, keyword, idea, imported_at)
            VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (country, language, keyword) DO UPDATE
            SET idea = excluded.idea, imported_at = excluded.imported_at
            RETURNING id";
        const WORD: &str =
            "INSERT INTO imported_keyword_words (word, keyword_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let country = country_to_sql(market);
        for part in ideas.chunks(PART) {
            on_either!(self, pool => {
            let mut transaction = pool.begin().await.map_err(unavailable)?;
            for idea in part {
                let json = serde_json::to_string(idea).map_err(|_| corrupt("imported_keywords.idea"))?;
                let id: i64 = sqlx::query_scalar(KEYWORD)
                    .bind(&country)
                    .bind(market.language.as_str())
                    .bind(&idea.keyword)
                    .bind(json)
                    .bind(at.as_microsecond())
                    .fetch_one(&mut *transaction)
                    .await
                    .map_err(unavailable)?;
                for word in words_of(&idea.keyword) {
                    sqlx::query(WORD).bind(word).bind(id).execute(&mut *transaction).await.map_err(unavailable)?;
                }
            }
            transaction.commit().await.map_err(unavailable)?;
            });
        }
        Ok(())
    }

    async fn sharing_words(
        &self,
        market: Market,
        words: &[String],
        most: u32,
    ) -> Result<Vec<KeywordIdea>, StoreError> {
        // A list of words as one JSON text is the only form of a list parameter that both databases can read.
        const SQLITE: &str = "SELECT keywords.idea FROM imported_keyword_words words
            JOIN imported_keywords keywords ON keywords.id = words.keyword_id
            WHERE words.word IN (SELECT value FROM json_each($1))
                AND keywords.country IN ($2, '') AND keywords.language = $3
            GROUP BY keywords.id ORDER BY count(*) DESC, keywords.country DESC, keywords.id LIMIT $4";
        const POSTGRES: &str = "SELECT keywords.idea FROM imported_keyword_words words
            JOIN imported_keywords keywords ON keywords.id = words.keyword_id
            WHERE words.word IN (SELECT jsonb_array_elements_text($1::jsonb))
                AND keywords.country IN ($2, '') AND keywords.language = $3
            GROUP BY keywords.id ORDER BY count(*) DESC, keywords.country DESC, keywords.id LIMIT $4";
        let sql = match self {
            Self::Sqlite(_) => SQLITE,
            Self::Postgres(_) => POSTGRES,
        };
        let words = serde_json::to_string(words).map_err(|_| corrupt("imported_keyword_words.word"))?;
        let rows: Vec<String> = on_either!(self, pool => {
            sqlx::query_scalar(sql)
                .bind(words)
                .bind(country_to_sql(market))
                .bind(market.language.as_str())
                .bind(i64::from(most))
                .fetch_all(pool)
                .await
        })
        .map_err(unavailable)?;
        let read = |row: String| serde_json::from_str(&row).map_err(|_| corrupt("imported_keywords.idea"));
        let mut ideas: Vec<KeywordIdea> = rows.into_iter().map(read).collect::<Result<_, _>>()?;
        // The country's figures came first; those for all countries only fill the gaps.
        let mut known = HashSet::new();
        ideas.retain(|idea| known.insert(idea.keyword.clone()));
        Ok(ideas)
    }

    async fn count(&self) -> Result<u64, StoreError> {
        const COUNT: &str = "SELECT count(*) FROM imported_keywords";
        let count: i64 =
            on_either!(self, pool => sqlx::query_scalar(COUNT).fetch_one(pool).await).map_err(unavailable)?;
        Ok(count.unsigned_abs())
    }
}
