-- A barred picture is not served, until a person has looked at another prompt with it and shown that one.
alter table barred_pictures add column served boolean not null default false;
