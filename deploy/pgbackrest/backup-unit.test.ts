/**
 * The backup's unit and timers, run by a real systemd as pid 1 of a Debian 12 with PostgreSQL, with `FULL=1`:
 * the hardened unit makes backups, and records each one for the alarm BackupOld in the folder that Debian's
 * node_exporter reads.
 */
import { mkdtempSync } from 'node:fs'
import { copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fillFile } from '@dr/test-kit/deploy-files'
import { expect, onTestFinished, test } from 'vitest'
import { missingForDebian, unpackDebian } from '../debian.ts'
import { bootMachine } from '../systemd/machine.ts'

const FULL = process.env.FULL === '1'
const MISSING = FULL ? missingForDebian(['systemd-nspawn', 'nsenter']) : []
const RUNS = FULL && MISSING.length === 0
const UNITS = ['@.service', '-diff.timer', '-full.timer'].map((ending) => `digital-rights-backup${ending}`)
const NOTE = '/var/lib/prometheus/node-exporter/backup.prom'
const DATA = '/var/lib/postgresql/15/digital-rights'

if (FULL && !RUNS) {
  process.stderr.write(
    `SKIPPED: the backup's unit (not here: ${MISSING.join(', ')}; tools/test-run/system-packages.sh)\n`,
  )
}
test.skipIf(!process.env.CI || !FULL || RUNS)('a systemd can be booted here, with PostgreSQL', () =>
  expect(MISSING).toEqual([]),
)

/** A Debian with the files of this folder installed; none of its services listens on the network. */
const installHost = async (folder: string): Promise<void> => {
  await unpackDebian(folder, ['postgresql', 'pgbackrest', 'prometheus-node-exporter'])
  const passphrase = { '@CIPHER_PASS@': 'a pass of the test' }
  await writeFile(join(folder, 'etc/pgbackrest.conf'), fillFile('pgbackrest/pgbackrest.conf', passphrase))
  const system = join(folder, 'etc/systemd/system')
  for (const unit of UNITS) {
    await copyFile(fileURLToPath(new URL(unit, import.meta.url)), join(system, unit))
  }
  await symlink('/dev/null', join(system, 'prometheus-node-exporter.service'))
  await rm(join(folder, 'etc/postgresql/15/main'), { recursive: true, force: true })
  const settings = join(folder, 'etc/postgresql-common/createcluster.d')
  await mkdir(settings, { recursive: true })
  await writeFile(join(settings, 'test.conf'), "listen_addresses = ''\n")
}

test.runIf(RUNS)(
  'it makes a backup and notes it, again after another, and nothing while there is no primary',
  { timeout: 900_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dr-backup-host-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await installHost(folder)
    const machine = await bootMachine(folder)
    onTestFinished(() => machine.stop())
    const on = machine.run
    const asPostgres = (command: string) =>
      on('cd /; setpriv --reuid=postgres --regid=postgres --init-groups sh -c "$COMMAND"', {
        COMMAND: command,
      })
    await on(`
      chown postgres: /etc/pgbackrest.conf
      chmod 600 /etc/pgbackrest.conf
      pg_createcluster --datadir=${DATA} 15 main -- --data-checksums`)
    await writeFile(
      join(folder, 'etc/postgresql/15/main/conf.d/backup.conf'),
      fillFile('pgbackrest/postgresql.conf', {}),
    )
    await on('pg_ctlcluster 15 main start')
    await asPostgres('pgbackrest --stanza=digital-rights stanza-create')
    await asPostgres('pgbackrest --stanza=digital-rights check')
    await on(`systemctl daemon-reload; systemctl enable --now ${UNITS.slice(1).join(' ')}`)
    const memory = () => on('ls /dev/shm')
    const before = await memory()
    expect(before).toContain('PostgreSQL')

    const back = (kind: string) => on(`systemctl start digital-rights-backup@${kind}.service`)
    const explain = async (error: unknown) => {
      throw new Error(`${error}\n${await on('journalctl --no-pager --output=cat --lines=60')}`)
    }
    const kinds = async () => {
      const info = await asPostgres('pgbackrest --stanza=digital-rights --output=json info')
      const [stanza] = JSON.parse(info) as [{ backup: { type: string }[] }]
      return stanza.backup.map(({ type }) => type)
    }
    const noted = () => on(`stat --format='%U %a' ${NOTE}; cat ${NOTE}`)
    const since = Math.floor(Date.now() / 1_000)
    await back('full').catch(explain)
    expect(await kinds()).toEqual(['full'])
    const first = await noted()
    const [, seconds] = /^root 644\nbackup_last_success_timestamp_seconds (\d+)\n$/.exec(first) ?? []
    expect([first, Number(seconds) >= since]).toEqual([first, true])
    await on(`rm ${NOTE}`)
    await back('diff').catch(explain)
    expect(await kinds()).toEqual(['full', 'diff'])
    expect(await noted()).toMatch(/^root 644\n/)
    // The shared memory of PostgreSQL, whose user is the unit's.
    expect(await memory()).toBe(before)
    expect(await asPostgres('psql --no-align --tuples-only --command "SELECT 1"')).toBe('1\n')

    await on(`rm ${NOTE}; pg_ctlcluster 15 main stop`)
    await back('full').catch(() => undefined)
    expect(await on(`ls ${NOTE} 2>&1 || true`)).toContain('No such file')
    expect(await kinds()).toEqual(['full', 'diff'])
  },
)
