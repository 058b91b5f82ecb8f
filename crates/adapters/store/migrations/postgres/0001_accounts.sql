CREATE TABLE accounts (
    id         BIGINT PRIMARY KEY,
    name       TEXT    NOT NULL,
    status     TEXT    NOT NULL CHECK (status IN ('active', 'suspended')),
    key_epoch  BIGINT NOT NULL CHECK (key_epoch BETWEEN 0 AND 65535),
    created_at BIGINT NOT NULL
);

CREATE TABLE api_keys (
    id         BIGINT PRIMARY KEY,
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    name       TEXT    NOT NULL,
    mode       TEXT    NOT NULL CHECK (mode IN ('live', 'test')),
    scopes     BIGINT NOT NULL,
    epoch      BIGINT NOT NULL,
    last_four  TEXT    NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT
);

CREATE INDEX api_keys_by_account ON api_keys (account_id, created_at);
CREATE INDEX api_keys_revoked ON api_keys (id) WHERE revoked_at IS NOT NULL;

-- One row. access_version moves with every revocation and suspension, so that nodes reload only then.
CREATE TABLE installation (
    id             BIGINT PRIMARY KEY CHECK (id = 1),
    owner_id       BIGINT REFERENCES accounts (id),
    access_version BIGINT NOT NULL
);

INSERT INTO installation (id, owner_id, access_version) VALUES (1, NULL, 0);
