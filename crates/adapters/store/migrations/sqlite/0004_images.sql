-- A picture is delivered once the posting that it names exists. The sweep throws away what was not paid for by `payable_until`,
-- and clears that time of what was, so that it never looks at it again.
CREATE TABLE images (
    id            BLOB    NOT NULL CHECK (length(id) = 16),
    account_id    INTEGER NOT NULL REFERENCES accounts (id),
    mode          INTEGER NOT NULL CHECK (mode IN (0, 1)),
    settlement_id BLOB    NOT NULL CHECK (length(settlement_id) = 16),
    created_at    INTEGER NOT NULL,
    payable_until INTEGER,
    details       TEXT    NOT NULL,
    PRIMARY KEY (account_id, mode, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX images_by_id ON images (id);
CREATE INDEX images_by_end ON images (payable_until) WHERE payable_until IS NOT NULL;
