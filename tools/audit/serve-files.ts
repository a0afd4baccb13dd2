/** Serves a witness's files to anyone, and what it found to whoever watches it. */
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { readFactsFileName } from '@dr/protocol/roots/facts-file'
import { readRootsFileName } from '@dr/protocol/roots/roots-file'

const PREFIX = '/roots/'

const sendFile = async (
  path: string,
  { gzip }: { gzip: boolean },
  response: ServerResponse,
): Promise<void> => {
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
  })
  await (gzip
    ? pipeline(createReadStream(path), createGzip(), response)
    : pipeline(createReadStream(path), response))
}

/** `trouble`: what `/healthz` answers with 503; undefined: nothing is wrong. */
export const serveFiles = (folder: string, trouble: () => string | undefined): Server =>
  createServer((request, response) => {
    const [pathname = ''] = (request.url ?? '').split('?', 1) // no `URL`, which throws for a path like `//`
    const refuse = (status: number, text: string) =>
      void response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
    if (request.method !== 'GET') return refuse(405, 'GET alone')
    if (pathname === '/healthz') {
      const text = trouble()
      return refuse(text === undefined ? 200 : 503, text ?? 'ok')
    }
    const name = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : ''
    if (readRootsFileName(name) === null && readFactsFileName(name) === null) return refuse(404, 'not found')
    const path = join(folder, name)
    const gzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    access(path).then(
      () => sendFile(path, { gzip }, response).catch(() => response.destroy()),
      () => refuse(404, 'not found'),
    )
  })
