/** Certificates of the database hosts, as `deploy/patroni/make-certificates.sh` makes them. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { User } from './child-process.ts'
import { handOver } from './patroni-node.ts'

export interface HostCertificates {
  /** File of the authority's certificate. */
  readonly authority: string
  /** File of a host's certificate and key, without `.pem` and `.key`. */
  of(name: string): string
  /** For a request: as that host; as none, which knows the authority alone. */
  read(name?: string): Pick<RequestOptions, 'ca' | 'cert' | 'key'>
}

const SCRIPT = fileURLToPath(new URL('../../../deploy/patroni/make-certificates.sh', import.meta.url))

/** `hosts`: the script's arguments; `user`: who reads the keys. */
export const makeCertificates = async (
  root: string,
  hosts: readonly string[],
  user: User | undefined,
): Promise<HostCertificates> => {
  const folder = join(root, 'certificates')
  mkdirSync(folder)
  execFileSync(SCRIPT, hosts, { cwd: folder, stdio: 'pipe' })
  const authority = join(folder, 'ca.pem')
  handOver(folder, user)
  chmodSync(folder, 0o755)
  chmodSync(authority, 0o644)
  const of = (name: string) => join(folder, name)
  const read = (name?: string) => ({
    ca: readFileSync(authority),
    ...(name === undefined
      ? {}
      : { cert: readFileSync(`${of(name)}.pem`), key: readFileSync(`${of(name)}.key`) }),
  })
  return { authority, of, read }
}

/** A request over TLS; rejects where the connection is refused. */
export const askHost = async (
  url: string,
  options: RequestOptions,
  content?: string,
): Promise<{ readonly status: number; readonly body: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent: false }, (response) => {
      text(response).then((body) => resolve({ status: Number(response.statusCode), body }), reject)
    })
    sent.once('error', reject)
    sent.end(content)
  })
