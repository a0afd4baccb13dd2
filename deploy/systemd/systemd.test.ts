/** The units as systemd reads them, and what each leaves open to its process. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const ANALYZE = '/usr/bin/systemd-analyze'
/** Tenths of the exposure level: 1.3 is what a network service of V8 has left. */
const EXPOSURE_MAX = 13
const INSTALLED_IN = '/opt/digital-rights/'

const units = readdirSync(here).filter((name) => name.endsWith('.service'))
const hasSystemd = existsSync(ANALYZE)

test.skipIf(!process.env.CI || hasSystemd)('systemd-analyze is installed', () =>
  expect(hasSystemd).toBe(true),
)

test('there is a unit for each kind of process', () => {
  expect(units).toEqual(
    expect.arrayContaining(
      ['api@', 'indexer', 'signer', 'worker'].map((kind) => `digital-rights-${kind}.service`),
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
    const folder = await mkdtemp(join(tmpdir(), 'dr-units-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, unit)
    // Where Node stands on this machine.
    await writeFile(file, (await read()).replace('/usr/bin/node', process.execPath))
    const verified = spawnSync(ANALYZE, ['verify', file], { encoding: 'utf8' })
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    execFileSync(ANALYZE, ['security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, file], {
      stdio: 'pipe',
    })
  })
}
