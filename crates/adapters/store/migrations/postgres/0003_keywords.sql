-- Keywords imported from a keyword planner. `country` is '' where the figures hold everywhere.
CREATE TABLE imported_keywords (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    country TEXT NOT NULL,
    language TEXT NOT NULL,
    keyword TEXT NOT NULL,
    idea TEXT NOT NULL,
    imported_at BIGINT NOT NULL,
    UNIQUE (country, language, keyword)
);

-- Every word of every keyword, so that ideas are found without reading the table.
CREATE TABLE imported_keyword_words (
    word TEXT NOT NULL,
    keyword_id BIGINT NOT NULL REFERENCES imported_keywords (id) ON DELETE CASCADE,
    PRIMARY KEY (word, keyword_id)
);

CREATE INDEX imported_keyword_words_by_keyword ON imported_keyword_words (keyword_id);

-- Answers of providers. Losing them in a crash loses nothing, so they are not logged.
CREATE UNLOGGED TABLE kept_answers (
    key TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX kept_answers_by_expiry ON kept_answers (expires_at);
