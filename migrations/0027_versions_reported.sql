-- What a visitor reported, as it was: its author may change it before the report is confirmed.

-- Null once the case has it, and for reports of members, whose cases have it at once.
alter table reports add column snapshot jsonb;
