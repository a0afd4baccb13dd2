/**
 * A poisoned release on its way in: this repository's settings of npm and its way of installing, against a
 * real registry (Verdaccio, installed for the test alone).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, spawnTied } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const REGISTRY_PACKAGE = 'verdaccio@6.10.4'
const DAY_MS = 86_400_000
const root = fileURLToPath(new URL('../..', import.meta.url))
const world = mkdtempSync(join(tmpdir(), 'supply-chain-'))
const storage = join(world, 'storage')
const stolen = join(world, 'stolen')
let registry: ChildProcess | undefined
/** Undefined until ours runs. */
let url: string | undefined

interface Ran {
  readonly code: number | null
  readonly output: string
}

const write = (path: string, value: unknown): void =>
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))

/** Runs a program in a folder; npm keeps what it loads in a folder of its own, new each time. */
const run = async (folder: string, command: string, args: readonly string[]): Promise<Ran> => {
  const child = spawn(command, args, {
    cwd: folder,
    env:
      url === undefined
        ? process.env // the machine's own registry
        : {
            PATH: process.env.PATH,
            HOME: world,
            npm_config_registry: url,
            npm_config_fetch_retries: '0',
            npm_config_cache: mkdtempSync(join(world, 'cache-')),
          },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { code, output }
}

/** A project with this repository's settings and way of installing, that needs `greet`. */
const project = (name: string, lock?: string): string => {
  const folder = join(world, name)
  mkdirSync(join(folder, 'tools/test-run'), { recursive: true })
  cpSync(join(root, '.npmrc'), join(folder, '.npmrc'))
  cpSync(join(root, 'tools/test-run/ensure-install.mjs'), join(folder, 'tools/test-run/ensure-install.mjs'))
  write(join(folder, 'package.json'), { name, version: '1.0.0', dependencies: { greet: '^1.0.0' } })
  if (lock !== undefined) write(join(folder, 'package-lock.json'), lock)
  return folder
}
const npm = (folder: string, ...args: readonly string[]) => run(folder, 'npm', args)
const install = (folder: string) => run(folder, 'node', ['tools/test-run/ensure-install.mjs'])
const says = (folder: string): string => readFileSync(join(folder, 'node_modules/greet/index.js'), 'utf8')

/** Publishes a version; with a script, it runs where a package is installed. */
const publish = async (version: string, script?: string): Promise<void> => {
  const folder = mkdtempSync(join(world, 'release-'))
  const scripts = script === undefined ? {} : { scripts: { postinstall: script } }
  write(join(folder, 'package.json'), { name: 'greet', version, main: 'index.js', ...scripts })
  write(join(folder, 'index.js'), script === undefined ? 'hello' : 'poison')
  write(join(folder, '.npmrc'), `${url?.replace('http:', '')}:_authToken=anyone\n`)
  const { code, output } = await npm(folder, 'publish')
  expect(code, output).toBe(0)
}

/** Lets a version be published some days ago, as the registry says. */
const age = (version: string, days: number): void => {
  const path = join(storage, 'greet/package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { time: Record<string, string> }
  manifest.time[version] = new Date(Date.now() - days * DAY_MS).toISOString()
  write(path, manifest)
}

const startRegistry = async (): Promise<void> => {
  const port = await freePort()
  const folder = join(world, 'registry')
  mkdirSync(folder)
  // Verdaccio names it by a tag, which mirrors of npm's registry may lack.
  write(join(folder, 'package.json'), { private: true, overrides: { 'node-fetch': '2.7.0' } })
  const { code, output: installed } = await npm(folder, 'install', '--ignore-scripts', REGISTRY_PACKAGE)
  expect(code, installed).toBe(0)
  const everyone = { access: '$all', publish: '$all', unpublish: '$all' }
  const settings = { storage, packages: { '**': everyone }, log: { type: 'stdout', level: 'error' } }
  write(join(folder, 'settings.yaml'), settings) // JSON is YAML
  const program = join(folder, 'node_modules/verdaccio/bin/verdaccio')
  const serve = ['--config', join(folder, 'settings.yaml'), '--listen', `127.0.0.1:${port}`]
  registry = spawnTied(process.execPath, [program, ...serve])
  let output = ''
  for (const stream of [registry.stdout, registry.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  url = `http://127.0.0.1:${port}/`
  await vi.waitFor(
    async () => {
      if (registry?.exitCode !== null) throw new Error(`the registry ended: ${output}`)
      expect((await fetch(`${url}-/ping`)).status).toBe(200)
    },
    { timeout: 120_000, interval: 250 },
  )
}

let lock: string
beforeAll(async () => {
  await startRegistry()
  await publish('1.0.0')
  age('1.0.0', 30)
  const folder = project('first')
  const { code, output } = await npm(folder, 'install')
  expect(code, output).toBe(0)
  lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  await publish('1.0.1', `touch ${stolen}`)
})
afterAll(async () => {
  registry?.kill()
  if (registry) await new Promise((resolve) => registry?.once('exit', resolve))
  rmSync(world, { recursive: true })
})

test('a release of today is not installed from the lock, nor chosen where there is none', async () => {
  const locked = project('locked', lock)
  expect(await install(locked)).toMatchObject({ code: 0 })
  expect(says(locked)).toBe('hello')
  write(join(locked, 'package-lock.json'), lock.replaceAll('"1.0.0"', '"1.0.1"'))
  expect((await install(locked)).output).toMatch(/- greet 1\.0\.0\n {2}\+ greet 1\.0\.1\n/)
  const fresh = project('fresh')
  expect(await npm(fresh, 'install')).toMatchObject({ code: 0 })
  expect(says(fresh)).toBe('hello')
  expect(await npm(fresh, 'update')).toMatchObject({ code: 0 })
  expect(says(fresh)).toBe('hello')
})

test('asked for by its number it is refused for its age', async () => {
  const { code, output } = await npm(project('named', lock), 'install', 'greet@1.0.1')
  expect(code).not.toBe(0)
  expect(output).toContain('ETARGET')
})

test('after its week a script that no list allows stops the installation, and has not run', async () => {
  age('1.0.1', 8)
  const { code, output } = await npm(project('week', lock), 'update')
  expect(code).not.toBe(0)
  expect(output).toContain('greet')
  expect(existsSync(stolen)).toBe(false)
})

test('the locked version with other content is refused', async () => {
  const other = mkdtempSync(join(world, 'other-'))
  write(join(other, 'package.json'), { name: 'greet', version: '1.0.0' })
  write(join(other, 'index.js'), 'poison')
  expect(await npm(other, 'pack', '--pack-destination', join(storage, 'greet'))).toMatchObject({ code: 0 })
  const { code, output } = await install(project('swapped', lock))
  expect(code).not.toBe(0)
  expect(output).toContain('EINTEGRITY')
})

test('a dependency out of git is refused', async () => {
  const source = mkdtempSync(join(world, 'git-'))
  write(join(source, 'package.json'), { name: 'from-git', version: '1.0.0' })
  expect(await run(source, 'git', ['init', '-q'])).toMatchObject({ code: 0 })
  const { code, output } = await npm(project('git', lock), 'install', `git+file://${source}`)
  expect(code).not.toBe(0)
  expect(output).toContain('EALLOWGIT')
})
