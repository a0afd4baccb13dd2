-- What is lost in a crash here only refills buckets: no write-ahead log for it.
ALTER TABLE rate_bucket SET UNLOGGED;
