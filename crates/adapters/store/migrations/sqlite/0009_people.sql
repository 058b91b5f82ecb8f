-- Whoever signs in. Secrets are kept as hashes only.
CREATE TABLE people (
    id                INTEGER PRIMARY KEY,
    account_id        INTEGER NOT NULL REFERENCES accounts (id),
    email             TEXT    NOT NULL UNIQUE,
    confirmed_at      INTEGER,
    password_hash     TEXT    NOT NULL,
    language          TEXT    NOT NULL CHECK (length(language) = 2),
    factor_generation INTEGER NOT NULL,
    factor_enabled_at INTEGER,
    factor_last_step  INTEGER NOT NULL,
    created_at        INTEGER NOT NULL
) STRICT;

CREATE INDEX people_by_account ON people (account_id, created_at);

CREATE TABLE recovery_codes (
    person_id INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    digest    BLOB    NOT NULL CHECK (length(digest) = 32),
    PRIMARY KEY (person_id, digest)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    digest     BLOB    NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
    person_id  INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    stage      TEXT    NOT NULL CHECK (stage IN ('half', 'full')),
    mode       INTEGER NOT NULL CHECK (mode IN (0, 1)),
    address    TEXT    NOT NULL,
    agent      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at    INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_person ON sessions (person_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- The person of a claim is not known yet, which stands as 0.
CREATE TABLE links (
    digest     BLOB    NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
    purpose    TEXT    NOT NULL CHECK (purpose IN ('confirm_email', 'reset_password', 'claim_account')),
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    person_id  INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX links_by_purpose ON links (purpose, account_id, person_id);
CREATE INDEX links_by_end ON links (expires_at);

CREATE TABLE attempts (
    subject  BLOB    NOT NULL PRIMARY KEY CHECK (length(subject) = 32),
    failures INTEGER NOT NULL,
    last_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX attempts_by_age ON attempts (last_at);
