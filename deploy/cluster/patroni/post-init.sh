#!/bin/sh
# Run once by Patroni, on the first node, when the cluster has just been made: the site's role and its database.
# $1 is how the superuser connects.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$PROMPTECA_PASSWORD" "$1" <<'SQL'
create role prompteca login password :'password';
create database prompteca owner prompteca;
SQL
