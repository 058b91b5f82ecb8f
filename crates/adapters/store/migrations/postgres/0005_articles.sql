-- What is long stands in a table of its own, so that lists stay cheap.
CREATE TABLE articles (
    id                 UUID   NOT NULL UNIQUE,
    account_id         BIGINT NOT NULL REFERENCES accounts (id),
    mode               BIGINT NOT NULL CHECK (mode IN (0, 1)),
    request            TEXT    NOT NULL,
    status             TEXT    NOT NULL,
    stage              TEXT    NOT NULL,
    progress           BIGINT NOT NULL CHECK (progress BETWEEN 0 AND 100),
    version            BIGINT NOT NULL,
    title              TEXT,
    excerpt            TEXT,
    language           TEXT    NOT NULL,
    reserved           BIGINT NOT NULL CHECK (reserved >= 0),
    charged            BIGINT NOT NULL CHECK (charged >= 0),
    problem            TEXT,
    slug               TEXT,
    publication        TEXT    NOT NULL,
    publication_reason TEXT,
    published_at       BIGINT,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    finished_at        BIGINT,
    PRIMARY KEY (account_id, mode, id)
);

CREATE UNIQUE INDEX articles_by_slug ON articles (slug) WHERE slug IS NOT NULL;
CREATE INDEX articles_published ON articles (mode, published_at) WHERE publication = 'published';

CREATE TABLE article_texts (
    article_id UUID NOT NULL PRIMARY KEY REFERENCES articles (id),
    draft      TEXT,
    written    TEXT
);

-- Only jobs that are not over. A job ends in the transaction that settles its hold.
CREATE TABLE jobs (
    id          UUID   NOT NULL PRIMARY KEY,
    article_id  UUID    NOT NULL UNIQUE REFERENCES articles (id),
    account_id  BIGINT NOT NULL,
    mode        BIGINT NOT NULL,
    task        TEXT    NOT NULL,
    hold_id     UUID    NOT NULL,
    deadline    BIGINT NOT NULL,
    run_at      BIGINT NOT NULL,
    lease_until BIGINT,
    token       BIGINT NOT NULL,
    attempts    BIGINT NOT NULL
);

CREATE INDEX jobs_by_purse ON jobs (account_id, mode);
CREATE INDEX jobs_due ON jobs (run_at);

-- What finished steps of open jobs gave, so that none is done twice.
CREATE TABLE job_steps (
    article_id UUID    NOT NULL,
    name       TEXT    NOT NULL,
    input      BYTEA  NOT NULL CHECK (length(input) = 32),
    output     TEXT    NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (article_id, name, input)
);

CREATE TABLE outbox (
    id          UUID   NOT NULL PRIMARY KEY,
    article_id  UUID    NOT NULL,
    account_id  BIGINT NOT NULL,
    mode        BIGINT NOT NULL,
    channel     TEXT    NOT NULL,
    target      TEXT    NOT NULL,
    body        TEXT    NOT NULL,
    created_at  BIGINT NOT NULL,
    state       TEXT    NOT NULL,
    run_at      BIGINT NOT NULL,
    lease_until BIGINT,
    token       BIGINT NOT NULL,
    attempts    BIGINT NOT NULL,
    http_status BIGINT,
    problem     TEXT,
    tried_at    BIGINT
);

CREATE INDEX outbox_due ON outbox (run_at) WHERE state = 'pending';
CREATE INDEX outbox_by_article ON outbox (article_id);

-- What the installation's nodes share and nobody else knows; made at the first start.
ALTER TABLE installation ADD COLUMN secret TEXT;
