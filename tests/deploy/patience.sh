# Sourced by the scripts beside it.

fails() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}
# until_ SECONDS COMMAND…: until it succeeds.
until_() {
  local last=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$last" ] || fails "not in time: $*"
    sleep 0.3
  done
}
