-- Whether the bodies of an account's calls are stored.
ALTER TABLE accounts ADD COLUMN stores_bodies BIGINT NOT NULL DEFAULT 0 CHECK (stores_bodies IN (0, 1));

-- What calls sent and received. SQLite has them in the file of the request log.
CREATE TABLE request_bodies (
    id         UUID   NOT NULL PRIMARY KEY,
    account_id BIGINT NOT NULL,
    mode       BIGINT NOT NULL CHECK (mode IN (0, 1)),
    path       TEXT   NOT NULL,
    request    TEXT,
    response   TEXT
);

CREATE INDEX request_bodies_by_purse ON request_bodies (account_id, mode, id);
