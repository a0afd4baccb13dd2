/** Published weekly results: `GET /results/<kind>-<week>.json`, the very bytes whose hash stands on chain. */
import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { type ResultName, readResultName } from '../modules/results/index.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * `open`: where a result's file lies; null: none is published. `admit`: throws 30003 for a network address that asks too
 * often; a file has a line for every holder.
 */
export const serveResults = (
  app: FastifyInstance,
  {
    open,
    admit,
  }: {
    readonly open: (name: ResultName) => Promise<string | null>
    readonly admit: (ip: string) => Promise<void>
  },
): void => {
  const onRequest = ({ ip }: { ip: string }) => admit(ip)
  app.get<{ Params: { name: string } }>('/results/:name', { onRequest }, async (request, reply) => {
    const name = readResultName(request.params.name)
    const path = name === null ? null : await open(name)
    if (path === null) return reply.callNotFound()
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', FOR_EVER)
      .send(createReadStream(path))
  })
}
