#!/bin/sh
# The steps of Dockerfile and compose.yaml without Docker, each of them checked: the wheel, an environment of its own, a PostgreSQL,
# two servers on it, health, a game that is played over both, a killed server, a backup and its restore.
# Usage: deploy/check.sh      (from the root of the repository; wants initdb, pg_ctl, pg_dump on the path or under /usr/lib/postgresql)
set -eu
for bin in /usr/lib/postgresql/*/bin; do PATH=$PATH:$bin; done
ROOM=$(mktemp -d); HERE=$PWD; PYTHON=${PYTHON:-python3}
as() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
free() { "$PYTHON" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
ONE=; TWO=
leave() {
    for process in $ONE $TWO; do kill "$process" 2>/dev/null || true; done
    (cd "$ROOM" && as pg_ctl -D "$ROOM/pg/data" -m immediate stop >/dev/null 2>&1) || true
    rm -rf "$ROOM"
}
trap leave EXIT
step() { echo "== $*"; }

step "build stage: the wheel, from what the Dockerfile copies"
mkdir "$ROOM/source"; cp -r pyproject.toml README.md LICENSE src "$ROOM/source/"
"$PYTHON" -m venv "$ROOM/build"
(cd "$ROOM/source" && "$ROOM/build/bin/pip" wheel --quiet --no-deps --wheel-dir "$ROOM/wheels" . 2>/dev/null)
WHEEL=$(ls "$ROOM"/wheels/grognard-*.whl); ls -sh "$WHEEL" | cut -d' ' -f1
step "second stage: an environment with the wheel and psycopg"
"$PYTHON" -m venv "$ROOM/venv"; "$ROOM/venv/bin/pip" install --quiet "${WHEEL}[postgres]" 2>/dev/null
step "database"
mkdir "$ROOM/pg"; chmod 755 "$ROOM"; [ "$(id -u)" != 0 ] || chown postgres "$ROOM/pg"; PGPORT=$(free)
(cd "$ROOM/pg" && as initdb -D "$ROOM/pg/data" -U grognard -A trust -E UTF8 >/dev/null \
    && as pg_ctl -D "$ROOM/pg/data" -w -o "-p $PGPORT -k $ROOM/pg -h 127.0.0.1" -l "$ROOM/pg/log" start >/dev/null)
export DATABASE_URL="postgresql://grognard@127.0.0.1:$PGPORT/postgres" GROGNARD_DATA="$ROOM/data"
step "two servers"
P1=$(free); P2=$(free); cd "$ROOM"
"$ROOM/venv/bin/grognard" serve --host 127.0.0.1 --port "$P1" --guests >/dev/null & ONE=$!
"$ROOM/venv/bin/grognard" serve --host 127.0.0.1 --port "$P2" --guests >/dev/null & TWO=$!
cat >"$ROOM/client.py" <<'CLIENT'
import http.cookiejar, json, sys, time, urllib.error, urllib.request
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
def call(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"X-Grognard": "1", "Content-Type": "application/json"})
    return json.loads(opener.open(request, timeout=30).read())
def healthy(url):
    for _ in range(200):
        try:
            return call(url + "/health")
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
    raise SystemExit(url + " is not healthy")
def play(url, game, answers):
    for n in range(answers):
        view = call(f"{url}/api/v1/games/{game}/view")["view"]
        q = view["questions"][0]
        answer = {"seat": q["seat"], "option": q["options"][0]["text"], "step": view["step"], "key": f"{time.time_ns()}"}
        step = call(f"{url}/api/v1/games/{game}/answer", answer)["step"]
    return step
CLIENT
cat >"$ROOM/first.py" <<'CLIENT'
import pickle
from client import *
one, two = sys.argv[1:]
print(healthy(one), healthy(two))
person = call(one + "/api/v1/guest", {})
title = next(t for t in call(one + "/api/v1/titles") if t["code"] == "tw")
seats = {s["key"]: "me" for s in title["seats"]["poland"]}
game = call(one + "/api/v1/games", {"title": "tw", "scenario": "poland", "seats": seats, "listed": True})["id"]
for n in range(5):
    step = play((one, two)[n % 2], game, 4)
    time.sleep(0.3)
print(game, step)
CLIENT
OUT=$("$PYTHON" "$ROOM/first.py" "http://127.0.0.1:$P1" "http://127.0.0.1:$P2"); echo "$OUT"
GAME=$(echo "$OUT" | tail -1 | cut -d' ' -f1); STEP=$(echo "$OUT" | tail -1 | cut -d' ' -f2)
step "figures"; "$PYTHON" -c "import urllib.request; print(urllib.request.urlopen('http://127.0.0.1:$P1/metrics').read().decode())" | grep -E '^grognard_(games_live|first|bell_up|answer_seconds_count)'
look() { "$PYTHON" -c "from client import *; healthy('$1'); call('$1/api/v1/guest', {}); print('step', call('$1/api/v1/games/$GAME/view')['view']['step'], 'of $STEP')"; }
step "one server is killed; the other has the game"; kill -9 $ONE; look "http://127.0.0.1:$P2"
step "backup while a server runs"; PYTHON=$PYTHON "$HERE/deploy/backup.sh" save "$ROOM/games.dump"; ls -sh "$ROOM/games.dump" | cut -d' ' -f1
step "disaster: the server stops, the database is emptied"; kill $TWO; wait $TWO 2>/dev/null || true; TWO=
psql -q "$DATABASE_URL" -c 'drop schema public cascade; create schema public' 2>/dev/null
step "restore, and a server on it"; "$HERE/deploy/backup.sh" load "$ROOM/games.dump"
"$ROOM/venv/bin/grognard" serve --host 127.0.0.1 --port "$P2" --guests >/dev/null & TWO=$!
look "http://127.0.0.1:$P2"
step "the same with SQLite"
unset DATABASE_URL; kill $TWO; wait $TWO 2>/dev/null || true; P3=$(free)
"$ROOM/venv/bin/grognard" serve --host 127.0.0.1 --port "$P3" --guests >/dev/null & TWO=$!
OUT=$("$PYTHON" "$ROOM/first.py" "http://127.0.0.1:$P3" "http://127.0.0.1:$P3"); echo "$OUT" | tail -1
GAME=$(echo "$OUT" | tail -1 | cut -d' ' -f1); STEP=$(echo "$OUT" | tail -1 | cut -d' ' -f2)
PYTHON=$PYTHON "$HERE/deploy/backup.sh" save "$ROOM/games.copy"
kill $TWO; wait $TWO 2>/dev/null || true; rm -f "$GROGNARD_DATA"/grognard.sqlite3*
PYTHON=$PYTHON "$HERE/deploy/backup.sh" load "$ROOM/games.copy"
"$ROOM/venv/bin/grognard" serve --host 127.0.0.1 --port "$P3" --guests >/dev/null & TWO=$!
look "http://127.0.0.1:$P3"
if command -v systemd-analyze >/dev/null; then step "unit"; systemd-analyze verify "$HERE/deploy/grognard@.service" 2>&1 | grep -v "is not executable" || true; fi
echo "all steps passed"
