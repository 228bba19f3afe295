# PostgreSQL's image runs this at the first start. Palaver needs no rights besides its own database.
psql --set=ON_ERROR_STOP=1 --username=postgres --set=password="$DATABASE_PASSWORD" <<'SQL'
create role palaver login password :'password';
create database palaver owner palaver;
SQL
