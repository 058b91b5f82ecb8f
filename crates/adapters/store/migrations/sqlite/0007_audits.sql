-- Reports are long and stand in a table of their own, so that lists stay cheap. They go with their audits.
CREATE TABLE audits (
    id         BLOB    NOT NULL CHECK (length(id) = 16),
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    mode       INTEGER NOT NULL CHECK (mode IN (0, 1)),
    created_at INTEGER NOT NULL,
    url        TEXT    NOT NULL,
    score      INTEGER NOT NULL CHECK (score BETWEEN 0 AND 100),
    share      TEXT    NOT NULL CHECK (length(share) = 22 AND share NOT GLOB '*[^0-9A-Za-z]*'),
    screenshot TEXT,
    PRIMARY KEY (account_id, mode, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX audits_by_id ON audits (id);
CREATE UNIQUE INDEX audits_by_share ON audits (share);
CREATE INDEX audits_by_age ON audits (created_at, id);

CREATE TABLE audit_reports (
    audit_id BLOB NOT NULL PRIMARY KEY REFERENCES audits (id) ON DELETE CASCADE,
    report   TEXT NOT NULL
) STRICT;
