-- What makes an article and how long it shall be, so that the time of the next one is expected from those that are finished. Articles
-- from before have neither and are not compared.
ALTER TABLE articles ADD COLUMN maker TEXT;
ALTER TABLE articles ADD COLUMN words BIGINT;

-- Has all columns that are read, because rows are long.
CREATE INDEX articles_times ON articles (mode, maker, finished_at, created_at, words)
    WHERE status = 'completed' AND maker IS NOT NULL;
