-- Whoever signs in. Secrets are kept as hashes only.
CREATE TABLE people (
    id                BIGINT PRIMARY KEY,
    account_id        BIGINT NOT NULL REFERENCES accounts (id),
    email             TEXT   NOT NULL UNIQUE,
    confirmed_at      BIGINT,
    password_hash     TEXT   NOT NULL,
    language          TEXT   NOT NULL CHECK (length(language) = 2),
    factor_generation BIGINT NOT NULL,
    factor_enabled_at BIGINT,
    factor_last_step  BIGINT NOT NULL,
    created_at        BIGINT NOT NULL
);

CREATE INDEX people_by_account ON people (account_id, created_at);

CREATE TABLE recovery_codes (
    person_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    digest    BYTEA  NOT NULL CHECK (length(digest) = 32),
    PRIMARY KEY (person_id, digest)
);

CREATE TABLE sessions (
    digest     BYTEA  NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
    person_id  BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    stage      TEXT   NOT NULL CHECK (stage IN ('half', 'full')),
    mode       BIGINT NOT NULL CHECK (mode IN (0, 1)),
    address    TEXT   NOT NULL,
    agent      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX sessions_by_person ON sessions (person_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- The person of a claim is not known yet, which stands as 0.
CREATE TABLE links (
    digest     BYTEA  NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
    purpose    TEXT   NOT NULL CHECK (purpose IN ('confirm_email', 'reset_password', 'claim_account')),
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    person_id  BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX links_by_purpose ON links (purpose, account_id, person_id);
CREATE INDEX links_by_end ON links (expires_at);

CREATE TABLE attempts (
    subject  BYTEA  NOT NULL PRIMARY KEY CHECK (length(subject) = 32),
    failures BIGINT NOT NULL,
    last_at  BIGINT NOT NULL
);

CREATE INDEX attempts_by_age ON attempts (last_at);
