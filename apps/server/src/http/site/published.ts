/**
 * Published files, whose hash is on chain: weekly results, `GET /results/<kind>-<week>.json`, and daily roots,
 * `GET /roots/roots-<epoch>.txt`, with their facts, `facts-<epoch>.txt`.
 */
import { basename, dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { LimitOf } from '../request/limits.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const NOT_MODIFIED = 304

const hasTag = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag) ?? false

/** A file beside its compressed forms, and the hash that identifies its content. */
interface PublishedFile {
  readonly path: string
  readonly hash: string
}

/** `open`: the file of a name; null if none is published. */
interface PublishedFolder<Name> {
  readonly nameOf: (text: string) => Name | null
  readonly open: (name: Name) => Promise<PublishedFile | null>
}

/** `limit`: throws 30003 for a network address above its limit. */
export const servePublished = async <Names extends Record<string, unknown>>(
  app: FastifyInstance,
  {
    folders,
    limit,
  }: {
    readonly folders: { readonly [Folder in keyof Names & string]: PublishedFolder<Names[Folder]> }
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
    const serve = <Name>(folder: string, { nameOf, open }: PublishedFolder<Name>): void => {
      scope.get<{ Params: { name: string } }>(`/${folder}/:name`, options, async (request, reply) => {
        const name = nameOf(request.params.name)
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
    }
    for (const [folder, published] of Object.entries(folders)) serve(folder, published)
  })
}
