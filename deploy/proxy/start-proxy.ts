/** The proxies' files, started as they are but for addresses, certificates and folders. */
import { type ChildProcess, execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CALLS } from '@dr/protocol/calls/index'
import { freePort, spawnTied, stopProcess } from '@dr/test-kit'
import { fillFile } from '@dr/test-kit/deploy-files'
import { expect, onTestFinished } from 'vitest'

const run = promisify(execFile)
export const READY_MS = 30_000
/** HAProxy checks each API every second, and removes it after two answers later than `CHECK`. */
const CHECK = { 'timeout check 5s': 'timeout check 1s' }
const NGINX = '/usr/sbin/nginx'

export interface Places {
  readonly folder: string
  readonly plain: number
  readonly tls: number
  readonly apis: readonly [number, number]
  /** Where the copy of the app is. */
  readonly copy: number
}

/** A file of nginx's with this in its `http`, and everything that it writes in the folder. */
const writeNginx = async (folder: string, http: string): Promise<string> => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')}; worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 512; } http { include /etc/nginx/mime.types; ${temporary.join(' ')}\n${http}\n}`,
  )
  return file
}

/** A certificate for a day, its key, and both in one file. */
export const makeCertificate = async (folder: string): Promise<void> => {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'fullchain.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await run('openssl', ['req', '-x509', ...key, '-days', '1', '-subj', '/CN=localhost', ...files])
  const parts = await Promise.all(
    ['fullchain.pem', 'key.pem'].map((name) => readFile(join(folder, name), 'utf8')),
  )
  await writeFile(join(folder, 'bundle.pem'), parts.join(''))
}

/** The line for a CDN in haproxy.cfg, by which a test sets any address as a request's client. */
const OF_CDN = 'http-request set-src req.hdr_ip(x-forwarded-for,-1)'

export const PROXIES = {
  nginx: {
    program: NGINX,
    write: async ({ folder, plain, tls, apis, copy }: Places) => {
      const text = fillFile('proxy/nginx.conf', {
        'server_tokens off;': 'real_ip_header X-Forwarded-For; set_real_ip_from 127.0.0.1;',
        'listen 80;': `listen 127.0.0.1:${await freePort()};`,
        'listen 443 ssl http2;': `listen 127.0.0.1:${tls} ssl http2; listen 127.0.0.1:${plain};`,
        '/etc/ssl/digital-rights': folder,
        '/var/log/nginx/digital-rights.log': join(folder, 'access.log'),
        '127.0.0.1:8081': `127.0.0.1:${apis[0]}`,
        '127.0.0.1:8082': `127.0.0.1:${apis[1]}`,
        '127.0.0.1:8090': `127.0.0.1:${copy}`,
      })
      return writeNginx(folder, text)
    },
    check: (file: string) => ['-t', '-q', '-c', file],
    run: (file: string) => ['-c', file],
    reload: (file: string) => void execFileSync(NGINX, ['-s', 'reload', '-c', file]),
  },
  haproxy: {
    program: '/usr/sbin/haproxy',
    write: async ({ folder, plain, tls, apis, copy }: Places) => {
      const text = fillFile('proxy/haproxy.cfg', {
        'bind :443 ssl': `bind 127.0.0.1:${plain}\n    bind 127.0.0.1:${tls} ssl`,
        'bind [::]:443 v6only': `bind 127.0.0.1:${await freePort()}`,
        'http-request set-var(txn.network)': `${OF_CDN}\n    http-request set-var(txn.network)`,
        '/etc/ssl/digital-rights': folder,
        'maxconn 100000': 'maxconn 500',
        ...CHECK,
        '127.0.0.1:8081': `127.0.0.1:${apis[0]}`,
        '127.0.0.1:8082': `127.0.0.1:${apis[1]}`,
        '127.0.0.1:8090': `127.0.0.1:${copy}`,
      })
      const file = join(folder, 'haproxy.cfg')
      await writeFile(file, text)
      return file
    },
    check: (file: string) => ['-c', '-q', '-f', file],
    run: (file: string) => ['-W', '-f', file],
    // Like Debian's unit on `systemctl reload`.
    reload: (_: string, master: ChildProcess) => void master.kill('SIGUSR2'),
  },
} as const

export type ProxyName = keyof typeof PROXIES

const makeFolder = async (name: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), `dr-${name}-`))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const start = (program: string, args: readonly string[]): ChildProcess => {
  const child = spawnTied(program, args)
  onTestFinished(() => stopProcess(child, 'SIGTERM'))
  return child
}

/** Starts the proxy with its file in front of these ports. */
export const startProxy = async (name: ProxyName, { apis, copy }: Pick<Places, 'apis'> & Partial<Places>) => {
  const proxy = PROXIES[name]
  const folder = await makeFolder(name)
  const ports = { plain: await freePort(), tls: await freePort(), copy: copy ?? (await freePort()) }
  const places = { folder, apis, ...ports }
  await makeCertificate(folder)
  const file = await proxy.write(places)
  execFileSync(proxy.program, proxy.check(file), { stdio: 'pipe' }) // throws with the problem
  const child = start(proxy.program, proxy.run(file))
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${places.plain}${path}`, { headers })
  const isUp = async () => (await get(CALLS.publicKeys.path).catch(() => undefined))?.status === 200
  await expect.poll(isUp, { timeout: READY_MS }).toBe(true)
  const reload = () => proxy.reload(file, child)
  return { ...places, get, reload }
}

/** The copy of the app in `site`, with the headers of `headersFile`; the port that it is on. */
export const startSiteCopy = async (site: string, headersFile: string): Promise<number> => {
  const folder = await makeFolder('copy')
  const port = await freePort()
  const text = fillFile('proxy/site.conf', {
    '127.0.0.1:8090': `127.0.0.1:${port}`,
    '/srv/digital-rights/site': site,
    '/etc/nginx/digital-rights-headers.conf': headersFile,
  })
  const file = await writeNginx(folder, text)
  execFileSync(NGINX, PROXIES.nginx.check(file), { stdio: 'pipe' })
  start(NGINX, PROXIES.nginx.run(file))
  const isUp = async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.status
  await expect.poll(isUp, { timeout: READY_MS }).toBeDefined()
  return port
}
