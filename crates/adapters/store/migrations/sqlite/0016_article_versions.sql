-- Versions of finished articles, from the first change on. The latest has the text of article_texts.
CREATE TABLE article_versions (
    article_id    BLOB NOT NULL REFERENCES articles (id),
    number        INTEGER NOT NULL CHECK (number > 0),
    made_at       INTEGER NOT NULL,
    made_by       TEXT,
    changes       TEXT NOT NULL,
    restored_from INTEGER,
    written       TEXT NOT NULL,
    PRIMARY KEY (article_id, number)
) STRICT, WITHOUT ROWID;
