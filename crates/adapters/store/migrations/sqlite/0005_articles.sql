-- What is long stands in a table of its own, so that lists stay cheap.
CREATE TABLE articles (
    id                 BLOB    NOT NULL CHECK (length(id) = 16),
    account_id         INTEGER NOT NULL REFERENCES accounts (id),
    mode               INTEGER NOT NULL CHECK (mode IN (0, 1)),
    request            TEXT    NOT NULL,
    status             TEXT    NOT NULL,
    stage              TEXT    NOT NULL,
    progress           INTEGER NOT NULL CHECK (progress BETWEEN 0 AND 100),
    version            INTEGER NOT NULL,
    title              TEXT,
    excerpt            TEXT,
    language           TEXT    NOT NULL,
    reserved           INTEGER NOT NULL CHECK (reserved >= 0),
    charged            INTEGER NOT NULL CHECK (charged >= 0),
    problem            TEXT,
    slug               TEXT,
    publication        TEXT    NOT NULL,
    publication_reason TEXT,
    published_at       INTEGER,
    created_at         INTEGER NOT NULL,
    updated_at         INTEGER NOT NULL,
    finished_at        INTEGER,
    PRIMARY KEY (account_id, mode, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX articles_by_id ON articles (id);
CREATE UNIQUE INDEX articles_by_slug ON articles (slug) WHERE slug IS NOT NULL;
CREATE INDEX articles_published ON articles (mode, published_at) WHERE publication = 'published';

CREATE TABLE article_texts (
    article_id BLOB NOT NULL PRIMARY KEY REFERENCES articles (id),
    draft      TEXT,
    written    TEXT
) STRICT, WITHOUT ROWID;

-- Only jobs that are not over. A job ends in the transaction that settles its hold.
CREATE TABLE jobs (
    id          BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    article_id  BLOB    NOT NULL UNIQUE REFERENCES articles (id),
    account_id  INTEGER NOT NULL,
    mode        INTEGER NOT NULL,
    task        TEXT    NOT NULL,
    hold_id     BLOB    NOT NULL,
    deadline    INTEGER NOT NULL,
    run_at      INTEGER NOT NULL,
    lease_until INTEGER,
    token       INTEGER NOT NULL,
    attempts    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX jobs_by_purse ON jobs (account_id, mode);
CREATE INDEX jobs_due ON jobs (run_at);

-- What finished steps of open jobs gave, so that none is done twice.
CREATE TABLE job_steps (
    article_id BLOB    NOT NULL,
    name       TEXT    NOT NULL,
    input      BLOB    NOT NULL CHECK (length(input) = 32),
    output     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (article_id, name, input)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
    id          BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    article_id  BLOB    NOT NULL,
    account_id  INTEGER NOT NULL,
    mode        INTEGER NOT NULL,
    channel     TEXT    NOT NULL,
    target      TEXT    NOT NULL,
    body        TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    state       TEXT    NOT NULL,
    run_at      INTEGER NOT NULL,
    lease_until INTEGER,
    token       INTEGER NOT NULL,
    attempts    INTEGER NOT NULL,
    http_status INTEGER,
    problem     TEXT,
    tried_at    INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_due ON outbox (run_at) WHERE state = 'pending';
CREATE INDEX outbox_by_article ON outbox (article_id);

-- What the installation's nodes share and nobody else knows; made at the first start.
ALTER TABLE installation ADD COLUMN secret TEXT;
