-- When a copy of the backup was stored elsewhere (BACKUP_S3_BUCKET); null without one.
alter table backups add column copied_at timestamptz;

-- Nights without a backup, or without its copy, of which ADMIN_EMAIL was told: once each, however many processes notice.
create table backup_alarms (
  night timestamptz primary key,
  told_at timestamptz not null default now()
);
