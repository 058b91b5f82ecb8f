CREATE TABLE accounts (
    id         INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL,
    status     TEXT    NOT NULL CHECK (status IN ('active', 'suspended')),
    key_epoch  INTEGER NOT NULL CHECK (key_epoch BETWEEN 0 AND 65535),
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
    id         INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    name       TEXT    NOT NULL,
    mode       TEXT    NOT NULL CHECK (mode IN ('live', 'test')),
    scopes     INTEGER NOT NULL,
    epoch      INTEGER NOT NULL,
    last_four  TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
) STRICT;

CREATE INDEX api_keys_by_account ON api_keys (account_id, created_at);
CREATE INDEX api_keys_revoked ON api_keys (id) WHERE revoked_at IS NOT NULL;

-- One row. access_version moves with every revocation and suspension, so that nodes reload only then.
CREATE TABLE installation (
    id             INTEGER PRIMARY KEY CHECK (id = 1),
    owner_id       INTEGER REFERENCES accounts (id),
    access_version INTEGER NOT NULL
) STRICT;

INSERT INTO installation (id, owner_id, access_version) VALUES (1, NULL, 0);
