// Runs before `npm start` and `npm test`, on any Node (hence plain JavaScript without dependencies):
// installs exactly the lock file, only if it changed. The pinned Node 24 is part of it.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ATTEMPTS = 3

const root = fileURLToPath(new URL('../..', import.meta.url))
const stamp = `${root}node_modules/.installed-lock`
const lock = readFileSync(`${root}package-lock.json`, 'utf8')
const before = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined

/** Names and versions of the packages of a lock file. */
const versionsIn = (text) =>
  Object.entries(JSON.parse(text).packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { version, hasInstallScript }]) => {
      const name = path.replace(/^.*node_modules\//, '')
      return `${name} ${version}${hasInstallScript ? ' (has an install script)' : ''}`
    })

/** Packages that come and go since the last installation, a line each. */
const difference = (from, to) => {
  const [old, wanted] = [new Set(versionsIn(from)), new Set(versionsIn(to))]
  const lines = [
    ...[...old].filter((one) => !wanted.has(one)).map((one) => `  - ${one}\n`),
    ...[...wanted].filter((one) => !old.has(one)).map((one) => `  + ${one}\n`),
  ]
  return lines.sort((one, other) => one.slice(4).localeCompare(other.slice(4))).join('')
}

if (before !== lock) {
  process.stderr.write('Installing dependencies (once for each lock file) …\n')
  // Earlier versions of this program left a hash.
  if (before?.startsWith('{')) process.stderr.write(difference(before, lock))
  // Engine warnings of Node and npm are about the Node that runs this; the product uses the pinned one. Not
  // `npm ci`, which deletes the folder first: `install --no-save` installs the lock file without changing
  // it.
  // Tried again, since one idle connection to the registry fails the whole installation.
  const install = () =>
    spawnSync(
      'npm',
      ['install', '--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
      {
        cwd: root,
        stdio: 'inherit',
        shell: process.platform === 'win32',
      },
    ).status
  let status = install()
  for (let attempt = 2; status !== 0 && attempt <= ATTEMPTS; attempt++) {
    process.stderr.write(`\`npm install\` failed; attempt ${attempt} of ${ATTEMPTS} …\n`)
    status = install()
  }
  if (status !== 0) {
    process.stderr.write('`npm install` failed; nothing was started. See its message above.\n')
    process.exit(status ?? 1)
  }
  writeFileSync(stamp, lock)
}
