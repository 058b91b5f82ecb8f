-- Append-only. The balance after each posting is kept with it, so that a statement needs no folding.
CREATE TABLE postings (
    account_id      INTEGER NOT NULL,
    mode            INTEGER NOT NULL CHECK (mode IN (0, 1)),
    id              BLOB    NOT NULL CHECK (length(id) = 16),
    kind            TEXT    NOT NULL,
    amount          INTEGER NOT NULL CHECK (amount >= 0),
    released        INTEGER NOT NULL CHECK (released >= 0),
    related_id      BLOB,
    purpose         TEXT    NOT NULL,
    key_id          INTEGER,
    created_at      INTEGER NOT NULL,
    available_after INTEGER NOT NULL CHECK (available_after >= 0),
    held_after      INTEGER NOT NULL CHECK (held_after >= 0),
    PRIMARY KEY (account_id, mode, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX postings_refunds ON postings (account_id, mode, related_id) WHERE kind = 'refund';

CREATE TABLE balances (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    mode       INTEGER NOT NULL CHECK (mode IN (0, 1)),
    available  INTEGER NOT NULL CHECK (available >= 0),
    held       INTEGER NOT NULL CHECK (held >= 0),
    frozen     INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, mode)
) STRICT, WITHOUT ROWID;

-- Holds that are not resolved. Resolving one deletes its row, which can happen only once.
CREATE TABLE open_holds (
    account_id INTEGER NOT NULL,
    mode       INTEGER NOT NULL,
    id         BLOB    NOT NULL,
    amount     INTEGER NOT NULL CHECK (amount > 0),
    until      INTEGER,
    PRIMARY KEY (account_id, mode, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE usage_days (
    account_id INTEGER NOT NULL,
    mode       INTEGER NOT NULL,
    day        INTEGER NOT NULL,
    purpose    TEXT    NOT NULL,
    calls      INTEGER NOT NULL,
    credits    INTEGER NOT NULL,
    PRIMARY KEY (account_id, mode, day, purpose)
) STRICT, WITHOUT ROWID;

-- A row without a body is a call under way, owned until its lease ends.
CREATE TABLE idempotency_keys (
    account_id  INTEGER NOT NULL,
    mode        INTEGER NOT NULL,
    key         TEXT    NOT NULL,
    fingerprint BLOB    NOT NULL,
    owner       BLOB    NOT NULL,
    expires_at  INTEGER NOT NULL,
    body        TEXT,
    charged     INTEGER,
    reserved    INTEGER,
    available   INTEGER,
    PRIMARY KEY (account_id, mode, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);

CREATE INDEX open_holds_by_end ON open_holds (until) WHERE until IS NOT NULL;

INSERT INTO balances (account_id, mode, available, held)
SELECT accounts.id, modes.mode, 0, 0 FROM accounts CROSS JOIN (SELECT 0 AS mode UNION ALL SELECT 1) AS modes;
