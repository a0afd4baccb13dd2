/** The previously released version, from the repository's history, ready to be run beside this one. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { MIGRATIONS_DIRECTORY } from '../../src/platform/database/migration/migration-files.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const run = promisify(execFile)
/** The parts of the repository that a server needs. */
const PARTS = ['package.json', 'apps/server', 'packages/protocol', 'contracts/abi', 'contracts/package.json']
const WORKSPACES = { server: 'apps/server', protocol: 'packages/protocol', contracts: 'contracts' }

export interface ReleasedProgram {
  /** Path of its `all.ts`. */
  readonly program: string
  /** The schema that its own `tables.ts` create on an empty database. */
  generateSchema(): Promise<string>
  remove(): Promise<void>
}

const releasedCommit = async (): Promise<string> => {
  const { commit } = JSON.parse(readFileSync(join(MIGRATIONS_DIRECTORY, 'released.json'), 'utf8')) as {
    commit: string
  }
  await run('git', ['-C', root, 'cat-file', '-e', `${commit}^{commit}`]).catch((cause: unknown) => {
    throw new Error(
      `the released commit ${commit} is not in this clone: a shallow one? git fetch --unshallow`,
      {
        cause,
      },
    )
  })
  return commit
}

const extract = async (commit: string, directory: string): Promise<void> => {
  const archive = spawn('git', ['-C', root, 'archive', commit, '--', ...PARTS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const tar = spawn('tar', ['-x', '-C', directory], { stdio: ['pipe', 'inherit', 'inherit'] })
  archive.stdout.pipe(tar.stdin)
  const [code] = await once(tar, 'close')
  if (code !== 0) throw new Error(`${commit} could not be extracted: tar ended with ${code}`)
}

/** Links its own workspaces and this version's packages, so that both run with the same dependencies. */
const linkModules = async (directory: string): Promise<void> => {
  const link = async (modules: string, from: string): Promise<void> => {
    await mkdir(modules, { recursive: true })
    for (const name of readdirSync(from)) {
      if (name !== '@dr') await symlink(join(from, name), join(modules, name))
    }
  }
  const modules = join(directory, 'node_modules')
  await link(modules, join(root, 'node_modules'))
  await mkdir(join(modules, '@dr'))
  for (const [name, path] of Object.entries(WORKSPACES)) {
    await symlink(join(directory, path), join(modules, '@dr', name))
    const own = join(root, path, 'node_modules')
    if (existsSync(own)) await link(join(directory, path, 'node_modules'), own)
  }
}

export const openReleasedProgram = async (): Promise<ReleasedProgram> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-released-'))
  await extract(await releasedCommit(), directory)
  await linkModules(directory)
  const source = join(directory, 'apps/server/src')
  return {
    program: join(source, 'bin/all.ts'),
    generateSchema: async () => {
      const file = join(directory, 'apps/server/test/schema/generate-schema.ts')
      const script = `import { generateSchema } from ${JSON.stringify(file)}
        process.stdout.write(await generateSchema())`
      const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
        cwd: directory,
        maxBuffer: 16 * 1024 ** 2,
      })
      return stdout
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}
