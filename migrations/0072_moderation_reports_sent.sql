-- Keyed hash of all that a visitor sent and of the network it came from: the same report, sent twice, is one. Looked for
-- under the case's lock, by reports_of_reporter.
alter table reports add column sent_key bytea;
