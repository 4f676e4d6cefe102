#!/usr/bin/env bash
# The units of deploy/systemd as systemd itself reads them, with a binary where they name one; and that it can find a fault. They
# are not started: that takes a machine whose first process is systemd.
set -euo pipefail
repository=$(realpath "$(dirname "$0")/../..")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for unit in worker event; do
  # Whether the binary is installed is not what is asked.
  sed 's,/usr/local/bin/leitai,/bin/true,' "$repository/deploy/systemd/leitai-$unit@.service" >"$folder/leitai-$unit@.service"
  said=$(systemd-analyze verify --man=no "$folder/leitai-$unit@trial.service" 2>&1) || { echo "systemd.sh: $said" >&2; exit 1; }
  if grep -q "leitai-$unit@" <<<"$said"; then
    echo "systemd.sh: $said" >&2
    exit 1
  fi
done
sed 's,^KillMode=mixed,KillMode=mixt,; s,/usr/local/bin/leitai,/bin/true,' "$repository/deploy/systemd/leitai-worker@.service" >"$folder/harmed@.service"
systemd-analyze verify --man=no "$folder/harmed@trial.service" 2>&1 | grep -q "KillMode\|kill mode" || {
  echo "systemd.sh: a wrong KillMode was not found: the check checks nothing" >&2
  exit 1
}
echo "systemd.sh: two units are as systemd wants them"
