#!/bin/sh
# A root to be thrown away: `unshare … world.sh ROOT HALL USER COMMAND…`. Nothing of the machine's can be written from
# inside: its system is seen through layers in memory, its settings are read-only, and the rights to its clock, its
# kernel and its devices are given up for good. Runs as the first process of its name spaces, and then COMMAND as USER,
# a number, or as whoever it is (`-`).
set -eu
root=$1 hall=$2 user=$3
shift 3
mount -t tmpfs -o size=256m,mode=755 hostile "$root"
mkdir -p "$root/.layers" "$root/proc" "$root/dev" "$root/tmp" "$root/hall" "$root/old" "$root/sys" "$root/var/tmp" "$root/run"
chmod 1777 "$root/tmp" "$root/var/tmp"
for part in usr etc; do
  mkdir -p "$root/$part" "$root/.layers/$part/up" "$root/.layers/$part/work"
  layers="lowerdir=/$part,upperdir=$root/.layers/$part/up,workdir=$root/.layers/$part/work"
  mount -t overlay -o "$layers" overlay "$root/$part" || mount --rbind -o ro "/$part" "$root/$part"
done
for part in bin sbin lib lib32 lib64; do
  if [ -L "/$part" ]; then
    ln -s "$(readlink "/$part")" "$root/$part"
  elif [ -d "/$part" ]; then
    mkdir "$root/$part"
    mount --rbind -o ro "/$part" "$root/$part"
  fi
done
for device in null zero full random urandom; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
cp -R "$hall/." "$root/hall"
chmod -R a+rX "$root/hall"
mkdir -m 777 "$root/hall/tmp"
mount -t proc proc "$root/proc"
# Control groups are the machine's: those of two stages that have the same number, each in its own world, would meet.
number=$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')
echo "$((number % 30000 + 300))" >"$root/proc/sys/kernel/ns_last_pid" 2>/dev/null || :
# A plain user cannot write them; and where part of it is covered, name spaces of users may have no other /proc.
for part in sys sysrq-trigger irq; do
  if [ "$(id -u)" = 0 ] && [ "$user" = - ] && [ -e "$root/proc/$part" ]; then
    mount --bind "$root/proc/$part" "$root/proc/$part"
    mount -o remount,bind,ro "$root/proc/$part"
  fi
done
if [ "$(id -u)" = 0 ] && [ -d /sys/fs/cgroup ]; then
  mkdir -p "$root/sys/fs/cgroup"
  mount --rbind /sys/fs/cgroup "$root/sys/fs/cgroup"
fi
mkdir -m 755 "$root/canary"
printf 'a stranger'\''s\n' >"$root/canary/strangers"
if [ "$(id -u)" = 0 ]; then chown 12345:12345 "$root/canary/strangers"; fi
chmod 644 "$root/canary/strangers"
mkdir "$root/canary/own"
if [ "$user" != - ]; then chown "$user:$user" "$root/canary/own"; fi
hostname canary 2>/dev/null || :
cd "$root"
pivot_root . old
umount -l /old
rmdir /old
kept=-sys_time,-sys_boot,-sys_module,-sys_rawio,-sys_pacct,-sys_tty_config,-wake_alarm,-syslog,-mac_admin,-mac_override
kept=$kept,-mknod,-dac_read_search,-audit_control,-audit_write,-audit_read,-block_suspend,-bpf,-perfmon,-linux_immutable
export HOME=/hall TMPDIR=/hall/tmp
# The first process of a name space hears no signal that it does not want: that is this shell, and not the stage.
if [ "$user" = - ]; then
  setpriv --bounding-set "$kept" --inh-caps=-all -- "$@" || exit $?
else
  setpriv --bounding-set "$kept" --inh-caps=-all --reuid "$user" --regid "$user" --clear-groups -- "$@" || exit $?
fi
