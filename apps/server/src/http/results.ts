/** Published weekly results: `GET /results/<kind>-<week>.json`, the very bytes whose hash stands on chain. */
import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { type OpenedResult, type ResultName, readResultName } from '../modules/results/index.ts'
import { createCompressedFiles, encodingFor } from './compressed-files.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const NOT_MODIFIED = 304

const hasTag = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag) ?? false

/**
 * `open`: where a result's file lies; null: none is published. `admit`: throws 30003 for a network address that asks too
 * often; a file has a line for every holder, so it is compressed once and not on every request.
 */
export const serveResults = (
  app: FastifyInstance,
  {
    open,
    admit,
  }: {
    readonly open: (name: ResultName) => Promise<OpenedResult | null>
    readonly admit: (ip: string) => Promise<void>
  },
): void => {
  const compressed = createCompressedFiles()
  const options = { compress: false, onRequest: ({ ip }: { ip: string }) => admit(ip) } as const
  app.get<{ Params: { name: string } }>('/results/:name', options, async (request, reply) => {
    const name = readResultName(request.params.name)
    const file = name === null ? null : await open(name)
    if (file === null) return reply.callNotFound()
    const encoding = encodingFor(request.headers['accept-encoding'])
    const tag = `"${file.hash}${encoding === null ? '' : `-${encoding}`}"`
    void reply.header('cache-control', FOR_EVER).header('etag', tag).header('vary', 'accept-encoding')
    if (hasTag(request.headers['if-none-match'], tag)) return reply.code(NOT_MODIFIED).send()
    void reply.header('content-type', 'application/json; charset=utf-8')
    if (encoding === null) return reply.send(createReadStream(file.path))
    const path = await compressed({ path: file.path, id: file.hash }, encoding)
    return reply.header('content-encoding', encoding).send(createReadStream(path))
  })
}
