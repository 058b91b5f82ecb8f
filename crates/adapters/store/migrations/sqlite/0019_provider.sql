-- A company that takes payments is a provider, as in the API.
ALTER TABLE purchases RENAME COLUMN vendor TO provider;
ALTER TABLE payment_messages RENAME COLUMN vendor TO provider;
