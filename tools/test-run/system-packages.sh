#!/usr/bin/env bash
# What the tests need from the system, on Debian and as root: three browsers, Chinese glyphs, PostgreSQL, and what
# deploy/ has files for. Elsewhere it only says what is missing; the tests then print what they skip.
set -euo pipefail

missing=()
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null ||
  command -v chromium-browser >/dev/null || missing+=(chromium-headless-shell)
command -v firefox-esr >/dev/null || command -v firefox >/dev/null || missing+=(firefox-esr)
command -v WebKitWebDriver >/dev/null || missing+=(webkit2gtk-driver)
command -v Xvfb >/dev/null || missing+=(xvfb)
compgen -G '/usr/share/fonts/opentype/noto/NotoSansCJK*' >/dev/null || missing+=(fonts-noto-cjk)
compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || command -v postgres >/dev/null || missing+=(postgresql)
[ -x /usr/sbin/nginx ] || missing+=(nginx)
[ -x /usr/sbin/haproxy ] || missing+=(haproxy)
command -v pgbackrest >/dev/null || missing+=(pgbackrest)
command -v openssl >/dev/null || missing+=(openssl)
command -v systemd-analyze >/dev/null || missing+=(systemd)
command -v promtool >/dev/null || missing+=(prometheus)
command -v amtool >/dev/null || missing+=(prometheus-alertmanager)
command -v patroni >/dev/null || missing+=(patroni python3-etcd)
command -v etcd >/dev/null || missing+=(etcd-server)
[ -x /usr/sbin/pgbouncer ] || missing+=(pgbouncer)
# The full run boots hosts, builds the image, and sees the alarms of exporters fire.
if [ "${FULL:-}" = 1 ]; then
  command -v systemd-nspawn >/dev/null || missing+=(systemd-container)
  command -v debootstrap >/dev/null || missing+=(debootstrap)
  command -v nft >/dev/null || missing+=(nftables)
  command -v z3 >/dev/null || missing+=(z3)
  command -v podman >/dev/null || missing+=(podman)
  command -v crun >/dev/null || missing+=(crun)
  command -v prometheus-node-exporter >/dev/null || missing+=(prometheus-node-exporter)
  command -v prometheus-blackbox-exporter >/dev/null || missing+=(prometheus-blackbox-exporter)
fi
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
  echo "Installing from Debian: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  # No cluster of the system's own: the tests start theirs, on a free port, and end it.
  mkdir -p /etc/postgresql-common/createcluster.d
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/no-main.conf
  # No service is started either; a policy that the machine has is kept.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
  fi
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
else
  echo "Missing on this machine: ${missing[*]}. Tests that need them are skipped, and say so."
fi
