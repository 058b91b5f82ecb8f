-- Purchases of credits. What the ledger still has to do for one is `unsettled`.
CREATE TABLE purchases (
    id             UUID   NOT NULL PRIMARY KEY,
    account_id     BIGINT NOT NULL REFERENCES accounts (id),
    mode           BIGINT NOT NULL CHECK (mode IN (0, 1)),
    credits        BIGINT NOT NULL CHECK (credits > 0),
    currency       TEXT   NOT NULL,
    price          BIGINT NOT NULL CHECK (price > 0),
    vendor         TEXT   NOT NULL,
    order_code     BIGINT NOT NULL UNIQUE,
    created_at     BIGINT NOT NULL,
    expires_at     BIGINT NOT NULL,
    start_key      TEXT,
    check_at       BIGINT NOT NULL,
    status         TEXT   NOT NULL,
    reference      TEXT,
    checkout_url   TEXT,
    payment        TEXT,
    paid_at        BIGINT,
    granted        BIGINT NOT NULL CHECK (granted IN (0, 1)),
    refunded       BIGINT NOT NULL CHECK (refunded >= 0),
    reversal       BIGINT,
    reversal_at    BIGINT,
    reversals      BIGINT NOT NULL,
    reversed       BIGINT NOT NULL CHECK (reversed >= 0),
    owed           BIGINT NOT NULL CHECK (owed >= 0),
    problem        TEXT,
    unsettled      BIGINT NOT NULL CHECK (unsettled IN (0, 1)),
    version        BIGINT NOT NULL DEFAULT 0,
    CHECK (reversed + owed <= credits)
);

CREATE INDEX purchases_by_purse ON purchases (account_id, mode, id);
CREATE UNIQUE INDEX purchases_by_start_key ON purchases (account_id, mode, start_key) WHERE start_key IS NOT NULL;
CREATE INDEX purchases_by_reference ON purchases (reference) WHERE reference IS NOT NULL;
CREATE INDEX purchases_by_payment ON purchases (payment) WHERE payment IS NOT NULL;
CREATE INDEX purchases_unsettled ON purchases (id) WHERE unsettled = 1;
CREATE INDEX purchases_open ON purchases (check_at) WHERE status = 'open';

-- Messages of vendors that were heard. Their ids are the vendors', so the vendor and the mode belong to them.
CREATE TABLE payment_messages (
    vendor      TEXT   NOT NULL,
    mode        BIGINT NOT NULL,
    id          TEXT   NOT NULL,
    purchase_id UUID   NOT NULL REFERENCES purchases (id),
    heard_at    BIGINT NOT NULL,
    PRIMARY KEY (vendor, mode, id)
);

CREATE INDEX postings_reversals ON postings (account_id, mode, related_id) WHERE kind = 'reverse';
