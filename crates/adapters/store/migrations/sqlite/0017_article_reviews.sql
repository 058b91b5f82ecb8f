-- Whether a person must look at an article before it is published by itself, or did, and who and when.
ALTER TABLE articles ADD COLUMN review TEXT NOT NULL DEFAULT 'not_needed';
ALTER TABLE articles ADD COLUMN reviewed_by TEXT;
ALTER TABLE articles ADD COLUMN reviewed_at INTEGER;
-- Articles from notes waited for it already.
UPDATE articles SET review = 'needed', reviewed_at = finished_at
    WHERE publication = 'held' AND publication_reason LIKE 'the article is made of your notes%';
