/** The units as systemd reads them, and the permissions that each leaves to its process. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const backups = join(here, '../pgbackrest')
const ANALYZE = '/usr/bin/systemd-analyze'
/** Tenths of the exposure level: 1.3 is the rest of a network service with V8. */
const EXPOSURE_MAX = 13
const INSTALLED_IN = '/opt/digital-rights/'

const named = (folder: string, ending: string) => readdirSync(folder).filter((name) => name.endsWith(ending))
const units = named(here, '.service')
const hasSystemd = existsSync(ANALYZE)
const hasPgBackRest = existsSync('/usr/bin/pgbackrest') && existsSync('/usr/bin/psql')

interface Verified {
  readonly status: number | null
  readonly stderr: string
}

/**
 * The result of systemd reading these files together, with `change` made to each. Throws if a service exposes
 * too much.
 */
const verify = async (
  from: string,
  names: readonly string[],
  change: (text: string) => string = String,
): Promise<Verified> => {
  const folder = await mkdtemp(join(tmpdir(), 'dr-units-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = names.map((name) => join(folder, name))
  for (const name of names)
    await writeFile(join(folder, name), change(await readFile(join(from, name), 'utf8')))
  const { status, stderr } = spawnSync(ANALYZE, ['verify', ...files], { encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.service')))
    execFileSync(ANALYZE, ['security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, file], {
      stdio: 'pipe',
    })
  return { status, stderr }
}

test.skipIf(!process.env.CI || hasSystemd)('systemd-analyze is installed', () =>
  expect(hasSystemd).toBe(true),
)

test('there is a unit for each kind of process', () => {
  expect(units).toEqual(
    expect.arrayContaining(
      ['api@', 'indexer', 'signer', 'witness', 'worker'].map((kind) => `digital-rights-${kind}.service`),
    ),
  )
})

for (const unit of units) {
  const read = () => readFile(join(here, unit), 'utf8')

  test(`${unit} starts a program of ours, and restarts it without end`, async () => {
    const text = await read()
    const program = /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(text)?.[1]
    expect(program?.startsWith(INSTALLED_IN)).toBe(true)
    expect(existsSync(join(root, String(program).slice(INSTALLED_IN.length)))).toBe(true)
    for (const line of ['Restart=always', 'StartLimitIntervalSec=0', 'UMask=0077']) {
      expect(text.split('\n')).toContain(line)
    }
  })

  test.skipIf(!hasSystemd)(`${unit} is valid, and exposes no more than ${EXPOSURE_MAX / 10}`, async () => {
    // Node's path on this machine.
    const change = (text: string) => text.replace('/usr/bin/node', process.execPath)
    expect(await verify(here, [unit], change)).toEqual({ status: 0, stderr: '' })
  })
}

test.skipIf(!process.env.CI || hasPgBackRest)('pgbackrest and psql are installed', () =>
  expect(hasPgBackRest).toBe(true),
)

test.skipIf(!(hasSystemd && hasPgBackRest))(
  `the backup’s unit and its timers are valid, and it exposes no more than ${EXPOSURE_MAX / 10}`,
  async () => {
    const [services, timers] = [named(backups, '.service'), named(backups, '.timer')]
    expect([services.length, timers.length]).toEqual([1, 2])
    expect(await verify(backups, [...services, ...timers])).toEqual({ status: 0, stderr: '' })
    // Its user is PostgreSQL's: the unit must not remove what belongs to that user.
    const text = await readFile(join(backups, String(services[0])), 'utf8')
    expect(text.split('\n')).toEqual(expect.arrayContaining(['User=postgres', 'RemoveIPC=no']))
  },
)
