/** Published weekly results: `GET /results/<kind>-<week>.json`, the exact bytes whose hash is on chain. */
import { basename, dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type OpenedResult, type ResultName, readResultName } from '../../modules/results/index.ts'
import type { LimitOf } from '../request/limits.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const NOT_MODIFIED = 304

const hasTag = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag) ?? false

/**
 * `open`: path of a result's file, beside its compressed forms; null if none is published. `limit`: throws
 * 30003 for a network address above its limit.
 */
export const serveResults = async (
  app: FastifyInstance,
  {
    open,
    limit,
  }: {
    readonly open: (name: ResultName) => Promise<OpenedResult | null>
    readonly limit: ReturnType<LimitOf>
  },
): Promise<void> => {
  const options = { compress: false, onRequest: limit } as const
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      serve: false,
      preCompressed: true,
      // The hash identifies a file better than size and time do, and is the same on every replica.
      cacheControl: false,
      etag: false,
      lastModified: false,
      acceptRanges: false,
    })
    scope.get<{ Params: { name: string } }>('/results/:name', options, async (request, reply) => {
      const name = readResultName(request.params.name)
      const file = name === null ? null : await open(name)
      if (file === null) return reply.callNotFound()
      const tag = `"${file.hash}"`
      // Weak: one tag for all encodings of the same text.
      void reply
        .header('cache-control', IMMUTABLE)
        .header('etag', `W/${tag}`)
        .header('vary', 'accept-encoding')
      if (hasTag(request.headers['if-none-match'], tag)) return reply.code(NOT_MODIFIED).send()
      return reply.sendFile(basename(file.path), dirname(file.path))
    })
  })
}
