-- Purchases of credits. What the ledger still has to do for one is `unsettled`.
CREATE TABLE purchases (
    id             BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    account_id     INTEGER NOT NULL REFERENCES accounts (id),
    mode           INTEGER NOT NULL CHECK (mode IN (0, 1)),
    credits        INTEGER NOT NULL CHECK (credits > 0),
    currency       TEXT    NOT NULL,
    price          INTEGER NOT NULL CHECK (price > 0),
    vendor         TEXT    NOT NULL,
    order_code     INTEGER NOT NULL UNIQUE,
    created_at     INTEGER NOT NULL,
    expires_at     INTEGER NOT NULL,
    start_key      TEXT,
    check_at       INTEGER NOT NULL,
    status         TEXT    NOT NULL,
    reference      TEXT,
    checkout_url   TEXT,
    payment        TEXT,
    paid_at        INTEGER,
    granted        INTEGER NOT NULL CHECK (granted IN (0, 1)),
    refunded       INTEGER NOT NULL CHECK (refunded >= 0),
    reversal       INTEGER,
    reversal_at    INTEGER,
    reversals      INTEGER NOT NULL,
    reversed       INTEGER NOT NULL CHECK (reversed >= 0),
    owed           INTEGER NOT NULL CHECK (owed >= 0),
    problem        TEXT,
    unsettled      INTEGER NOT NULL CHECK (unsettled IN (0, 1)),
    version        INTEGER NOT NULL DEFAULT 0,
    CHECK (reversed + owed <= credits)
) STRICT, WITHOUT ROWID;

CREATE INDEX purchases_by_purse ON purchases (account_id, mode, id);
CREATE UNIQUE INDEX purchases_by_start_key ON purchases (account_id, mode, start_key) WHERE start_key IS NOT NULL;
CREATE INDEX purchases_by_reference ON purchases (reference) WHERE reference IS NOT NULL;
CREATE INDEX purchases_by_payment ON purchases (payment) WHERE payment IS NOT NULL;
CREATE INDEX purchases_unsettled ON purchases (id) WHERE unsettled = 1;
CREATE INDEX purchases_open ON purchases (check_at) WHERE status = 'open';

-- Messages of vendors that were heard. Their ids are the vendors', so the vendor and the mode belong to them.
CREATE TABLE payment_messages (
    vendor      TEXT    NOT NULL,
    mode        INTEGER NOT NULL,
    id          TEXT    NOT NULL,
    purchase_id BLOB    NOT NULL REFERENCES purchases (id),
    heard_at    INTEGER NOT NULL,
    PRIMARY KEY (vendor, mode, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX postings_reversals ON postings (account_id, mode, related_id) WHERE kind = 'reverse';
