-- By this row replicas tell how old what they show is, and of which timeline (decision 56). Only processes with
-- DATABASE_REPLICA_URL write it, twice a second in all.

create table replication_heartbeat (
  only_row boolean primary key default true check (only_row),
  timeline text not null,
  at timestamptz not null
);
