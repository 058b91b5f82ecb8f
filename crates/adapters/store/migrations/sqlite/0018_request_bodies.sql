-- Whether the bodies of an account's calls are stored. They stand in the file of the request log.
ALTER TABLE accounts ADD COLUMN stores_bodies INTEGER NOT NULL DEFAULT 0 CHECK (stores_bodies IN (0, 1));
