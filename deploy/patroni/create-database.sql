-- Once, on the primary: psql -v password="$DATABASE_PASSWORD" -f create-database.sql
CREATE ROLE digital_rights LOGIN PASSWORD :'password' CONNECTION LIMIT 180;
CREATE DATABASE digital_rights OWNER digital_rights;
