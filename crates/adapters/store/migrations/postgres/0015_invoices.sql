-- Invoices say what was true when they were issued. Numbers have no gaps, in each mode for itself.
CREATE TABLE invoices (
    purchase_id    UUID NOT NULL PRIMARY KEY REFERENCES purchases (id),
    mode           BIGINT NOT NULL CHECK (mode IN (0, 1)),
    number         BIGINT NOT NULL CHECK (number > 0),
    issued_at      BIGINT NOT NULL,
    seller_name    TEXT NOT NULL,
    seller_address TEXT NOT NULL,
    seller_tax_id  TEXT NOT NULL,
    buyer_name     TEXT NOT NULL,
    buyer_address  TEXT NOT NULL,
    buyer_tax_id   TEXT NOT NULL,
    tax_name       TEXT NOT NULL,
    tax_rate       BIGINT NOT NULL CHECK (tax_rate >= 0),
    UNIQUE (mode, number)
);
