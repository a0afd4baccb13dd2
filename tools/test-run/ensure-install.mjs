// Runs before `npm start` and `npm test`, on whatever Node is at hand (hence plain JavaScript and no
// dependency): installs exactly what the lock file says, only when it changed. The pinned Node 24 comes with
// it.
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
  // Node's and npm's words about engines are about the Node at hand; what we run on is the pinned one. Not
  // `npm ci`, which takes the whole folder away first: `install --no-save` takes what the lock file says, and
  // leaves it.
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
