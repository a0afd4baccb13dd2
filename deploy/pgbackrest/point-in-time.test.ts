/**
 * A restore to a point in time, with the files beside this one: after a mistake that deletes rows, the
 * database is restored to the second before. In the full run also if the backups have got another passphrase
 * and the repository of the first is gone (operations.md, "Rotating keys").
 */

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '@dr/server/platform/database/database'
import { migrate } from '@dr/server/platform/database/migration/migrate'
import { openPostgres } from '@dr/server/platform/database/postgres'
import { lowerHex } from '@dr/server/platform/hex'
import { spawnTied, startPostgres, stopProcess, testWallet } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { seedGenesis } from '../../apps/server/src/modules/users/index.ts'
import { changed, fingerprint } from '../../apps/server/test/servers/fingerprint.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const PGBACKREST = '/usr/bin/pgbackrest'
const STANZA = '--stanza=digital-rights'
const UP_WITHIN_MS = 60_000

const FULL = process.env.FULL === '1'

const isInstalled = existsSync(PGBACKREST)

test.skipIf(!process.env.CI || isInstalled)('pgbackrest is installed', () => expect(isInstalled).toBe(true))

/** User of PostgreSQL and pgBackRest. */
const postgresUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^(\w+) = '?(.*?)'?$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value]]
    }),
  )

const register = (database: Database, name: string) =>
  database.transaction((tx) =>
    seedGenesis(tx, { address: lowerHex(testWallet(name).address), at: new Date() }),
  )

const PASSPHRASES = FULL ? ['the passphrase they began with', 'another passphrase'] : ['their passphrase']

test.skipIf(!isInstalled).each(PASSPHRASES)(
  'backups with %s: what a mistake deleted is there again, and what came before it is whole',
  async (passphrase) => {
    const user = postgresUser()
    const folder = await mkdtemp(join(tmpdir(), 'dr-backup-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const config = join(folder, 'pgbackrest.conf')
    const program = `${PGBACKREST} --config=${config}`
    const settings = settingsOf(await readFile(join(here, 'postgresql.conf'), 'utf8'))
    const { archive_command: command = '' } = settings
    expect(command.startsWith('pgbackrest ')).toBe(true)
    const cluster = await startPostgres({
      durable: true,
      settings: Object.entries({ ...settings, archive_command: command.replace('pgbackrest', program) }).map(
        ([name, value]) => `${name}=${value}`,
      ),
    })
    onTestFinished(() => cluster.stop())
    const database = openPostgres({ url: cluster.url('postgres'), poolMax: 2 })
    let isOpen = true
    const close = async () => {
      if (isOpen) await database.close()
      isOpen = false
    }
    onTestFinished(close)
    const { rows } = await database.read.query<{ data_directory: string }>({ text: 'SHOW data_directory' })
    const text = await readFile(join(here, 'pgbackrest.conf'), 'utf8')
    const changes = {
      'repo1-path=/var/lib/pgbackrest': `repo1-path=${join(folder, 'repository')}`,
      'pg1-path=/var/lib/postgresql/15/digital-rights': [
        `pg1-path=${rows[0]?.data_directory}`,
        `pg1-port=${cluster.port}`,
        'pg1-socket-path=/tmp',
        'pg1-user=postgres',
      ].join('\n'),
      '@CIPHER_PASS@': 'a pass of the test',
      'lock-path=/run/postgresql/pgbackrest': `lock-path=${join(folder, 'lock')}\nspool-path=${join(folder, 'spool')}`,
    }
    let changedText = text
    for (const [from, to] of Object.entries(changes)) {
      expect(text).toContain(from)
      changedText = changedText.replace(from, to)
    }
    const socket = (
      await database.read.query<{ unix_socket_directories: string }>({ text: 'SHOW unix_socket_directories' })
    ).rows[0]?.unix_socket_directories
    const configText = changedText.replace('pg1-socket-path=/tmp', `pg1-socket-path=${socket}`)
    await writeFile(config, configText)
    await mkdir(join(folder, 'restored'), { mode: 0o700 })
    if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder])
    const backrest = (...args: readonly string[]) =>
      execFileSync(PGBACKREST, [`--config=${config}`, STANZA, ...args], {
        ...user,
        cwd: folder,
        stdio: 'pipe',
      })

    backrest('stanza-create')
    backrest('check') // a segment of the WAL has arrived in the repository
    await migrate(database)
    await register(database, 'before the backup')
    backrest('--type=full', 'backup')
    if (passphrase === 'another passphrase') {
      const first = configText.split('\n').filter((line) => line.startsWith('repo1-'))
      const second = first.map((line) =>
        line
          .replace('repo1-', 'repo2-')
          .replace(join(folder, 'repository'), join(folder, 'second repository'))
          .replace('a pass of the test', 'another pass of the test'),
      )
      const withBoth = configText.replace('[global]', ['[global]', ...second].join('\n'))
      await writeFile(config, withBoth)
      backrest('stanza-create')
      backrest('check')
      backrest('--repo=2', '--type=full', 'backup')
      await writeFile(config, withBoth.replaceAll(/^repo1-.*\n/gm, ''))
      await rm(join(folder, 'repository'), { recursive: true })
    }
    await delay(1_100) // it knows a backup's end to the second
    await register(database, 'after the backup')
    const before = await fingerprint(database)
    const { rows: moment } = await database.read.query<{ at: string }>({
      text: `SELECT to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.USOF') AS at`,
    })
    await delay(20)
    await database.single.script('SET session_replication_role = replica; DELETE FROM users')
    expect(changed(before, await fingerprint(database))).toContain('users')
    await database.single.script('SELECT pg_switch_wal()') // archived, as happens within a minute
    await close()
    await cluster.stop()

    const restored = join(folder, 'restored')
    const target = ['--type=time', `--target=${moment[0]?.at}`, '--target-action=promote']
    backrest(`--pg1-path=${restored}`, ...target, 'restore')
    const server = spawnTied(
      join(cluster.binDirectory, 'postgres'),
      [
        ...['-D', restored, '-c', `port=${cluster.port}`, '-c', 'listen_addresses=127.0.0.1'],
        ...['-c', `unix_socket_directories=${folder}`, '-c', 'archive_mode=off', '-c', 'max_connections=200'],
      ],
      { user, signal: 'INT' },
    )
    onTestFinished(() => stopProcess(server, 'SIGINT'))
    const again = openPostgres({ url: cluster.url('postgres'), poolMax: 2 })
    onTestFinished(() => again.close())
    const isPromoted = async () => {
      const text = 'SELECT pg_is_in_recovery() AS recovering'
      const answer = await again.read.query<{ recovering: boolean }>({ text }).catch(() => undefined)
      return answer?.rows[0]?.recovering === false
    }
    await expect.poll(isPromoted, { timeout: UP_WITHIN_MS, interval: 200 }).toBe(true)
    expect(changed(before, await fingerprint(again))).toEqual([])
    await register(again, 'after the restore')
  },
)
