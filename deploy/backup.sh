#!/bin/sh
# Back up or restore the games of a running server: deploy/backup.sh save FILE | load FILE
# The store is the one of DATABASE_URL (pg_dump, a consistent picture while the servers run), or else the SQLite file in GROGNARD_DATA.
# Restore into an empty database, or with the servers stopped: what is there is replaced.
set -eu
[ $# -eq 2 ] || { sed -n 2,4p "$0"; exit 2; }
if [ -n "${DATABASE_URL:-}" ]; then
    case $1 in
        save) pg_dump --format=custom --no-owner --file="$2" "$DATABASE_URL" ;;
        load) pg_restore --clean --if-exists --no-owner --single-transaction --exit-on-error --dbname="$DATABASE_URL" "$2" ;;
        *) sed -n 2,4p "$0"; exit 2 ;;
    esac
else
    store=${GROGNARD_DATA:?say DATABASE_URL or GROGNARD_DATA}/grognard.sqlite3
    copy='import sqlite3, sys; a, b = map(sqlite3.connect, sys.argv[1:]); a.backup(b); b.close()'
    case $1 in
        save) "${PYTHON:-python3}" -c "$copy" "$store" "$2" ;;
        load) rm -f "$store-wal" "$store-shm"; "${PYTHON:-python3}" -c "$copy" "$2" "$store" ;;
        *) sed -n 2,4p "$0"; exit 2 ;;
    esac
fi
