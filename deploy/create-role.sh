#!/bin/sh
# Runs once, while PostgreSQL's volume is empty: Keydesk's role owns its database and is no superuser.
# The superuser keeps no password, so that only this container reaches it.
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE keydesk LOGIN PASSWORD :'password';
ALTER DATABASE keydesk OWNER TO keydesk;
ALTER ROLE postgres PASSWORD NULL;
SQL
