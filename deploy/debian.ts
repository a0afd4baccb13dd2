/**
 * A Debian 12 for tests of installations on hosts and in images: made by debootstrap from Debian's mirror,
 * once for each list of packages; cached as an archive in `.cache`.
 */
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isInstalled } from '@dr/test-kit'

const run = promisify(execFile)

/** systemd as pid 1, and the bus for `systemctl`. An image's base does not need them. */
const PACKAGES = ['systemd', 'systemd-sysv', 'dbus']
const CACHE = fileURLToPath(new URL('../.cache/debian', import.meta.url))

/** Missing requirements of a test with a whole Debian; empty if it can run. */
export const missingForDebian = (programs: readonly string[]): string[] => {
  const missing = ['debootstrap', 'flock', ...programs].filter((program) => !isInstalled(program))
  if (process.getuid?.() !== 0) return [...missing, 'root']
  const namespaces = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0
  return namespaces ? missing : [...missing, 'namespaces']
}

/** One process creates it; concurrent ones wait. */
const MAKE = `
  [ -e "$ARCHIVE" ] && exit
  folder=$(mktemp --directory)
  chmod 755 "$folder"
  trap 'rm -rf "$folder"' EXIT
  debootstrap --variant=minbase --include="$PACKAGES" bookworm "$folder"
  rm -rf "$folder"/var/cache/apt/archives/*.deb "$folder"/var/lib/apt/lists/*
  tar --create --numeric-owner --directory="$folder" --file="$ARCHIVE.draft" .
  mv "$ARCHIVE.draft" "$ARCHIVE"
`

/** The path of the archive. */
const debianArchive = async (more: readonly string[]): Promise<string> => {
  await mkdir(CACHE, { recursive: true })
  const packages = [...PACKAGES, ...more].join()
  const key = createHash('sha256').update(MAKE).update(packages).digest('hex').slice(0, 16)
  const archive = `${CACHE}/bookworm-${key}.tar`
  if (!existsSync(archive)) {
    await run('flock', [`${CACHE}/lock`, 'bash', '-ec', MAKE], {
      env: { ...process.env, ARCHIVE: archive, PACKAGES: packages },
      maxBuffer: Number.POSITIVE_INFINITY,
    })
  }
  return archive
}

/** Unpacks its files into `folder`, with those of `more` packages. */
export const unpackDebian = async (folder: string, more: readonly string[] = []): Promise<void> => {
  await run('tar', [
    '--extract',
    '--numeric-owner',
    `--directory=${folder}`,
    `--file=${await debianArchive(more)}`,
  ])
}
