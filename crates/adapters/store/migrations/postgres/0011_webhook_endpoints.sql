-- Secrets are not kept: they follow from the installation's secret, the id and the generation.
CREATE TABLE webhook_endpoints (
    id             UUID   NOT NULL UNIQUE,
    account_id     BIGINT NOT NULL REFERENCES accounts (id),
    mode           BIGINT NOT NULL CHECK (mode IN (0, 1)),
    url            TEXT   NOT NULL,
    events         TEXT   NOT NULL CHECK (events <> ''),
    description    TEXT   NOT NULL,
    generation     BIGINT NOT NULL CHECK (generation > 0),
    previous_until BIGINT,
    disabled       TEXT   CHECK (disabled IN ('owner', 'gone', 'failing')),
    failures       BIGINT NOT NULL CHECK (failures >= 0),
    failing_since  BIGINT,
    created_at     BIGINT NOT NULL,
    PRIMARY KEY (account_id, mode, id)
);

-- Messages need no article any more. They name their event, which all receivers see under the same id, and the endpoint that they
-- are for. That may be gone by the time they are written, so it is not a reference: an event must never fail for it.
ALTER TABLE outbox ALTER COLUMN article_id DROP NOT NULL;
ALTER TABLE outbox ADD COLUMN event_id UUID;
ALTER TABLE outbox ADD COLUMN kind TEXT;
ALTER TABLE outbox ADD COLUMN endpoint_id UUID;
UPDATE outbox SET event_id = id, kind = CASE WHEN channel = 'webhook' THEN body::json ->> 'type' END;
ALTER TABLE outbox ALTER COLUMN event_id SET NOT NULL;

DROP INDEX outbox_by_article;
CREATE INDEX outbox_by_article ON outbox (article_id) WHERE article_id IS NOT NULL;
CREATE INDEX outbox_by_purse ON outbox (account_id, mode, id) WHERE channel = 'webhook';
CREATE INDEX outbox_by_endpoint ON outbox (endpoint_id, id) WHERE endpoint_id IS NOT NULL;
CREATE INDEX outbox_by_age ON outbox (created_at) WHERE channel = 'webhook';

-- The last attempts at each message. The number of the lease tells them apart.
CREATE TABLE outbox_attempts (
    message_id   UUID   NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
    token        BIGINT NOT NULL,
    tried_at     BIGINT NOT NULL,
    http_status  BIGINT,
    problem      TEXT,
    milliseconds BIGINT NOT NULL CHECK (milliseconds >= 0),
    PRIMARY KEY (message_id, token)
);

-- What accounts were told already, by the names of the occasions.
CREATE TABLE told (
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    mode       BIGINT NOT NULL CHECK (mode IN (0, 1)),
    name       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, mode, name)
);
