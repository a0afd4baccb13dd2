/** Site of static files whose server does what a test wants: what it serves may change at any moment. */
import { createHash } from 'node:crypto'
import { request as ask, createServer, type RequestListener } from 'node:http'
import { extname } from 'node:path'
import { RELEASE_FILE, releaseMessage, SIGNATURES_FILE, SUMS_FILE } from '@dr/protocol/release/release'
import type { PrivateKeyAccount } from 'viem/accounts'

/** Content by path, `index.html` at the address too. */
export type SiteFiles = ReadonlyMap<string, Uint8Array | string>

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

const sha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex')

/** Files with the list of them, signed by these keys, as `npm run build` and `npm run sign-release` write them. */
export const signedRelease = async (
  files: SiteFiles,
  { version, keys }: { readonly version: string; readonly keys: readonly PrivateKeyAccount[] },
): Promise<SiteFiles> => {
  const changes = [`Change of ${version}.`]
  const notes = JSON.stringify({ version, changes: { en: changes, 'zh-CN': changes } })
  const all = new Map(files).set(RELEASE_FILE, notes)
  for (const name of [SUMS_FILE, SIGNATURES_FILE]) all.delete(name)
  const sums = [...all.keys()].sort().map((path) => `${sha256(all.get(path) ?? '')}  ${path}\n`)
  const list = sums.join('')
  const message = releaseMessage(version, sha256(list))
  const signatures = await Promise.all(keys.map((key) => key.signMessage({ message })))
  return all.set(SUMS_FILE, list).set(SIGNATURES_FILE, signatures.map((line) => `${line}\n`).join(''))
}

export interface HostileSite {
  readonly url: string
  /** Content that it serves from now on, with these headers; null: it answers 503. */
  serve(files: SiteFiles | null, headers?: Readonly<Record<string, string>>): void
  /** Paths asked for so far. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

/** Paths that are no file of the site. */
const CALL = /^(?!assets\/)[\w-]+\//

/** `upstream`: a server that answers calls. */
export const startHostileSite = async (upstream?: string): Promise<HostileSite> => {
  let files: SiteFiles | null = new Map()
  let extra: Readonly<Record<string, string>> = {}
  const asked: string[] = []
  const listener: RequestListener = (request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname.slice(1) || 'index.html'
    asked.push(path)
    const content = files?.get(path)
    if (files === null) response.writeHead(503).end()
    else if (content !== undefined) {
      const type = TYPES[extname(path)] ?? 'text/plain'
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache', ...extra }).end(content)
    } else if (upstream === undefined || !CALL.test(path)) response.writeHead(404).end('nothing here')
    else {
      const { method, headers } = request
      const onward = ask(new URL(request.url ?? '/', upstream), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      onward.once('error', () => response.destroy())
      response.once('close', () => onward.destroy())
      request.pipe(onward)
    }
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the site has no port')
  return {
    url: `http://localhost:${address.port}`,
    serve: (next, headers = {}) => {
      files = next
      extra = headers
    },
    asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
