# Run once, when PostgreSQL's folder is made: the site's role owns its database and has no rights beyond it.
psql --username postgres --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'SQL'
create role prompteca login password :'password';
create database prompteca owner prompteca;
SQL
