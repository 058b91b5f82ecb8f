-- Reports are long and stand in a table of their own, so that lists stay cheap. They go with their audits.
CREATE TABLE audits (
    id         UUID   NOT NULL UNIQUE,
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    mode       BIGINT NOT NULL CHECK (mode IN (0, 1)),
    created_at BIGINT NOT NULL,
    url        TEXT   NOT NULL,
    score      BIGINT NOT NULL CHECK (score BETWEEN 0 AND 100),
    share      TEXT   NOT NULL CHECK (share ~ '^[0-9A-Za-z]{22}$'),
    screenshot TEXT,
    PRIMARY KEY (account_id, mode, id)
);

CREATE UNIQUE INDEX audits_by_share ON audits (share);
CREATE INDEX audits_by_age ON audits (created_at, id);

CREATE TABLE audit_reports (
    audit_id UUID NOT NULL PRIMARY KEY REFERENCES audits (id) ON DELETE CASCADE,
    report   TEXT NOT NULL
);
