-- The content brief that was made instead of an article, and the customer's answers to its questions.
ALTER TABLE article_texts ADD COLUMN brief TEXT;
ALTER TABLE article_texts ADD COLUMN answers TEXT;
