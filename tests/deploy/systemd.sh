#!/usr/bin/env bash
# The units of deploy/systemd: as systemd itself reads them, and that it can find a fault; then started for real, under a systemd that
# is the first process of name spaces of this script's own. Its workers play an event, are stopped while games run, are
# killed and come back, and every game is played once. Takes about a minute.
#
#   tests/deploy/systemd.sh LEITAI      where LEITAI is the binary
#
# Needs systemd and python3. Where a systemd runs already, and without root, the units are only read. What it writes lies in
# one folder that is gone afterwards: what the units find in /etc, /usr/local/bin and /var/lib is laid over those folders
# for them alone.
set -euo pipefail

# Called in the new name spaces: lays out what a machine would have, and becomes its systemd, which knows no other units.
if [ "${1-}" = --be-first ]; then
  folder=$2
  leitai=$3
  mount --make-rprivate /
  mount -t proc proc /proc
  mount -t tmpfs tmpfs /run
  over="$folder/over"
  mkdir -p "$over"
  mount -t tmpfs tmpfs "$over"
  for place in etc usr/local/bin var/lib; do
    mkdir -p "$over/$place" "$over/work/$place"
    mount -t overlay overlay -o "lowerdir=/$place,upperdir=$over/$place,workdir=$over/work/$place" "/$place"
  done
  echo 'leitai:x:4711:4711::/var/lib/leitai:/bin/sh' >>/etc/passwd
  echo 'leitai:x:4711:' >>/etc/group
  mkdir -p /etc/leitai
  echo "LEITAI_STORE=sqlite:$folder/state/store.db" >/etc/leitai/worker.env
  cp "$leitai" /usr/local/bin/leitai
  mkdir -p /var/lib/leitai
  mount --bind "$folder/state" /var/lib/leitai
  units="$over/units"
  mkdir "$units"
  cp "$folder"/repository/*.service "$units"
  for target in sysinit basic shutdown network-online multi-user trial; do
    printf '[Unit]\nDefaultDependencies=no\n' >"$units/$target.target"
  done
  export container=other SYSTEMD_UNIT_PATH="$units"
  exec /lib/systemd/systemd --system --unit=trial.target --log-target=console --show-status=no
fi

itself=$(realpath "$0")
leitai=$(realpath "${1:?the binary}")
repository=$(realpath "$(dirname "$0")/../..")
# Not below /tmp: the units have one of their own.
folder=$(mktemp -d /var/systemd-trial.XXXXXX)
first=
ends() {
  local status=$?
  if [ "$status" != 0 ]; then
    tail -n 30 "$folder/systemd.log" >&2 || true
  fi
  if [ -n "$first" ]; then
    kill -KILL "$first" 2>/dev/null || true
    wait "$first" 2>/dev/null || true
    # Nobody else's: where a systemd runs already none of this is done.
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      find /sys/fs/cgroup -depth -type d \( -path '*/system.slice*' -o -path '*/init.scope*' \) -exec rmdir {} \; 2>/dev/null || true
      [ -n "$(find /sys/fs/cgroup -type d \( -name system.slice -o -name init.scope \))" ] || break
      sleep 0.3
    done
  fi
  rm -rf "$folder"
  exit "$status"
}
trap ends EXIT
source "$repository/tests/deploy/patience.sh"

for unit in worker@ event@ serve; do
  # Whether the binary is installed is not what is asked.
  sed 's,/usr/local/bin/leitai,/bin/true,' "$repository/deploy/systemd/leitai-$unit.service" >"$folder/leitai-$unit.service"
  said=$(systemd-analyze verify --man=no "$folder/leitai-${unit/@/@trial}.service" 2>&1) || fails "$said"
  if grep -q "leitai-$unit" <<<"$said"; then fails "$said"; fi
done
sed 's,^KillMode=mixed,KillMode=mixt,; s,/usr/local/bin/leitai,/bin/true,' "$repository/deploy/systemd/leitai-worker@.service" >"$folder/harmed@.service"
systemd-analyze verify --man=no "$folder/harmed@trial.service" 2>&1 | grep -q "KillMode\|kill mode" ||
  fails "a wrong KillMode was not found: the check checks nothing"
echo "systemd.sh: three units are as systemd wants them"
if [ "$(id -u)" != 0 ] || [ -d /run/systemd/system ]; then
  echo "systemd.sh: they are not started (that takes root, and a machine without a systemd whose groups another would write into)"
  exit 0
fi

chmod 755 "$folder"
mkdir "$folder/repository" "$folder/state"
cp "$repository"/deploy/systemd/*.service "$folder/repository"
cd "$folder/state"
# Games of a second each, or that last as long as a file is there.
cat >player.sh <<PLAYER
#!/bin/sh
while [ -e "$folder/state/long" ]; do sleep 0.2; done
sleep 0.5
exec /usr/local/bin/leitai engine tictactoe --level random
PLAYER
{
  printf 'name = "cup"\ngame = "tictactoe"\nseed = "2024"\nclock = "start=600s,game=600s"\n'
  printf '[sandbox]\nlevel = "off"\nat-least = "off"\n'
  printf '[[entries]]\nname = "%s"\nprogram = "cmd:sh player.sh"\n' a b c d e f
} >cup.toml
chown -R 4711:4711 "$folder/state"
unshare --pid --fork --mount --uts --ipc --cgroup --kill-child "$itself" --be-first "$folder" "$leitai" >"$folder/systemd.log" 2>&1 &
first=$!
until_ 20 pgrep -P "$first"
inside=$(pgrep -P "$first")
# there COMMAND…: on that machine.
there() { nsenter --target "$inside" --mount --pid --uts --ipc --cgroup -- "$@"; }
until_ 20 there systemctl is-active trial.target
asks() { python3 -c 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1], timeout=20).execute(sys.argv[2]).fetchone()[0])' "$folder/state/store.db" "$1"; }
is() { [ "$(asks "$1")" "${@:2}" ]; }
shows() { [ "$(there systemctl show --value -p "$2" "$1")" = "$3" ]; }

echo "systemd.sh: an event that was begun by hand goes on, and workers play it"
there setpriv --reuid=4711 --regid=4711 --clear-groups env HOME="$folder/state" \
  sh -c 'cd /var/lib/leitai && exec /usr/local/bin/leitai tournament run cup.toml --store "$1"' sh "sqlite:$folder/state/store.db" \
  >"$folder/begun.log" 2>&1 &
begun=$!
until_ 60 is "SELECT COUNT(*) FROM jobs" -gt 0
there pkill -INT -f 'tournament run cup.tom[l]'
wait "$begun" || true
there systemctl start leitai-event@cup.service leitai-worker@default.service
until_ 60 is "SELECT COUNT(*) FROM results" -ge 2
touch "$folder/state/long"
# Those that were past the file's place end.
sleep 2
until_ 30 is "SELECT COUNT(*) FROM jobs WHERE state = 'running'" -ge 1

echo "systemd.sh: a worker that is stopped lets its games end"
there systemctl stop --no-block leitai-worker@default.service
until_ 10 shows leitai-worker@default.service ActiveState deactivating
is "SELECT COUNT(*) FROM jobs WHERE state = 'running'" -ge 1 || fails "it broke games off"
rm "$folder/state/long"
until_ 60 shows leitai-worker@default.service ActiveState inactive
shows leitai-worker@default.service Result success || fails "it was ended"
is "SELECT COUNT(*) FROM jobs WHERE state = 'running'" -eq 0 || fails "it holds games"
is "SELECT COALESCE(MAX(attempts), 0) FROM jobs WHERE state = 'waiting'" -eq 0 || fails "attempts were counted"

echo "systemd.sh: one that is killed comes back"
there systemctl start leitai-worker@default.service
until_ 30 is "SELECT COUNT(*) FROM jobs WHERE state = 'running'" -ge 1
there systemctl kill --kill-whom=main --signal=KILL leitai-worker@default.service
until_ 30 shows leitai-worker@default.service NRestarts 1
until_ 120 shows leitai-event@cup.service ActiveState inactive
shows leitai-event@cup.service Result success || fails "the event failed"
is "SELECT COUNT(*) FROM jobs WHERE state <> 'done'" -eq 0 || fails "games are left"
is "SELECT COUNT(*) - COUNT(DISTINCT game) FROM results" -eq 0 || fails "a game has two results"
# Thirty, or more: what the event needs depends on how its random players play.
echo "systemd.sh: $(asks 'SELECT COUNT(*) FROM results') games, each once"

echo "systemd.sh: the site answers, comes back when it is killed, and leaves when it is stopped"
printf 'LEITAI_SERVE=--listen 127.0.0.1:8099 --jobs 1\n' >"$folder/serve.env"
there cp "$folder/serve.env" /etc/leitai/serve.env
answers() { python3 -c 'import urllib.request; urllib.request.urlopen("http://127.0.0.1:8099/", timeout=5).read()' 2>/dev/null; }
there systemctl start leitai-serve.service
until_ 60 answers
there systemctl kill --kill-whom=main --signal=KILL leitai-serve.service
until_ 30 shows leitai-serve.service NRestarts 1
until_ 60 answers
[ "$(stat --format %a "$folder/state/site")" = 700 ] || fails "the site's folder is open to others"
there systemctl stop leitai-serve.service
shows leitai-serve.service Result success || fails "the site did not leave by itself"
! answers || fails "the site is still there"
