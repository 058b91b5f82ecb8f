-- Keywords imported from a keyword planner. `country` is '' where the figures hold everywhere.
CREATE TABLE imported_keywords (
    id INTEGER PRIMARY KEY,
    country TEXT NOT NULL,
    language TEXT NOT NULL,
    keyword TEXT NOT NULL,
    idea TEXT NOT NULL,
    imported_at INTEGER NOT NULL,
    UNIQUE (country, language, keyword)
) STRICT;

-- Every word of every keyword, so that ideas are found without reading the table.
CREATE TABLE imported_keyword_words (
    word TEXT NOT NULL,
    keyword_id INTEGER NOT NULL REFERENCES imported_keywords (id) ON DELETE CASCADE,
    PRIMARY KEY (word, keyword_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX imported_keyword_words_by_keyword ON imported_keyword_words (keyword_id);
