#!/usr/bin/env bash
# The job script of deploy/slurm under a Slurm of one node, of this script's own: its workers play an event, are told before
# their time is up, and give back what is left; a worker that is cancelled does so too. Takes some four minutes.
#
#   tests/deploy/slurm.sh LEITAI      where LEITAI is the binary
#
# Needs slurmctld, slurmd, munged and python3, and to be root. All of it lies in one folder that is gone afterwards.
set -euo pipefail
leitai=$(realpath "${1:?the binary}")
repository=$(realpath "$(dirname "$0")/../..")
folder=$(mktemp -d)
chmod 755 "$folder"
started=()
ends() {
  local status=$?
  if [ "$status" != 0 ]; then
    tail -n 20 "$folder"/*.log >&2 || true
  fi
  for ((i = ${#started[@]} - 1; i >= 0; i--)); do
    kill "${started[i]}" 2>/dev/null || true
    wait "${started[i]}" 2>/dev/null || true
  done
  rm -rf "$folder"
  exit "$status"
}
trap ends EXIT
source "$repository/tests/deploy/patience.sh"

mkdir "$folder"/{bin,munge,state,spool,event,jobs}
ln -s "$leitai" "$folder/bin/leitai"
export PATH="$folder/bin:$PATH"
node=$(hostname -s)
cat >"$folder/slurm.conf" <<CONF
ClusterName=trial
SlurmctldHost=$node(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
SlurmUser=root
SlurmctldPort=26817
SlurmdPort=26818
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=30
NodeName=$node NodeAddr=127.0.0.1 CPUs=8 RealMemory=4096 State=UNKNOWN
PartitionName=main Nodes=$node Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$folder/slurm.conf"
head -c 1024 /dev/urandom >"$folder/munge/key"
chmod 700 "$folder/munge"
chmod 600 "$folder/munge/key"
chmod 755 "$folder/munge"
munged --foreground --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
  --pid-file="$folder/munge/pid" --log-file="$folder/munge.log" --seed-file="$folder/munge/seed" &
started+=($!)
until_ 20 test -S "$folder/munge/socket"
slurmctld -D -c &
started+=($!)
slurmd -D -N "$node" &
started+=($!)
until_ 60 bash -c 'sinfo --noheader --format=%T | grep -qx idle'

# Games of a second each, or that last as long as a file is there.
cd "$folder/event"
cat >player.sh <<PLAYER
#!/bin/sh
while [ -e "$folder/long" ]; do sleep 0.2; done
sleep 0.5
exec "$leitai" engine tictactoe --level random
PLAYER
chmod +x player.sh
{
  printf 'name = "cup"\ngame = "tictactoe"\nseed = "2024"\nclock = "start=600s,game=600s"\n'
  printf '[sandbox]\nlevel = "off"\nat-least = "off"\n'
  printf '[[entries]]\nname = "%s"\nprogram = "cmd:sh player.sh"\n' a b c d e f
} >cup.toml
export LEITAI_STORE="sqlite:$folder/store.db"
asks() { python3 -c 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1], timeout=20).execute(sys.argv[2]).fetchone()[0])' "$folder/store.db" "$1"; }
is() { [ "$(asks "$1")" "${@:2}" ]; }
leitai tournament run cup.toml --store "$LEITAI_STORE" >"$folder/event.log" 2>&1 &
event=$!
started+=("$event")
until_ 60 is "SELECT COUNT(*) FROM jobs" -gt 0

echo "slurm.sh: workers of an array play"
cd "$folder/jobs"
submits() { sbatch --parsable --cpus-per-task=4 --mem-per-cpu=100M "$@" "$repository/deploy/slurm/workers.sbatch"; }
first=$(LEITAI_GRACE=10 submits --array=1-2 --time=2 --signal=INT@60)
until_ 90 is "SELECT COUNT(*) FROM results" -ge 2
touch "$folder/long"
until_ 30 is "SELECT COUNT(DISTINCT worker) FROM jobs WHERE state = 'running'" -eq 2
echo "slurm.sh: they are told a minute before their time is up, and give back what is left"
# Slurm looks about once in half a minute.
until_ 150 bash -c "! squeue --noheader --job=$first | grep -q ."
is "SELECT COUNT(*) FROM jobs WHERE state = 'running'" -eq 0 || fails "they hold games"
is "SELECT COALESCE(MAX(attempts), 0) FROM jobs WHERE state = 'waiting'" -eq 0 || fails "attempts were counted"
for number in 1 2; do
  grep -q played "leitai-worker-${first}_$number.log" || fails "worker $number did not end by itself"
  scontrol show job "${first}_$number" | grep -q 'JobState=COMPLETED .*' || fails "worker $number was ended"
done

echo "slurm.sh: a worker that is cancelled gives back what is left"
second=$(LEITAI_GRACE=5 submits --array=1 --time=10 --signal=INT@60)
until_ 60 is "SELECT COUNT(*) FROM jobs WHERE state = 'running'" -ge 1
scancel "$second"
until_ 60 bash -c "! squeue --noheader --job=$second | grep -q ."
is "SELECT COUNT(*) FROM jobs WHERE state = 'running'" -eq 0 || fails "it holds games"
is "SELECT COALESCE(MAX(attempts), 0) FROM jobs WHERE state = 'waiting'" -eq 0 || fails "attempts were counted"

echo "slurm.sh: others play the event to its end"
rm "$folder/long"
third=$(submits --array=1-2 --time=10 --signal=INT@60)
wait "$event" || fails "the event: $(cat "$folder/event.log")"
is "SELECT COUNT(*) FROM jobs WHERE state <> 'done'" -eq 0 || fails "games are left"
scancel "$third"
until_ 60 bash -c "! squeue --noheader --job=$third | grep -q ."
echo "slurm.sh: $(asks 'SELECT COUNT(*) FROM results') games, each once"
