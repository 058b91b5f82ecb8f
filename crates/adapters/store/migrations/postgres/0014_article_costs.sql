-- What the text of an article costs the operator. It stands apart from what customers see of articles.
CREATE TABLE article_costs (
    article_id    UUID   NOT NULL PRIMARY KEY REFERENCES articles (id),
    calls         BIGINT NOT NULL CHECK (calls >= 0),
    retries       BIGINT NOT NULL CHECK (retries >= 0),
    input_tokens  BIGINT NOT NULL CHECK (input_tokens >= 0),
    output_tokens BIGINT NOT NULL CHECK (output_tokens >= 0),
    nanodollars   BIGINT NOT NULL CHECK (nanodollars >= 0),
    unpriced      BIGINT NOT NULL CHECK (unpriced >= 0),
    created_at    BIGINT NOT NULL
);

CREATE INDEX article_costs_by_age ON article_costs (created_at);
