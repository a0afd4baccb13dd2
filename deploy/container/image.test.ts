/**
 * The image, built and run by a real engine with the commands at the head of the container file, with
 * `FULL=1`: each process, on a real PostgreSQL and a chain 97, as a user other than root, on a read-only
 * root. Its base is not the registry's but one with the same Node, made of Debian's packages; containers have
 * this machine's network and no control groups of their own.
 */
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres, freePort } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestnet, type Testnet } from '../../apps/server/test/app/testnet.ts'
import { missingForDebian } from '../debian.ts'
import { type Engine, importBase, startEngine } from './engine.ts'

const FULL = process.env.FULL === '1'
const MISSING = FULL ? missingForDebian(['podman', 'crun', 'nsenter']) : []
const RUNS = FULL && MISSING.length === 0
const PATIENCE = { timeout: 120_000, interval: 500 }
const STOP_MAX_SECONDS = 30
const DATA = '/var/lib/digital-rights'
const root = fileURLToPath(new URL('../..', import.meta.url))

if (FULL && !RUNS) {
  process.stderr.write(
    `SKIPPED: the image (not here: ${MISSING.join(', ')}; tools/test-run/system-packages.sh)\n`,
  )
}
test.skipIf(!process.env.CI || !FULL || RUNS)('an image can be built here', () => expect(MISSING).toEqual([]))

const text = await readFile(new URL('./Containerfile', import.meta.url), 'utf8')
/** The command at its head that starts with `start`. */
const commandAt = (start: string): string => {
  const found = text.split('\n').filter((line) => line.startsWith(`#   ${start} `))
  expect(found).toHaveLength(1)
  return String(found[0]).slice(4)
}

describeOnPostgres('the image', () => {
  let engine: Engine
  let testnet: Testnet
  beforeAll(async () => {
    if (!RUNS) return
    testnet = await startTestnet()
    engine = await startEngine()
    const [base = ''] = /(?<=^FROM )\S+/m.exec(text) ?? []
    await importBase(engine, `localhost/${base}`)
  }, 600_000)
  afterAll(async () => {
    await engine?.stop()
    await testnet?.anvil.stop()
  })

  test.runIf(RUNS)('is built, and is every process', { timeout: 1_800_000 }, async () => {
    await engine.run(commandAt('podman build'), { cwd: root })

    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const { signer, ...workers } = testnet.keys
    const server = async () => ({
      ...testnet.settings,
      DATABASE_URL: url,
      DATABASE_POOL_MAX: '4',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
    })
    const processes = {
      signer: {
        secrets: { signer },
        settings: {
          CHAIN_ID: testnet.settings.CHAIN_ID,
          DEPLOYMENT_FILE: `${DATA}/deployment.json`,
          SECRETS_DIR: `${DATA}/secrets`,
          SIGNER_LISTEN: `unix:${DATA}/signer.sock`,
          SIGNER_POLICY_FILE: `${DATA}/policy.json`,
        },
      },
      indexer: { secrets: {}, settings: await server() },
      worker: { secrets: workers, settings: await server() },
      api: {
        secrets: { signer, 'payment-pepper': randomBytes(32).toString('hex') },
        settings: await server(),
      },
    }
    const deployment = { DEPLOYMENT_FILE: `${DATA}/deployment.json` }

    for (const [name, { secrets, settings }] of Object.entries(processes)) {
      const command = commandAt('podman run').replaceAll('api', name)
      const lines = Object.entries({ ...deployment, ...settings }).map(([key, value]) => `${key}=${value}\n`)
      await writeFile(join(engine.folder, `${name}.env`), lines.join(''))
      // The first use creates the volume like the image's folder: owned by the user `node`.
      expect(await engine.run(command.replace(/\S+$/, '--print "process.getuid()"'))).toBe('1000\n')
      const volume = (await engine.run(`podman volume inspect --format '{{.Mountpoint}}' ${name}`)).trim()
      const { uid, mode } = await stat(volume)
      expect([name, uid, mode & 0o777]).toEqual([name, 1000, 0o700])
      const folder = join(volume, 'secrets')
      await mkdir(folder, { mode: 0o700 })
      await chown(folder, uid, uid)
      const files = {
        'deployment.json': JSON.stringify(testnet.record),
        'policy.json': await readFile(join(root, 'deploy/signer/policy.example.json'), 'utf8'),
        ...Object.fromEntries(Object.entries(secrets).map(([key, value]) => [`secrets/${key}`, value])),
      }
      for (const [file, content] of Object.entries(files)) {
        await writeFile(join(volume, file), content, { mode: 0o600 })
        await chown(join(volume, file), uid, uid)
        await chmod(join(volume, file), 0o600)
      }
      await engine.run(command.replace('podman run', `podman run --detach --name=${name}`))
    }

    const logs = (name: string) => engine.run(`podman logs ${name} 2>&1`)
    for (const name of ['indexer', 'worker', 'api'] as const) {
      const at = `http://127.0.0.1:${processes[name].settings.PORT}`
      const isReady = async () =>
        (await fetch(`${at}/readyz`).catch(() => undefined))?.status ?? (await logs(name))
      await expect.poll(isReady, PATIENCE).toBe(200)
      expect((await fetch(`${at}/healthz`)).status).toBe(200)
    }
    await expect.poll(() => logs('signer'), PATIENCE).toContain('the signing process is up')
    const api = `http://127.0.0.1:${processes.api.settings.PORT}`
    const keys = (await (await fetch(`${api}${CALLS.publicKeys.path}`)).json()) as { code: number }
    expect(keys.code).toBe(0)
    const site = await (await fetch(`${api}/`)).text()
    expect(site).toMatch(/<div id="root">/)
    const script = /src="\.(\/assets\/[^"]+\.js)"/.exec(site)?.[1]
    expect((await fetch(`${api}${script}`)).headers.get('content-type')).toContain('javascript')

    for (const name of Object.keys(processes)) {
      const status = await engine.run(`podman exec ${name} cat /proc/1/status`)
      expect([name, /^Uid:\t(.*)$/m.exec(status)?.[1]]).toEqual([name, Array(4).fill('1000').join('\t')])
      // Not by permissions alone: root may not write either.
      for (const [path, end] of [
        ['/opt/digital-rights/x', 1],
        ['/etc/x', 1],
        [`${DATA}/x`, 0],
      ] as const) {
        const touch = `podman exec --user=root ${name} touch ${path} 2>&1`
        const said = await engine.run(`${touch} && echo 0 || echo 1`)
        expect([name, path, said.trim().split('\n').at(-1)]).toEqual([name, path, String(end)])
        if (end === 1) expect(said).toContain('Read-only file system')
      }
    }
    const packages = (await engine.run('podman exec api ls /opt/digital-rights/node_modules')).split('\n')
    expect(packages).toContain('fastify')
    for (const tool of ['vitest', 'vite', 'playwright']) expect(packages).not.toContain(tool)

    for (const name of ['api', 'worker', 'indexer', 'signer']) {
      const start = performance.now()
      await engine.run(`podman stop --time=${STOP_MAX_SECONDS} ${name}`)
      expect((performance.now() - start) / 1_000, name).toBeLessThan(STOP_MAX_SECONDS)
      const code = await engine.run(`podman inspect --format '{{.State.ExitCode}}' ${name}`)
      expect([name, code.trim()]).toEqual([name, '0'])
      const said = await logs(name)
      for (const key of Object.values(testnet.keys)) expect(said).not.toContain(key.slice(2))
    }
  })
})
