-- Secrets are not kept: they follow from the installation's secret, the id and the generation.
CREATE TABLE webhook_endpoints (
    id             BLOB    NOT NULL CHECK (length(id) = 16),
    account_id     INTEGER NOT NULL REFERENCES accounts (id),
    mode           INTEGER NOT NULL CHECK (mode IN (0, 1)),
    url            TEXT    NOT NULL,
    events         TEXT    NOT NULL CHECK (events <> ''),
    description    TEXT    NOT NULL,
    generation     INTEGER NOT NULL CHECK (generation > 0),
    previous_until INTEGER,
    disabled       TEXT    CHECK (disabled IN ('owner', 'gone', 'failing')),
    failures       INTEGER NOT NULL CHECK (failures >= 0),
    failing_since  INTEGER,
    created_at     INTEGER NOT NULL,
    PRIMARY KEY (account_id, mode, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX webhook_endpoints_by_id ON webhook_endpoints (id);

-- Messages need no article any more. They name their event, which all receivers see under the same id, and the endpoint that they
-- are for. That may be gone by the time they are written, so it is not a reference: an event must never fail for it.
CREATE TABLE messages (
    id          BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    event_id    BLOB    NOT NULL CHECK (length(event_id) = 16),
    kind        TEXT,
    article_id  BLOB,
    account_id  INTEGER NOT NULL,
    mode        INTEGER NOT NULL,
    channel     TEXT    NOT NULL,
    endpoint_id BLOB,
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

INSERT INTO messages (id, event_id, kind, article_id, account_id, mode, channel, target, body, created_at, state, run_at,
        lease_until, token, attempts, http_status, problem, tried_at)
    SELECT id, id, CASE WHEN channel = 'webhook' THEN json_extract(body, '$.type') END, article_id, account_id, mode, channel,
        target, body, created_at, state, run_at, lease_until, token, attempts, http_status, problem, tried_at
    FROM outbox;
DROP TABLE outbox;
ALTER TABLE messages RENAME TO outbox;

CREATE INDEX outbox_due ON outbox (run_at) WHERE state = 'pending';
CREATE INDEX outbox_by_article ON outbox (article_id) WHERE article_id IS NOT NULL;
CREATE INDEX outbox_by_purse ON outbox (account_id, mode, id) WHERE channel = 'webhook';
CREATE INDEX outbox_by_endpoint ON outbox (endpoint_id, id) WHERE endpoint_id IS NOT NULL;
CREATE INDEX outbox_by_age ON outbox (created_at) WHERE channel = 'webhook';

-- The last attempts at each message. The number of the lease tells them apart.
CREATE TABLE outbox_attempts (
    message_id   BLOB    NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    token        INTEGER NOT NULL,
    tried_at     INTEGER NOT NULL,
    http_status  INTEGER,
    problem      TEXT,
    milliseconds INTEGER NOT NULL CHECK (milliseconds >= 0),
    PRIMARY KEY (message_id, token)
) STRICT, WITHOUT ROWID;

-- What accounts were told already, by the names of the occasions.
CREATE TABLE told (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    mode       INTEGER NOT NULL CHECK (mode IN (0, 1)),
    name       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, mode, name)
) STRICT, WITHOUT ROWID;
