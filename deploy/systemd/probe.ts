/**
 * Replaces a unit's program and writes its permissions as JSON to its state directory, under another name
 * first, so that a file is complete.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'

const STATE = process.env.STATE_DIRECTORY ?? ''
const SOCKET = '/run/digital-rights/signer.sock'
const ROLES = ['api', 'indexer', 'signer', 'worker']

/** `done`, or the error's code. */
const tried = (attempt: () => unknown): string => {
  try {
    attempt()
    return 'done'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

const askSigner = (): Promise<string> =>
  new Promise((resolve) => {
    request({ socketPath: SOCKET, path: '/v1/caps' }, (response) => {
      response.resume()
      resolve(String(response.statusCode))
    })
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end()
  })

const status = Object.fromEntries(
  readFileSync('/proc/self/status', 'utf8')
    .split('\n')
    .map((line) => line.split(':\t')),
) as Record<string, string>

const own = join(STATE, 'probed')
mkdirSync(own, { recursive: true })
const result = {
  uid: process.getuid?.(),
  writes: Object.fromEntries(
    [
      STATE,
      '/tmp',
      '/opt/digital-rights',
      '/etc',
      '/usr/bin',
      '/var/lib/digital-rights',
      '/srv/open',
      '/dev',
    ].map((folder) => [folder, tried(() => writeFileSync(join(folder, 'probe'), ''))]),
  ),
  secrets: Object.fromEntries(
    ROLES.map((role) => [role, tried(() => readdirSync(`/var/lib/digital-rights/${role}/secrets`))]),
  ),
  settings: tried(() => readFileSync('/etc/digital-rights/worker.env')),
  /** Processes of other users. */
  others: readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && statSync(`/proc/${name}`).uid !== process.getuid?.(),
  ),
  setUserId: tried(() => chmodSync(own, 0o4755)),
  namespace: spawnSync('unshare', ['--user', 'true']).status,
  /** Number of users and groups of the host in its own namespace: root, and its own. */
  users: ['uid', 'gid'].map((kind) =>
    readFileSync(`/proc/self/${kind}_map`, 'utf8')
      .trim()
      .split('\n')
      .reduce((sum, line) => sum + Number(line.trim().split(/ +/)[2]), 0),
  ),
  capabilities: [status.CapPrm, status.CapEff, status.CapBnd, status.CapAmb],
  noNewPrivileges: status.NoNewPrivs,
  seccomp: status.Seccomp,
  signer: await askSigner(),
}
const draft = join(STATE, 'probe.draft')
writeFileSync(draft, JSON.stringify(result))
renameSync(draft, join(STATE, 'probe.json'))
