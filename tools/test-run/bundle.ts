/**
 * Bundles the programs that a test run starts hundreds of times. A start then reads 20 files, not 1,800, and
 * takes half the processor time. quick-imports.mjs runs the bundle in place of the source; each module keeps
 * its own `import.meta.url`. `node tools/test-run/bundle.ts <folder>`
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SERVERS = ['all', 'api', 'indexer', 'worker', 'signer']
const COMMANDS = [
  'post-loss',
  'recompute-week',
  'repost-suspense',
  'reread-blocks',
  'restore-orders',
  'reverse-journal',
  'settle-event',
]
const PROGRAMS = [
  ...[...SERVERS, ...COMMANDS].map((name) => `apps/server/src/bin/${name}`),
  'tools/dev/start',
]
/** Packages that look for files beside their own. */
const EXTERNAL = [/^@electric-sql\//, /^@fastify\/swagger/, /^pino$/, /^secp256k1$/]

const [folder = '.cache/programs'] = process.argv.slice(2)
const dir = join(ROOT, folder)
rmSync(dir, { recursive: true, force: true })
const bundle = await rolldown({
  input: Object.fromEntries(PROGRAMS.map((path) => [path, join(ROOT, `${path}.ts`)])),
  platform: 'node',
  external: EXTERNAL,
  plugins: [
    {
      name: 'own-url',
      transform: (code, id) =>
        id.includes('/node_modules/')
          ? null
          : code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
    },
  ],
})
await bundle.write({ dir })
