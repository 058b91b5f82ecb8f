-- What a key may spend in a calendar month, and when it was last used.
ALTER TABLE api_keys ADD COLUMN monthly_limit INTEGER CHECK (monthly_limit >= 0);
ALTER TABLE api_keys ADD COLUMN last_used_at INTEGER;

-- Usage by key. What was spent before keys were noted, or without one, has the key -1.
CREATE TABLE usage_with_keys (
    account_id INTEGER NOT NULL,
    mode       INTEGER NOT NULL,
    day        INTEGER NOT NULL,
    purpose    TEXT    NOT NULL,
    key_id     INTEGER NOT NULL,
    calls      INTEGER NOT NULL,
    credits    INTEGER NOT NULL,
    PRIMARY KEY (account_id, mode, day, purpose, key_id)
) STRICT, WITHOUT ROWID;

INSERT INTO usage_with_keys (account_id, mode, day, purpose, key_id, calls, credits)
SELECT account_id, mode, day, purpose, -1, calls, credits FROM usage_days;

DROP TABLE usage_days;
ALTER TABLE usage_with_keys RENAME TO usage_days;

-- For what a key has spent in a month. Counting up a day does not touch it.
CREATE INDEX usage_days_by_key ON usage_days (account_id, mode, key_id, day);

-- A hold is resolved at the cost of the key that made it.
ALTER TABLE open_holds ADD COLUMN key_id INTEGER;
UPDATE open_holds SET key_id = (
    SELECT p.key_id FROM postings p
    WHERE p.account_id = open_holds.account_id AND p.mode = open_holds.mode AND p.id = open_holds.id
);

-- Below what its owner is told that a balance is low.
ALTER TABLE balances ADD COLUMN alert_below INTEGER CHECK (alert_below > 0);

-- Balances that fell below it, by the posting that did it. A row that was told is kept for a while.
CREATE TABLE balance_alerts (
    account_id INTEGER NOT NULL,
    mode       INTEGER NOT NULL CHECK (mode IN (0, 1)),
    id         BLOB    NOT NULL CHECK (length(id) = 16),
    at         INTEGER NOT NULL,
    threshold  INTEGER NOT NULL,
    available  INTEGER NOT NULL,
    run_at     INTEGER NOT NULL,
    told_at    INTEGER,
    PRIMARY KEY (account_id, mode, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX balance_alerts_untold ON balance_alerts (run_at) WHERE told_at IS NULL;
