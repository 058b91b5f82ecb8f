-- Append-only. The balance after each posting is kept with it, so that a statement needs no folding.
CREATE TABLE postings (
    account_id      BIGINT NOT NULL,
    mode            BIGINT NOT NULL CHECK (mode IN (0, 1)),
    id              UUID    NOT NULL,
    kind            TEXT    NOT NULL,
    amount          BIGINT NOT NULL CHECK (amount >= 0),
    released        BIGINT NOT NULL CHECK (released >= 0),
    related_id      UUID,
    purpose         TEXT    NOT NULL,
    key_id          BIGINT,
    created_at      BIGINT NOT NULL,
    available_after BIGINT NOT NULL CHECK (available_after >= 0),
    held_after      BIGINT NOT NULL CHECK (held_after >= 0),
    PRIMARY KEY (account_id, mode, id)
);

CREATE INDEX postings_refunds ON postings (account_id, mode, related_id) WHERE kind = 'refund';

CREATE TABLE balances (
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    mode       BIGINT NOT NULL CHECK (mode IN (0, 1)),
    available  BIGINT NOT NULL CHECK (available >= 0),
    held       BIGINT NOT NULL CHECK (held >= 0),
    frozen     BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, mode)
);

-- Holds that are not resolved. Resolving one deletes its row, which can happen only once.
CREATE TABLE open_holds (
    account_id BIGINT NOT NULL,
    mode       BIGINT NOT NULL,
    id         UUID    NOT NULL,
    amount     BIGINT NOT NULL CHECK (amount > 0),
    until      BIGINT,
    PRIMARY KEY (account_id, mode, id)
);

CREATE TABLE usage_days (
    account_id BIGINT NOT NULL,
    mode       BIGINT NOT NULL,
    day        BIGINT NOT NULL,
    purpose    TEXT    NOT NULL,
    calls      BIGINT NOT NULL,
    credits    BIGINT NOT NULL,
    PRIMARY KEY (account_id, mode, day, purpose)
);

-- A row without a body is a call under way, owned until its lease ends.
CREATE TABLE idempotency_keys (
    account_id  BIGINT NOT NULL,
    mode        BIGINT NOT NULL,
    key         TEXT    NOT NULL,
    fingerprint BYTEA    NOT NULL,
    owner       UUID    NOT NULL,
    expires_at  BIGINT NOT NULL,
    body        TEXT,
    charged     BIGINT,
    reserved    BIGINT,
    available   BIGINT,
    PRIMARY KEY (account_id, mode, key)
);

CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);

CREATE INDEX open_holds_by_end ON open_holds (until) WHERE until IS NOT NULL;

INSERT INTO balances (account_id, mode, available, held)
SELECT accounts.id, modes.mode, 0, 0 FROM accounts CROSS JOIN (SELECT 0 AS mode UNION ALL SELECT 1) AS modes;
