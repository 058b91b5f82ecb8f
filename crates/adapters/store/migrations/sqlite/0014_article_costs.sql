-- What the text of an article costs the operator. It stands apart from what customers see of articles.
CREATE TABLE article_costs (
    article_id    BLOB   NOT NULL PRIMARY KEY REFERENCES articles (id),
    calls         INTEGER NOT NULL CHECK (calls >= 0),
    retries       INTEGER NOT NULL CHECK (retries >= 0),
    input_tokens  INTEGER NOT NULL CHECK (input_tokens >= 0),
    output_tokens INTEGER NOT NULL CHECK (output_tokens >= 0),
    nanodollars   INTEGER NOT NULL CHECK (nanodollars >= 0),
    unpriced      INTEGER NOT NULL CHECK (unpriced >= 0),
    created_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX article_costs_by_age ON article_costs (created_at);
