-- Versions of finished articles, from the first change on. The latest has the text of article_texts.
CREATE TABLE article_versions (
    article_id    UUID NOT NULL REFERENCES articles (id),
    number        BIGINT NOT NULL CHECK (number > 0),
    made_at       BIGINT NOT NULL,
    made_by       TEXT,
    changes       TEXT NOT NULL,
    restored_from BIGINT,
    written       TEXT NOT NULL,
    PRIMARY KEY (article_id, number)
);
