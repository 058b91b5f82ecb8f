-- What a key may spend in a calendar month, and when it was last used.
ALTER TABLE api_keys ADD COLUMN monthly_limit BIGINT CHECK (monthly_limit >= 0);
ALTER TABLE api_keys ADD COLUMN last_used_at BIGINT;

-- Usage by key. What was spent before keys were noted, or without one, has the key -1.
ALTER TABLE usage_days ADD COLUMN key_id BIGINT NOT NULL DEFAULT -1;
ALTER TABLE usage_days ALTER COLUMN key_id DROP DEFAULT;
ALTER TABLE usage_days DROP CONSTRAINT usage_days_pkey;
ALTER TABLE usage_days ADD PRIMARY KEY (account_id, mode, day, purpose, key_id);

-- For what a key has spent in a month. Counting up a day does not touch it.
CREATE INDEX usage_days_by_key ON usage_days (account_id, mode, key_id, day);

-- A hold is resolved at the cost of the key that made it.
ALTER TABLE open_holds ADD COLUMN key_id BIGINT;
UPDATE open_holds SET key_id = p.key_id FROM postings p
WHERE p.account_id = open_holds.account_id AND p.mode = open_holds.mode AND p.id = open_holds.id;

-- Below what its owner is told that a balance is low.
ALTER TABLE balances ADD COLUMN alert_below BIGINT CHECK (alert_below > 0);

-- Balances that fell below it, by the posting that did it. A row that was told is kept for a while.
CREATE TABLE balance_alerts (
    account_id BIGINT NOT NULL,
    mode       BIGINT NOT NULL CHECK (mode IN (0, 1)),
    id         UUID   NOT NULL,
    at         BIGINT NOT NULL,
    threshold  BIGINT NOT NULL,
    available  BIGINT NOT NULL,
    run_at     BIGINT NOT NULL,
    told_at    BIGINT,
    PRIMARY KEY (account_id, mode, id)
);

CREATE INDEX balance_alerts_untold ON balance_alerts (run_at) WHERE told_at IS NULL;

-- The log of calls. SQLite has it in a file of its own.
CREATE TABLE requests (
    id          UUID   NOT NULL PRIMARY KEY,
    account_id  BIGINT NOT NULL,
    mode        BIGINT NOT NULL CHECK (mode IN (0, 1)),
    request_id  TEXT   NOT NULL,
    key_id      BIGINT NOT NULL,
    method      TEXT   NOT NULL,
    route       TEXT   NOT NULL,
    status      BIGINT NOT NULL,
    error       TEXT,
    charged     BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL,
    at          BIGINT NOT NULL
);

CREATE INDEX requests_by_purse ON requests (account_id, mode, id);
CREATE INDEX requests_by_request_id ON requests (account_id, mode, request_id);

CREATE TABLE request_days (
    account_id    BIGINT NOT NULL,
    mode          BIGINT NOT NULL,
    day           BIGINT NOT NULL,
    route         TEXT   NOT NULL,
    fine          BIGINT NOT NULL,
    client_errors BIGINT NOT NULL,
    server_errors BIGINT NOT NULL,
    PRIMARY KEY (account_id, mode, day, route)
);
