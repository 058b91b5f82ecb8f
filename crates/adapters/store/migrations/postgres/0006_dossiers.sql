-- What a finished article was written from, so that a section can be written anew without research and plan being made again.
ALTER TABLE article_texts ADD COLUMN dossier TEXT;
