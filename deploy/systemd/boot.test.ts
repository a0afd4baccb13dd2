/**
 * The units, run by a real systemd as pid 1 of a Debian 12, with `FULL=1`: installed by the commands of
 * docs/operations.md, on a real PostgreSQL and a chain 97. They start, again after `kill -9` and after a
 * boot, end cleanly, and allow their programs no more than the units specify. Not covered: memory and
 * processor limits (the units have none), and a host's own kernel settings, since the machine is a container
 * of systemd-nspawn on this machine's kernel, with its network.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describeOnPostgres, freePort } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestnet, type Testnet } from '../../apps/server/test/app/testnet.ts'
import { readBlocks } from '../../apps/server/test/servers/rotation/operations-document.ts'
import { missingForDebian, unpackDebian } from '../debian.ts'
import { bootMachine, type Machine } from './machine.ts'

const FULL = process.env.FULL === '1'
const MISSING = FULL ? missingForDebian(['systemd-nspawn', 'nsenter']) : []
const RUNS = FULL && MISSING.length === 0
const PATIENCE = { timeout: 120_000, interval: 500 }
/** `TimeoutStopSec` of the units. */
const STOP_MAX_MS = 30_000
const PROBE = fileURLToPath(new URL('./probe.ts', import.meta.url))
const INSTALLED = '/opt/digital-rights'
const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

if (FULL && !RUNS) {
  process.stderr.write(
    `SKIPPED: units of systemd (not here: ${MISSING.join(', ')}; tools/test-run/system-packages.sh)\n`,
  )
}
test.skipIf(!process.env.CI || !FULL || RUNS)('a systemd can be booted here', () =>
  expect(MISSING).toEqual([]),
)

/** The only block of docs/operations.md with these words. */
const blockWith = (words: string): string => {
  const found = readBlocks().filter(({ script }) => script.includes(words))
  expect(found, words).toHaveLength(1)
  return found[0]?.script ?? ''
}

/** The repository as checked out, with the packages of production. */
const installProduct = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const names = 'git ls-files -z --cached --others --exclude-standard'
  const copy = `${names} | tar --create --null --files-from=- --ignore-failed-read | tar --extract --directory="$FOLDER"`
  await run('bash', ['-ec', copy], { cwd: root, env: { ...process.env, FOLDER: folder } })
  await run('bash', ['-ec', blockWith('npm ci --omit=dev')], {
    cwd: folder,
    env: { ...process.env, npm_config_prefer_offline: 'true' },
  })
}

interface Probed {
  readonly uid: number
  readonly writes: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  readonly settings: string
  readonly others: readonly string[]
  readonly setUserId: string
  readonly namespace: number | null
  readonly users: readonly number[]
  readonly capabilities: readonly string[]
  readonly noNewPrivileges: string
  readonly seccomp: string
  readonly signer: string
}

describeOnPostgres('the units, run by systemd', () => {
  let testnet: Testnet
  let folder: string
  let machine: Machine | undefined
  beforeAll(async () => {
    if (!RUNS) return
    folder = mkdtempSync(join(tmpdir(), 'dr-machine-'))
    testnet = await startTestnet()
    await unpackDebian(folder)
    await copyFile(process.execPath, join(folder, 'usr/bin/node'))
    await installProduct(join(folder, INSTALLED))
    // Every user may write here: only the unit stops its program.
    await mkdir(join(folder, 'srv/open'))
    await chmod(join(folder, 'srv/open'), 0o1777)
  }, 600_000)
  afterAll(async () => {
    await machine?.stop()
    await testnet?.anvil.stop()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  test.runIf(RUNS)('come up, come back, end, and are confined', { timeout: 900_000 }, async () => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const ports = { api: await freePort(), indexer: await freePort(), worker: await freePort() }
    const units = {
      signer: 'digital-rights-signer.service',
      indexer: 'digital-rights-indexer.service',
      worker: 'digital-rights-worker.service',
      api: `digital-rights-api@${ports.api}.service`,
    }
    const all = Object.values(units).join(' ')
    machine = await bootMachine(folder)
    const on = (script: string, variables?: Record<string, string>) =>
      (machine as Machine).run(`cd ${INSTALLED}; ${script}`, variables)

    await on(blockWith('systemd-sysusers'))
    await writeSettings({ folder, testnet, ports, databaseUrl: url })
    await on(`
      chmod 600 /etc/digital-rights/*
      for role in api indexer signer worker; do
        chown --recursive dr-$role: /var/lib/digital-rights/$role
        chmod 600 /var/lib/digital-rights/$role/secrets/* || true
      done`)
    await on(blockWith('systemctl enable'), { PORT: String(ports.api) })

    const show = async (unit: string, property: string) =>
      (await on(`systemctl show --property=${property} --value ${unit}`)).trim()
    const journal = (lines = '200') => on(`journalctl --no-pager --output=cat --lines=${lines}`)
    const isReady = async (port: number) => {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      return response?.status ?? (await journal())
    }
    const areUp = async () => {
      for (const port of Object.values(ports)) await expect.poll(() => isReady(port), PATIENCE).toBe(200)
      expect(await on(`systemctl is-active ${all}`)).toBe('active\n'.repeat(4))
    }
    await areUp()

    // `kill -9` of each program.
    for (const unit of Object.values(units)) {
      const before = await show(unit, 'MainPID')
      await on(`kill -KILL ${before}`)
      const isAnother = async () => {
        const pid = await show(unit, 'MainPID')
        return pid !== '0' && pid !== before && (await show(unit, 'NRestarts')) === '1'
      }
      await expect.poll(isAnother, PATIENCE).toBe(true)
    }
    await areUp()

    // The host is switched off and on.
    await machine.stop()
    machine = await bootMachine(folder)
    await areUp()
    const descriptorsOf = (limits: string) => Number(/^Max open files +\d+ +(\d+)/m.exec(limits)?.[1])
    // Fewer than the unit's if this machine's own limit may not be raised.
    const own = descriptorsOf(await readFile('/proc/self/limits', 'utf8'))
    const ofApi = await on(`cat /proc/${await show(units.api, 'MainPID')}/limits`)
    expect(descriptorsOf(ofApi)).toBe(Math.min(65_536, own))

    for (const [role, unit] of Object.entries(units).toReversed()) {
      const start = performance.now()
      await on(`systemctl stop ${unit}`)
      expect(performance.now() - start, role).toBeLessThan(STOP_MAX_MS)
      const ended = await on(
        `systemctl show --property=ActiveState,Result,ExecMainCode,ExecMainStatus ${unit}`,
      )
      // Code 1: it exited by itself.
      expect([role, ...ended.trim().split('\n').toSorted()]).toEqual([
        role,
        'ActiveState=inactive',
        'ExecMainCode=1',
        'ExecMainStatus=0',
        'Result=success',
      ])
    }
    const said = await journal('all')
    expect(said).toContain('the server is up')
    for (const key of Object.values(testnet.keys)) expect(said).not.toContain(key.slice(2))

    // The same units, with the probe as their program.
    await on(`systemctl start ${units.signer}`)
    await expect.poll(() => on('ls /run/digital-rights').catch(String), PATIENCE).toBe('signer.sock\n')
    for (const role of ['api', 'indexer', 'worker', 'signer'] as const) {
      const dropIn = `/run/systemd/system/${units[role]}.d`
      const lines = [
        '[Service]',
        'ExecStart=',
        `ExecStart=/usr/bin/node ${INSTALLED}/deploy/systemd/${basename(PROBE)}`,
      ]
      await on(`
        mkdir -p ${dropIn}
        printf '%s\\n' '${lines.join("' '")}' Restart=no >${dropIn}/probe.conf
        systemctl daemon-reload
        systemctl restart ${units[role]}`)
      const state = `/var/lib/digital-rights/${role}`
      const probed = async () => on(`cat ${state}/probe.json`).catch(() => journal())
      await expect.poll(probed, PATIENCE).toMatch(/^\{"uid"/)
      const { uid, secrets, writes, signer, ...rest } = JSON.parse(await probed()) as Probed
      expect(uid).toBe(Number(await on(`id --user dr-${role}`)))
      const { [state]: inState, '/tmp': inOwn, ...elsewhere } = writes
      expect([role, inState, inOwn]).toEqual([role, 'done', 'done'])
      // Elsewhere: the program, folders of the system, the state of others, an open folder.
      expect(Object.keys(elsewhere).length).toBeGreaterThanOrEqual(6)
      expect([role, new Set(Object.values(elsewhere))]).toEqual([role, new Set(['EROFS'])])
      expect(secrets).toEqual(
        Object.fromEntries(Object.keys(units).map((name) => [name, name === role ? 'done' : 'EACCES'])),
      )
      // The API reaches it by its group. The signing process is not running while it is probed itself.
      if (role !== 'signer') expect([role, signer]).toEqual([role, role === 'api' ? '200' : 'EACCES'])
      expect(rest).toEqual({
        settings: 'EACCES',
        others: [],
        setUserId: 'EPERM',
        namespace: 1,
        users: [2, 2],
        capabilities: Array.from({ length: 4 }, () => '0'.repeat(16)),
        noNewPrivileges: '1',
        seccomp: '2',
      })
    }
    expect(await on('find /tmp /var/tmp -maxdepth 1 -name probe')).toBe('')
    const asIndexer = 'setpriv --reuid=dr-indexer --regid=dr-indexer --clear-groups'
    await expect(on(`${asIndexer} cat /var/lib/digital-rights/worker/secrets/keeper`)).rejects.toThrow(
      'Permission denied',
    )
  })
})

/** Writes the operator's files: the settings of each role, the record, and its secrets. */
const writeSettings = async ({
  folder,
  testnet: { keys, record, settings },
  ports,
  databaseUrl,
}: {
  folder: string
  testnet: Testnet
  ports: Readonly<Record<'api' | 'indexer' | 'worker', number>>
  databaseUrl: string
}): Promise<void> => {
  const DEPLOYMENT_FILE = `${INSTALLED}/deployments/97.json`
  await writeFile(join(folder, DEPLOYMENT_FILE), JSON.stringify(record))
  const server = { ...settings, DEPLOYMENT_FILE, DATABASE_URL: databaseUrl, DATABASE_POOL_MAX: '4' }
  const socket = 'unix:/run/digital-rights/signer.sock'
  const dataOf = (role: string) => ({ DATA_DIR: `/var/lib/digital-rights/${role}` })
  const roles = {
    api: { ...server, ...dataOf('api'), SIGNER_URL: socket },
    indexer: { ...server, ...dataOf('indexer'), HOST: '127.0.0.1', PORT: ports.indexer },
    worker: { ...server, ...dataOf('worker'), HOST: '127.0.0.1', PORT: ports.worker },
    signer: {
      CHAIN_ID: settings.CHAIN_ID,
      DEPLOYMENT_FILE,
      ...dataOf('signer'),
      SECRETS_DIR: '/var/lib/digital-rights/signer/secrets',
      SIGNER_LISTEN: socket,
      SIGNER_POLICY_FILE: `${INSTALLED}/deploy/signer/policy.example.json`,
    },
  }
  await mkdir(join(folder, 'etc/digital-rights'))
  for (const [role, own] of Object.entries(roles)) {
    const lines = Object.entries(own).map(([name, value]) => `${name}=${value}\n`)
    await writeFile(join(folder, `etc/digital-rights/${role}.env`), lines.join(''))
  }
  const { signer, ...workers } = keys
  const secrets = {
    api: { 'payment-pepper': randomBytes(32).toString('hex') },
    signer: { signer },
    worker: workers,
  }
  for (const [role, files] of Object.entries(secrets)) {
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(folder, `var/lib/digital-rights/${role}/secrets/${name}`), text)
    }
  }
}
