#!/bin/sh
# Certificates of the database hosts, in this folder: etcd and Patroni know one another by them, PostgreSQL
# shows them to its clients, and no other host has one. Arguments: name=address[,address] of each host. Made
# again with the same ca.key: the same authority.
set -eu
umask 077
key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc'
[ -f ca.key ] || openssl req -x509 $key -days 3650 -subj /CN=database-ca -keyout ca.key -out ca.pem
for host in "$@"; do
  name=${host%%=*}
  # etcd's own gateway is a client of it. Clients of PostgreSQL reach it through their own host's HAProxy, at
  # 127.0.0.1. No name: without python3-idna Patroni cannot read one.
  printf 'subjectAltName=IP:127.0.0.1,IP:%s\nextendedKeyUsage=serverAuth,clientAuth\n' "$(echo "${host#*=}" | sed 's/,/,IP:/g')" >host.ext
  openssl req $key -subj "/CN=$name" -keyout "$name.key" -out host.csr
  openssl x509 -req -in host.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 365 -extfile host.ext -out "$name.pem"
  rm host.ext host.csr
done
