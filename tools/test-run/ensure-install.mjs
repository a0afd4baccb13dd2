// Runs before `npm start` and `npm test`, on any Node (hence plain JavaScript without dependencies):
// installs exactly the lock file, only if it changed. The pinned Node 24 is part of it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const stamp = `${root}node_modules/.installed-lock`
const lock = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex')

const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock
if (!installed) {
  process.stderr.write('Installing dependencies (once for each lock file) …\n')
  // Engine warnings of Node and npm are about the Node that runs this; the product uses the pinned one. Not
  // `npm ci`, which deletes the folder first: `install --no-save` installs the lock file without changing
  // it.
  const result = spawnSync(
    'npm',
    ['install', '--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  )
  if (result.status !== 0) {
    process.stderr.write('`npm install` failed; nothing was started. See its message above.\n')
    process.exit(result.status ?? 1)
  }
  writeFileSync(stamp, lock)
}
