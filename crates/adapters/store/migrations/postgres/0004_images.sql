-- A picture is delivered once the posting that it names exists. The sweep throws away what was not paid for by `payable_until`,
-- and clears that time of what was, so that it never looks at it again.
CREATE TABLE images (
    id            UUID   NOT NULL UNIQUE,
    account_id    BIGINT NOT NULL REFERENCES accounts (id),
    mode          BIGINT NOT NULL CHECK (mode IN (0, 1)),
    settlement_id UUID   NOT NULL,
    created_at    BIGINT NOT NULL,
    payable_until BIGINT,
    details       TEXT   NOT NULL,
    PRIMARY KEY (account_id, mode, id)
);

CREATE INDEX images_by_end ON images (payable_until) WHERE payable_until IS NOT NULL;
